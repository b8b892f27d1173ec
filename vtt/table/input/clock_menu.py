"""The menu that sets the story's clock forward or back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from vtt.shared.screen_names import table_text
from vtt.shared.story_time import time_figures
from vtt.table.painting.story_clock import CLOCK_STEPS


def open_clock_menu(parent: QWidget, now: int, where: QPoint, choose: Callable[[int], object]) -> QMenu:
    """Show the menu and return it.

    Args:
        parent: the widget that it belongs to.
        now: what the clock shows, in seconds.
        where: on the screen.
        choose: called with the new time.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(table_text("spoken.clock", time=time_figures(now)))
    for key, sign in (("on", 1), ("back", -1)):
        for word, seconds in CLOCK_STEPS:
            then = now + sign * seconds
            action = menu.addAction(table_text(f"clock.{key}", step=table_text(f"clock.{word}")))
            action.setEnabled(then >= 0)
            action.triggered.connect(lambda _=False, then=then: choose(then))
        if sign > 0:
            menu.addSeparator()
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where)
    return menu
