"""Draws the words beside the card in play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from vtt.shared.fitted_text import Align, break_into_lines, write_shaded_line
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

CardInPlayLine = tuple[str, QFont, QColor]
"""A line, how it is written, and in which colour."""
_LEADING: Final = 1.3
_SHARES: Final = (1.0, 0.92, 0.85, 0.78, 0.71, 0.64)
"""The font sizes that are tried, as shares of the usual size."""
_LARGE: Final = 0.85
"""The least share with which the open question, the title of the steps, is worth its line."""


@dataclass(frozen=True, slots=True)
class CardInPlayLook:
    """The texts of a card in play: its player, its calculation, its effect, the open question, its own text."""

    title: str
    lines: tuple[str, ...]
    outcome: str = ""
    asked: str = ""
    centred: bool = False
    says: str = ""


def paint_card_in_play(painter: QPainter, room: QRectF, look: CardInPlayLook, theme: Theme, m: UiMetrics) -> None:
    """Write the texts line by line, smaller where the cloth is low; what has no room is left out."""
    rows = _fitting_rows(look, room, theme, m)
    align = Align.AlignHCenter if look.centred else Align.AlignLeft
    top = max(room.top(), room.center().y() - _high(rows) / 2)
    for words, font, colour in rows:
        where = QRectF(room.left(), top, room.width(), font.pixelSize() * _LEADING)
        write_shaded_line(painter, where, words, font, colour, QColor(0, 0, 0, 120), align, least=m.font_least)
        top += where.height()


def written_rect(room: QRectF, look: CardInPlayLook, theme: Theme, m: UiMetrics) -> QRectF:
    """Return the part of a room in which the texts are written."""
    rows = _fitting_rows(look, room, theme, m)
    wide = min(room.width(), max((QFontMetricsF(font).horizontalAdvance(words) for words, font, _ in rows), default=0))
    high = min(room.height(), _high(rows))
    left = room.center().x() - wide / 2 if look.centred else room.left()
    return QRectF(left, room.center().y() - high / 2, wide, high)


def _fitting_rows(look: CardInPlayLook, room: QRectF, theme: Theme, m: UiMetrics) -> list[CardInPlayLine]:
    """Return the lines in the largest letters for which there is room.

    Where they would be small, the calculation is one line, and the open question is left to the steps above the table.
    Where even small letters have no room, the calculation is left out, or else the card's own text.
    """
    large = [share for share in _SHARES if share >= _LARGE]
    joined = replace(look, lines=(" · ".join(look.lines),) if look.lines else ())
    unasked = replace(joined, asked="")
    tries = [(each, share) for share in large for each in (look, joined)]
    tries += [(unasked, share) for share in _SHARES]
    tries.append((replace(unasked, lines=()), _SHARES[-1]))
    for each, share in tries:
        rows = _rows(each, room, theme, m, share)
        if _high(rows) <= room.height():
            return rows
    return _rows(replace(unasked, says=""), room, theme, m, _SHARES[-1])


def _high(rows: list[CardInPlayLine]) -> float:
    return sum(font.pixelSize() * _LEADING for _, font, _ in rows)


def _rows(look: CardInPlayLook, room: QRectF, theme: Theme, m: UiMetrics, share: float) -> list[CardInPlayLine]:
    """Return every line with letters of a share of their usual size."""
    size = round(m.font_large * share)
    title = title_font(round(m.font_title * share), weight=QFont.Weight.Bold)
    plain, bold = ui_font(size), ui_font(size, weight=QFont.Weight.DemiBold)
    ink, muted, legal = (theme.colour(role) for role in ("on_cloth", "muted_on_cloth", "legal"))
    rows: list[CardInPlayLine] = [(part, title, ink) for part in break_in_two(look.title, title, room.width())]
    rows += [(part, plain, ink) for part in break_into_lines(look.says, plain, room.width(), 3)]
    rows += [(part, plain, muted) for line in look.lines for part in break_in_two(line, plain, room.width())]
    last = (part for words in (look.outcome, look.asked) if words for part in break_in_two(words, bold, room.width()))
    return rows + [(part, bold, legal) for part in last]
