"""Breath that runs out, and what comes then (CF-ASPHYX)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from engine.rulesets.classic_fantasy.clock import Entry, units
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.fatigue import bearing, dead
from engine.rulesets.classic_fantasy.grades import Chance, Level, chance
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen


class BreathTable(Frozen):
    """What Endurance is divided by for the seconds of a breath."""

    prepared: int
    passive: int
    strenuous: int
    prepared_strenuous_half: int


class Lasting(Frozen):
    """What the GM is offered to let stay (CF-ASPHYX-11)."""

    levels: int


class AsphyxiaTables(Frozen):
    """The file `rules/asphyxia.toml`."""

    breath: BreathTable
    levels: Mapping[Level, str]
    lasting: Lasting


@cache
def numbers() -> AsphyxiaTables:
    """Return the numbers of breath."""
    found: AsphyxiaTables = tables("asphyxia", AsphyxiaTables)
    return found


def breath(
    endurance: int,
    *,
    prepared: bool,
    strenuous: bool,
    fatigue: int = 0,
    settings: Settings = CATALOGUE,
) -> tuple[Part, ...]:
    """Return for how many seconds a breath lasts (CF-ASPHYX-1 to CF-ASPHYX-3).

    Args:
        endurance: the skill.
        prepared: the lungs could be filled.
        strenuous: in strenuous activity.
        fatigue: the level, which shortens it where the group wants that.
        settings: the group's choices.
    """
    table = numbers().breath
    if prepared:
        halved = strenuous and settings.asphyx_strenuous_prepared == "half"
        reason, share = "breath_prepared", table.prepared_strenuous_half if halved else table.prepared
    else:
        reason = "breath_strenuous" if strenuous else "breath_passive"
        share = table.strenuous if strenuous else table.passive
    skill = tuple[Part, ...]((Part(reason="skill", value=endurance),))
    if settings.asphyx_breath_uses_grade:
        found = bearing(fatigue)
        skill = chance(endurance, bearings=() if found is None else (found,), settings=settings).parts
    whole = total(skill)
    return (*skill, *counting(Part(reason=reason, value=math.ceil(Fraction(whole, share)) - whole)))


def rolls(
    who: str, begun: int, seconds: int, made: int = 0, settings: Settings = CATALOGUE, *, exerted: bool = True
) -> tuple[Entry, ...]:
    """Return when Endurance is rolled for somebody without air, until it comes back (CF-ASPHYX-4).

    The first time is the end of the Round in which the breath runs out; Rounds are counted from its beginning.

    Args:
        who: for whom.
        begun: when the breath was held or lost.
        seconds: how long it lasts.
        made: how many rolls were made since.
        settings: how often.
        exerted: since the last critical there was exertion again; where a critical spares all Rounds until then, there
            are no rolls without (CF-ASPHYX-5).
    """
    if not exerted and settings.asphyx_critical == "until_next_exertion":
        return ()
    length = units().combat_round_seconds
    first = begun + length * math.ceil(Fraction(seconds, length))
    every = settings.asphyx_interval_seconds
    return (Entry(name=f"asphyxiation_roll:{who}", at=first + made * every, kind="asphyxiation", every=every),)


def over_by(begun: int, seconds: int, made: int, now: int, settings: Settings = CATALOGUE) -> int:
    """Return how many rolls are made or over at a moment: those that nobody was asked for are not asked for later."""
    first = rolls("", begun, seconds, 0, settings)[0]
    return max(made, (now - int(first.at)) // settings.asphyx_interval_seconds + 1)


def endurance_chance(endurance: int, fatigue: int, settings: Settings = CATALOGUE) -> Chance:
    """Return what Endurance is rolled against without air; who is Semi-Conscious or worse fails (CF-ASPHYX-12).

    Args:
        endurance: the skill.
        fatigue: the level, whatever has brought it.
        settings: whether fatigue makes it harder.
    """
    found = bearing(fatigue) if settings.asphyx_fatigue_penalises else None
    return chance(endurance, bearings=() if found is None else (found,), settings=settings)


def levels_dice(level: Level) -> str:
    """Return the levels of Fatigue that a Round without air costs: a number, or dice (CF-ASPHYX-5 to CF-ASPHYX-8)."""
    return numbers().levels[level]


def rounds_left(fatigue: int) -> int:
    """Return in how many Rounds somebody may be dead at the soonest, if every roll is the worst (CF-ASPHYX-9)."""
    worst = max(int(dice.rpartition("d")[2]) for dice in numbers().levels.values())
    return math.ceil(Fraction(max(0, dead() - fatigue), worst))


def lasting_offered() -> int:
    """Return how many levels the GM is offered to let stay when air is back (CF-ASPHYX-11)."""
    return numbers().lasting.levels
