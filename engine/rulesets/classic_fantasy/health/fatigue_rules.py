"""Rules of the fatigue track: the effect of a level, its causes, and how each cause goes away (CF-FATIGUE).

Only whole numbers are stored: levels by cause, since when a cause goes away, and saved rest. Rest is counted in seconds
times Healing Rate, so that a period divided by any rate stays exact.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from engine.core.memo import memo_of_values
from engine.kit.calculation import effective_steps
from engine.kit.rules_data import rules_table, sheet_table
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, ladder
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import succeeds
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.sheets.formulas.exact_numbers import Exact, tidy


class LevelRow(Frozen):
    """A row of CF-T-FATIGUE.

    Attributes:
        minutes: complete rest until the level goes away, at a Healing Rate of 1; None for none or never.
        feet: subtracted from movement.
        divided: the divisor of movement.
        still: no movement is possible.
        desperate: only the most desperate actions are possible, each allowed by the GM (CF-FATIGUE-8).
        helpless: no action is possible (CF-FATIGUE-9).
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
    """The skills for an effort, and the cost of a failure (CF-FATIGUE-2)."""

    skills: tuple[str, ...]
    levels: int


class FatigueMagicTable(Frozen):
    """The levels that magic removes (CF-X-35)."""

    cure: str
    potion: str
    potion_not_for: tuple[Cause, ...]


class FatigueTables(Frozen):
    """The file `rules/fatigue.toml`."""

    levels: tuple[LevelRow, ...]
    pace_seconds: Mapping[Cause, int]
    effort: Effort
    magic: FatigueMagicTable


numbers = rules_table(RULESET, "fatigue", FatigueTables)


def dead() -> int:
    """Return the level that is death (CF-FATIGUE-10)."""
    return len(numbers().levels) - 1


@memo_of_values(most=32)
def level_named(name: str) -> int:
    """Return a level by its name, such as `Exhausted`."""
    names: Mapping[int, str] = sheet_table(RULESET, "fatigue", dict[int, str])
    return next(level for level, found_name in names.items() if found_name == name)


# ---- what a level does -----------------------------------------------------------------------------------------------


def row_of(level: int) -> LevelRow:
    """Return the row of a level; only that of the present level counts (CF-FATIGUE-1)."""
    return numbers().levels[min(max(level, 0), dead())]


def grade_at(level: int) -> Grade | None:
    """Return the least difficulty grade of skill rolls; Hopeless for the helpless (CF-FATIGUE-4, CF-FATIGUE-9)."""
    if row_of(level).helpless:
        return "Hopeless"
    words: Mapping[int, str] = sheet_table(RULESET, "fatigue_grade", dict[int, str])
    return next((grade for grade in ladder() if grade == words[level]), None)


@memo_of_values(most=32)
def fatigue_modifier(level: int) -> DifficultyModifier | None:
    """Return the modifier of fatigue to a skill roll; None for Fresh (CF-FATIGUE-4)."""
    grade = grade_at(level)
    return None if grade is None else DifficultyModifier(reason="fatigue", grade=grade, params={"level": level})


def movement(feet: int, level: int) -> tuple[D100Step, ...]:
    """Return the feet of a Move action with fatigue, and the calculation (CF-FATIGUE-5)."""
    row = row_of(level)
    feet_left = 0 if row.still else max(0, math.ceil(Fraction(feet - row.feet, row.divided)))
    return (D100Step(reason="movement", value=feet), *effective_steps(_fatigue_steps(feet_left - feet, level)))


def initiative_step(level: int) -> D100Step | None:
    """Return the step of fatigue in initiative (CF-FATIGUE-6)."""
    return _fatigue_steps(row_of(level).initiative, level)


def action_points(points: int, level: int) -> tuple[D100Step, ...]:
    """Return the Action Points of a Round with fatigue, and the calculation (CF-FATIGUE-7, CF-FATIGUE-9)."""
    row = row_of(level)
    points_left = 0 if row.helpless else max(0, points + row.action_points)
    return (
        D100Step(reason="action_points", value=points),
        *effective_steps(_fatigue_steps(points_left - points, level)),
    )


@memo_of_values(most=256)
def action_points_at(points: int, level: int) -> int:
    """Return the sum of the same calculation."""
    return total(action_points(points, level))


def _fatigue_steps(value: int, level: int) -> D100Step:
    return D100Step(reason="fatigue", value=value, params={"level": level})


# ---- what brings it --------------------------------------------------------------------------------------------------


class FatigueCause(Frozen):
    """The levels of one cause.

    Attributes:
        cause: the cause.
        levels: the levels left.
        since: when the last of them came.
        eased: since when they go away: there is air again, bleeding has stopped, the GM has ended the cause. None
            before that. Levels of exertion go away as soon as the character rests.
        pace: seconds in which a level goes away from then on, where that is not the default (CF-GEN-1).
    """

    cause: Cause
    levels: int
    since: int = 0
    eased: int | None = None
    pace: int | None = None

    @property
    def seconds(self) -> int | None:
        """The seconds in which a level goes away by itself; None for levels that need complete rest."""
        return numbers().pace_seconds.get(self.cause) if self.pace is None else self.pace


class Fatigue(Frozen):
    """The fatigue of a character: the level is the sum of all causes (CF-FATIGUE-12).

    Attributes:
        causes: each cause once.
        resting: since when the character rests completely; None if it does not.
        rested: rest saved in the running period before that, in seconds times Healing Rate.
    """

    causes: tuple[FatigueCause, ...] = ()
    resting: int | None = None
    rested: int = 0

    @property
    def level(self) -> int:
        """The level, at most Dead (CF-FATIGUE-1)."""
        return min(dead(), sum(cause.levels for cause in self.causes))

    def of(self, cause: Cause) -> FatigueCause | None:
        """Return the levels of one cause."""
        return next((known for known in self.causes if known.cause == cause), None)


def _with_cause(fatigue: Fatigue, changed: FatigueCause) -> Fatigue:
    causes = {cause.cause: cause for cause in fatigue.causes} | {changed.cause: changed}
    return replace(fatigue, causes=tuple(cause for cause in causes.values() if cause.levels))


def _new_period(fatigue: Fatigue, moment: int) -> Fatigue:
    """Begin the rest period of a new level (CF-FATIGUE-11)."""
    return replace(fatigue, rested=0, resting=None if fatigue.resting is None else max(moment, fatigue.resting))


def add_levels(fatigue: Fatigue, cause: Cause, levels: int, moment: int) -> Fatigue:
    """Return fatigue with more levels, at most Dead; a new level has its own rest period (CF-FATIGUE-1, -3).

    A helpless character rests completely from then on (CF-FATIGUE-14). If the levels of the cause were going away, they
    no longer do.
    """
    added = min(levels, dead() - fatigue.level)
    if added <= 0:
        return fatigue
    before = fatigue.of(cause)
    old_levels, pace = (before.levels, before.pace) if before is not None else (0, None)
    increased = FatigueCause(cause=cause, levels=added + old_levels, since=moment, pace=pace)
    tired = _new_period(_with_cause(fatigue, increased), moment)
    if tired.resting is None and row_of(tired.level).helpless:
        tired = replace(tired, resting=moment)
    return tired


def effort_levels(level: SuccessLevel) -> int:
    """Return the levels that an effort costs, rolled with Athletics, Brawn or Endurance (CF-FATIGUE-2)."""
    return 0 if succeeds(level) else numbers().effort.levels


def start_recovery(fatigue: Fatigue, cause: Cause, moment: int) -> Fatigue:
    """Return fatigue after the end of a cause: its levels go away from now on (CF-ASPHYX-10, -11, CF-BLOOD-3)."""
    ended = fatigue.of(cause)
    if ended is None or ended.eased is not None:
        return fatigue
    eased = _with_cause(fatigue, replace(ended, eased=moment))
    # Rest before that, which could remove no level, does not count for this one.
    return eased if _cause_eased_by_rest(fatigue) is not None else _new_period(eased, moment)


def with_recovery_pace(fatigue: Fatigue, cause: Cause, seconds: int) -> Fatigue:
    """Return fatigue with the seconds in which each level of a cause goes away, once it has ended (CF-GEN-1)."""
    paced_cause = fatigue.of(cause)
    return fatigue if paced_cause is None else _with_cause(fatigue, replace(paced_cause, pace=seconds))


def make_lasting(fatigue: Fatigue, levels: int, moment: int) -> Fatigue:
    """Turn levels of asphyxiation into lasting ones, which stay until the GM ends them (CF-ASPHYX-11)."""
    cause = fatigue.of("asphyxiation")
    levels_turned = min(levels, cause.levels) if cause is not None else 0
    if cause is None or levels_turned <= 0:
        return fatigue
    lasting = fatigue.of("lasting")
    lasting_levels = (lasting.levels if lasting is not None else 0) + levels_turned
    reduced = _with_cause(fatigue, replace(cause, levels=cause.levels - levels_turned))
    return _with_cause(reduced, FatigueCause(cause="lasting", levels=lasting_levels, since=moment))


# ---- how it goes away ------------------------------------------------------------------------------------------------


def begin_rest(fatigue: Fatigue, moment: int) -> Fatigue:
    """Return fatigue with complete rest from now on (CF-FATIGUE-11)."""
    return fatigue if fatigue.resting is not None else replace(fatigue, resting=moment)


def end_rest(fatigue: Fatigue, moment: int, healing_rate: int, settings: Settings = CATALOGUE) -> Fatigue:
    """Return fatigue after complete rest; the rest of the running period is lost, or saved (CF-FATIGUE-13).

    All events up to the moment have happened.
    """
    rested = _rest_so_far(fatigue, moment, healing_rate) if settings.fatigue_interrupt == "keep" else 0
    return replace(fatigue, resting=None, rested=rested)


def _rest_so_far(fatigue: Fatigue, moment: int, healing_rate: int) -> int:
    since = moment if fatigue.resting is None else fatigue.resting
    return max(0, fatigue.rested + (moment - since) * healing_rate)


class LevelLoss(Frozen):
    """A level that goes away, its moment and its cause."""

    at: Exact
    cause: Cause


def period(level: int, healing_rate: int) -> Exact | None:
    """Return the seconds of complete rest that a level needs; None for Fresh and for Dead (CF-FATIGUE-11)."""
    minutes = row_of(level).minutes
    return None if minutes is None else tidy(Fraction(minutes * units().minute_seconds, healing_rate))


def _cause_eased_by_rest(fatigue: Fatigue) -> FatigueCause | None:
    """Return the cause that loses a level by rest: exertion first, then the latest."""
    ready = [
        cause
        for cause in fatigue.causes
        if cause.seconds is None and (cause.cause == "exertion" or cause.eased is not None)
    ]
    return max(ready, key=lambda cause: (cause.cause == "exertion", cause.since), default=None)


def next_level_losses(fatigue: Fatigue, healing_rate: int) -> tuple[LevelLoss, ...]:
    """Return when each cause loses its next level, by the present state (CF-FATIGUE-11, CF-FATIGUE-12).

    Levels of asphyxiation and blood go away at their own pace, whatever the character does. All other causes share the
    periods of rest, which depend on the total level; a period removes one level.
    """
    if fatigue.level >= dead():
        return ()
    losses = list[LevelLoss]()
    for cause in fatigue.causes:
        if cause.seconds is not None and cause.eased is not None:
            losses.append(LevelLoss(at=cause.eased + cause.seconds, cause=cause.cause))
    eased_cause, minutes = _cause_eased_by_rest(fatigue), row_of(fatigue.level).minutes
    if eased_cause is not None and minutes is not None and fatigue.resting is not None:
        seconds_missing = minutes * units().minute_seconds - fatigue.rested
        losses.append(
            LevelLoss(at=tidy(fatigue.resting + Fraction(seconds_missing, healing_rate)), cause=eased_cause.cause)
        )
    return tuple(losses)


def after_level_loss(fatigue: Fatigue, fall: LevelLoss) -> Fatigue:
    """Return fatigue after the loss of a level; the next level has its own period from then on (CF-FATIGUE-11)."""
    cause = fatigue.of(fall.cause)
    if cause is None:
        return fatigue
    if cause.seconds is not None:
        # The period began at a whole second, and so does the next one.
        reduced = replace(cause, levels=cause.levels - 1, eased=int(fall.at))
        return _new_period(_with_cause(fatigue, reduced), int(fall.at))
    seconds_needed = (row_of(fatigue.level).minutes or 0) * units().minute_seconds
    return replace(
        _with_cause(fatigue, replace(cause, levels=cause.levels - 1)), rested=fatigue.rested - seconds_needed
    )


class Recovery(Frozen):
    """The result of time for fatigue: what is left, and the levels that went away, in order."""

    fatigue: Fatigue
    falls: tuple[LevelLoss, ...] = ()


def recovered(fatigue: Fatigue, until: int, healing_rate: int) -> Recovery:
    """Return the fatigue left at a moment; one step gives the same as many (CF-FATIGUE-11, -12)."""
    falls = list[LevelLoss]()
    while due := [loss for loss in next_level_losses(fatigue, healing_rate) if loss.at <= until]:
        falls.append(min(due, key=lambda loss: (loss.at, loss.cause)))
        fatigue = after_level_loss(fatigue, falls[-1])
    return Recovery(fatigue=fatigue, falls=tuple(falls))


def remove_levels(
    fatigue: Fatigue, levels: int, moment: int, cause: Cause | None = None, *, but_not: Collection[Cause] = ()
) -> Fatigue:
    """Return fatigue with fewer levels, for example by food or magic (CF-REST-3, CF-X-35, CF-AMB-23).

    Without a cause that the GM names, each is taken from the one with most levels, the latest of several. At Dead
    nothing changes.
    """
    for _ in range(levels if fatigue.level < dead() else 0):
        helped_causes: Iterable[FatigueCause] = (known for known in fatigue.causes if known.cause not in but_not)
        chosen = (
            fatigue.of(cause)
            if cause is not None
            else max(helped_causes, key=lambda known: (known.levels, known.since), default=None)
        )
        if chosen is None:
            break
        fatigue = _new_period(_with_cause(fatigue, replace(chosen, levels=chosen.levels - 1)), moment)
    return fatigue
