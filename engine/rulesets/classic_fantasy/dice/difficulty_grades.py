"""Difficulty grades and the modifiers that change them (CF-X-5, CF-X-6, CF-X-40, CF-T-GRADE)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from engine.core.memo import memo
from engine.kit.calculation import effective_steps
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, numbers
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings


@cache
def ladder() -> tuple[Grade, ...]:
    """Return the grades, the easiest first."""
    return tuple(row.grade for row in numbers().grades)


# ---- grades ----------------------------------------------------------------------------------------------------------


def shifted(grade: Grade, steps: int) -> Grade:
    """Return a grade that is some steps harder, or easier below 0; it ends at Automatic and Hopeless (CF-X-6)."""
    return ladder()[min(max(ladder().index(grade) + steps, 0), len(ladder()) - 1)]


def hardest(grades: Iterable[Grade]) -> Grade:
    """Return the hardest of some grades, which alone counts (CF-X-6)."""
    return max(grades, key=ladder().index)


class DifficultyModifier(Frozen):
    """Something that changes the difficulty of a roll; its words are the sentence `d100.bearing.<reason>`.

    The roll has at least its `grade`, and is harder by its `steps`; easier below 0. One with a grade also has the
    sentence `d100.penalty.<reason>`.
    """

    reason: str
    grade: Grade | None = None
    steps: int = 0
    params: Mapping[str, Json] = {}

    @property
    def words(self) -> Message:
        """The modifier as a line of a calculation."""
        return Message(
            key=f"d100.bearing.{self.reason}",
            params={
                "grade": self.grade,
                "harder": max(0, self.steps),
                "easier": max(0, -self.steps),
                **self.params,
            },
        )

    @property
    def penalty_words(self) -> Message:
        """The modifier for the seat of a character, all of whose rolls have it: a grade and its reason alone."""
        if self.grade is None:
            return self.words
        return Message(key=f"d100.penalty.{self.reason}", params={"grade": self.grade})


def effective_grade(base: Grade, penalties: Sequence[Grade], steps: int) -> Grade:
    """Return how hard a roll is: its own grade made easier or harder, or the hardest penalty if harder (CF-X-6).

    `penalties` are the grades that it has at least, as by fatigue; `steps` make it harder, below 0 easier.
    """
    return hardest((shifted(base, steps), *penalties))


def grade_of(base: Grade, bearings: Sequence[DifficultyModifier] = ()) -> Grade:
    """Return how hard a roll is with all that bears on it (CF-X-6)."""
    if not bearings:
        return base
    penalties = [bearing.grade for bearing in bearings if bearing.grade is not None]
    return effective_grade(base, penalties, sum(bearing.steps for bearing in bearings))


def grade(skill: int, g: Grade, settings: Settings = CATALOGUE) -> tuple[D100Step, ...] | None:
    """Return the calculation of a skill in per cent at a grade; None if nothing is rolled (CF-X-5, CF-X-10)."""
    return _calculation_at(skill, g, settings.grades_system == "flat", settings.grades_herculean == "0.1")


@memo
def _calculation_at(skill: int, g: Grade, flat: bool, tenth: bool) -> tuple[D100Step, ...] | None:
    row = next(row for row in numbers().grades if row.grade == g)
    if row.multiplier is None or row.flat is None:
        return None
    if flat:
        value = max(0, skill + row.flat)
    else:
        times = row.option if row.option is not None and tenth else row.multiplier
        value = math.ceil(skill * Fraction(*times))
    changed = D100Step(reason="grade", value=value - skill, params={"grade": g})
    return (D100Step(reason="skill", value=skill), *effective_steps(changed))


def repeated_attempt_modifier(tries: int) -> DifficultyModifier | None:
    """Return the modifier of a task that has failed; Refused is raised if it was tried again already (CF-X-40)."""
    if tries > numbers().tries_again:
        raise Refused("d100_no_more_tries", "CF-X-40")
    return DifficultyModifier(reason="again", steps=numbers().again_harder * tries) if tries else None
