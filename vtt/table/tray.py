"""The commit tray, one lane a side: what is due, what is laid, why, and the sum; and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen

from engine.play.sight import SideView, View
from engine.play.words import say
from vtt.table.fan import APART, Spot, fan
from vtt.table.naming import clean, name_of_seat, name_of_zone, tell
from vtt.table.picture import Align, font_that_fits, width_of, write, write_shaded
from vtt.table.pile import stitched
from vtt.table.places import Lane, comparison, kind_of_zone
from vtt.table.plan import Box
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme, ThemeHub

_MOST_SLOTS: Final = 4


@dataclass(frozen=True, slots=True)
class LaneLook:
    """What a lane shows besides its cards."""

    label: str
    laid: int
    due: int
    ready: bool
    reasons: tuple[str, ...]
    total: int | None
    lit: bool
    slots: tuple[Spot, ...]
    captions: tuple[tuple[str, float, float], ...]
    roll: SideView | None = None
    """The side whose dice lie in the lane."""


def lay_lane(view: View, lane: Lane, box: Box) -> tuple[dict[str, tuple[Spot, ...]], tuple[Spot, ...]]:
    """Return the spots of a lane's cards by zone, and those of the empty places that are still to be filled."""
    counts = [view.zones[zone].count for zone in lane.zones]
    laid = sum(counts)
    empty = min(_MOST_SLOTS, max(0, lane.side.due - lane.side.laid)) if lane.side and not lane.side.ready else 0
    if box.folded or not lane.zones:
        empty = 0
    elif laid == 0:
        empty = max(1, empty)
    spots = fan(box.cards, laid + empty, box.cards.height() * 0.98, arc=False, step_share=APART, least_share=0.5)
    found: dict[str, tuple[Spot, ...]] = {}
    start = 0
    for zone, count in zip(lane.zones, counts, strict=True):
        found[zone] = spots[start : start + count]
        start += count
    return found, spots[start:]


def look_of_lane(
    view: View, lane: Lane, spots: dict[str, tuple[Spot, ...]], slots: tuple[Spot, ...], *, lit: bool
) -> LaneLook:
    """Return what a lane shows to this viewer."""
    side = lane.side
    captions = tuple(
        (tell("lane.drawn"), lying[0].x - lying[0].width / 2, lying[-1].x + lying[-1].width / 2)
        for zone, lying in spots.items()
        if lying and kind_of_zone(zone) == "drawn" and any(spots[z] for z in lane.zones if z != zone)
    )
    if side is None:
        label = name_of_zone(view, lane.zones[0]) if lane.zones else clean(lane.name)
        return LaneLook(label, laid_by(view, lane), 0, False, (), None, lit, slots, captions)
    label = clean(say(side.label)) or name_of_seat(view, side.seat)
    reasons = tuple(clean(say(reason)) for reason in side.reasons)
    roll = side if side.dice and not laid_by(view, lane) else None
    return LaneLook(label, side.laid, side.due, side.ready, reasons, side.total, lit, slots, captions, roll)


def laid_by(view: View, lane: Lane) -> int:
    """Return how many cards lie in a lane."""
    return sum(view.zones[zone].count for zone in lane.zones)


def paint_seam(painter: QPainter, box: Box, theme: Theme, m: Metrics, *, lit: bool) -> None:
    """Draw the felt of a lane and the seam round it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.42))
    painter.drawRoundedRect(box.area.adjusted(2, 2, -2, -2), m.radius_l, m.radius_l)
    stitched(painter, box.area.adjusted(3, 3, -3, -3), theme, m, m.radius_l, lit=lit)


def size_of_heads(heads: list[tuple[str, QRectF]], m: Metrics) -> int:
    """Return the size of type in which the names of all lanes stand, one like the other, in a line or in two."""
    size = m.font_body
    for label, head in heads:
        font = font_that_fits(ui_font(m.font_body, weight=QFont.Weight.DemiBold), head.height())
        share = head.width() / max(1.0, width_of(label, font))
        one = font.pixelSize() * min(1.0, share)
        half = 0.0
        if share < 0.8:
            small = ui_font(min(m.font_small, max(8, int(head.height() / 2.3))), weight=QFont.Weight.DemiBold)
            widest = max(width_of(line, small) for line in two_lines(label, small, head.width()))
            half = small.pixelSize() * min(1.0, head.width() / max(1.0, widest) / 0.9)
        size = min(size, max(9, round(max(one, half))))
    return size


def paint_head(painter: QPainter, head: QRectF, label: str, size: int, theme: Theme) -> None:
    """Write above a lane whose it is; a long name in two lines rather than cut."""
    _names(painter, head, label, size, theme, Align.AlignHCenter)


def _names(painter: QPainter, room: QRectF, label: str, size: int, theme: Theme, align: Align) -> None:
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    font = ui_font(size, weight=QFont.Weight.DemiBold)
    lines = two_lines(label, font, room.width()) if room.height() >= size * 2.0 else (label,)
    each = min(room.height() / len(lines), size * 1.3)
    top = room.center().y() - each * len(lines) / 2
    for i, line in enumerate(lines):
        where = QRectF(room.left(), top + i * each, room.width(), each)
        write_shaded(painter, where, line, font, ink, shade, align, squeeze=0.8)


def paint_foot(painter: QPainter, foot: QRectF, look: LaneLook, hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Write under a lane how far it is: laid of due and why so many, ready, or the sum."""
    theme = hub.theme
    if look.total is not None:
        _total(painter, foot, look.total, theme, m)
        return
    small, muted, shade = ui_font(m.font_small), theme.colour("muted_on_cloth"), QColor(0, 0, 0, 110)
    if look.ready:
        side = min(m.icon_l, foot.height())
        middle = foot.center().x()
        if look.captions:
            # The sign stands at that end where no word does.
            first, last = look.captions[0], look.captions[-1]
            at_left = foot.right() - last[2] < side < first[1] - foot.left()
            middle = foot.left() + side / 2 if at_left else foot.right() - side / 2
        badge = QRectF(middle - side / 2, foot.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("legal"))
        painter.drawEllipse(badge)
        size = max(4, round(side * 0.72))
        check = hub.icons.pixmap("check", "#1c1408", size, dpr)
        painter.drawPixmap(QPointF(round(middle - size / 2), round(badge.center().y() - size / 2)), check)
    elif look.due:
        words = " · ".join((tell("lane.laid", laid=look.laid, due=look.due), *look.reasons))
        bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        write_shaded(painter, foot, words, bold, theme.colour("on_cloth"), shade, squeeze=0.8)
        return
    for caption, left, end in look.captions:
        write_shaded(painter, QRectF(left, foot.top(), end - left, foot.height()), caption, small, muted, shade)


def size_of_lines(heads: list[tuple[str, QRectF]], m: Metrics) -> int:
    """Return the size of type in which the names of all folded lanes stand, in one line or two."""
    size = m.font_small
    for label, head in heads:
        font = font_that_fits(ui_font(size, weight=QFont.Weight.DemiBold), head.height() / 2)
        widest = max(width_of(line, font) for line in two_lines(label, font, head.width()))
        size = min(size, max(8, int(font.pixelSize() * max(0.7, min(1.0, head.width() / max(1.0, widest))))))
    return size


def paint_folded(painter: QPainter, box: Box, look: LaneLook, size: int, theme: Theme, m: Metrics) -> None:
    """Draw a lane that is over as one line: whose it was, and what it came to."""
    painter.setPen(QPen(theme.colour("legal" if look.lit else "cloth_line"), m.ring if look.lit else max(1.0, m.hair)))
    painter.setBrush(theme.colour("cloth_shade", 0.42))
    painter.drawRoundedRect(box.area.adjusted(1, 1, -1, -1), m.radius_s, m.radius_s)
    _names(painter, box.head, look.label, size, theme, Align.AlignLeft)
    if look.total is not None:
        bold = title_font(m.font_large, weight=QFont.Weight.Bold)
        ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
        write_shaded(painter, box.foot, str(look.total), bold, ink, shade, Align.AlignRight, squeeze=0.6)


def two_lines(text: str, font: QFont, wide: float) -> tuple[str, ...]:
    """Return a text as one line where that fits, else broken once between words, as evenly as can be."""
    metrics = QFontMetricsF(font)
    words = text.split(" ")
    if metrics.horizontalAdvance(text) <= wide or len(words) == 1 or metrics.height() < 9:
        return (text,)
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(breaks, key=lambda pair: max(map(metrics.horizontalAdvance, pair)))


def _total(painter: QPainter, foot: QRectF, total: int, theme: Theme, m: Metrics) -> None:
    """Draw the sum as a plaque in the middle below the cards."""
    font = font_that_fits(title_font(round(m.font_title * 1.05), weight=QFont.Weight.Bold), foot.height() * 1.15)
    wide = min(foot.width(), max(foot.height() * 1.5, width_of(str(total), font) + m.pad_m * 2))
    plaque = QRectF(foot.center().x() - wide / 2, foot.top(), wide, foot.height())
    painter.setPen(QPen(theme.colour("inlay"), max(1.2, m.hair * 1.4)))
    painter.setBrush(theme.colour("plate"))
    painter.drawRoundedRect(plaque.adjusted(1, 1, -1, -1), m.radius, m.radius)
    write(painter, plaque, str(total), font, theme.colour("on_plate"), Align.AlignHCenter)


def title_of(view: View) -> str:
    """Return the line above the tray."""
    glimpse = comparison(view)
    return clean(say(glimpse.title)) if glimpse else ""


def outcome_of(view: View) -> str:
    """Return what came of the comparison, or nothing while it is open."""
    glimpse = comparison(view)
    return clean(say(glimpse.outcome), 240) if glimpse and glimpse.outcome else ""


def paint_title(painter: QPainter, rect: QRectF, text: str, theme: Theme, m: Metrics) -> None:
    """Draw the line above the tray."""
    font = title_font(round(m.font_large * 1.1))
    write_shaded(painter, rect, text, font, theme.colour("on_cloth"), QColor(0, 0, 0, 120))


def paint_outcome(painter: QPainter, rect: QRectF, text: str, theme: Theme, m: Metrics) -> None:
    """Draw the outcome as a ribbon with swallow tails."""
    if not text:
        return
    font = font_that_fits(title_font(max(round(m.font_large * 1.1), int(rect.height() * 0.62))), rect.height())
    wide = min(rect.width(), width_of(text, font) + rect.height() * 2.4)
    body = QRectF(rect.center().x() - wide / 2, rect.top() + 1, wide, rect.height() - 2)
    notch = body.height() * 0.38
    ribbon = QPainterPath(body.topLeft())
    for point in (
        body.topRight(),
        QPointF(body.right() - notch, body.center().y()),
        body.bottomRight(),
        body.bottomLeft(),
        QPointF(body.left() + notch, body.center().y()),
    ):
        ribbon.lineTo(point)
    ribbon.closeSubpath()
    shade = QLinearGradient(body.topLeft(), body.bottomLeft())
    shade.setColorAt(0, theme.colour("accent_hover"))
    shade.setColorAt(1, theme.colour("accent"))
    painter.setPen(QPen(theme.colour("accent_down"), max(1.0, m.hair)))
    painter.setBrush(shade)
    painter.drawPath(ribbon)
    inner = body.adjusted(notch * 1.6, 0, -notch * 1.6, 0)
    write(painter, inner, text, font, theme.colour("on_accent"), Align.AlignHCenter, squeeze=0.7)
