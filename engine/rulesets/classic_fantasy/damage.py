"""What gets through of a blow: the four fixed steps, each told (CF-DMG)."""

from __future__ import annotations

from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.parts import Part, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.table.frozen import Frozen

Parry = Literal["all", "half", "none"]
"""How much of the damage a parry stops (CF-X-28)."""


class Damage(Frozen):
    """What a blow does to a location.

    Attributes:
        value: hit points lost; 0 is no wound at all (CF-DMG-6).
        parts: what it is made of, in the order in which it was reckoned.
    """

    value: int
    parts: tuple[Part, ...]


def parry_of(parrying: str, attacking: str) -> Parry:
    """Return what a successful parry stops, by the sizes of the two weapons (CF-DMG-4, CF-X-28, CF-TRAP-14)."""
    table = numbers()
    for size in (parrying, attacking):
        if size not in table.sizes:
            raise Refused("d100_no_size", "CF-X-28", size=size[:40], known=list(table.sizes))
    smaller = max(0, table.sizes.index(attacking) - table.sizes.index(parrying))
    return table.parries[min(smaller, len(table.parries) - 1)]


def armour_points(worn: int, natural: int) -> int:
    """Return the Armor Points of a location: what is worn and a tough hide add up (CF-HITLOC-6, CF-X-29)."""
    return worn + natural


def resolve_hit(
    base: int,
    *,
    dm: int = 0,
    magic: int = 0,
    parry: Parry = "none",
    armour: int = 0,
    settings: Settings = CATALOGUE,
) -> Damage:
    """Return what a hit comes to: base, modifier, magic, parry, armour, in this order alone (CF-DMG-1 to CF-DMG-5).

    No step leaves less than nothing, so that magic still hurts where weakness took all of the blow (CF-AMB-52).

    Args:
        base: what the weapon's dice came to.
        dm: what the attacker's Damage Modifier came to.
        magic: what magic on the weapon adds or takes.
        parry: what a parry stops.
        armour: Armor Points of the location.
        settings: what the group has chosen.
    """
    reckoned = Reckoning()
    reckoned.add("weapon_damage", base)
    reckoned.add("damage_modifier", dm)
    reckoned.add("magic_damage", magic)
    if parry != "none":
        kept = 0 if parry == "all" else halved(reckoned.value, settings)
        reckoned.add(f"parry_{parry}", kept - reckoned.value)
    reckoned.add("armour", -armour, armour=armour)
    return reckoned.damage


def halved(value: int, settings: Settings = CATALOGUE) -> int:
    """Return what is left of damage of which half is stopped (CF-DMG-4, CF-AMB-53)."""
    return value // 2 if settings.damage_parry_half == "down" else -(-value // 2)


class Reckoning:
    """Damage while it is reckoned: no step leaves less than nothing, and what is held there is told (CF-AMB-52)."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    @property
    def value(self) -> int:
        """What it comes to so far."""
        return total(self._parts)

    @property
    def damage(self) -> Damage:
        """What it comes to in the end."""
        return Damage(value=self.value, parts=tuple(self._parts))

    def add(self, reason: str, value: int, **params: int | str) -> None:
        """Take one step."""
        if value or not self._parts:
            self._parts.append(Part(reason=reason, value=value, params=params))
        if self.value < 0:
            self._parts.append(Part(reason="not_below_0", value=-self.value))


def check_thrown(dice: str, value: int, *rules: str) -> int:
    """Return what dice came to together. Raises Refused for what they cannot come to."""
    read = mixed(dice)
    if not read.least <= value <= read.most:
        raise Refused("d100_not_thrown", *rules, dice=dice, value=value, least=read.least, most=read.most)
    return value
