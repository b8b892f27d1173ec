"""Tells the repeat of a held key from another press of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QKeyEvent

REPEAT_MS: Final = 5
"""A press so soon after a release of the same key, by the timestamps of the two events, is a repeat.

A display that repeats a held key as a release and a press gives both the same time, or nearly. No finger leaves a key
and is back on it within 5 ms.
"""


def is_repeat(event: QKeyEvent, released: tuple[int, int]) -> bool:
    """Return whether a key is still held: a busy program sees a repeat as a release, and a press at once.

    Args:
        event: of the key.
        released: the key that was released last, and the timestamp of that; 0 if it is not known.
    """
    key, at = released
    return event.isAutoRepeat() or (event.key() == key and at > 0 and event.timestamp() - at <= REPEAT_MS)
