"""Damage of a hit: its dice, and the damage of armed and unarmed blows (FI-DMG)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps

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
