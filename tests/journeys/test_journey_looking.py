"""Holding to look: the hand turns down by whatever must end a look, and the log says only that somebody looked."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.journeys.kit import Desk, faces_of, script
from tests.on_screen import put_up
from tests.vtt.shell_kit import wake

TOM = ("2H", "3H", "8H", "4H", "5H", "6H", "7H")
TABLE = script(
    {
        "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
        "hand:tom": TOM,
        "hand:eva": ["2D", "3D", "4D", "5D", "6D", "7D", "8D"],
    },
    {"kind": "attempt", "seat": "tom", "actor": "tom", "what": "pick the lock"},
)


def by_letting_go(desk: Desk) -> None:
    QTest.keyRelease(desk.table, Qt.Key.Key_2)


def by_another_window(desk: Desk) -> None:
    other = QWidget()
    desk.qtbot.addWidget(other)
    put_up(other)
    other.activateWindow()
    desk.wait(other.isActiveWindow)


def by_a_dialogue(desk: Desk) -> None:
    desk.press("F1")
    desk.wait(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def by_the_turn_of_another(desk: Desk) -> None:
    desk.drag("hand:tom#2", "committed:actor")
    assert desk.cards("committed:actor") == ("8H",)


def by_time(desk: Desk) -> None:
    """Nobody does anything."""


def by_another_room(desk: Desk) -> None:
    desk.go_to("story")
    desk.go_to("table")


@pytest.mark.journey
@pytest.mark.parametrize(
    "end",
    [by_letting_go, by_another_window, by_a_dialogue, by_the_turn_of_another, by_time, by_another_room],
)
def test_a_hand_turns_down_by_whatever_ends_the_look(desk: Desk, end: Callable[[Desk], None]) -> None:
    desk.open_table(TABLE)
    before = desk.table.grab_public()
    if end is by_time:
        desk.table.hand_peek.set_seconds(0.3)
    QTest.keyPress(desk.table, Qt.Key.Key_2)
    assert faces_of(desk.table) == set(TOM)
    assert any("8 of hearts" in name for name in desk.spoken())
    assert desk.table.grab_public() == before
    desk.picture(f"look-{end.__name__}")
    end(desk)
    desk.wait(lambda: not desk.table.looking_seat)
    assert faces_of(desk.table) == set()
    assert not desk.names_card("8H")
    QTest.keyRelease(desk.table, Qt.Key.Key_2)
    assert [line for line in desk.read_log() if "looks" in line] == ["Tom looks at their hand"]
    wake(desk.house.window)
    desk.reopen()


class Presses(QObject):
    """Counts how often a key came down, however it was told."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self.count = 0
        table.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.count += 1
        return False


@pytest.mark.journey
@pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs a keyboard of X")
def test_a_real_key_that_is_held_is_one_look(desk: Desk) -> None:
    desk.open_table(TABLE)
    if QGuiApplication.platformName() != "xcb":
        pytest.skip("needs a keyboard of X")
    desk.table.setFocus()
    presses = Presses(desk.table)
    turned: list[str] = []
    desk.table.look_changed.connect(turned.append)
    subprocess.run(["xdotool", "keydown", "2"], check=True)
    try:
        desk.wait(lambda: presses.count > 5)
        assert faces_of(desk.table) == set(TOM)
    finally:
        subprocess.run(["xdotool", "keyup", "2"], check=True)
    desk.wait(lambda: not desk.table.looking_seat)
    assert turned == ["tom", ""]
    assert faces_of(desk.table) == set()
    assert [line for line in desk.read_log() if "looks" in line] == ["Tom looks at their hand"]
