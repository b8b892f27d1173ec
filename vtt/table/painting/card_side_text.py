"""Texts beside the cards in the middle of the table, where a card is too small to show its own text."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from vtt.shared.fitted_text import Align, break_into_lines, write_shaded_line
from vtt.table.layout.table_plan import ZoneBox
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

_MIN_WIDTH_EM = 7.0
"""The minimum width for text, in multiples of the font size."""
_LINE_SPACING = 1.3
"""The height of a line, in multiples of the font size."""
_MIN_FONT_SCALE = 0.7
"""The smallest font size, as a share of the normal one. Text that is still too long is cut."""


def card_and_text_rects(
    box: ZoneBox, count: int, max_card_height: float, metrics: UiMetrics
) -> tuple[tuple[QRectF, QRectF], ...]:
    """Return the rectangle of each card and of the text to its right; empty if there is no space for texts.

    Args:
        box: the space of the zone.
        count: the number of cards there.
        max_card_height: the maximum height of a card.
        metrics: sizes and distances.
    """
    if count <= 0:
        return ()
    cards_rect, step = box.cards, box.cards.width() / count
    card_height = min(max_card_height, cards_rect.height())
    card_width = card_height * CARD_RATIO
    text_width = step - card_width - 2 * metrics.pad_s - metrics.pad_m
    if text_width < metrics.font_body * _MIN_WIDTH_EM:
        return ()
    rects = []
    for index in range(count):
        left = cards_rect.left() + index * step + metrics.pad_s
        card_rect = QRectF(left, cards_rect.center().y() - card_height / 2, card_width, card_height)
        text_left = card_rect.right() + metrics.pad_m
        rects.append((card_rect, QRectF(text_left, cards_rect.top(), text_width, cards_rect.height())))
    return tuple(rects)


def paint_side_text(painter: QPainter, rect: QRectF, text: str, theme: Theme, metrics: UiMetrics) -> None:
    """Write a card's text in a rectangle, vertically centred, in the largest font that fits."""
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    font, lines = _fit_text(text, rect, metrics)
    line_height = font.pixelSize() * _LINE_SPACING
    top = rect.center().y() - line_height * len(lines) / 2
    for number, line in enumerate(lines):
        line_rect = QRectF(rect.left(), top + number * line_height, rect.width(), line_height)
        write_shaded_line(painter, line_rect, line, font, ink, shade, Align.AlignLeft, least=metrics.font_least)


def _fit_text(text: str, rect: QRectF, metrics: UiMetrics) -> tuple[QFont, tuple[str, ...]]:
    """Return the largest font in which a text fits, and its lines; with the smallest font the text may be cut."""
    min_size = round(metrics.font_body * _MIN_FONT_SCALE)
    for size in range(metrics.font_large, min_size, -1):
        font, lines = _break_text(text, rect, size)
        if not lines[-1].endswith("…"):
            return font, lines
    return _break_text(text, rect, min_size)


def _break_text(text: str, rect: QRectF, font_size: int) -> tuple[QFont, tuple[str, ...]]:
    """Return the font of a size, and the lines of a text in it."""
    font = ui_font(font_size)
    max_lines = max(1, int(rect.height() / (font_size * _LINE_SPACING)))
    return font, break_into_lines(text, font, rect.width(), max_lines)
