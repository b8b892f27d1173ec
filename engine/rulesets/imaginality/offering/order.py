"""In what order offers are shown: what usually comes next stands first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.play.offers import Offer
from engine.rulesets.imaginality.awards import awards_of
from engine.rulesets.imaginality.procedures import Fight, action, fight
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
FOR_FIGHTERS: Final = frozenset({"strike", "shoot", "attempt", "treat", "declare", "lapse"})
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
    behind = _behind(table, now) if now is not None else {}
    offers = tuple(offers)
    # An adventure with nobody in it has only just begun.
    late = {"end_adventure"} if any(o.main and o.name == "new_character" for o in offers) else set()

    def place(offer: Offer) -> tuple[int, int]:
        word, _, actor = offer.name.partition(":")
        if word in late:
            return 0, len(ranks) + 1
        return behind.get(actor, 0) if word in FOR_FIGHTERS else 0, ranks.get(word, len(ranks))

    return tuple(sorted(offers, key=place))


def _behind(table: Table, now: Fight) -> Mapping[str, int]:
    """Return who is not on turn: another group's fighters come behind, and last who is not in the fight at all."""
    on_turn = now.order[now.group] if now.resolving and now.group < len(now.order) else now.fighters
    return {a: 0 if a in on_turn else 1 if a in now.fighters else 2 for a in table.actors}


@kept
def _ranks(first: tuple[str, ...]) -> Mapping[str, int]:
    return {word: rank for rank, word in enumerate(first)}
