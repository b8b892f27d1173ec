"""The effective skill of a roll, and the success level of a d100 against it (CF-X-1 to CF-X-4, CF-X-9, CF-X-10)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from engine.kit.calculation import effective_steps
from engine.kit.checks.contests import Contest, first_lead
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, grade, grade_of
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel, numbers
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

_CERTAIN: Final[Mapping[Grade, SuccessLevel]] = {"Automatic": "success", "Hopeless": "failure"}


class EffectiveSkill(Frozen):
    """The number that a d100 must not exceed, with its calculation; that is empty if nothing is rolled."""

    grade: Grade
    parts: tuple[D100Step, ...] = ()
    bearings: tuple[DifficultyModifier, ...] = ()

    @property
    def value(self) -> int:
        """The effective skill."""
        return max(0, total(self.parts))

    @property
    def certain(self) -> SuccessLevel | None:
        """The level without a roll: Automatic succeeds, Hopeless fails; None if it is rolled (CF-T-GRADE)."""
        return certain_level(self.grade)

    @property
    def critical(self) -> int:
        """The highest roll that is a critical (CF-X-2)."""
        return critical_to(self.value)

    @property
    def fumble(self) -> int:
        """The lowest roll that is a fumble (CF-X-3)."""
        return fumble_from(self.value)


def certain_level(grade: Grade) -> SuccessLevel | None:
    """Return the level that a grade gives without a roll; None if it is rolled (CF-T-GRADE)."""
    return _CERTAIN.get(grade)


def effective_skill(
    skill: int,
    base: Grade = "Standard",
    bearings: Sequence[DifficultyModifier] = (),
    settings: Settings = CATALOGUE,
    *,
    taken: int = 0,
) -> EffectiveSkill:
    """Return the effective skill of a roll (CF-X-5, CF-X-6, CF-X-9).

    `taken` is the per cent that a contest takes from every skill, by `over_100`.
    """
    final_grade = grade_of(base, bearings)
    parts = grade(skill, final_grade, settings)
    if parts is None:
        return EffectiveSkill(grade=final_grade, bearings=tuple(bearings))
    contest = effective_steps(D100Step(reason="over_100", value=-taken)) if taken else ()
    return EffectiveSkill(grade=final_grade, parts=(*parts, *contest), bearings=tuple(bearings))


def over_100(values: Iterable[int]) -> int:
    """Return the per cent that a contest takes from every skill at the end: the best one's excess over 100 (CF-X-9)."""
    above = numbers().skilled_above
    return max(0, max(values, default=0) - above)


# ---- rolls -----------------------------------------------------------------------------------------------------------


def critical_to(eff: int) -> int:
    """Return the highest roll that is a critical with an effective skill (CF-X-2)."""
    return math.ceil(Fraction(eff, numbers().critical_part))


def fumble_from(eff: int) -> int:
    """Return the lowest roll that is a fumble with an effective skill (CF-X-3)."""
    table = numbers()
    return table.fumble_from_above_100 if eff > table.skilled_above else table.fumble_from


def success_up_to(eff: int) -> int:
    """Return the highest roll that succeeds with an effective skill (CF-X-1, CF-X-4)."""
    table = numbers()
    return min(max(eff, table.success_to), table.failure_from - 1)


def d100_digits(roll: int) -> str:
    """Return a number of a d100 as the dice show it: 00 for 100, and a dash for 0, which they never show."""
    return f"{roll % 100:02}" if roll else "–"


def success_level(roll: int, eff: int) -> SuccessLevel:
    """Return the level of a d100 from 1 to 100, which is a 00, against an effective skill (CF-X-1 to CF-X-4)."""
    if not 1 <= roll <= 100:
        raise Refused("d100_roll", "CF-X-1", roll=roll)
    if roll >= fumble_from(eff):
        return "fumble"
    if roll > success_up_to(eff):
        return "failure"
    return "critical" if roll <= critical_to(eff) else "success"


class RollResult(Frozen):
    """A roll that was made: its level, the d100 or 0 if nothing was rolled, and the effective skill."""

    level: SuccessLevel
    roll: int = 0
    value: int = 0


def roll_result(against: EffectiveSkill, roll: int) -> RollResult:
    """Return the result of a d100 against an effective skill; a certain one ignores the die (CF-X-4, CF-T-GRADE)."""
    certain, value = against.certain, against.value
    if certain is not None:
        return RollResult(level=certain, value=value)
    return RollResult(level=success_level(roll, value), roll=roll, value=value)


def succeeds(level: SuccessLevel) -> bool:
    """Say whether an outcome is a success or better (CF-X-4)."""
    return level in {"critical", "success"}


def _height(level: SuccessLevel) -> int:
    """Return an outcome as a number: critical 3, success 2, failure 1, fumble 0 (CF-X-4)."""
    order = tuple(numbers().differential)
    return len(order) - 1 - order.index(level)


class ContestResult(Contest):
    """The winner of an opposed roll, and the rule that decided it.

    If neither side succeeded there is none: they roll again, or the GM decides.
    """

    SIDES = ("acting", "resisting")

    @property
    def words(self) -> Message:
        """The reason in words."""
        return Message(key=f"d100.contest.{self.reason}", params={"winner": self.winner})


def opposed(acting: RollResult, resisting: RollResult) -> ContestResult:
    """Return the winner of an opposed roll (CF-X-7, section 2.16).

    The better level wins, then the higher die, then the higher effective skill, and at last the resisting side.
    """
    if not succeeds(acting.level) and not succeeds(resisting.level):
        return ContestResult.won_by(None, reason="neither")
    level = _height(acting.level) - _height(resisting.level)
    roll, skill = acting.roll - resisting.roll, acting.value - resisting.value
    ahead, reason = first_lead({"level": level, "roll": roll, "skill": skill, "resisting": -1})
    return ContestResult.won_by(ahead, reason=reason)


def differential(acting: SuccessLevel, resisting: SuccessLevel) -> int:
    """Return by how many levels the first side wins, or loses below 0 (CF-X-8, CF-T-DIFF)."""
    table = numbers().differential
    return table[acting][tuple(table).index(resisting)]
