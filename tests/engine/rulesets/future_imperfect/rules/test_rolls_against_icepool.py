"""Every kind of throw in the game has the same chances as in icepool, an independent library.

Both sides stop open-ended dice after the same number of Aces, so that whole distributions can be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import icepool
import pytest

from engine.core.chance import Chance
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, total
from engine.kit.checks import exploding_dice
from engine.kit.checks.exploding_dice import Die, roll_exploding_dice
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.damage.damage_rules import damage_dice, melee_damage, unarmed_damage
from engine.rulesets.future_imperfect.damage.wind import wind_dice
from engine.rulesets.future_imperfect.damage.wound_marks import wounds_of
from engine.rulesets.future_imperfect.initiative.initiative_rules import cards_to_draw
from engine.rulesets.future_imperfect.rules.miss_rules import scatter_dice, scatter_metres
from engine.rulesets.future_imperfect.rules.roll_rules import (
    AddedDie,
    BustRule,
    OpposedTie,
    RollScore,
    ThrownDice,
    TraitPlus,
    against,
    kept_highest,
    opposed,
    score,
    went_bust,
)
from tests.engine.rulesets.future_imperfect.dice_enumeration import chances, every_way
from tests.engine.rulesets.future_imperfect.table import cards, conflict, laid, play

ACES = 2
"""The maximum of Aces in these tests."""
T = TypeVar("T", bound=Hashable)
Dice = tuple[Die, ...]
Chances = Mapping[T, Fraction]
CHOICES: Mapping[str, Any] = {
    "trait_plus": "once",
    "default_halve": "before_modifiers",
    "bust_rule": "more_than_half",
    "bust_recheck_on_added_dice": False,
}
POOLS = [(1, 4), (2, 4), (3, 4), (4, 4), (1, 6), (2, 6), (3, 6), (2, 8), (2, 10), (2, 12), (1, 20)]


@pytest.fixture(autouse=True)
def _stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploding_dice, "MAX_EXPLOSIONS", ACES)


# ---- ours ------------------------------------------------------------------------------------------------------------


@cache
def thrown(count: int, sides: int, *, aces: bool = True) -> Chances[Dice]:
    """Return the chance of every result of our throw."""
    table = laid(who={})
    return chances(
        every_way(lambda chance: roll_exploding_dice(Draft(table, chance), sides, count, aces=aces)), lambda fell: fell
    )


def both(first: Chances[Any], second: Chances[Any]) -> Iterator[tuple[tuple[Any, Any], Fraction]]:
    """Return two throws that know nothing of each other."""
    return (((left, right), p * q) for left, p in first.items() for right, q in second.items())


def scored(dice: Dice, plus: int = 0, *modifiers: int, added: tuple[AddedDie, ...] = (), **choices: Any) -> RollScore:
    """Return the score of dice."""
    parts = [CalculationStep(reason="other", value=value) for value in modifiers]
    lifted = choices.pop("lifted", False)
    return score(ThrownDice(dice=dice, added=added, lifted=lifted), plus, parts, **{**CHOICES, **choices})


# ---- icepool's -------------------------------------------------------------------------------------------------------


def aces(sides: int) -> Any:
    """Return one die that explodes on its highest face."""
    return icepool.d(sides).explode(depth=ACES)


def ones(count: int, sides: int) -> Any:
    """Return how many of so many dice show a one."""
    return count @ (icepool.d(sides) == 1)


def dice_of(count: int, sides: int) -> Any:
    """Return the dice of a pool side by side, the smallest first."""
    return aces(sides).pool(count).expand()


def read(dice: tuple[int, ...], modifier: int = 0) -> int | None:
    """Return the highest of dice, None for a bust: a die with Aces is 1 only if it showed a one."""
    return None if 2 * dice.count(1) > len(dice) else max(dice) + modifier


def won(reached: int | None, tn: int) -> int:
    """Count one success and one for each full five points above the target number."""
    return 0 if reached is None or reached < tn else 1 + (reached - tn) // 5


def of_icepool(die: Any) -> dict[Any, Fraction]:
    """Return the chance of each outcome."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


# ---- one throw -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-7", "FI-CORE-8")
@pytest.mark.parametrize(("count", "sides"), POOLS)
def test_the_highest_of_dice_with_aces(count: int, sides: int) -> None:
    ours = chances(thrown(count, sides), lambda fell: kept_highest(fell, 0, trait_plus="once"))
    assert ours == of_icepool(aces(sides).highest(count))


@pytest.mark.rule("FI-CORE-7", "FI-CORE-8", "FI-DMG-1")
@pytest.mark.parametrize(("count", "sides"), POOLS)
def test_the_sum_of_dice_with_aces(count: int, sides: int) -> None:
    ours = chances(thrown(count, sides), lambda fell: sum(die.total for die in fell))
    assert ours == of_icepool(count @ aces(sides))


@pytest.mark.rule("FI-CORE-7")
@pytest.mark.parametrize(("count", "sides"), [(1, 2), (1, 4), (1, 12), (1, 20), (3, 6)])
def test_dice_to_look_something_up_do_not_go_on(count: int, sides: int) -> None:
    ours = chances(thrown(count, sides, aces=False), lambda fell: sum(die.total for die in fell))
    assert ours == of_icepool(count @ icepool.d(sides))


@pytest.mark.rule("FI-CORE-12")
@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("rule", ["all", "more_than_half", "half_or_more"])
def test_a_bust(rule: BustRule, count: int) -> None:
    ours = chances(thrown(count, 4, aces=False), lambda fell: went_bust([die.natural for die in fell], rule))
    needed = {"all": count, "more_than_half": count // 2 + 1, "half_or_more": (count + 1) // 2}[rule]
    assert ours == of_icepool(ones(count, 4) >= needed)


# ---- what a roll is worth --------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-9", "FI-CORE-10", "FI-CORE-11", "FI-CORE-12", "FI-CORE-13")
@pytest.mark.parametrize(("count", "sides"), [(1, 4), (2, 4), (3, 4), (2, 6), (3, 6), (2, 10)])
@pytest.mark.parametrize(("modifier", "tn"), [(0, 3), (0, 5), (-4, 7), (2, 9)])
def test_successes_and_raises(count: int, sides: int, modifier: int, tn: int) -> None:
    ours = chances(thrown(count, sides), lambda fell: against(scored(fell, 0, modifier), tn, raise_step=5).successes)
    assert ours == of_icepool(dice_of(count, sides).map(lambda dice: won(read(dice, modifier), tn)))


@pytest.mark.rule("FI-CORE-14", "FI-CORE-15")
def test_a_default_roll_is_halved_before_or_after_modifiers() -> None:
    for halve, half in (("before_modifiers", lambda kept: kept // 2 - 3), ("after_modifiers", lambda k: (k - 3) // 2)):
        ours = chances(
            thrown(2, 8),
            lambda fell, halve=halve: scored(fell, 0, -3, halved=True, default_halve=halve).total,  # type: ignore[misc]
        )
        assert ours == of_icepool(aces(8).highest(2).map(half))


@pytest.mark.rule("FI-CORE-3", "FI-CORE-8")
def test_the_plus_of_a_die_type_counts_once() -> None:
    ours = chances(thrown(2, 12), lambda fell: scored(fell, 4).total)
    assert ours == of_icepool(aces(12).highest(2) + 4)


@pytest.mark.rule("FI-AUTO-4")
def test_dice_of_a_split_burst_count_less_but_ones_stay_ones() -> None:
    scores = {fell: scored(fell, per_die=-2) for fell in thrown(2, 6)}
    split = dice_of(2, 6).map(lambda dice: (max(dice) - 2, read(dice) is None))
    assert chances(thrown(2, 6), lambda fell: (scores[fell].total, scores[fell].bust)) == of_icepool(split)


@pytest.mark.rule("FI-INIT-2", "FI-INIT-3", "FI-INIT-4", "FI-INIT-5")
@pytest.mark.parametrize("wounds", [0, -2])
@pytest.mark.parametrize("most", [None, 3])
def test_cards_drawn(wounds: int, most: int | None) -> None:
    def drawn(dice: tuple[int, ...]) -> int:
        reached = read(dice, wounds)
        return 0 if reached is None else min(1 + won(reached, 3), most or 99)

    ours = chances(thrown(2, 8), lambda fell: cards_to_draw(scored(fell, 0, wounds), raise_step=5, max_draw=most))
    assert ours == of_icepool(dice_of(2, 8).map(drawn))


@pytest.mark.rule("FI-INIT-2", "FI-INIT-3", "FI-INIT-5")
def test_cards_drawn_at_the_table() -> None:
    table = conflict(laid(sheets={"frost": {"reflex": "2d4"}}), "frost", "thug")
    commands = RollReflex(seat="tom", actor="frost"), ThrowDice(seat="tom")

    def draw(chance: Chance) -> int:
        lie = play(table, *commands, chance=chance)
        return len(set(table.zones["deck:crew"].cards) - set(cards(lie, "deck:crew")))

    ours = chances(every_way(draw), lambda count: count)
    assert ours == of_icepool(dice_of(2, 4).map(lambda d: 0 if read(d) is None else 1 + won(read(d), 3)))


# ---- two rolls -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-18", "FI-CORE-19")
@pytest.mark.parametrize(("mine", "yours"), [((2, 4), (2, 4)), ((3, 6), (1, 8)), ((1, 10), (2, 6))])
@pytest.mark.parametrize("tie", ["initiator_loses", "initiator_wins", "reroll"])
@pytest.mark.parametrize("least", [None, 5])
def test_opposed_rolls(mine: tuple[int, int], yours: tuple[int, int], tie: OpposedTie, least: int | None) -> None:
    def ours(pool: tuple[int, int]) -> Chances[tuple[int, bool]]:
        return chances(thrown(*pool), lambda fell: (scored(fell).total, scored(fell).bust))

    def outcome_of(pair: Any) -> tuple[str | None, int, bool]:
        first, second = (RollScore(kept=reached, total=reached, bust=bust, parts=()) for reached, bust in pair)
        result = opposed(first, second, raise_step=5, opposed_tie=tie, opposed_min_tn=least)
        return result.winner, result.successes, result.again

    def meant(mine: tuple[int, bool], yours: tuple[int, bool]) -> tuple[str | None, int, bool]:
        (me, my_bust), (you, your_bust) = mine, yours
        if my_bust and your_bust:
            return None, 0, False
        if me == you and not my_bust and not your_bust and tie == "reroll":
            return None, 0, True
        first = your_bust or (not my_bust and (me > you or (me == you and tie == "initiator_wins")))
        best, other = (me, you) if first else (you, me)
        if least is not None and best < least:
            return None, 0, False
        return "initiator" if first else "other", max(1, won(best, max(other, least or other))), False

    def theirs(pool: tuple[int, int]) -> Any:
        return dice_of(*pool).map(lambda dice: (max(dice), read(dice) is None))

    known = chances(both(ours(mine), ours(yours)), outcome_of)
    pairs = icepool.map(lambda left, right: repr(meant(left, right)), theirs(mine), theirs(yours), star=False)
    assert {repr(key): value for key, value in known.items()} == of_icepool(pairs)


# ---- chips -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-FATE-9", "FI-FATE-12", "FI-FATE-13")
def test_a_white_chip_adds_a_die_but_cancels_no_bust() -> None:
    def bettered(pair: Any) -> tuple[int, bool]:
        result = scored(pair[0], added=(AddedDie(die=pair[1][0]),))
        return result.total, result.bust

    better = icepool.map(lambda dice, more: (max(*dice, more), read(dice) is None), dice_of(2, 6), aces(6), star=False)
    assert chances(both(thrown(2, 6), thrown(1, 6)), bettered) == of_icepool(better)


@pytest.mark.rule("FI-FATE-10", "FI-FATE-12", "FI-CORE-3")
@pytest.mark.parametrize("trait_plus", ["once", "per_die"])
def test_a_red_chip_goes_onto_the_highest_die(trait_plus: TraitPlus) -> None:
    def bettered(pair: Any) -> int:
        return scored(pair[0], 2, added=(AddedDie(die=pair[1][0], onto_highest=True),), trait_plus=trait_plus).total

    better = aces(8).highest(2) + aces(8) + (2 if trait_plus == "once" else 4)
    assert chances(both(thrown(2, 8), thrown(1, 8)), bettered) == of_icepool(better)


@pytest.mark.rule("FI-FATE-11", "FI-FATE-13")
def test_a_blue_chip_counts_after_a_bust_too() -> None:
    def bettered(pair: Any) -> int:
        result = scored(pair[0], added=(AddedDie(die=pair[1][0], onto_highest=True),), lifted=True)
        return against(result, 5, raise_step=5).successes

    better = (aces(6).highest(2) + aces(6)).map(lambda reached: won(reached, 5))
    assert chances(both(thrown(2, 6), thrown(1, 6)), bettered) == of_icepool(better)


# ---- effects ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-DMG-1", "FI-DMG-4", "FI-AREA-1", "FI-ARMOR-11")
def test_bonus_dice_are_added_to_damage() -> None:
    count = total(damage_dice(1, area_damage=1, location="head", bonus=2))
    ours = chances(thrown(count, 4), lambda fell: sum(die.total for die in fell))
    assert ours == of_icepool(1 @ aces(4) + 1 @ aces(4) + 2 @ aces(4))


@pytest.mark.rule("FI-DMG-6", "FI-DMG-8", "FI-CLOSE-2")
@pytest.mark.parametrize("reaches", [True, False])
def test_strength_adds_at_most_the_weapons_damage(reaches: bool) -> None:
    def struck(pair: tuple[int, int]) -> int:
        return total(melee_damage((pair[0],), (pair[1],), 2, adds_strength=reaches))

    weapon = chances(thrown(2, 6), lambda fell: sum(die.total for die in fell))
    strength = chances(thrown(2, 8), lambda fell: max(die.total for die in fell))
    blow = icepool.map(
        lambda swung, pushed: swung + (min(swung, pushed + 2) if reaches else 0), 2 @ aces(6), aces(8).highest(2)
    )
    assert chances(both(weapon, strength), struck) == of_icepool(blow)


@pytest.mark.rule("FI-DMG-8")
def test_a_bare_hand_does_the_damage_of_strength() -> None:
    for way, die in (("strength_check", aces(6).highest(3) + 2), ("coordination_of_step_die", 3 @ aces(6))):

        def struck(fell: Dice, way: Any = way) -> int:
            return total(unarmed_damage([die.total for die in fell], 2, unarmed_damage=way))

        assert chances(thrown(3, 6), struck) == of_icepool(die)


@pytest.mark.rule("FI-DMG-5", "FI-WIND-1", "FI-WIND-2")
def test_damage_becomes_wounds_and_wounds_take_wind() -> None:
    levels = chances(thrown(1, 6), lambda fell: wounds_of(sum(die.total for die in fell), 6))
    assert levels == of_icepool(aces(6) // 6)
    lost: dict[int, Fraction] = {}
    for count, chance in levels.items():
        dice = wind_dice(count, cancelled=0, stopped="", wind_on_negated=False)
        for fell, chance_of_it in thrown(dice, 6).items():
            wind = sum(die.total for die in fell)
            lost[wind] = lost.get(wind, Fraction(0)) + chance * chance_of_it
    assert lost == of_icepool((aces(6) // 6).map(lambda count: max(1, count) @ aces(6)))


@pytest.mark.rule("FI-THROW-3")
@pytest.mark.parametrize(("missed", "dice"), [(1, 1), (4, 2), (5, 3)])
def test_a_miss_drifts_by_the_highest_die(missed: int, dice: int) -> None:
    ours = chances(
        thrown(scatter_dice(7, 7 - missed), 6),
        lambda fell: scatter_metres([die.total for die in fell], 10, scatter_cap="thrown_distance"),
    )
    assert ours == of_icepool(aces(6).highest(dice).map(lambda metres: min(metres, 10)))
