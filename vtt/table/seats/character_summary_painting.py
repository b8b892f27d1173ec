"""Draws a character's numbers and body on the table."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from vtt.shared.bodies.body_callouts import paint_callouts, paint_leaders, paint_sign
from vtt.shared.bodies.body_drawing import drop, paint_badges, paint_body, shield
from vtt.shared.fitted_text import Align, least_width, write_line
from vtt.shared.screen_names import number_words
from vtt.table.seats.character_summary import (
    BLEEDING,
    LESS,
    MORE,
    CharacterSummary,
    SettingBox,
    SummaryElement,
)
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_LEAST_POINT: Final = 3.6
"""The minimum room for a point below a number."""
_POINTS_LINE: Final = 1.5
"""The minimum height of a line with points below its number, in heights of the smallest letters."""


def paint_summary(
    painter: QPainter,
    figure: CharacterSummary,
    theme: Theme,
    m: UiMetrics,
    hub: ThemeHub | None = None,
    dpr: float = 1.0,
) -> None:
    """Draw a character's numbers and locations; with signs only if there is a hub with their pictures."""
    paint_summary_body(painter, figure, theme, m, hub, dpr)
    paint_summary_numbers(painter, figure, theme, m)


def paint_summary_body(
    painter: QPainter,
    figure: CharacterSummary,
    theme: Theme,
    m: UiMetrics,
    hub: ThemeHub | None = None,
    dpr: float = 1.0,
) -> None:
    """Draw the name, the body, and the signs on it."""
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    if figure.title:
        align = Align.AlignHCenter if figure.body is None else Align.AlignLeft
        lines = (
            break_in_two(figure.title, bold, figure.head.width()) if figure.head.height() >= 2 * m.least_line else ()
        )
        lines = lines or (figure.title,)
        high = figure.head.height() / len(lines)
        for i, line in enumerate(lines):
            room = QRectF(figure.head.left(), figure.head.top() + i * high, figure.head.width(), high)
            write_line(painter, room, line, bold, theme.colour("on_cloth"), align, least=m.font_least)
    looks = {e.name: e.look for e in figure.elements if e.look is not None}
    if figure.body is not None:
        paint_body(painter, figure.body, looks, theme)
        if not figure.callouts:
            paint_badges(
                painter,
                figure.body,
                looks,
                theme,
                lambda at, side, sign: paint_sign(painter, at, side, sign, theme, hub, dpr),
            )
    paint_leaders(painter, figure.callouts, theme, m)
    paint_callouts(painter, figure.callouts, looks, theme, m, hub, dpr)
    for rect, words in figure.notes:
        _paint_note(painter, rect, words, theme, m)


def paint_summary_numbers(painter: QPainter, figure: CharacterSummary, theme: Theme, m: UiMetrics) -> None:
    """Draw the elements in boxes: numbers, and the locations of a body without a drawing."""
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    for element in figure.elements:
        if element.drawn:
            continue
        area = element.rect
        painter.setPen(QPen(theme.colour("inlay", 0.55), max(1.0, m.hair)))
        painter.setBrush(theme.colour("plate", 0.9))
        painter.drawRoundedRect(area, m.radius_s, m.radius_s)
        ink = theme.colour("on_plate")
        write_line(painter, element.label, element.words, bold, ink, least=m.font_least)
        if not element.number.isEmpty():
            value = number_words(element.value)
            words = number_words(element.value, element.most)
            if element.look is not None and element.look.unsaid:
                value = words = element.look.number
            if least_width(words, bold, m.font_least) > element.number.width() - m.hair * 2:
                words = value
            room = element.number.adjusted(m.hair, 0, -m.hair, 0)
            has_points = element.points and room.height() >= m.font_least * _POINTS_LINE
            if has_points and room.width() >= element.points * _LEAST_POINT:
                room.setBottom(_paint_points(painter, room, element.value, element.points, theme))
            write_line(painter, room, words, bold, ink, Align.AlignHCenter, least=m.font_least)
        for box in element.boxes:
            if box.value in (MORE, LESS):
                _paint_step(painter, box, theme, m)
            elif box.value == BLEEDING:
                _paint_signs(painter, box.rect, element, theme, m)
            else:
                _paint_box(painter, box.rect, int(box.value) <= element.value, element.kind, theme, m)


def _paint_points(painter: QPainter, room: QRectF, value: int, count: int, theme: Theme) -> float:
    """Draw a row of points below a number, the full ones filled; return where they begin."""
    step = room.width() / count
    side = min(step * 0.7, room.height() * 0.16)
    top = room.bottom() - side * 1.4
    for i in range(count):
        painter.setPen(QPen(theme.colour("on_plate", 0.75), 0.8))
        painter.setBrush(theme.colour("legal") if i < value else Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(room.left() + (i + 0.5) * step - side / 2, top, side, side))
    return top


def _paint_note(painter: QPainter, rect: QRectF, words: str, theme: Theme, m: UiMetrics) -> None:
    """Draw a penalty of a character's state, behind a stroke in the colour of harm; a reason in brackets goes first."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("plate", 0.9))
    painter.drawRoundedRect(rect, m.radius_s, m.radius_s)
    painter.setBrush(theme.colour("danger_fill"))
    painter.drawRoundedRect(QRectF(rect.left(), rect.top(), m.pad_xs, rect.height()), m.hair, m.hair)
    font, room = ui_font(m.font_small, weight=QFont.Weight.DemiBold), rect.adjusted(m.pad_xs * 2, 0, -2, 0)
    if least_width(words, font, m.font_least) > room.width():
        words = words.partition(" (")[0]
    write_line(painter, room, words, font, theme.colour("on_plate"), least=m.font_least)


def _paint_box(painter: QPainter, rect: QRectF, full: bool, kind: str, theme: Theme, m: UiMetrics) -> None:
    """Draw one box: a full one has a pattern besides its colour, a cross for a wound and a dot for a number."""
    wound = kind == "location"
    ink = theme.colour("on_plate")
    painter.setPen(QPen(ink, max(1.0, m.hair)))
    painter.setBrush(theme.colour("danger_fill" if wound else "legal") if full else Qt.BrushStyle.NoBrush)
    round_by = rect.width() * (0.18 if wound else 0.5)
    painter.drawRoundedRect(rect, round_by, round_by)
    if full and wound:
        painter.setPen(QPen(theme.colour("on_danger"), max(1.2, rect.width() * 0.12)))
        inner = rect.adjusted(*(rect.width() * x for x in (0.26, 0.26, -0.26, -0.26)))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
    elif full:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 14, 8))
        painter.drawEllipse(rect.center(), rect.width() * 0.16, rect.width() * 0.16)


def _paint_step(painter: QPainter, box: SettingBox, theme: Theme, m: UiMetrics) -> None:
    ink = theme.colour("on_plate")
    painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.rect, m.radius_s, m.radius_s)
    middle, reach = box.rect.center(), box.rect.width() * 0.26
    painter.setPen(QPen(ink, max(1.4, box.rect.width() * 0.11)))
    painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))
    if box.value == MORE:
        painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach))


def _paint_signs(painter: QPainter, rect: QRectF, element: SummaryElement, theme: Theme, m: UiMetrics) -> None:
    """Draw the armour on a shield, if there is any, and a drop that is full while it bleeds."""
    high = rect.height()
    side = QRectF(rect.right() - high * 0.8, rect.top(), high * 0.8, high)
    ink, hair = theme.colour("on_plate"), max(1.0, m.hair)
    look = element.look
    assert look is not None
    if look.armour:
        place = QRectF(rect.left(), rect.top(), high * 0.7, high)
        painter.setPen(QPen(ink, hair))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shield(place.center(), high * 0.33))
        small = ui_font(max(m.font_least, round(high * 0.42)), weight=QFont.Weight.DemiBold)
        write_line(painter, place, str(look.armour), small, ink, Align.AlignHCenter, least=m.font_least)
    painter.setPen(QPen(theme.colour("on_plate", 1.0 if look.bleeds else 0.35), hair))
    painter.setBrush(theme.colour("danger_fill") if look.bleeds else Qt.BrushStyle.NoBrush)
    painter.drawPath(drop(side.center(), high * 0.28))
