"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import Offer
from engine.rulesets.future_imperfect.offering import attacks, chips, dangers, dice, fights, healing, minds, moving
from engine.rulesets.future_imperfect.offering.scene import Scene
from engine.rulesets.future_imperfect.procedures import attack, check, hurting
from engine.table.frozen import replace
from engine.table.table import Table

OUT_OF_ACTION = "refused.out_of_action"
"""The refusal that tells in what state a character is."""


def offers_of(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do by the rules, the innermost procedure first."""
    rooms: tuple[Iterator[Offer], ...]
    if check(table) is not None:
        rooms = (dice.offers(table, seat), attacks.reactions(table, seat))
    else:
        rooms = (attacks.offers(table, seat, viewer), fights.offers(table, seat, viewer))
        if attack(table) is None and hurting(table) is None:
            rooms = _all_rooms(Scene(table, seat, viewer), *rooms)
    for room in rooms:
        for offer in room:
            yield _told(table, viewer, offer)


def _all_rooms(scene: Scene, *conflict: Iterator[Offer]) -> tuple[Iterator[Offer], ...]:
    """Return all rooms while nothing is being settled: what waits for an answer first, the Master's words last."""
    people = (
        minds.answers(scene),
        minds.fleeing(scene),
        dangers.due(scene),
        *conflict,
        chips.start(scene),
        moving.offers(scene),
        minds.offers(scene),
        healing.offers(scene),
        dangers.offers(scene),
        chips.offers(scene),
    )
    if not scene.gm:
        return people
    return (*people, minds.masters(scene), healing.masters(scene), dangers.masters(scene), chips.masters(scene))


def _told(table: Table, viewer: str, offer: Offer) -> Offer:
    """Return an offer as it is told to a viewer: of a secret character's state neither denial nor prominence tells."""
    found = table.actors.get(getattr(offer.command, "actor", ""))
    if found is None or table.may_read(found, viewer):
        return offer
    out = offer.denial is not None and offer.denial.message.key == OUT_OF_ACTION
    return replace(offer, denial=None if out else offer.denial, main=False)
