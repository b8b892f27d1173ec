"""The commit tray, one lane for each side: cards due and played, reasons, sum; and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen

from engine.messages.texts import say
from engine.presentation.activity_view import SideView
from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import Align, font_that_fits, text_width, write_line, write_shaded_line
from vtt.shared.screen_names import clean_name, name_of_seat, name_of_zone, sum_in_words, table_text
from vtt.shared.table_queries import current_comparison, kind_of_zone
from vtt.table.layout.card_spread import ROW_STEP, CardSpot, lay_fan
from vtt.table.layout.table_plan import ZoneBox
from vtt.table.layout.zone_placement import TrayLane
from vtt.table.painting.pile_painting import paint_stitched_outline
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_MOST_SLOTS: Final = 4


@dataclass(frozen=True, slots=True)
class LaneLook:
    """The contents of a lane besides its cards."""

    label: str
    laid: int
    due: int
    ready: bool
    reasons: tuple[str, ...]
    total: int | None
    penalty: int
    lit: bool
    slots: tuple[CardSpot, ...]
    captions: tuple[tuple[str, float, float], ...]
    roll: SideView | None = None
    """The side with the dice in the lane."""


def lay_tray_lane(
    view: VisibleTable, lane: TrayLane, box: ZoneBox
) -> tuple[dict[str, tuple[CardSpot, ...]], tuple[CardSpot, ...]]:
    """Return the spots of a lane's cards by zone, and those of the places still to be filled."""
    counts = [view.zones[zone].count for zone in lane.zones]
    laid = sum(counts)
    empty = min(_MOST_SLOTS, max(0, lane.side.due - lane.side.laid)) if lane.side and not lane.side.ready else 0
    if box.folded or not lane.zones:
        empty = 0
    elif laid == 0:
        empty = max(1, empty)
    spots = lay_fan(box.cards, laid + empty, box.cards.height() * 0.98, arc=False, step_share=ROW_STEP, least_share=0.5)
    found: dict[str, tuple[CardSpot, ...]] = {}
    start = 0
    for zone, count in zip(lane.zones, counts, strict=True):
        found[zone] = spots[start : start + count]
        start += count
    return found, spots[start:]


def lane_look(
    view: VisibleTable,
    lane: TrayLane,
    spots: dict[str, tuple[CardSpot, ...]],
    slots: tuple[CardSpot, ...],
    *,
    lit: bool,
) -> LaneLook:
    """Return the contents of a lane for this viewer."""
    side = lane.side
    captions = tuple(
        (table_text("lane.drawn"), lying[0].x - lying[0].width / 2, lying[-1].x + lying[-1].width / 2)
        for zone, lying in spots.items()
        if lying and kind_of_zone(zone) == "drawn" and any(spots[z] for z in lane.zones if z != zone)
    )
    if side is None:
        label = name_of_zone(view, lane.zones[0]) if lane.zones else clean_name(lane.name)
        return LaneLook(label, lane_card_count(view, lane), 0, False, (), None, 0, lit, slots, captions)
    label = clean_name(say(side.label)) or name_of_seat(view, side.seat)
    reasons = tuple(clean_name(say(reason)) for reason in side.reasons)
    roll = side if side.dice and not lane_card_count(view, lane) else None
    return LaneLook(
        label, side.laid, side.due, side.ready, reasons, side.total, side.penalty, lit, slots, captions, roll
    )


def with_room_for_name(box: ZoneBox, label: str, cards: Sequence[CardSpot], m: UiMetrics) -> ZoneBox:
    """Return a lane whose name takes the room that its cards leave free, if the name would be cut otherwise.

    Args:
        box: the lane; its name is above its cards, beside them, or left of them if it is folded.
        label: the name.
        cards: the cards, and the places still to be filled.
        m: lengths.
    """
    head, small = QRectF(box.head), ui_font(m.font_least, weight=QFont.Weight.DemiBold)
    if max(text_width(line, small) for line in break_in_two(label, small, head.width())) <= head.width():
        return box
    if box.folded:
        head.setRight(min([spot.box().left() for spot in cards], default=box.foot.left()) - m.pad_xs)
        return replace(box, head=head)
    if head.left() < box.cards.right():
        return box
    left = max([spot.box().right() for spot in cards], default=box.cards.left()) + m.pad_s
    head.setLeft(min(head.left(), left))
    return replace(box, head=head, foot=box.foot.adjusted(head.left() - box.foot.left(), 0, 0, 0))


def with_second_line_for_name(box: ZoneBox, label: str, m: UiMetrics) -> ZoneBox:
    """Return a lane of dice whose name has a second line, if it would be cut in one; the dice get smaller for it."""
    size = dice_name_size(m)
    more = size * 2.2 - box.head.height()
    is_above = box.head.left() < box.cards.right() and not box.folded
    is_long = text_width(label, ui_font(size, weight=QFont.Weight.DemiBold)) > box.head.width()
    if not (is_above and is_long) or more <= 0 or box.cards.height() - more < m.font_body * 2:
        return box
    return replace(box, head=box.head.adjusted(0, 0, 0, more), cards=box.cards.adjusted(0, more, 0, 0))


def dice_name_size(m: UiMetrics) -> int:
    """Return the smallest size of the name of a roll, which is read from afar."""
    return max(m.font_least, round(m.font_small * 0.85))


def lane_card_count(view: VisibleTable, lane: TrayLane) -> int:
    """Return the number of cards in a lane."""
    return sum(view.zones[zone].count for zone in lane.zones)


def paint_lane_seam(painter: QPainter, box: ZoneBox, theme: Theme, m: UiMetrics, *, lit: bool) -> None:
    """Draw the felt of a lane and the seam round it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.42))
    painter.drawRoundedRect(box.area.adjusted(2, 2, -2, -2), m.radius_l, m.radius_l)
    paint_stitched_outline(painter, box.area.adjusted(3, 3, -3, -3), theme, m, m.radius_l, lit=lit)


def lane_head_font_size(heads: list[tuple[str, QRectF]], m: UiMetrics) -> int:
    """Return the common font size of the names of all lanes, in one line or two."""
    size = m.font_body
    for label, head in heads:
        font = font_that_fits(ui_font(m.font_body, weight=QFont.Weight.DemiBold), head.height(), m.font_least)
        share = head.width() / max(1.0, text_width(label, font))
        one = font.pixelSize() * min(1.0, share)
        half = 0.0
        if share < 0.8:
            small = ui_font(
                min(m.font_small, max(m.font_least, int(head.height() / 2.3))), weight=QFont.Weight.DemiBold
            )
            widest = max(text_width(line, small) for line in break_in_two(label, small, head.width()))
            half = small.pixelSize() * min(1.0, head.width() / max(1.0, widest) / 0.9)
        size = min(size, max(m.font_least, round(max(one, half))))
    return size


def paint_lane_head(painter: QPainter, head: QRectF, label: str, size: int, theme: Theme, m: UiMetrics) -> None:
    """Write a lane's name above it; a long name in two lines rather than cut."""
    _names(painter, head, label, size, theme, m, Align.AlignHCenter)


def lane_head_text(head: QRectF, label: str, size: int) -> QRectF:
    """Return the part of the room above a lane that its name fills."""
    font = ui_font(size, weight=QFont.Weight.DemiBold)
    lines = break_in_two(label, font, head.width()) if head.height() >= size * 2.0 else (label,)
    wide = min(head.width(), max(text_width(line, font) for line in lines))
    return QRectF(head.center().x() - wide / 2, head.top(), wide, head.height())


def _names(painter: QPainter, room: QRectF, label: str, size: int, theme: Theme, m: UiMetrics, align: Align) -> None:
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    font = ui_font(size, weight=QFont.Weight.DemiBold)
    lines = break_in_two(label, font, room.width()) if room.height() >= size * 2.0 else (label,)
    each = min(room.height() / len(lines), size * 1.3)
    top = room.center().y() - each * len(lines) / 2
    for i, line in enumerate(lines):
        where = QRectF(room.left(), top + i * each, room.width(), each)
        write_shaded_line(painter, where, line, font, ink, shade, align, least=m.font_least)


def paint_lane_foot(painter: QPainter, foot: QRectF, look: LaneLook, hub: ThemeHub, m: UiMetrics, dpr: float) -> None:
    """Write under a lane its state: cards played of those due with the reasons, ready, or the sum."""
    theme = hub.theme
    if look.total is not None:
        _total(painter, foot, sum_in_words(look.total, look.penalty), theme, m)
        return
    small, muted, shade = ui_font(m.font_small), theme.colour("muted_on_cloth"), QColor(0, 0, 0, 110)
    if look.ready:
        side = min(m.icon_l, foot.height())
        middle = foot.center().x()
        if look.captions:
            # The sign is at the end without a word.
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
        words = " · ".join((table_text("lane.laid", laid=look.laid, due=look.due), *look.reasons))
        bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        write_shaded_line(painter, foot, words, bold, theme.colour("on_cloth"), shade, least=m.font_least)
        return
    for caption, left, end in look.captions:
        write_shaded_line(
            painter,
            QRectF(left, foot.top(), end - left, foot.height()),
            caption,
            small,
            muted,
            shade,
            least=m.font_least,
        )


def folded_lane_font_size(heads: list[tuple[str, QRectF]], m: UiMetrics) -> int:
    """Return the common font size of the names of all folded lanes, in one line or two."""
    size = m.font_small
    for label, head in heads:
        font = font_that_fits(ui_font(size, weight=QFont.Weight.DemiBold), head.height() / 2, m.font_least)
        widest = max(text_width(line, font) for line in break_in_two(label, font, head.width()))
        size = min(size, max(m.font_least, int(font.pixelSize() * min(1.0, head.width() / max(1.0, widest)))))
    return size


def paint_folded_lane(painter: QPainter, box: ZoneBox, look: LaneLook, size: int, theme: Theme, m: UiMetrics) -> None:
    """Draw a finished lane as one line: its name and its result."""
    painter.setPen(QPen(theme.colour("legal" if look.lit else "cloth_line"), m.ring if look.lit else max(1.0, m.hair)))
    painter.setBrush(theme.colour("cloth_shade", 0.42))
    painter.drawRoundedRect(box.area.adjusted(1, 1, -1, -1), m.radius_s, m.radius_s)
    _names(painter, box.head, look.label, size, theme, m, Align.AlignLeft)
    if look.total is not None:
        bold = title_font(m.font_large, weight=QFont.Weight.Bold)
        ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
        total = sum_in_words(look.total, 0)
        write_shaded_line(painter, box.foot, total, bold, ink, shade, Align.AlignRight, least=m.font_least)


def _total(painter: QPainter, foot: QRectF, total: str, theme: Theme, m: UiMetrics) -> None:
    """Draw the sum as a plaque in the middle below the cards."""
    font = font_that_fits(
        title_font(round(m.font_title * 1.05), weight=QFont.Weight.Bold), foot.height() * 1.15, m.font_least
    )
    wide = min(foot.width(), max(foot.height() * 1.5, text_width(total, font) + m.pad_m * 2))
    plaque = QRectF(foot.center().x() - wide / 2, foot.top(), wide, foot.height())
    painter.setPen(QPen(theme.colour("inlay"), max(1.2, m.hair * 1.4)))
    painter.setBrush(theme.colour("plate"))
    painter.drawRoundedRect(plaque.adjusted(1, 1, -1, -1), m.radius, m.radius)
    write_line(painter, plaque, total, font, theme.colour("on_plate"), Align.AlignHCenter, least=m.font_least)


def tray_outcome(view: VisibleTable) -> str:
    """Return the outcome of the comparison, or nothing while it is open, or if the only side says the same."""
    activity_view = current_comparison(view)
    if activity_view is None or activity_view.outcome is None:
        return ""
    is_said = len(activity_view.sides) == 1 and activity_view.sides[0].verdict == activity_view.outcome
    return "" if is_said else clean_name(say(activity_view.outcome), 240)


def paint_tray_outcome(painter: QPainter, rect: QRectF, text: str, theme: Theme, m: UiMetrics) -> None:
    """Draw the outcome as a ribbon with swallow tails."""
    if not text:
        return
    font = font_that_fits(
        title_font(max(round(m.font_large * 1.1), int(rect.height() * 0.62))), rect.height(), m.font_least
    )
    wide = min(rect.width(), text_width(text, font) + rect.height() * 2.4)
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
    write_line(painter, inner, text, font, theme.colour("on_accent"), Align.AlignHCenter, least=m.font_least)
