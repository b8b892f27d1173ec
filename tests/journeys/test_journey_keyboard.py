"""An evening by keyboard alone: from the first page over a locked door and a blow to the clearing up, and no mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.model.seats import SHARED
from engine.model.table import Table
from tests.journeys.kit import breathe, faces_of
from tests.journeys.screen import PICTURES
from tests.vtt.shell_kit import open_house, wake
from vtt.shared.card_choice.card_picker import CardButton
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading
from vtt.shell.window.campaign_page import CampaignPage


class NoMouse(QObject):
    """Fails as soon as anybody touches the mouse."""

    touched = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch every event of the program."""
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel):
            self.touched = True
        return False


class Keyboard:
    """Somebody who has a keyboard and no mouse."""

    def __init__(self, qtbot: QtBot, house: Application) -> None:
        self.qtbot = qtbot
        self.house = house
        self._pictures = 0

    @property
    def page(self) -> CampaignPage:
        """The open campaign."""
        page = self.house.window.page
        assert page is not None
        return page

    @property
    def truth(self) -> Table:
        """What really lies on the table."""
        return self.page.campaign._history.table

    def story(self) -> list[str]:
        """Return the lines of the story beside the table."""
        model = self.page.table_room.log.model
        return [model.words(row) for row in range(model.rowCount())]

    def under_way(self) -> tuple[str, ...]:
        """Return the steps of the action under way."""
        activity_views = self.page.campaign.viewer_campaign(SHARED).view.under_way
        return tuple(step.name for activity_view in activity_views for step in activity_view.steps)

    def focus(self) -> QWidget:
        """Return what has the focus."""
        found = QApplication.focusWidget()
        assert found is not None, "nothing has the focus"
        return found

    def press(self, *keys: str) -> None:
        """Press keys one after another; each finds something that has the focus and shows it."""
        for key in keys:
            QTest.keySequence(self.focus(), QKeySequence(key))
            breathe()
            self.qtbot.waitUntil(self._has_keys)
            assert self.focus().isVisible(), key

    def _has_keys(self) -> bool:
        return (QApplication.activeModalWidget() or self.house.window).isActiveWindow()

    def write(self, words: str) -> None:
        """Type into the field that has the focus."""
        QTest.keyClicks(self.focus(), words)
        breathe()

    def find(self, words: str) -> None:
        """Find something by name, and take it."""
        self.press("Ctrl+K")
        self.write(words)
        self.press("Return")

    def picture(self, name: str) -> None:
        """Keep a picture where somebody wants to look at them."""
        if PICTURES:
            self._pictures += 1
            (QApplication.activeModalWidget() or self.house.window).grab().save(
                f"{PICTURES}/{self._pictures}-{name}.png"
            )

    def shows_focus(self) -> bool:
        """Say whether it can be seen where the focus is: the picture round it changes when it goes."""
        widget = self.focus()
        lit = _round(widget)
        widget.clearFocus()
        breathe()
        dark = _round(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        breathe()
        return lit != dark

    def tab_to(self, name: str) -> None:
        """Press Tab until something of this name has the focus."""
        for _ in range(40):
            if self.focus().accessibleName() == name:
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to “{name}”")

    def answer(self) -> None:
        """Answer a question: where it is for cards, with as many of the first ones as it wants; then press Enter."""
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QuestionDialog)
        self.picture("question")
        if isinstance(self.focus(), CardButton):
            assert self.shows_focus()
            self.press("Space")
            while dialog.form.missing():
                self.press("Right", "Space")
        self.press("Return")
        self.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not dialog)
        self.qtbot.waitUntil(self.house.window.isActiveWindow)


def choose_demo(qtbot: QtBot, house: Application, game: str) -> None:
    """Walk down the menu of the demos, which has the keys while it is open, and take one."""
    menu = house.window.welcome.demo_menu
    qtbot.waitUntil(menu.isVisible)
    for _ in menu.actions():
        if menu.activeAction().text() == game:
            break
        QTest.keyClick(menu, Qt.Key.Key_Down)
    assert menu.activeAction().text() == game
    QTest.keyClick(menu, Qt.Key.Key_Return)


def _round(widget: QWidget) -> QImage:
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size()).adjusted(-6, -6, 6, 6)
    return window.grab(place).toImage()


@pytest.fixture
def keyboard(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    mouse = NoMouse()
    app.installEventFilter(mouse)
    try:
        with open_house(tmp_path) as house:
            wake(house.window)
            yield Keyboard(qtbot, house)
    finally:
        app.removeEventFilter(mouse)
    assert not mouse.touched


@pytest.mark.journey
@pytest.mark.rule("IM-ACT-4", "IM-ACT-6", "IM-ACT-9", "IM-HTH-1", "IM-HTH-3", "IM-HTH-11", "IM-DMG-7")
def test_an_evening_without_a_mouse(qtbot: QtBot, keyboard: Keyboard) -> None:
    desk, house = keyboard, keyboard.house
    # The first page: the tiles are walked with the arrows.
    assert desk.shows_focus()
    desk.press("Right")
    assert desk.shows_focus()
    desk.press("Return")
    choose_demo(qtbot, house, "Imaginality")
    qtbot.waitUntil(lambda: house.window.page is not None and house.controller.opened is not None)
    breathe()
    table, bar = desk.page.table_room.table, desk.page.table_room.offers
    assert bar.seat == "jonas", "the table waits for Jonas"

    # The locked door. Jonas holds his key to look, walks to a card, and carries it to the tray.
    QTest.keyPress(desk.focus(), Qt.Key.Key_3)
    assert table.looking_seat == "jonas"
    qtbot.waitUntil(lambda: set(desk.truth.zones["hand:jonas"].cards) <= faces_of(table))
    QTest.keyRelease(desk.focus(), Qt.Key.Key_3)
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
    desk.press("Space")  # the question is beside Finch, and nothing else is asked
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
