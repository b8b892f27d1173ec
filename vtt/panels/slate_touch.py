"""What can be touched on the slate: which offer a touch means, whose it is, and how it is taken."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from engine.play.ledgers import Touch, fits
from engine.play.offers import Offer
from engine.play.sight import View
from engine.play.words import say
from vtt.panels.ask import unanswered
from vtt.panels.offer_tile import denial_words, offer_words
from vtt.panels.offers_bar import OffersBar
from vtt.table.places import reachable_seats, seats_waited_for
from vtt.table.slate import Slate
from vtt.table.slate_words import Knob
from vtt.widgets.text import short


class SlateTouch(QObject):
    """Lets the offers of whoever is at this screen be taken on the slate.

    Args:
        slate: the slate.
        bar: the bar of offers, whose seat comes first.
    """

    def __init__(self, slate: Slate, bar: OffersBar) -> None:
        super().__init__(bar)
        self._slate, self._bar = slate, bar
        self._seats: tuple[View | None, str, tuple[str, ...]] = (None, "", ())
        self._held: dict[str, dict[str, Offer]] = {}
        self._said: dict[str, tuple[Offer, str, str]] = {}
        slate.pressed.connect(self._press)
        slate.turned.connect(self._leave_out)
        bar.seat_changed.connect(self._seat_changed)
        slate.serve(self.knob)

    def knob(self, touch: Touch) -> Knob | None:
        """Return the button for a touch; None where nobody at this screen has its offer."""
        offer = self._offer_of(touch)
        if offer is None:
            return None
        said = self._said.get(offer.name)
        if said is None or said[0] is not offer:
            words = offer_words(offer).rstrip("…")
            said = self._said[offer.name] = offer, words, short(say(offer.label), 200)
        _, words, spoken = said
        why = denial_words(offer, self._bar.theme)
        if touch.label is not None:
            words = spoken = short(say(touch.label), 90)
        asks = offer.asks and not why and (not touch.answers or unanswered(offer, touch.answers))
        return Knob(
            touch=touch,
            words=f"{words}…" if asks and not words.endswith("…") else words,
            spoken=spoken,
            why=why,
            main=offer.main,
            rules=type(offer.command).RULES,
        )

    def _offer_of(self, touch: Touch) -> Offer | None:
        """Return the offer: of the bar's seat if it can take it, else of whoever can, who is waited for first."""
        lens, first = self._bar.lens, self._bar.seat
        view = lens.view
        if self._seats[0] is not view or self._seats[1] != first:
            waited = seats_waited_for(view)
            order = sorted(reachable_seats(view), key=lambda seat: (seat != first, seat not in waited))
            self._seats, self._held = (view, first, tuple(order)), {}
        denied: Offer | None = None
        for seat in self._seats[2]:
            if seat not in self._held:  # what others can do is asked only where those before them cannot do it
                self._held[seat] = {offer.name: offer for offer in lens.offers(seat)}
            offer = self._held[seat].get(touch.offer)
            if offer is not None and fits(touch, offer):
                if offer.denial is None:
                    return offer
                denied = denied or offer
        return denied

    @Slot(object)
    def _press(self, knob: Knob) -> None:
        offer = self._offer_of(knob.touch)
        if offer is not None:
            self._bar.take(offer, dict(knob.touch.answers) or None)

    @Slot()
    def _leave_out(self) -> None:
        """What can be reached on the slate needs no button of its own in the bar."""
        self._bar.leave_out(frozenset(knob.touch.offer for knob in self._slate.touched))

    @Slot(str)
    def _seat_changed(self, _seat: str) -> None:
        self._slate.refresh()
