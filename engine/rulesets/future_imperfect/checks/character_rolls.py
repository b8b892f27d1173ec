"""The dice of a character for a Trait or an Aptitude, and the roll that begins with them."""

from __future__ import annotations

from engine.kit.calculation import CalculationStep, effective_steps
from engine.messages.refusal import needed
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.conditions.character_conditions import (
    ACTION_MODIFIER_REASONS,
    RUNNING,
    action_modifiers,
    condition_costs,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import CheckRoll
from engine.rulesets.future_imperfect.rules import roll_rules
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind

ORDINARY = Trait(count=1, sides=6)
"""The dice for a Trait that the sheet does not list: the GM sees them in the calculation and can change them."""


def trait_roll(
    table: Table, actor: str, name: str, *parts: CalculationStep, kind: RollKind = RollKind.CHECK
) -> CheckRoll:
    """Return a roll of a Trait: all its coordination dice (FI-CORE-6), with the modifiers of the character's state."""
    dice = character_sheet.trait(table.actors[actor], name) or ORDINARY
    return CheckRoll(actor=actor, name=name, dice=dice, parts=(*action_modifiers(table, actor), *parts), kind=kind)


def with_current_modifiers(table: Table, roll: CheckRoll, *, runs: bool = False) -> CheckRoll:
    """Return a roll that had to wait, with the present modifiers of the character's state.

    `runs`: the roll is for the running itself.
    """
    lasting = tuple(part for part in roll.parts if part.reason not in ACTION_MODIFIER_REASONS)
    renewed = replace(roll, parts=(*action_modifiers(table, roll.actor), *lasting))
    return without_running_penalty(renewed) if runs else renewed


def without_running_penalty(roll: CheckRoll) -> CheckRoll:
    """Return a roll without the penalty for running: the roll is for the running itself (FI-MOVE-8, FI-MOVE-9)."""
    return without_penalty(roll, RUNNING)


def without_penalty(roll: CheckRoll, reason: str) -> CheckRoll:
    """Return a roll without one of the penalties of the character's state."""
    return replace(roll, parts=tuple(part for part in roll.parts if part.reason != reason))


def skill_roll(
    table: Table,
    actor: str,
    aptitude: str,
    concentration: str = "",
    *parts: CalculationStep,
    kind: RollKind = RollKind.CHECK,
    method: roll_rules.RollMethod | None = None,
) -> CheckRoll:
    """Return a roll of an Aptitude, by default with the character's best method (FI-CORE-4, FI-CORE-15, FI-CORE-16)."""
    way = method or methods_of(table, actor, aptitude, concentration)[0]
    name = f"{aptitude}: {concentration}" if concentration else aptitude
    related_part = CalculationStep(reason="related", value=condition_costs().related if way.related else 0)
    whole = (*action_modifiers(table, actor), *effective_steps(related_part), *parts)
    return CheckRoll(actor=actor, name=name, dice=way.dice, halved=way.halved, parts=whole, kind=kind)


def methods_of(table: Table, actor: str, aptitude: str, concentration: str = "") -> tuple[roll_rules.RollMethod, ...]:
    """Return every method of a character to roll for an Aptitude, the best first."""
    return methods_on_sheet(table.actors[actor], aptitude, concentration, table.lists)


def methods_on_sheet(
    character: Actor, aptitude: str, concentration: str, lists: character_sheet.GroupLists
) -> tuple[roll_rules.RollMethod, ...]:
    """Return every method on a sheet to roll for an Aptitude, the best first."""
    skill = character_sheet.aptitude(character, aptitude, concentration, lists)
    if skill and skill.trait:  # the common case: a known Aptitude needs no stand-in
        return roll_rules.roll_methods(skill.trait, skill.level, 0)
    linked = skill.linked if skill and skill.linked else character_sheet.linked_trait(aptitude, concentration, lists)
    trait = (character_sheet.trait(character, linked) if linked else None) or ORDINARY
    related_skill = character_sheet.related(character, aptitude, concentration, lists)
    return roll_rules.roll_methods(trait, skill.level if skill else 0, related_skill.level if related_skill else 0)


def level_of(table: Table, actor: str, aptitude: str, concentration: str = "") -> int:
    """Return the level of an Aptitude, 0 for a character without it."""
    level = character_sheet.aptitude(table.actors[actor], aptitude, concentration, table.lists)
    return level.level if level else 0


def need_weapon(table: Table, actor: str, name: str) -> Weapon:
    """Return a weapon of the character or of the group's list. Raises Refused for an unknown one."""
    return needed(character_sheet.weapon(table.actors[actor], name, table.lists), "no_such_weapon", weapon=name[:60])
