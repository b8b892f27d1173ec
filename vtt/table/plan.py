"""What a table laid out consists of: seats, boxes for cards, and the room for everything else. Pure geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from vtt.table.station_plan import StationPlan
from vtt.widgets.metrics import Metrics


class Edge(StrEnum):
    """The side of the table at which a seat has its place."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Needs:
    """What there is to show besides cards and chips.

    Attributes:
        pills: the seats that have characters.
        figures: for those of them whose character has numbers or a body, how many lines these take.
        bodies: the seats of which a character has a body that can be drawn.
        crowds: for seats that lead several characters with numbers, how many.
        order: whether there is an order of acting to write on the cloth.
        title: whether the cloth says what is under way; beside a strip that does, it need not.
        clock: whether the story has a clock that runs.
    """

    pills: frozenset[str] = frozenset()
    figures: Mapping[str, int] = field(default_factory=dict)
    bodies: frozenset[str] = frozenset()
    crowds: Mapping[str, int] = field(default_factory=dict)
    order: bool = False
    title: bool = False
    clock: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of one seat. The rectangles lie in its own upright coordinates; `way` leads from them to the scene.

    Attributes:
        seat: whose it is.
        edge: where at the table.
        turn: by how many degrees it is turned.
        size: of the cell.
        way: from its coordinates to the scene.
        plate: the name.
        pills: the characters.
        fan: the hand.
        beside: chips and piles of the seat.
        figure: numbers and body of the character whom the seat leads now.
        numbers: where its numbers stand apart from its body; empty where they stand beside it.
        stations: the places of its characters, where the game tells how their cards lie.
    """

    seat: str
    edge: Edge
    turn: int
    size: QSizeF
    way: QTransform
    plate: QRectF
    pills: QRectF
    fan: QRectF
    beside: QRectF
    figure: QRectF
    stations: tuple[StationPlan, ...] = ()
    numbers: QRectF = field(default_factory=QRectF)

    def in_scene(self, rect: QRectF) -> QRectF:
        """Return where one of the cell's rectangles lies on the table."""
        return self.way.mapRect(rect)

    @property
    def area(self) -> QRectF:
        """The whole cell on the table."""
        return self.way.mapRect(QRectF(QPointF(), self.size))


@dataclass(frozen=True, slots=True)
class Box:
    """The room of one zone or lane in the middle: where its cards lie and where its words stand.

    A `folded` lane is one that is over: a line with its name, its cards in small, and what it came to.
    """

    area: QRectF
    cards: QRectF
    head: QRectF
    foot: QRectF
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole table laid out.

    Attributes:
        lengths: every length at the scale that fits this table.
        scale: that scale; never more than the group asked for on a small window.
        cells: the seats.
        middle: the room between the seats.
        order: the strip with the order of acting.
        title: the line above the tray.
        outcome: the banner under the tray.
        lanes: the commit tray, lane by lane.
        boxes: piles and other zones in the middle by zone.
        pots: chips in the middle.
        clock: the time of the story.
        pile_height: how high a card in a pile is.
        stage: the card that is in play, large.
        words: what there is to say of it.
    """

    size: QSizeF
    lengths: Metrics
    scale: float
    cells: tuple[Cell, ...]
    middle: QRectF
    order: QRectF
    title: QRectF
    outcome: QRectF
    lanes: tuple[Box, ...]
    boxes: dict[str, Box]
    pots: QRectF
    clock: QRectF
    pile_height: float
    stage: QRectF = field(default_factory=QRectF)
    words: QRectF = field(default_factory=QRectF)
