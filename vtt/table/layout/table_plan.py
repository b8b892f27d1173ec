"""The plan of a table that is laid out: seats, boxes for zones, and the room for everything else. Pure geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from vtt.table.layout.station_layout import StationPlan
from vtt.widgets.look.ui_metrics import UiMetrics


class TableEdge(StrEnum):
    """The side of the table that a seat is at."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class LayoutNeeds:
    """Everything that needs room besides cards and chips.

    Attributes:
        pills: the seats with characters.
        figures: by seat, the number of lines for its character's numbers and body, if it has any.
        bodies: the seats with a character whose body can be drawn.
        crowds: by seat, the number of its characters with numbers, if there are several.
        clock: whether the story has a clock that runs.
    """

    pills: frozenset[str] = frozenset()
    figures: Mapping[str, int] = field(default_factory=dict)
    bodies: frozenset[str] = frozenset()
    crowds: Mapping[str, int] = field(default_factory=dict)
    clock: bool = False


@dataclass(frozen=True, slots=True)
class SeatCell:
    """The place of one seat. Its rectangles are upright; `to_scene` transforms them to the scene.

    Attributes:
        seat: the seat.
        edge: the side of the table.
        turn: its turn in degrees.
        size: of the cell.
        to_scene: the transform from its coordinates to the scene.
        plate: the name.
        pills: the characters.
        fan: the hand.
        beside: chips and piles of the seat.
        figure: numbers and body of the character that is shown.
        numbers: a room of their own for the numbers; empty if they are beside the body.
        stations: the stations of its characters, if the game describes any.
    """

    seat: str
    edge: TableEdge
    turn: int
    size: QSizeF
    to_scene: QTransform
    plate: QRectF
    pills: QRectF
    fan: QRectF
    beside: QRectF
    figure: QRectF
    stations: tuple[StationPlan, ...] = ()
    numbers: QRectF = field(default_factory=QRectF)

    def in_scene(self, rect: QRectF) -> QRectF:
        """Return one of the cell's rectangles in scene coordinates."""
        return self.to_scene.mapRect(rect)

    @property
    def area(self) -> QRectF:
        """The whole cell in scene coordinates."""
        return self.to_scene.mapRect(QRectF(QPointF(), self.size))


@dataclass(frozen=True, slots=True)
class ZoneBox:
    """The room of one zone or lane in the middle: for its cards and for its texts.

    A `folded` lane is a finished one: a line with its name, its cards in small, and its result.
    """

    area: QRectF
    cards: QRectF
    head: QRectF
    foot: QRectF
    folded: bool = False


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The whole table laid out.

    Attributes:
        lengths: every length at the scale that fits this table.
        scale: that scale; on a small window never more than the group asked for.
        cells: the seats.
        middle: the room between the seats.
        outcome: the banner under the tray.
        lanes: the commit tray, lane by lane.
        boxes: piles and other zones in the middle by zone.
        pots: chips in the middle.
        clock: the time of the story.
        pile_height: the height of a card in a pile.
        stage: the card in play, large.
        words: the text beside the card in play.
    """

    size: QSizeF
    lengths: UiMetrics
    scale: float
    cells: tuple[SeatCell, ...]
    middle: QRectF
    outcome: QRectF
    lanes: tuple[ZoneBox, ...]
    boxes: dict[str, ZoneBox]
    pots: QRectF
    clock: QRectF
    pile_height: float
    stage: QRectF = field(default_factory=QRectF)
    words: QRectF = field(default_factory=QRectF)
