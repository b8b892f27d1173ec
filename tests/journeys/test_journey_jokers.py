"""The three faces of a Joker: played for value, played to refresh, and drawn."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script

TOM = ["X", "3H", "4H", "5H", "7H", "8H", "9H"]
EVA = ["QD", "6H", "3D", "6D", "5D", "4D", "2D"]
GM = ["5C", "4C", "6C", "7C", "8C", "9C", "10C"]


@pytest.mark.journey
@pytest.mark.rule("IM-EX-1", "IM-JOKER-1", "IM-JOKER-3", "IM-DECK-9", "IM-VAL-2")
def test_a_joker_for_value_is_worth_two_cards_off_the_deck(desk: Desk) -> None:
    desk.open_table(script({"hand:tom": TOM, "hand:eva": EVA, "hand:gm": GM, "deck": ["2S", "KS", "AS"]}))
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="climb the wall")
    desk.drag("X", "committed:actor")
    assert desk.cards("standins:actor") == ("2S", "KS")
    assert "Tomas: 1 of 1 cards played, ready" in desk.spoken(), "others see one face-down card"
    assert not any("Joker" in line for line in desk.read_log())
    assert desk.faces_on_screen() == set()
    desk.picture("joker-1-laid")
    desk.click_offer("Play a card for the difficulty", seat="Ada")
    desk.answer(cards="7C")
    desk.click_offer("Reveal the cards")
    assert desk.faces_on_screen() == {"X", "2S", "KS", "7C"}
    assert "Tomas succeeds: 15 against 7, margin +8" in desk.read_log()
    desk.picture("joker-2-value")
    desk.click_offer("Finish the action")
    assert desk.cards("discard") == ("7C", "KS", "2S", "X")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-JOKER-6", "IM-JOKER-7", "IM-JOKER-8", "IM-JOKER-11")
def test_a_joker_refreshes_a_hand_from_the_deck(desk: Desk) -> None:
    desk.open_table(script({"hand:tom": TOM, "hand:eva": EVA, "hand:gm": GM, "deck": ["2S", "KS", "AS", "10S"]}))
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="climb the wall")
    desk.click_offer("Refresh the hand with a Joker")
    desk.picture("joker-3-refresh")
    desk.answer(cards=["3H", "X", "4H"])  # in any order; which of the backs is the Joker only Tom knows
    assert desk.cards("hand:tom") == ("5H", "7H", "8H", "9H", "2S", "KS", "AS")
    assert set(desk.cards("discard")) == {"X", "3H", "4H"}
    assert desk.cards("committed:actor") == (), "the action is still to be attempted, with the new hand"
    assert "Discard, 3 cards, Joker on top" in desk.spoken()
    desk.picture("joker-4-refreshed")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-JOKER-6", "IM-JOKER-9")
def test_where_the_group_wants_it_a_joker_refreshes_from_the_discard_pile(desk: Desk) -> None:
    laid = {"hand:tom": TOM, "hand:eva": EVA, "hand:gm": GM, "discard": ["AS", "10S", "9S"], "deck": ["2S"]}
    desk.open_table(script(laid, options={"joker_refill_source": "discard"}))
    desk.drag("X", "discard")
    desk.picture("joker-3-drag")
    desk.answer()
    assert desk.cards("hand:tom") == ("3H", "4H", "5H", "7H", "8H", "9H", "AS")
    assert desk.cards("discard") == ("X", "10S", "9S")
    assert desk.cards("deck")[0] == "2S"
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-JOKER-4", "IM-ACT-10", "IM-GM-2")
def test_a_joker_drawn_by_the_one_who_acts_is_a_fumble(desk: Desk) -> None:
    desk.open_table(script({"hand:tom": TOM[1:], "hand:eva": EVA, "hand:gm": GM, "deck": ["X", "KS", "AS", "10S"]}))
    desk.click_offer("Clerk: try an action", seat="Ada")
    desk.answer(what="lock the till", target="Sally")
    desk.drag("deck", "committed:actor")
    assert desk.cards("drawn:actor") == ("X",)
    desk.drag("2D", "committed:opposition")
    assert desk.faces_on_screen() == set()
    desk.click_offer("Reveal the cards")
    assert desk.faces_on_screen() == {"X", "2D"}
    assert "Clerk drew a Joker and fumbles" in desk.read_log()
    assert "Failure – fumble: Clerk" in desk.headline()
    desk.picture("joker-5-fumble")
    desk.click_offer("Describe the fumble", seat="Ada")
    desk.answer(text="the drawer shuts on a thumb")
    assert "Fumble: the drawer shuts on a thumb" in desk.read_log()
    desk.click_offer("Finish the action")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-TV-16", "IM-JOKER-4", "IM-JOKER-13")
def test_a_joker_drawn_as_difficulty_lets_the_one_who_acts_succeed(desk: Desk) -> None:
    desk.open_table(script({"hand:tom": TOM[1:], "hand:eva": EVA, "hand:gm": GM, "deck": ["X", "KS", "AS", "10S"]}))
    desk.click_offer("Sally: try an action", seat="Eva")
    desk.answer(what="open the safe")
    desk.drag("deck", "committed:opposition")
    desk.drag("2D", "committed:actor")
    desk.click_offer("Reveal the cards")
    assert "Success – fumble: Ada" in desk.headline()
    assert "Ada drew a Joker and fumbles" in desk.read_log()
    desk.picture("joker-6-easy")
    desk.click_offer("Finish the action")
    assert desk.cards("discard") == ("2D", "X")
    desk.reopen()
