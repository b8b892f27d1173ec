"""The clock of the story on the table: a round face with hands and the time in figures."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import Align, least_width, write_line
from vtt.shared.screen_names import table_text
from vtt.shared.story_time import DAY, HOUR, MINUTE, time_figures
from vtt.shared.table_queries import turn_order
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

CLOCK_STEPS: Final = (
    ("second", 1),
    ("ten_seconds", 10),
    ("minute", MINUTE),
    ("ten_minutes", 10 * MINUTE),
    ("hour", HOUR),
    ("day_long", DAY),
)
"""The steps that set the clock forward or back, with their words."""


def has_story_clock(view: VisibleTable) -> bool:
    """Return whether the story shows a clock: once it has been set, or while anything waits for a time.

    During a fight one that has not started says nothing: in some games the rounds do not move it.
    """
    if view.clock > 0:
        return True
    waits = any(c.until is not None for actor in view.actors.values() for c in actor.conditions)
    return waits and not turn_order(view)


def spoken_story_clock(view: VisibleTable) -> str:
    """Return the clock's text for a screen reader."""
    return table_text("spoken.clock", time=time_figures(view.clock))


def paint_story_clock(painter: QPainter, rect: QRectF, seconds: int, theme: Theme, m: UiMetrics) -> None:
    """Draw the clock as a plaque: the face at its left end, the figures beside it."""
    body = rect.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(QPen(theme.colour("inlay"), max(1.2, m.hair * 1.4)))
    painter.setBrush(theme.colour("plate", 0.94))
    painter.drawRoundedRect(body, m.radius, m.radius)
    radius = min(body.height() * 0.42, body.width() * 0.24)
    middle = QPointF(body.left() + radius + m.pad_s * 0.7, body.center().y())
    painter.setPen(QPen(theme.colour("inlay"), max(1.2, radius * 0.12)))
    painter.setBrush(theme.colour("paper"))
    painter.drawEllipse(middle, radius, radius)
    ink = QColor("#1c1712")
    painter.setPen(QPen(ink, max(0.8, radius * 0.07)))
    for hour in range(12):
        way = _way(hour / 12)
        painter.drawLine(middle + way * radius * 0.78, middle + way * radius * 0.9)
    for turn, reach, width in ((seconds / (DAY / 2), 0.5, 0.14), (seconds / HOUR, 0.74, 0.1)):
        pen = QPen(ink, max(1.0, radius * width))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(middle, middle + _way(turn) * radius * reach)
    left = middle.x() + radius + m.pad_xs
    words = QRectF(left, body.top(), body.right() - left - m.pad_xs, body.height())
    bold, light = ui_font(m.font_body, weight=QFont.Weight.DemiBold), theme.colour("on_plate")
    day, time = seconds // DAY, time_figures(seconds)
    if day and (words.height() >= m.font_body * 2.6 or least_width(time, bold, m.font_least) > words.width()):
        bold = ui_font(min(m.font_body, max(m.font_least, int(words.height() * 0.42))), weight=QFont.Weight.DemiBold)
        upper = words.adjusted(0, words.height() * 0.08, 0, -words.height() / 2)
        write_line(
            painter,
            upper,
            table_text("clock.day_alone", day=day + 1),
            bold,
            light,
            Align.AlignHCenter,
            least=m.font_least,
        )
        words, time = upper.translated(0, upper.height()), time_figures(seconds % DAY)
    write_line(painter, words, time, bold, light, Align.AlignHCenter, least=m.font_least)


def _way(turn: float) -> QPointF:
    """Return the direction of a clock hand after this many turns, from the top clockwise."""
    angle = turn * 2 * math.pi
    return QPointF(math.sin(angle), -math.cos(angle))
