"""The order of acting on the cloth, for a screen on which nothing but the table tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPen

from engine.play.sight import TurnView, View
from engine.play.words import say
from vtt.table.naming import clean, name_of_turn, tell
from vtt.table.picture import Align, width_of, write
from vtt.table.places import order_of_acting
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import ThemeHub

UNSEEN: Final = "unseen"
SIGNS: Final = {
    "declared": "note",
    "ready": "check",
    "now": "flag",
    "acted": "check",
    "lost": "close",
    "out": "skull",
    UNSEEN: "eye-off",
}
"""The sign of each state in the order of acting, and of those whom others do not see."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One place in the order of acting: what stands on it, and in `title` all that there is to say."""

    name: str
    actor: str
    state: str
    rank: int
    rect: QRectF
    title: str


def lay_tiles(view: View, strip: QRectF, m: Metrics) -> tuple[Tile, ...]:
    """Return the tiles of the order of acting; those that act at the same time stand close together."""
    order = order_of_acting(view)
    if not order or strip.isEmpty():
        return ()
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    names = [clean(name_of_turn(view, t), 60) for t in order]
    labels = [t.brief or t.label for t in order]
    titles = [f"{n} · {clean(say(words), 80)}" if words else n for n, words in zip(names, labels, strict=True)]
    whole = [name_of_turn(view, t, whole=True) for t in order]
    everybody = [f"{n} · {clean(say(t.label))}" if t.label else n for n, t in zip(whole, order, strict=True)]
    gaps = [0.0] + [1.0 if a.rank == b.rank else float(m.pad_s) for a, b in pairwise(order)]
    each = (strip.width() - sum(gaps)) / len(order)
    wants = [
        [width_of(text, font) + _sign_room(t, m) for text in (title, n)]
        for title, n, t in zip(titles, names, order, strict=True)
    ]
    # What somebody does stands on the tile only where all of it can be read.
    long = all(wide <= each for wide, _ in wants)
    wanted = [want[0 if long else 1] for want in wants]
    widths = _shared(wanted, [t.state for t in order], strip.width() - sum(gaps))
    x = strip.center().x() - (sum(widths) + sum(gaps)) / 2
    tiles = []
    for turn, title, name, told, gap, wide in zip(order, titles, names, everybody, gaps, widths, strict=True):
        x += gap
        rect = QRectF(x, strip.top(), wide, strip.height())
        tiles.append(Tile(title if long else name, turn.actor, turn.state, turn.rank, rect, told))
        x += wide
    return tuple(tiles)


def _shared(wanted: list[float], states: list[str], room: float) -> list[float]:
    """Return the widths of tiles in a room: first whoever is on is served, then those who wait, and last who was on."""
    widths = [0.0] * len(wanted)
    left, count = room, len(wanted)
    for rank in ("now", "waiting", ""):
        mine = [i for i, state in enumerate(states) if (state if state in ("now", "waiting") else "") == rank]
        share = left / max(1, count) if rank != "now" else left - (count - len(mine)) * room / len(wanted) * 0.6
        for i in sorted(mine, key=lambda i: wanted[i]):
            widths[i] = min(wanted[i], share if rank != "now" else share / len(mine))
            left, count = left - widths[i], count - 1
            share = left / max(1, count) if rank != "now" else share
    return widths


def _sign_room(turn: TurnView, m: Metrics) -> float:
    return m.pad_m * 2 + (m.icon_s if turn.state != "waiting" else 0)


def paint_tiles(painter: QPainter, tiles: tuple[Tile, ...], hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Draw the order of acting; each state has its sign as well as its shade."""
    theme = hub.theme
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    for tile in tiles:
        body = tile.rect.adjusted(1, 2, -1, -2)
        now, past = tile.state == "now", tile.state in ("acted", "idle", "lost", "out")
        painter.setPen(QPen(theme.colour("legal" if now else "inlay", 1.0 if not past else 0.45), 2.5 if now else 1.2))
        painter.setBrush(theme.colour("selection" if now else "plate", 1.0 if now else 0.55 if past else 0.92))
        painter.drawRoundedRect(body, m.radius_s, m.radius_s)
        role = "on_selection" if now else "on_plate"
        side = min(body.height() * 0.6, m.icon_s)
        sign = SIGNS.get(tile.state)
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
        lined.setStrikeOut(tile.state in ("lost", "out"))
        write(painter, words, tile.name, lined, ink, align, squeeze=0.72)


def tile_words(tile: Tile) -> str:
    """Return what a screen reader says of a place in the order of acting."""
    return tell("spoken.order", name=tile.title, state=tell(f"turn.{tile.state}"))
