"""A painter that counts in millimetres: lines, frames, marks and runs of text in the inks of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen

from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.text_fitting import PrintFace, TextRun
from vtt.shared.print_style.print_fonts import UNITS, PrintFonts
from vtt.shared.print_style.print_inks import PrintInks

POINT: Final = 25.4 / 72
HAIR: Final = 0.25 * POINT
"""A hairline: a quarter of a point."""
FINE: Final = 0.4 * POINT
BOLD: Final = 0.9 * POINT


class MillimetrePainter:
    """Draws on a page. The painter must count `UNITS` to a millimetre."""

    def __init__(self, painter: QPainter, inks: PrintInks, letters: PrintFonts) -> None:
        self.painter = painter
        self.inks = inks
        self.letters = letters
        self._colours = {
            PrintFace.TITLE: inks.title,
            PrintFace.HEAD: inks.title,
            PrintFace.GAME: inks.soft,
            PrintFace.LABEL: inks.soft,
            PrintFace.NOTE: inks.soft,
            PrintFace.FINE: inks.soft,
            PrintFace.ITEM: inks.text,
            PrintFace.VALUE: inks.text,
            PrintFace.STRONG: inks.text,
        }

    def text(self, runs: Iterable[TextRun]) -> None:
        """Write runs of text."""
        painter = self.painter
        for run in runs:
            painter.setFont(self.letters.font(run.face, run.size))
            painter.setPen(self._colours[run.face])
            painter.drawText(QPointF(run.x * UNITS, run.y * UNITS), run.text)

    def line(self, x1: float, y1: float, x2: float, y2: float, ink: QColor, width: float = HAIR) -> None:
        """Draw a line."""
        self.lines([(x1, y1, x2, y2)], ink, width)

    def lines(self, ends: Sequence[tuple[float, float, float, float]], ink: QColor, width: float = HAIR) -> None:
        """Draw lines, each from x, y to x, y."""
        self.painter.setPen(_pen(ink, width))
        self.painter.drawLines([QLineF(x1 * UNITS, y1 * UNITS, x2 * UNITS, y2 * UNITS) for x1, y1, x2, y2 in ends])

    def dotted(self, x: float, y: float, length: float, ink: QColor) -> None:
        """Draw a line of dots."""
        pen = _pen(ink, 0.22)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 4.5])
        self.painter.setPen(pen)
        self.painter.drawLine(QLineF(x * UNITS, y * UNITS, (x + length) * UNITS, y * UNITS))

    def frame(
        self, rect: Rect, ink: QColor | None, width: float = HAIR, *, radius: float = 0.0, fill: QColor | None = None
    ) -> None:
        """Draw a frame, a ground, or both."""
        if ink is None and fill is None:
            return
        self._ready(ink, width, fill)
        if radius:
            self.painter.drawRoundedRect(_q(rect), radius * UNITS, radius * UNITS)
        else:
            self.painter.drawRect(_q(rect))

    def disc(self, rect: Rect, ink: QColor | None, width: float = HAIR, fill: QColor | None = None) -> None:
        """Draw a circle in a square."""
        self._ready(ink, width, fill)
        self.painter.drawEllipse(_q(rect))

    def path(self, path: QPainterPath, ink: QColor | None, width: float = HAIR, fill: QColor | None = None) -> None:
        """Draw a path in the painter's units."""
        self._ready(ink, width, fill)
        self.painter.drawPath(path)

    def picture(self, image: QImage, rect: Rect) -> None:
        """Draw a picture as large as fits, in the middle of a place."""
        if image.isNull():
            return
        ratio = image.width() / image.height()
        wide, high = (rect.w, rect.w / ratio) if rect.w / rect.h < ratio else (rect.h * ratio, rect.h)
        x, y = rect.middle
        self.painter.drawImage(_q(Rect(x - wide / 2, y - high / 2, wide, high)), image)

    @contextmanager
    def placed(self, rect: Rect, width: float, height: float) -> Iterator[QPainter]:
        """Draw in a place with units of its own, `width` by `height`."""
        self.painter.save()
        self.painter.translate(rect.x * UNITS, rect.y * UNITS)
        self.painter.scale(rect.w * UNITS / width, rect.h * UNITS / height)
        yield self.painter
        self.painter.restore()

    @contextmanager
    def moved(self, x: float, y: float) -> Iterator[None]:
        """Draw with another origin."""
        self.painter.save()
        self.painter.translate(x * UNITS, y * UNITS)
        yield
        self.painter.restore()

    def _ready(self, ink: QColor | None, width: float, fill: QColor | None) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen if ink is None else _pen(ink, width))
        self.painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else QBrush(fill))


def rounded_above(rect: Rect, radius: float) -> QPainterPath:
    """Return a rectangle with rounded upper corners, in the painter's units."""
    x, y, right, bottom, r = (v * UNITS for v in (rect.x, rect.y, rect.right, rect.bottom, radius))
    path = QPainterPath(QPointF(x, bottom))
    path.lineTo(x, y + r)
    path.quadTo(x, y, x + r, y)
    path.lineTo(right - r, y)
    path.quadTo(right, y, right, y + r)
    path.lineTo(right, bottom)
    path.closeSubpath()
    return path


def _q(rect: Rect) -> QRectF:
    return QRectF(rect.x * UNITS, rect.y * UNITS, rect.w * UNITS, rect.h * UNITS)


def _pen(ink: QColor, width: float) -> QPen:
    pen = QPen(ink, width * UNITS)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
