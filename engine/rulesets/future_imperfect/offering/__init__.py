"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import Offer
from engine.rulesets.future_imperfect.offering import attacks, dice, fights
from engine.rulesets.future_imperfect.procedures import check
from engine.table.frozen import replace
from engine.table.table import Table

OUT_OF_ACTION = "refused.out_of_action"
"""The refusal that tells in what state a character is."""


def offers_of(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do by the rules, the innermost procedure first."""
    if check(table) is not None:
        rooms = (dice.offers(table, seat), attacks.reactions(table, seat))
    else:
        rooms = (attacks.offers(table, seat, viewer), fights.offers(table, seat, viewer))
    for room in rooms:
        for offer in room:
            yield _told(table, viewer, offer)


def _told(table: Table, viewer: str, offer: Offer) -> Offer:
    """Return an offer as it is told to a viewer: of a secret character's state neither denial nor prominence tells."""
    found = table.actors.get(getattr(offer.command, "actor", ""))
    if found is None or table.may_read(found, viewer):
        return offer
    out = offer.denial is not None and offer.denial.message.key == OUT_OF_ACTION
    return replace(offer, denial=None if out else offer.denial, main=False)
