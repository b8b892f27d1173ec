"""The time of the story on the table: a round face with hands, and the same in figures."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.play.sight import View
from vtt.table.naming import tell
from vtt.table.picture import Align, width_of, write
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_SQUEEZE: Final = 0.6
"""So small letters may become before words are cut."""
STEPS: Final = (
    ("second", 1),
    ("ten_seconds", 10),
    ("minute", _MINUTE),
    ("ten_minutes", 10 * _MINUTE),
    ("hour", _HOUR),
    ("day_long", _DAY),
)
"""By how much the clock is put on or back, with the word for it."""


def clock_runs(view: View) -> bool:
    """Say whether the story has a clock to show: once it has been set, or while anything waits for a time."""
    waits = any(c.until is not None for actor in view.actors.values() for c in actor.conditions)
    return view.clock > 0 or waits


def time_figures(seconds: int) -> str:
    """Return a time in figures: `1:02:05`, with the day before it from the second one on."""
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    figures = f"{hours}:{minutes:02}:{left:02}"
    return tell("clock.day", day=days + 1, time=figures) if days else figures


def time_left(seconds: int) -> str:
    """Return how long there is still time, in short: `45 s`, `12 min`, `5 h`, `3 d`; always some until it is over."""
    for key, size in (("days", _DAY), ("hours", _HOUR), ("minutes", _MINUTE)):
        if seconds >= 2 * size:
            return tell(f"left.{key}", number=seconds // size)
    return tell("left.seconds", number=max(0, seconds))


def spoken_clock(view: View) -> str:
    """Return what a screen reader says of the clock."""
    return tell("spoken.clock", time=time_figures(view.clock))


def paint_clock(painter: QPainter, rect: QRectF, seconds: int, theme: Theme, m: Metrics) -> None:
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
    for turn, reach, width in ((seconds / (_DAY / 2), 0.5, 0.14), (seconds / _HOUR, 0.74, 0.1)):
        pen = QPen(ink, max(1.0, radius * width))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(middle, middle + _way(turn) * radius * reach)
    left = middle.x() + radius + m.pad_xs
    words = QRectF(left, body.top(), body.right() - left - m.pad_xs, body.height())
    bold, light = ui_font(m.font_body, weight=QFont.Weight.DemiBold), theme.colour("on_plate")
    day, time = seconds // _DAY, time_figures(seconds)
    if day and (words.height() >= m.font_body * 2.6 or width_of(time, bold) * _SQUEEZE > words.width()):
        bold = ui_font(min(m.font_body, int(words.height() * 0.42)), weight=QFont.Weight.DemiBold)
        upper = words.adjusted(0, words.height() * 0.08, 0, -words.height() / 2)
        write(painter, upper, tell("clock.day_alone", day=day + 1), bold, light, Align.AlignHCenter, squeeze=_SQUEEZE)
        words, time = upper.translated(0, upper.height()), time_figures(seconds % _DAY)
    write(painter, words, time, bold, light, Align.AlignHCenter, squeeze=_SQUEEZE)


def _way(turn: float) -> QPointF:
    """Return the direction of a hand after so many turns, from the top clockwise."""
    angle = turn * 2 * math.pi
    return QPointF(math.sin(angle), -math.cos(angle))
