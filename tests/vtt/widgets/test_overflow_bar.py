"""No button is lost, however small the window and however large the type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.on_screen import on_screen, put_up
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.shell.first_window import StartOptions
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.overflow_bar import OverflowBar

NAMES = ("one", "two", "three", "four", "five")


@pytest.mark.parametrize("width", range(20, 400, 13))
def test_every_action_is_a_button_or_a_line_of_the_menu(qtbot: QtBot, width: int) -> None:
    hub = ThemeHub(Theme())
    strip = OverflowBar(hub, Qt.Orientation.Horizontal, "More")
    qtbot.addWidget(strip)
    made = {name: QAction(name, strip) for name in NAMES}
    buttons = {name: IconButton(hub, "plus", action=action) for name, action in made.items()}
    for priority, name in enumerate(NAMES):
        strip.add(buttons[name], (made[name],), priority)
    strip.resize(width, 60)
    strip.show()
    in_menu = {action.text() for action in strip._menu.actions()}
    in_row = {name for name, button in buttons.items() if button.isVisible()}
    assert in_menu | in_row == set(NAMES)
    assert not in_menu & in_row
    assert strip.more.isVisible() == bool(in_menu)
    assert all(strip.rect().contains(buttons[name].geometry()) for name in in_row)
    # What is most wanted stays longest.
    assert in_row == set(NAMES[len(NAMES) - len(in_row) :])
    strip.close()


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0, 3.0])
def test_at_1280_by_720_every_room_and_every_action_is_in_reach(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=scale)) as house:
        play_at(house, path)
        window = house.window
        on_screen(window)
        assert window.page is not None
        rail = window.page.rail
        qtbot.waitUntil(lambda: rail.height() > 100)
        if not window.bar.isVisible():  # folded away at a large size: its menu is on the rail, and a key shows it again
            assert _shown(rail.strip, window, window.named_actions["menu"])
            window.named_actions["tool_bar"].trigger()
            qtbot.waitUntil(window.bar.isVisible)
        for strip, names in (
            (rail.strip, ["room_table", "room_characters", "room_story", "room_options", "help"]),
            (
                window.bar,
                ["undo", "redo", "zoom_in", "zoom_out", "free_hand", "player_window", "eyes_gm", "full_screen"],
            ),
        ):
            in_menu = set(strip._menu.actions())
            for name in names:
                action = window.named_actions[name]
                assert action in in_menu or _shown(strip, window, action), name
            if in_menu:
                assert _inside(strip.more, window)
        # And everything there is stands in the menu, whose button is never given up.
        assert _inside(window.bar.menu_button, window)
        listed = set(_all_lines(window.menu))
        for action in window.named_actions:
            assert action in listed or action.objectName() == "menu", action.objectName()


def test_at_the_largest_size_the_table_has_the_room_and_what_can_be_done_unfolds(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=3.0)) as house:
        play_at(house, path)
        on_screen(house.window)
        assert house.window.page is not None
        room = house.window.page.table_room
        qtbot.waitUntil(lambda: room.table.height() > room.height() * 0.6)
        assert _inside(room.fold, house.window)
        tile = next(t for t in room.offers.tiles if not t.is_denied)
        assert _inside(tile, house.window), "the first thing that can be done is in sight as it is"
        before = room.offers.height()
        room.fold.click()
        qtbot.waitUntil(lambda: room.offers.height() > before * 2)
        assert room.table.height() >= room.table.minimumHeight()
        room.offers.taken.emit(tile.offer)
        qtbot.waitUntil(lambda: room.offers.height() == before)
        house.hub.set_theme(Theme(scale=1.0))
        qtbot.waitUntil(lambda: not room.fold.isVisible())


def _shown(strip: OverflowBar, window: QWidget, action: QAction) -> bool:
    words = action.text().replace("&&", "&")
    buttons = strip.findChildren(QAbstractButton)
    return any(b.accessibleName() == words and b.isVisible() and _inside(b, window) for b in buttons)


def _inside(widget: QWidget, window: QWidget) -> bool:
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and window.rect().contains(place)


def _all_lines(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        found += _all_lines(inner) if isinstance(inner, QMenu) else [action]
    return found


def _asked_to_lay_out(widget: QWidget, change: Callable[[], object]) -> int:
    """Return how often a widget is asked to lay out what is in it after a change."""
    asked: list[QEvent.Type] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            asked.append(event.type())
            return False

    watch = Watch()
    for act in (lambda: None, lambda: widget.installEventFilter(watch), change):
        act()
        QApplication.processEvents()
    widget.removeEventFilter(watch)
    return asked.count(QEvent.Type.LayoutRequest)


def test_another_name_of_undo_does_not_lay_out_the_bar(qtbot: QtBot) -> None:
    hub = ThemeHub(Theme())
    strip = OverflowBar(hub, Qt.Orientation.Horizontal, "More")
    qtbot.addWidget(strip)
    undo = QAction("Undo: a short step", strip)
    undo.setIconText("Undo")
    button = IconButton(hub, "undo", action=undo)
    strip.add(button, (undo,), 1)
    strip.resize(300, 60)
    put_up(strip)
    assert _asked_to_lay_out(strip, lambda: undo.setText("Undo: a step with a much longer name")) == 0
    assert button.accessibleName() == "Undo: a step with a much longer name"
    assert _asked_to_lay_out(strip, button.set_text_beside) > 0
