"""The times of a look at a hidden hand, and of the keys for it, which are held."""

from typing import Final

from PySide6.QtGui import QKeyEvent

LOOK_SECONDS: Final = 20
"""The longest look."""
NEARLY_OVER_SECONDS: Final = 5
"""The time before the end of the longest look at which the seat reads that it ends."""
FLUTTER_MS: Final = 50
"""The time a key must be up to count as released: some displays repeat a held key as releases and presses."""
REPEAT_MS: Final = 5
"""A press so soon after a release of the same key is a repeat: no hand is so fast, but a busy program sees it so."""


def is_repeat(event: QKeyEvent, released: tuple[int, int]) -> bool:
    """Return whether a key is still held: a busy program sees a repeat as a release, and a press at once.

    Args:
        event: of the key.
        released: the key that was released last, and the timestamp of that; 0 if it is not known.
    """
    key, at = released
    return event.isAutoRepeat() or (event.key() == key and at > 0 and event.timestamp() - at <= REPEAT_MS)
