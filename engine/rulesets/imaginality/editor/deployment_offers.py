"""Offers to use prepared content: characters, a difficulty, an adventure seed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.cast_offers import cast_offers, record_question
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, choice_offers
from engine.presentation.offers import Offer, denial
from engine.rulesets.imaginality.character_state import can_act, is_players, living_first
from engine.rulesets.imaginality.editor.deployment_commands import (
    CHARACTER_CAST,
    DIFFICULTY_RECORDS,
    SEED_RECORDS,
    TellSeed,
    UseDifficulty,
)
from engine.rulesets.imaginality.editor.prepared_records import (
    TELL_SEED,
    USE_DIFFICULTY,
)
from engine.rulesets.imaginality.procedures import current_action, noticed
from engine.rulesets.imaginality.turns.turn_commands import need_turn


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers; another viewer does not even see that something is prepared."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    yield from cast_offers(CHARACTER_CAST, table, seat, viewer)
    yield from _difficulty_offers(table, seat)
    seeds = {"seed": record_question(SEED_RECORDS.names(table))}
    yield from choice_offers(TellSeed, seat, seeds, name=TELL_SEED)


def _difficulty_offers(table: Table, seat: str) -> Iterator[Offer]:
    names = DIFFICULTY_RECORDS.names(table)
    if not names or current_action(table) is not None:
        return
    there = living_first(table, noticed(table, seat), seat)
    free = [actor for actor in there if can_act(table, actor) and denial(need_turn, table, actor) is None]
    actors = tuple(sorted(free, key=lambda actor: not is_players(table, actor)))
    asks: Choices = {"difficulty": record_question(names), "actor": actors}
    yield from choice_offers(UseDifficulty, seat, asks, name=USE_DIFFICULTY, fields=tuple(asks))
