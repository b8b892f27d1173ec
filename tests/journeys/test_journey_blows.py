"""Blows and shots that are answered or not: a counterattack that costs an action, and a target that sees nothing."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script

ALLEY = script(
    {
        "hand:gm": ["5C", "4C", "6C", "7C", "8C", "9C", "10C"],
        "hand:tom": ["QH", "3H", "4H", "5H", "7H", "8H", "9H"],
        "hand:eva": ["QD", "6H", "3D", "6D", "5D", "4D", "2D"],
        "deck": ["7S", "5S", "KS"],
    }
)


@pytest.mark.journey
@pytest.mark.rule("IM-TV-31", "IM-TURN-4", "IM-TURN-5", "IM-HTH-3", "IM-HTH-6", "IM-HTH-7", "IM-HTH-8", "IM-HTH-9")
def test_a_counterattack_costs_tom_the_action_that_he_declared(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Begin a fight", seat="Ada")
    desk.answer(fighters=["Tomas", "Clerk"])
    desk.click_offer("Clerk declares", seat="Ada")
    desk.answer(what="swings a club")
    desk.click_offer("Tomas declares")
    desk.answer(what="runs to the door")
    desk.click_offer("Clerk strikes", seat="Ada")
    desk.answer(target="Tomas", weapon="Club")
    desk.drag("5C", "committed:actor")
    assert desk.seat_shown() == "Tom"
    assert {"Tomas blocks", "Tomas counterattacks", "Tomas does nothing"} <= set(desk.offers())
    assert "Tomas, has yet to act, runs to the door" in desk.steps()
    desk.picture("counter-1-answer")

    desk.click_offer("Tomas counterattacks")
    assert "Tomas's declared action is lost" in desk.read_log()
    assert "Tomas, has lost the action, runs to the door" in desk.steps()
    assert any("Clerk" in side and "1 of 2 cards" in side and "+1 counterattack" in side for side in desk.steps())
    desk.picture("counter-2-lost")
    desk.drag("QH", "committed:opposition")
    desk.drag("4C", "committed:actor")
    desk.click_offer("Reveal")
    assert "Tomas turns the blow round and hits Clerk: 12 against 9" in desk.read_log()
    assert "Clerk is hit by the counterattack" in desk.headline()
    desk.picture("counter-3-hit")
    desk.click_offer("Settle and clear up", seat="Ada")

    # Nothing else for Tom this turn: the buttons say so, and why.
    desk.click_seat("Tom")
    assert "Tomas's action was lost to a counterattack or dodge." in desk.denials()["Tomas strikes"]
    desk.picture("counter-4-denied")
    desk.reopen()
    assert "Tomas, has lost the action, runs to the door" in desk.steps()


@pytest.mark.journey
@pytest.mark.rule("IM-TV-11", "IM-RANGED-4", "IM-RANGED-6", "IM-RANGED-8", "IM-DRAW-3")
def test_a_shot_at_a_target_in_cover_that_sees_nothing_is_decided_by_two_drawn_cards(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Sally shoots", seat="Eva")
    desk.answer(target="Clerk", weapon="Pistol", aware=False, cover=True)
    assert "Clerk cannot dodge this: a card is drawn" in desk.read_log()
    desk.picture("shot-1-laid")
    desk.drag("QD", "committed:actor")
    assert desk.cards("drawn:opposition") == ("7S", "5S")
    assert desk.faces_on_screen() == set(), "both sides lie face down"
    assert not any("dodge" in words for words in desk.offers())
    desk.click_offer("Reveal")
    assert "Sally hits Clerk: 12 against 12" in desk.read_log(), "a tie is a hit"
    assert desk.faces_on_screen() == {"QD", "7S", "5S"}
    assert "Clerk is hit" in desk.headline()
    desk.picture("shot-2-hit")
    desk.click_offer("Settle and clear up", seat="Ada")
    assert desk.cards("discard") == ("5S", "7S", "QD")
    desk.reopen()
