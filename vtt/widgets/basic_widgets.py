"""Small plain widgets that all rooms use: labels, buttons, frames, rows and columns."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
    QWidget,
)

from vtt.widgets.plain_text import button_text, label, short, tip

LONGEST: Final = 700
"""The limit of letters in a line of a label."""
MOST_LINES: Final = 200
_LONG_WORD = re.compile(r"\S{25}(?=\S)")
_RULE_ID = re.compile(r"\b[A-Z]{2,}(?:-[A-Z0-9]+)+")


CHOSEN_TEXT: Final = Qt.ItemDataRole.UserRole + 1
"""The role of the text that a `NarrowComboBox` shows of a chosen item, if that is shorter than the one in its list."""


class NarrowComboBox(QComboBox):
    """A box with choices of any length: it needs room for some letters, and a longer choice ends with “…”.

    Args:
        letters: for how many letters it has room at least.
        parent: the Qt parent.
    """

    def __init__(self, letters: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Shorten the choice that is shown; Qt would cut it off within a letter."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - 2
        words = str(self.currentData(CHOSEN_TEXT) or option.currentText)
        option.currentText = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)


def breakable(words: str, limit: int = LONGEST) -> str:
    """Return a text that can wrap: long words get places to break, and lines past `limit` letters are cut."""
    lines = words.split("\n")
    cut = "\n".join(line if len(line) <= limit else line[: limit - 1] + "…" for line in lines[:MOST_LINES])
    cut = f"{cut}\n…" if len(lines) > MOST_LINES else cut
    return _LONG_WORD.sub(lambda matched: matched[0] + "\u200b", cut)


def unbroken_rule_ids(words: str) -> str:
    """Return a text to display in which no rule ID breaks at one of its hyphens."""
    return _RULE_ID.sub(lambda matched: matched[0].replace("-", "\N{NON-BREAKING HYPHEN}"), words)


def prose(words: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label for a sentence: plain, wrapping; `set_prose` changes it."""
    made = label("", role, wrap=True, parent=parent)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    set_prose(made, words)
    return made


def set_prose(shown: QLabel, words: str) -> None:
    """Show another sentence. One that is too long is cut, with the full text as its tooltip."""
    cut = breakable(words)
    if cut != shown.text():
        shown.setText(cut)
        shown.setToolTip(tip(words) if cut.endswith("…") or "…\n" in cut else "")


class WideLabel(QLabel):
    """A label that prefers one long line to a narrow block, and wraps only if it must."""

    def __init__(self, words: str, role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        if role:
            self.setProperty("role", role)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(words)

    def set_text(self, words: str) -> None:
        """Show other words."""
        self.setText(breakable(words))

    def sizeHint(self) -> QSize:
        """Return the size of the one line."""
        self.ensurePolished()
        wide = self.fontMetrics().horizontalAdvance(self.text()) + 4
        return QSize(wide, self.heightForWidth(wide))


def button(words: str, role: str = "", help_text: str = "", parent: QWidget | None = None) -> QPushButton:
    """Return a push button with plain words; `role` is `primary`, `danger`, `quiet` or empty."""
    made = QPushButton(button_text(short(words)), parent)
    made.setAccessibleName(short(words, 200))
    made.setAutoDefault(False)
    if role:
        made.setProperty("role", role)
    if help_text:
        made.setToolTip(tip(help_text))
    return made


def tag(words: str, parent: QWidget | None = None) -> QLabel:
    """Return a small framed label: the ID of a rule, or a key."""
    made = label(words, "key", parent=parent)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def frame(role: str, parent: QWidget | None = None) -> QFrame:
    """Return a frame of the style sheet's: `card`, `sunken`, `plate`."""
    made = QFrame(parent)
    made.setProperty("role", role)
    return made


def column(parent: QWidget | None = None, *, gap: int = 0, margin: int = 0) -> QVBoxLayout:
    """Return a column of widgets."""
    made = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(gap)
    return made


def row(parent: QWidget | None = None, *, gap: int = 0, margin: int = 0) -> QHBoxLayout:
    """Return a row of widgets."""
    made = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(gap)
    return made


def clear_layout(layout: QLayout) -> None:
    """Take everything out of a layout and let go of it."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear_layout(inner)
            inner.deleteLater()
