"""Difficulty modifiers: fatigue, pace, a shaken spell, lying prone, a hurt limb (CF-FATIGUE-4, CF-TIME-8, CF-X-33).

What counts for every roll by itself is in `every`: `checks.roll_of` adds it, for rolls, contests and searching alike.
"""

from __future__ import annotations

from typing import Final

from engine.rulesets.classic_fantasy import at_table, exploring, fatigue, people, states, wandering
from engine.rulesets.classic_fantasy.characters import folded
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.rest_window import party
from engine.table.table import Table

PRONE_GRADE: Final = "Formidable"
"""How hard it is to fight while prone (CF-X-33)."""


def every(table: Table, actor: str, skill: str, against: str = "") -> tuple[Bearing, ...]:
    """Return what bears on a skill roll of a character by itself (CF-FATIGUE-4, CF-TIME-8, CF-TIME-9, CF-X-39).

    Args:
        table: on which.
        actor: who rolls.
        skill: against what.
        against: the character that it contends with; empty where nobody does.
    """
    return (*spell(table, actor, skill), *pace(table, actor, skill, against), *state(table, actor))


def state(table: Table, actor: str) -> tuple[Bearing, ...]:
    """Return what the fatigue of a character makes of its skill rolls (CF-FATIGUE-4)."""
    found = fatigue.bearing(at_table.fatigue_level(table, actor))
    return () if found is None else (found,)


def pace(table: Table, actor: str, skill: str, against: str = "") -> tuple[Bearing, ...]:
    """Return what the pace of the party makes of Perception: its own, and that of others who look out for it.

    It counts while the party goes about, not in a fight (CF-TIME-7, CF-TIME-8, CF-TIME-9). Whoever rolls
    Perception against nobody in particular and is not of the party looks out for the party.
    """
    if folded(skill) != folded(exploring.numbers().perception) or fight(table) is not None:
        return ()
    members = party(table)
    if actor in members:
        return wandering.own_perception(table)
    return wandering.enemy_perception(table) if members and against in ("", *members) else ()


def fighting(table: Table, actor: str, using: str = "") -> tuple[Bearing, ...]:
    """Return what bears on attacks and parries besides, with a location that may be hurt (CF-X-33, CF-WOUND-11)."""
    prone = table.actors[actor].has(states.PRONE)
    lying = (Bearing(reason="prone", grade=PRONE_GRADE),) if prone else ()
    return (*lying, *with_location(table, actor, using))


def is_casting_skill(skill: str) -> bool:
    """Say whether spells are cast with a skill."""
    return folded(skill) in map(folded, people.numbers().skills.casting)


def spell(table: Table, actor: str, skill: str) -> tuple[Bearing, ...]:
    """Return how much harder wounds have made a spell that is being cast (CF-X-39)."""
    steps = max((held.level for held in table.actors[actor].named(states.CASTING)), default=0)
    return (Bearing(reason="spell_shaken", steps=steps),) if steps and is_casting_skill(skill) else ()


def hindered(table: Table, actor: str) -> tuple[str, ...]:
    """Return the locations whose Serious Wounds hinder, where the group plays so (CF-WOUND-11)."""
    return tuple(states.place_of(one) for one in table.actors[actor].named(states.HARDER))


def with_location(table: Table, actor: str, location: str) -> tuple[Bearing, ...]:
    """Return what a Serious Wound makes of tasks with a location, where the group plays so (CF-WOUND-11)."""
    hurt = location in hindered(table, actor)
    return (Bearing(reason="hurt_location", steps=1, params={"location": location}),) if hurt else ()
