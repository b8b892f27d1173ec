"""The order of turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.texts import say
from engine.rulesets.card_the_drawing.calculation.initiative import (
    OrderPlace,
    next_turn,
    triggered_turns,
    turn_of,
    turn_order,
    waiting_turns,
)
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import Fight, run, scene_of
from tests.engine.rulesets.card_the_drawing.vector_files import card_of, vectors_of

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
    (turn,) = waiting_turns(fight.at, 1)
    assert [say(line) for line in turn.reasons] == ["+1 from Polearm", "stunned (after all others)"]


@pytest.mark.rule("CD-INIT-4", "CD-INIT-5", "CD-UI-7")
def test_a_tie_tells_what_was_compared() -> None:
    fight = Fight(scene_of({"fighters": TWO}))
    for who in "AB":
        fight.lay(who, "punch", 1)
    coming = next_turn(fight.scene, waiting_turns(fight.at, 1), [{"A": 5, "B": 2}])
    assert [say(tie.words) for tie in coming.tied] == [
        "tie: card 1 from the top of each discard pile is compared; the lowest Initiative is 5",
        "tie: a discard pile has no further card to compare, so dice decide",
        "tie: dice are rolled; the lowest is 2",
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
    places = turn_order(scene, triggered_turns(Fight(scene).at, "playing_start"))
    assert [place.turn.card_id for place in places] == ["env_burning_ground", "field3", "field1"]


@pytest.mark.rule("CD-INT-5", "CD-INT-9", "CD-AMB-43")
def test_interrupts_of_one_window_come_by_their_initiative_whoever_is_stunned() -> None:
    fight = Fight(scene_of({"fighters": TWO, "field": [["polearm", "B", "B"]]}))
    fight._fighter("A", stunned=True)
    turns = [turn_of(fight.at, who, card_of("counter_strike"), f"{who}1") for who in "BA"]
    assert [place.turn.fighter for place in turn_order(fight.scene, turns)] == ["A", "B"]


CARDS = ("punch", "swing_blade", "retreat", "furious_charge", "take_cover")


@pytest.mark.rule("CD-DEF-2", "CD-INIT-4", "CD-INIT-5", "CD-MINION-5")
@given(
    people=st.lists(
        st.fixed_dictionaries(
            {
                "of": st.just("titan"),
                "minions": st.sampled_from([0, 0, 2]),
                "fallen": st.booleans(),
                "card": st.sampled_from(CARDS),
                "discard": st.lists(st.sampled_from(CARDS), max_size=3),
            }
        ),
        min_size=2,
        max_size=5,
    )
)
def test_the_defeated_change_nothing_for_the_living(people: list[dict[str, Any]]) -> None:
    """With or without them, the living act in the same order, with the same comparisons and the same dice."""

    def places(fighters: list[dict[str, Any]]) -> list[OrderPlace]:
        fight = Fight(
            scene_of({"fighters": [{**line, **({"health": 0} if line["fallen"] else {})} for line in fighters]})
        )
        for fighter in fighters:
            fight.lay(fighter["id"], fighter["card"], 1)
        return list(turn_order(fight.scene, waiting_turns(fight.at, 1)))

    fighters = [{**person, "id": f"F{number}"} for number, person in enumerate(people)]
    fallen = [fighter["id"] for fighter in fighters if fighter["fallen"]]
    together = places(fighters)
    assert [place.turn.fighter for place in together[len(fighters) - len(fallen) :]] == fallen, "they come last"
    assert together[: len(fighters) - len(fallen)] == places([fighter for fighter in fighters if not fighter["fallen"]])
    assert not [place for place in together if place.turn.lost and (place.open or place.tied)], "they join no tie"


@pytest.mark.rule("CD-AMB-33", "CD-INIT-4")
def test_the_cards_of_the_defeated_keep_their_place_where_they_still_happen() -> None:
    fallen = [{"id": "A", "of": "titan", "health": 0}, TWO[1]]
    fight = Fight(scene_of({"fighters": fallen, "options": {"defeated_cards": "still_happen"}}))
    for who, card in (("A", "furious_charge"), ("B", "punch")):
        fight.lay(who, card, 1)
    assert fight.order(1) == ["A", "B"]
