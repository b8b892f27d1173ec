"""Draws the words beside the card in play."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from vtt.table.picture import Align, write_shaded
from vtt.table.tray import two_lines
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class StageLook:
    """What is told of a card in play: who plays it, its reckoning line by line, what will come of it, what is asked."""

    title: str
    lines: tuple[str, ...]
    outcome: str = ""
    asked: str = ""
    centred: bool = False


def paint_stage(painter: QPainter, room: QRectF, look: StageLook, theme: Theme, m: Metrics) -> None:
    """Write it line by line, as much as there is room for."""
    ink, muted, shade = theme.colour("on_cloth"), theme.colour("muted_on_cloth"), QColor(0, 0, 0, 120)
    title = title_font(round(m.font_title), weight=QFont.Weight.Bold)
    plain, bold = ui_font(m.font_large), ui_font(m.font_large, weight=QFont.Weight.DemiBold)
    rows: list[tuple[str, QFont, QColor]] = [(part, title, ink) for part in two_lines(look.title, title, room.width())]
    body: list[tuple[str, QFont, QColor]] = []
    for line in look.lines:
        body += [(part, plain, muted) for part in two_lines(line, plain, room.width())]
    last: list[tuple[str, QFont, QColor]] = []
    for words in filter(None, (look.outcome, look.asked)):
        last += [(part, bold, theme.colour("legal")) for part in two_lines(words, bold, room.width())]
    heights = [row[1].pixelSize() * 1.35 for row in (*rows, *last)]
    left = int((room.height() - sum(heights)) / (plain.pixelSize() * 1.3))
    rows += body[: max(0, left)] if len(body) <= left else [*body[: max(0, left - 1)], ("…", plain, muted)]
    rows += last
    high = sum(font.pixelSize() * 1.35 for _, font, _ in rows)
    align = Align.AlignHCenter if look.centred else Align.AlignLeft
    top = max(room.top(), room.center().y() - high / 2)
    for words, font, colour in rows:
        where = QRectF(room.left(), top, room.width(), font.pixelSize() * 1.35)
        write_shaded(painter, where, words, font, colour, shade, align, squeeze=0.8)
        top += where.height()
