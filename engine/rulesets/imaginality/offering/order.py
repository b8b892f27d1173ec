"""In what order offers are shown: what usually comes next stands first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.play.offers import Offer
from engine.rulesets.imaginality.awards import awards_of
from engine.rulesets.imaginality.procedures import action, fight
from engine.table.frozen import kept
from engine.table.table import Table

QUIET: Final = (
    "start_adventure",
    "begin_character",
    "draw_points",
    "start_fight",
    "attempt",
    "hazard",
    "house_action",
    "end_adventure",
    "treat",
    "strike",
    "shoot",
)
AWARDS: Final = (
    "give_award",
    "give_own_award",
    "count_goals",
    "settle_tie",
    "settle_tie_nobody",
    "show_of_hands",
    "close_vote",
    "finish_awards",
)
DECLARING: Final = ("resolve_turn", "declare", "call_initiative", "refresh", "end_fight")
RESOLVING: Final = (
    "strike",
    "shoot",
    "attempt",
    "treat",
    "next_turn",
    "call_initiative",
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
    quiet = QUIET if awards_of(table) is None else AWARDS
    first = quiet if now is None else RESOLVING if now.resolving else DECLARING
    ranks = _ranks(first)
    return tuple(sorted(offers, key=lambda offer: ranks.get(offer.name.partition(":")[0], len(ranks))))


@kept
def _ranks(first: tuple[str, ...]) -> Mapping[str, int]:
    return {word: rank for rank, word in enumerate(first)}
