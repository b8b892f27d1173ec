"""A GM with one screen that everybody sees: prepares behind one question, and hides what is prepared with one key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from engine.kit.handouts.handout_records import HANDOUTS
from engine.model.seats import SHARED
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import open_category, prep_of, write
from tests.journeys.screen import texts_of
from tests.journeys.virtual_screen import VirtualScreen, is_virtual_screen
from vtt.widgets.message_dialog import MessageDialog

SECRET = "The ferryman lies"


@pytest.fixture
def whole_screen(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A desk whose window fills a screen of 1920 × 1080, but for its frame."""
    desk = Desk(qtbot, tmp_path, size=QSize(1880, 1000))
    yield desk
    desk.close()


def shows_secret(desk: Desk) -> bool:
    everywhere = [words for window in QApplication.topLevelWidgets() for words in texts_of(window)]
    return any(SECRET in words for words in everywhere) or SECRET in desk.house.window.windowTitle()


def work_elsewhere(desk: Desk) -> None:
    """Work in another program for a moment: what the GM has prepared hides meanwhile."""
    app = QApplication.instance()
    if not (isinstance(app, QApplication) and is_virtual_screen(app)):
        return
    desk.press("Ctrl+3")
    assert shows_secret(desk)
    with VirtualScreen() as server:
        server.open_window()
        desk.wait(lambda: desk.page.viewer == SHARED)
    assert not shows_secret(desk)
    desk.house.window.activateWindow()
    desk.wait(desk.has_keys)
    assert desk.page.viewer == SHARED, "it is not shown again by itself"
    desk.press("Ctrl+1")


@pytest.mark.journey
@pytest.mark.parametrize("game", ["imaginality", "classic_fantasy"])
def test_the_gm_prepares_and_hides_on_one_screen(whole_screen: Desk, game: str) -> None:
    desk = whole_screen
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.press("Ctrl+6")
    question = QApplication.activeModalWidget()
    assert isinstance(question, MessageDialog)
    assert "Players can see this screen" in question.text
    desk.picture(f"one-screen-1-question-{game}")
    desk.wait(desk.has_keys)
    desk.click(question.findChildren(QCheckBox)[0])
    desk.click(question.buttons["show"])
    desk.wait(desk.has_keys)
    assert desk.page.viewer != SHARED
    desk.go_to("prep")  # once this evening is enough
    assert QApplication.activeModalWidget() is None
    open_category(desk, HANDOUTS)
    desk.click(prep_of(desk).pane.new)
    write(desk, "name", SECRET)
    assert shows_secret(desk)
    desk.picture(f"one-screen-2-prep-{game}")

    desk.press("Ctrl+3")  # the same key hides it
    assert desk.page.viewer == SHARED
    assert not shows_secret(desk)
    desk.picture(f"one-screen-3-hidden-{game}")
    desk.press("Ctrl+1")
    assert not shows_secret(desk)
    desk.press("Ctrl+3")
    record = prep_of(desk).open_record
    assert record is not None
    assert record.record["name"] == SECRET
    assert record.dirty

    desk.press("Ctrl+1")
    has_hands = any(zone.startswith("hand:") for zone in desk.truth.zones)
    desk.press("2" if has_hands else "Ctrl+Tab")  # a player's hand is held up, or the player's seat is chosen
    assert desk.page.viewer == SHARED
    assert not shows_secret(desk)
    desk.press("Ctrl+3")
    assert shows_secret(desk)
    desk.press("Ctrl+S")
    desk.press("F12")
    assert desk.page.room == "table"
    assert not shows_secret(desk)
    desk.picture(f"one-screen-4-table-only-{game}")
    desk.press("F12")
    work_elsewhere(desk)
    desk.press("Ctrl+Shift+2")
    assert desk.page.viewer != SHARED
    desk.press("F9")
    assert desk.page.viewer == SHARED
