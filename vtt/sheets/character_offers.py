"""What can be done with one character: the offers that speak of it, as tiles; the rest in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.play.offers import Offer
from engine.play.sight import View
from engine.table.seats import Actor
from vtt.panels.fit import TileFlow
from vtt.panels.offer_tile import OfferTile, by_reason, together
from vtt.panels.panel import gm_seat, text
from vtt.panels.parts import button, column, empty
from vtt.table.places import reachable_seats
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

_MOST_TILES: Final = 10


class CharacterOffers(QWidget):
    """Tiles under a heading; nothing at all where nothing can be done.

    Attributes:
        tiles: as many as are shown.

    Signals:
        taken: an offer that was chosen.
        listed: all offers, of which a list is wanted.
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
        empty(self._flow)
        self.tiles = []
        for group in by_reason(offers[:_MOST_TILES]):
            tiles = [OfferTile(self._hub, offer) for offer in group]
            for tile in tiles:
                tile.clicked.connect(lambda _=False, o=tile.offer: self.taken.emit(o))
            self.tiles += tiles
            self._flow.addWidget(together(self._hub, tiles))
        if len(offers) > _MOST_TILES:
            more = button(text("offers.more", count=len(offers) - _MOST_TILES))
            more.clicked.connect(lambda: self.listed.emit(offers))
            self._flow.addWidget(more)
        self.setVisible(bool(offers))


def offers_about(view: View, actor: Actor, offers_of: Callable[[str], tuple[Offer, ...]]) -> tuple[Offer, ...]:
    """Return what a character's leader and the GM can do with it, what can be done now first.

    Args:
        view: what the viewer may know.
        actor: the character.
        offers_of: tells what a seat can do.
    """
    reachable = reachable_seats(view)
    seats = dict.fromkeys(seat for seat in (actor.seat, gm_seat(view)) if seat in reachable)
    found: dict[str, Offer] = {}
    for seat in seats:
        for offer in offers_of(seat):
            if actor.id in _about(offer) and not offer.handled:
                found.setdefault(offer.name, offer)
    return tuple(sorted(found.values(), key=lambda o: o.denial is not None))


def _about(offer: Offer) -> tuple[str, ...]:
    """Return the characters with whom something can be done: those asked for, or the one that the command names."""
    asked = next((ask.choices for ask in offer.asks if ask.field == "actor"), None)
    return (str(getattr(offer.command, "actor", "")),) if asked is None else asked
