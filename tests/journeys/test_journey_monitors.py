"""A television is unplugged in mid-fight and plugged in again, in a window system that really has two monitors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from tests.journeys.kit import ADA_TOM_EVA, Desk, script
from tests.journeys.screen import texts_of
from tests.journeys.virtual_screen import VirtualScreen, is_virtual_screen
from tests.on_screen import on_screen
from vtt.player_window.monitor_picker import MonitorPicker
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_monitor import PlayerWindowMonitor
from vtt.shell.window.viewer_switch import ViewerSwitch

LAPTOP, TV = (0, 0, 960, 1080), (960, 0, 960, 1080)
DEED = "rings for the guards"
FIGHT = {"kind": "start_fight", "seat": "gm", "fighters": ["tom", "sally", "clerk"]}
TABLE = script({"hand:tom": ["2H", "3H"], "hand:eva": ["4H"]}, FIGHT, seats=ADA_TOM_EVA)


@pytest.fixture
def screen_of_two(qapp: QApplication) -> Iterator[VirtualScreen]:
    """Two monitors side by side on the screen of the tests."""
    if not is_virtual_screen(qapp):
        pytest.skip("only a virtual X server is divided into monitors")
    with VirtualScreen() as made:
        made.plug("Laptop", LAPTOP, is_main=True)
        made.plug("TV", TV)
        yield made
    QApplication.processEvents()


@pytest.fixture
def small_desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A desk whose window fits on the laptop."""
    desk = Desk(qtbot, tmp_path, size=QSize(900, 700))
    yield desk
    desk.close()


def switch_of(desk: Desk) -> ViewerSwitch:
    assert desk.house.window.viewer_switch is not None
    return desk.house.window.viewer_switch


def players_of(desk: Desk) -> PlayerWindow:
    window = switch_of(desk).player_window
    assert window is not None
    return window


@pytest.mark.journey
def test_a_television_is_unplugged_in_mid_fight(screen_of_two: VirtualScreen, small_desk: Desk) -> None:
    desk = small_desk
    desk.open_table(TABLE)
    desk.wait(lambda: {screen.name() for screen in QGuiApplication.screens()} == {"Laptop", "TV"})
    desk.house.window.move(20, 20)
    desk.press("Shift+F5")
    desk.wait(lambda: isinstance(QApplication.activeModalWidget(), MonitorPicker))
    picker = QApplication.activeModalWidget()
    assert isinstance(picker, MonitorPicker)
    on_screen(picker)
    desk.wait(desk.has_keys)
    assert picker.radios[0].accessibleName() == "2: TV, 960 × 1080"
    desk.click(picker.identify)
    desk.picture("monitors-1-picker")
    desk.click(picker.buttons["ok"])
    desk.wait(lambda: switch_of(desk).player_window is not None)
    players = players_of(desk)
    desk.wait(lambda: players.isFullScreen() and players.screen().name() == "TV" and players.geometry() == QRect(*TV))
    desk.wait(desk.house.window.isActiveWindow)  # the GM has the keys
    desk.press("Ctrl+Shift+2")
    assert desk.page.viewer != SHARED, "the GM's window is private: nothing is asked"

    screen_of_two.unplug("TV")
    desk.wait(lambda: switch_of(desk).players.is_parked)
    assert not players.isVisible()
    assert desk.page.viewer != SHARED
    thumbnail = desk.house.window.findChild(PlayerWindowMonitor)
    assert isinstance(thumbnail, PlayerWindowMonitor)
    assert "waits for TV" in thumbnail.state.text()
    assert any("TV is not available" in words for words in texts_of(desk.house.window))
    desk.picture("monitors-2-unplugged")
    desk.click_offer("Clerk: declare an action")  # the fight goes on
    desk.answer(what=DEED)
    assert any(DEED in line for line in desk.read_log())

    screen_of_two.plug("TV", (960, 0, 640, 480))  # another resolution
    desk.wait(lambda: players.isVisible() and players.isFullScreen())
    desk.wait(lambda: players.geometry() == QRect(960, 0, 640, 480))
    desk.wait(lambda: any(DEED in words for words in texts_of(players)))
    screen_of_two.unplug("TV")
    desk.wait(lambda: switch_of(desk).players.is_parked)
    screen_of_two.plug("TV", TV)
    desk.wait(lambda: players.isVisible() and players.geometry() == QRect(*TV))
    desk.picture("monitors-3-back")

    desk.reopen()
    desk.wait(lambda: switch_of(desk).player_window is not None)
    desk.wait(lambda: players_of(desk).geometry() == QRect(*TV) and players_of(desk).isFullScreen())
    assert desk.page.viewer == SHARED
    desk.wait(desk.house.window.isActiveWindow)
    desk.press("F5")
    assert switch_of(desk).player_window is None
