"""The help: all keys of the window in one place, taken from its actions, and a short how-to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from engine.play.words import ASSETS
from vtt.panels.palette import keys_of, title_of
from vtt.panels.panel import text
from vtt.panels.parts import button, column, empty, prose, row, tag
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

HELP: Final = ASSETS / "help"
_MARKS: Final = re.compile(r"[*`]")


def how_to() -> tuple[tuple[str, str], ...]:
    """Return our own help files as pieces: their kind (`title`, `heading`, `item`, `text`) and their words."""
    pieces: list[tuple[str, str]] = []
    for path in sorted(HELP.glob("*.md")):
        for block in path.read_text(encoding="utf-8").split("\n"):
            line = _MARKS.sub("", block).strip()
            if line.startswith("## "):
                pieces.append(("heading", line[3:]))
            elif line.startswith("# "):
                pieces.append(("title", line[2:]))
            elif line.startswith("- "):
                pieces.append(("item", line[2:]))
            elif line:
                pieces.append(("text", line))
    return tuple(pieces)


class HelpDialog(QDialog):
    """Keys and how-to over a window; Esc or a second `?` closes it.

    Args:
        hub: the theme.
        actions: those whose keys are shown.
        parent: the window.
    """

    def __init__(self, hub: ThemeHub, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(text("help.title"))
        self._hub = hub
        self._groups = grouped(actions)
        self._outer = column(self)
        body = QWidget()
        self._body_column: QVBoxLayout = column(body)
        self._area = PageScroll(body)
        self._outer.addWidget(self._area, 1)
        shut = button(text("help.close"), "primary")
        shut.setDefault(True)
        shut.clicked.connect(self.accept)
        self._outer.addWidget(shut, 0, Qt.AlignmentFlag.AlignRight)
        self._fill()

    def sizeHint(self) -> QSize:
        """Return most of the window's size."""
        lengths = self._hub.theme.metrics
        parent = self.parentWidget()
        room = parent.size() if parent is not None else QSize(1280, 720)
        return QSize(min(56 * lengths.font_body, room.width() - 24), min(46 * lengths.font_body, room.height() - 24))

    def showEvent(self, event: QShowEvent) -> None:
        """Come up over the middle of the window."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
        self._area.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A second `?` closes it."""
        if event.key() == Qt.Key.Key_Question:
            self.accept()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        lengths = self._hub.theme.metrics
        self._outer.setContentsMargins(lengths.pad_l, lengths.pad_l, lengths.pad_l, lengths.pad_l)
        self._outer.setSpacing(lengths.pad_m)
        self._body_column.setContentsMargins(0, 0, lengths.pad_m, 0)
        self._body_column.setSpacing(lengths.pad_s)
        empty(self._body_column)
        self._body_column.addWidget(label(text("help.title"), "title"))
        for group, lines in self._groups.items():
            self._body_column.addWidget(label(group, "heading"))
            for keys, words in lines:
                self._body_column.addWidget(self._line(keys, words))
        for kind, words in how_to():
            if kind == "item":
                self._body_column.addWidget(prose(f"•  {words}"))
            else:
                self._body_column.addWidget(prose(words, "" if kind == "text" else kind))
        self._body_column.addStretch(1)

    def _line(self, keys: Sequence[str], words: str) -> QWidget:
        lengths = self._hub.theme.metrics
        made = QWidget()
        inside = row(made, gap=lengths.pad_s)
        caps = QWidget()
        caps.setMinimumWidth(10 * lengths.font_body)
        cap_row = row(caps, gap=lengths.pad_xs)
        for key in keys:
            cap_row.addWidget(tag(key))
        cap_row.addStretch(1)
        inside.addWidget(caps)
        inside.addWidget(prose(words), 1)
        return made


def grouped(actions: Sequence[QAction]) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the keys and words of all actions that have keys, by group.

    An action may carry the properties `group` (a heading) and `help` (`keys|words` for itself and others like it, or
    empty for one that another speaks for).
    """
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    seen: set[tuple[tuple[str, ...], str]] = set()
    for action in actions:
        if not action.isVisible():
            continue
        group = str(action.property("group") or text("help.general"))
        told = action.property("help")
        if told is None:
            keys, words = tuple(k for k in keys_of(action).split(", ") if k), title_of(action)
        else:
            key, _, words = str(told).partition("|")
            keys = (key,) if key else ()
        if keys and words and (keys, words) not in seen:
            seen.add((keys, words))
            found.setdefault(group, []).append((keys, words))
    return found
