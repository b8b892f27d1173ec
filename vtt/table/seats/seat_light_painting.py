"""Draws the light around the hand or the plate of a seat that the table waits for."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_metrics import UiMetrics

_LAMP: Final = "#ffe08a"
_STRENGTH: Final = 0.75


def paint_seat_light(painter: QPainter, room: QRectF, reach: float, theme: Theme, m: UiMetrics) -> None:
    """Draw the light around the hand or the plate of a seat that the table waits for, visible across the room.

    Args:
        painter: the painter.
        room: what is lit, with the reach of the light around it.
        reach: how far the light reaches.
        theme: the theme.
        m: lengths.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if theme.look is Appearance.HIGH_CONTRAST:
        wide = m.ring * 2.5
        painter.setPen(QPen(theme.colour("legal"), wide))
        inner = room.adjusted(reach, reach, -reach, -reach).adjusted(-wide, -wide, wide, wide)
        painter.drawRoundedRect(inner, m.radius_l, m.radius_l)
        return
    # Corners and stretched edges of one small picture, because a soft edge is slow to draw.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # or there are seams between the parts
    room, glow = QRectF(room.toRect()), _glow(max(1, round(reach)), m.radius_l)
    corner, middle = glow.width() / 2 - 1, 2.0
    end = glow.width() - corner
    cut = min(corner, room.width() / 2, room.height() / 2)
    sources = ((0.0, corner), (corner, middle), (end, corner))
    across = _thirds(room.left(), room.width(), cut)
    down = _thirds(room.top(), room.height(), cut)
    for (x, wide), (from_x, from_wide) in zip(across, sources, strict=True):
        for (y, high), (from_y, from_high) in zip(down, sources, strict=True):
            painter.drawImage(QRectF(x, y, wide, high), glow, QRectF(from_x, from_y, from_wide, from_high))


def _thirds(start: float, length: float, cut: float) -> tuple[tuple[float, float], ...]:
    """Return the places and lengths of the two ends and of what is between them."""
    return (start, cut), (start + cut, length - 2 * cut), (start + length - cut, cut)


@lru_cache(maxsize=16)
def _glow(reach: int, radius: int) -> QImage:
    """Return a small light with a soft edge; it may be cut in the middle and stretched."""
    inside = round(reach * 0.5)
    side = 2 * (reach + inside + radius) + 2
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # Rings of falling strength, inwards too: cards that are lifted to be looked at leave the inside to be seen.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for number in range(reach + inside):
        warm, at = QColor(_LAMP), number + 0.5
        inwards = min(1.0, (reach + inside - at) / (inside + 0.5))
        warm.setAlphaF(_STRENGTH * min(1.0, at / reach) ** 1.6 * inwards)
        painter.setPen(QPen(warm, 2.0))
        corner = max(1.0, reach + radius - at)
        painter.drawRoundedRect(QRectF(image.rect()).adjusted(at, at, -at, -at), corner, corner)
    painter.end()
    return image
