"""The commit tray, one lane a side: what is due, what is laid, why, and the sum; and the order of acting."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen

from engine.play.sight import TurnView, View
from engine.play.words import say
from vtt.table.fan import APART, Spot, fan
from vtt.table.layout import Box
from vtt.table.naming import clean, name_of_seat, name_of_zone, tell
from vtt.table.picture import Align, font_that_fits, width_of, write, write_shaded
from vtt.table.pile import stitched
from vtt.table.places import Lane, comparison, kind_of_zone, order_of_acting
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


@dataclass(frozen=True, slots=True)
class Tile:
    """One place in the order of acting: what stands on it, and in `title` all that there is to say."""

    name: str
    actor: str
    state: str
    rank: int
    rect: QRectF
    title: str


def lay_lane(view: View, lane: Lane, box: Box) -> tuple[dict[str, tuple[Spot, ...]], tuple[Spot, ...]]:
    """Return the spots of a lane's cards by zone, and those of the empty places that are still to be filled."""
    counts = [view.zones[zone].count for zone in lane.zones]
    laid = sum(counts)
    empty = min(_MOST_SLOTS, max(0, lane.side.due - lane.side.laid)) if lane.side and not lane.side.ready else 0
    if laid == 0:
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
        laid = sum(view.zones[z].count for z in lane.zones)
        return LaneLook(label, laid, 0, False, (), None, lit, slots, captions)
    label = clean(say(side.label)) or name_of_seat(view, side.seat)
    reasons = tuple(clean(say(reason)) for reason in side.reasons)
    return LaneLook(label, side.laid, side.due, side.ready, reasons, side.total, lit, slots, captions)


def paint_seam(painter: QPainter, box: Box, theme: Theme, m: Metrics, *, lit: bool) -> None:
    """Draw the felt of a lane and the seam round it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.42))
    painter.drawRoundedRect(box.area.adjusted(2, 2, -2, -2), m.radius_l, m.radius_l)
    stitched(painter, box.area.adjusted(3, 3, -3, -3), theme, m, m.radius_l, lit=lit)


def paint_head(painter: QPainter, head: QRectF, look: LaneLook, hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Write above a lane whose it is, and how far they are: laid of due, ready, or the total."""
    theme = hub.theme
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    font = ui_font(m.font_body, weight=QFont.Weight.DemiBold)
    right = head.right()
    if look.total is not None:
        right = _total(painter, head, look.total, theme, m) - m.pad_xs
    if look.ready and look.total is None:
        side = min(m.icon, head.height() * 0.86)
        badge = QRectF(right - side, head.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("legal"))
        painter.drawEllipse(badge)
        size = max(4, round(side * 0.72))
        check = hub.icons.pixmap("check", "#1c1408", size, dpr)
        painter.drawPixmap(QPointF(round(badge.center().x() - size / 2), round(badge.center().y() - size / 2)), check)
        right = badge.left() - m.pad_xs
    elif look.due and look.total is None:
        text = tell("lane.laid", laid=look.laid, due=look.due)
        small = font_that_fits(ui_font(m.font_body), head.height())
        wide = width_of(text, small) + 2
        # Where both do not fit the name stays: the empty places tell the number as well.
        if width_of(look.label, font) * 0.85 <= right - wide - m.pad_xs - head.left() or head.width() > 6 * wide:
            where = QRectF(right - wide, head.top(), wide, head.height())
            write_shaded(painter, where, text, small, ink, shade, Align.AlignRight)
            right -= wide + m.pad_xs
    name = QRectF(head.left(), head.top(), max(0.0, right - head.left()), head.height())
    write_shaded(painter, name, look.label, font, ink, shade, Align.AlignLeft, squeeze=0.85)


def paint_foot(painter: QPainter, foot: QRectF, look: LaneLook, theme: Theme, m: Metrics) -> None:
    """Write under a lane what its number of cards is made of, or which of them were drawn."""
    small, muted, shade = ui_font(m.font_small), theme.colour("muted_on_cloth"), QColor(0, 0, 0, 110)
    if look.reasons:
        write_shaded(painter, foot, " · ".join(look.reasons), small, muted, shade)
        return
    for caption, left, end in look.captions:
        write_shaded(painter, QRectF(left, foot.top(), end - left, foot.height()), caption, small, muted, shade)


def _total(painter: QPainter, head: QRectF, total: int, theme: Theme, m: Metrics) -> float:
    """Draw the sum as a plaque at the right end; return where that begins."""
    font = font_that_fits(title_font(round(m.font_title * 1.05), weight=QFont.Weight.Bold), head.height() * 1.15)
    wide = max(head.height() * 1.3, width_of(str(total), font) + m.pad_m * 1.6)
    plaque = QRectF(head.right() - wide, head.top(), wide, head.height())
    painter.setPen(QPen(theme.colour("inlay"), max(1.2, m.hair * 1.4)))
    painter.setBrush(theme.colour("plate"))
    painter.drawRoundedRect(plaque, m.radius, m.radius)
    write(painter, plaque, str(total), font, theme.colour("on_plate"), Align.AlignHCenter)
    return plaque.left()


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
    font = font_that_fits(title_font(round(m.font_large * 1.1)), rect.height())
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


def lay_tiles(view: View, strip: QRectF, m: Metrics) -> tuple[Tile, ...]:
    """Return the tiles of the order of acting; those that act at the same time stand close together."""
    order = order_of_acting(view)
    if not order or strip.isEmpty():
        return ()
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    names = [clean(view.actors[t.actor].name if t.actor in view.actors else t.actor, 60) for t in order]
    titles = [f"{n} · {clean(say(t.label), 80)}" if t.label else n for n, t in zip(names, order, strict=True)]
    gaps = [0.0] + [1.0 if a.rank == b.rank else float(m.pad_s) for a, b in pairwise(order)]
    each = (strip.width() - sum(gaps)) / len(order)
    wants = [
        [width_of(text, font) + _sign_room(t, m) for text in (title, n)]
        for title, n, t in zip(titles, names, order, strict=True)
    ]
    # What somebody does stands on the tile only where all of it can be read.
    long = all(wide <= each for wide, _ in wants)
    widths = [min(each, want[0 if long else 1]) for want in wants]
    x = strip.center().x() - (sum(widths) + sum(gaps)) / 2
    tiles = []
    for turn, title, name, gap, wide in zip(order, titles, names, gaps, widths, strict=True):
        x += gap
        rect = QRectF(x, strip.top(), wide, strip.height())
        tiles.append(Tile(title if long else name, turn.actor, turn.state, turn.rank, rect, title))
        x += wide
    return tuple(tiles)


def _sign_room(turn: TurnView, m: Metrics) -> float:
    return m.pad_m * 2 + (m.icon_s if turn.state != "waiting" else 0)


def paint_tiles(painter: QPainter, tiles: tuple[Tile, ...], hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Draw the order of acting; each state has its sign as well as its shade."""
    theme = hub.theme
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    for tile in tiles:
        body = tile.rect.adjusted(1, 2, -1, -2)
        now, past = tile.state == "now", tile.state in ("acted", "lost")
        painter.setPen(QPen(theme.colour("legal" if now else "inlay", 1.0 if not past else 0.45), 2.5 if now else 1.2))
        painter.setBrush(theme.colour("selection" if now else "plate", 1.0 if now else 0.55 if past else 0.92))
        painter.drawRoundedRect(body, m.radius_s, m.radius_s)
        role = "on_selection" if now else "on_plate"
        side = min(body.height() * 0.6, m.icon_s)
        sign = {"now": "flag", "acted": "check", "lost": "close"}.get(tile.state)
        size = max(4, round(side))
        left = body.left() + m.pad_s * 0.6
        if sign is not None and body.width() > size * 2.5:
            icon = hub.pixmap(sign, size, role=role, dpr=dpr)
            painter.setOpacity(0.7 if past else 1.0)
            painter.drawPixmap(QPointF(round(left), round(body.center().y() - size / 2)), icon)
            painter.setOpacity(1.0)
            left += size + m.pad_xs * 0.7
            align = Align.AlignLeft
        else:
            left = body.left() + m.pad_xs
            align = Align.AlignHCenter
        words = QRectF(left, body.top(), body.right() - left - m.pad_xs, body.height())
        ink = theme.colour(role, 0.75 if past else 1.0)
        lined = QFont(font)
        lined.setStrikeOut(tile.state == "lost")
        write(painter, words, tile.name, lined, ink, align, squeeze=0.72)
