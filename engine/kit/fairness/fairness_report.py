"""Dice and cards compared with fair ones, and the meaning of the difference.

>>> report = dice_reports([SeenRoll(sides=6, face=face % 6 + 1) for face in range(36)])
>>> [(r.sides, r.rolls, r.average, r.fair_average, r.verdict.value) for r in report]
[(6, 36, 3.5, 3.5, 'usual')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from engine.kit.fairness.chi_square import chi_square
from engine.kit.fairness.dice_and_card_counts import PileDraws, SeenRoll
from engine.model.cards import JOKER, SUITS
from engine.model.frozen import Frozen

LEAST_EXPECTED = 5.0
"""A chi-square test needs at least so many results of each kind on average."""
MOST_BARS, MOST_GROUPS = 20, 10
"""A die with more than 20 sides is shown in at most 10 groups of faces."""
UNUSUAL, RARE = 0.05, 0.01


class Verdict(StrEnum):
    """The meaning of a difference: too few results, or how often fair chance differs as much."""

    TOO_FEW = "too_few"
    USUAL = "usual"
    UNUSUAL = "unusual"
    RARE = "rare"


class ResultCount(Frozen):
    """The number of results of one kind: `first` to `last` face of a die, or a suit (`X` for Jokers)."""

    count: int
    expected: float
    first: int = 0
    last: int = 0
    suit: str = ""


class PersonalRolls(Frozen):
    """The dice of one person: their number and their average face."""

    name: str
    rolls: int
    average: float


class DiceReport(Frozen):
    """All dice with the same number of sides.

    Attributes:
        sides: the sides.
        results: the counts; of a die with many sides, faces are counted in groups.
        average: the average face, and `fair_average` that of a fair die.
        chance: how often fair dice differ at least as much (0 to 1); None if there are too few.
        people: the dice of each person, by name.
    """

    sides: int
    rolls: int
    results: tuple[ResultCount, ...]
    average: float
    fair_average: float
    chance: float | None
    verdict: Verdict
    people: tuple[PersonalRolls, ...] = ()


class CardReport(Frozen):
    """The suits of the cards that were seen as they were drawn; the rest is as in `DiceReport`."""

    cards: int
    results: tuple[ResultCount, ...]
    chance: float | None
    verdict: Verdict


def dice_reports(rolls: Iterable[SeenRoll]) -> tuple[DiceReport, ...]:
    """Return a report for each kind of die, the most rolled first; a die with one side has none."""
    by_sides: dict[int, list[SeenRoll]] = {}
    for roll in rolls:
        if roll.sides > 1 and 1 <= roll.face <= roll.sides:
            by_sides.setdefault(roll.sides, []).append(roll)
    reports = [_dice_report(sides, rolled) for sides, rolled in by_sides.items()]
    return tuple(sorted(reports, key=lambda report: (-report.rolls, report.sides)))


def card_report(draws: Sequence[PileDraws]) -> CardReport | None:
    """Return the report of the cards; None if none were drawn. Cards from one pile are not independent."""
    expected, counts, freedom, cards = dict[str, float](), Counter[str](), 0.0, 0
    for pile in draws:
        size, drawn = sum(pile.made_of.values()), sum(pile.drawn.values())
        counts.update(pile.drawn)
        cards += drawn
        freedom += drawn * (size - drawn) / (size - 1) if size > 1 else 0
        for suit, number in pile.made_of.items():
            expected[suit] = expected.get(suit, 0) + drawn * number / size
    if not cards:
        return None
    suits = [suit for suit in (*SUITS, JOKER) if expected.get(suit)]
    results = tuple(ResultCount(count=counts[suit], expected=expected[suit], suit=suit) for suit in suits)
    tested = [result for result in results if result.suit != JOKER]
    chance = None
    if freedom and len(tested) > 1 and all(result.expected >= LEAST_EXPECTED for result in tested):
        share = sum(result.count for result in tested) / sum(result.expected for result in tested)
        means = [result.expected * share for result in tested]
        chance = chi_square([result.count for result in tested], means, freedom / cards)
    return CardReport(cards=cards, results=results, chance=chance, verdict=_verdict(chance))


def _dice_report(sides: int, rolled: Sequence[SeenRoll]) -> DiceReport:
    faces = Counter(roll.face for roll in rolled)
    chance = None
    width = _width(sides, lambda kinds: len(rolled) / kinds >= LEAST_EXPECTED)
    if width is not None and width < sides:
        tested = _results(faces, sides, width, len(rolled))
        chance = chi_square([result.count for result in tested], [result.expected for result in tested])
    most = MOST_BARS if sides <= MOST_BARS else MOST_GROUPS
    shown = _width(sides, lambda kinds: kinds <= most) or sides
    names = dict.fromkeys(roll.name for roll in rolled if roll.name)
    return DiceReport(
        sides=sides,
        rolls=len(rolled),
        results=_results(faces, sides, shown, len(rolled)),
        average=_average(rolled),
        fair_average=(sides + 1) / 2,
        chance=chance,
        verdict=_verdict(chance),
        people=tuple(_personal(name, [roll for roll in rolled if roll.name == name]) for name in sorted(names)),
    )


def _width(sides: int, fits: Callable[[int], bool]) -> int | None:
    """Return the least number of neighbouring faces that are counted together so that the kinds of result fit."""
    return next((width for width in range(1, sides + 1) if sides % width == 0 and fits(sides // width)), None)


def _results(faces: Counter[int], sides: int, width: int, rolls: int) -> tuple[ResultCount, ...]:
    return tuple(
        ResultCount(
            count=sum(faces[face] for face in range(first, first + width)),
            expected=rolls * width / sides,
            first=first,
            last=first + width - 1,
        )
        for first in range(1, sides + 1, width)
    )


def _personal(name: str, rolled: Sequence[SeenRoll]) -> PersonalRolls:
    return PersonalRolls(name=name, rolls=len(rolled), average=_average(rolled))


def _average(rolled: Sequence[SeenRoll]) -> float:
    return sum(roll.face for roll in rolled) / len(rolled)


def _verdict(chance: float | None) -> Verdict:
    if chance is None:
        return Verdict.TOO_FEW
    return Verdict.USUAL if chance >= UNUSUAL else Verdict.UNUSUAL if chance >= RARE else Verdict.RARE
