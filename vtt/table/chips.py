"""Chips: told apart by colour, edge marks and letter, in stacks by their bag; each is an item that can be carried."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from vtt.table.fan import Spot
from vtt.table.motion import GLIDE_MS, Flight, Motion
from vtt.table.picture import Align, width_of, write
from vtt.table.piece import Piece
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme

Z_CHIP: Final = 60.0
Z_COUNT: Final = 90.0
_MOST_DISCS: Final = 12
_FLAT: Final = 0.55
_COLOURS: Final = {
    "white": "#efe9dc",
    "red": "#b3282d",
    "blue": "#2458a8",
    "green": "#227a43",
    "black": "#26232a",
    "gold": "#d8a52e",
    "yellow": "#e0b93a",
    "purple": "#6a3b95",
    "orange": "#d07526",
    "grey": "#8d8880",
    "pink": "#c95d8d",
    "brown": "#7a4d2c",
}
_FALLBACK: Final = ("#4b7a8c", "#8c5b4b", "#6d7d3c", "#7c4b8c", "#3c6d7d")


@dataclass(frozen=True, slots=True)
class Stack:
    """Chips of one colour in one bag, in the coordinates of their place.

    Attributes:
        bag, colour, count: what it is.
        cell: the room that it has.
        foot: the middle of the lowest chip.
        radius: of a chip.
        thick: how much higher each chip lies than the one below it.
        badge: where the count is written.
    """

    bag: str
    colour: str
    count: int
    cell: QRectF
    foot: QPointF
    radius: float
    thick: float
    badge: QRectF

    @property
    def discs(self) -> int:
        """How many chips are drawn; a tall stack is told by its number."""
        return min(self.count, _MOST_DISCS)

    def spot(self, index: int) -> Spot:
        """Return where a chip lies, counted from the top."""
        level = self.discs - 1 - index
        return Spot(self.foot.x(), self.foot.y() - level * self.thick, self.radius * 2, 0.0, Z_CHIP + level)


def _room_of_stack(room: QRectF, count: int, columns: int, m: Metrics) -> tuple[float, float]:
    rows = math.ceil(count / columns)
    return min(room.width() / columns, m.chip * 2.2), min(room.height() / rows, m.chip * 2.6)


def _radius(room: QRectF, count: int, columns: int, m: Metrics) -> float:
    wide, high = _room_of_stack(room, count, columns, m)
    return min(m.chip * 0.75, wide * 0.42, high * 0.38)


def lay_stacks(bag: str, chips: Mapping[str, int], room: QRectF, m: Metrics) -> tuple[Stack, ...]:
    """Return the stacks of a bag, in the middle of a room."""
    held = [(colour, count) for colour, count in chips.items() if count > 0]
    if not held or room.width() < 8 or room.height() < 8:
        return ()
    # As many beside one another as make them largest; where that is all the same, in one row.
    columns = max(range(len(held), 0, -1), key=lambda columns: _radius(room, len(held), columns, m))
    wide, high = _room_of_stack(room, len(held), columns, m)
    radius = _radius(room, len(held), columns, m)
    font = count_font(radius, m)
    left = room.center().x() - wide * columns / 2
    top = room.center().y() - high * math.ceil(len(held) / columns) / 2
    thick = max(1.2, min(radius * 0.20, (high - radius * 1.6) / _MOST_DISCS))
    stacks = []
    for i, (colour, count) in enumerate(held):
        row, column = divmod(i, columns)
        cell = QRectF(left + column * wide, top + row * high, wide, high)
        foot = QPointF(cell.center().x(), cell.bottom() - radius * 0.62)
        tall = min(font.pixelSize() * 1.35, radius * 1.1)
        broad = max(width_of(str(count), font) + m.pad_s, tall)
        x = min(foot.x() + radius * 0.3, cell.right() - broad)
        badge = QRectF(x, foot.y() + radius * 0.6 - tall, broad, tall)
        stacks.append(Stack(bag, colour, count, cell, foot, radius, thick, badge))
    return tuple(stacks)


def count_font(radius: float, m: Metrics) -> QFont:
    """Return the type in which the number of a stack is written."""
    return ui_font(max(9, round(min(m.font_body, radius * 0.95))), weight=QFont.Weight.Bold)


def chip_colour(name: str) -> QColor:
    """Return the colour of a chip; a name that is no colour always gets the same one."""
    known = _COLOURS.get(name.lower())
    return QColor(known or _FALLBACK[sum(map(ord, name[:40])) % len(_FALLBACK)])


class ChipItem(Piece):
    """A chip in the scene."""

    def __init__(self, pictures: ChipPictures, stack: Stack, index: int, spot: Spot) -> None:
        super().__init__(stack.bag, index, spot, stack.colour)
        self._pictures = pictures
        self._dpr = 1.0
        self.thick = stack.thick

    @property
    def lift(self) -> float:
        """How far it stands out while it is picked."""
        return self.spot.height * 0.22

    def covers(self, point: QPointF) -> bool:
        """Say whether a point lies on it."""
        way = point - (self.home if self.picked else self.middle)
        return abs(way.x()) <= self.spot.height / 2 and abs(way.y()) <= self.spot.height / 2 * (_FLAT + 0.2)

    def behind(self, number: int) -> QPointF:
        """Let those that are carried together lie on one another."""
        return QPointF(0, -number * self.thick)

    def dress(self, dpr: float) -> None:
        """Show it at the size and angle of its spot."""
        self._dpr = dpr
        picture = self._pictures.picture(self.colour, self.spot, self.thick, dpr, self.picked)
        self.show_picture(picture, dpr)

    def dress_again(self) -> None:
        """Show it picked up or let go."""
        self.dress(self._dpr)


class ChipPictures:
    """Pictures of chips, each drawn once.

    Args:
        theme: gives the colour of the outline of a chip that is picked up.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[tuple[str, int, int, int, int, bool], QPixmap] = {}

    def forget(self, theme: Theme) -> None:
        """Draw everything anew, in another theme."""
        self._theme = theme
        self._kept.clear()

    def picture(self, colour: str, spot: Spot, thick: float, dpr: float, picked: bool) -> QPixmap:
        """Return the picture of a chip."""
        key = (colour, round(spot.height), round(thick * 4), round(spot.angle) % 360, round(dpr * 100), picked)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._draw(colour, spot, thick, dpr, picked)
        return found

    def _draw(self, colour: str, spot: Spot, thick: float, dpr: float, picked: bool) -> QPixmap:
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
            body = QRectF(-radius, -radius * _FLAT, radius * 2, radius * _FLAT * 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(0, 0, 0, 150), 3.6))
            painter.drawEllipse(body)
            painter.setPen(QPen(self._theme.colour("legal"), 2.2))
            painter.drawEllipse(body)
        painter.end()
        return pixmap


class ChipItems:
    """The chips of all bags as items, each in its stack, the top one first.

    Args:
        scene: where they lie.
        theme: see `ChipPictures`.
    """

    def __init__(self, scene: QGraphicsScene, theme: Theme) -> None:
        self._scene = scene
        self.pictures = ChipPictures(theme)
        self._items: dict[tuple[str, str], list[ChipItem]] = {}
        self._stacks: dict[tuple[str, str], Stack] = {}

    @property
    def stacks(self) -> tuple[Stack, ...]:
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
        placed: Iterable[tuple[Stack, Spot]],
        dpr: float,
        motion: Motion,
        held: set[Piece],
        *,
        moving: bool,
        stale: bool,
    ) -> None:
        """Let the chips lie in these stacks; with `moving`, those that changed their bag are seen to go there.

        Args:
            placed: each stack with every spot of its chips in the scene, the top one first.
            dpr: device pixel ratio.
            motion: carries those that move.
            held: what hangs on the pointer stays there.
            moving: whether they glide.
            stale: whether all pictures must be drawn anew.
        """
        spots: dict[tuple[str, str], list[Spot]] = {}
        stacks: dict[tuple[str, str], Stack] = {}
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
                    came.dress(dpr)
                    self._scene.addItem(came)
                items.insert(0, came)
            for index, (item, spot) in enumerate(zip(items, row, strict=True)):
                start, there = item.pos(), item.zone == key[0] and item.spot == spot and item.index == index
                travelled = item.zone != key[0]
                item.zone, item.index, item.spot, item.thick = key[0], index, spot, stacks[key].thick
                item.picked = item.picked and not travelled
                if not there or stale or travelled:
                    item.dress(dpr)
                if item in held:
                    continue
                item.setZValue(spot.z)
                if moving and travelled and start != item.home:
                    flights.append(Flight(item, start, lasts=GLIDE_MS))
                elif item.pos() != item.home:
                    item.setPos(item.home)
        for item in loose:
            self._remove(item, motion, held)
        self._stacks = stacks
        motion.start(flights)

    def clear(self, motion: Motion, held: set[Piece]) -> None:
        """Take every chip out of the scene, one by one."""
        for item in self.all():
            self._remove(item, motion, held)
        self._items.clear()
        self._stacks.clear()

    def _taken_off(self, counts: Mapping[tuple[str, str], int]) -> list[ChipItem]:
        """Take off the stacks what they have no longer, from the top."""
        loose: list[ChipItem] = []
        for key, items in list(self._items.items()):
            over = len(items) - counts.get(key, 0)
            if over > 0:
                loose += items[:over]
                del items[:over]
            if not items:
                del self._items[key]
        return loose

    def _remove(self, item: ChipItem, motion: Motion, held: set[Piece]) -> None:
        motion.drop(item)
        held.discard(item)
        if item.scene() is self._scene:
            self._scene.removeItem(item)


def paint_chip(painter: QPainter, radius: float, thick: float, name: str) -> None:
    """Draw a chip about the origin, seen from the side as those on the table are."""
    colour = chip_colour(name)
    flat = radius * _FLAT
    mark = QColor("#2a2622") if colour.lightness() > 150 else QColor("#f4eee0")
    body = QRectF(-radius, -flat, radius * 2, flat * 2)
    painter.setPen(QPen(QColor(0, 0, 0, 130), 0.8))
    side = QLinearGradient(body.topLeft(), body.topRight())
    side.setColorAt(0, colour.darker(150))
    side.setColorAt(0.35, colour.lighter(108))
    side.setColorAt(1, colour.darker(170))
    painter.setBrush(side)
    painter.drawEllipse(body.translated(0, thick))
    painter.setBrush(colour)
    painter.drawEllipse(body)
    painter.setPen(QPen(mark, max(1.0, radius * 0.16)))
    ring = body.adjusted(radius * 0.1, flat * 0.1, -radius * 0.1, -flat * 0.1)
    for part in range(8):
        painter.drawArc(ring, round((part * 45 + 6) * 16), 18 * 16)
    painter.setPen(QPen(mark, 0.9))
    painter.setBrush(colour.darker(112))
    painter.drawEllipse(body.adjusted(radius * 0.36, flat * 0.36, -radius * 0.36, -flat * 0.36))
    font = title_font(max(7, round(flat * 0.95)), weight=QFont.Weight.Bold)
    write(painter, body, name[:1].upper(), font, mark, Align.AlignHCenter)
