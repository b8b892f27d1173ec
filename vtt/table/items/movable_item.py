"""The base class of items that can be picked up and dragged: cards and chips."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem

from vtt.table.layout.card_spread import CardSpot

LIFT: Final = 0.13
"""The distance that a raised card is moved by, in heights of the card."""


class MovableItem(QGraphicsPixmapItem):
    """A card or a chip in the scene.

    Attributes:
        zone: its zone or bag.
        index: its place there: for a card from the top or from the left, for a chip from the top of its stack.
        colour: of a chip; empty for a card.
        spot: its place on the table; the item itself may still be moving there.
        picked: whether it is picked up, waiting to be dropped.
    """

    def __init__(self, zone: str, index: int, spot: CardSpot, colour: str = "") -> None:
        super().__init__()
        self.zone = zone
        self.index = index
        self.colour = colour
        self.spot = spot
        self.picked = False
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def is_raised(self) -> bool:
        """Whether it is raised a little at its place."""
        return self.picked

    @property
    def lift(self) -> float:
        """The distance that a raised item is moved by."""
        return self.spot.height * LIFT

    @property
    def home(self) -> QPointF:
        """The position at rest."""
        place = self.middle + self.raised_by
        return QPointF(round(place.x()), round(place.y()))

    @property
    def raised_by(self) -> QPointF:
        """The way from its spot to the position at rest; none unless it is raised."""
        if not self.is_raised:
            return QPointF()
        turn = math.radians(self.spot.angle)
        return QPointF(self.lift * math.sin(turn), -self.lift * math.cos(turn))

    @property
    def middle(self) -> QPointF:
        """The middle of its spot."""
        return QPointF(self.spot.x, self.spot.y)

    def covers(self, point: QPointF) -> bool:
        """Return whether a point is on the item, at its spot or raised."""
        return self.spot.holds(point) or (self.is_raised and self.spot.holds(point - (self.home - self.middle)))

    def behind(self, number: int) -> QPointF:
        """Return the offset of another dragged item from the first one."""
        return QPointF(number * self.spot.width * 0.28, 0)

    def redraw(self) -> None:
        """Draw it again in its present state."""
        raise NotImplementedError

    def show_picture(self, picture: QPixmap, dpr: float) -> None:
        """Show a picture about the middle."""
        if picture.cacheKey() != self.pixmap().cacheKey():
            self.setPixmap(picture)
            self.setOffset(-picture.width() / dpr / 2, -picture.height() / dpr / 2)

    def pick(self, picked: bool) -> None:
        """Pick it up, or release it."""
        if picked != self.picked:
            self.picked = picked
            self.redraw()
            self.setPos(self.home)
