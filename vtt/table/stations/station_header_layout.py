"""The layout of a station's header, between slots and hand: portrait, name, bodies, tokens. Pure geometry.

Bodies are as wide as their plan says, unless tokens need the room; then they give up what they can spare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from vtt.shared.fitted_text import text_width
from vtt.table.layout.station_layout import StationPlan
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_MOST_ALONE: Final = 17.0
"""The greatest width of a body's tile, in letters: if it is the only one, and if there are several."""
_MOST_EACH: Final = 9.0
_MOST_NAME: Final = 0.26
"""The greatest share of the line for the name of a mob."""


@dataclass(frozen=True, slots=True)
class BodyTileNeed:
    """The width that a body's tile wants: its signs and numbers, its name, and what it can leave out.

    `fallen` marks a defeated body, whose sign says enough where others need the room of its name.
    """

    fixed: float
    name: float
    spare: float = 0.0
    fallen: bool = False

    @property
    def whole(self) -> float:
        """The width with everything on the tile."""
        return self.fixed + self.name + self.spare

    def at(self, share: float) -> float:
        """Return the width without the parts that can be left out, and with the name at a share of its size."""
        return self.fixed + self.name * share


@dataclass(frozen=True, slots=True)
class StationHeaderPlan:
    """The rooms in the header beside the portrait: the name of a mob, each body, the tokens."""

    name: QRectF
    bodies: tuple[QRectF, ...]
    tokens: QRectF


def lay_station_header(
    plan: StationPlan, name: str, tiles: Sequence[BodyTileNeed], tokens: tuple[float, float], m: UiMetrics
) -> StationHeaderPlan:
    """Share the header of a station.

    Args:
        plan: the station.
        name: of the character; it is beside its bodies unless there is exactly one.
        tiles: the width that each body's tile wants.
        tokens: the width of all tokens: with their words, and as signs only.
        m: lengths.
    """
    head, gap, count = plan.head, float(m.pad_xs), len(plan.bodies)
    lines = len({round(body.top(), 2) for body in plan.bodies}) or 1
    line = plan.bodies[0].height() if plan.bodies else min(head.height(), m.font_body * 1.85)
    left, called = plan.portrait.right() + gap, QRectF()
    if count != 1:
        bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        wide = min(text_width(name, bold) + m.pad_s, head.width() * _MOST_NAME, m.font_body * 8.0)
        called = QRectF(left, head.top(), wide, line)
        left = called.right() + gap
    if not count:
        return StationHeaderPlan(called, (), QRectF(left, head.top(), max(0.0, head.right() - left), line))
    columns = math.ceil(count / lines)
    free = max(1.0, head.right() - left) - gap * (columns - 1)
    most = m.font_body * (_MOST_ALONE if count == 1 else _MOST_EACH)
    usual = min(plan.bodies[0].width(), free * 0.6, most)
    each = [max(tiles[column::columns], key=lambda tile: tile.whole) for column in range(columns)]
    widths = _shared(each, free - tokens[0], free - tokens[1], usual, m.font_least / m.font_body)
    lefts = [left + sum(widths[:column]) + gap * column for column in range(columns)]
    bodies = tuple(
        QRectF(lefts[n % columns], head.top() + (n // columns) * (line + gap), widths[n % columns], line)
        for n in range(count)
    )
    end = lefts[-1] + widths[-1] + gap
    room = QRectF(end, head.top(), max(0.0, head.right() - end), head.height() if lines > 1 else line)
    return StationHeaderPlan(called, bodies, room)


def _shared(tiles: Sequence[BodyTileNeed], wished: float, free: float, usual: float, small: float) -> list[float]:
    """Share a line among tiles: first the spare room goes, then a little of the names' size.

    Then tokens are shown as signs only, then the names of the defeated go, and last the parts that can be left out,
    such as the original Health.

    Args:
        tiles: the need of each.
        wished: their common width if everything else is shown in words.
        free: their greatest common width.
        usual: the width of each where there is enough room.
        small: the smallest size of a name, as a share.
    """
    wanted = [tile.whole for tile in tiles]
    widths = [max(usual, wide) for wide in wanted]
    if sum(widths) <= wished:
        return widths
    snug, least = [tile.at(small) + tile.spare for tile in tiles], [tile.at(small) for tile in tiles]
    living = [tile for tile in tiles if not tile.fallen]
    rest = free - sum(tile.fixed for tile in tiles if tile.fallen)
    if sum(snug) > free and 0 < len(living) < len(tiles) and rest > 0:
        shared = iter(_shared(living, rest, rest, 0.0, small))
        return [tile.fixed if tile.fallen else next(shared) for tile in tiles]
    steps = ((widths, wanted, wished), (wanted, snug, wished), (wanted, snug, free), (snug, least, free))
    for more, fewer, room in steps:
        if sum(more) <= room:
            return more
        if sum(fewer) <= room:
            share = (sum(more) - room) / max(1e-6, sum(more) - sum(fewer))
            return [wide - (wide - need) * share for wide, need in zip(more, fewer, strict=True)]
    named = sum(tile.name for tile in tiles)
    share = (free - sum(tile.fixed for tile in tiles)) / max(1e-6, named)
    return [tile.at(share) for tile in tiles] if share > 0 else [free / len(tiles)] * len(tiles)
