"""Heat, ignition, burning, spread and smothering (CF-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.bodies import Chart, nearest
from engine.rulesets.classic_fantasy.damage import Damage, Reckoning
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen, replace

AttackKind = Literal["fire", "electrical"]
ALL = "all"


class FireRow(Frozen):
    """A row of CF-T-FIRE; `locations` are dice, or all."""

    intensity: int
    example: str
    rounds_to_ignite: str
    damage: str
    locations: str


class Smother(Frozen):
    """CF-FIRE-15 to CF-FIRE-17: what smothering takes, and what makes it easier."""

    skill: str
    action_points: int
    helped_steps: int
    gone_out_steps: int


class FireTables(Frozen):
    """The file `rules/burning.toml`."""

    rows: tuple[FireRow, ...]
    attack_burn: str
    ignite: Mapping[AttackKind, int]
    smother: Smother


@cache
def numbers() -> FireTables:
    """Return the numbers of fires."""
    found: FireTables = tables("burning", FireTables)
    return found


def row_of(intensity: int) -> FireRow:
    """Return what a fire of an intensity does (CF-FIRE-1, CF-FIRE-2). Raises Refused for one that there is not."""
    found = next((row for row in numbers().rows if row.intensity == intensity), None)
    if found is None:
        raise Refused("d100_no_intensity", "CF-FIRE-1", intensity=intensity, most=len(numbers().rows))
    return found


def nearest_row(intensity: int) -> FireRow:
    """Return the row of an intensity that somebody has written by hand: of one that there is not, the nearest."""
    return min(numbers().rows, key=lambda row: abs(row.intensity - intensity))


def example(intensity: int) -> Message:
    """Return what burns so hot, as a word."""
    return Message(key=f"d100.fire.{row_of(intensity).example}")


# ---- heat ------------------------------------------------------------------------------------------------------------


def exposed(chart: Chart, intensity: int, start: Collection[str], count: int = 1) -> tuple[str, ...]:
    """Return the locations that heat hurts: as many as are nearest to where it touches (CF-FIRE-3 to CF-FIRE-5).

    Args:
        chart: whose body.
        intensity: of the source.
        start: where it touches; the GM may name all of them.
        count: what the dice of the row came to.
    """
    if row_of(intensity).locations == ALL:
        return chart.names
    return nearest(chart, start)[: max(1, count)]


def heat(roll: int, *, natural: int, worn: int = 0, ignited: bool = True, settings: Settings = CATALOGUE) -> Damage:
    """Return what heat or burning does to the flesh of a location in a Round (CF-FIRE-2, CF-FIRE-8, CF-FIRE-14).

    Args:
        roll: what the dice came to.
        natural: Armor Points of a hide, which protect.
        worn: those of what is worn, which do not, unless the group says so until it burns itself (CF-AMB-26).
        ignited: what is worn there burns.
        settings: what the group has chosen.
    """
    reckoned = Reckoning()
    reckoned.add("heat", max(0, roll))
    reckoned.add("natural_armour", -natural, armour=natural)
    if settings.fire_worn_armor == "until_ignited" and not ignited:
        reckoned.add("armour", -worn, armour=worn)
    return reckoned.damage


def ignition_chance(damage: int, kind: AttackKind = "fire") -> int:
    """Return the per cent by which an attack sets alight what can burn; damage counts as rolled (CF-FIRE-10, -11)."""
    return max(0, damage) * numbers().ignite[kind]


def ignites(damage: int, d100: int, kind: AttackKind = "fire") -> bool:
    """Return whether it does: a plain percentage, and no skill (CF-FIRE-10, CF-FIRE-11, CF-AMB-28)."""
    return d100 <= ignition_chance(damage, kind)


def checks_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return how often that is thrown: once for a victim, or for each location that was hit (CF-AMB-28)."""
    return locations if settings.fire_ignite_check == "per_location" else min(1, locations)


# ---- burning ---------------------------------------------------------------------------------------------------------


class Flame(Frozen):
    """A location that burns.

    Attributes:
        location: where.
        intensity: of the fire; 0 for one that an attack has lit (CF-FIRE-12).
        fuel: hit points left of what burns there; None for what nobody counts (CF-FIRE-19).
        out: it has gone out, or eaten up what burnt.
        by_itself: it went out by itself, which makes smothering easier (CF-FIRE-13, CF-FIRE-17).
    """

    location: str
    intensity: int = 0
    fuel: int | None = None
    out: bool = False
    by_itself: bool = False


class Burnt(Frozen):
    """What a burning location does in a Round.

    Attributes:
        flame: what is left of it.
        item: what the thing takes that burns, its armour ignored (CF-FIRE-8).
        flesh: what the body takes under it.
    """

    flame: Flame
    item: int
    flesh: Damage


def burn_dice(flame: Flame) -> str:
    """Return what a burning location throws each Round (CF-FIRE-8, CF-FIRE-12)."""
    return row_of(flame.intensity).damage if flame.intensity else numbers().attack_burn


def burn(flame: Flame, roll: int, *, natural: int, worn: int = 0, settings: Settings = CATALOGUE) -> Burnt:
    """Return what a location's fire does at the start of a Round (CF-FIRE-8, CF-FIRE-12 to -14, CF-FIRE-19, 2.16).

    Args:
        flame: the fire.
        roll: what its dice came to.
        natural: Armor Points of a hide.
        worn: those of what is worn; it burns, so that they are none.
        settings: what the group has chosen.
    """
    roll = max(0, roll)
    if flame.out:
        return Burnt(flame=flame, item=0, flesh=heat(0, natural=0))
    if not flame.intensity and not roll:
        return Burnt(flame=replace(flame, out=True, by_itself=True), item=0, flesh=heat(0, natural=0))
    fuel = None if flame.fuel is None else max(0, flame.fuel - roll)
    burnt = replace(flame, fuel=fuel, out=fuel == 0)
    flesh = heat(roll, natural=natural, worn=worn, ignited=True, settings=settings)
    return Burnt(flame=burnt, item=roll, flesh=flesh)


def spread_to(
    chart: Chart, burning: Sequence[Flame], chosen: Sequence[str] = (), *, settings: Settings = CATALOGUE
) -> tuple[str, ...]:
    """Return the new locations that an uncontrolled fire takes in a Round (CF-FIRE-9, CF-AMB-27).

    As many as it is intense, those beside it first, until none is left. What an attack has lit spreads where the group
    says how hot it is.

    Args:
        chart: whose body.
        burning: all flames on it; the hottest counts.
        chosen: what the GM wants instead, as far as it goes.
        settings: what the group has chosen.
    """
    alight = [flame.location for flame in burning if not flame.out]
    if not alight:
        return ()
    count = max(flame.intensity or settings.fire_attack_spread for flame in burning if not flame.out)
    order = dict.fromkeys((*chosen, *nearest(chart, alight)))
    return tuple(name for name in order if name in chart.names and name not in alight)[:count]


# ---- smothering ------------------------------------------------------------------------------------------------------


def smother_bearings(*, helped: bool, burning: Sequence[Flame] = ()) -> tuple[Bearing, ...]:
    """Return what makes smothering easier: help, once, and each fire that went out by itself (CF-FIRE-16, -17)."""
    table = numbers().smother
    gone = sum(flame.by_itself for flame in burning)
    found = (
        Bearing(reason="smother_helped", steps=table.helped_steps if helped else 0),
        Bearing(reason="smother_gone_out", steps=table.gone_out_steps * gone, params={"fires": gone}),
    )
    return tuple(bearing for bearing in found if bearing.steps)


def check_smother(*, prone: bool, action_points: int, tried: bool) -> None:
    """Raise Refused unless somebody can smother the flames: prone, for an Action Point, once a Turn (CF-FIRE-15)."""
    if not prone:
        raise Refused("d100_smother_prone", "CF-FIRE-15")
    if tried:
        raise Refused("d100_smother_once", "CF-FIRE-15")
    if action_points < numbers().smother.action_points:
        raise Refused("d100_smother_action", "CF-FIRE-15")


def smothered(burning: Sequence[Flame], first: str = "", *, settings: Settings = CATALOGUE) -> tuple[Flame, ...]:
    """Return the flames after a success: all out, or the one that was meant (CF-FIRE-15, CF-AMB-30)."""
    alight = [flame.location for flame in burning if not flame.out]
    out = alight if settings.fire_smother == "all" else [first] if first in alight else alight[:1]
    return tuple(replace(flame, out=True) if flame.location in out else flame for flame in burning)
