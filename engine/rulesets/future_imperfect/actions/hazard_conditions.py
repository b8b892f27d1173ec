"""Hazards as conditions of a character: burning, in dense smoke, in deep water.

A condition's `level` is the size of the fire, or the round of the last roll against smoke or water; its `note` names
the burning areas, the water, or the wet cloth.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.manual_moves import new_condition
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import FireSize

BURNING, SMOKE, WATER = "burning", "in_smoke", "in_water"
BLAZES: tuple[FireSize, ...] = ("small", "larger", "engulfed")
CLOTH = "cloth"
CALM = "calm"


def hazard_condition(table: Table, actor: str, element: str) -> Condition | None:
    """Return the condition of a hazard that the character is in."""
    return next(iter(table.actors[actor].conditions_named(element)), None)


def enter_hazard(draft: Draft, actor: str, element: str, note: str, level: int = 0) -> None:
    """Put a character into a hazard, in place of an earlier one of the same kind."""
    old = hazard_condition(draft.table, actor, element)
    new = new_condition(draft.table.actors[actor], element) if old is None else old
    draft.lay_condition(actor, replace(new, note=note, level=level))


def current_round(table: Table) -> int:
    """Return the number of the round, 0 outside a conflict."""
    conflict = current_conflict(table)
    return conflict.number if conflict is not None else 0


def record_hazard_roll(draft: Draft, actor: str, element: str) -> None:
    """Record that the roll of this round was made."""
    condition = hazard_condition(draft.table, actor, element)
    if condition is not None:
        draft.lay_condition(actor, replace(condition, level=current_round(draft.table)))


def water_of(condition: Condition) -> str:
    """Return the kind of water that a condition names; an unknown kind counts as calm (FI-DROWN-3)."""
    named = folded(condition.note)
    return named if named in hazard_rules.hazard_tables().water else CALM


def water_tn(table: Table, actor: str) -> int | None:
    """Return the TN of staying above water; None for water that needs no roll (FI-DROWN-1, -3)."""
    condition = hazard_condition(table, actor, WATER)
    if condition is None:
        return None
    return hazard_rules.swimming_tn(water_of(condition), swims=level_of(table, actor, "swimming") > 0)


def hazard_due(table: Table, actor: str) -> str:
    """Return the hazard that takes the first action of this round; empty for none (FI-DROWN-1, FI-FIRE-1)."""
    number = current_round(table)
    if not number or not table.actors[actor].conditions:
        return ""
    water, smoke = hazard_condition(table, actor, WATER), hazard_condition(table, actor, SMOKE)
    if water is not None and water.level != number and water_tn(table, actor) is not None:
        return WATER
    return SMOKE if smoke is not None and smoke.level != number else ""


def need_breath(table: Table, actor: str) -> None:
    """Raise Refused for a character whose first action this round must be to swim, or to breathe."""
    match hazard_due(table, actor):
        case "in_water":
            raise Refused("swim_first", "FI-DROWN-1", actor=actor_name(table, actor))
        case "in_smoke":
            raise Refused("breathe_first", "FI-FIRE-1", actor=actor_name(table, actor))
        case _:
            pass


def conflict_members(table: Table) -> tuple[str, ...]:
    """Return every living character that takes part in the conflict."""
    conflict = current_conflict(table)
    members = (
        [actor for fighter in conflict.fighters.values() for actor in fighter.members] if conflict is not None else []
    )
    return tuple(actor for actor in members if not table.actors[actor].has_condition(character_conditions.DEAD))
