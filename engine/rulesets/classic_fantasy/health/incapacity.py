"""Incapacity: the states in which a character cannot act, or cannot attack (CF-FATIGUE-9, CF-WOUND-5, CF-WOUND-12)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.memo import memo
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.health import fatigue_rules, fatigue_state

HELPLESS = (
    character_conditions.DEAD,
    character_conditions.UNCONSCIOUS,
    character_conditions.INCAPACITATED,
    character_conditions.ASLEEP,
)
"""Conditions in which a character cannot act (CF-WOUND-9, CF-WOUND-12, CF-WOUND-16)."""


def incapacitating_state(table: Table, actor: str) -> str:
    """Return the state that keeps a character from acting at all; empty if it can act (CF-FATIGUE-9, CF-WOUND-12).

    A character that has one last act can act in any state but death (CF-BLOOD-4).
    """
    return incapacitating_state_of(table.actors[actor])


def incapacitating_state_of(character: Actor) -> str:
    """Return the same of a character."""
    return _incapacitating_state(character) if character.conditions else ""  # without a condition, it can act


@memo
def _incapacitating_state(state: Actor) -> str:
    if state.has_condition(character_conditions.LAST_ACT) and not state.has_condition(character_conditions.DEAD):
        return ""
    for name in HELPLESS:
        if state.has_condition(name):
            return name
    return "helpless" if fatigue_rules.row_of(fatigue_state.fatigue_level_of(state)).helpless else ""


def need_able(table: Table, actor: str) -> None:
    """Raise Refused if a character cannot act."""
    state = incapacitating_state(table, actor)
    if state:
        raise Refused(
            "d100_cannot_act", "CF-FATIGUE-9", "CF-WOUND-12", actor=actor_name(table, actor), state=f"d100-{state}"
        )


def need_offence(table: Table, actor: str) -> None:
    """Raise Refused if a Serious Wound keeps a character from attacking (CF-WOUND-5)."""
    if table.actors[actor].has_condition(character_conditions.NO_OFFENCE):
        raise Refused("d100_no_offence", "CF-WOUND-5", actor=actor_name(table, actor))


def able(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the characters that can act: not dead and not incapacitated (CF-FATIGUE-9, CF-WOUND-12)."""
    return tuple(actor for actor in actors if not incapacitating_state(table, actor))
