"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from engine.play.faulty_offers import contained_offers
from engine.play.offers import Offer
from engine.rulesets.future_imperfect.checks import PURPOSES
from engine.rulesets.future_imperfect.offering import (
    attacks,
    chips,
    dangers,
    dice,
    fights,
    healing,
    hits,
    minds,
    moving,
)
from engine.rulesets.future_imperfect.offering.scene import Scene
from engine.rulesets.future_imperfect.procedures.attack import attack
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, check
from engine.rulesets.future_imperfect.procedures.evening import evening
from engine.rulesets.future_imperfect.procedures.harm import hurting
from engine.rulesets.future_imperfect.steady import keeps_secrets
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.table.table import Table

STATE_REFUSALS = frozenset({"refused.out_of_action", "refused.is_stunned", "refused.must_flee"})
"""The refusals that tell in what state a character is."""
_STEADY: dict[Callable[[Scene], Iterator[Offer]], Remembered[tuple[Offer, ...]]] = {}


def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return what a seat can do by the rules, the innermost procedure first."""
    made = [*contained_offers(seat, *(partial(iter, room) for room in _rooms(table, seat, viewer)))]
    if not keeps_secrets(table):
        return tuple(made)
    return tuple(_told(table, viewer, offer) for offer in made)


def _rooms(table: Table, seat: str, viewer: str) -> tuple[Iterable[Offer], ...]:
    found = check(table)
    if found is not None:
        rolled, reactions = dice.offers(table, seat), hits.reactions(table, seat, viewer)
        if PURPOSES[found.purpose].waits and found.thrown:
            over = minds.over_stakes(Scene(table, seat, viewer), found)
            return (over, rolled) if HALTED_BY in found.about else (rolled, over)
        hands = fights.interrupters(table, seat)
        if not hands:
            return rolled, reactions
        scene = Scene(table, seat, viewer)
        return fights.interrupts(scene, hands), rolled, reactions, fights.perhaps_interrupts(scene, hands)
    if attack(table) is not None or hurting(table) is not None:
        return (hits.offers(table, seat),)
    scene = Scene(table, seat, viewer)
    people = (
        minds.answers(scene),
        minds.fleeing(scene),
        dangers.due(scene),
        attacks.offers(scene),
        fights.offers(scene),
        chips.start(scene),
        moving.offers(scene),
        minds.offers(scene),
        attacks.without_cards(scene),
        healing.offers(scene),
        dangers.offers(scene),
        _steady(scene, chips.offers, "\n".join(scene.people.short_of_wind)),
    )
    if not scene.gm:
        return people
    masters = (attacks.masters(scene), minds.masters(scene), healing.masters(scene))
    return (*people, *masters, _steady(scene, dangers.masters), _steady(scene, chips.masters))


def _steady(scene: Scene, room: Callable[[Scene], Iterator[Offer]], besides: str = "") -> tuple[Offer, ...]:
    """Return the offers of a room that asks nothing of a conflict but whether there is one.

    Args:
        scene: the table as a seat acts on it.
        room: what yields the offers.
        besides: what else it looks at, in words: it asks of no number beside a sheet but by that.
    """
    table, conflict, now = scene.table, str(scene.conflict is None), evening(scene.table)
    made_of = (
        now.running,
        now.drawn,
        now.charges,
        now.raised,
        scene.records,
        table.chips,
        table.seats,
        table.options,
        table.scene,
        table.lists,
        conflict,
        besides,
    )
    known = _STEADY.setdefault(room, Remembered())
    return known.get(scene.key, made_of, lambda: tuple(room(scene)))


def _told(table: Table, viewer: str, offer: Offer) -> Offer:
    """Return an offer as it is told to a viewer: of a secret character's state neither denial nor prominence tells."""
    found = table.actors.get(getattr(offer.command, "actor", ""))
    if found is None or table.may_read(found, viewer):
        return offer
    out = offer.denial is not None and offer.denial.message.key in STATE_REFUSALS
    return replace(offer, denial=None if out else offer.denial, main=False)
