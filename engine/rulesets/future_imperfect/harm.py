"""What a hit does: damage, wounds, Wind, the stun check, bleeding, the end (FI-DMG, FI-WOUND, FI-STUN, FI-WIND)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.locations import Chart
from engine.rulesets.future_imperfect.measures import whole_times
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.table.frozen import Frozen

Overflow = Literal["lost", "to_guts"]
StunLevel = Literal["location_after", "wounds_inflicted"]
MultiAreaStun = Literal["highest_once", "each_area"]
BleedStack = Literal["sum", "worst_only"]
UnarmedDamage = Literal["strength_check", "coordination_of_step_die"]
Stopped = Literal["", "armour", "cover"]
"""What kept a hit from the body, if anything did."""
Source = Literal["continuing", "hit", "limb_hit"]
"""What takes Wind: bleeding, smoke, water or fire; a hit; a hit on a limb (FI-DEATH-2, FI-WOUND-6)."""
Checked = Literal["passed", "stunned", "unconscious"]
Breath = Literal["well", "winded", "ask", "dead"]


class LevelRow(Frozen):
    """One row of T-12 and T-13: a wound level, what it takes from rolls, its TN, the Wind that it bleeds a round."""

    name: str
    modifier: int
    tn: int
    bleeds: int


class NonlethalTable(Frozen):
    """T-25."""

    wind_per_level: int
    levels_per_wound: int


class HealingTable(Frozen):
    """FI-HEAL."""

    limit_minutes: int
    general_up_to: int
    wind_tn: int
    wind_minutes: int
    wind_per_minute: int
    wake_tn: int
    natural_days: int


class HarmTables(Frozen):
    """The file `rules/harm.toml`."""

    levels: tuple[LevelRow, ...]
    wind_only_tn: int
    wind_sides: int
    unconscious_sides: int
    nonlethal: NonlethalTable
    healing: HealingTable


@cache
def numbers() -> HarmTables:
    """Return the numbers of wounds and healing."""
    found: HarmTables = tables("harm", HarmTables)
    return found


class Nonlethal(Frozen):
    """What a blow comes to that is not meant to kill.

    Attributes:
        wounds: real levels to mark; chips may cancel them (FI-FATE-15).
        wind: Wind lost outright, in place of all dice for this hit.
        wind_dice: open-ended dice of Wind, where the group has a light blow cost some.
    """

    wounds: int
    wind: int
    wind_dice: int = 0


class Marked(Frozen):
    """Wounds after some were marked.

    Attributes:
        levels: by area; areas without a wound may be missing.
        lost: how many found no room (FI-WOUND-8).
    """

    levels: Mapping[str, int]
    lost: int = 0


class Wounding(Frozen):
    """What one source did to one area: the levels it inflicted, and the level the area has reached."""

    inflicted: int
    after: int


def row_of(level: int) -> LevelRow:
    """Return the row of a wound level from 1 on; more than the worst counts as the worst (T-12, FI-WOUND-1)."""
    rows = numbers().levels
    return rows[min(level, len(rows)) - 1]


def is_maimed(level: int) -> bool:
    """Return whether a level is the worst there is (FI-WOUND-1)."""
    return level >= len(numbers().levels)


# ---- damage


def damage_dice(dice: int, *, area_damage: int, location: str, bonus: int) -> tuple[Part, ...]:
    """Return how many damage dice a hit throws, all of the same reduced type (FI-DMG-1, FI-DMG-4, FI-ARMOR-11).

    Args:
        dice: the weapon's own.
        area_damage: what an area weapon adds at this distance (FI-AREA-1).
        location: where it lands, for the words.
        bonus: what that place adds; 0 for explosions and falls (FI-HITLOC-8, FI-BOOM-4).
    """
    return counting(
        Part(reason="weapon_dice", value=dice),
        Part(reason="area_damage", value=area_damage, params={"area": area_damage}),
        Part(reason="location_dice", value=bonus, params={"location": location}),
    )


def melee_damage(weapon: Sequence[int], strength: Sequence[int], plus: int, *, adds_strength: bool) -> tuple[Part, ...]:
    """Return what a blow with a weapon comes to: its dice, and Strength up to their sum (FI-DMG-6 to FI-DMG-8).

    Args:
        weapon: what each weapon die came to, those for vitals and head among them.
        strength: what each die of the Strength check came to; the highest counts.
        plus: what the Strength die type adds, once (FI-CORE-3).
        adds_strength: False for a weapon that somebody has got inside of (FI-CLOSE-2).
    """
    swung = sum(weapon)
    pushed = max(strength, default=0) + plus if adds_strength else 0
    return counting(
        Part(reason="weapon_damage", value=swung),
        Part(reason="strength", value=min(pushed, swung), params={"check": pushed}),
    )


def unarmed_damage(strength: Sequence[int], plus: int, *, unarmed_damage: UnarmedDamage) -> tuple[Part, ...]:
    """Return what a blow with the empty hand comes to, without a cap (FI-DMG-8).

    Args:
        strength: what each die came to: of the Strength check, or as many of the unarmed damage step.
        plus: what the Strength die type adds to its check.
        unarmed_damage: which of the two was thrown. The check keeps its highest die, damage dice are added up.
    """
    kept = max(strength, default=0) + plus if unarmed_damage == "strength_check" else sum(strength)
    return counting(Part(reason="strength", value=kept, params={"check": kept}))


# ---- wounds


def wounds_of(damage: int, size: float) -> int:
    """Return how many wound levels damage does to a body of a Size: a level for each full Size (FI-DMG-5)."""
    return whole_times(max(0, damage), size)


def wind_dice(inflicted: int, *, cancelled: int, stopped: Stopped, wind_on_negated: bool) -> int:
    """Return how many dice of Wind a hit costs: one a level, one where there was none (FI-WIND-1 to FI-WIND-4).

    Levels that find no room on the body count too (FI-WOUND-8).

    Args:
        inflicted: wound levels by the damage.
        cancelled: how many of them chips took away, before this.
        stopped: what kept the hit from the body. Cover that does leaves no effect at all (FI-COVER-2).
        wind_on_negated: whether a hit that armour or chips undid costs a die all the same.
    """
    if stopped:
        return int(wind_on_negated and stopped == "armour")
    left = max(0, inflicted - cancelled)
    return int(wind_on_negated) if inflicted and not left else left or 1


def nonlethal(levels: int, *, brawl_min_wind: int) -> Nonlethal:
    """Return what wound levels become that were not meant: Wind, and a real wound for every second (FI-BRAWL-1 to -3).

    Args:
        levels: wound levels by the damage, of bare hands or a light club (FI-BRAWL-4 for heavy ones).
        brawl_min_wind: how many dice of Wind a blow costs that did no level.
    """
    table = numbers().nonlethal
    return Nonlethal(
        wounds=levels // table.levels_per_wound,
        wind=levels * table.wind_per_level,
        wind_dice=0 if levels else brawl_min_wind,
    )


def mark(chart: Chart, levels: Mapping[str, int], area: str, wounds: int, *, overflow: Overflow) -> Marked:
    """Return the wounds after more were taken; they add up within an area alone (FI-WOUND-1 to FI-WOUND-3, FI-WOUND-8).

    Args:
        chart: whose body.
        levels: by area, as they stand.
        area: where the hit landed.
        wounds: how many levels.
        overflow: what becomes of those beyond the worst level: lost, or marked on the guts.
    """
    had = levels.get(area, 0)
    taken = min(wounds, chart.boxes - had)
    marked, lost = {**levels, area: had + taken}, wounds - taken
    if lost and overflow == "to_guts":
        return mark(chart, marked, chart.core, lost, overflow="lost")
    return Marked(levels=marked, lost=lost)


def wound_part(levels: Mapping[str, int]) -> Part | None:
    """Return what wounds take from every roll but effect totals: the worst area's, never the sum (FI-WOUND-9, -10)."""
    worst = max(levels.values(), default=0)
    return Part(reason="wounds", value=row_of(worst).modifier, params={"level": row_of(worst).name}) if worst else None


# ---- stun


def stun_tn(hit: Wounding, *, stun_level: StunLevel, stun_on_wind_only: bool, wind_lost: bool = True) -> int | None:
    """Return the TN of the stun check that a hit calls for, or None (FI-STUN-1, FI-STUN-2).

    Args:
        hit: the levels marked, and the area's level now.
        stun_level: which of the two counts.
        stun_on_wind_only: whether a hit that cost nothing but Wind calls for one too.
        wind_lost: the hit cost Wind.
    """
    if not hit.inflicted:
        return numbers().wind_only_tn if wind_lost and stun_on_wind_only else None
    return row_of(hit.after if stun_level == "location_after" else hit.inflicted).tn


def stun_tns(
    hits: Sequence[Wounding],
    *,
    stun_level: StunLevel,
    stun_on_wind_only: bool,
    multi_area_stun: MultiAreaStun,
) -> tuple[int, ...]:
    """Return the TNs of the checks after a blast, a fall or fire, which hurt several areas at once (FI-STUN-2)."""
    asked = (stun_tn(hit, stun_level=stun_level, stun_on_wind_only=stun_on_wind_only) for hit in hits)
    found = tuple(tn for tn in asked if tn is not None)
    return (max(found),) if found and multi_area_stun == "highest_once" else found


def recovery_tn(levels: Mapping[str, int]) -> int:
    """Return the TN of coming to oneself again: by the worst wound, or that of Wind alone (FI-STUN-5, T-13)."""
    worst = max(levels.values(), default=0)
    return row_of(worst).tn if worst else numbers().wind_only_tn


def stun_result(total: int, tn: int, *, bust: bool) -> Checked:
    """Return what a stun or recovery check came to (FI-STUN-3, FI-STUN-4, FI-STUN-6)."""
    if bust:
        return "unconscious"
    return "passed" if total >= tn else "stunned"


# ---- bleeding and the end


def bleeding_parts(levels: Mapping[str, int], stopped: Collection[str], *, bleed_stack: BleedStack) -> tuple[Part, ...]:
    """Return the Wind that wounds cost at the end of a round, area by area (FI-BLEED-1 to FI-BLEED-3).

    Args:
        levels: by area.
        stopped: areas whose bleeding was stopped and that were not wounded since.
        bleed_stack: whether the areas add up, or the worst alone counts.
    """
    parts = [
        Part(reason="bleeding", value=row_of(level).bleeds, params={"area": area, "level": row_of(level).name})
        for area, level in levels.items()
        if level and area not in stopped
    ]
    if bleed_stack == "worst_only":
        parts = sorted(parts, key=lambda part: part.value, reverse=True)[:1]
    return counting(*parts)


def breath(wind: int, start: int, source: Source) -> Breath:
    """Return what a loss of Wind left somebody in (FI-WIND-5, FI-WIND-6, FI-DEATH-1, FI-DEATH-2, FI-WOUND-6).

    At 0 or less one is winded. At minus the starting Wind what goes on and on kills; after a hit the Master is asked;
    a hit on a limb never kills by itself.

    Args:
        wind: the Wind now.
        start: the Wind at full.
        source: what took it.
    """
    if wind > 0:
        return "well"
    if wind > -start or source == "limb_hit":
        return "winded"
    return "dead" if source == "continuing" else "ask"


def maimed(chart: Chart, levels: Mapping[str, int], *, deadly: bool) -> tuple[str, ...]:
    """Return areas that are maimed (FI-WOUND-4, FI-WOUND-5, FI-DEATH-3).

    Args:
        chart: whose body.
        levels: by area.
        deadly: those of which one normally dies, head and guts; else the others, limbs that are gone for good.
    """
    return tuple(area for area in chart.areas if is_maimed(levels.get(area, 0)) and (area in chart.deadly) is deadly)
