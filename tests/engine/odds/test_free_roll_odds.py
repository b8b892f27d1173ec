"""The odds of dice for any purpose, also in a game without code: every total once, as icepool counts them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice_notation import parse_dice_to_roll
from engine.core.game_options import complete_options
from engine.core.manual_moves import RollDice
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.odds.dice_odds import MOST_TOTALS, total_chances
from engine.odds.free_roll_odds import MOST_LINES, free_roll_odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of
from tests.engine.rulesets.game_folders import games_folder

EXAMPLES = Path(__file__).parents[3] / "engine" / "docs" / "examples"
SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))


def rolls_of(game: Game, table: Table) -> dict[str, Offer]:
    """Return the dice that a player is offered for any purpose, by their notation."""
    offers = game.offers(table, "tom")
    return {offer.command.dice: offer for offer in offers if isinstance(offer.command, RollDice)}


def test_dice_of_a_game_without_code_have_odds_until_real_ones_are_entered() -> None:
    with games_folder(EXAMPLES):
        game = game_of("homebrew_d20")
        table = game.ruleset.new_table(SEATS, complete_options(game.ruleset.options, {}))
        rolls = rolls_of(game, table)
        assert {"d20", "2d20"} <= {*rolls}
        for dice, offer in rolls.items():
            odds = game.odds(table, offer)
            assert odds is not None
            (totals,) = odds.distributions
            chances = total_chances(parse_dice_to_roll(dice))
            assert {int(part.outcome.name): part.chance for part in totals.outcomes} == dict(chances)
            assert odds.chance is None, "nothing says what a success is"
            assert dice in say(odds.explanation[0])
        entered = rolls["d20"].command
        assert isinstance(entered, RollDice)
        assert game.odds(table, replace(rolls["d20"], command=replace(entered, faces=(7,)))) is None


@pytest.mark.parametrize(
    ("dice", "sides", "plus"), [("2d6+1", (6, 6), 1), ("3d4-2", (4, 4, 4), -2), ("d6+d8", (6, 8), 0)]
)
def test_the_chances_are_those_of_all_falls_of_the_dice(dice: str, sides: tuple[int, ...], plus: int) -> None:
    falls = [*product(*(range(1, most + 1) for most in sides))]
    ways = Counter(sum(faces) + plus for faces in falls)
    odds = free_roll_odds(dice)
    assert odds is not None
    (totals,) = odds.distributions
    assert {int(part.outcome.name): part.chance for part in totals.outcomes} == {
        total: Fraction(count, len(falls)) for total, count in ways.items()
    }


@given(count=st.integers(1, 12), sides=st.sampled_from([2, 6, 20, 100]), plus=st.integers(-40, 40))
def test_every_total_is_in_one_line_and_the_lines_are_few(count: int, sides: int, plus: int) -> None:
    dice = f"{count}d{sides}{plus:+d}" if plus else f"{count}d{sides}"
    odds = free_roll_odds(dice)
    if odds is None:
        assert count * (sides - 1) >= MOST_TOTALS
        return
    chances = total_chances(parse_dice_to_roll(dice))
    (totals,) = odds.distributions
    assert len(totals.outcomes) <= MOST_LINES
    assert sum(part.chance for part in totals.outcomes) == 1
    for part in totals.outcomes:
        first, _, last = part.outcome.name.partition(":")
        inside = range(int(first), int(last or first) + 1)
        assert part.chance == sum((chances.get(total, Fraction(0)) for total in inside), Fraction(0))


@pytest.mark.parametrize("dice", ["100d1000", "99d100"])
def test_dice_with_too_many_totals_have_no_odds(dice: str) -> None:
    assert free_roll_odds(dice) is None
