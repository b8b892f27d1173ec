"""Somebody who has a keyboard and no mouse: every key is pressed on the screen, and goes to what has the focus."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from tests.journeys.screen import Screen, breathe, faces_of
from vtt.shared.card_choice.card_picker import CardButton
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.application import Application
from vtt.table.accessibility.focus_targets import FocusTarget

_KEYSYMS: Final = {
    "Ctrl": "ctrl",
    "Alt": "alt",
    "Shift": "shift",
    "Esc": "Escape",
    "Space": "space",
    "PgUp": "Prior",
    "PgDown": "Next",
    "Backspace": "BackSpace",
    "+": "plus",
    "-": "minus",
    "?": "question",
}
"""The names of keys for the X display, where they differ from those in the help."""
_MOUSE: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel)
_MODIFIERS: Final = (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Shift, Qt.Key.Key_Meta)
_FAR: Final = 120
"""So many presses of Tab go round any window."""


class _KeyWatcher(QObject):
    """Sees every event of the program: whether anybody touched the mouse, and which keys have arrived.

    A key that opens a dialog is let go unseen, and one that is a shortcut is no press for the window.
    """

    touched = False
    arrived = pressed = released = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at an event."""
        if event.type() in _MOUSE:
            self.touched = True
        elif isinstance(event, QKeyEvent) and event.key() not in _MODIFIERS:
            self.arrived += event.type() != QEvent.Type.KeyRelease
            self.pressed += event.type() == QEvent.Type.KeyPress and watched.isWindowType()
            self.released += event.type() == QEvent.Type.KeyRelease and watched.isWindowType()
        return False


class Keyboard(Screen):
    """A keyboard at the screen, and eyes.

    Args:
        qtbot: waits.
        house: the program.
        watcher: sees its events.
    """

    def __init__(self, qtbot: QtBot, house: Application, watcher: _KeyWatcher) -> None:
        super().__init__(qtbot)
        self._house = house
        self._keys = watcher
        self._pictures = 0

    # What is seen.

    def under_way(self) -> tuple[str, ...]:
        """Return the steps of the action under way."""
        activity_views = self.page.campaign.viewer_campaign(SHARED).view.under_way
        return tuple(step.name for activity_view in activity_views for step in activity_view.steps)

    def picture(self, name: str) -> None:
        """Keep a picture of the window, numbered in the order of the journey."""
        self._pictures += 1
        super().picture(f"{self._pictures}-{name}")

    # Where the focus is.

    def focus(self) -> QWidget:
        """Return what gets the keys: an open menu, else what has the focus."""
        found = QApplication.activePopupWidget() or QApplication.focusWidget()
        assert found is not None, "nothing has the focus"
        return found

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

    @property
    def target(self) -> FocusTarget:
        """What has the focus on the table."""
        target = self.table.selection_marks.focus_target
        assert target is not None, "nothing on the table has the focus"
        return target

    # Keys.

    def press(self, *keys: str) -> None:
        """Press keys one after another as they are written in the help; the focus stays somewhere where it is seen."""
        for key in keys:
            self.qtbot.waitUntil(self._has_keys)
            before = self._keys.arrived
            self._send("key", "--delay", "0", _symbols(key))
            self._wait_for_arrival(before)
            breathe()
            self.qtbot.waitUntil(self._has_keys)
            assert self.focus().isVisible(), key

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold a key down."""
        self.qtbot.waitUntil(self._has_keys)
        before = self._keys.arrived
        self._send("keydown", _symbols(key))
        self._wait_for_arrival(before)
        try:
            yield
        finally:
            before = self._keys.released
            self._send("keyup", _symbols(key))
            self.qtbot.waitUntil(lambda: self._keys.released > before)

    def write(self, words: str) -> None:
        """Type into the field that has the focus."""
        self.qtbot.waitUntil(self._has_keys)
        before = self._keys.pressed
        self._send("type", "--delay", "0", words)
        self.qtbot.waitUntil(lambda: self._keys.pressed >= before + len(words))
        breathe()

    def _wait_for_arrival(self, before: int) -> None:
        self.qtbot.waitUntil(lambda: self._keys.arrived > before)

    def _send(self, *what: str) -> None:
        subprocess.run(["xdotool", *what], check=True)

    def _has_keys(self) -> bool:
        top = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        return isinstance(top, QMenu) or (top or self.house.window).isActiveWindow()

    # Ways of a person.

    def find(self, words: str) -> None:
        """Find something by name, and take it."""
        self.press("Ctrl+K")
        self.write(words)
        self.press("Return")

    def tab_to(self, name: str, *, key: str = "Tab") -> None:
        """Press Tab until something of this name has the focus."""
        met = []
        for _ in range(_FAR):
            met.append(self.focus().accessibleName())
            if met[-1] == name:
                return
            self.press(key)
        raise AssertionError(f"Tab does not lead to “{name}”, but to {met}")

    def walk_to(self, wanted: str, *ways: str) -> None:
        """Walk over the table with the arrows until the focus is on something whose name contains these words."""
        met = []
        for way in ways * _FAR:
            target = self.table.selection_marks.focus_target
            met.append(target.name if target is not None else "")
            if wanted in met[-1]:
                return
            self.press(way)
        raise AssertionError(f"{ways} do not lead to “{wanted}”, but to {met}")

    def choose_in_menu(self, words: str) -> None:
        """Walk down the open menu to an entry that begins with these words, and take it."""
        self.qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        for _ in menu.actions():
            if menu.activeAction() is not None and menu.activeAction().text().startswith(words):
                break
            self.press("Down")
        assert menu.activeAction().text().startswith(words), [action.text() for action in menu.actions()]
        self.press("Return")

    def start_demo(self, game: str) -> None:
        """Walk from the first page to the demo of a game."""
        assert self.shows_focus()
        self.press("Right")
        assert self.shows_focus()
        self.press("Return")
        self.choose_in_menu(game)
        self.qtbot.waitUntil(lambda: self.house.window.page is not None and self.house.controller.opened is not None)
        breathe()

    def answer(self, *choices: str) -> None:
        """Answer what is asked: pick the choices with these words, and as many of the first cards as are wanted.

        A question beside a piece takes its answer at once; what it asks after that is answered as proposed. A form is
        sent with Enter.
        """
        self.picture("question")
        for number, words in enumerate(choices):
            if number and not self._is_asked_beside_a_piece():
                self.press("Tab")  # an arrow would change the answer before
            self._go_to_choice(words)
            self.press("Return" if self._is_asked_beside_a_piece() else "Space")
        if self.table.question_input.asks_about_cards:
            self._choose_cards()
            return
        is_answered = bool(choices)
        for _ in range(_FAR):
            if not self.table.question_input.is_asking:
                break
            assert self.shows_focus()
            self.press("Return")
            is_answered = True
        dialog = QApplication.activeModalWidget()
        if dialog is None and is_answered:
            return
        assert isinstance(dialog, QuestionDialog)
        if isinstance(self.focus(), CardButton) and dialog.form.missing():
            assert self.shows_focus()
            self.press("Space")
            while dialog.form.missing():
                self.press("Right", "Space")
        self.confirm(dialog)

    def _choose_cards(self) -> None:
        """Choose as many of the first cards as are needed, while their holder looks, and confirm."""
        bubble = self.table.question_input.bubble
        assert bubble is not None
        key = re.search(r"hold key (\d)", bubble.hint.text())
        with self.look(key[1]) if key else nullcontext():
            is_one = not bubble.count.isVisible()
            for _ in range(_FAR):
                if self.target.name.endswith("can be chosen") and (is_one or not bubble.confirm_button.isEnabled()):
                    self.press("Return" if is_one else "Space")
                if not self.is_asked() or bubble.confirm_button.isEnabled():
                    break
                self.press("Right")
        if is_one:
            assert not self.is_asked()
            return
        if bubble.count.text().startswith("0"):
            self.tab_to(bubble.confirm_button.accessibleName() or bubble.confirm_button.text())
        self.press("Return")
        assert not self.is_asked()

    def is_asked(self) -> bool:
        """Say whether anything is asked, on the table or in a form."""
        return self.table.question_input.is_asking or QApplication.activeModalWidget() is not None

    def _is_asked_beside_a_piece(self) -> bool:
        return QApplication.activeModalWidget() is None

    def _go_to_choice(self, words: str) -> None:
        """Walk from question to question with Tab, and among the choices of each with the arrows."""
        met: list[str] = []
        for _ in range(_FAR):
            while (name := self.focus().accessibleName()) not in met:
                met.append(name)
                if words in name:
                    assert self.shows_focus(), words
                    return
                if not isinstance(self.focus(), QAbstractButton) or isinstance(self.focus(), QPushButton):
                    break
                self.press("Right")
            self.press("Tab")
        raise AssertionError(f"no key leads to “{words}”, but to {met}")

    def undo(self) -> None:
        """Take back the last gesture; of something that was revealed, with the consent of everybody."""
        before = self.truth
        self.press("Ctrl+Z")
        if QApplication.activeModalWidget() is not None:
            self.picture("undo")
            self.press("Return")
        self.qtbot.waitUntil(lambda: self.truth != before)

    @contextmanager
    def look(self, key: str) -> Iterator[None]:
        """Hold the key of a seat until its hand is seen, and let it go at the end of the block."""
        seat = list(self.truth.seats)[int(key) - 1]
        hand = self.truth.zones[f"hand:{seat}"].cards
        with self.hold(key):
            self.qtbot.waitUntil(lambda: set(hand) <= faces_of(self.table))
            self.picture("look")
            yield
        self.qtbot.waitUntil(lambda: not set(hand) & faces_of(self.table))

    def open_sheet(self, character: str) -> None:
        """Go through everything on the table to a character, open its sheet, and come back."""
        self.press("Ctrl+1")
        assert self.table.hasFocus()
        self.walk_to(f"{character}, played by", "PgDown")
        self.picture("target")
        self.press("Return")
        if self.page.room == "table":  # another character of this seat was shown
            self.press("Return")
        assert self.page.room == "characters"
        fields = [field for field in self.page.findChildren(QLineEdit) if field.isVisible()]
        assert any(field.text() == character for field in fields)
        assert self.shows_focus()
        self.picture("sheet")
        self.press("Ctrl+1")
        assert self.table.hasFocus()

    def confirm(self, dialog: QWidget) -> None:
        """Press Enter in a dialog that is filled in."""
        self.press("Return")
        self.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not dialog)
        self.qtbot.waitUntil(self._has_keys)

    def leave(self) -> None:
        """Close the campaign; the first page shows where the evening goes on."""
        self.press("Ctrl+W")
        assert self.house.window.page is None
        assert self.shows_focus(), "where the evening goes on"


@contextmanager
def at_keyboard(qtbot: QtBot, house: Application) -> Iterator[Keyboard]:
    """Sit down at the keyboard of a program; nobody may touch the mouse meanwhile."""
    assert shutil.which("xdotool"), "xdotool presses the keys"
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    watcher = _KeyWatcher()
    app.installEventFilter(watcher)
    try:
        yield Keyboard(qtbot, house, watcher)
    finally:
        app.removeEventFilter(watcher)
    assert not watcher.touched


def _symbols(key: str) -> str:
    parts = [key] if key in _KEYSYMS else key.split("+")
    return "+".join(_KEYSYMS.get(part, part.lower() if len(part) == 1 else part) for part in parts)


def _round(widget: QWidget) -> QImage:
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size()).adjusted(-6, -6, 6, 6)
    return window.grab(place).toImage()
