"""The scale of everything on a table of some size. Pure geometry."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSizeF

_BASE_WIDTH: Final = 1280
_BASE_HEIGHT: Final = 720
_LEAST_NEED: Final = 0.72


def scale_that_fits(size: QSizeF, wanted: float, seats: int) -> float:
    """Return the scale for a table of this size: as wanted, larger in a large window, but seats never lack room."""
    # A low table has its names beside the hands, not above them, and makes do with less height.
    low = max(0.0, size.width() / max(1.0, size.height()) - _BASE_WIDTH / _BASE_HEIGHT)
    needed = _BASE_HEIGHT * max(_LEAST_NEED, 1.0 - low * 0.3)
    base = min(size.width() / _BASE_WIDTH, size.height() / needed)
    return max(0.75, min(wanted * max(1.0, 0.84 * base), base * (1.95 - 0.06 * seats)))
