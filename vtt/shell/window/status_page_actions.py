"""The actions of the status pages: a key opens and folds them, and the palette finds each page by its name."""

from __future__ import annotations

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
        status_page_panel.tabs_changed.connect(self._follow)
        self._follow()

    @property
    def actions(self) -> tuple[QAction, ...]:
        """All of them, to be found by name."""
        return tuple(self._made)

    @Slot()
    def _follow(self) -> None:
        for old_action in self._made:
            self._room.removeAction(old_action)
            old_action.deleteLater()
        self._made = []
        if not self._panel.tabs:
            return
        turn = self._action(table_text("slate.turn"))
        turn.setShortcut(QKeySequence(KEY))
        turn.setProperty("palette_hidden", True)
        turn.triggered.connect(self._panel.toggle)
        keys = self._action(table_text("slate.keys"))
        keys.setProperty("help", f"{_ARROWS}|{table_text('slate.keys')}")
        keys.setProperty("palette_hidden", True)
        for tab in self._panel.tabs:
            page_action = self._action(table_text("slate.open", label=message_text(tab.label)))
            page_action.setProperty("help", "")
            page_action.triggered.connect(partial(self._open, tab.key))

    def _action(self, words: str) -> QAction:
        action = QAction(button_text(words), self._room)
        action.setProperty("group", table_text("slate.name"))
        self._room.addAction(action)
        self._made.append(action)
        return action

    def _open(self, key: str, _checked: bool = False) -> None:
        self.wanted.emit()
        self._panel.open(key)
