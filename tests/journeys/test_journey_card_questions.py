"""Cards that are asked for are pointed out in the hand, while its holder looks; no form covers what it is about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.engine.rulesets.future_imperfect.table import stacked
from tests.journeys.crew import fighting
from tests.journeys.kit import Desk, script
from tests.journeys.test_journey_battle import card, told
from tests.journeys.test_journey_few_gestures import ALLEY

KEEP_AT_MOST = 5
PLAY_AT_MOST = 2


def lit(desk: Desk) -> set[str]:
    """Return the places of the cards that are lit."""
    return {f"{item.zone}#{item.index}" for item in desk.table.table_scene.cards() if item.playable}


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-7")
def test_two_cards_are_kept_by_pointing_at_them(desk: Desk) -> None:
    table = stacked(fighting(), "crew", "3S AS 9H 4C 2D KD 7H")
    desk.open_table_of(table, real=("dice",))
    desk.click_offer("Frost: roll Reflex", seat="Tom")
    desk.tell("0", "5", "2")
    desk.click_offer("Frost: spend a white chip (2 available)")
    desk.tell("8", "8", "1")
    desk.click_offer("Accept the roll")
    hand = desk.cards("hand:tom")
    before = desk.input.gestures
    keep = next(offer for offer in desk.offers() if "keep 2 cards" in offer)
    desk.click_offer(keep)
    assert QApplication.activeModalWidget() is None
    bubble = desk.asked()
    assert bubble.count.text() == "0 of 2 chosen"
    assert bubble.hint.text() == "Tom: hold key 2 or the eye to look, then choose."
    assert lit(desk) == set()
    desk.picture("cards-1-asked")
    with desk.hold_key(Qt.Key.Key_2):
        assert lit(desk) == {f"hand:tom#{index}" for index in range(len(hand))}
        desk.picture("cards-2-looked")
        desk.click_table(desk.at("hand:tom#2"))
        desk.click_table(desk.at("hand:tom#0"))
        desk.picture("cards-3-chosen")
    desk.wait(lambda: desk.faces_on_screen() == set())
    assert desk.asked().count.text() == "2 of 2 chosen"
    desk.picture("cards-4-turned-down")
    desk.press("Return")
    assert desk.cards("hand:tom") == (hand[0], hand[2])
    assert desk.input.gestures - before <= KEEP_AT_MOST
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-7")
@pytest.mark.parametrize("gesture", ["click", "double click face down", "slide from the eye"])
def test_a_hand_that_waits_for_several_cards_asks_for_them_when_one_is_pointed_at(desk: Desk, gesture: str) -> None:
    """No button is pressed before, and no seat is lit to give the card to."""
    table = stacked(fighting(), "crew", "3S AS 9H 4C 2D KD 7H")
    desk.open_table_of(table, real=("dice",))
    desk.click_offer("Frost: roll Reflex", seat="Tom")
    desk.tell("0", "5", "2")
    desk.click_offer("Frost: spend a white chip (2 available)")
    desk.tell("8", "8", "1")
    desk.click_offer("Accept the roll")
    hand = desk.cards("hand:tom")
    if gesture == "slide from the eye":
        desk.look_and_choose("Tom", hand[2])
    elif gesture == "double click face down":
        desk.double_click("hand:tom#1")
        assert desk.asked().count.text() == "0 of 2 chosen", "the card that the screen hides is not chosen"
    with desk.hold_key(Qt.Key.Key_2):
        if gesture != "slide from the eye":
            desk.click_table(desk.at("hand:tom#2"))
        assert desk.asked().count.text() == "1 of 2 chosen"
        assert not desk.table.table_scene.display_state.lit_seats
        desk.click_table(desk.at("hand:tom#0"))
    desk.wait(lambda: desk.faces_on_screen() == set())
    desk.press("Return")
    assert desk.cards("hand:tom") == (hand[0], hand[2])


@pytest.mark.journey
@pytest.mark.rule("IM-HTH-2")
def test_a_card_is_played_with_keys_alone(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Clerk: attack hand-to-hand", seat="Ada")
    desk.answer(target="Tomas", weapon="Unarmed")
    desk.click_offer("Play a card for Clerk", seat="Ada")
    assert QApplication.activeModalWidget() is None
    assert desk.table.hasFocus()
    hand = desk.cards("hand:gm")
    with desk.hold_key(Qt.Key.Key_1):
        desk.press("Right")
        desk.press("Return")
    assert desk.cards("committed:actor") == (hand[1],)
    assert desk.table.question_input.bubble is None
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-HTH-2")
def test_a_card_is_played_with_one_slide_from_the_eye(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Clerk: attack hand-to-hand", seat="Ada")
    desk.answer(target="Tomas", weapon="Unarmed")
    before = desk.input.gestures
    desk.click_offer("Play a card for Clerk", seat="Ada")
    desk.picture("cards-7-play")
    desk.look_and_choose("Ada", "10C")
    assert desk.input.gestures - before <= PLAY_AT_MOST
    assert desk.cards("committed:actor") == ("10C",)
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-JOKER-6")
def test_escape_steps_back_and_more_options_open_the_form(desk: Desk) -> None:
    desk.open_table(script({"hand:tom": ["3H", "X", "4H", "5H"], "hand:eva": ["3D"], "hand:gm": ["4C"]}))
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="climb the wall")
    desk.click_offer("Refresh the hand with a Joker")
    with desk.hold_key(Qt.Key.Key_2):
        desk.press("Space")
        desk.press("Right")
        desk.press("Space")
    assert "2 chosen" in desk.asked().count.text()
    desk.press("Escape")
    assert "1 chosen" in desk.asked().count.text()
    desk.press("Escape")
    desk.press("Escape")
    assert desk.table.question_input.bubble is None
    desk.click_offer("Refresh the hand with a Joker")
    desk.answer(cards=["X", "3H"])
    assert {"X", "3H"} <= set(desk.cards("discard"))


@pytest.mark.journey
@pytest.mark.rule("CD-PLAN-1", "CD-UI-5")
def test_a_plan_is_chosen_in_the_order_in_which_it_is_played(desk: Desk) -> None:
    desk.open_table(told())
    desk.click_offer("Tia: plan cards", seat="Tom")
    first, second = (card(desk, "hand:tom", face) for face in ("swing_blade", "staggering_blow"))
    places = [desk.cards("hand:tom").index(one) for one in (first, second)]
    with desk.hold_key(Qt.Key.Key_2):
        desk.picture("cards-5-plan")
        for place in places:
            desk.click_table(desk.at(f"hand:tom#{place}"))
        desk.picture("cards-6-ordered")
    desk.wait(lambda: desk.faces_on_screen() == set())
    desk.press("Return")
    assert desk.cards("plan:tia")[:2] == (first, second)


@pytest.mark.journey
@pytest.mark.rule("CD-PLAN-1", "CD-UI-5")
def test_a_card_that_is_laid_stays_in_the_plan_that_is_asked_for(desk: Desk) -> None:
    desk.open_table(told())
    first, second = (card(desk, "hand:tom", face) for face in ("swing_blade", "staggering_blow"))
    with desk.hold_key(Qt.Key.Key_2):
        desk.drag_to(first, "slot", "plan:tia", "1")
    desk.wait(lambda: desk.faces_on_screen() == set())
    desk.click_offer("Tia: plan cards", seat="Tom")
    assert desk.asked().count.text().startswith("1 chosen")
    with desk.hold_key(Qt.Key.Key_2):
        desk.click_table(desk.at(f"hand:tom#{desk.cards('hand:tom').index(second)}"))
        desk.picture("cards-8-laid-and-chosen")
    desk.wait(lambda: desk.faces_on_screen() == set())
    desk.picture("cards-9-face-down")
    desk.press("Return")
    assert desk.cards("plan:tia")[:2] == (first, second)
