"""Offers of years that pass, of rolls against age and of their effects (CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.offer_targets import living, mine, several
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.health.ageing_commands import (
    GrowOlder,
    LoseToAge,
    RestoreAge,
    SkipYears,
    verify_grow,
    verify_restore,
)

CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of years that pass, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    own = tuple([actor for actor in mine(table, seat, viewer) if character_sheet_of(table, actor).characteristics])
    yield offer_of(table, SkipYears(seat=seat), name="d100_skip_years")
    for name, owed in (("d100_grow", False), ("d100_owe", True)):
        attempts = [GrowOlder(seat=seat, actor=actor, owed=owed) for actor in living(table, seat, viewer)]
        allowed = [attempt for attempt in attempts if denial(verify_grow, table, attempt) is None]
        if allowed:
            asks: dict[str, Answers] = {"actor": several(tuple([attempt.actor for attempt in allowed]))}
            yield offer_of(table, allowed[0], name=name, asks=asks | {"years": None} if owed else asks)
    if own:
        yield offer_of(table, LoseToAge(seat=seat, actor=own[0]), name="d100_age_loss", asks={"actor": several(own)})
    lost = {actor: names for actor in own if (names := _lost_characteristics(table, seat, actor))}
    if lost:
        actors = tuple(lost)
        restore = RestoreAge(seat=seat, actor=actors[0], characteristic=lost[actors[0]][0])
        asks = {"actor": actors, "characteristic": Asks.by_choice("actor", lost)}
        yield offer_of(table, restore, name="d100_restore", asks=asks)


def _lost_characteristics(table: Table, seat: str, actor: str) -> tuple[Characteristic, ...]:
    attempts = [RestoreAge(seat=seat, actor=actor, characteristic=name) for name in CHARACTERISTICS]
    return tuple([attempt.characteristic for attempt in attempts if denial(verify_restore, table, attempt) is None])
