"""Every length of the house, scaled by one number."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

MIN_SCALE: Final = 0.75
MAX_SCALE: Final = 3.0
CARD_RATIO: Final = 63 / 88
"""Width of a card divided by its height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """Lengths in logical pixels at one scale.

    `font_*` are pixel sizes of type; `pad_*` and `radius*` are for room and corners; `icon_*` are the sides of
    square icons; `control` is the least height of anything that is clicked; `card` is the height of a card in hand at
    rest, `card_small` of one in a pile or a list; `rail_width` is that of the wooden rail; `hair` is a thin line,
    `ring` a focus ring.
    """

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
    def card_width(self) -> int:
        """Width of a card of height `card`."""
        return round(self.card * CARD_RATIO)


@lru_cache(maxsize=32)
def metrics(scale: float) -> Metrics:
    """Return the lengths at `scale`, which is brought into 0.75 … 3.0 first."""
    factor = clamp_scale(scale)

    def px(value: float, least: int = 1) -> int:
        return max(least, round(value * factor))

    return Metrics(
        font_small=px(13, 10),
        font_body=px(15, 11),
        font_large=px(18),
        font_title=px(24),
        font_display=px(38),
        pad_xs=px(3),
        pad_s=px(6),
        pad_m=px(10),
        pad_l=px(16),
        pad_xl=px(28),
        radius_s=px(4),
        radius=px(7),
        radius_l=px(12),
        hair=px(1),
        ring=px(2, 2),
        icon_s=px(16),
        icon=px(20),
        icon_l=px(28),
        control=px(34),
        scrollbar=px(12),
        rail_width=px(26),
        card=px(168),
        card_small=px(112),
        chip=px(30),
    )


def clamp_scale(scale: float) -> float:
    """Return `scale` brought into the range that the house supports; a number that is none becomes 1."""
    if scale != scale:
        return 1.0
    return min(MAX_SCALE, max(MIN_SCALE, scale))
