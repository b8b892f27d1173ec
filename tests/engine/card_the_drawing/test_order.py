"""Who acts when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.play.words import say
from engine.rulesets.card_the_drawing.order import next_of, order_of, triggered, turn_of, waiting
from tests.engine.card_the_drawing.pure import Fight, run, scene_of
from tests.engine.card_the_drawing.told import card_of, vectors_of

TWO = [
    {"id": "A", "of": "titan", "adrenaline": 9, "discard": ["punch", "swing_blade"]},
    {"id": "B", "of": "titan", "discard": ["punch"]},
]


@pytest.mark.parametrize("vector", vectors_of("vectors", "order"))
def test_a_vector(vector: Mapping[str, Any]) -> None:
    run(vector)


@pytest.mark.rule("CD-UI-7", "CD-TAG-STUN")
def test_a_place_says_why_it_is_not_where_the_card_says() -> None:
    fight = Fight(scene_of({"fighters": TWO, "field": [["polearm", "B", "B"]]}))
    for who, card, step in (("A", "staggering_blow", 1), ("B", "punch", 1)):
        fight.lay(who, card, step)
    fight.turn_up(1)
    fight.play({"who": "A", "card": "staggering_blow", "at": ["B"]})
    (turn,) = waiting(fight.at, 1)
    assert [say(line) for line in turn.reasons] == ["+1 for Polearm", "Stunned: after all who are not"]


@pytest.mark.rule("CD-INIT-4", "CD-INIT-5", "CD-UI-7")
def test_a_tie_tells_what_was_compared() -> None:
    fight = Fight(scene_of({"fighters": TWO}))
    for who in "AB":
        fight.lay(who, "punch", 1)
    coming = next_of(fight.scene, waiting(fight.at, 1), [{"A": 5, "B": 2}])
    assert [say(one.words) for one in coming.tied] == [
        "Card 1 of the discard piles: the lowest Initiative is 5",
        "A discard pile has no card 2: dice decide",
        "The lowest die is 2",
    ]
    assert coming.tied[0].cards == {"A": "Punch", "B": "Punch"}
    assert coming.turn is not None
    assert coming.turn.fighter == "B"


@pytest.mark.rule("CD-PLAY-1", "CD-COND-6", "CD-DMG-5")
def test_what_begins_a_phase_comes_in_the_order_of_its_cards() -> None:
    """The weather first, then by Initiative; a second copy waits, and the fallen do not act."""
    field = [
        ["sh_poisoned_edge", "A", "B"],
        ["sh_poisoned_edge", "A", "B"],
        ["careless_assault", "B", "B"],
        ["careless_assault", "A", "A"],
    ]
    people = [{"id": "A", "of": "titan", "health": 0}, {"id": "B", "of": "titan"}]
    scene = scene_of({"fighters": people, "field": field, "surroundings": ["env_burning_ground"]})
    places = order_of(scene, triggered(Fight(scene).at, "playing_start"))
    assert [place.turn.card_id for place in places] == ["env_burning_ground", "field3", "field1"]


@pytest.mark.rule("CD-INT-5", "CD-INT-9", "CD-AMB-43")
def test_interrupts_of_one_window_come_by_their_initiative_whoever_is_stunned() -> None:
    fight = Fight(scene_of({"fighters": TWO, "field": [["polearm", "B", "B"]]}))
    fight._fighter("A", stunned=True)
    turns = [turn_of(fight.at, who, card_of("counter_strike"), f"{who}1") for who in "BA"]
    assert [place.turn.fighter for place in order_of(fight.scene, turns)] == ["A", "B"]
