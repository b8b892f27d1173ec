"""The room beside a hand, divided between the piles of a seat and its chips. Pure geometry."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

_NAME_WIDE: Final = 5.2
"""The width for the name of a pile and its count, in heights of small letters: that of “Discard 12” written closely."""
CHIPS_WIDE: Final = 2.6
"""The least width of the chips beside piles, in chips."""
_SMALL_CARD: Final = 0.9
"""The height of a card, in chips, below which piles and chips are better side by side."""
_LEAST_CHIPS_HIGH: Final = 0.9
"""The height of chips, in chips, that is left below piles whose cards would be small otherwise."""
PILE_EDGE: Final = 3.0
"""The distance in pixels of the cards of a pile from what is around them."""


def least_pile_width(lengths: UiMetrics) -> float:
    """Return the width at which the name of a pile is whole."""
    return lengths.font_least * _NAME_WIDE


def pile_name_height(high: float, lengths: UiMetrics) -> float:
    """Return the height of the name below a pile in a room of a height."""
    return min(lengths.font_small * 1.4, max(high * 0.2, lengths.least_line))


def pile_card_height(room: QSizeF, piles: int, lengths: UiMetrics) -> float:
    """Return the height of the cards of piles one below the other."""
    label = pile_name_height(room.height(), lengths)
    return min(room.height() / piles - label - 2 * PILE_EDGE, (room.width() - 2 * PILE_EDGE) / CARD_RATIO)


def are_beside_one_another(high: float, piles: int, lengths: UiMetrics) -> bool:
    """Return whether cards would be tiny above chips in a room of a height, so that the chips are beside the piles."""
    return _are_tiny(QSizeF(least_pile_width(lengths), high / 2), piles, lengths)


def divided(room: QRectF, lengths: UiMetrics, piles: int, *, chips: bool) -> tuple[QRectF, QRectF]:
    """Return the rooms of the piles and of the chips beside a hand: one above the other, or side by side."""
    if not piles or not chips:
        return room, room
    wide, chips_wide = least_pile_width(lengths), lengths.chip * CHIPS_WIDE
    if room.width() >= wide + chips_wide and are_beside_one_another(room.height(), piles, lengths):
        wide = max(wide, min(room.width() / 2, room.width() - chips_wide))
        return (
            QRectF(room.left(), room.top(), wide, room.height()),
            QRectF(room.left() + wide, room.top(), room.width() - wide, room.height()),
        )
    high = room.height() / 2
    if _are_tiny(QSizeF(room.width(), high), piles, lengths):
        high = max(high, room.height() - lengths.chip * _LEAST_CHIPS_HIGH)  # chips can be read lower than cards
    return (
        QRectF(room.left(), room.top(), room.width(), high),
        QRectF(room.left(), room.top() + high, room.width(), room.height() - high),
    )


def _are_tiny(room: QSizeF, piles: int, lengths: UiMetrics) -> bool:
    return pile_card_height(room, piles, lengths) < lengths.chip * _SMALL_CARD
