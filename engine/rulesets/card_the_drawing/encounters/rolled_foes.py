"""Foes of encounters whose numbers are dice: they can be rolled again until they fight or change (CD-UI-25)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from engine.core.draft import Draft
from engine.kit.cast.cast_commands import roll_again_move
from engine.kit.cast.rolled_individuals import RolledIndividual, RolledIndividuals
from engine.kit.content_editor.dice_numbers import converted, dice_numbers, dice_range, roll_secretly, rolled
from engine.messages.refusal import needed
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, minion_commands
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.cards.card_library import BROUGHT_FOES
from engine.rulesets.card_the_drawing.cards.card_records import EncounterFoe, Foe
from engine.sheets.editing.record_version import of_present_version

ROLLED_FOES = RolledIndividuals(BROUGHT_FOES)
"""The foes on the table whose numbers were rolled, until they fight."""
_NUMBERS = ("minions", "health", "adrenaline")
"""The numbers of an encounter's row."""


def foe_as_placed(foe: Foe, placed: EncounterFoe) -> Foe:
    """Return a foe as it is in an encounter, with its name, number and maximum Health there."""
    minions, health = foe.minions, foe.health
    if placed.minions is not None:
        minions = placed.minions
    minions = max(0, min(dice_range(minions).most, minion_commands.MOST_MINIONS))
    if placed.health is not None:
        health = max(1, dice_range(placed.health).most)
    return replace(foe, name=placed.name or foe.name, minions=minions, health=health)


def with_numbers(table: Table, actor: Actor, foe: Foe, adrenaline: int | str) -> Actor:
    """Return a character with the sheet and the tracks of a foe, whose dice count as their highest result."""
    sheet = of_present_version(table, {}, actor_sheet.sheet_of_foe(foe, settings.library(table)))
    bare = replace(actor, sheet=sheet, tracks={})
    given = Track(value=max(0, dice_range(adrenaline).most))
    return replace(bare, tracks={**actor_sheet.first_tracks(bare, table, {}), actor_sheet.ADRENALINE: given})


def remember(draft: Draft, came: Mapping[str, EncounterFoe]) -> None:
    """Remember those foes of an encounter, by their ids as characters, whose numbers were rolled."""
    foes = settings.library(draft.table).foes
    brought = {id_: placed for id_, placed in came.items() if _has_dice(foes[placed.foe], placed)}
    differences = {id_: _differences(placed) for id_, placed in brought.items()}
    ROLLED_FOES.remember(draft, {id_: placed.foe for id_, placed in brought.items()}, differences)


def forget_fighters(draft: Draft) -> None:
    """Forget the foes in a battle: their numbers stay as they are from now on."""
    battle = current_battle(draft.table)
    if battle is not None and ROLLED_FOES.any(draft.table):
        ROLLED_FOES.forget(draft, battle.fighters)


def to_roll_again(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Return the characters whose numbers can be rolled again, by the id of their foe.

    The deck of a character with cards on the table may not change (CD-DECK-4).
    """
    foes = settings.library(table).foes

    def can_roll(individual: RolledIndividual) -> bool:
        foe, placed = foes.get(individual.foe), _placed(individual.foe, individual.differences)
        known = foe is not None and placed is not None and _has_dice(foe, placed)
        return known and not actor_zones.has_cards(table, individual.id)

    return ROLLED_FOES.groups(table, can_roll)


def _differences(placed: EncounterFoe) -> dict[str, Json]:
    return {name: value for name in _NUMBERS if (value := getattr(placed, name)) is not None}


def _placed(foe: str, differences: Mapping[str, Json]) -> EncounterFoe | None:
    """Return the row of an encounter; None for numbers that it cannot have."""
    try:
        return converted({**differences, "foe": foe}, EncounterFoe)
    except msgspec.ValidationError:  # a list can be edited by hand
        return None


def _has_dice(foe: Foe, placed: EncounterFoe) -> bool:
    """Return whether a number is dice that is not replaced by one of the encounter."""
    replaced: dict[str, Any] = {name: 1 for name in ("minions", "health") if getattr(placed, name) is not None}
    dice = chain(dice_numbers(replace(foe, **replaced)), dice_numbers(placed))
    return next(dice, None) is not None


def _need_foe(table: Table, id_: str) -> Foe:
    return needed(settings.library(table).foes.get(id_), "cast_gone", id=id_[:60])


def _make(draft: Draft, id_: str, old: Actor) -> Actor:
    table, roll = draft.table, partial(roll_secretly, draft)
    placed = _placed(id_, ROLLED_FOES.differences(table, old.id))
    assert placed is not None
    placed = rolled(placed, roll)
    foe = foe_as_placed(rolled(_need_foe(table, id_), roll), placed)
    return with_numbers(table, old, replace(foe, name=old.name), placed.adrenaline)


MOVES = (roll_again_move(ROLLED_FOES, _need_foe, to_roll_again, _make),)
