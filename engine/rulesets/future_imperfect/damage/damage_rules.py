"""Damage of a hit: dice, armed and unarmed blows, and what armour and cover leave (FI-DMG, FI-ARMOR, FI-COVER)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer
from engine.rulesets.future_imperfect.character.traits import Trait, damage_down, stepped, unarmed_die
from engine.rulesets.future_imperfect.settings import flag, number, word

UnarmedDamage = Literal["strength_check", "coordination_of_step_die"]


def damage_dice(dice: int, *, area_damage: int, location: str, bonus: int) -> tuple[CalculationStep, ...]:
    """Return the number of damage dice of a hit, all of the same reduced type (FI-DMG-1, FI-DMG-4, FI-ARMOR-11).

    To the weapon's dice an area weapon adds some at this distance (FI-AREA-1), and the location a bonus, except in
    explosions and falls (FI-HITLOC-8, FI-BOOM-4).
    """
    return effective_steps(
        CalculationStep(reason="weapon_dice", value=dice),
        CalculationStep(reason="area_damage", value=area_damage, params={"area": area_damage}),
        CalculationStep(reason="location_dice", value=bonus, params={"location": location}),
    )


def melee_damage(
    weapon: Sequence[int], strength: Sequence[int], plus: int, *, adds_strength: bool
) -> tuple[CalculationStep, ...]:
    """Return the damage of an armed blow: its dice, and Strength up to their sum (FI-DMG-6 to FI-DMG-8).

    Of the dice of the Strength check the highest counts, with the plus of their type once (FI-CORE-3); a weapon with an
    opponent inside its reach adds no Strength (FI-CLOSE-2).
    """
    swung = sum(weapon)
    pushed = max(strength, default=0) + plus if adds_strength else 0
    return effective_steps(
        CalculationStep(reason="weapon_damage", value=swung),
        CalculationStep(reason="strength", value=min(pushed, swung), params={"check": pushed}),
    )


def unarmed_damage(strength: Sequence[int], plus: int, *, unarmed_damage: UnarmedDamage) -> tuple[CalculationStep, ...]:
    """Return the damage of a bare-handed blow, without a cap (FI-DMG-8).

    The dice are those of the Strength check, of which the highest is kept with the plus of their type; or by the option
    as many dice of the unarmed damage step, which add up.
    """
    kept = max(strength, default=0) + plus if unarmed_damage == "strength_check" else sum(strength)
    return effective_steps(CalculationStep(reason="strength", value=kept, params={"check": kept}))


# ---- armour and cover ------------------------------------------------------------------------------------------------


class ArmourVerdict(StrEnum):
    """The result of an attack against armour: through, deflected by a layer (PN too low), or stopped (no die left)."""

    THROUGH = "through"
    DEFLECTED = "deflected"
    STOPPED = "stopped"


class ArmourResult(Frozen):
    """An attack behind all armour.

    Attributes:
        verdict: whether anything comes through; else the attack does nothing at all, Strength included (FI-ARMOR-5).
        sides: the damage die that is left; None when nothing comes through.
        steps: how many steps it was lowered in all.
        parts: the effect of each layer, from outside in, with the dice before and behind it; the last one ended the
            attack if nothing comes through.
    """

    verdict: ArmourVerdict
    sides: int | None
    steps: int
    parts: tuple[CalculationStep, ...]


class UnarmedResult(Frozen):
    """A bare-handed blow behind all armour.

    Attributes:
        passage: the result for the damage die that the hand counts as (FI-ARMOR-6).
        strength: the Strength to roll, its die lowered by as many steps; None when nothing comes through.
    """

    passage: ArmourResult
    strength: Trait | None


def effective_levels(value: int, pn: int | None, *, armor_min_step: int, equal_pn_stops: bool) -> int | None:
    """Return the steps by which one layer lowers the die, or None if it lets nothing through (FI-ARMOR-3, FI-COVER-2).

    Without a penetration the whole value counts. A pierced layer lowers the die by a minimum of steps; whether
    penetration equal to the value is too low is an option too.
    """
    if value <= 0:
        return 0
    if pn is None:
        return value
    if pn < value or (equal_pn_stops and pn == value):
        return None
    return max(armor_min_step, value - (pn - value))


def pass_armour(
    sides: int,
    pn: int | None,
    layers: Sequence[ArmourLayer],
    *,
    armor_min_step: int,
    equal_pn_stops: bool,
    armor_layers: str,
) -> ArmourResult:
    """Return the rest of a damage die behind all layers, from outside in (FI-ARMOR-2, FI-ARMOR-10, FI-ARMOR-11).

    The penetration is the same at each layer, and bonus dice use the remaining die. By the option `armor_layers` each
    layer counts on its own, or one layer with the sum of all values.
    """
    met = tuple(layer for layer in layers if layer.value > 0)
    if armor_layers == "sum" and len(met) > 1:
        met = (ArmourLayer(name=" + ".join(layer.name for layer in met), value=sum(layer.value for layer in met)),)
    left: int | None = sides
    steps = 0
    parts: list[CalculationStep] = []
    for layer in met:
        levels = effective_levels(layer.value, pn, armor_min_step=armor_min_step, equal_pn_stops=equal_pn_stops)
        if levels is None:
            parts.append(_part("armour_deflects", layer, pn, sides=left))
            return ArmourResult(verdict=ArmourVerdict.DEFLECTED, sides=None, steps=steps, parts=tuple(parts))
        before, left = left, damage_down(sides, steps + levels)
        steps += levels
        if left is None:
            parts.append(_part("armour_stops", layer, pn, steps=levels, sides=before))
            return ArmourResult(verdict=ArmourVerdict.STOPPED, sides=None, steps=steps, parts=tuple(parts))
        if levels:
            parts.append(_part("armour_lowers", layer, pn, steps=levels, sides=before, left=left))
    return ArmourResult(verdict=ArmourVerdict.THROUGH, sides=left, steps=steps, parts=tuple(parts))


def armour_passage(table: Table, sides: int, pn: int | None, layers: tuple[ArmourLayer, ...]) -> ArmourResult:
    """Return what is left of a weapon's damage die behind some layers, by the group's options."""
    return pass_armour(
        sides,
        pn,
        layers,
        armor_min_step=number(table, "armor_min_step"),
        equal_pn_stops=flag(table, "equal_pn_stops"),
        armor_layers=word(table, "armor_layers"),
    )


def pass_unarmed(
    strength: Trait,
    pn: int | None,
    layers: Sequence[ArmourLayer],
    *,
    armor_min_step: int,
    equal_pn_stops: bool,
    armor_layers: str,
) -> UnarmedResult:
    """Return the rest of a bare-handed blow behind all layers (FI-ARMOR-6, FI-ARMOR-7).

    Armour lowers the die that the hand counts as; the Strength that is rolled is lowered by as many steps. A hand
    has no penetration, unless the GM gives it one.
    """
    passage = pass_armour(
        unarmed_die(strength),
        pn,
        layers,
        armor_min_step=armor_min_step,
        equal_pn_stops=equal_pn_stops,
        armor_layers=armor_layers,
    )
    return UnarmedResult(
        passage=passage, strength=stepped(strength, -passage.steps) if passage.sides is not None else None
    )


def _part(reason: str, layer: ArmourLayer, pn: int | None, *, steps: int = 0, **more: int | None) -> CalculationStep:
    return CalculationStep(
        reason=reason, value=-steps, params={"layer": layer.name, "armour": layer.value, "pn": pn, **more}
    )
