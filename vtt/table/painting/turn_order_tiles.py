"""The turn order on the cloth, for a screen with nothing but the table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPen

from engine.messages.texts import say
from engine.presentation.activity_view import TurnView
from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import Align, text_width, write_line
from vtt.shared.screen_names import clean_name, name_of_turn, table_text
from vtt.shared.table_queries import turn_order
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

UNSEEN_STATE: Final = "unseen"
TURN_STATE_SIGNS: Final = {
    "declared": "note",
    "ready": "check",
    "now": "flag",
    "acted": "check",
    "lost": "close",
    "out": "skull",
    UNSEEN_STATE: "eye-off",
}
"""The sign of each state in the turn order, and of characters that others do not see."""


@dataclass(frozen=True, slots=True)
class TurnTile:
    """One place in the turn order: its text, and in `title` the full text."""

    name: str
    actor: str
    state: str
    rank: int
    rect: QRectF
    title: str


def lay_turn_tiles(view: VisibleTable, strip: QRectF, m: UiMetrics) -> tuple[TurnTile, ...]:
    """Return the tiles of the turn order; those that act at the same time are close together."""
    order = turn_order(view)
    if not order or strip.isEmpty():
        return ()
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    names = [clean_name(name_of_turn(view, t), 60) for t in order]
    labels = [t.brief or t.label for t in order]
    titles = [f"{n} · {clean_name(say(words), 80)}" if words else n for n, words in zip(names, labels, strict=True)]
    whole = [name_of_turn(view, t, whole=True) for t in order]
    everybody = [f"{n} · {clean_name(say(t.label))}" if t.label else n for n, t in zip(whole, order, strict=True)]
    gaps = [0.0] + [1.0 if a.rank == b.rank else float(m.pad_s) for a, b in pairwise(order)]
    each = (strip.width() - sum(gaps)) / len(order)
    wants = [
        [text_width(text, font) + _sign_room(t, m) for text in (title, n)]
        for title, n, t in zip(titles, names, order, strict=True)
    ]
    # The action is on the tile only if all of it is readable.
    long = all(wide <= each for wide, _ in wants)
    wanted = [want[0 if long else 1] for want in wants]
    widths = _shared(wanted, [t.state for t in order], strip.width() - sum(gaps))
    x = strip.center().x() - (sum(widths) + sum(gaps)) / 2
    tiles = []
    for turn, title, name, told, gap, wide in zip(order, titles, names, everybody, gaps, widths, strict=True):
        x += gap
        rect = QRectF(x, strip.top(), wide, strip.height())
        tiles.append(TurnTile(title if long else name, turn.actor, turn.state, turn.rank, rect, told))
        x += wide
    return tuple(tiles)


def _shared(wanted: list[float], states: list[str], room: float) -> list[float]:
    """Return the widths of tiles in a room: the active one is served first, then those that wait, then the rest."""
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


def _sign_room(turn: TurnView, m: UiMetrics) -> float:
    return m.pad_m * 2 + (m.icon_s if turn.state != "waiting" else 0)


def paint_turn_tiles(painter: QPainter, tiles: tuple[TurnTile, ...], hub: ThemeHub, m: UiMetrics, dpr: float) -> None:
    """Draw the turn order; each state has its sign as well as its shade."""
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
        sign = TURN_STATE_SIGNS.get(tile.state)
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
        write_line(painter, words, tile.name, lined, ink, align, least=m.font_least)


def turn_tile_text(tile: TurnTile) -> str:
    """Return the text of a place in the turn order for a screen reader."""
    return table_text("spoken.order", name=tile.title, state=table_text(f"turn.{tile.state}"))
