"""Difficulty grades, what a d100 comes to, and contests (CF-X-1 to CF-X-10, CF-X-40, section 2.16)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen, Json

Grade = Literal["Automatic", "Very Easy", "Easy", "Standard", "Hard", "Formidable", "Herculean", "Hopeless"]
"""How difficult something is (CF-T-GRADE)."""
Level = Literal["critical", "success", "failure", "fumble"]
"""What a roll comes to, the best first."""
Side = Literal["acting", "resisting"]


class GradeRow(Frozen):
    """A row of CF-T-GRADE.

    Attributes:
        grade: its name.
        multiplier: of the skill, as a fraction; None where nothing is rolled.
        flat: what the other system adds.
        option: the multiplier of the older game.
    """

    grade: Grade
    multiplier: tuple[int, int] | None = None
    flat: int | None = None
    option: tuple[int, int] | None = None


class GradeTables(Frozen):
    """The file `rules/grades.toml`."""

    success_to: int
    failure_from: int
    fumble_from: int
    fumble_from_above_100: int
    skilled_above: int
    critical_part: int
    tries_again: int
    again_harder: int
    grades: tuple[GradeRow, ...]
    differential: Mapping[Level, tuple[int, ...]]


@cache
def numbers() -> GradeTables:
    """Return the numbers of rolls."""
    found: GradeTables = tables("grades", GradeTables)
    return found


@cache
def ladder() -> tuple[Grade, ...]:
    """Return the grades, the easiest first."""
    return tuple(row.grade for row in numbers().grades)


# ---- grades ----------------------------------------------------------------------------------------------------------


def shifted(grade: Grade, steps: int) -> Grade:
    """Return a grade so many steps harder, or easier below 0; the ladder ends at Automatic and Hopeless (CF-X-6)."""
    return ladder()[min(max(ladder().index(grade) + steps, 0), len(ladder()) - 1)]


def hardest(grades: Iterable[Grade]) -> Grade:
    """Return the hardest of some grades, which alone counts (CF-X-6)."""
    return max(grades, key=ladder().index)


class Bearing(Frozen):
    """Something that bears on how difficult a roll is.

    Attributes:
        reason: what; its words are the sentence `d100.bearing.<reason>`.
        grade: the roll is at least so hard.
        steps: the roll is so many steps harder, or easier below 0.
        params: what the sentence speaks of besides.
    """

    reason: str
    grade: Grade | None = None
    steps: int = 0
    params: Mapping[str, Json] = {}

    @property
    def words(self) -> Message:
        """What bears on it, as a line."""
        return Message(
            key=f"d100.bearing.{self.reason}",
            params={
                "grade": self.grade,
                "harder": max(0, self.steps),
                "easier": max(0, -self.steps),
                **self.params,
            },
        )


def effective_grade(base: Grade, penalties: Sequence[Grade], steps: int) -> Grade:
    """Return how hard a roll is: its own grade made easier or harder, or the hardest penalty if harder (CF-X-6).

    Args:
        base: what the task is by itself.
        penalties: grades that the roll has at least, as by fatigue.
        steps: how many steps harder; easier below 0.
    """
    return hardest((shifted(base, steps), *penalties))


def grade_of(base: Grade, bearings: Sequence[Bearing] = ()) -> Grade:
    """Return how hard a roll is with all that bears on it (CF-X-6)."""
    penalties = [bearing.grade for bearing in bearings if bearing.grade is not None]
    return effective_grade(base, penalties, sum(bearing.steps for bearing in bearings))


def grade(skill: int, g: Grade, settings: Settings = CATALOGUE) -> tuple[Part, ...] | None:
    """Return what a skill comes to at a grade; None where nothing is rolled (CF-X-5, CF-X-10).

    Args:
        skill: in per cent.
        g: the grade.
        settings: the system of grades, and what Herculean leaves.
    """
    row = next(row for row in numbers().grades if row.grade == g)
    if row.multiplier is None or row.flat is None:
        return None
    if settings.grades_system == "flat":
        came = max(0, skill + row.flat)
    else:
        times = row.option if row.option is not None and settings.grades_herculean == "0.1" else row.multiplier
        came = math.ceil(skill * Fraction(*times))
    changed = Part(reason="grade", value=came - skill, params={"grade": g})
    return (Part(reason="skill", value=skill), *counting(changed))


class Chance(Frozen):
    """What a d100 must not pass.

    Attributes:
        grade: how hard it is.
        parts: what the effective skill is made of; none where nothing is rolled.
        bearings: what has made it so hard.
    """

    grade: Grade
    parts: tuple[Part, ...] = ()
    bearings: tuple[Bearing, ...] = ()

    @property
    def value(self) -> int:
        """The effective skill."""
        return max(0, total(self.parts))

    @property
    def certain(self) -> Level | None:
        """What comes of it without any roll: what is Automatic succeeds, what is Hopeless fails (CF-T-GRADE)."""
        return {"Automatic": "success", "Hopeless": "failure"}.get(self.grade)  # type: ignore[return-value]

    @property
    def critical(self) -> int:
        """The highest roll that is a critical (CF-X-2)."""
        return critical_to(self.value)

    @property
    def fumble(self) -> int:
        """The lowest roll that is a fumble (CF-X-3)."""
        return fumble_from(self.value)


def chance(
    skill: int,
    base: Grade = "Standard",
    bearings: Sequence[Bearing] = (),
    settings: Settings = CATALOGUE,
    *,
    taken: int = 0,
) -> Chance:
    """Return what a roll is made against (CF-X-5, CF-X-6, CF-X-9).

    Args:
        skill: in per cent.
        base: the task's own grade.
        bearings: what makes it harder or easier.
        settings: the group's choices.
        taken: what a contest takes from every skill, as `over_100` says.
    """
    found = grade_of(base, bearings)
    parts = grade(skill, found, settings)
    if parts is None:
        return Chance(grade=found, bearings=tuple(bearings))
    contest = counting(Part(reason="over_100", value=-taken))
    return Chance(grade=found, parts=(*parts, *contest), bearings=tuple(bearings))


def over_100(values: Iterable[int]) -> int:
    """Return what a contest takes from the skill of everybody in it, after all else: what the best has above 100.

    CF-X-9.
    """
    above = numbers().skilled_above
    return max(0, max(values, default=0) - above)


def again(tries: int) -> Bearing | None:
    """Return what a task costs that was tried already (CF-X-40).

    Args:
        tries: how often it has failed.

    Raises:
        Refused: it was tried again already.
    """
    if tries > numbers().tries_again:
        raise Refused("d100_no_more_tries", "CF-X-40")
    return Bearing(reason="again", steps=numbers().again_harder * tries) if tries else None


# ---- rolls -----------------------------------------------------------------------------------------------------------


def critical_to(eff: int) -> int:
    """Return the highest roll that is a critical with an effective skill (CF-X-2)."""
    return math.ceil(Fraction(eff, numbers().critical_part))


def fumble_from(eff: int) -> int:
    """Return the lowest roll that is a fumble with an effective skill (CF-X-3)."""
    table = numbers()
    return table.fumble_from_above_100 if eff > table.skilled_above else table.fumble_from


def outcome(roll: int, eff: int) -> Level:
    """Return what a d100 comes to against an effective skill (CF-X-1 to CF-X-4).

    Args:
        roll: from 1 to 100; a 00 is 100.
        eff: the effective skill.
    """
    table = numbers()
    if not 1 <= roll <= 100:
        raise Refused("d100_roll", "CF-X-1", roll=roll)
    if roll >= fumble_from(eff):
        return "fumble"
    if roll >= table.failure_from or roll > max(eff, table.success_to):
        return "failure"
    return "critical" if roll <= critical_to(eff) else "success"


class Rolled(Frozen):
    """A roll that was made.

    Attributes:
        level: what it came to.
        roll: the d100; 0 where nothing was rolled.
        value: the effective skill.
    """

    level: Level
    roll: int = 0
    value: int = 0


def rolled(against: Chance, roll: int) -> Rolled:
    """Return what a roll against a chance came to; what is certain takes no notice of it (CF-X-4, CF-T-GRADE)."""
    if against.certain is not None:
        return Rolled(level=against.certain, value=against.value)
    return Rolled(level=outcome(roll, against.value), roll=roll, value=against.value)


def succeeds(level: Level) -> bool:
    """Say whether an outcome is a success or better (CF-X-4)."""
    return level in {"critical", "success"}


def _height(level: Level) -> int:
    """Return an outcome as a number: critical 3, success 2, failure 1, fumble 0 (CF-X-4)."""
    order = tuple(numbers().differential)
    return len(order) - 1 - order.index(level)


class Contest(Frozen):
    """Who wins an opposed roll.

    Attributes:
        winner: None where neither succeeded: they roll again, or the GM says.
        reason: what has decided it.
    """

    winner: Side | None
    reason: Literal["neither", "level", "roll", "skill", "resisting"]

    @property
    def words(self) -> Message:
        """What has decided it."""
        return Message(key=f"d100.contest.{self.reason}", params={"winner": self.winner})


def opposed(acting: Rolled, resisting: Rolled) -> Contest:
    """Return who wins an opposed roll (CF-X-7, section 2.16).

    The better level wins, then the higher die, then the higher effective skill, and at last whoever resists.
    """
    if not succeeds(acting.level) and not succeeds(resisting.level):
        return Contest(winner=None, reason="neither")
    steps: tuple[tuple[Literal["level", "roll", "skill"], int], ...] = (
        ("level", _height(acting.level) - _height(resisting.level)),
        ("roll", acting.roll - resisting.roll),
        ("skill", acting.value - resisting.value),
    )
    for reason, ahead in steps:
        if ahead:
            return Contest(winner="acting" if ahead > 0 else "resisting", reason=reason)
    return Contest(winner="resisting", reason="resisting")


def differential(acting: Level, resisting: Level) -> int:
    """Return by how many levels the first side wins, or loses below 0 (CF-X-8, CF-T-DIFF)."""
    table = numbers().differential
    return table[acting][tuple(table).index(resisting)]
