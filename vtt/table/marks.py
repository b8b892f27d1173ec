"""The ring about what the keyboard stands at, and the band with which several cards are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene

from vtt.table.picture import Picture
from vtt.table.stops import Stop, StopKind
from vtt.widgets.theme import ThemeHub

_Z_RING: Final = 950.0
_Z_BAND: Final = 940.0


class Marks:
    """Draws the focus ring and the band.

    Args:
        scene: where to.
        hub: the theme.
    """

    def __init__(self, scene: QGraphicsScene, hub: ThemeHub) -> None:
        self._scene = scene
        self._hub = hub
        self._ring = Picture(_Z_RING)
        self._band = Picture(_Z_BAND)
        self._at: tuple[StopKind, str, int] | None = None
        self._stop: Stop | None = None
        self._shown = False
        self._ring.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        for picture in (self._ring, self._band):
            picture.hide()
            scene.addItem(picture)

    @property
    def stop(self) -> Stop | None:
        """Where the keyboard stands."""
        return self._stop

    def stand_at(self, stop: Stop | None) -> None:
        """Stand at a stop."""
        self._stop = stop
        self._draw()

    def show_ring(self, shown: bool) -> None:
        """Show the ring: while the keyboard is in use and the table has it."""
        self._shown = shown
        self._draw()

    def follow(self, stops_now: Callable[[], tuple[Stop, ...]]) -> None:
        """Stay with the thing at which the keyboard stands, or with what is nearest to where it was."""
        if self._stop is None:
            return
        old, stops = self._stop, stops_now()
        same = next((s for s in stops if s.key == old.key), None)
        if same is None and stops:
            same = min(stops, key=lambda s: (s.rect.center() - old.rect.center()).manhattanLength())
        self._stop = same
        self._draw()

    def _draw(self) -> None:
        stop = self._stop
        self._ring.setVisible(self._shown and stop is not None)
        if stop is None or not self._shown:
            return
        m, theme = self._hub.theme.metrics, self._hub.theme
        width = max(2.0, min(5.0, m.ring * 1.4))
        grow = width * 1.6
        spot = stop.spot
        wide, high = (stop.rect.width(), stop.rect.height()) if spot is None else (spot.width, spot.height)
        size = QRectF(-wide / 2 - grow, -high / 2 - grow, wide + 2 * grow, high + 2 * grow)

        def paint(painter: QPainter) -> None:
            box = size.adjusted(width, width, -width, -width)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(0, 0, 0, 190), width * 1.9))
            painter.drawRoundedRect(box, width * 2.4, width * 2.4)
            painter.setPen(QPen(theme.colour("focus_on_cloth"), width))
            painter.drawRoundedRect(box, width * 2.4, width * 2.4)

        self._ring.draw((theme, width), size, self._dpr(), paint)
        self._ring.setRotation(spot.angle if spot is not None else 0.0)
        self._ring.setPos(stop.rect.center())

    def show_band(self, band: QRectF | None) -> None:
        """Show the band with which cards are caught, or none."""
        self._band.setVisible(band is not None)
        if band is None:
            return
        theme = self._hub.theme
        size = QRectF(0, 0, max(2.0, band.width()), max(2.0, band.height()))

        def paint(painter: QPainter) -> None:
            painter.setBrush(theme.colour("legal", 0.14))
            pen = QPen(theme.colour("legal"), 1.6)
            pen.setDashPattern([4.0, 3.0])
            painter.setPen(pen)
            painter.drawRect(size.adjusted(1, 1, -1, -1))

        self._band.draw(theme, size, self._dpr(), paint)
        self._band.setPos(band.topLeft())

    def _dpr(self) -> float:
        views = self._scene.views()
        return views[0].devicePixelRatioF() if views else 1.0
