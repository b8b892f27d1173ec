"""The conditions of a character by name, such as stunned, winded or terrified, as the rules read and write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.draft import Draft
from engine.core.manual_moves import new_condition
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.rules_data import rules_table
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.wound_levels import wound_modifier
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    ConditionSnapshot,
    Conflict,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.participants import add_log_line

SURPRISED, STUNNED, WINDED, UNCONSCIOUS, DEAD = "surprised", "stunned", "winded", "unconscious", "dead"
UNNERVED, TERRIFIED, CATATONIC, PRONE, ENTANGLED = "unnerved", "terrified", "catatonic", "prone", "entangled"
TERROR_FAILED = "terror_failed"
"""A terror test failed since the last draw; a black joker in the next makes the character catatonic (FI-FEAR-8)."""
CONDITIONS = (
    SURPRISED,
    STUNNED,
    WINDED,
    UNCONSCIOUS,
    DEAD,
    UNNERVED,
    TERRIFIED,
    CATATONIC,
    PRONE,
    ENTANGLED,
    TERROR_FAILED,
)
INCAPACITATING = (DEAD, UNCONSCIOUS, WINDED, CATATONIC, SURPRISED)
"""Conditions in which a character cannot act at all, the most severe first (FI-INIT-16)."""

_SEVERITY_RANKS: Final = {condition: rank for rank, condition in enumerate(INCAPACITATING)}
"""The rank of each incapacitating condition; 0 is the most severe."""
_NO_SEVERITY: Final = len(INCAPACITATING)
_NO_CONDITIONS: Final[frozenset[str]] = frozenset()


class ConditionCosts(Frozen):
    """Penalties to a character's rolls, from `rules/conditions.toml`.

    Attributes:
        running: for a roll while running.
        unnerved: for an unnerved character.
        related: for a roll with a related concentration instead of the right one.
    """

    running: int
    unnerved: int
    related: int


condition_costs = rules_table("future_imperfect", "conditions", ConditionCosts)
"""The penalties of conditions."""


def condition_names(table: Table, actor: str) -> frozenset[str]:
    """Return the names of all conditions of a character."""
    character = table.actors.get(actor)
    if character is None or not character.conditions:
        return _NO_CONDITIONS
    return frozenset([condition.name for condition in character.conditions])


def _snapshot(table: Table, actor: str) -> ConditionSnapshot | None:
    """Return the state that counts for a character's own action at the same moment as a foe's (FI-INIT-12).

    None if the present state counts: outside such a moment, and while the foe acts.
    """
    conflict = current_conflict(table)
    if conflict is None or actor not in conflict.standing:
        return None
    hand = fighter_of(conflict, actor)
    is_acting = hand in conflict.together and (not conflict.turns or conflict.turns[-1].fighter == hand)
    return conflict.standing[actor] if is_acting else None


def effective_conditions(table: Table, actor: str) -> frozenset[str]:
    """Return the conditions that affect a character's present action (FI-INIT-12)."""
    snapshot = _snapshot(table, actor)
    return frozenset(snapshot.states) if snapshot is not None else condition_names(table, actor)


def is_stunned(table: Table, actor: str) -> bool:
    """Return whether a stunned character can only recover or crawl now (FI-STUN-4)."""
    return STUNNED in effective_conditions(table, actor)


def incapacity(table: Table, actor: str) -> str:
    """Return the most severe condition that keeps a character from acting; empty if the character can act."""
    snapshot = _snapshot(table, actor)
    if snapshot is not None:
        return next((name for name in INCAPACITATING if name in snapshot.states), "")
    character = table.actors.get(actor)
    return incapacity_by(character.conditions) if character is not None and character.conditions else ""


def is_unaffected(table: Table, actor: str) -> bool:
    """Return whether a character has no condition, and had none when its action began that still counts."""
    conflict = current_conflict(table)
    return not table.actors[actor].conditions and (conflict is None or actor not in conflict.standing)


def incapacity_by(conditions: Iterable[Condition]) -> str:
    """Return the most severe of some conditions that keep a character from acting; empty if there is none."""
    lowest_rank = _NO_SEVERITY
    for condition in conditions:  # a plain loop, because it runs often
        if condition.name in _SEVERITY_RANKS and _SEVERITY_RANKS[condition.name] < lowest_rank:
            lowest_rank = _SEVERITY_RANKS[condition.name]
    return INCAPACITATING[lowest_rank] if lowest_rank < _NO_SEVERITY else ""


def need_able_to_act(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused if a character cannot act now (FI-INIT-16)."""
    condition = incapacity(table, actor)
    if condition:
        raise Refused("out_of_action", "FI-INIT-16", *rules, actor=actor_name(table, actor), why=condition)


def need_not_stunned(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused if a character cannot act, or is stunned and can only recover or crawl (FI-STUN-4).

    A stunned character cannot aim, prepare, or keep a card in reserve either.
    """
    need_able_to_act(table, actor, *rules)
    if is_stunned(table, actor):
        raise Refused("is_stunned", "FI-STUN-4", *rules, actor=actor_name(table, actor))


def add_condition(
    draft: Draft, actor: str, condition: str, *rules: str, level: int = 0, until: int | None = None
) -> None:
    """Add a condition to a character and log it, unless the character has it already."""
    character = draft.table.actors[actor]
    if not character.has_condition(condition):
        draft.lay_condition(actor, new_condition(character, condition, level, until=until))
        add_log_line(draft, actor, f"becomes_{condition}", *rules)


def remove_condition(draft: Draft, actor: str, condition: str, *rules: str) -> None:
    """Remove a condition from a character and log it, if the character has it."""
    if draft.table.actors[actor].has_condition(condition):
        draft.lift_condition(actor, condition)
        add_log_line(draft, actor, f"ends_{condition}", *rules)


def effective_wound_levels(table: Table, actor: str) -> Mapping[str, int]:
    """Return the wound levels by area that affect a character's present action (FI-INIT-12)."""
    snapshot = _snapshot(table, actor)
    return snapshot.levels if snapshot is not None else character_sheet.wound_levels(table.actors[actor])


def effective_wound_modifier(table: Table, actor: str) -> CalculationStep | None:
    """Return the modifier of wounds to a character's present action (FI-CORE-13, FI-WOUND-9, FI-WOUND-10)."""
    return wound_modifier(effective_wound_levels(table, actor))


RUNNING = "running"
ACTION_MODIFIER_REASONS = ("wounds", "unnerved", RUNNING)
"""The reasons of the steps that `action_modifiers` returns."""


def action_modifiers(table: Table, actor: str) -> tuple[CalculationStep, ...]:
    """Return the penalties to a character's rolls for actions: wounds, unnerved, running (FI-PSY-5)."""
    unnerved = CalculationStep(reason="unnerved", value=unnerved_cost(table, actor))
    running = CalculationStep(
        reason=RUNNING, value=condition_costs().running if _is_running(current_conflict(table), actor) else 0
    )
    return effective_steps(effective_wound_modifier(table, actor), unnerved, running)


def unnerved_cost(table: Table, actor: str) -> int:
    """Return the penalty of the unnerved condition; 0 without it (FI-PSY-5)."""
    return condition_costs().unnerved if UNNERVED in effective_conditions(table, actor) else 0


def _is_running(conflict: Conflict | None, actor: str) -> bool:
    turn = conflict.turns[-1] if conflict is not None and conflict.turns else None
    return conflict is not None and turn is not None and turn.running and turn.fighter == fighter_of(conflict, actor)
