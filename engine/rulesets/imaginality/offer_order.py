"""The order of offers: the usual next step comes first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.memo import memo
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.advancement.award_commands import awards_of
from engine.rulesets.imaginality.procedures import Fight, current_action, current_fight
from engine.rulesets.imaginality.turns.turn_order import first_to_act

QUIET: Final = (
    "start_adventure",
    "begin_character",
    "draw_points",
    "start_fight",
    "attempt",
    "bring_party",
    "house_action",
    "hazard",
    "end_adventure",
    "treat",
    "strike",
    "shoot",
    "heal",
    "let_fall",
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
FOR_FIGHTERS: Final = frozenset({"strike", "lunch_money_turn", "shoot", "attempt", "treat", "declare", "lapse"})
DECLARING: Final = ("resolve_turn", "declare", "call_initiative", "refresh", "end_fight")
RESOLVING: Final = (
    "strike",
    "play_lunch_money",
    "lunch_money_turn",
    "shoot",
    "attempt",
    "lapse",
    "treat",
    "next_turn",
    "next_turn_same_order",
    "call_initiative",
    "end_fight",
    "pick_order",
    "hazard",
)


def sort_offers(table: Table, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return offers sorted for the moment; those of an action in progress keep the order of its steps."""
    if current_action(table) is not None:
        return tuple(offers)
    fight = current_fight(table)
    quiet = QUIET if awards_of(table) is None else AWARDS
    first = quiet if fight is None else RESOLVING if fight.resolving else DECLARING
    ranks = _ranks(first)
    behind = _ranks_off_turn(table, fight) if fight is not None else {}
    offers = tuple(offers)
    # An adventure with nobody in it has only just begun.
    late = {"end_adventure"} if any(o.primary and o.name == "new_character" for o in offers) else set()

    def place(offer: Offer) -> tuple[int, int]:
        word, _, actor = offer.name.partition(":")
        if word in late:
            return 0, len(ranks) + 1
        if word in {"end_fight", "refill_all"} and offer.primary:
            return -1, 0
        rank = "bring_party" if offer.primary and word == "new_character" else word
        return behind.get(actor, 0) if word in FOR_FIGHTERS else 0, ranks.get(rank, len(ranks))

    return tuple(sorted(offers, key=place))


def _ranks_off_turn(table: Table, fight: Fight) -> Mapping[str, int]:
    """Return the rank of characters not on turn: other groups' fighters, then characters outside the fight."""
    if not fight.resolving:
        on_turn = fight.fighters
    elif fight.order:
        on_turn = fight.order[fight.group] if fight.group < len(fight.order) else fight.fighters
    else:
        on_turn = (first_to_act(table, fight),)
    return {a: 0 if a in on_turn else 1 if a in fight.fighters else 2 for a in table.actors}


@memo
def _ranks(first: tuple[str, ...]) -> Mapping[str, int]:
    return {word: rank for rank, word in enumerate(first)}
