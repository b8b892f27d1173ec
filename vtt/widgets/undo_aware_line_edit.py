"""Line edits that take only the keys they need: while empty, they leave undo and redo to the table."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


def is_undo_for_table(event: QEvent, *, writing: bool) -> bool:
    """Return whether a key is an undo or redo for the table instead of the field, because its text has been sent.

    Qt asks every field first whether it wants such a key (ShortcutOverride), and text fields always do.
    """
    if writing or event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if not (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)):
        return False
    event.ignore()
    return True


class UndoAwareLineEdit(QLineEdit):
    """A line that is always there, for a search or a note: while it is empty, undo and redo are the table's.

    Args:
        prompt: the placeholder; also the accessible name.
        parent: the Qt parent.

    Attributes:
        lets_go: whether undo may be the table's at all; not where the table is hidden behind this field.
    """

    lets_go: bool = True

    def __init__(self, prompt: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(prompt)
        self.setAccessibleName(prompt)

    def clear(self) -> None:
        """Empty it for good: undo would show to others what was written here for the GM."""
        self.setText("")

    def event(self, event: QEvent) -> bool:
        """Let undo and redo go to the table while nothing is written here."""
        if is_undo_for_table(event, writing=bool(self.text()) or not self.lets_go):
            return True
        return super().event(event)
