"""Chips as scene items: each can be picked up and dragged, and glides to its new bag."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from vtt.table.items.item_animation import GLIDE_MS, ItemAnimator, ItemFlight
from vtt.table.items.movable_item import MovableItem
from vtt.table.layout.card_spread import CardSpot
from vtt.table.painting.chip_painting import CHIP_FLATNESS, ChipStack, paint_chip
from vtt.widgets.look.theme import Theme


class ChipItem(MovableItem):
    """A chip in the scene."""

    def __init__(self, pictures: ChipPictures, stack: ChipStack, index: int, spot: CardSpot) -> None:
        super().__init__(stack.bag, index, spot, stack.colour)
        self._pictures = pictures
        self._dpr = 1.0
        self.thick = stack.thick

    @property
    def lift(self) -> float:
        """The distance that a picked chip is raised by."""
        return self.spot.height * 0.22

    def covers(self, point: QPointF) -> bool:
        """Return whether a point is on the chip."""
        offset = point - (self.home if self.picked else self.middle)
        return abs(offset.x()) <= self.spot.height / 2 and abs(offset.y()) <= self.spot.height / 2 * (
            CHIP_FLATNESS + 0.2
        )

    def behind(self, number: int) -> QPointF:
        """Stack dragged chips on one another."""
        return QPointF(0, -number * self.thick)

    def draw(self, dpr: float) -> None:
        """Draw the chip in the size and angle of its spot."""
        self._dpr = dpr
        picture = self._pictures.picture(self.colour, self.spot, self.thick, dpr, self.picked)
        self.show_picture(picture, dpr)

    def redraw(self) -> None:
        """Draw the chip picked up or released."""
        self.draw(self._dpr)


class ChipPictures:
    """Pictures of chips, each drawn once.

    Args:
        theme: gives the colour of the outline of a chip that is picked up.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[tuple[str, int, int, int, int, bool], QPixmap] = {}

    def forget(self, theme: Theme) -> None:
        """Draw everything again, in another theme."""
        self._theme = theme
        self._kept.clear()

    def picture(self, colour: str, spot: CardSpot, thick: float, dpr: float, picked: bool) -> QPixmap:
        """Return the picture of a chip."""
        key = (colour, round(spot.height), round(thick * 4), round(spot.angle) % 360, round(dpr * 100), picked)
        pixmap = self._kept.get(key)
        if pixmap is None:
            pixmap = self._kept[key] = self._draw(colour, spot, thick, dpr, picked)
        return pixmap

    def _draw(self, colour: str, spot: CardSpot, thick: float, dpr: float, picked: bool) -> QPixmap:
        radius = spot.height / 2
        side = 2 * math.ceil((radius + thick + 4) * dpr)
        pixmap = QPixmap(side, side)
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / dpr / 2, side / dpr / 2)
        painter.rotate(spot.angle)
        paint_chip(painter, radius, thick, colour)
        if picked:
            body = QRectF(-radius, -radius * CHIP_FLATNESS, radius * 2, radius * CHIP_FLATNESS * 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(0, 0, 0, 150), 3.6))
            painter.drawEllipse(body)
            painter.setPen(QPen(self._theme.colour("legal"), 2.2))
            painter.drawEllipse(body)
        painter.end()
        return pixmap


class ChipItems:
    """The chips of all bags as items, by stack, the top one first.

    Args:
        scene: the table.
        theme: see `ChipPictures`.
    """

    def __init__(self, scene: QGraphicsScene, theme: Theme) -> None:
        self._scene = scene
        self.pictures = ChipPictures(theme)
        self._items: dict[tuple[str, str], list[ChipItem]] = {}
        self._stacks: dict[tuple[str, str], ChipStack] = {}

    @property
    def stacks(self) -> tuple[ChipStack, ...]:
        """The stacks that are shown."""
        return tuple(self._stacks.values())

    def all(self) -> list[ChipItem]:
        """Return every chip that is drawn."""
        return [item for row in self._items.values() for item in row]

    def item(self, bag: str, colour: str, index: int) -> ChipItem | None:
        """Return a chip by its place from the top of its stack, if it is drawn."""
        row = self._items.get((bag, colour), [])
        return row[index] if 0 <= index < len(row) else None

    def settle(
        self,
        placed: Iterable[tuple[ChipStack, CardSpot]],
        dpr: float,
        motion: ItemAnimator,
        held: set[MovableItem],
        *,
        moving: bool,
        stale: bool,
    ) -> None:
        """Arrange the chips in these stacks; with `moving`, chips glide to a new bag.

        Args:
            placed: each stack with every spot of its chips in the scene, the top one first.
            dpr: device pixel ratio.
            motion: animates the moving chips.
            held: dragged items, which stay where they are.
            moving: whether chips glide.
            stale: whether all pictures must be drawn again.
        """
        spots: dict[tuple[str, str], list[CardSpot]] = {}
        stacks: dict[tuple[str, str], ChipStack] = {}
        for stack, spot in placed:
            stacks[stack.bag, stack.colour] = stack
            spots.setdefault((stack.bag, stack.colour), []).append(spot)
        loose = self._taken_off({key: len(row) for key, row in spots.items()})
        flights = []
        for key, row in spots.items():
            items = self._items.setdefault(key, [])
            while len(items) < len(row):
                came = next((item for item in loose if item.colour == key[1]), None)
                if came is not None:
                    loose.remove(came)
                else:
                    came = ChipItem(self.pictures, stacks[key], 0, row[0])
                    came.setPos(came.home)
                    came.draw(dpr)
                    self._scene.addItem(came)
                items.insert(0, came)
            for index, (item, spot) in enumerate(zip(items, row, strict=True)):
                start, travelled = item.pos(), item.zone != key[0]
                is_settled = not travelled and item.index == index and item.spot == spot
                if is_settled and not stale and not item.picked and start == item.home and item.zValue() == spot.z:
                    continue
                item.zone, item.index, item.spot, item.thick = key[0], index, spot, stacks[key].thick
                item.picked = item.picked and not travelled
                if not is_settled or stale:
                    item.draw(dpr)
                if item in held:
                    continue
                item.setZValue(spot.z)
                if moving and travelled and start != item.home:
                    flights.append(ItemFlight(item, start, lasts=GLIDE_MS))
                elif item.pos() != item.home:
                    item.setPos(item.home)
        for item in loose:
            self._remove(item, motion, held)
        self._stacks = stacks
        motion.start(flights)

    def clear(self, motion: ItemAnimator, held: set[MovableItem]) -> None:
        """Remove every chip from the scene."""
        for item in self.all():
            self._remove(item, motion, held)
        self._items.clear()
        self._stacks.clear()

    def _taken_off(self, counts: Mapping[tuple[str, str], int]) -> list[ChipItem]:
        """Remove surplus chips from the stacks, from the top."""
        loose: list[ChipItem] = []
        for key, items in list(self._items.items()):
            over = len(items) - counts.get(key, 0)
            if over > 0:
                loose += items[:over]
                del items[:over]
            if not items:
                del self._items[key]
        return loose

    def _remove(self, item: ChipItem, motion: ItemAnimator, held: set[MovableItem]) -> None:
        motion.drop(item)
        held.discard(item)
        if item.scene() is self._scene:
            self._scene.removeItem(item)
