"""Finds the choice whose name somebody types, as a list does."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

PAUSE_SECONDS: Final = 1.0
"""After a pause of so long, the next letter begins another name."""
_COMMAND_KEYS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


_PRESS_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class TypedChoice:
    """Moves the focus to the button of the choice that is typed."""

    def __init__(self) -> None:
        self._typed, self._last = "", 0.0
        self._missed: QWidget | None = None
        """The button that had the focus when a name was typed that no choice has."""

    def take(self, event: QKeyEvent, buttons: Iterable[QAbstractButton]) -> bool:
        """Focus the button whose words begin with all that was typed. Return whether the key was for that.

        If none does, one with a word that begins so: of four raiders, “crane” finds the one by the crane. A name begins
        with a letter; within it a space presses nothing. After a name that no choice has, Enter presses nothing either:
        the button with the focus is not what was meant.
        """
        now, text = time.monotonic(), event.text()
        typed = self._typed if now - self._last < PAUSE_SECONDS else ""
        is_press = event.key() in _PRESS_KEYS and not (typed and text == " ")
        if is_press and self._missed is not None and QApplication.focusWidget() is self._missed:
            return True
        if not text or not text.isprintable() or event.modifiers() & _COMMAND_KEYS or not (typed or text.isalpha()):
            return False
        self._typed, self._last = typed + text.casefold(), now
        found = _found(self._typed, buttons)
        self._missed = QApplication.focusWidget() if found is None else None
        if found is not None:
            found.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True


def _found(typed: str, buttons: Iterable[QAbstractButton]) -> QAbstractButton | None:
    """Return the first button whose words begin so, else the first with a later word that begins so."""
    later = None
    for button in buttons:
        words = button.text().replace("&&", "&").casefold()
        if words.startswith(typed):
            return button
        if later is None and f" {typed}" in words:
            later = button
    return later
