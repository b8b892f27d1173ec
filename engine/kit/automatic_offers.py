"""Offers of commands that check themselves: a command class is enough for its button.

>>> from engine.core.commands import need_gm
>>> from engine.model.seats import Role, Seat
>>> from engine.model.zones import Sight, Zone

>>> class Deal(Request):
...     def verify(self, table: Table) -> None:
...         need_gm(table, self)

>>> class PlayHeart(Request):
...     card: HandCard
...     def verify(self, table: Table) -> None:
...         if not self.card.endswith("H"):
...             raise Refused("not_a_heart")

>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "tom": Seat(id="tom", name="Tom")}
>>> hand = Zone(id="hand:tom", cards=("3S", "8H"), sight=Sight.OWNERS, owners=("tom",))
>>> table = Table(ruleset="example", seats=seats, zones={hand.id: hand})
>>> [offer.name for offer in automatic_offers((Deal, PlayHeart), table, "gm", "gm")]  # the GM has no cards
['deal']
>>> [play] = automatic_offers((Deal, PlayHeart), table, "tom", "tom")  # only the GM deals
>>> play.name, play.questions[0].kind.value, play.questions[0].choices
('play_heart', 'card', ('hand:tom#0', 'hand:tom#1'))
>>> play.command.card, play.denial  # the first card that is allowed
('hand:tom#1', None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from engine.core.audience import readable_actors
from engine.core.commands import Move, Request, with_cards_resolved
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.command_offers import Answers, Asks, field_roles, offer_of, question_about, unchecked
from engine.presentation.offers import Denial, Offer, Question, QuestionKind

HandCard = Annotated[str, Meta(description="a card of the own hand, by id or by place"), Asks()]
"""A field for a card that the seat chooses from its hand."""
_ONE_OF = (QuestionKind.CHOICE, QuestionKind.CARD)
_CHOSEN = (*_ONE_OF, QuestionKind.CHOICES, QuestionKind.CARDS)
_SOMETHING = "…"
"""A text that a check accepts in place of one that is not written yet."""


def automatic_offers(
    commands: Iterable[Move[Any] | type[Request]], table: Table, seat: str, viewer: str
) -> Iterator[Offer]:
    """Yield the offers of those commands that check themselves.

    A command is offered once; one about a character, once for each that the seat controls. A field is asked for if it
    declares `Asks`: cards are chosen from the seat's hand, characters and seats from those that the viewer knows, other
    things from the choices that the field declares. An offer for the GM alone, and one with nothing to choose from, is
    left out. The first answer that the command's check accepts is proposed.

    Args:
        commands: the commands of a game; moves are passed over.
        table: the current table.
        seat: the seat that would act.
        viewer: the viewer; the offers reveal nothing that it may not know.
    """
    for command in commands:
        if not isinstance(command, Move):
            yield from _offers_of(command, table, seat, viewer)


def _offers_of(command: type[Request], table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    roles = field_roles(command)
    if len(roles.key) > 1 or not set(roles.key) <= set(roles.actors):
        raise TypeError(f"{command.__name__}: {', '.join(roles.key)} needs Asks() or a default")
    known = tuple([actor.id for actor in readable_actors(table, viewer)])
    asks: dict[str, Answers] = {field: _hand_cards(table, seat) for field in roles.asked if field in ("card", "cards")}
    asks |= {field: known for field in roles.actors if field in roles.asked}
    asks |= {field: tuple(table.seats) for field in roles.seats if field in roles.asked}
    asks |= {field: choices(table, seat, viewer) for field, choices in roles.choices_for.items()}
    questions = [question_about(command, field, asks.get(field, Asks())) for field in roles.asked]
    required = [question for question in questions if not question.optional]
    if any(question.kind in _CHOSEN and not question.choices for question in required):
        return
    own = [actor for actor in known if controller_of(table, actor) == seat]
    details: dict[str, Any] = {question.field: _proposal(question) for question in required}
    for actor in own if roles.key else ("",):
        details |= dict.fromkeys(roles.key, actor)
        proposed, denial = _allowed(table, command(seat=seat, **details), required, knows_hand=viewer == seat)
        if denial is None or denial.message.key != "refused.gm_only":
            yield offer_of(table, proposed, unchecked, asks=asks).unless(denial)


def _hand_cards(table: Table, seat: str) -> Asks:
    hand = table.zones.get(hand_of(seat))
    places = tuple([f"{hand.id}#{index}" for index in range(len(hand.cards))]) if hand is not None else ()
    return Asks(choices=places, zone=hand_of(seat))


def _proposal(question: Question) -> object:
    match question.kind:
        case QuestionKind.CHOICE | QuestionKind.CARD:
            return question.choices[0]
        case QuestionKind.CHOICES | QuestionKind.CARDS:
            return question.choices[: question.least]
        case QuestionKind.NUMBER | QuestionKind.TIME:
            return question.least
        case QuestionKind.FLAG:
            return False
        case _:
            return ""


def _allowed(
    table: Table, command: Request, required: list[Question], *, knows_hand: bool
) -> tuple[Request, Denial | None]:
    """Return a command with the first answer that its check accepts; without one, the denial of the first.

    Cards decide nothing for a viewer who may not know them.
    """
    if not knows_hand and any(question.kind in (QuestionKind.CARD, QuestionKind.CARDS) for question in required):
        return command, None
    texts = {question.field: _SOMETHING for question in required if question.kind is QuestionKind.TEXT}
    chosen = next((question for question in required if question.kind in _ONE_OF), None)
    commands = [replace(command, **{chosen.field: choice}) for choice in chosen.choices] if chosen else [command]
    denials: list[Denial] = []
    for attempt in commands:
        try:
            with_cards_resolved(table, replace(attempt, **texts)).verify(table)
        except Refused as refused:
            denials.append(Denial.of(refused))
        else:
            return attempt, None
    return command, denials[0]
