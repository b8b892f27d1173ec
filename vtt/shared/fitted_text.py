"""Text that fits its room: smaller letters, an ellipsis, or several lines where there is too little of it."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.text_measures import exact_width, unbroken_parts

Align = Qt.AlignmentFlag
_LINE: Final = 1.22
"""The height of a line, in heights of its letters."""


def font_that_fits(font: QFont, high: float, least: int) -> QFont:
    """Return the font, smaller if a line of it would be higher than `high`, but not below the size `least`."""
    wanted_size = font.pixelSize()
    size_that_fits = max(least, int(high / _LINE))
    if size_that_fits >= wanted_size:
        return font
    smaller = QFont(font)
    smaller.setPixelSize(size_that_fits)
    return smaller


def shrunk_font(font: QFont, share: float, least: int) -> QFont:
    """Return the font at a share of its size, but not below the size `least`."""
    smaller = QFont(font)
    smaller.setPixelSize(max(min(least, font.pixelSize()), int(font.pixelSize() * share)))
    return smaller


def text_width(text: str, font: QFont) -> float:
    """Return the width of a line of text."""
    return exact_width(text, font)


def least_width(text: str, font: QFont, least: int) -> float:
    """Return the width of a line of text in the size `least`, or in the font's own if that is smaller."""
    return text_width(text, shrunk_font(font, 0.0, least))


def write_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    align: Align = Align.AlignLeft,
    *,
    least: int,
) -> bool:
    """Write one line into `rect`, cut with an ellipsis where it is too long. Return whether it was cut.

    Args:
        painter: the painter.
        rect: the room.
        text: the line.
        font: the font if there is room.
        colour: of the letters.
        align: along the line.
        least: the smallest size of the font before the line is cut.
    """
    fitting, text = font_that_fits(font, rect.height(), least), drawable(text)
    wide, room = text_width(text, fitting), max(0.0, rect.width())
    if wide > room > 0:
        fitting = shrunk_font(fitting, room / wide, least)
        wide = text_width(text, fitting)
    elided = text
    if wide > room or "\x9c" in text:  # Qt takes what is behind this sign for another, shorter text
        elided = QFontMetricsF(fitting).elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.setFont(fitting)
    painter.setPen(colour)
    painter.drawText(rect, _line_flags(align), elided)
    return elided != text


@cache
def _line_flags(align: Align) -> int:
    return int(align.value | Align.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value)


def write_shaded_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    shade: QColor,
    align: Align = Align.AlignHCenter,
    *,
    least: int,
) -> bool:
    """Write one line on the cloth, with a faint shade below the letters."""
    below = rect.translated(0, max(1.0, font.pixelSize() / 16))
    write_line(painter, below, text, font, shade, align, least=least)
    return write_line(painter, rect, text, font, colour, align, least=least)


def break_into_lines(text: str, font: QFont, wide: float, most: int) -> tuple[str, ...]:
    """Return a text in lines of a width, `most` at most; the last one ends in an ellipsis if there is more.

    A number stays with its word, unless both together have no room.
    """
    lines: list[str] = []
    parts = unbroken_parts(text)
    for word in (word for part in parts for word in ((part,) if text_width(part, font) <= wide else part.split())):
        if lines and text_width(f"{lines[-1]} {word}", font) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines) if len(lines) <= most else (*lines[: most - 1], f"{lines[most - 1]} …") if most > 0 else ()
