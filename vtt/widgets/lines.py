"""Lines to write in that keep of the keys only what concerns them."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


def leaves_to_the_table(event: QEvent, *, writing: bool) -> bool:
    """Say whether a key is the table's and not the field's: undo and redo, once what was written has been sent.

    Qt asks every field first whether it wants such a key (ShortcutOverride), and fields of text always do.
    """
    if writing or event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if not (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)):
        return False
    event.ignore()
    return True


class OpenLine(QLineEdit):
    """A line that is always there, to search by or to write a note: while it is empty, undo and redo are the table's.

    Args:
        prompt: what stands in it while it is empty; its name for screen readers too.
        parent: what it is made in.

    Attributes:
        lets_go: whether undo is the table's at all; not where the table lies behind what this is written in.
    """

    lets_go: bool = True

    def __init__(self, prompt: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(prompt)
        self.setAccessibleName(prompt)

    def event(self, event: QEvent) -> bool:
        """Let undo and redo go to the table while nothing is written here."""
        if leaves_to_the_table(event, writing=bool(self.text()) or not self.lets_go):
            return True
        return super().event(event)
