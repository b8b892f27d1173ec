"""The exact chances of a d100 against a skill, and of two d100 against each other (CF-X-1 to CF-X-10)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import get_args

from engine.messages.message import Message
from engine.odds.odds import Outcome
from engine.rulesets.classic_fantasy.checks.check_procedure import ContestEnd
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import (
    EffectiveSkill,
    RollResult,
    opposed,
    roll_result,
    succeeds,
)

LEVELS: tuple[SuccessLevel, ...] = get_args(SuccessLevel)


def possible_results(against: EffectiveSkill, faces: Iterable[int]) -> tuple[RollResult, ...]:
    """Return the results of equally likely faces; the same one for all faces counts once (CF-T-GRADE)."""
    if against.certain is not None:
        return (roll_result(against, 0),)
    return tuple(roll_result(against, face) for face in faces)


def level_chances(results: Sequence[RollResult]) -> list[tuple[Outcome, Fraction]]:
    """Return the chances of the levels of equally likely results, the best level first."""
    counts = Counter(result.level for result in results)
    return [(_level(level), Fraction(counts[level], len(results))) for level in LEVELS]


def contest_chances(
    acting: Sequence[RollResult],
    resisting: Sequence[RollResult],
    names: tuple[str, str],
    successes: Collection[str],
) -> list[tuple[Outcome, Fraction]]:
    """Return the chances of the winner of a contest; both sides have equally likely results (CF-X-7).

    `successes` are the ends that count as success: a trap acts, and its victim hopes to resist (CF-TRAP-9).

    For two results the rule looks at the levels and at which roll is higher; so it is asked once for each such case,
    and the pairs of each case are counted.
    """
    labels = (*(Message(key="d100.odds_wins", params={"actor": name}) for name in names), _NEITHER)
    outcomes = [
        Outcome(name=end, label=label, succeeds=end in successes)
        for end, label in zip(get_args(ContestEnd), labels, strict=True)
    ]
    counts = [0, 0, 0]
    for own_level in LEVELS:
        own = [result for result in acting if result.level == own_level]
        for other_level in LEVELS if own else ():
            others = sorted((r for r in resisting if r.level == other_level), key=lambda result: result.roll)
            for case, count in _cases(own, others).items():
                winner = opposed(*case).of_winner(0, 1)
                counts[2 if winner is None else winner] += count
    pairs = len(acting) * len(resisting)
    return [(outcome, Fraction(counts[index], pairs)) for index, outcome in enumerate(outcomes)]


def _cases(own: Sequence[RollResult], others: Sequence[RollResult]) -> dict[tuple[RollResult, RollResult], int]:
    """Return a pair with the higher roll on either side, and one with equal rolls, with the number of such pairs."""
    rolls = [result.roll for result in others]
    cases: dict[int, tuple[RollResult, RollResult]] = {}
    counts = Counter[int]()
    for result in own:
        below, up_to = bisect_left(rolls, result.roll), bisect_right(rolls, result.roll)
        for case, (first, end) in enumerate(((0, below), (below, up_to), (up_to, len(rolls)))):
            if end > first:
                cases.setdefault(case, (result, others[first]))
                counts[case] += end - first
    return {pair: counts[case] for case, pair in cases.items()}


def _level(level: SuccessLevel) -> Outcome:
    return Outcome(name=level, label=Message(key=f"d100.odds_{level}"), succeeds=succeeds(level))


_NEITHER = Message(key="d100.contest.neither")
