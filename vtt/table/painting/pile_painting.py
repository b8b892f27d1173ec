"""Painting under and around cards in the middle: stitched places, the thickness of a pile, and labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from vtt.shared.card_faces.card_face_cache import corner_radius
from vtt.shared.fitted_text import (
    Align,
    font_that_fits,
    shrunk_font,
    text_width,
    write_line,
    write_shaded_line,
)
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.table_plan import ZoneBox
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_CARDS_A_LAYER: Final = 7
_MOST_LAYERS: Final = 9
_LEAST_LABEL: Final = 9.0
_LINE: Final = 1.4
"""The greatest height of a line of a label, in letters."""
_GLOW: Final = 0.1
"""The light on a place where a drop is allowed: the words on the cloth stay legible on it."""


@dataclass(frozen=True, slots=True)
class PileLook:
    """The look of a place in the middle besides its cards; `lit` if a card in hand may be dropped there.

    `spread` cards are side by side as in a hand, with nothing below them.
    """

    label: str
    count: int
    thick: bool
    lit: bool
    face_up: bool = False
    spread: bool = False


def pile_layers(count: int) -> int:
    """Return the number of edges that a pile of this many cards shows below its top card."""
    return min(_MOST_LAYERS, math.ceil(max(0, count - 1) / _CARDS_A_LAYER))


def pile_rise(count: int, height: float) -> float:
    """Return the height of a pile's top card above the cloth."""
    return pile_layers(count) * max(1.0, height * 0.0115)


def pile_label_width(label: str, count: int, m: UiMetrics) -> float:
    """Return the minimum width of a pile's label and count in one line."""
    font = ui_font(m.font_least, weight=QFont.Weight.DemiBold)
    return text_width(label, font) + 2 + text_width(str(count), font) + m.pad_xs + m.pad_m


def has_room_for_name(label: str, count: int, foot: QRectF, m: UiMetrics) -> bool:
    """Say whether a label and its count can be read in full below a pile, in one line or two."""
    font = ui_font(m.font_least, weight=QFont.Weight.DemiBold)
    number = m.pad_xs + m.pad_s + text_width(str(count), font)
    lines = break_in_two(label, font, foot.width() - number) if foot.height() >= m.least_line * 2 else (label,)
    return max(text_width(line, font) for line in lines) + 2 <= foot.width() - number


def paint_pile(painter: QPainter, box: ZoneBox, look: PileLook, theme: Theme, m: UiMetrics) -> None:
    """Draw the place of a zone: a stitched outline, the edges of a pile, the label with the count."""
    cards = box.cards
    corner = corner_radius(cards.height()) if look.thick else float(m.radius)
    frame = cards.adjusted(-m.pad_xs, -m.pad_xs, m.pad_xs, m.pad_xs) if look.thick else box.area
    paint_stitched_outline(painter, frame, theme, m, corner + m.pad_xs, lit=look.lit)
    if look.thick and look.count > 1 and not look.spread:
        _edges(painter, cards, look.count, theme)
    font = ui_font(m.font_body, weight=QFont.Weight.DemiBold)
    where = box.foot if look.thick else box.head
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    if where.height() < _LEAST_LABEL:
        return  # unreadable letters only distract; the tooltip has the text
    if look.thick:
        number = "" if _has_no_room_for_one(look, where, m) else str(look.count)
        font = font_that_fits(font, min(where.height(), m.font_body * _LINE), m.font_least)
        wanted, rim = text_width(look.label, font) + 2 + text_width(number, font), float(m.pad_m)
        share = (where.width() - m.pad_xs - rim) / max(1.0, wanted)
        if share < 1.0:  # name and count go smaller together, and then closer
            font, rim = shrunk_font(font, share, m.font_least), min(rim, m.pad_s)
        badge_wide = min(where.width() * (0.5 if look.label else 1.0), text_width(number, font) + rim)
        badge_wide = badge_wide if number else 0.0
        free = where.width() - badge_wide - m.pad_xs
        lines = break_in_two(look.label, font, free) if where.height() >= m.least_line * 2 else (look.label,)
        name_wide = max(0.0, min(free, max(text_width(line, font) for line in lines) + 2))
        left = where.center().x() - (name_wide + m.pad_xs + badge_wide) / 2
        high = min(where.height() / len(lines), m.font_body * _LINE)
        for i, line in enumerate(lines):
            name = QRectF(left, where.top() + i * high, name_wide, high)
            write_shaded_line(painter, name, line, font, ink, shade, Align.AlignLeft, least=m.font_least)
        badge = QRectF(left + name_wide + m.pad_xs, where.top(), badge_wide, high)
        if number:
            paint_count_badge(painter, badge, number, font, theme)
    else:
        write_shaded_line(painter, where, look.label, font, ink, shade, least=m.font_least)


def _has_no_room_for_one(look: PileLook, where: QRectF, m: UiMetrics) -> bool:
    """Say whether the number of a single card, which everybody sees, would cut the name of its place."""
    is_cut = pile_label_width(look.label, 1, m) > where.width()
    return look.count == 1 and is_cut and where.height() < m.least_line * 2


def paint_count_badge(painter: QPainter, rect: QRectF, number: str, font: QFont, theme: Theme) -> None:
    """Draw a number on a small plaque."""
    body = rect.adjusted(0, rect.height() * 0.08, 0, -rect.height() * 0.08)
    painter.setPen(QPen(theme.colour("inlay"), 1.2))
    painter.setBrush(theme.colour("plate", 0.92))
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
    write_line(painter, body, number, font, theme.colour("on_plate"), Align.AlignHCenter, least=font.pixelSize())


def paint_stitched_outline(
    painter: QPainter, frame: QRectF, theme: Theme, m: UiMetrics, corner: float, *, lit: bool
) -> None:
    """Draw the outline of a place: a seam in the cloth, or a bright double line where a drop is allowed."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if lit:
        painter.setBrush(theme.colour("legal", _GLOW))
        painter.setPen(QPen(QColor(0, 0, 0, 120), m.ring * 2.6))
        painter.drawRoundedRect(frame, corner, corner)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), m.ring * 1.5))
        painter.drawRoundedRect(frame, corner, corner)
        inner = frame.adjusted(m.ring * 2.2, m.ring * 2.2, -m.ring * 2.2, -m.ring * 2.2)
        painter.setPen(QPen(theme.colour("legal"), max(1.0, m.ring * 0.6)))
        painter.drawRoundedRect(inner, max(1.0, corner - m.ring * 2), max(1.0, corner - m.ring * 2))
        return
    pen = QPen(theme.colour("cloth_line", 0.85), max(1.2, m.hair * 1.3))
    pen.setDashPattern([5.0, 3.5])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawRoundedRect(frame, corner, corner)


def _edges(painter: QPainter, top: QRectF, count: int, theme: Theme) -> None:
    """Draw the cards below the top one as edges of paper that end where the pile meets the cloth."""
    layers = pile_layers(count)
    rise = pile_rise(count, top.height())
    corner = corner_radius(top.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 60))
    painter.drawRoundedRect(top.translated(rise * 0.2, rise * 0.2 + 2), corner, corner)
    for i in range(layers):
        lift = rise * i / max(1, layers)
        painter.setBrush(theme.colour("paper").darker(103 if i % 2 else 109))
        painter.setPen(QPen(theme.colour("paper_edge").darker(118), 0.9))
        painter.drawRoundedRect(top.translated(-lift * 0.55, -lift), corner, corner)


def paint_slot(painter: QPainter, slot: CardSpot, over: CardSpot | None, theme: Theme, m: UiMetrics) -> None:
    """Draw an empty place for one card that is still due, without the part that the next one covers."""
    box = slot.box()
    if over is not None and over.box().left() < box.right():
        painter.setClipRect(box.adjusted(0, 0, over.box().left() - box.right(), 0))
    dpr = painter.device().devicePixelRatioF()
    painter.drawImage(box.topLeft(), _slot(round(box.width() * 2) / 2, round(box.height() * 2) / 2, theme, m, dpr))


@lru_cache(maxsize=16)
def _slot(wide: float, high: float, theme: Theme, m: UiMetrics, dpr: float) -> QImage:
    """Return the empty place of a card; cached, because dashes around a corner are costly to draw."""
    image = QImage(math.ceil(wide * dpr), math.ceil(high * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.colour("muted_on_cloth", 0.7), max(1.2, m.hair * 1.3))
    pen.setDashPattern([4.0, 4.0])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(theme.colour("cloth_shade", 0.25))
    painter.drawRoundedRect(QRectF(1, 1, wide - 2, high - 2), corner_radius(high), corner_radius(high))
    painter.end()
    return image
