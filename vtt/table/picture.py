"""Finished pictures in the scene, drawn anew only when they change; and text that always fits its place."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPixmapItem

from vtt.widgets.glyphs import drawable

_LEAST_FONT: Final = 8
Align = Qt.AlignmentFlag


class Shelf:
    """Pictures that were shown before, for when the same is to be shown again, as it is after an undo.

    Args:
        most: how many bytes of them are kept; those go first whose name was not called for longest.
        each: how many are kept under one name.
    """

    def __init__(self, most: int = 24_000_000, each: int = 8) -> None:
        self._most, self._each, self._bytes = most, each, 0
        self._kept: OrderedDict[str, list[tuple[Hashable, QPixmap]]] = OrderedDict()

    def find(self, name: str, key: Hashable) -> QPixmap | None:
        """Return a picture that looked like that under that name, if it is still there."""
        kept = self._kept.get(name)
        if kept is None:
            return None
        self._kept.move_to_end(name)
        return next((pixmap for known, pixmap in reversed(kept) if known == key), None)

    def keep(self, name: str, key: Hashable, pixmap: QPixmap) -> None:
        """Keep a picture as long as there is room."""
        alike = self._kept.setdefault(name, [])
        alike.append((key, pixmap))
        self._kept.move_to_end(name)
        self._bytes += _bytes_of(pixmap)
        if len(alike) > self._each:
            self._bytes -= _bytes_of(alike.pop(0)[1])
        while self._bytes > self._most:
            oldest, kept = next(iter(self._kept.items()))
            self._bytes -= _bytes_of(kept.pop(0)[1])
            if not kept:
                del self._kept[oldest]

    def clear(self) -> None:
        """Let go of everything."""
        self._kept.clear()
        self._bytes = 0


def _bytes_of(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


class Picture(QGraphicsPixmapItem):
    """An item that shows what a function painted. It never takes part in the mouse's business."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setZValue(z)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._key: Hashable = None

    def copy(self, other: Picture) -> None:
        """Show what another item shows; `draw` need not paint that again."""
        self._key = other._key
        self.setPixmap(other.pixmap())
        self.setOffset(other.offset())

    def draw(
        self,
        key: Hashable,
        rect: QRectF,
        dpr: float,
        paint: Callable[[QPainter], None],
        way: QTransform | None = None,
        shelf: tuple[Shelf, str] | None = None,
    ) -> None:
        """Show what `paint` draws in `rect`, unless the same `key` is shown already.

        Args:
            key: equal keys look equal.
            rect: in the coordinates in which `paint` draws.
            dpr: device pixel ratio.
            paint: draws it; called at once or not at all.
            way: leads from those coordinates to the scene; None when they are the scene's own.
            shelf: where pictures are kept, and under which name.
        """
        self.setTransform(way if way is not None else QTransform())
        whole = (key, rect.x(), rect.y(), rect.width(), rect.height(), dpr)
        if whole == self._key:
            return
        self._key = whole
        box = rect.toAlignedRect()
        if box.isEmpty():
            self.setPixmap(QPixmap())
            return
        kept = shelf[0].find(shelf[1], whole) if shelf is not None else None
        if kept is not None:
            self.setPixmap(kept)
            self.setOffset(QPointF(box.topLeft()))
            return
        pixmap = QPixmap((QSizeF(box.size()) * dpr).toSize())
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.translate(-QPointF(box.topLeft()))
        paint(painter)
        painter.end()
        self.setPixmap(pixmap)
        self.setOffset(QPointF(box.topLeft()))
        if shelf is not None:
            shelf[0].keep(shelf[1], whole, pixmap)


def font_that_fits(font: QFont, high: float) -> QFont:
    """Return the font, smaller if a line of it would be higher than `high`."""
    wanted = font.pixelSize()
    fits = max(_LEAST_FONT, int(high / 1.22))
    if fits >= wanted:
        return font
    smaller = QFont(font)
    smaller.setPixelSize(fits)
    return smaller


def shrunk(font: QFont, share: float) -> QFont:
    """Return the font at a share of its size, as small as letters may be at the least."""
    smaller = QFont(font)
    smaller.setPixelSize(max(_LEAST_FONT, int(font.pixelSize() * share)))
    return smaller


def width_of(text: str, font: QFont) -> float:
    """Return how wide a line of text is."""
    return QFontMetricsF(font).horizontalAdvance(text)


def write(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    align: Align = Align.AlignLeft,
    *,
    squeeze: float = 1.0,
) -> bool:
    """Write one line into `rect`, cut with an ellipsis where it is too long. Return whether it was cut.

    Args:
        painter: where to.
        rect: the room.
        text: the line.
        font: how it is written where there is room.
        colour: of the letters.
        align: along the line.
        squeeze: how small the letters may become, measured by the font, before the line is cut.
    """
    fitting, text = font_that_fits(font, rect.height()), drawable(text)
    if squeeze < 1.0:
        wide = width_of(text, fitting)
        if wide > rect.width() > 0:
            fitting = shrunk(fitting, max(squeeze, rect.width() / wide))
    shown = QFontMetricsF(fitting).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, rect.width()))
    painter.setFont(fitting)
    painter.setPen(colour)
    flags = int(align.value | Align.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value)
    painter.drawText(rect, flags, shown)
    return shown != text


def write_shaded(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    shade: QColor,
    align: Align = Align.AlignHCenter,
    *,
    squeeze: float = 1.0,
) -> bool:
    """Write on the cloth, with a faint shade below the letters."""
    below = rect.translated(0, max(1.0, font.pixelSize() / 16))
    write(painter, below, text, font, shade, align, squeeze=squeeze)
    return write(painter, rect, text, font, colour, align, squeeze=squeeze)
