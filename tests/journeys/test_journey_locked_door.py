"""The locked door: a difficulty that nobody knows until it is turned over (IM-EX-2)."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script

DOOR = script(
    {
        "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
        "hand:tom": ["2H", "3H", "8H", "4H", "5H", "6H", "7H"],
        "hand:eva": ["2D", "3D", "4D", "5D", "6D", "7D", "8D"],
        "deck": ["4C", "KC", "QC"],
    }
)


@pytest.mark.journey
@pytest.mark.rule("IM-EX-2", "IM-ACT-2", "IM-ACT-4", "IM-ACT-6", "IM-ACT-7", "IM-ACT-8", "IM-GM-2", "IM-GM-4")
def test_tom_opens_a_locked_door_against_a_difficulty_that_only_the_gm_knows(desk: Desk) -> None:
    desk.open_table(DOOR)
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")
    assert "Tomas tries an action: “pick the lock”" in desk.headline()
    assert "Difficulty, now" in desk.steps()
    desk.picture("door-1-difficulty")

    desk.drag("deck", "committed:opposition")
    assert desk.cards("drawn:opposition") == ("4C",)
    assert "Card, now" in desk.steps()
    desk.picture("door-2-drawn")

    # The GM looks at the card on a screen of their own; the players' screen shows its back throughout.
    players = desk.open_player_window()
    assert "4C" not in desk.faces_on_screen()
    desk.click_offer("Look at the card drawn for the difficulty", seat="Ada")
    assert "4C" in desk.faces_on_screen()
    desk.picture("door-3-gm-looks")
    desk.press("Ctrl+Shift+1")
    desk.press("F5")
    assert "4C" not in desk.faces_on_screen()
    assert "4C" not in players.faces
    assert not desk.names_card("4C")
    assert "Ada looks at the drawn card and keeps the card hidden" in desk.read_log()

    with desk.hold_to_look("Tom"):
        assert desk.faces_on_screen() == {"2H", "3H", "8H", "4H", "5H", "6H", "7H"}
        desk.picture("door-4-tom-looks")
    assert desk.faces_on_screen() == set()
    desk.drag("8H", "committed:actor")
    assert desk.cards("committed:actor") == ("8H",)
    assert desk.faces_on_screen() == set()
    assert not desk.names_card("8H")
    assert not desk.names_card("4C")
    desk.picture("door-5-ready")

    desk.click_offer("Reveal the cards")
    assert desk.faces_on_screen() == {"8H", "4C"}
    assert "Success" in desk.headline()
    assert "Tomas succeeds: 8 against 4, margin +4" in desk.read_log()
    desk.picture("door-6-revealed")
    desk.click_offer("Finish the action")
    assert desk.cards("discard") == ("8H", "4C")
    assert desk.cards("hand:tom") == ("2H", "3H", "4H", "5H", "6H", "7H", "KC")
    assert "Tom refills the hand: 1 card" in desk.read_log()
    assert "Discard, 2 cards, 8 of hearts on top" in desk.spoken()
    desk.picture("door-7-settled")
    desk.reopen()
    assert desk.cards("hand:tom")[-1] == "KC"


@pytest.mark.journey
@pytest.mark.rule("IM-EX-2", "IM-ACT-4", "IM-GM-4", "IM-HAND-11")
def test_until_the_reveal_the_difficulty_was_never_on_the_one_screen(desk: Desk) -> None:
    desk.open_table(DOOR)
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")
    desk.click_offer("Draw a card for the difficulty", seat="Ada")
    desk.drag("8H", "committed:actor")
    assert desk.faces_ever_seen() == set()
    desk.click_offer("Reveal the cards")
    assert desk.faces_ever_seen() == {"8H", "4C"}
