"""The tables of difficulty grades, success levels and contests, from `rules/difficulty_grades.toml` (CF-T-GRADE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET

Grade = Literal["Automatic", "Very Easy", "Easy", "Standard", "Hard", "Formidable", "Herculean", "Hopeless"]
"""The difficulty of a roll (CF-T-GRADE)."""
SuccessLevel = Literal["critical", "success", "failure", "fumble"]
"""The result of a roll, the best first."""


class GradeRow(Frozen):
    """A row of CF-T-GRADE: what multiplies the skill, as a fraction, and what the other system adds.

    Without both nothing is rolled. `option` is the multiplier of the older game.
    """

    grade: Grade
    multiplier: tuple[int, int] | None = None
    flat: int | None = None
    option: tuple[int, int] | None = None


class GradeTables(Frozen):
    """The file `rules/difficulty_grades.toml`."""

    success_to: int
    failure_from: int
    fumble_from: int
    fumble_from_above_100: int
    skilled_above: int
    critical_part: int
    tries_again: int
    again_harder: int
    grades: tuple[GradeRow, ...]
    differential: Mapping[SuccessLevel, tuple[int, ...]]


numbers = rules_table(RULESET, "difficulty_grades", GradeTables)
"""The numbers of rolls."""
