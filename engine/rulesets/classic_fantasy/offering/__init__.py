"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.play.faulty_offers import contained_offers
from engine.play.offers import Offer, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy.luck import USES
from engine.rulesets.classic_fantasy.offering import (
    care,
    effects,
    fights,
    harm,
    made_up,
    people,
    prepared,
    rolls,
    time,
    traps,
)
from engine.rulesets.classic_fantasy.offering.merging import as_one
from engine.rulesets.classic_fantasy.passing import StopTime
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.passing import passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.table.table import Table

_Room = Callable[[Table, str, str], Iterator[Offer]]
_OFFERS = Remembered[tuple[Offer, ...]]()
_IN_REST = {"clock": time.offers, "care": care.offers, "evening": people.offers}
_FREELY = {
    "fight": fights.offers,
    "rolls": rolls.offers,
    "harm": harm.offers,
    "places": prepared.offers,
    "traps": traps.offers,
    **_IN_REST,
    "made_up": made_up.offers,
}
"""What can be done while nothing waits for an answer, by what it stands under in the list of all."""
_ELSEWHERE = {
    **dict.fromkeys(("d100_start_session", "d100_end_session", "d100_set_session"), "evening"),
    **{f"d100_luck_{use}": "luck" for use in USES},
}
"""What stands under something else than what is offered with it."""
_TOGETHER = {
    "d100_roll": Message(key="offer.d100_roll_who"),
    "d100_contest": Message(key="offer.d100_contest_who"),
    "d100_stand_up": Message(key="offer.d100_stand_up_who"),
    "d100_lie_down": Message(key="offer.d100_lie_down_who"),
}
"""What is one offer for all characters of a seat."""
_ATTACK = "d100_attack"
_CALM_TOGETHER = {**_TOGETHER, _ATTACK: Message(key="offer.d100_attack_who")}
_FIGHT_TOGETHER = {
    **_TOGETHER,
    **{
        name: Message(key=f"offer.{name}_who")
        for name in (
            _ATTACK,
            "d100_act",
            "d100_react",
            "d100_pass_round",
            "d100_give_turn",
            "d100_rule_initiative",
            "d100_leave_fight",
            *(f"d100_luck_{use}" for use in USES),
        )
    },
}
_OUTSIDE_TOGETHER = {_ATTACK: Message(key="offer.d100_attack_else")}
"""Of those who take no part in the fight."""
_NATURAL = (
    "d100_pass_any",
    "d100_begin_rest",
    "d100_go_to_place",
    "d100_roll",
    "d100_start_fight",
    "d100_sleep",
    "d100_walk",
    "d100_start_session",
)
"""What is most likely wanted in a calm moment, in its order; all else comes after it."""
_SELDOM = frozenset(
    {
        "d100_attack",
        "d100_stand_up",
        "d100_lie_down",
        "d100_count_anew",
        "d100_set_session",
        "d100_lower",
        "d100_owe",
        "d100_grow",
        "d100_age_loss",
        "d100_restore",
    }
)
"""What comes last then: what belongs to fights, what years take and give back."""


def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return what a seat can do by the rules, as far as the viewer may be told."""
    made_of = (
        table.procedures,
        table.actors,
        table.seats,
        table.options,
        table.scene,
        table.lists,
        str(table.clock),
    )
    return _OFFERS.get(f"{seat}\n{viewer}", made_of, lambda: tuple(_made(table, seat, viewer)))


def _made(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    yield from _now(table, seat, viewer)
    if passing(table) is not None and table.is_gm(seat):
        yield offered("d100_stop_time", StopTime(seat=seat))


def _now(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    match table.procedures[-1] if table.procedures else None:
        case Check():
            yield from rolls.under_way(table, seat, viewer)
        case Effect():
            yield from effects.under_way(table, seat, viewer)
        case Wounding():
            yield from harm.under_way(table, seat, viewer)
        case Attack():
            yield from fights.defence(table, seat, viewer)
        case Springing():
            yield from traps.answers(table, seat, viewer)
        case Rest():
            yield from (offer for offer in _in(_IN_REST, table, seat, viewer) if not _for_later(offer))
        case Fight() as now:
            every = list(_in(_FREELY, table, seat, viewer))
            outside = [offer for offer in every if _attacks_from_outside(offer, now)]
            for offer in as_one((offer for offer in every if offer not in outside), _FIGHT_TOGETHER):
                yield replace(offer, seldom=True) if offer.name == "d100_lie_down" else offer
            yield from (replace(offer, seldom=True) for offer in as_one(outside, _OUTSIDE_TOGETHER))
        case _:
            found = as_one(_in(_FREELY, table, seat, viewer), _CALM_TOGETHER)
            yield from sorted((_calm(offer) for offer in found), key=_rank)


def _in(rooms: Mapping[str, _Room], table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what can be done, and what each stands under."""
    for group, room in rooms.items():
        for offer in contained_offers(seat, partial(room, table, seat, viewer)):
            under = _ELSEWHERE.get(offer.name.partition(":")[0], group)
            yield replace(offer, group=Message(key=f"d100.group.{under}"))


def _attacks_from_outside(offer: Offer, now: Fight) -> bool:
    """Say whether it is the attack of somebody who takes no part in a fight."""
    name, _, actor = offer.name.partition(":")
    return name == _ATTACK and actor not in now.fighters


def _for_later(offer: Offer) -> bool:
    """Say whether the time that something takes is still to be spent in the rest: until then there is nothing to it."""
    return offer.denial is not None and offer.denial.message.key == "refused.d100_not_ready"


def _calm(offer: Offer) -> Offer:
    """Return an offer as it is while nothing is under way: what is seldom wanted then says so."""
    return replace(offer, seldom=True) if offer.name.partition(":")[0] in _SELDOM else offer


def _rank(offer: Offer) -> int:
    """Return how early an offer comes in a calm moment."""
    return _NATURAL.index(offer.name) if offer.name in _NATURAL else len(_NATURAL) + offer.seldom


def worked_out(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return an offer with what takes a while to find out, told with no more than the viewer may know."""
    return time.worked_out(table, offer, viewer) if offer.name == time.ANY else offer
