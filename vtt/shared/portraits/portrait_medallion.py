"""A character's face in small: its portrait cut round, or its initials in the colour of its seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen

from vtt.shared.fitted_text import Align, text_width, write_line
from vtt.shared.seat_badge import seat_colour
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_INK: Final = "#ffffff"
_LETTERS: Final = 2


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


def paint_medallion(painter: QPainter, rect: QRectF, look: MedallionLook, theme: Theme, m: UiMetrics) -> None:
    """Draw a medallion as large as fits into a rectangle."""
    side = min(rect.width(), rect.height()) - 2
    if side < 6:
        return
    disc = QRectF(0, 0, side, side)
    disc.moveCenter(rect.center())
    round_ = QPainterPath()
    round_.addEllipse(disc)
    painter.save()
    if look.portrait is not None:
        painter.setClipPath(round_)
        painter.drawImage(disc, look.portrait.image)
    else:
        painter.fillPath(round_, seat_colour(look.seat))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair * 1.3)))
    painter.drawEllipse(disc)
    if look.portrait is None:
        font = ui_font(max(m.font_least, int(side * 0.44)), weight=QFont.Weight.Bold)
        letters = look.initials if text_width(look.initials, font) <= side else look.initials[:1]
        write_line(painter, disc, letters, font, QColor(_INK), Align.AlignHCenter, least=m.font_least)
