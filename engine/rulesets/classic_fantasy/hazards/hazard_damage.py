"""Damage sources: falls, falling objects, heat, and hazards that the group has made up (CF-FALL, CF-FIRE)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.damage.damage_sources import (
    DamageSource,
    armour_against,
    throw_modifier,
    weapon_damage,
)
from engine.rulesets.classic_fantasy.hazards import burning_rules, custom_hazard_rules, falling_rules
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import wound_rules


def _throw_fall(draft: Draft, process: DamageProcess, blows: Sequence[Blow], index: int) -> Blow:
    """Throw for one location of a fall; where it is thrown once, the others take the first result (CF-AMB-16)."""
    settings, blow = settings_of(draft.table), blows[index]
    if index >= falling_rules.rolls_wanted(len(blows), settings=settings):
        return replace(blow, base=blows[0].base, modifier=blows[0].modifier)
    base = throw(draft, process.harm.dice)
    if index >= falling_rules.modifiers_wanted(len(blows), settings=settings):
        return replace(blow, base=base, modifier=0)
    return replace(blow, base=base, modifier=throw_modifier(draft, process))


def _fall_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    settings, count = settings_of(table), len(process.blows)
    rolls = [blow.base or 0 for blow in process.blows][: falling_rules.rolls_wanted(count, settings=settings)]
    modifiers = [blow.modifier for blow in process.blows][: falling_rules.modifiers_wanted(count, settings=settings)]
    damage = falling_rules.fall_damage(count, rolls, modifiers, acrobatics=process.harm.acrobatics, settings=settings)
    return damage[index]


def _lay_prone_after_fall(draft: Draft, process: DamageProcess) -> None:
    """Lay a character prone after a fall that has hurt it, unless Acrobatics keeps it on its feet (CF-FALL-10)."""
    actor = process.harm.actor
    levels = tuple(level for level in wound_rules.LEVELS if level in process.worst)
    prone = bool(process.blows) and falling_rules.lands_prone(levels, acrobatics=process.harm.acrobatics)
    if prone and not draft.table.actors[actor].has_condition(character_conditions.PRONE):
        character_conditions.lay(draft, actor, character_conditions.PRONE)
        add_log_line(draft, actor, "d100_lies_prone", "CF-FALL-10")


def _object_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    blow = process.blows[index]
    return falling_rules.object_damage(blow.base or 0, armour_against(blow), settings=settings_of(table))


def _heat_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    blow = process.blows[index]
    alight = {
        character_conditions.place_of(burning)
        for burning in table.actors[process.harm.actor].conditions_named(character_conditions.BURNING)
    }
    ignited = process.harm.ignited or blow.location in alight
    return burning_rules.heat(
        blow.base or 0, natural=blow.natural, worn=blow.worn, ignited=ignited, settings=settings_of(table)
    )


def _custom_hazard_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    harm, blow = process.harm, process.blows[index]
    if harm.hazard is None or harm.step is None:
        return weapon_damage(table, process, index)
    return custom_hazard_rules.hazard_damage(
        harm.hazard, harm.step, blow.base or 0, worn=blow.worn, natural=blow.natural
    )


FALL = DamageSource(_fall_damage, throw=_throw_fall, over=_lay_prone_after_fall)
FALLING_OBJECT = DamageSource(_object_damage)
HEAT = DamageSource(_heat_damage)
CUSTOM_HAZARD = DamageSource(_custom_hazard_damage)
