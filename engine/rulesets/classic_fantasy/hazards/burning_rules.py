"""Heat, ignition, burning, spread and smothering (CF-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage, DamageCalculation
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitChart, nearest_locations

FireAttackKind = Literal["fire", "electrical"]
ALL = "all"


class FireRow(Frozen):
    """A row of CF-T-FIRE; `locations` are dice, or all."""

    intensity: int
    rounds_to_ignite: str
    damage: str
    locations: str


class SmotherTable(Frozen):
    """CF-FIRE-15 to CF-FIRE-17: the skill and the cost of smothering, and its modifiers."""

    skill: str
    action_points: int
    helped_steps: int
    gone_out_steps: int


class FireTables(Frozen):
    """The file `rules/burning.toml`."""

    rows: tuple[FireRow, ...]
    attack_burn: str
    ignite: Mapping[FireAttackKind, int]
    smother: SmotherTable


numbers = rules_table(RULESET, "burning", FireTables)
"""The numbers of fires."""


def row_of(intensity: int) -> FireRow:
    """Return the row of an intensity (CF-FIRE-1, CF-FIRE-2). Raises Refused for an unknown one."""
    fire_row = next((row for row in numbers().rows if row.intensity == intensity), None)
    if fire_row is None:
        raise Refused("d100_no_intensity", "CF-FIRE-1", intensity=intensity, most=len(numbers().rows))
    return fire_row


def nearest_row(intensity: int) -> FireRow:
    """Return the row of an intensity, or the nearest one for an intensity set by hand that has no row."""
    return min(numbers().rows, key=lambda row: abs(row.intensity - intensity))


# ---- heat ------------------------------------------------------------------------------------------------------------


def exposed(chart: HitChart, intensity: int, start: Collection[str], count: int = 1) -> tuple[str, ...]:
    """Return the locations that heat hurts: those nearest to its start (CF-FIRE-3 to CF-FIRE-5).

    The GM may name all of them in `start`; `count` is the total of the dice of the row.
    """
    if row_of(intensity).locations == ALL:
        return chart.names
    return nearest_locations(chart, start)[: max(1, count)]


def heat(roll: int, *, natural: int, worn: int = 0, ignited: bool = True, settings: Settings = CATALOGUE) -> Damage:
    """Return the damage of heat or burning to the flesh of a location in a Round (CF-FIRE-2, CF-FIRE-8, CF-FIRE-14).

    A hide protects; worn armour only by a group rule, and until it has `ignited` (CF-AMB-26).
    """
    calculation = DamageCalculation()
    calculation.add("heat", max(0, roll))
    calculation.add("natural_armour", -natural, armour=natural)
    if settings.fire_worn_armor == "until_ignited" and not ignited:
        calculation.add("armour", -worn, armour=worn)
    return calculation.damage


def ignition_chance(damage: int, kind: FireAttackKind = "fire") -> int:
    """Return the per cent chance of an attack to ignite its target, by the rolled damage (CF-FIRE-10, CF-FIRE-11)."""
    return max(0, damage) * numbers().ignite[kind]


def ignites(damage: int, d100: int, kind: FireAttackKind = "fire") -> bool:
    """Return whether an attack ignites its target: a plain percentage, no skill (CF-FIRE-10, CF-FIRE-11, CF-AMB-28)."""
    return d100 <= ignition_chance(damage, kind)


def checks_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the number of ignition rolls: one for a victim, or one for each location that was hit (CF-AMB-28)."""
    return locations if settings.fire_ignite_check == "per_location" else min(1, locations)


# ---- burning ---------------------------------------------------------------------------------------------------------


class Flame(Frozen):
    """A location that burns.

    Attributes:
        location: the location that burns.
        intensity: the intensity of the fire; 0 for one that an attack has lit (CF-FIRE-12).
        fuel: hit points left of the burning item; None if they are not counted (CF-FIRE-19).
        out: the flame has gone out, or has burnt all its fuel.
        by_itself: it went out by itself, which makes smothering easier (CF-FIRE-13, CF-FIRE-17).
    """

    location: str
    intensity: int = 0
    fuel: int | None = None
    out: bool = False
    by_itself: bool = False


class BurnResult(Frozen):
    """The result of a burning location in a Round: the flame that is left, and the damage to the body under it.

    `item` is the damage to the burning item, without its armour (CF-FIRE-8).
    """

    flame: Flame
    item: int
    flesh: Damage


def burn_dice(flame: Flame) -> str:
    """Return the dice of a burning location each Round (CF-FIRE-8, CF-FIRE-12)."""
    return row_of(flame.intensity).damage if flame.intensity else numbers().attack_burn


def burn(flame: Flame, roll: int, *, natural: int, worn: int = 0, settings: Settings = CATALOGUE) -> BurnResult:
    """Return the result of a burning location at the start of a Round (CF-FIRE-8, CF-FIRE-12 to -14, CF-FIRE-19, 2.16).

    The worn armour there burns, so that it does not protect.
    """
    roll = max(0, roll)
    if flame.out:
        return BurnResult(flame=flame, item=0, flesh=heat(0, natural=0))
    if not flame.intensity and not roll:
        return BurnResult(flame=replace(flame, out=True, by_itself=True), item=0, flesh=heat(0, natural=0))
    fuel = None if flame.fuel is None else max(0, flame.fuel - roll)
    flame_left = replace(flame, fuel=fuel, out=fuel == 0)
    flesh = heat(roll, natural=natural, worn=worn, ignited=True, settings=settings)
    return BurnResult(flame=flame_left, item=roll, flesh=flesh)


def spread_to(
    chart: HitChart, burning: Sequence[Flame], chosen: Sequence[str] = (), *, settings: Settings = CATALOGUE
) -> tuple[str, ...]:
    """Return the new locations that an uncontrolled fire takes in a Round (CF-FIRE-9, CF-AMB-27).

    Their number is the intensity of the hottest flame; the nearest ones come first. A fire that an attack has lit
    spreads by the number that the group has set. Locations that the GM has `chosen` come before these.
    """
    alight = [flame.location for flame in burning if not flame.out]
    if not alight:
        return ()
    count = max(flame.intensity or settings.fire_attack_spread for flame in burning if not flame.out)
    order = dict.fromkeys((*chosen, *nearest_locations(chart, alight)))
    return tuple(name for name in order if name in chart.names and name not in alight)[:count]


# ---- smothering ------------------------------------------------------------------------------------------------------


def smother_bearings(*, helped: bool, burning: Sequence[Flame] = ()) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of smothering: help, once, and each fire that went out by itself (CF-FIRE-16, -17)."""
    table = numbers().smother
    gone_out = sum(flame.by_itself for flame in burning)
    bearings = (
        DifficultyModifier(reason="smother_helped", steps=table.helped_steps if helped else 0),
        DifficultyModifier(
            reason="smother_gone_out", steps=table.gone_out_steps * gone_out, params={"fires": gone_out}
        ),
    )
    return tuple(bearing for bearing in bearings if bearing.steps)


def check_smother(*, prone: bool, action_points: int, tried: bool) -> None:
    """Raise Refused unless a character can smother flames: prone, with an Action Point, once a Turn (CF-FIRE-15)."""
    if not prone:
        raise Refused("d100_smother_prone", "CF-FIRE-15")
    if tried:
        raise Refused("d100_smother_once", "CF-FIRE-15")
    if action_points < numbers().smother.action_points:
        raise Refused("d100_smother_action", "CF-FIRE-15")


def smothered(burning: Sequence[Flame], first: str = "", *, settings: Settings = CATALOGUE) -> tuple[Flame, ...]:
    """Return the flames after a success: all out, or only the chosen one (CF-FIRE-15, CF-AMB-30)."""
    alight = [flame.location for flame in burning if not flame.out]
    extinguished = alight if settings.fire_smother == "all" else [first] if first in alight else alight[:1]
    return tuple(replace(flame, out=True) if flame.location in extinguished else flame for flame in burning)
