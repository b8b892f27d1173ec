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
    desk.click_offer("Start combat", seat="Ada")
    desk.answer(fighters=["Tomas", "Clerk"])
    desk.click_offer("Clerk: declare an action", seat="Ada")
    desk.answer(what="swings a club")
    desk.click_offer("Tomas: declare an action")
    desk.answer(what="runs to the door")
    desk.click_offer("Clerk: attack hand-to-hand", seat="Ada")
    desk.answer(target="Tomas", weapon="Club")
    desk.drag("5C", "committed:actor")
    assert desk.seat_shown() == "Tom"
    assert {"Tomas: block", "Tomas: counterattack (uses the action)", "Tomas: do not defend"} <= set(desk.offers())
    assert "Tomas, is still to act, runs to the door" in desk.steps()
    desk.picture("counter-1-answer")

    desk.click_offer("Tomas: counterattack (uses the action)")
    assert "Tomas loses the declared action" in desk.read_log()
    assert "Tomas, has lost the action, runs to the door" in desk.steps()
    assert any("Clerk" in side and "1 of 2 cards" in side and "counterattack" in side for side in desk.steps())
    desk.picture("counter-2-lost")
    desk.drag("QH", "committed:opposition")
    desk.drag("4C", "committed:actor")
    desk.click_offer("Reveal the cards")
    assert "Tomas hits Clerk with the counterattack: 12 against 9" in desk.read_log()
    assert "The counterattack hits Clerk" in desk.headline()
    desk.picture("counter-3-hit")
    desk.click_offer("Finish the action", seat="Ada")

    # Nothing else for Tom this turn: the buttons say so, and why.
    desk.click_seat("Tom")
    assert (
        "A counterattack or a dodge has used up Tomas’s action for this turn. Wait for the next turn."
        in desk.denials()["Tomas: attack hand-to-hand"]
    )
    desk.picture("counter-4-denied")
    desk.reopen()
    assert "Tomas, has lost the action, runs to the door" in desk.steps()


@pytest.mark.journey
@pytest.mark.rule("IM-TV-11", "IM-RANGED-4", "IM-RANGED-6", "IM-RANGED-8", "IM-DRAW-3")
def test_a_shot_at_a_target_in_cover_that_sees_nothing_is_decided_by_two_drawn_cards(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Sally: shoot", seat="Eva")
    desk.answer(target="Clerk", weapon="Pistol", aware=False, cover=True)
    assert "Clerk cannot dodge this attack: a card is drawn instead" in desk.read_log()
    desk.picture("shot-1-laid")
    desk.drag("QD", "committed:actor")
    assert desk.cards("drawn:opposition") == ("7S", "5S")
    assert desk.faces_on_screen() == set(), "both sides lie face down"
    assert not any("dodge" in words for words in desk.offers())
    desk.click_offer("Reveal the cards")
    assert "Sally hits Clerk: 12 against 12" in desk.read_log(), "a tie is a hit"
    assert desk.faces_on_screen() == {"QD", "7S", "5S"}
    assert "Clerk is hit" in desk.headline()
    desk.picture("shot-2-hit")
    desk.click_offer("Finish the action", seat="Ada")
    assert desk.cards("discard") == ("5S", "7S", "QD")
    desk.reopen()
