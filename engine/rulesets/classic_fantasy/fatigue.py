"""The one track of fatigue: what it does, what brings it, and how each cause goes away (CF-FATIGUE).

What is stored are whole numbers alone: how many levels a cause has brought, since when it gets better, and how much
rest is put by. Rest is counted in seconds times Healing Rate, so that a period divided by any rate stays exact.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from engine.rulesets.classic_fantasy.clock import Entry, run, units
from engine.rulesets.classic_fantasy.data import sheet_table, tables
from engine.rulesets.classic_fantasy.grades import Bearing, Grade, Level, ladder, succeeds
from engine.rulesets.classic_fantasy.parts import Part, counting
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.sheets.numbers import Exact, tidy
from engine.table.frozen import Frozen, replace

Cause = Literal["exertion", "asphyxiation", "blood", "disease", "starvation", "exposure", "lasting", "other"]
"""What has brought levels; it decides how they go away (CF-FATIGUE-3, CF-FATIGUE-12)."""


class LevelRow(Frozen):
    """A row of CF-T-FATIGUE.

    Attributes:
        minutes: of complete rest until it gets better, at a Healing Rate of 1; None for none or never.
        feet: taken from movement.
        divided: what movement is divided by.
        still: nobody can move.
        desperate: nobody can do anything but the most desperate, action by action as the GM says (CF-FATIGUE-8).
        helpless: nobody can do anything (CF-FATIGUE-9).
        initiative: added.
        action_points: added.
    """

    minutes: int | None = None
    feet: int = 0
    divided: int = 1
    still: bool = False
    desperate: bool = False
    helpless: bool = False
    initiative: int = 0
    action_points: int = 0


class Effort(Frozen):
    """CF-FATIGUE-2: what an effort may be rolled with, and what a failure costs."""

    skills: tuple[str, ...]
    levels: int


class FatigueMagic(Frozen):
    """CF-X-35: levels that magic takes away."""

    cure: str
    potion: str
    potion_not_for: tuple[Cause, ...]


class FatigueTables(Frozen):
    """The file `rules/fatigue.toml`."""

    levels: tuple[LevelRow, ...]
    pace_seconds: Mapping[Cause, int]
    effort: Effort
    magic: FatigueMagic


@cache
def numbers() -> FatigueTables:
    """Return the numbers of fatigue."""
    found: FatigueTables = tables("fatigue", FatigueTables)
    return found


def dead() -> int:
    """Return the level that is death (CF-FATIGUE-10)."""
    return len(numbers().levels) - 1


@cache
def level_named(name: str) -> int:
    """Return a level by its name, such as `Exhausted`."""
    names: Mapping[int, str] = sheet_table("fatigue", dict[int, str])
    return next(level for level, found in names.items() if found == name)


# ---- what a level does -----------------------------------------------------------------------------------------------


def row_of(level: int) -> LevelRow:
    """Return what a level does; the row of the current level alone counts (CF-FATIGUE-1)."""
    return numbers().levels[min(max(level, 0), dead())]


def grade_at(level: int) -> Grade | None:
    """Return how hard skill rolls are at least; Hopeless for who cannot do anything (CF-FATIGUE-4, CF-FATIGUE-9)."""
    if row_of(level).helpless:
        return "Hopeless"
    words: Mapping[int, str] = sheet_table("fatigue_grade", dict[int, str])
    return next((grade for grade in ladder() if grade == words[level]), None)


def bearing(level: int) -> Bearing | None:
    """Return what fatigue makes of a skill roll; None for who is Fresh (CF-FATIGUE-4)."""
    found = grade_at(level)
    return None if found is None else Bearing(reason="fatigue", grade=found, params={"level": level})


def movement(feet: int, level: int) -> tuple[Part, ...]:
    """Return how many feet a Move action carries somebody who is tired (CF-FATIGUE-5)."""
    row = row_of(level)
    left = 0 if row.still else max(0, math.ceil(Fraction(feet - row.feet, row.divided)))
    return (Part(reason="movement", value=feet), *counting(_taken(left - feet, level)))


def initiative_part(level: int) -> Part | None:
    """Return what fatigue takes from initiative (CF-FATIGUE-6)."""
    return _taken(row_of(level).initiative, level)


def action_points(points: int, level: int) -> tuple[Part, ...]:
    """Return the Action Points of a Round of somebody who is tired (CF-FATIGUE-7, CF-FATIGUE-9)."""
    row = row_of(level)
    left = 0 if row.helpless else max(0, points + row.action_points)
    return (Part(reason="action_points", value=points), *counting(_taken(left - points, level)))


def _taken(value: int, level: int) -> Part:
    return Part(reason="fatigue", value=value, params={"level": level})


# ---- what brings it --------------------------------------------------------------------------------------------------


class Weariness(Frozen):
    """Levels that one cause has brought.

    Attributes:
        cause: which.
        levels: how many are left.
        since: when the last of them came.
        eased: since when it gets better: air is back, bleeding has stopped, the GM has let it go; None as long as it
            has not. Exertion gets better as soon as somebody rests.
        pace: seconds in which a level goes away from then on, where that is not as usual (CF-GEN-1).
    """

    cause: Cause
    levels: int
    since: int = 0
    eased: int | None = None
    pace: int | None = None

    @property
    def seconds(self) -> int | None:
        """In how many seconds a level goes away by itself; None for what is rested away."""
        return numbers().pace_seconds.get(self.cause) if self.pace is None else self.pace


class Fatigue(Frozen):
    """All that tires somebody (CF-FATIGUE-12: each cause by itself, and the sum is the level).

    Attributes:
        causes: each but once.
        resting: since when somebody rests completely; None for not.
        rested: what is put by of the running period besides, in seconds times Healing Rate.
    """

    causes: tuple[Weariness, ...] = ()
    resting: int | None = None
    rested: int = 0

    @property
    def level(self) -> int:
        """The level, Dead at the most (CF-FATIGUE-1)."""
        return min(dead(), sum(one.levels for one in self.causes))

    def of(self, cause: Cause) -> Weariness | None:
        """Return what one cause has brought."""
        return next((one for one in self.causes if one.cause == cause), None)


def _with(fatigue: Fatigue, changed: Weariness) -> Fatigue:
    causes = {one.cause: one for one in fatigue.causes} | {changed.cause: changed}
    return replace(fatigue, causes=tuple(one for one in causes.values() if one.levels))


def _new_period(fatigue: Fatigue, moment: int) -> Fatigue:
    """Begin the period of another level (CF-FATIGUE-11)."""
    return replace(fatigue, rested=0, resting=None if fatigue.resting is None else max(moment, fatigue.resting))


def tire(fatigue: Fatigue, cause: Cause, levels: int, moment: int) -> Fatigue:
    """Return fatigue with more levels, at the most Dead; a new level has a period of its own (CF-FATIGUE-1, -3).

    Who cannot do anything any more rests from then on (CF-FATIGUE-14).

    Args:
        fatigue: as it was.
        cause: what brings them. What had begun to get better has not, if it brings more.
        levels: how many.
        moment: when.
    """
    more = min(levels, dead() - fatigue.level)
    if more <= 0:
        return fatigue
    before = fatigue.of(cause)
    had, pace = (before.levels, before.pace) if before is not None else (0, None)
    found = Weariness(cause=cause, levels=more + had, since=moment, pace=pace)
    tired = _new_period(_with(fatigue, found), moment)
    if tired.resting is None and row_of(tired.level).helpless:
        tired = replace(tired, resting=moment)
    return tired


def effort_levels(level: Level) -> int:
    """Return what an effort costs that was rolled with Athletics, Brawn or Endurance (CF-FATIGUE-2)."""
    return 0 if succeeds(level) else numbers().effort.levels


def ease(fatigue: Fatigue, cause: Cause, moment: int) -> Fatigue:
    """Let a cause end: from now on its levels go away (CF-ASPHYX-10, CF-ASPHYX-11, CF-BLOOD-3)."""
    found = fatigue.of(cause)
    if found is None or found.eased is not None:
        return fatigue
    eased = _with(fatigue, replace(found, eased=moment))
    # Rest that could take nothing away so far has not been saved up for this.
    return eased if _rested_away(fatigue) is not None else _new_period(eased, moment)


def paced(fatigue: Fatigue, cause: Cause, seconds: int) -> Fatigue:
    """Let the levels of a cause go away one in so many seconds, once it is over (CF-GEN-1)."""
    found = fatigue.of(cause)
    return fatigue if found is None else _with(fatigue, replace(found, pace=seconds))


def make_lasting(fatigue: Fatigue, levels: int, moment: int) -> Fatigue:
    """Turn levels of asphyxiation into such as stay until the GM lets them go (CF-ASPHYX-11)."""
    found = fatigue.of("asphyxiation")
    turned = min(levels, found.levels) if found is not None else 0
    if found is None or turned <= 0:
        return fatigue
    lasting = fatigue.of("lasting")
    kept = (lasting.levels if lasting is not None else 0) + turned
    less = _with(fatigue, replace(found, levels=found.levels - turned))
    return _with(less, Weariness(cause="lasting", levels=kept, since=moment))


# ---- how it goes away ------------------------------------------------------------------------------------------------


def begin_rest(fatigue: Fatigue, moment: int) -> Fatigue:
    """Let somebody rest completely from now on (CF-FATIGUE-11)."""
    return fatigue if fatigue.resting is not None else replace(fatigue, resting=moment)


def end_rest(fatigue: Fatigue, moment: int, healing_rate: int, settings: Settings = CATALOGUE) -> Fatigue:
    """Let a rest end; what was rested of the running period is lost, or kept (CF-FATIGUE-13).

    Args:
        fatigue: after all that has fallen due up to then.
        moment: when.
        healing_rate: of the character.
        settings: whether it is kept.
    """
    kept = _put_by(fatigue, moment, healing_rate) if settings.fatigue_interrupt == "keep" else 0
    return replace(fatigue, resting=None, rested=kept)


def _put_by(fatigue: Fatigue, moment: int, healing_rate: int) -> int:
    since = moment if fatigue.resting is None else fatigue.resting
    return max(0, fatigue.rested + (moment - since) * healing_rate)


class Fall(Frozen):
    """A level that goes away.

    Attributes:
        at: when.
        cause: of which.
    """

    at: Exact
    cause: Cause


def period(level: int, healing_rate: int) -> Exact | None:
    """Return how many seconds of complete rest a level lasts; None for Fresh and for Dead (CF-FATIGUE-11)."""
    minutes = row_of(level).minutes
    return None if minutes is None else tidy(Fraction(minutes * units().minute_seconds, healing_rate))


def _rested_away(fatigue: Fatigue) -> Weariness | None:
    """Return whose level a period of rest takes away: of exertion first, then of what has come last."""
    ready = [
        one for one in fatigue.causes if one.seconds is None and (one.cause == "exertion" or one.eased is not None)
    ]
    return max(ready, key=lambda one: (one.cause == "exertion", one.since), default=None)


def next_falls(fatigue: Fatigue, healing_rate: int) -> tuple[Fall, ...]:
    """Return when each cause loses its next level, as things are now (CF-FATIGUE-11, CF-FATIGUE-12).

    Those of asphyxiation and blood go by their own pace, whatever one does. All others share the periods of rest, which
    are those of the level that somebody has in all; a period takes away one level.
    """
    if fatigue.level >= dead():
        return ()
    found = list[Fall]()
    for one in fatigue.causes:
        if one.seconds is not None and one.eased is not None:
            found.append(Fall(at=one.eased + one.seconds, cause=one.cause))
    by_rest, minutes = _rested_away(fatigue), row_of(fatigue.level).minutes
    if by_rest is not None and minutes is not None and fatigue.resting is not None:
        missing = minutes * units().minute_seconds - fatigue.rested
        found.append(Fall(at=tidy(fatigue.resting + Fraction(missing, healing_rate)), cause=by_rest.cause))
    return tuple(found)


def fallen(fatigue: Fatigue, fall: Fall) -> Fatigue:
    """Return fatigue after a level has gone away; the next level has its own period from then on (CF-FATIGUE-11)."""
    found = fatigue.of(fall.cause)
    if found is None:
        return fatigue
    if found.seconds is not None:
        # It began at a whole second, and so does the next one.
        less = replace(found, levels=found.levels - 1, eased=int(fall.at))
        return _new_period(_with(fatigue, less), int(fall.at))
    need = (row_of(fatigue.level).minutes or 0) * units().minute_seconds
    return replace(_with(fatigue, replace(found, levels=found.levels - 1)), rested=fatigue.rested - need)


class Recovery(Frozen):
    """What time has done to fatigue.

    Attributes:
        fatigue: what is left.
        falls: the levels that went away, in order.
    """

    fatigue: Fatigue
    falls: tuple[Fall, ...] = ()


def entries(fatigue: Fatigue, healing_rate: int, who: str = "") -> tuple[Entry, ...]:
    """Return what the clock has to wait for."""
    falls = next_falls(fatigue, healing_rate)
    return tuple(Entry(name=f"{fall.cause}:{who}", at=fall.at, kind="fatigue") for fall in falls)


def recovered(fatigue: Fatigue, until: int, healing_rate: int) -> Recovery:
    """Return what is left of fatigue at a moment; it is the same in one step or in many (CF-FATIGUE-11, -12).

    Args:
        fatigue: as it was.
        until: the moment.
        healing_rate: of the character.
    """

    def happen(so_far: Recovery, at: Exact, name: str) -> Recovery:
        falls = next_falls(so_far.fatigue, healing_rate)
        fall = next(fall for fall in falls if fall.at == at and fall.cause == name.partition(":")[0])
        return Recovery(fatigue=fallen(so_far.fatigue, fall), falls=(*so_far.falls, fall))

    return run(
        Recovery(fatigue=fatigue),
        until,
        lambda so_far: entries(so_far.fatigue, healing_rate),
        lambda so_far, due: happen(so_far, due.at, due.name),
    )


def relieved(
    fatigue: Fatigue, levels: int, moment: int, cause: Cause | None = None, *, but_not: Collection[Cause] = ()
) -> Fatigue:
    """Return fatigue without some levels of any cause, as by food or magic (CF-REST-3, CF-X-35, CF-AMB-23).

    Args:
        fatigue: as it was; the dead are not helped.
        levels: how many.
        moment: when.
        cause: of which the GM wants them taken; else each is one of the cause that has most, the latest of several.
        but_not: causes that this does not help against.
    """
    for _ in range(levels if fatigue.level < dead() else 0):
        helped: Iterable[Weariness] = (one for one in fatigue.causes if one.cause not in but_not)
        found = fatigue.of(cause) if cause is not None else max(helped, key=_most, default=None)
        if found is None:
            break
        fatigue = _new_period(_with(fatigue, replace(found, levels=found.levels - 1)), moment)
    return fatigue


def _most(one: Weariness) -> tuple[int, int]:
    return one.levels, one.since
