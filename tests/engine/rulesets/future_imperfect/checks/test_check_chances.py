"""Odds are those of the rules: whatever the dice can show is played, and counted.

The Aces stop early there, on both sides, so that everything can be counted; a sample with Aces without end follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip, ThrowDice
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from tests.engine.rulesets.future_imperfect.table import GAME, dice, laid, play, rolling
from tests.properties import examples

THROW = ThrowDice(seat="gm")


def odds_of(table: Table, command: Command, viewer: str = "gm") -> Odds:
    odds = GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)
    assert odds is not None
    return odds


def outcome_of(results: Mapping[str, Any]) -> str:
    """Return the name that the odds have for the results of a check that is over."""
    won, contested = int(results["successes"]), "winner" in results
    if contested and results["winner"] != "initiator":
        won = 0
    if not won:
        return "bust" if results["bust"] and not contested else "failure"
    return "success" if won == 1 else f"raises_{min(won - 1, 3)}"


def played(table: Table, command: Command, most: int = 5_000) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    act: Callable[[Any], str] = lambda chance: outcome_of(GAME.apply(table, command, chance).results)  # noqa: E731
    for name, chance in every_result(act, most):
        chances[name] = chances.get(name, Fraction(0)) + chance
    return chances


def chances_of(odds: Odds) -> dict[str, Fraction]:
    return {part.outcome.name: part.chance for part in odds.distributions[0].outcomes}


@pytest.fixture
def few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, check_chances):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


@pytest.mark.rule("FI-CORE-3", "FI-CORE-7", "FI-CORE-10", "FI-CORE-11", "FI-CORE-12", "FI-CORE-15")
@pytest.mark.parametrize("bust_rule", ["more_than_half", "half_or_more", "all"])
@pytest.mark.parametrize(("pool", "known"), [("2d4", "best"), ("3d4+1", "best"), ("1d6-2", "best")])
@pytest.mark.parametrize("tn", [2, 5, 9])
@pytest.mark.usefixtures("few_aces")
def test_a_roll_has_the_odds_of_all_its_dice(pool: str, known: Any, tn: int, bust_rule: str) -> None:
    table = laid(sheets={"frost": {"dexterity": pool}}, options={"bust_rule": bust_rule})
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", known=known, tn=tn))
    odds = odds_of(table, THROW)
    assert chances_of(odds) == played(table, THROW)
    assert odds.chance == sum(chance for name, chance in chances_of(odds).items() if name not in ("bust", "failure"))


@pytest.mark.rule("FI-CORE-18", "FI-CORE-19")
@pytest.mark.parametrize("options", [{}, {"opposed_tie": "initiator_wins"}, {"opposed_min_tn": 5}])
@pytest.mark.usefixtures("few_aces")
def test_a_contest_has_the_odds_of_both_sides_dice(options: Mapping[str, Any]) -> None:
    sheets = {"frost": {"dexterity": "2d4"}, "chuk": {"dexterity": "1d4+1"}}
    table = laid(sheets=sheets, options=options)
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", target="chuk"))
    assert chances_of(odds_of(table, THROW)) == played(table, THROW)
    begun = play(table, ThrowDice(seat="tom"), chance=dice(d4=[3, 1]))
    assert chances_of(odds_of(begun, THROW)) == played(begun, THROW)


@pytest.mark.rule("FI-CORE-18")
@pytest.mark.usefixtures("few_aces")
def test_ties_that_are_rolled_again_are_shared_out_by_the_other_results() -> None:
    table = laid(
        sheets={"frost": {"dexterity": "1d4"}, "chuk": {"dexterity": "1d4"}}, options={"opposed_tie": "reroll"}
    )
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", target="chuk"))
    odds = odds_of(table, THROW)
    assert sum(chances_of(odds).values()) == 1
    # Equal dice: a one is a bust and loses to everything, two busts are nobody's; what is left is shared alike.
    both_bust = Fraction(1, 16)
    tie = sum(Fraction(1, 4) ** 2 for _ in (2, 3)) + sum(Fraction(1, 16) ** 2 for _ in range(4))
    nobody = both_bust / (1 - tie)
    assert odds.chance == (1 - nobody) / 2


@pytest.mark.rule("FI-FATE-9", "FI-FATE-10", "FI-FATE-13")
@pytest.mark.parametrize(
    ("colour", "thrown"), [("white", (2, 3)), ("white", (1, 3)), ("red", (2, 3)), ("blue", (2, 3)), ("blue", (1, 1))]
)
@pytest.mark.usefixtures("few_aces")
def test_a_chip_says_what_it_gains(colour: str, thrown: tuple[int, ...]) -> None:
    options = {"blue_cancels_bust": True}
    table = laid(chips={"tom": {colour: 1}}, sheets={"frost": {"dexterity": "2d4"}}, options=options)
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", tn=5))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d4=list(thrown)))
    spend = SpendChip(seat="tom", colour=colour)
    odds = odds_of(table, spend)
    assert odds.before == 0
    assert chances_of(odds) == played(table, spend)


@pytest.mark.rule("FI-FATE-9", "FI-CORE-11")
@pytest.mark.usefixtures("few_aces")
def test_a_chip_on_a_roll_that_has_succeeded_promises_no_success_but_tells_the_chances_of_raises() -> None:
    table = laid(chips={"tom": {"white": 1}}, sheets={"frost": {"dexterity": "2d4"}})
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", tn=3))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d4=[2, 3]))
    spend = SpendChip(seat="tom", colour="white")
    odds = odds_of(table, spend)
    assert (odds.chance, odds.before) == (None, None), "100 % would read as if the chip brought it"
    assert chances_of(odds) == played(table, spend)
    assert {"success", "raises_1"} <= set(chances_of(odds))


@pytest.mark.rule("FI-CORE-7", "FI-CORE-18")
@examples(3)
@given(
    seed=st.integers(0, 2**32), pools=st.permutations(["3d8", "2d6", "4d4", "2d12+2"]), tn=st.sampled_from([None, 7])
)
def test_the_odds_are_the_frequency_of_many_throws(seed: int, pools: list[str], tn: int | None) -> None:
    """Aces go on for ever here; five deviations are one run in two million."""
    throws, chance = 400, SeededChance(seed)
    table = laid(sheets={"frost": {"dexterity": pools[0]}, "chuk": {"dexterity": pools[1]}})
    target = "" if tn is not None else "chuk"
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", tn=tn, target=target))
    odds = odds_of(table, THROW)
    won = sum(outcome_of(GAME.apply(table, THROW, chance).results) not in ("bust", "failure") for _ in range(throws))
    expected = float(odds.chance or 0)
    assert abs(won / throws - expected) <= 5 * sqrt(expected * (1 - expected) / throws) + 1e-9


@pytest.mark.rule("FI-CORE-18")
def test_an_answer_takes_no_longer_than_a_frame() -> None:
    """The best of three, so that a busy machine does not matter: a contest of many large dice, which takes longest."""
    table = laid(sheets={"frost": {"dexterity": "6d20"}, "chuk": {"dexterity": "6d12"}})
    table = play(table, TryRoll(seat="tom", actor="frost", name="dexterity", target="chuk"))
    took = []
    for plus in range(3):
        check = rolling(table)
        anew = replace(check.rolls[0], dice=replace(check.rolls[0].dice, plus=plus))
        changed: Check = replace(check, rolls=(anew, check.rolls[1]))
        front = replace(table, procedures=(*table.procedures[:-1], changed))
        start = process_time()
        odds_of(front, THROW)
        took.append(process_time() - start)
    assert min(took) < 0.05


@pytest.mark.rule("FI-CORE-9")
def test_what_a_secret_character_rolls_has_odds_for_its_readers_only() -> None:
    table = laid()
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    table = play(table, TryRoll(seat="gm", actor="thug", name="dexterity", tn=5))
    offer = Offer(name="any", command=THROW, label=Message(key="any"))
    assert GAME.odds(table, offer, "gm") is not None
    assert [GAME.odds(table, offer, viewer) for viewer in ("tom", "shared", "print")] == [None] * 3
