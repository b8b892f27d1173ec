"""The damage that gets through: the four fixed steps, each with its calculation (CF-DMG)."""

from __future__ import annotations

from typing import Literal

from engine.kit.damage.damage_steps import Damage as Damage
from engine.kit.damage.damage_steps import DamageSteps
from engine.messages.refusal import Refused
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers

Parry = Literal["all", "half", "none"]
"""The part of the damage that a parry stops (CF-X-28)."""


class DamageCalculation(DamageSteps):
    """Damage while it is calculated, with this game's sentences; a cut at 0 is part of it (CF-AMB-52, CF-DMG-6)."""

    def __init__(self) -> None:
        super().__init__(D100Step)


def parry_stops(parrying: str, attacking: str) -> Parry:
    """Return how much a successful parry stops, by the sizes of the two weapons (CF-DMG-4, CF-X-28, CF-TRAP-14)."""
    table = numbers()
    for size in (parrying, attacking):
        if size not in table.sizes:
            raise Refused("d100_no_size", "CF-X-28", size=size[:40], known=list(table.sizes))
    smaller = max(0, table.sizes.index(attacking) - table.sizes.index(parrying))
    return table.parries[min(smaller, len(table.parries) - 1)]


def armour_points(worn: int, natural: int) -> int:
    """Return the Armor Points of a location: worn armour and a tough hide add up (CF-HITLOC-6, CF-X-29)."""
    return worn + natural


def resolve_hit(
    base: int, *, dm: int = 0, magic: int = 0, parry: Parry = "none", armour: int = 0, settings: Settings = CATALOGUE
) -> Damage:
    """Return the damage of a hit: base, modifier, magic, parry, armour, in exactly this order (CF-DMG-1 to CF-DMG-5).

    No step goes below 0, so that magic still hurts if a negative modifier, `dm`, took all of the blow (CF-AMB-52).
    """
    calculation = DamageCalculation()
    calculation.add("weapon_damage", base)
    calculation.add("damage_modifier", dm)
    calculation.add("magic_damage", magic)
    if parry != "none":
        unparried = 0 if parry == "all" else halved(calculation.value, settings)
        calculation.add(f"parry_{parry}", unparried - calculation.value)
    calculation.add("armour", -armour, armour=armour)
    return calculation.damage


def halved(value: int, settings: Settings = CATALOGUE) -> int:
    """Return damage of which half is stopped (CF-DMG-4, CF-AMB-53)."""
    return value // 2 if settings.damage_parry_half == "down" else -(-value // 2)
