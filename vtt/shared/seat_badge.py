"""The badge of a seat: a disc in its colour, with a pattern and the number of its key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

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
_INLAYS: Final = (
    (0, 0.0, 0.0),
    (1, 0.5, 0.0),
    (3, 0.5, 60.0),
    (4, 0.5, 22.5),
    (2, 0.5, -45.0),
    (1, 0.5, 90.0),
    (8, 0.5, 0.0),
    (1, 1.0, 0.0),
    (2, 0.5, 45.0),
)
"""White inlays like those of a poker chip, one pattern for each seat in order: their number, the share of the edge that
they cover, and the angle where the first one begins. So two badges differ in more than their colour and number."""
_INK: Final = "#ffffff"
_EDGE: Final = "#14100c"
_SIXTEENTHS: Final = 16
"""Qt measures angles in sixteenths of a degree."""
_CORE: Final = 0.68
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
    colour, rim = seat_colour(index), max(1.0, disc.width() / 18)
    font = ui_font(max(1, round(disc.height() * _NUMBER)), weight=QFont.Weight.Bold)
    # A dark line around a white one: one of them is unlike whatever the badge is on.
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(_EDGE), rim))
    painter.drawEllipse(disc.adjusted(-rim / 2, -rim / 2, rim / 2, rim / 2))
    disc = disc.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2)
    painter.setPen(QPen(QColor(_INK), rim))
    painter.setBrush(colour)
    painter.drawEllipse(disc)
    count, share, begin = _INLAYS[index % len(_INLAYS)]
    if count:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_INK))
        for number in range(count):
            start, span = begin + 360 * number / count, 360 * share / count
            painter.drawPie(disc, round(start * _SIXTEENTHS), round(span * _SIXTEENTHS))
        core = QRectF(0, 0, disc.width() * _CORE, disc.height() * _CORE)
        core.moveCenter(disc.center())
        painter.setBrush(colour)
        painter.drawEllipse(core)
    write_line(painter, disc, str(index + 1), font, QColor(_INK), Align.AlignHCenter, least=font.pixelSize())
