"""In what order offers are shown: what usually comes next stands first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.play.offers import Offer
from engine.rulesets.imaginality.procedures import action, fight
from engine.table.table import Table

QUIET: Final = (
    "start_adventure",
    "begin_character",
    "draw_points",
    "attempt",
    "start_fight",
    "treat",
    "hazard",
    "house_action",
    "end_adventure",
    "strike",
    "shoot",
)
DECLARING: Final = ("declare", "resolve_turn", "call_initiative", "refresh", "end_fight")
RESOLVING: Final = (
    "call_initiative",
    "strike",
    "shoot",
    "attempt",
    "treat",
    "next_turn",
    "end_fight",
    "lapse",
    "pick_order",
    "hazard",
)


def in_order(table: Table, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return offers as the moment wants them; those of an action under way come as its steps have them."""
    if action(table) is not None:
        return tuple(offers)
    now = fight(table)
    first = QUIET if now is None else RESOLVING if now.resolving else DECLARING
    ranks = {word: rank for rank, word in enumerate(first)}
    return tuple(sorted(offers, key=lambda offer: ranks.get(offer.name.partition(":")[0], len(ranks))))
