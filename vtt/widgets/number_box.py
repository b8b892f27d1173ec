"""A box for a whole number that is typed or stepped, and refuses what it cannot read instead of cutting it.

Qt's own box keeps back signs that have no place in a number, so that `3/6` becomes 36 and `1.5` becomes 15.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QFocusEvent, QValidator
from PySide6.QtWidgets import QSpinBox, QToolTip, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.sheets.formulas.exact_numbers import Exact
from engine.sheets.model.field_values import UnreadableText, outside, parse_number
from vtt.widgets.plain_text import tip


class NumberBox(QSpinBox):
    """A whole number within its range.

    Attributes:
        full: the maximum that belongs to the number, so that `3/6` can be typed; None where there is none.
        problem: why what is written cannot be read; empty where it can.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self.full: Exact | None = None
        self.problem = ""
        self._unread = ""
        super().__init__(parent)
        self.lineEdit().textEdited.connect(self._look)
        self.editingFinished.connect(self._complain)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """Accept any text; `valueFromText` interprets it."""
        return QValidator.State.Acceptable, text, at

    def valueFromText(self, text: str) -> int:
        """Return the number that is written, or the one from before where it cannot be read."""
        number = self._read(text)
        return self.value() if number is None else number

    def textFromValue(self, value: int) -> str:
        """Return the number, or what was written and could not be read."""
        return self._unread or str(value)

    def setValue(self, value: int) -> None:
        """Show a number in place of whatever was written."""
        self._calm()
        super().setValue(value)

    def stepBy(self, steps: int) -> None:
        """Step on from the last number that could be read."""
        self._calm()
        super().stepBy(steps)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say why nothing was taken, if that is so."""
        super().focusOutEvent(event)
        self._complain()

    def _look(self, text: str) -> None:
        self._calm()
        if self._read(text) is None:
            self._unread = self._bare(text)

    def _read(self, text: str) -> int | None:
        bare = self._bare(text)
        if self.specialValueText() and bare in ("", self.specialValueText()):
            return self.minimum()
        try:
            number = parse_number(bare, maximum=self.full)
        except UnreadableText as error:
            self.problem = error.text
            return None
        if not isinstance(number, int) or not self.minimum() <= number <= self.maximum():
            least = self.minimum() + bool(self.specialValueText())
            self.problem = outside(least, self.maximum())
            return None
        return number

    def _bare(self, text: str) -> str:
        return text.strip().removesuffix(self.suffix().strip()).removeprefix(self.prefix().strip()).strip()

    def _calm(self) -> None:
        self.problem = self._unread = ""

    def _complain(self) -> None:
        if self._unread and self.isVisible():
            words = say(Message(key="sheets.form.not_read", params={"text": self._unread[:40], "why": self.problem}))
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), tip(words), self)
