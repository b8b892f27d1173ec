"""The actions of the status pages: a key opens and folds them, and the palette finds each page by its name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from vtt.shared.screen_names import table_text
from vtt.table.status_pages.status_page_panel import StatusPagePanel
from vtt.table.status_pages.status_page_text import message_text
from vtt.widgets.plain_text import button_text

KEY = "F4"
_ARROWS = "← ↑ → ↓"


class StatusPageActions(QObject):
    """The actions of the panel of status pages; none if the game has no status pages.

    Args:
        status_page_panel: the panel.
        room: the room in which its key works.

    Signals:
        wanted: the table must be shown now.
    """

    wanted = Signal()

    def __init__(self, status_page_panel: StatusPagePanel, room: QWidget) -> None:
        super().__init__(room)
        self._panel, self._room = status_page_panel, room
        self._made: list[QAction] = []
        self._page_actions: dict[tuple[str, str], QAction] = {}  # by the key of the page and the words
        status_page_panel.tabs_changed.connect(self._follow)
        self._follow()

    @property
    def actions(self) -> tuple[QAction, ...]:
        """All of them, to be found by name."""
        return tuple(self._made)

    @Slot()
    def _follow(self) -> None:
        if not self._panel.tabs:
            self._remove(self._made)
            self._made, self._page_actions = [], {}
            return
        if not self._made:
            turn = self._action(table_text("slate.turn"))
            turn.setShortcut(QKeySequence(KEY))
            turn.setProperty("palette_hidden", True)
            turn.triggered.connect(self._panel.toggle)
            keys = self._action(table_text("slate.keys"))
            keys.setProperty("help", f"{_ARROWS}|{table_text('slate.keys')}")
            keys.setProperty("palette_hidden", True)
            self._made = [turn, keys]
        former, self._page_actions = self._page_actions, {}
        for tab in self._panel.tabs:
            page = tab.key, message_text(tab.label)
            self._page_actions[page] = former.pop(page) if page in former else self._page_action(*page)
        self._remove(former.values())
        self._made[2:] = self._page_actions.values()

    def _page_action(self, key: str, label: str) -> QAction:
        action = self._action(table_text("slate.open", label=label))
        action.setProperty("help", "")
        action.triggered.connect(partial(self._open, key))
        return action

    def _remove(self, actions: Iterable[QAction]) -> None:
        for action in actions:
            self._room.removeAction(action)
            action.deleteLater()

    def _action(self, words: str) -> QAction:
        action = QAction(button_text(words), self._room)
        action.setProperty("group", table_text("slate.name"))
        self._room.addAction(action)
        return action

    def _open(self, key: str, _checked: bool = False) -> None:
        self.wanted.emit()
        self._panel.open(key)
