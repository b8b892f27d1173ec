"""Undo with honour: what nobody learned anything by is taken back at once, past a reveal the GM is asked."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.journeys.kit import Desk, script
from vtt.widgets.message_dialog import MessageDialog

TABLE = script(
    {
        "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
        "hand:tom": ["2H", "3H", "8H", "4H", "5H", "6H", "7H"],
        "hand:eva": ["2D", "3D", "4D", "5D", "6D", "7D", "8D"],
        "deck": ["4C", "KC"],
    }
)


def revealed(desk: Desk) -> None:
    """Play the locked door up to the moment at which everything lies open."""
    desk.open_table(TABLE)
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")
    desk.click_offer("Draw a card for the difficulty", seat="Ada")
    desk.drag("8H", "committed:actor")
    desk.click_offer("Reveal the cards", seat="Ada")
    assert desk.faces_on_screen() == {"8H", "4C"}


@pytest.mark.journey
def test_back_past_a_reveal_asks_the_gm_and_the_log_says_so(desk: Desk) -> None:
    revealed(desk)
    outcome = next(line for line in desk.read_log() if "8 against 4" in line)
    desk.press("Ctrl+Z")
    question = QApplication.activeModalWidget()
    assert isinstance(question, MessageDialog)
    assert "everybody" in question.text
    desk.picture("undo-1-asked")
    desk.choose("Cancel")
    assert desk.faces_on_screen() == {"8H", "4C"}
    desk.press("Ctrl+Z")
    desk.choose("Undo")
    assert desk.faces_on_screen() == set()
    assert not desk.names_card("8H")
    assert outcome not in desk.read_log()
    assert desk.read_log()[-1] == "1 move undone, although something was already revealed"
    desk.picture("undo-2-undone")
    # What Tom has laid face down taught nobody anything: no question.
    desk.press("Ctrl+Z")
    assert QApplication.activeModalWidget() is None
    assert desk.cards("committed:actor") == ()
    # The file keeps what waits for redo, and the same cards come again.
    desk.reopen()
    desk.press("Ctrl+Shift+Z")
    assert desk.cards("committed:actor") == ("8H",)
    desk.press("Ctrl+Shift+Z")
    assert desk.faces_on_screen() == {"8H", "4C"}
    assert outcome in desk.read_log()
    desk.press("Ctrl+Shift+Z")
    desk.reopen()


@pytest.mark.journey
def test_a_draw_that_comes_again_by_redo_brings_the_same_card(desk: Desk) -> None:
    revealed(desk)
    desk.click_offer("Finish the action", seat="Ada")
    dealt = desk.cards("hand:tom")
    assert dealt[-1] == "KC", "the hand was filled again"
    desk.press("Ctrl+Z")
    question = QApplication.activeModalWidget()
    assert isinstance(question, MessageDialog)
    assert "Tom" in question.text, "he has seen the card that he got"
    desk.choose("Undo")
    assert desk.cards("hand:tom") != dealt
    desk.press("Ctrl+Y")
    assert desk.cards("hand:tom") == dealt


@pytest.mark.journey
def test_back_to_a_line_of_the_story(desk: Desk) -> None:
    revealed(desk)
    log = desk.page.table_room.log
    lines = desk.read_log()
    desk.click_row(log.list, next(row for row, line in enumerate(lines) if "draws 1 card" in line))
    desk.click(log.undo_button)
    desk.choose("Undo")
    assert desk.faces_on_screen() == set()
    assert desk.cards("committed:actor") == ()
    assert len(desk.cards("drawn:opposition")) == 1
    assert desk.read_log()[-1] == "2 moves undone, although something was already revealed"
    desk.reopen()
    # From here the evening may go another way; then nothing waits for redo any more.
    desk.drag("2H", "committed:actor")
    assert not desk.house.window.named_actions["redo"].isEnabled()
    desk.click_offer("Reveal the cards", seat="Ada")
    assert desk.faces_on_screen() == {"2H", "4C"}
    desk.reopen()
