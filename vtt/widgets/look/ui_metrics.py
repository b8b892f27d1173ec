"""Every length of the house, scaled by one number."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

MIN_SCALE: Final = 0.75
MAX_SCALE: Final = 3.0
CARD_RATIO: Final = 63 / 88
"""Width of a card divided by its height."""
LARGEST: Final = 16.0
"""The greatest scale of what is zoomed into; the group's own scale ends at `MAX_SCALE`."""
TELEVISION_SCALE: Final = 1.5
"""From this scale on, the parts around the table fold away, so that the table gets the room."""
FULL_ROOM: Final = 1.25
"""Up to this scale gaps, icons and buttons grow as fast as type."""
GAP_GROWTH: Final = 0.5
SIGN_GROWTH: Final = 0.75
"""The share of each further scale step by which buttons' icons grow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UiMetrics:
    """Lengths in logical pixels at one scale.

    `font_*` are pixel sizes of type, `font_least` the smallest on the table; `pad_*` and `radius*` are for room and
    corners; `icon_*` are the sides of square icons; `control` is the least height of anything that is clicked; `card`
    is the height of a card in hand at rest, `card_small` of one in a pile or a list; `rail_width` is that of the wooden
    rail; `hair` is a thin line, `ring` a focus ring.
    """

    font_least: int
    font_small: int
    font_body: int
    font_large: int
    font_title: int
    font_display: int
    pad_xs: int
    pad_s: int
    pad_m: int
    pad_l: int
    pad_xl: int
    radius_s: int
    radius: int
    radius_l: int
    hair: int
    ring: int
    icon_s: int
    icon: int
    icon_l: int
    control: int
    scrollbar: int
    rail_width: int
    card: int
    card_small: int
    chip: int

    @property
    def least_line(self) -> float:
        """Height of a line in the smallest type on the table."""
        return self.font_least * 1.25

    @property
    def card_width(self) -> int:
        """Width of a card of height `card`."""
        return round(self.card * CARD_RATIO)


@lru_cache(maxsize=32)
def ui_metrics(scale: float) -> UiMetrics:
    """Return the lengths at `scale`, which is brought into `MIN_SCALE` … `LARGEST` first."""
    factor = min(LARGEST, max(MIN_SCALE, scale)) if scale == scale else 1.0
    # Text grows with the scale; the space around it grows less, because a screen with large type is full.
    above = max(0.0, factor - FULL_ROOM)

    def px(value: float, least: int = 1) -> int:
        return max(least, round(value * factor))

    def gap(value: float) -> int:
        return max(1, round(value * (factor - above * (1 - GAP_GROWTH))))

    def sign(value: float) -> int:
        return max(1, round(value * (factor - above * (1 - SIGN_GROWTH))))

    return UiMetrics(
        font_least=px(12, 9),
        font_small=px(13, 10),
        font_body=px(15, 11),
        font_large=px(18),
        font_title=px(24),
        font_display=px(38),
        pad_xs=gap(3),
        pad_s=gap(6),
        pad_m=gap(10),
        pad_l=gap(16),
        pad_xl=gap(28),
        radius_s=gap(4),
        radius=gap(7),
        radius_l=gap(12),
        hair=px(1),
        ring=px(2, 2),
        icon_s=sign(16),
        icon=sign(20),
        icon_l=sign(28),
        control=gap(34),
        scrollbar=gap(12),
        rail_width=gap(26),
        card=px(168),
        card_small=px(112),
        chip=px(30),
    )


def clamp_scale(scale: float) -> float:
    """Return `scale` brought into the range that the house supports; a number that is none becomes 1."""
    if scale != scale:
        return 1.0
    return min(MAX_SCALE, max(MIN_SCALE, scale))
