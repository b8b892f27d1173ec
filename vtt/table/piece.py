"""Whatever can be picked up and carried: an item that shows a finished picture and knows where it lies."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem

from vtt.table.fan import Spot


class Piece(QGraphicsPixmapItem):
    """A card or a chip in the scene.

    Attributes:
        zone: the zone or the bag in which it lies.
        index: its place there: for a card from the top or from the left, for a chip from the top of its stack.
        colour: of a chip; empty for a card.
        spot: where that is on the table; the item itself may still be on its way there.
        picked: picked up, waiting to be laid somewhere.
    """

    def __init__(self, zone: str, index: int, spot: Spot, colour: str = "") -> None:
        super().__init__()
        self.zone = zone
        self.index = index
        self.colour = colour
        self.spot = spot
        self.picked = False
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def lift(self) -> float:
        """How far it stands out while it is picked."""
        return self.spot.height * 0.13

    @property
    def home(self) -> QPointF:
        """Where the item comes to rest; a picked one stands out a little."""
        if not self.picked:
            return QPointF(round(self.spot.x), round(self.spot.y))
        turn = math.radians(self.spot.angle)
        return QPointF(round(self.spot.x + self.lift * math.sin(turn)), round(self.spot.y - self.lift * math.cos(turn)))

    @property
    def middle(self) -> QPointF:
        """The middle of its spot."""
        return QPointF(self.spot.x, self.spot.y)

    def covers(self, point: QPointF) -> bool:
        """Say whether a point lies on it, where it lies or where it stands out to."""
        return self.spot.holds(point) or (self.picked and self.spot.holds(point - (self.home - self.middle)))

    def behind(self, number: int) -> QPointF:
        """Return how far from the first of several that are carried together another one hangs."""
        return QPointF(number * self.spot.width * 0.28, 0)

    def dress_again(self) -> None:
        """Draw it as it is now."""
        raise NotImplementedError

    def show_picture(self, picture: QPixmap, dpr: float) -> None:
        """Show a picture about the middle."""
        if picture.cacheKey() != self.pixmap().cacheKey():
            self.setPixmap(picture)
            self.setOffset(-picture.width() / dpr / 2, -picture.height() / dpr / 2)

    def pick(self, picked: bool) -> None:
        """Pick it up, or let it go."""
        if picked != self.picked:
            self.picked = picked
            self.dress_again()
            self.setPos(self.home)
