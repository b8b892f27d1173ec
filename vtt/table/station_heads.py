"""How the line between the slots and the hand of a place is shared: portrait, name, bodies, tokens. Pure geometry.

Bodies are as wide as their plan says, unless what is pending needs the room; then they give up what they can spare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from vtt.table.picture import width_of
from vtt.table.station_plan import StationPlan
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics

_MOST_ALONE: Final = 17.0
"""How wide the tile of a body is at the most, in letters: of one that stands alone, and of one of several."""
_MOST_EACH: Final = 9.0
SQUEEZE: Final = 0.75
"""How small the letters of a line may become before it is cut."""
_MOST_NAME: Final = 0.26
"""How much of the line the name of a mob has at the most."""


@dataclass(frozen=True, slots=True)
class TileNeed:
    """How wide the tile of a body wants to be: its signs and numbers, its name, and what it could leave out."""

    fixed: float
    name: float
    spare: float = 0.0

    @property
    def whole(self) -> float:
        """With all that there is to say."""
        return self.fixed + self.name + self.spare

    def at(self, share: float) -> float:
        """Return how wide it is without what it could leave out, and with its name at a share of its size."""
        return self.fixed + self.name * share


@dataclass(frozen=True, slots=True)
class HeadPlan:
    """Where everything in that line stands beside the portrait: the name of a mob, each body, what is pending."""

    name: QRectF
    bodies: tuple[QRectF, ...]
    tokens: QRectF


def lay_head(
    plan: StationPlan, name: str, tiles: Sequence[TileNeed], tokens: tuple[float, float], m: Metrics
) -> HeadPlan:
    """Share the line of a place.

    Args:
        plan: the place.
        name: of the character, which stands beside its bodies if these are not just one.
        tiles: how wide each body's tile wants to be.
        tokens: how wide all that is pending is: in words, and as bare signs.
        m: lengths.
    """
    head, gap, count = plan.head, float(m.pad_xs), len(plan.bodies)
    lines = len({round(body.top(), 2) for body in plan.bodies}) or 1
    line = plan.bodies[0].height() if plan.bodies else min(head.height(), m.font_body * 1.85)
    left, called = plan.portrait.right() + gap, QRectF()
    if count != 1:
        bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        wide = min(width_of(name, bold) + m.pad_s, head.width() * _MOST_NAME, m.font_body * 8.0)
        called = QRectF(left, head.top(), wide, line)
        left = called.right() + gap
    if not count:
        return HeadPlan(called, (), QRectF(left, head.top(), max(0.0, head.right() - left), line))
    columns = math.ceil(count / lines)
    free = max(1.0, head.right() - left) - gap * (columns - 1)
    most = m.font_body * (_MOST_ALONE if count == 1 else _MOST_EACH)
    usual = min(plan.bodies[0].width(), free * 0.6, most)
    each = [max(tiles[column::columns], key=lambda tile: tile.whole) for column in range(columns)]
    widths = _shared(each, free - tokens[0], free - tokens[1], usual)
    lefts = [left + sum(widths[:column]) + gap * column for column in range(columns)]
    bodies = tuple(
        QRectF(lefts[n % columns], head.top() + (n // columns) * (line + gap), widths[n % columns], line)
        for n in range(count)
    )
    end = lefts[-1] + widths[-1] + gap
    room = QRectF(end, head.top(), max(0.0, head.right() - end), head.height() if lines > 1 else line)
    return HeadPlan(called, bodies, room)


def _shared(tiles: Sequence[TileNeed], wished: float, free: float, usual: float) -> list[float]:
    """Share a line among tiles: first goes the air, then a little of the names' size.

    Then what is pending is told by signs, and only after that goes what can be left out, such as how much Health there
    was once.

    Args:
        tiles: what each needs.
        wished: how wide they may be together so that all else is told in words.
        free: how wide they may be at the most.
        usual: how wide each is where there is room enough.
    """
    wanted = [tile.whole for tile in tiles]
    widths = [max(usual, wide) for wide in wanted]
    if sum(widths) <= wished:
        return widths
    snug, least = [tile.at(SQUEEZE) + tile.spare for tile in tiles], [tile.at(SQUEEZE) for tile in tiles]
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
