"""The focus ring of the keyboard, and the band that selects several cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene

from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind
from vtt.table.painting.cached_picture import CachedPicture
from vtt.widgets.look.theme import Theme, ThemeHub

_RING_OF_CARD: Final = 0.025
"""The width of the ring, in heights of a card."""
_Z_RING: Final = 950.0
_Z_BAND: Final = 940.0
_ABOVE_CARD: Final = 0.5
"""A ring is so much above its card, and so much below the next card."""


class SelectionMarks:
    """Draws the focus ring and the band.

    Args:
        scene: the table.
        hub: the theme.
    """

    def __init__(self, scene: QGraphicsScene, hub: ThemeHub) -> None:
        self._scene = scene
        self._hub = hub
        self._ring = CachedPicture(_Z_RING)
        self._band = CachedPicture(_Z_BAND)
        self._at: tuple[FocusTargetKind, str, int] | None = None
        self._stop: FocusTarget | None = None
        self._shown = False
        self._ring.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        for picture in (self._ring, self._band):
            picture.hide()
            scene.addItem(picture)

    @property
    def focus_target(self) -> FocusTarget | None:
        """The focused target."""
        return self._stop

    @property
    def is_ring_shown(self) -> bool:
        """Whether the ring is shown, because the keyboard is in use."""
        return self._shown and self._stop is not None

    def set_focus_target(self, target: FocusTarget | None) -> None:
        """Move the focus to a target."""
        self._stop = target
        self._draw()

    def show_ring(self, shown: bool) -> None:
        """Show or hide the ring. It is shown while the table has the focus and the keyboard is in use."""
        self._shown = shown
        self._draw()

    def follow(self, current_targets: Callable[[], tuple[FocusTarget, ...]]) -> None:
        """Keep the focus on the same target, or on the nearest one if it is gone."""
        if self._stop is None:
            return
        old, targets = self._stop, current_targets()
        same = next((s for s in targets if s.key == old.key), None)
        if same is None and targets:
            same = min(targets, key=lambda s: (s.rect.center() - old.rect.center()).manhattanLength())
        self._stop = same
        self._draw()

    def _draw(self) -> None:
        target = self._stop
        self._ring.setVisible(self._shown and target is not None)
        if target is None or not self._shown:
            return
        m, theme = self._hub.theme.metrics, self._hub.theme
        spot = target.spot
        width = max(2.0, min(5.0, m.ring * 1.4))
        if spot is not None:  # a card in a large hand has wide edges of its own
            width = max(width, min(8.0, spot.height * _RING_OF_CARD))
        grow = width * 1.6
        wide, high = (target.rect.width(), target.rect.height()) if spot is None else (spot.width, spot.height)
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
        self._ring.setPos(target.rect.center())
        # A card that overlaps the focused one in a hand keeps its corner free.
        self._ring.setZValue(_Z_RING if spot is None else spot.z + _ABOVE_CARD)

    def show_band(self, band: QRectF | None) -> None:
        """Show the selection band, or none."""
        self._band.setVisible(band is not None)
        if band is None:
            return
        theme = self._hub.theme
        size = QRectF(0, 0, max(2.0, band.width()), max(2.0, band.height()))

        def paint(painter: QPainter) -> None:
            paint_selection_band(painter, size, theme)

        self._band.draw(theme, size, self._dpr(), paint)
        self._band.setPos(band.topLeft())

    def _dpr(self) -> float:
        views = self._scene.views()
        return views[0].devicePixelRatioF() if views else 1.0


def paint_selection_band(painter: QPainter, size: QRectF, theme: Theme) -> None:
    """Draw the band: bright dashes on a dark line, so that it is seen on the cloth and on the faces of cards."""
    width = max(1.6, theme.metrics.ring * 0.8)
    line = size.adjusted(width, width, -width, -width)
    painter.setBrush(theme.colour("legal", 0.14))
    painter.setPen(QPen(QColor(0, 0, 0, 190), width * 1.8))
    painter.drawRect(line)
    dashes = QPen(theme.colour("legal"), width)
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    dashes.setDashPattern([4.0, 3.0])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(dashes)
    painter.drawRect(line)
