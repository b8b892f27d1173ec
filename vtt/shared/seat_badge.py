"""The badge of a seat: a disc in its colour, with a pattern and the number of its key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen

from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import Align, write_line
from vtt.widgets.look.ui_fonts import ui_font

SEAT_COLOURS: Final = (
    "#6b4a26",
    "#8c2f39",
    "#2f5d8c",
    "#4b6b2f",
    "#6b3f86",
    "#1f6f70",
    "#8a5a14",
    "#9a4270",
    "#45536b",
)
"""One for each seat in order; white letters are readable on all."""
_PATTERNS: Final = (
    Qt.BrushStyle.NoBrush,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.FDiagPattern,
    Qt.BrushStyle.VerPattern,
    Qt.BrushStyle.CrossPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.Dense5Pattern,
    Qt.BrushStyle.Dense3Pattern,
)
"""One for each seat in order, so that two badges differ in more than their colour."""
_INK: Final = "#ffffff"
_CORE: Final = 0.62
_NUMBER: Final = 0.66
"""The shares of the badge for what is within its pattern, and for the height of its number's letters."""


def seat_index(view: VisibleTable, seat: str) -> int:
    """Return the number of a seat in the order of its keys, from 0."""
    return list(view.seats).index(seat)


def seat_colour(index: int) -> QColor:
    """Return the colour of the seat with this index."""
    return QColor(SEAT_COLOURS[index % len(SEAT_COLOURS)])


def paint_seat_badge(painter: QPainter, disc: QRectF, index: int) -> None:
    """Draw the badge of the seat with this index into a square."""
    colour = seat_colour(index)
    painter.setPen(QPen(QColor(_INK), max(1.0, disc.width() / 18)))
    painter.setBrush(colour)
    painter.drawEllipse(disc)
    pattern = _PATTERNS[index % len(_PATTERNS)]
    if pattern is not Qt.BrushStyle.NoBrush:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(QColor(_INK), pattern))
        painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
        core = QRectF(0, 0, disc.width() * _CORE, disc.height() * _CORE)
        core.moveCenter(disc.center())
        painter.setBrush(colour)
        painter.drawEllipse(core)
    font = ui_font(max(1, round(disc.height() * _NUMBER)), weight=QFont.Weight.Bold)
    write_line(painter, disc, str(index + 1), font, QColor(_INK), Align.AlignHCenter, least=font.pixelSize())
