"""The keys of the seats: digits and F keys that turn up the hand of a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_KEYS: Final = 9
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def seat_number_of_key(event: QKeyEvent) -> int:
    """Return the number of a seat's key, from 1: a digit, or F1 to F9 if the window leaves them; 0 for none."""
    key = event.key()
    if event.modifiers() not in _PLAIN:
        return 0
    for first in (Qt.Key.Key_1, Qt.Key.Key_F1):
        if first <= key < first + _KEYS:
            return int(key - first) + 1
    return 0


def key_of_seat(seats: Iterable[str], seat: str) -> int:
    """Return the number of the key that turns up a seat's hand; 0 for none.

    Args:
        seats: all seats in their order.
        seat: one of them.
    """
    return next((number for number, name in enumerate(seats, start=1) if name == seat and number <= _KEYS), 0)
