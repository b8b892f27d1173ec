"""A painted tile of the activity strip: one widget with a frame, an icon and a line of words.

A tile is dressed and written anew without a layout, a label or a style sheet of its own, because many change at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.text_measures import whole_width
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import short

_LEAST_LETTERS = 4
"""The number of letters without which the words of a tile could not be read."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """The look of a tile; colours are roles of the theme.

    Attributes:
        fill: the background; empty for none.
        line: the frame.
        ink: the words.
        bold: whether the words are bold.
        struck: whether the words are struck through.
        icon: the icon before the words; empty for none.
        icon_ink: the colour of the icon.
        left: pixels before the icon; `right` pixels come after the words.
        right: see `left`.
    """

    fill: str
    line: str
    ink: str
    bold: bool
    left: int
    right: int
    struck: bool = False
    icon: str = ""
    icon_ink: str = "text"


class StripTile(QFrame):
    """One line of words in a frame, cut with an ellipsis if there is no room.

    Args:
        hub: the theme.
        look: the look.
        parent: the Qt parent.
    """

    def __init__(self, hub: ThemeHub, look: TileLook, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._look = look
        self._text = ""
        self._has_icon = True
        self._font = self._font_of(look)
        self._hints: tuple[Theme, QSize, QSize] | None = None

    @property
    def text(self) -> str:
        """The whole line."""
        return self._text

    def dress(self, look: TileLook) -> None:
        """Take on another look."""
        if look != self._look:
            self._look, self._font = look, self._font_of(look)
            self._hints = None
            self.updateGeometry()
            self.update()

    def write(self, words: str, *, icon: bool = True) -> None:
        """Show another line, with or without the icon of the look."""
        if (words, icon) != (self._text, self._has_icon):
            self._text, self._has_icon = words, icon
            self._hints = None
            self.updateGeometry()
            self.update()

    def size_with(self, words: str, *, icon: bool = True, look: TileLook | None = None) -> QSize:
        """Return the size for a line of words, with or without the icon, in this or another look."""
        font = self._font if look is None else self._font_of(look)
        metrics, lengths = QFontMetrics(font), self._hub.theme.metrics
        width = whole_width(short(words, 200), font) + 4 + self._beside(look or self._look, icon=icon)
        return QSize(width, metrics.height() + 2 + 2 * (lengths.pad_xs + lengths.hair))

    def sizeHint(self) -> QSize:
        """Return the room that the line would like to have."""
        return self._sizes()[1]

    def minimumSizeHint(self) -> QSize:
        """Return the room without which nothing could be read."""
        return self._sizes()[2]

    def _sizes(self) -> tuple[Theme, QSize, QSize]:
        """Return both sizes for a theme, found once for what is written: every layout asks many times."""
        hints, theme = self._hints, self._hub.theme
        if hints is None or hints[0] is not theme:
            hint = self.size_with(self._text, icon=self._has_icon)
            least = QFontMetrics(self._font).averageCharWidth() * _LEAST_LETTERS + self._beside(
                self._look, icon=self._has_icon
            )
            hints = self._hints = theme, hint, QSize(min(hint.width(), least), hint.height())
        return hints

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, the icon, and as much of the line as there is room for."""
        theme, look = self._hub.theme, self._look
        lengths, colours = theme.metrics, theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = painter.pen()
        pen.setWidth(lengths.hair)
        pen.setColor(QColor(getattr(colours, look.line)))
        painter.setPen(pen)
        painter.setBrush(QColor(getattr(colours, look.fill)) if look.fill else Qt.BrushStyle.NoBrush)
        inset = lengths.hair / 2
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), lengths.radius - inset, lengths.radius - inset
        )
        inside = self.rect().adjusted(look.left + lengths.hair, 0, -look.right - lengths.hair, 0)
        if look.icon and self._has_icon:
            size = lengths.icon_s
            icon = self._hub.pixmap(look.icon, size, role=look.icon_ink, dpr=self.devicePixelRatioF())
            painter.drawPixmap(inside.left(), (self.height() - size) // 2, icon)
            inside.setLeft(inside.left() + size + lengths.pad_xs)
        painter.setFont(self._font)
        painter.setPen(QColor(getattr(colours, look.ink)))
        words = painter.fontMetrics().elidedText(
            drawable(short(self._text, 400)), Qt.TextElideMode.ElideRight, inside.width()
        )
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)
        painter.end()

    def _beside(self, look: TileLook, *, icon: bool) -> int:
        """Return the width of all but the words."""
        lengths = self._hub.theme.metrics
        sign = lengths.icon_s + lengths.pad_xs if icon and look.icon else 0
        return look.left + look.right + 2 * lengths.hair + sign

    def _font_of(self, look: TileLook) -> QFont:
        weight = QFont.Weight.DemiBold if look.bold else QFont.Weight.Normal
        font = QFont(ui_font(self._hub.theme.metrics.font_body, weight=weight))
        font.setStrikeOut(look.struck)
        return font
