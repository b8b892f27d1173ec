"""Draws the words beside the card in play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from vtt.table.beside_cards import broken
from vtt.table.picture import Align, write_shaded
from vtt.table.tray import two_lines
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme

Row = tuple[str, QFont, QColor]
"""A line, how it is written, and in which colour."""
_LEADING: Final = 1.3
_SHARES: Final = (1.0, 0.92, 0.85, 0.78, 0.71, 0.64)
"""How small letters may become, by the usual size."""


@dataclass(frozen=True, slots=True)
class StageLook:
    """What is told of a card in play: who plays it, its reckoning, what will come of it, what is asked, its words."""

    title: str
    lines: tuple[str, ...]
    outcome: str = ""
    asked: str = ""
    centred: bool = False
    says: str = ""


def paint_stage(painter: QPainter, room: QRectF, look: StageLook, theme: Theme, m: Metrics) -> None:
    """Write it line by line, smaller where the cloth is low; what has no room even then is left out."""
    rows = next((rows for share in _SHARES if _high(rows := _rows(look, room, theme, m, share)) <= room.height()), None)
    if rows is None:
        rows = _cut(look, room, theme, m)
    align = Align.AlignHCenter if look.centred else Align.AlignLeft
    top = max(room.top(), room.center().y() - _high(rows) / 2)
    for words, font, colour in rows:
        where = QRectF(room.left(), top, room.width(), font.pixelSize() * _LEADING)
        write_shaded(painter, where, words, font, colour, QColor(0, 0, 0, 120), align, squeeze=0.8)
        top += where.height()


def _high(rows: list[Row]) -> float:
    return sum(font.pixelSize() * _LEADING for _, font, _ in rows)


def _rows(look: StageLook, room: QRectF, theme: Theme, m: Metrics, share: float) -> list[Row]:
    """Return every line with letters of a share of their usual size."""
    size = round(m.font_large * share)
    title = title_font(round(m.font_title * share), weight=QFont.Weight.Bold)
    plain, bold = ui_font(size), ui_font(size, weight=QFont.Weight.DemiBold)
    ink, muted, legal = (theme.colour(role) for role in ("on_cloth", "muted_on_cloth", "legal"))
    rows: list[Row] = [(part, title, ink) for part in two_lines(look.title, title, room.width())]
    rows += [(part, plain, ink) for part in broken(look.says, plain, room.width(), 3)]
    rows += [(part, plain, muted) for line in look.lines for part in two_lines(line, plain, room.width())]
    last = (part for words in (look.outcome, look.asked) if words for part in two_lines(words, bold, room.width()))
    return rows + [(part, bold, legal) for part in last]


def _cut(look: StageLook, room: QRectF, theme: Theme, m: Metrics) -> list[Row]:
    """Return as much as there is room for: whose card it is and what is asked before the reckoning, that in one go."""
    fewer = replace(look, lines=(" · ".join(look.lines),) if look.lines else ())
    rows = _rows(fewer, room, theme, m, _SHARES[-1])
    if _high(rows) > room.height():
        rows = _rows(replace(fewer, lines=()), room, theme, m, _SHARES[-1])
    return rows if _high(rows) <= room.height() else _rows(replace(fewer, says=""), room, theme, m, _SHARES[-1])
