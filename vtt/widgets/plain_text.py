"""Text that came from people or files, shown as text: never as markup or as a shortcut, cut where it is too long."""

from __future__ import annotations

import html
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.text_measures import break_in_two

LONGEST_TIP = 600
SHORTEST_READING_MS: Final = 5000
_PER_LETTER_MS: Final = 60


@lru_cache(maxsize=4096)
def short(text: str, most: int = 60) -> str:
    """Return text in one line without control characters, cut with an ellipsis."""
    cut = text[: most * 4]
    plain = cut if cut.isprintable() else "".join(c if c.isprintable() else " " for c in cut)
    line = " ".join(plain.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def reading_ms(text: str, least: int = SHORTEST_READING_MS) -> int:
    """Return how long a sentence that goes by itself is shown, in milliseconds; `least` is for finding it."""
    return least + _PER_LETTER_MS * len(text)


def button_text(text: str) -> str:
    """Return text for a button or a menu, in which `&` is a letter like any other."""
    return text.replace("&", "&&")


def tip(text: str) -> str:
    """Return text for a tooltip, which would guess markup: it wraps, lines stay lines, and a very long one is cut."""
    if not text:
        return ""
    cut = text if len(text) <= LONGEST_TIP else text[: LONGEST_TIP - 1] + "…"
    lines = html.escape(cut).replace("\n", "<br>")
    return f"<span>{lines}</span>"


def label(text: str = "", role: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """Return a label that shows its text as it is; `role` is one of the style sheet's."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


class ElidedLabel(QFrame):
    """One line of text that is cut with an ellipsis if there is no room; the full text is its tooltip.

    With a `set_height_for_two` it is written smaller, in two lines, before it is cut.

    Args:
        text: the line.
        role: as style sheets know it.
        parent: the Qt parent.
        alone: it has its own accessible name and tooltip; otherwise the widget around it has them.
        elide: where it is cut.
    """

    def __init__(
        self,
        text: str = "",
        role: str = "",
        parent: QWidget | None = None,
        *,
        alone: bool = True,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._alone, self._elide, self._height_for_two = alone, elide, 0
        if not alone:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # A hidden label carries the style, so that the style sheet's roles hold here as well.
        self._styled = label("", role, parent=self)
        self._styled.hide()
        self._text = ""
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        if self._alone:
            self.setAccessibleName(short(text, 200))
            self.setToolTip(tip(text))
        self.updateGeometry()
        self.update()

    def set_height_for_two(self, height: int) -> None:
        """Give it a height in pixels in which a line that is too long is written in two smaller ones."""
        if height != self._height_for_two:
            self._height_for_two = height
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room that the line would like to have."""
        self._styled.ensurePolished()
        metrics = self._styled.fontMetrics()
        height = max(metrics.height() + 2, self._height_for_two)
        return QSize(metrics.horizontalAdvance(short(self._text, 200)) + 4, height)

    def minimumSizeHint(self) -> QSize:
        """Return the room without which nothing could be read."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._styled.fontMetrics().averageCharWidth() * 4), hint.height())

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the style changed."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.updateGeometry()

    @property
    def written(self) -> str:
        """As much of the text as there is room for, in its lines."""
        return self._written()[0]

    def _written(self) -> tuple[str, QFont]:
        self._styled.ensurePolished()
        font, text = QFont(self._styled.font()), drawable(short(self._text, 400))
        metrics, room = QFontMetrics(font), self.contentsRect().size()
        lines: tuple[str, ...] = (text,)
        if self._height_for_two and metrics.horizontalAdvance(text) > room.width():
            share = min(1.0, room.height() / 2 / metrics.height())
            font.setPixelSize(max(1, int(QFontInfo(font).pixelSize() * share)))
            metrics, lines = QFontMetrics(font), break_in_two(text, font, room.width())
        return "\n".join(metrics.elidedText(line, self._elide, room.width()) for line in lines), font

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much of the line as there is room for."""
        written, font = self._written()
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self._styled.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), written)
        painter.end()
