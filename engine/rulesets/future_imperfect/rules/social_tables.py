"""The tables of `rules/social_contests.toml`: contests of will, simple contests, fear (T-4, T-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen

ContestEffect = Literal["unnerved", "distracted", "broken"]
TerrorState = Literal["terrified", "catatonic"]


class ContestEffectRow(Frozen):
    """The number of successes from which a contest has an effect."""

    successes: int
    effect: ContestEffect


class SimpleContestTable(Frozen):
    """The target numbers of simple contests (T-4c, T-4d).

    Attributes:
        less, equal, greater, much_greater: TNs by the other's die type compared with one's own.
        wide: a die type greater by more than this is much greater.
        level: the level from which the other is skilled.
        skilled: the bonus of that.
    """

    less: int
    equal: int
    greater: int
    much_greater: int
    wide: int
    level: int
    skilled: int


class FearTable(Frozen):
    """The results of a fear test (T-5)."""

    by_successes: tuple[ContestEffect, ...]
    bust: TerrorState
    bust_under_terror: TerrorState


class SocialTables(Frozen):
    """The tables of social contests.

    Attributes:
        opposition: the opposing Aptitude of each Aptitude.
        contest: its effects, the lightest first.
        simple: target numbers.
        fear: the results of a test.
    """

    opposition: Mapping[str, str]
    contest: tuple[ContestEffectRow, ...]
    simple: SimpleContestTable
    fear: FearTable


social_tables = rules_table("future_imperfect", "social_contests", SocialTables)
"""The tables of social contests."""
