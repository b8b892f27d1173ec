"""The slate by keys and by name: one key opens and folds it, and each ledger can be found in the palette."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from vtt.table.naming import tell
from vtt.table.slate import Slate
from vtt.table.slate_words import words_of
from vtt.widgets.text import button_text

KEY = "F4"
_ARROWS = "← ↑ → ↓"


class SlateActions(QObject):
    """The actions of a slate; none where the game keeps no books.

    Args:
        slate: the slate.
        room: the room in which its key works.

    Signals:
        wanted: the table must be seen now.
    """

    wanted = Signal()

    def __init__(self, slate: Slate, room: QWidget) -> None:
        super().__init__(room)
        self._slate, self._room = slate, room
        self._made: list[QAction] = []
        slate.tabs_changed.connect(self._follow)
        self._follow()

    @property
    def actions(self) -> tuple[QAction, ...]:
        """All of them, to be found by name."""
        return tuple(self._made)

    @Slot()
    def _follow(self) -> None:
        for gone in self._made:
            self._room.removeAction(gone)
            gone.deleteLater()
        self._made = []
        if not self._slate.tabs:
            return
        turn = self._action(tell("slate.turn"))
        turn.setShortcut(QKeySequence(KEY))
        turn.setProperty("palette_hidden", True)
        turn.triggered.connect(self._slate.turn)
        keys = self._action(tell("slate.keys"))
        keys.setProperty("help", f"{_ARROWS}|{tell('slate.keys')}")
        keys.setProperty("palette_hidden", True)
        for tab in self._slate.tabs:
            made = self._action(tell("slate.open", label=words_of(tab.label)))
            made.setProperty("help", "")
            made.triggered.connect(partial(self._open, tab.key))

    def _action(self, words: str) -> QAction:
        action = QAction(button_text(words), self._room)
        action.setProperty("group", tell("slate.name"))
        self._room.addAction(action)
        self._made.append(action)
        return action

    def _open(self, key: str, _checked: bool = False) -> None:
        self.wanted.emit()
        self._slate.open(key)
