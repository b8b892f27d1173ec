"""Everything that chance can do is counted once, with its exact chance."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Chance
from engine.core.dice_notation import DiceSum, DiceTerm
from engine.core.draft import Draft
from engine.kit.checks import exploding_dice
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.model.table import Table
from engine.odds.dice_odds import Highest, exploding_chances, highest_chances, total_chances
from engine.odds.every_result import TooManyResults, every_result


@given(dice=st.lists(st.integers(1, 6), max_size=4))
def test_every_row_of_faces_comes_once(dice: list[int]) -> None:
    rows = list(every_result(lambda chance: tuple(chance.roll(sides) for sides in dice), most=1296))
    assert [row for row, _ in rows] == list(product(*(range(1, sides + 1) for sides in dice)))
    assert {chance for _, chance in rows} == {Fraction(1, len(rows))}


def test_a_shuffle_has_every_order_once() -> None:
    orders = [order for order, _ in every_result(lambda chance: chance.shuffle("ABCD"), most=24)]
    assert sorted(orders) == sorted(permutations("ABCD"))


def test_chances_follow_dice_that_depend_on_dice() -> None:
    def again(chance: Chance) -> int:
        first = chance.roll(4)
        return first + chance.roll(2) if first == 4 else first

    assert dict(every_result(again, most=5)) == {
        **dict.fromkeys((1, 2, 3), Fraction(1, 4)),
        **dict.fromkeys((5, 6), Fraction(1, 8)),
    }
    with pytest.raises(TooManyResults):
        list(every_result(again, most=4))


@given(
    terms=st.lists(st.tuples(st.sampled_from([-2, -1, 1, 2]), st.sampled_from([2, 3, 4, 6])), max_size=2),
    plus=st.integers(-3, 3),
)
def test_totals_of_dice_are_those_of_all_faces(terms: list[tuple[int, int]], plus: int) -> None:
    dice = DiceSum(dice=tuple(DiceTerm(count=count, sides=sides) for count, sides in terms), plus=plus)
    faces = list(product(*(range(1, sides + 1) for sides in dice.dice_sides)))
    counted = Counter(dice.total(row) for row in faces)
    assert total_chances(dice) == {total: Fraction(count, len(faces)) for total, count in counted.items()}


def test_dice_without_number_are_not_calculated() -> None:
    with pytest.raises(TooManyResults):
        total_chances(DiceSum(dice=(DiceTerm(count=100, sides=9_999),)))


@pytest.mark.parametrize("explosions", [0, 1, 2])
@pytest.mark.parametrize(("sides", "count"), [(2, 3), (3, 2), (4, 2), (6, 1)])
def test_exploding_dice_are_those_that_are_rolled(
    sides: int, count: int, explosions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library, asked for the best die and the ones, agrees with the dice of the rules, rolled in every way."""
    monkeypatch.setattr(exploding_dice, "MAX_EXPLOSIONS", explosions)

    def best(chance: Chance) -> Highest:
        dice = roll_exploding_dice(Draft(Table(ruleset="any"), chance), sides, count, aces=True)
        return Highest(max(die.total for die in dice), sum(die.natural == 1 for die in dice))

    rolled: dict[Highest, Fraction] = {}
    for result, chance in every_result(best, most=20_000):
        rolled[result] = rolled.get(result, Fraction(0)) + chance
    assert highest_chances(sides, count, explosions) == rolled
    if count == 1:
        totals = {highest.total: chance for highest, chance in rolled.items()}
        assert exploding_chances(sides, explosions) == totals


def test_the_dice_library_waits_until_somebody_asks_for_odds() -> None:
    """It takes longer to load than a frame, so neither the start nor the offers of a game need it."""
    code = (
        "import sys\n"
        "from engine.rulesets.loader import game_of, ruleset_ids\n"
        "games = [game_of(name) for name in ruleset_ids()]\n"
        "assert games and 'icepool' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])
