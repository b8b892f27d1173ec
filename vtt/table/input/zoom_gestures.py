"""The growth that a person asks for with a wheel or two fingers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QNativeGestureEvent, QWheelEvent

_NOTCH: Final = 120
_PER_NOTCH: Final = 1.2
"""The growth for one notch of the wheel."""


def growth_of_wheel(event: QWheelEvent) -> float:
    """Return the growth that a turn of the wheel asks for."""
    return float(_PER_NOTCH ** (event.angleDelta().y() / _NOTCH))


def growth_of_pinch(event: QNativeGestureEvent) -> float:
    """Return the growth that two fingers on a touch pad ask for; 1 for their other gestures."""
    zooms = event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture
    return max(0.2, 1.0 + event.value()) if zooms else 1.0
