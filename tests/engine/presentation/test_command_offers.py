"""Offers that follow from the fields of a command, and offers that follow from its class alone."""

from __future__ import annotations

import doctest
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from engine.core.command_fields import ActorId, SeatId
from engine.core.commands import Request, need_gm
from engine.kit import automatic_offers as kit
from engine.kit.automatic_offers import automatic_offers
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation import command_offers
from engine.presentation.command_offers import NO_LIMIT, Asks, offer_of, question_about
from engine.presentation.offers import QuestionKind

SEATS = {
    "gm": Seat(id="gm", name="GM", role=Role.GM),
    "tom": Seat(id="tom", name="Tom"),
    "ann": Seat(id="ann", name="Ann"),
}
ACTORS = {
    "hild": Actor(id="hild", name="Hild", seat="tom"),
    "ogre": Actor(id="ogre", name="Ogre", seat="gm", secret=True),
}
HAND = Zone(id="hand:tom", cards=("3S", "8H"), sight=Sight.OWNERS, owners=("tom",))
TABLE = Table(ruleset="tiny", seats=SEATS, actors=ACTORS, zones={HAND.id: HAND})


class Bid(Request):
    """Bid for a character."""

    actor: ActorId
    points: Annotated[Annotated[int, Meta(ge=0, le=30)] | None, Meta(description="how many"), Asks("how_many")] = None
    suits: Annotated[tuple[Literal["H", "S"], ...], Asks(least=1)] = ()
    note: Annotated[str, Meta(max_length=80), Asks(secret=True)] = ""
    loud: bool = False


def test_the_type_the_limits_and_the_default_of_a_field_make_its_question() -> None:
    found = {one.field: one for one in offer_of(TABLE, Bid(seat="tom", actor="hild")).questions}
    assert [*found] == ["points", "suits", "note"], "the flag is not asked for"
    points, suits, note = found.values()
    assert (points.kind, points.least, points.most, points.optional) == (QuestionKind.NUMBER, 0, 30, True)
    assert points.label == Message(key="ask.how_many")
    assert (suits.kind, suits.choices, suits.least, suits.most) == (QuestionKind.CHOICES, ("H", "S"), 1, 2)
    assert (note.kind, note.secret, note.most) == (QuestionKind.TEXT, True, None)


def test_the_kind_and_what_it_is_about_make_the_name_and_the_label() -> None:
    offer = offer_of(TABLE, Bid(seat="tom", actor="hild"), turn=3)
    assert (offer.name, offer.label) == ("bid:hild", Message(key="offer.bid", params={"turn": 3, "actor": "Hild"}))
    named = offer_of(TABLE, Bid(seat="tom", actor="hild"), name="overbid:hild:2")
    assert (named.name, named.label.key) == ("overbid:hild:2", "offer.overbid")
    asked = offer_of(TABLE, Bid(seat="tom", actor="hild"), asks={"actor": ("hild",)})
    assert (asked.name, asked.label.params) == ("bid", {}), "what is asked is not in the name"


def test_an_offer_changes_what_it_asks() -> None:
    bid = Bid(seat="tom", actor="hild")
    offer = offer_of(TABLE, bid, asks={"points": range(2, 5), "suits": None, "loud": Asks()})
    assert [(one.field, one.least, one.most) for one in offer.questions] == [
        ("points", 2, 4),
        ("note", 0, None),
        ("loud", 0, None),
    ]
    chosen = offer_of(TABLE, bid, fields=("note", "points"), asks={"note": ("a", "b")}).questions
    assert [(one.field, one.kind) for one in chosen] == [("note", QuestionKind.CHOICE), ("points", QuestionKind.NUMBER)]
    below = question_about(Bid, "points", range(-5, 0))
    assert (below.least, below.most) == (-5, -1)
    assert question_about(Bid, "suits", Asks(most=NO_LIMIT)).most is None
    assert question_about(Bid, "suits", ("H",)).most == 1
    told = {"a": Message(key="x")}
    assert offer_of(TABLE, bid, asks={"note": Asks(told=told)}).questions[2].told == told


def test_an_offer_is_made_once_and_again_when_a_name_changes() -> None:
    bid = Bid(seat="tom", actor="hild")
    assert offer_of(TABLE, bid) is offer_of(TABLE, Bid(seat="tom", actor="hild"))
    other = Table(ruleset="tiny", seats=SEATS, actors={"hild": Actor(id="hild", name="Hilda", seat="tom")})
    assert offer_of(other, bid).label.params["actor"] == "Hilda"


def test_a_check_denies_an_offer() -> None:
    def verify(table: Table, command: Bid) -> None:
        raise Refused("no_such_actor", actor=command.actor)

    offer = offer_of(TABLE, Bid(seat="tom", actor="hild"), verify, primary=True)
    assert offer.denial is not None
    assert not offer.primary
    assert offer_of(TABLE, Bid(seat="tom", actor="hild"), primary=True).denial is None


class Odd(Request):
    """A command with a field that no kind of question fits."""

    value: Annotated[int | str, Asks()]


def test_a_type_that_fits_no_question_is_told_to_the_author() -> None:
    with pytest.raises(TypeError, match=r"Odd\.value"):
        question_about(Odd, "value")


# ---- offers from the class alone -------------------------------------------------------------------------------------


class Deal(Request):
    """The GM deals."""

    def verify(self, table: Table) -> None:
        need_gm(table, self)


class Lay(Request):
    """Lay a red card."""

    card: Annotated[str, Asks()]

    def verify(self, table: Table) -> None:
        if self.card[-1] not in "HD":
            raise Refused("not_a_red_card")


class Shout(Request):
    """A character says something to a seat."""

    actor: ActorId
    to: Annotated[SeatId, Asks()]
    words: Annotated[str, Asks()]

    def verify(self, table: Table) -> None:
        if not self.words:
            raise Refused("nothing_to_write")


class Aim(Request):
    """Aim at somebody with a weapon that the table has."""

    target: Annotated[ActorId, Asks()]
    weapon: Annotated[str, Asks(choices_for=lambda table, seat, viewer: ("bow", seat))]


COMMANDS = (Deal, Lay, Shout, Aim)


def names(seat: str, viewer: str) -> list[str]:
    return [one.name for one in automatic_offers(COMMANDS, TABLE, seat, viewer)]


def test_a_class_alone_makes_an_offer() -> None:
    assert names("gm", "gm") == ["deal", "shout:ogre", "aim"]
    assert names("tom", "tom") == ["lay", "shout:hild", "aim"]
    assert names("ann", "ann") == ["aim"]
    shout, aim = (one for one in automatic_offers(COMMANDS, TABLE, "tom", "tom") if one.name != "lay")
    assert shout.denial is None, "words that are not written yet are no reason against it"
    assert shout.questions[0].choices == ("gm", "tom", "ann")
    assert [one.choices for one in aim.questions] == [("hild",), ("bow", "tom")]


def test_the_first_allowed_card_is_proposed_and_no_viewer_learns_a_card_by_it() -> None:
    (lay,) = (one for one in automatic_offers((Lay,), TABLE, "tom", "tom"))
    assert lay.command == Lay(seat="tom", card="hand:tom#1")
    (seen,) = (one for one in automatic_offers((Lay,), TABLE, "tom", "ann"))
    assert seen.command == Lay(seat="tom", card="hand:tom#0")
    black = Table(ruleset="tiny", seats=SEATS, zones={HAND.id: Zone(id="hand:tom", cards=("3S", "9C"))})
    (own,) = (one for one in automatic_offers((Lay,), black, "tom", "tom"))
    (other,) = (one for one in automatic_offers((Lay,), black, "tom", "ann"))
    assert own.denial is not None
    assert other.denial is None


def test_a_viewer_learns_of_no_secret_character() -> None:
    assert names("gm", "ann") == ["deal", "aim"]


def test_the_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(command_offers).failed == 0
    assert doctest.testmod(kit).failed == 0
