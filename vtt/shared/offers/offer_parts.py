"""The buttons of the offers of one bar, used again from gesture to gesture: a new one would have to be styled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.presentation.offers import Offer
from vtt.shared.offers.offer_tile import OfferPart, OfferTile, take_out, together
from vtt.widgets.look.theme import ThemeHub

MOST_LAID_BY: Final = 16
"""The greatest number of buttons that wait, hidden and blank, for another offer."""
Shows = tuple[tuple[Offer, str], ...]
"""The offers that a part shows, with their keys."""


class OfferParts:
    """Finds a button for each offer: the one that shows it already, one that is not needed any more, or a new one.

    Args:
        hub: the theme.
        take: what a click on a button does with its offer.

    Attributes:
        shown: the parts that are shown.
    """

    def __init__(self, hub: ThemeHub, take: Callable[[Offer], object]) -> None:
        self._hub, self._take = hub, take
        self._viewer = ""
        self._laid_by: list[OfferPart] = []
        self.shown: list[OfferPart] = []

    def show(self, viewer: str, wanted: Sequence[tuple[Shows, QWidget]]) -> list[OfferPart]:
        """Return the parts for what is wanted in each place, in that order; nobody has shown the new ones yet.

        Buttons of another viewer are not used again: their order would tell a screen reader what that viewer saw.
        """
        if viewer != self._viewer:
            self.clear()
            self._viewer = viewer
        spare = [part for part in (*self.shown, *self._laid_by) if part.theme == self._hub.theme]
        old = [part for part in (*self.shown, *self._laid_by) if part.theme != self._hub.theme]
        stay = [take_out(spare, partial(OfferPart.is_like, shows=shows, place=place)) for shows, place in wanted]
        self.shown = [part or self._part(spare, *one) for part, one in zip(stay, wanted, strict=True)]
        kept = [part for part in spare if len(part.tiles) == 1 and not part.tiles[0].isDown()]
        self._laid_by = [_laid_by(part) for part in kept[:MOST_LAID_BY]]
        _delete([*old, *kept[MOST_LAID_BY:], *(part for part in spare if part not in kept)])
        return self.shown

    def clear(self) -> None:
        """Delete all buttons."""
        _delete([*self.shown, *self._laid_by])
        self.shown, self._laid_by = [], []

    def _part(self, spare: list[OfferPart], shows: Shows, place: QWidget) -> OfferPart:
        """Reuse a button that is no longer needed for an offer, or make a new one."""
        if len(shows) == 1:
            (offer, key), idle = shows[0], QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
            reused_part = take_out(spare, lambda p: idle and p.place is place and p.can_be_lent(offer))
            if reused_part is not None:
                reused_part.tiles[0].show_offer(offer, key)
                return replace(reused_part, shows=shows)
        tiles = tuple(OfferTile(self._hub, offer, key, place if len(shows) == 1 else None) for offer, key in shows)
        for tile in tiles:
            tile.clicked.connect(lambda _=False, t=tile: self._take(t.offer))
        return OfferPart(together(self._hub, tiles, place), tiles, shows, place, self._hub.theme)


def _laid_by(part: OfferPart) -> OfferPart:
    """Return a part whose button is hidden and says nothing."""
    if part.shows:
        part.tiles[0].lay_by()
    return replace(part, shows=())


def _delete(parts: Sequence[OfferPart]) -> None:
    for part in parts:
        part.widget.hide()
        part.widget.deleteLater()
