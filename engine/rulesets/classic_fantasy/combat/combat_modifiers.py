"""Difficulty modifiers of attacks and parries: lying prone, and a hurt location (CF-X-33, CF-WOUND-11)."""

from __future__ import annotations

from typing import Final

from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.checks.difficulty_modifiers import location_modifiers
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier

PRONE_GRADE: Final = "Formidable"
"""The grade of attacks and parries while prone (CF-X-33)."""


def combat_modifiers(table: Table, actor: str, using: str = "") -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of attacks and parries: prone, and a hurt location that is used (CF-X-33, CF-WOUND-11)."""
    prone = table.actors[actor].has_condition(character_conditions.PRONE)
    prone_modifiers = (DifficultyModifier(reason="prone", grade=PRONE_GRADE),) if prone else ()
    return (*prone_modifiers, *location_modifiers(table, actor, using))
