"""An evening by keyboard alone: from the first page over a locked door and a blow to the clearing up, and no mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from tests.journeys.keyboard import Keyboard, at_keyboard
from tests.journeys.kit import faces_of
from tests.vtt.shell_kit import open_house, wake
from vtt.shell.campaigns import campaign_loading


@pytest.fixture
def keyboard(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))
    with open_house(tmp_path) as house:
        wake(house.window)
        with at_keyboard(qtbot, house) as keyboard:
            yield keyboard


@pytest.mark.journey
@pytest.mark.rule("IM-ACT-4", "IM-ACT-6", "IM-ACT-9", "IM-HTH-1", "IM-HTH-3", "IM-HTH-11", "IM-DMG-7")
def test_an_evening_without_a_mouse(qtbot: QtBot, keyboard: Keyboard) -> None:
    desk, house = keyboard, keyboard.house
    # The first page: the tiles are walked with the arrows.
    desk.start_demo("Imaginality")
    table, bar = desk.page.table_room.table, desk.page.table_room.offers
    assert bar.seat == "jonas", "the table waits for Jonas"

    # The locked door. Jonas holds his key to look, walks to a card, and carries it to the tray.
    with desk.hold("3"):
        assert table.looking_seat == "jonas"
        qtbot.waitUntil(lambda: set(desk.truth.zones["hand:jonas"].cards) <= faces_of(table))
    qtbot.waitUntil(lambda: not table.looking_seat)
    desk.press("Left", "Right")
    stop = table.selection_marks.focus_target
    assert stop is not None
    assert stop.name == "face-down card 2 of 7, Jonas"
    card = desk.truth.zones["hand:jonas"].cards[1]
    desk.picture("ring")
    desk.press("Return")
    for _ in range(12):
        stop = table.selection_marks.focus_target
        assert stop is not None
        if stop.ref == "committed:actor":
            break
        desk.press("Up" if stop.ref == "hand:jonas" else "Right")
    desk.press("Return")
    assert desk.truth.zones["committed:actor"].cards == (card,)
    desk.tab_to("Reveal the cards")
    assert desk.shows_focus()
    desk.press("Return")
    qtbot.waitUntil(lambda: card in faces_of(table))
    desk.find("Finish the action")
    assert card in desk.truth.zones["discard"].cards

    # One blow. What is not in reach of Tab is found by name.
    desk.find("Finch: attack hand-to-hand")
    assert desk.shows_focus()
    desk.picture("blow")
    for _ in range(4):
        if desk.focus().accessibleName() == "Pell the wrecker":
            break
        desk.press("Right")
    desk.press("Space")
    desk.answer()
    assert "Finch attacks Pell the wrecker (Knife)" in desk.story()
    desk.press("Alt+1")
    desk.answer()
    desk.picture("response")
    desk.find("Pell the wrecker: do not defend")
    for _ in range(15):
        if desk.under_way() == ():
            break
        desk.press("Alt+1")
        if QApplication.activeModalWidget() is not None:
            desk.answer()
        desk.picture("blow")
    assert desk.under_way() == (), "everything is cleared up"
    assert any("Pell the wrecker" in line and "damage" in line for line in desk.story())

    # Taking back, the story, and the end: all of it by keys. The file has everything.
    lines, truth = desk.story(), desk.truth
    desk.press("Ctrl+4", "Ctrl+1", "Ctrl+W")
    assert house.window.page is None
    assert desk.shows_focus(), "where the evening goes on"
    desk.press("Return")
    qtbot.waitUntil(lambda: house.window.page is not None and house.controller.opened is not None)
    assert desk.truth == truth
    assert desk.story() == lines
