"""Finds the choice whose name somebody types, as a list does."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton

PAUSE_SECONDS: Final = 1.0
"""After a pause of so long, the next letter begins another name."""
_COMMAND_KEYS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class TypedChoice:
    """Moves the focus to the button of the choice that is typed."""

    def __init__(self) -> None:
        self._typed, self._last = "", 0.0

    def take(self, event: QKeyEvent, buttons: Iterable[QAbstractButton]) -> bool:
        """Focus the first button whose words begin with all that was typed. Return whether the key was for that.

        A name begins with a letter; within it a space presses nothing.
        """
        now, text = time.monotonic(), event.text()
        typed = self._typed if now - self._last < PAUSE_SECONDS else ""
        if not text or not text.isprintable() or event.modifiers() & _COMMAND_KEYS or not (typed or text.isalpha()):
            return False
        self._typed, self._last = typed + text.casefold(), now
        for button in buttons:
            if button.text().replace("&&", "&").casefold().startswith(self._typed):
                button.setFocus(Qt.FocusReason.ShortcutFocusReason)
                break
        return True
