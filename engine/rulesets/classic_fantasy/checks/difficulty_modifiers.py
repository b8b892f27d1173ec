"""Difficulty modifiers of every skill roll (CF-FATIGUE-4, CF-TIME-8, CF-X-39), and those of a hurt location.

`check_resolution.roll_of` adds `modifiers_of`; the features that provide them are listed in `ruleset.py`.
"""

from __future__ import annotations

from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions, character_rules
from engine.rulesets.classic_fantasy.character.character_sheet import folded
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier


def modifiers_of(table: Table, actor: str, skill: str, against: str = "") -> tuple[DifficultyModifier, ...]:
    """Return the difficulty modifiers that count for every roll of a skill (CF-FATIGUE-4, CF-TIME-8, CF-X-39)."""
    providers = CHECK_HOOKS.features.modifiers
    return tuple([modifier for provide in providers for modifier in provide(table, actor, skill, against)])


def is_casting_skill(skill: str) -> bool:
    """Say whether spells are cast with a skill."""
    return folded(skill) in map(folded, character_rules.numbers().skills.casting)


def spell_modifiers(table: Table, actor: str, skill: str, against: str = "") -> tuple[DifficultyModifier, ...]:
    """Return how much harder wounds have made a spell that is being cast (CF-X-39)."""
    casting = table.actors[actor].conditions_named(character_conditions.CASTING)
    steps = max([condition.level for condition in casting]) if casting else 0
    return (DifficultyModifier(reason="spell_shaken", steps=steps),) if steps and is_casting_skill(skill) else ()


def hindered_locations(table: Table, actor: str) -> tuple[str, ...]:
    """Return the locations whose Serious Wounds make tasks harder, if the group uses that option (CF-WOUND-11)."""
    harder = table.actors[actor].conditions_named(character_conditions.HARDER)
    return tuple([character_conditions.place_of(condition) for condition in harder]) if harder else ()


def named_hindered_locations(table: Table, actor: str) -> tuple[str, ...]:
    """Return those of the locations that can be chosen: the GM may have called a character hindered without one."""
    return tuple([location for location in hindered_locations(table, actor) if location])


def location_modifiers(table: Table, actor: str, location: str) -> tuple[DifficultyModifier, ...]:
    """Return the modifier of a Serious Wound to tasks with a location, if the group uses that option (CF-WOUND-11).

    A character that the GM has called hindered without a location has the modifier for tasks without a location.
    """
    if location not in hindered_locations(table, actor):
        return ()
    if not location:
        return (DifficultyModifier(reason="hindered", steps=1),)
    return (DifficultyModifier(reason="hurt_location", steps=1, params={"location": location}),)
