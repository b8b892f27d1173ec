"""Initiative: the number of cards drawn, jokers, and the order of acting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import CalculationStep
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.model.cards import is_joker, standard_decks
from engine.rulesets.future_imperfect.initiative.initiative_rules import (
    DrawAllowance,
    SortedDraw,
    cards_to_draw,
    draw_allowance,
    highest,
    may_reserve,
    need_kept,
    order_of_step,
    preparation_left,
    sort_draw,
    steps,
    surprise_tn,
)
from engine.rulesets.future_imperfect.rules.roll_rules import ThrownDice, score
from tests.engine.rulesets.future_imperfect.rules.test_roll_rules import CHOICES
from tests.engine.rulesets.future_imperfect.vectors import dice, vectors_of

DECK = standard_decks(1, ("XR", "XB"))
DOWN = tuple(rank + suit for rank in (*"AKQJ", "10", *"98765432") for suit in "SHDC")
"""All ranks and suits as they are called, written out by hand."""
hands = st.lists(st.sampled_from(DECK), unique=True, max_size=8)


@pytest.mark.parametrize("cases", vectors_of("basics", "draws"))
def test_a_vector_of_a_reflex_roll(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        wounds = CalculationStep(reason="wounds", value=case.get("wounds", 0))
        reflex = score(ThrownDice(dice=dice(case["dice"])), 0, (wounds,), **CHOICES)
        assert cards_to_draw(reflex, raise_step=5, max_draw=case.get("max_draw")) == case["cards"], case


@pytest.mark.parametrize("cases", vectors_of("basics", "jokers"))
def test_a_vector_of_drawn_cards(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        drawn = sort_draw(
            case["cards"].split(),
            case.get("reserve"),
            case.get("preparing", 0),
            black_joker_takes_red=case.get("takes_red", True),
        )
        assert drawn == SortedDraw(
            lost=tuple(case["lost"].split()),
            keepable=tuple(case["keepable"].split()),
            red=tuple(case.get("red", "").split()),
            lost_reserve=case.get("lost_reserve", False),
            lost_preparation=case.get("lost_preparation", 0),
            reshuffle="XB" in case["cards"],
        )


@pytest.mark.rule("FI-JOKER-4", "FI-JOKER-5", "FI-JOKER-7")
@given(hands, st.sampled_from([None, "2C", "KS"]), st.integers(0, 4), st.booleans())
def test_no_card_of_a_draw_is_lost_without_a_reason(
    cards: list[str], reserve: str | None, preparing: int, takes_red: bool
) -> None:
    drawn = sort_draw(cards, reserve, preparing, black_joker_takes_red=takes_red)
    assert sorted((*drawn.lost, *drawn.keepable, *drawn.red)) == sorted(cards)
    assert not any(map(is_joker, drawn.keepable))
    if "XB" not in cards:
        assert (drawn.lost, drawn.lost_reserve, drawn.lost_preparation, drawn.reshuffle) == ((), False, 0, False)
        return
    assert drawn.reshuffle
    assert drawn.lost_reserve is (reserve is not None)
    assert drawn.lost_preparation == (1 if preparing and reserve is None else 0)
    ranking = (("XR",) if takes_red else ()) + DOWN
    best = min((card for card in cards if card in ranking), key=ranking.index, default=None)
    assert set(drawn.lost) == {"XB"} | ({best} - {None} if reserve is None else set())


@pytest.mark.rule("FI-RES-9", "FI-JOKER-7")
def test_the_reserved_card_is_the_highest_then_the_red_joker_then_rank_and_suit() -> None:
    hand = ("3S", "XR", "AD", "AH/2")
    assert highest(hand, "2C", counts_red=True) == "2C"
    assert highest(hand, counts_red=True) == "XR"
    assert highest(hand, counts_red=False) == "AH/2"
    assert highest((), counts_red=True) is None
    assert highest(("XB",), counts_red=True) is None


@pytest.mark.rule("FI-INIT-7", "FI-JOKER-3")
def test_two_cards_are_kept_and_a_red_joker_besides() -> None:
    drawn = sort_draw(["XR", "AS", "5D", "3C"], None, 0, black_joker_takes_red=True)
    hand = (*drawn.keepable, *drawn.red)
    need_kept(hand, ["XR", "5D", "3C"])
    need_kept(hand, ["AS"])
    for chosen in (["AS", "5D", "3C"], ["KD"]):
        with pytest.raises(Refused):
            need_kept(hand, chosen)
    taken = sort_draw(["KH", "XB", "2D"], None, 0, black_joker_takes_red=True)
    with pytest.raises(Refused):
        need_kept((*taken.keepable, *taken.red), ["KH"])


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11")
@given(st.permutations(DOWN))
def test_steps_are_called_from_the_ace_down_and_suits_backwards(cards: list[str]) -> None:
    assert order_of_step({card: card for card in cards}) == tuple((card,) for card in DOWN)
    assert [card[:-1] for card in DOWN[::4]] == list(steps())


@pytest.mark.rule("FI-INIT-12")
def test_the_same_card_of_both_decks_acts_at_the_same_time() -> None:
    order = order_of_step({"rex": "10D", "thug": "10D/2", "una": "10C", "boss": "10S/2"})
    assert order == (("boss",), ("rex", "thug"), ("una",))


@pytest.mark.rule("FI-INIT-16", "FI-FEAR-7", "FI-EXT-6", "FI-RES-6")
@pytest.mark.parametrize(
    ("states", "given_up", "prepared", "forbids", "expected"),
    [
        ([], False, False, True, DrawAllowance(how="roll")),
        (["stunned", "prone", "unnerved"], False, False, True, DrawAllowance(how="roll")),
        (["surprised"], False, False, True, DrawAllowance(how="none", why="surprised")),
        (["surprised", "dead"], False, False, True, DrawAllowance(how="none", why="dead")),
        (["winded", "terrified"], False, False, True, DrawAllowance(how="none", why="winded")),
        (["unconscious"], True, True, True, DrawAllowance(how="none", why="unconscious")),
        (["catatonic", "terrified"], False, False, True, DrawAllowance(how="none", why="catatonic")),
        (["terrified"], True, True, True, DrawAllowance(how="single", why="terrified")),
        ([], True, False, True, DrawAllowance(how="none", why="keeps_reserve")),
        ([], False, True, True, DrawAllowance(how="none", why="prepared")),
        ([], False, True, False, DrawAllowance(how="roll")),
        ([], True, True, False, DrawAllowance(how="none", why="keeps_reserve")),
    ],
)
def test_draws_and_the_reasons_against_them(
    states: list[str], given_up: bool, prepared: bool, forbids: bool, expected: DrawAllowance
) -> None:
    allowance = draw_allowance(states, keeps_reserve=given_up, prepared=prepared, prepared_no_draw=forbids)
    assert allowance == expected
    assert allowance.why is None or f"no_draw.{allowance.why}" in texts()


@pytest.mark.rule("FI-RES-2", "FI-RES-8", "FI-JOKER-1")
def test_one_card_may_be_reserved_and_no_joker() -> None:
    assert may_reserve("3C", None) is None
    for card, reserve, because in (("3C", "4D", "reserve_taken"), ("XR", None, "reserve_joker")):
        refusal = may_reserve(card, reserve)
        assert refusal is not None
        assert refusal.message.key == f"refused.{because}"


@pytest.mark.parametrize("cases", vectors_of("basics", "preparation"))
def test_a_vector_of_preparation(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        assert preparation_left(case["speed"], case["laid"]) == case["left"]


@pytest.mark.rule("FI-SURP-1", "FI-SURP-3")
def test_surprise_is_harder_to_see_through_when_nothing_is_expected() -> None:
    assert surprise_tn(expecting=True, later=False) == 5
    assert surprise_tn(expecting=False, later=False) == 11
    assert surprise_tn(expecting=True, later=True) == surprise_tn(expecting=False, later=True) == 3
