"""Difficulty modifiers of Perception by the pace of the party (CF-TIME-7 to CF-TIME-9)."""

from __future__ import annotations

from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_sheet import folded
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.travel import travel_rules


def pace_modifiers(table: Table, actor: str, skill: str, against: str = "") -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the party's pace to Perception: its own, and that of others who look for the party.

    They apply while the party explores, not in combat (CF-TIME-7, CF-TIME-8, CF-TIME-9). A character outside the party
    that rolls Perception against no one in particular looks for the party.
    """
    if folded(skill) != folded(travel_rules.numbers().perception) or current_combat(table) is not None:
        return ()
    members = party(table)
    if actor in members:
        return own_perception(table)
    return enemy_perception(table) if members and against in ("", *members) else ()


def own_perception(table: Table) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the pace to the party's own Perception (CF-TIME-7, CF-TIME-9)."""
    return travel_rules.own_perception(session_state(table).pace)


def enemy_perception(table: Table) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the pace to the Perception of others who look for the party (CF-TIME-8, CF-TIME-9)."""
    session = session_state(table)
    return travel_rules.enemy_perception(session.pace, dark=session.dark, carries_light=session.light)
