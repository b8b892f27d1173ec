"""What cards in the middle say, beside them: on the cloth they are too small for their own words."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from vtt.table.picture import Align, width_of, write_shaded
from vtt.table.plan import Box
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import CARD_RATIO, Metrics
from vtt.widgets.theme import Theme

_LEAST_WIDE = 7.0
"""How wide the room for words must be, in letters of the text."""
_LEADING = 1.3
_LEAST_SHARE = 0.7
"""How small the letters may become before words are cut."""


def rooms_beside(box: Box, count: int, high: float, m: Metrics) -> tuple[tuple[QRectF, QRectF], ...]:
    """Return for each of so many cards where it lies and where its words stand; nothing if there is no room for them.

    Args:
        box: the room of the zone.
        count: how many cards lie there.
        high: how high a card is at most.
        m: lengths.
    """
    if count <= 0:
        return ()
    room, step = box.cards, box.cards.width() / count
    high = min(high, room.height())
    wide = high * CARD_RATIO
    words = step - wide - 2 * m.pad_s - m.pad_m
    if words < m.font_body * _LEAST_WIDE:
        return ()
    found = []
    for number in range(count):
        card = QRectF(room.left() + number * step + m.pad_s, room.center().y() - high / 2, wide, high)
        found.append((card, QRectF(card.right() + m.pad_m, room.top(), words, room.height())))
    return tuple(found)


def broken(text: str, font: QFont, wide: float, most: int) -> tuple[str, ...]:
    """Return a text in lines of a width, at most so many; the last one ends in an ellipsis if there is more."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", font) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines) if len(lines) <= most else (*lines[: most - 1], f"{lines[most - 1]} …") if most > 0 else ()


def paint_beside(painter: QPainter, room: QRectF, text: str, theme: Theme, m: Metrics) -> None:
    """Write what a card says, as large as there is room for, from the middle of its height."""
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    font, lines = _fitted(text, room, m)
    step = font.pixelSize() * _LEADING
    top = room.center().y() - step * len(lines) / 2
    for number, line in enumerate(lines):
        where = QRectF(room.left(), top + number * step, room.width(), step)
        write_shaded(painter, where, line, font, ink, shade, Align.AlignLeft, squeeze=0.9)


def _fitted(text: str, room: QRectF, m: Metrics) -> tuple[QFont, tuple[str, ...]]:
    least = round(m.font_body * _LEAST_SHARE)
    for size in range(m.font_large, least, -1):
        font, lines = _set(text, room, size)
        if not lines[-1].endswith("…"):
            return font, lines
    return _set(text, room, least)


def _set(text: str, room: QRectF, size: int) -> tuple[QFont, tuple[str, ...]]:
    font = ui_font(size)
    return font, broken(text, font, room.width(), max(1, int(room.height() / (size * _LEADING))))
