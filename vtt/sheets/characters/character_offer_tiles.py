"""The offers about one character as tiles; the rest, and what is needed rarely, in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.seats import Actor
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable
from vtt.shared.campaign_panel import gm_seat, text
from vtt.shared.offers.acting_character import acting_character
from vtt.shared.offers.offer_tile import OfferTile, by_reason, together
from vtt.shared.table_queries import reachable_seats
from vtt.widgets.basic_widgets import button, clear_layout, column
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label

_MOST_TILES: Final = 5
"""So many fit into two rows of a small window; people come to this room for the sheet below them."""


class CharacterOfferTiles(QWidget):
    """Tiles under a heading; hidden without offers.

    Attributes:
        tiles: the tiles that are shown.

    Signals:
        taken: the chosen offer.
        listed: all offers, to be shown as a list.
    """

    taken = Signal(object)
    listed = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._offers: tuple[Offer, ...] | None = None
        self.tiles: list[OfferTile] = []
        gap = hub.theme.metrics.pad_s
        lay = column(self, gap=gap)
        lay.addWidget(label(text("characters.can_do"), "heading", parent=self))
        tiles = QWidget(self)
        self._flow = TileFlow(tiles, spacing=gap)
        lay.addWidget(tiles)

    def show_offers(self, offers: tuple[Offer, ...]) -> None:
        """Show these."""
        if offers == self._offers:
            return
        self._offers = offers
        clear_layout(self._flow)
        self.tiles = []
        shown = tuple(offer for offer in offers if not offer.rare)[:_MOST_TILES]
        for group in by_reason(shown):
            tiles = [OfferTile(self._hub, offer) for offer in group]
            for tile in tiles:
                tile.clicked.connect(lambda _=False, o=tile.offer: self.taken.emit(o))
            self.tiles += tiles
            self._flow.addWidget(together(self._hub, tiles))
        if len(offers) > len(shown):
            more = button(text("offers.more", count=len(offers) - len(shown)))
            more.clicked.connect(lambda: self.listed.emit(offers))
            self._flow.addWidget(more)
        self.setVisible(bool(offers))


def offers_about(view: VisibleTable, actor: Actor, offers_of: Callable[[str], tuple[Offer, ...]]) -> tuple[Offer, ...]:
    """Return the offers of a character's player and of the GM about it; those available now come first.

    Args:
        view: what the viewer may know.
        actor: the character.
        offers_of: returns the offers of a seat.
    """
    reachable = reachable_seats(view)
    seats = dict.fromkeys(seat for seat in (actor.seat, gm_seat(view)) if seat in reachable)
    found: dict[str, Offer] = {}
    for seat in seats:
        for offer in offers_of(seat):
            if actor.id in _about(offer) and not offer.direct:
                found.setdefault(offer.name, offer)
    return tuple(sorted(found.values(), key=lambda o: o.denial is not None))


def _about(offer: Offer) -> tuple[str, ...]:
    """Return the characters that an offer is about: the choices of its question, or the one that its command names."""
    asked = next((ask.choices for ask in offer.questions if ask.field == "actor"), None)
    return (acting_character(offer),) if asked is None else asked
