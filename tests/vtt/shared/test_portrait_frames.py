"""The frames of portraits: each has its own outline, and none is larger than its square."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from vtt.shared.portraits.portrait_medallion import frame_shape
from vtt.widgets.look.theme import PortraitFrame


def test_each_frame_is_another_outline_in_the_same_square() -> None:
    square = QRectF(10, 20, 80, 80)
    shapes = {frame: frame_shape(square, frame) for frame in PortraitFrame}
    corner, side = square.topLeft() + QRectF(0, 0, 6, 6).bottomRight(), square.center() - QRectF(0, 0, 38, 0).topRight()
    assert [shapes[frame].contains(corner) for frame in PortraitFrame] == [False, True, False]
    assert [shapes[frame].contains(side) for frame in PortraitFrame] == [True, True, False], "a hexagon is slim"
    for shape in shapes.values():
        assert square.contains(shape.boundingRect())
        assert shape.contains(square.center())
