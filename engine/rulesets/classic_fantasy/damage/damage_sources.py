"""Damage of a blow by its source: the steps in their order, with the numbers as they are (CF-DMG, CF-FALL)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.draft import Draft
from engine.model.table import Table
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.damage import damage_rules
from engine.rulesets.classic_fantasy.damage.damage_hooks import DAMAGE_HOOKS, DamageSource
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.settings import settings_of


def source_of(process: DamageProcess) -> DamageSource:
    """Return the damage source of the present harm."""
    return DAMAGE_HOOKS.features.sources[process.harm.source]


def dice_of_blow(process: DamageProcess) -> tuple[str, ...]:
    """Return the dice of the present harm in writing: of the damage, and of the Damage Modifier."""
    return tuple(dice for dice in (process.harm.dice, process.harm.modifier) if dice and dice != "0")


def throw_blow(draft: Draft, process: DamageProcess, blows: Sequence[Blow], index: int) -> Blow:
    """Throw the dice of one blow; some sources throw once for all blows (CF-AMB-16, CF-AMB-21).

    Args:
        draft: the draft to write to.
        process: the harm.
        blows: all its blows; those before this one have been thrown.
        index: which blow.
    """
    return source_of(process).throw(draft, process, blows, index)


def damage_of(table: Table, process: DamageProcess, index: int) -> Damage:
    """Return the damage of a blow as its numbers are, with its calculation (CF-DMG-5)."""
    ruled = process.blows[index].ruled
    if ruled is not None and process.blows[index].base is None:
        return Damage(value=ruled, parts=(D100Step(reason="ruled", value=ruled),))
    calculated = source_of(process).damage(table, process, index)
    if ruled is None:
        return calculated
    return Damage(value=ruled, parts=(*calculated.parts, D100Step(reason="ruled", value=ruled - calculated.value)))


def armour_against(blow: Blow) -> int:
    """Return the Armor Points that protect the location of a blow."""
    return damage_rules.armour_points(blow.worn, blow.natural)


def weapon_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    """Return the damage of a weapon, or of anything else that strikes (CF-DMG-1 to CF-DMG-5)."""
    blow = process.blows[index]
    return damage_rules.resolve_hit(
        blow.base or 0,
        dm=blow.modifier,
        magic=blow.magic,
        parry=blow.parry,
        armour=0 if process.harm.ignores_armour else armour_against(blow),
        settings=settings_of(table),
    )


WEAPON = DamageSource(weapon_damage)
