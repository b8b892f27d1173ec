"""A character's face in small: its portrait in the frame of the theme, or its initials in the colour of its seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF

from vtt.shared.fitted_text import Align, text_width, write_line
from vtt.shared.seat_badge import seat_colour
from vtt.widgets.look.theme import PortraitFrame, Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_INK: Final = "#ffffff"
_LETTERS: Final = 2
_CORNER: Final = 0.14
"""The radius of the corners of a square frame, as a share of its side."""
_SLIM: Final = (1 - 3**0.5 / 2) / 2
"""The gap between a regular hexagon and its square at each side, as a share of the square."""


@dataclass(frozen=True, slots=True)
class PortraitImage:
    """A portrait ready to be drawn in small; equal ones have the same id."""

    id: str
    image: QImage = field(compare=False)


@dataclass(frozen=True, slots=True)
class MedallionLook:
    """The contents of a medallion: the portrait, or the initials and the seat of their colour."""

    initials: str
    seat: int
    portrait: PortraitImage | None = None


def initials_of(name: str) -> str:
    """Return the first letters of the first and the last word of a name that begin with a letter or a number."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    initial_words = words if len(words) < _LETTERS else [words[0], words[-1]]
    return "".join(word[0].upper() for word in initial_words)


def frame_shape(square: QRectF, frame: PortraitFrame) -> QPainterPath:
    """Return the outline of a frame in a square."""
    path = QPainterPath()
    match frame:
        case PortraitFrame.ROUND:
            path.addEllipse(square)
        case PortraitFrame.SQUARE:
            path.addRoundedRect(square, square.width() * _CORNER, square.width() * _CORNER)
        case PortraitFrame.HEXAGON:
            quarter = square.height() / 4
            left, right = square.left() + square.width() * _SLIM, square.right() - square.width() * _SLIM
            corners = [
                QPointF(square.center().x(), square.top()),
                QPointF(right, square.top() + quarter),
                QPointF(right, square.bottom() - quarter),
                QPointF(square.center().x(), square.bottom()),
                QPointF(left, square.bottom() - quarter),
                QPointF(left, square.top() + quarter),
            ]
            path.addPolygon(QPolygonF(corners))
            path.closeSubpath()
        case _:
            assert_never(frame)
    return path


def paint_medallion(painter: QPainter, rect: QRectF, look: MedallionLook, theme: Theme, m: UiMetrics) -> None:
    """Draw a medallion as large as fits into a rectangle."""
    side = min(rect.width(), rect.height()) - 2
    if side < 6:
        return
    disc = QRectF(0, 0, side, side)
    disc.moveCenter(rect.center())
    shape = frame_shape(disc, theme.portrait_frame)
    painter.save()
    if look.portrait is not None:
        painter.setClipPath(shape)
        painter.drawImage(disc, look.portrait.image)
    else:
        painter.fillPath(shape, seat_colour(look.seat))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair * 1.3)))
    painter.drawPath(shape)
    if look.portrait is None:
        font = ui_font(max(m.font_least, int(side * 0.44)), weight=QFont.Weight.Bold)
        letters = look.initials if text_width(look.initials, font) <= side else look.initials[:1]
        write_line(painter, disc, letters, font, QColor(_INK), Align.AlignHCenter, least=m.font_least)
