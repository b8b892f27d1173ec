"""The state that decides how a station looks, and a brush that puts things on the cloth for any turn of its seat."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from engine.model.seats import Actor
from engine.presentation.activity_view import SideView
from engine.presentation.stations import Station
from vtt.shared.portraits.portrait_medallion import PortraitImage
from vtt.table.items.picture_layer import PictureLayer
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.station_layout import StationPlan
from vtt.table.layout.table_plan import SeatCell
from vtt.widgets.look.ui_metrics import UiMetrics


@dataclass(frozen=True, slots=True)
class StationState:
    """Everything that decides the look and the texts of a station.

    Attributes:
        cell: of the seat.
        plan: the layout of the station.
        lengths: every length.
        station: the game's description of the station.
        actor: the character.
        seat: the index of its seat.
        portrait: its portrait.
        lit: the zones of the station where the cards in hand may be dropped.
        sides: the meaning of the card in play for each body.
        chosen: the bodies that are chosen for it.
        counts: the number of cards in each zone of the station: its hand, its piles, its lasting cards.
        hand_spots: where the cards of its hand are shown in the cell, by index, if any of them has a token.
        open_piles: for each pile, whether its cards are known.
        taken: the slots covered by a card that is there now, and not in the middle.
        narrow: whether numbers are only shown on this table.
        bars: the width of the narrowest room for numbers on this table, so that all stations show them alike.
        sets_numbers: whether − and + beside numbers set them.
        is_looked_at: whether it is shown as the seat that looks may see it, and nobody after the look.
    """

    cell: SeatCell
    plan: StationPlan
    lengths: UiMetrics
    station: Station
    actor: Actor | None
    seat: int
    portrait: PortraitImage | None
    lit: frozenset[str]
    sides: tuple[SideView | None, ...]
    chosen: tuple[str, ...]
    counts: tuple[int, ...]
    hand_spots: tuple[CardSpot, ...]
    open_piles: tuple[bool, ...]
    taken: frozenset[int]
    narrow: bool
    bars: float
    sets_numbers: bool
    is_looked_at: bool


class StationBrush:
    """Adds pictures and regions for one station, whichever way its seat is turned."""

    def __init__(self, layer: PictureLayer, place: StationState) -> None:
        self.layer = layer
        self.cell = place.cell
        self.name = f"station {place.station.actor}"

    @property
    def way(self) -> QTransform:
        """The transform from the seat's coordinates to the scene."""
        return self.cell.to_scene

    def mark(self, kind: str, names: tuple[str, ...], rect: QRectF, tip: str = "", text: str = "") -> None:
        """Add a region in the station's coordinates."""
        self.layer.mark(kind, names, self.cell.in_scene(rect), tip, text)
