"""Stopping at midnight in the middle of a face-down commit, and going on three weeks later."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script


@pytest.mark.journey
@pytest.mark.rule("IM-ACT-5", "IM-ACT-6", "IM-JOKER-3", "IM-GM-4", "IM-ACT-9")
def test_what_lies_face_down_lies_face_down_in_three_weeks(desk: Desk) -> None:
    desk.open_table(
        script(
            {
                "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
                "hand:tom": ["2H", "3H", "X", "4H", "5H", "6H", "7H"],
                "hand:eva": ["2D", "3D", "4D", "5D", "6D", "7D", "8D"],
                "deck": ["KC", "3C", "4C"],
            }
        )
    )
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")
    desk.click_offer("Draw a card for the difficulty", seat="Ada")
    desk.click_offer("Look at the card drawn for the difficulty", seat="Ada")
    desk.drag("X", "committed:actor")
    assert desk.cards("standins:actor") == ("3C", "4C")
    steps = desk.headline(), desk.offers(), desk.denials()
    desk.picture("reopen-1-before")
    desk.reopen()
    desk.picture("reopen-2-after")
    assert (desk.headline(), desk.offers(), desk.denials()) == steps
    assert desk.faces_ever_seen() == set(), "not one face was painted, not even while the window opened"
    for card in ("KC", "3C", "4C", "X"):
        assert not [
            text for text in desk.names_card(card) if "Refresh" not in text and "Discards a Joker" not in text
        ], card
    # The GM who looked still knows the drawn card, on a screen of their own.
    players = desk.open_player_window()
    assert "KC" in desk.faces_on_screen()
    assert not {"3C", "4C", "X"} & desk.faces_on_screen()
    assert players.faces == set()
    desk.press("Ctrl+Shift+1")
    desk.click_offer("Reveal the cards", seat="Ada")
    assert desk.faces_on_screen() == {"X", "3C", "4C", "KC"}
    assert "Tomas fails: 7 against 13, margin −6" in desk.read_log()
    desk.click_offer("Finish the action", seat="Ada")
    assert set(desk.cards("discard")) == {"X", "3C", "4C", "KC"}
    assert len(desk.cards("hand:tom")) == 7
    desk.reopen()
