"""What decides the look of a character's place, and the brush that puts it on the cloth however its seat is turned."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from engine.play.sight import SideView
from engine.play.stations import Station
from engine.table.seats import Actor
from vtt.table.canvas import Canvas
from vtt.table.medallion import Portrait
from vtt.table.plan import Cell
from vtt.table.station_plan import StationPlan
from vtt.widgets.metrics import Metrics


@dataclass(frozen=True, slots=True)
class StationPlace:
    """All that decides what a character's place looks like and what is said there.

    Attributes:
        cell: of the seat.
        plan: how the place is divided.
        lengths: how large everything is.
        station: what the game tells.
        actor: whose it is.
        seat: which of the seats leads them, in their order.
        portrait: the picture on their sheet.
        lit: the zones of the place in which the cards in hand may be laid.
        sides: what the card in play means to each body.
        chosen: the bodies that are chosen for it.
        counts: how many cards lie in each zone of the place: its hand, its piles, what it bears.
        open_piles: for each pile, whether its cards are known.
        taken: the slots that a card covers which lies there now, and not in the middle.
        narrow: whether numbers are only read on this table.
        bars: how wide the narrowest room for numbers is on this table, so that all places tell them alike.
    """

    cell: Cell
    plan: StationPlan
    lengths: Metrics
    station: Station
    actor: Actor | None
    seat: int
    portrait: Portrait | None
    lit: frozenset[str]
    sides: tuple[SideView | None, ...]
    chosen: tuple[str, ...]
    counts: tuple[int, ...]
    open_piles: tuple[bool, ...]
    taken: frozenset[int]
    narrow: bool
    bars: float


class Brush:
    """Puts pictures and marks at one place, whichever way its seat is turned."""

    def __init__(self, canvas: Canvas, place: StationPlace) -> None:
        self.canvas = canvas
        self.cell = place.cell
        self.name = f"station {place.station.actor}"

    @property
    def way(self) -> QTransform:
        """The way from the coordinates of the seat to the scene."""
        return self.cell.way

    def mark(self, kind: str, names: tuple[str, ...], rect: QRectF, tip: str = "", text: str = "") -> None:
        """Let a rectangle of the place mean something."""
        self.canvas.mark(kind, names, self.cell.in_scene(rect), tip, text)
