"""Scene items that show a painted picture, and a cache of pictures that were shown before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPixmapItem


class PictureCache:
    """A cache of pictures that were shown before, for showing the same again, such as after an undo.

    Args:
        most: the greatest number of bytes; pictures of the name that was not used for longest go first.
        each: the greatest number of pictures of one name.
    """

    def __init__(self, most: int = 24_000_000, each: int = 8) -> None:
        self._most, self._each, self._bytes = most, each, 0
        self._kept: OrderedDict[str, list[tuple[Hashable, QPixmap]]] = OrderedDict()

    def find(self, name: str, key: Hashable) -> QPixmap | None:
        """Return the picture of a name and key, if it is still there."""
        kept = self._kept.get(name)
        if kept is None:
            return None
        self._kept.move_to_end(name)
        return next((pixmap for known, pixmap in reversed(kept) if known == key), None)

    def keep(self, name: str, key: Hashable, pixmap: QPixmap) -> None:
        """Keep a picture as long as there is room."""
        alike = self._kept.setdefault(name, [])
        alike.append((key, pixmap))
        self._kept.move_to_end(name)
        self._bytes += _bytes_of(pixmap)
        if len(alike) > self._each:
            self._bytes -= _bytes_of(alike.pop(0)[1])
        while self._bytes > self._most:
            oldest, kept = next(iter(self._kept.items()))
            self._bytes -= _bytes_of(kept.pop(0)[1])
            if not kept:
                del self._kept[oldest]

    def clear(self) -> None:
        """Forget all pictures."""
        self._kept.clear()
        self._bytes = 0


def _bytes_of(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


class CachedPicture(QGraphicsPixmapItem):
    """An item that shows what a function painted. It takes no mouse events."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setZValue(z)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._key: Hashable = None

    def copy(self, other: CachedPicture) -> None:
        """Show what another item shows; `draw` need not paint that again."""
        self._key = other._key
        self.setPixmap(other.pixmap())
        self.setOffset(other.offset())

    def draw(
        self,
        key: Hashable,
        rect: QRectF,
        dpr: float,
        paint: Callable[[QPainter], None],
        way: QTransform | None = None,
        shelf: tuple[PictureCache, str] | None = None,
        *,
        may_paint: bool = True,
    ) -> bool:
        """Show what `paint` draws in `rect`, unless the same `key` is shown already. Return whether it is shown now.

        Args:
            key: equal keys look equal.
            rect: in the coordinates in which `paint` draws.
            dpr: device pixel ratio.
            paint: draws it; called at once or not at all.
            way: the transform from those coordinates to the scene; None if they are the scene's own.
            shelf: the cache and the name for the picture in it.
            may_paint: whether a picture that is not in the cache is painted; else everything stays as it is.
        """
        whole = (key, rect.x(), rect.y(), rect.width(), rect.height(), dpr)
        box = rect.toAlignedRect()
        kept = None
        if whole != self._key and not box.isEmpty():
            kept = shelf[0].find(shelf[1], whole) if shelf is not None else None
            if kept is None and not may_paint:
                return False
        self.setTransform(way if way is not None else QTransform())
        if whole == self._key:
            return True
        self._key = whole
        if box.isEmpty():
            self.setPixmap(QPixmap())
            return True
        if kept is not None:
            self.setPixmap(kept)
            self.setOffset(QPointF(box.topLeft()))
            return True
        pixmap = QPixmap((QSizeF(box.size()) * dpr).toSize())
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.translate(-QPointF(box.topLeft()))
        paint(painter)
        painter.end()
        self.setPixmap(pixmap)
        self.setOffset(QPointF(box.topLeft()))
        if shelf is not None:
            shelf[0].keep(shelf[1], whole, pixmap)
        return True
