"""Bounty: its sources, its shares, its prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.messages.texts import say
from engine.rulesets.future_imperfect.character.traits import parse
from engine.rulesets.future_imperfect.session.bounty_rules import (
    AptitudeRaiseLimit,
    aptitude_cost,
    bounty_of,
    bounty_share,
    larger_die,
    may_pay,
    may_raise,
    more_dice,
)
from tests.engine.rulesets.future_imperfect.vectors import vectors_of


@pytest.mark.parametrize("cases", vectors_of("basics", "bounty"))
def test_a_vector_of_the_catalogue(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        if "chips" in case:
            assert total(bounty_of(case["chips"])) == case["worth"]
        elif "level" in case:
            assert aptitude_cost(case["level"]).value == case["cost"]
        else:
            bought = more_dice(parse(case["dice"])) if "dice" in case else larger_die(parse(case["die"]))
            assert (bought.trait.text, bought.cost.value) == (case["becomes"], case["cost"])


@pytest.mark.rule("FI-BOUNTY-3")
@given(st.lists(st.integers(0, 60), min_size=1, max_size=12), st.integers(1, 9))
def test_no_point_of_any_award_is_lost(awards: list[int], players: int) -> None:
    carry = given_out = 0
    for award in awards:
        share = bounty_share(award, carry, players)
        carry, given_out = share.carry, given_out + share.each * players
        assert 0 <= carry < players
    assert given_out + carry == sum(awards)


@pytest.mark.rule("FI-BOUNTY-3")
def test_without_players_an_award_stays_in_the_pot() -> None:
    assert (bounty_share(7, 2, 0).each, bounty_share(7, 2, 0).carry) == (0, 9)


@pytest.mark.rule("FI-BOUNTY-4")
@pytest.mark.parametrize(
    ("raised", "in_arc", "limit", "because"),
    [
        (False, 0, "per_aptitude", None),
        (False, 3, "per_aptitude", None),
        (True, 1, "per_aptitude", "refused.aptitude_raised"),
        (False, 0, "one_total", None),
        (False, 1, "one_total", "refused.aptitude_raised_one"),
    ],
)
def test_an_aptitude_is_raised_once_in_an_arc(
    raised: bool, in_arc: int, limit: AptitudeRaiseLimit, because: str | None
) -> None:
    allowed = may_raise(raised=raised, raised_in_arc=in_arc, aptitude_raise_limit=limit)
    assert (allowed.message.key if allowed is not None else None) == because


@pytest.mark.rule("FI-BOUNTY-4", "FI-BOUNTY-6")
def test_points_must_cover_the_price_and_the_price_names_its_reason() -> None:
    cost = larger_die(parse("3d6")).cost
    assert may_pay(24, cost) is None
    short = may_pay(23, cost)
    assert short is not None
    assert "24" in short.text
    assert "23" in short.text
    assert {"24", "8", "3"} <= set(say(cost.words).replace(",", " ").split())
