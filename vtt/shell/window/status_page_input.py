"""Input on the status pages: which offer a touch means, for which seat, and how it is taken."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from engine.kit.notes.note_links import NoteLink
from engine.messages.texts import say
from engine.presentation.offers import Offer
from engine.presentation.status_pages import LinkButton, OfferButton, PageButton, button_matches
from engine.presentation.visibility import VisibleTable
from vtt.campaign.result_hold import ResultHold
from vtt.panels.offers_bar import OffersBar
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading, Ways
from vtt.shared.offers.offer_tile import denial_words, offer_words
from vtt.shared.questions.question_form import unanswered
from vtt.shared.questions.settled_offers import settled
from vtt.shared.table_queries import reachable_seats, seats_waited_for
from vtt.table.status_pages.status_page_panel import StatusPagePanel
from vtt.table.status_pages.status_page_text import StatusPageButton
from vtt.widgets.plain_text import short


class StatusPageInput(QObject):
    """Takes offers on the status pages, for the seats at this screen.

    Args:
        status_page_panel: the panel of status pages.
        bar: the bar of offers; its seat comes first.

    Signals:
        link_wanted: a NoteLink is to be followed.
    """

    link_wanted = Signal(object)

    def __init__(self, status_page_panel: StatusPagePanel, bar: OffersBar) -> None:
        super().__init__(bar)
        self._panel, self._bar = status_page_panel, bar
        self._seats: tuple[VisibleTable | None, str, tuple[str, ...]] = (None, "", ())
        self._asked_names: frozenset[str] = frozenset()
        self._offers_by_seat: dict[str, dict[str, Offer]] = {}
        self._cached_words: dict[str, tuple[Offer, str, str]] = {}
        self._odds = OddsReading(bar.campaign, self)
        self._odds.ready.connect(self._show_odds)
        self._odds_wanted: tuple[str, dict[Hashable, Ways]] = ("", {})
        self._figures: tuple[VisibleTable | None, Figures] = (None, {})
        self._had_odds: set[tuple[str, str]] = set()  # by viewer and kind of offer: no other viewer may know of them
        status_page_panel.pressed.connect(self._press)
        status_page_panel.contents_changed.connect(self._leave_out)
        status_page_panel.contents_changed.connect(self._ask_odds)
        bar.campaign.odds_chosen.connect(self._odds_chosen)
        bar.seat_changed.connect(self._seat_changed)
        status_page_panel.set_button_lookup(self.buttons)

    def hold_results(self, hold: ResultHold) -> None:
        """Keep the odds of the buttons while a hold is on."""
        self._odds.hold_results(hold)

    def buttons(self, page_buttons: Sequence[PageButton]) -> list[StatusPageButton | None]:
        """Return the button of each offer or link of a page; None as in `button`."""
        self._ask_for(_names_of(page_buttons))
        return [self.button(page_button) for page_button in page_buttons]

    def button(self, page_button: PageButton) -> StatusPageButton | None:
        """Return the button for a touch; None where nobody at this screen has its offer, or is the GM with its link."""
        if isinstance(page_button, LinkButton):
            words = short(say(page_button.label), 90)
            return StatusPageButton(page_button, words, words) if self._is_gms else None
        offer = self._offer_of(page_button)
        if offer is None:
            return None
        cached = self._cached_words.get(offer.name)
        if cached is None or cached[0] is not offer:
            words = offer_words(offer).rstrip("…")
            cached = self._cached_words[offer.name] = offer, words, short(say(offer.label), 200)
        _, words, spoken = cached
        why = denial_words(offer, self._bar.theme)
        if page_button.label is not None:
            words = spoken = short(say(page_button.label), 90)
        view, figures = self._figures
        odds = figures.get(_key(page_button)) if view is self._bar.viewer_campaign.view else None
        asks = offer.questions and not why and (not page_button.answers or unanswered(offer, page_button.answers))
        return StatusPageButton(
            page_button=page_button,
            words=f"{words}…" if asks and not words.endswith("…") else words,
            spoken=spoken,
            why=why,
            main=offer.primary,
            rules=type(offer.command).RULES,
            odds=odds,
            keeps_odds_room=(self._bar.viewer, offer.base_name) in self._had_odds and self._shows_odds(offer),
        )

    def _shows_odds(self, offer: Offer) -> bool:
        view, campaign = self._bar.viewer_campaign.view, self._bar.campaign
        return offer.denial is None and campaign.shows_odds(view, offer.command)

    @Slot()
    def _ask_odds(self) -> None:
        """Ask for the odds of what the buttons do at once."""
        wanted: dict[Hashable, Ways] = {}
        self._ask_for(_names_of(button.page_button for button in self._panel.buttons))
        for button in self._panel.buttons:
            page_button = button.page_button
            offer = self._offer_of(page_button) if isinstance(page_button, OfferButton) else None
            if offer is None or not isinstance(page_button, OfferButton) or not self._shows_odds(offer):
                continue
            done = settled(offer, dict(page_button.answers))
            if done is not None:
                wanted[_key(page_button)] = [(button.spoken, done)]
        if (self._bar.viewer, wanted) != self._odds_wanted:
            self._odds_wanted = self._bar.viewer, wanted
            self._odds.ask(self._bar.viewer, wanted)

    @Slot(object)
    def _show_odds(self, figures: Figures) -> None:
        asked = viewer, wanted = self._odds_wanted
        self._ask_odds()
        if self._odds_wanted is not asked:
            return  # they are those of another viewer, or of other buttons
        self._figures = self._bar.viewer_campaign.view, figures
        for key in figures:
            self._had_odds |= {(viewer, offer.base_name) for _, offer in wanted.get(key, ())}
        self._panel.refresh()

    @property
    def _is_gms(self) -> bool:
        """Whether the viewer is the GM."""
        view = self._bar.viewer_campaign.view
        seat = view.seats.get(view.viewer)
        return seat is not None and seat.is_gm

    def _ask_for(self, names: frozenset[str]) -> None:
        """Forget the offers of another moment or seat; if these names are not all asked for yet, ask for them too."""
        view, first = self._bar.viewer_campaign.view, self._bar.seat
        if self._seats[0] is not view or self._seats[1] != first:
            waited = seats_waited_for(view)
            order = sorted(reachable_seats(view), key=lambda seat: (seat != first, seat not in waited))
            self._seats, self._asked_names, self._offers_by_seat = (view, first, tuple(order)), names, {}
        elif not names <= self._asked_names:
            self._asked_names, self._offers_by_seat = self._asked_names | names, {}

    def _offer_of(self, offer_button: OfferButton) -> Offer | None:
        """Return the offer: of the bar's seat if it can take it, else of another seat, those that must act first.

        Call `_ask_for` with its name before: else the offers are those of an earlier moment.
        """
        denied: Offer | None = None
        for seat in self._seats[2]:
            if seat not in self._offers_by_seat:  # later seats are needed only if no earlier seat can take it
                self._offers_by_seat[seat] = {offer.name: offer for offer in self._offers_for_buttons(seat)}
            offer = self._offers_by_seat[seat].get(offer_button.offer)
            if offer is not None and button_matches(offer_button, offer):
                if offer.denial is None:
                    return offer
                denied = denied or offer
        return denied

    def _offers_for_buttons(self, seat: str) -> tuple[Offer, ...]:
        """Return all offers of the seat that the bar shows, as it needs them anyway; of others those of the buttons."""
        viewer_campaign = self._bar.viewer_campaign
        if seat == self._bar.seat:
            return viewer_campaign.offers(seat)
        return viewer_campaign.named_offers(seat, self._asked_names)

    @Slot(object)
    def _press(self, button: StatusPageButton) -> None:
        wanted = button.page_button
        if button.shows is not None:
            OddsPanel.open_over(self._bar.hub, self._bar.window(), button.shows.in_full)
            return
        if isinstance(wanted, LinkButton):
            self.link_wanted.emit(NoteLink(start=0, end=0, target=wanted.target, label=wanted.target))
            return
        self._ask_for(_names_of((wanted,)))
        offer = self._offer_of(wanted)
        if offer is not None:
            self._bar.take(offer, dict(wanted.answers) or None)

    @Slot()
    def _leave_out(self) -> None:
        """Remove offers from the bar whose buttons are in view on the status page."""
        wanted = (button.page_button for button in self._panel.buttons_in_view)
        self._bar.leave_out(frozenset(one.offer for one in wanted if isinstance(one, OfferButton)))

    @Slot()
    def _odds_chosen(self) -> None:
        """Show no odds any more, and ask for those that are shown now."""
        self._figures = None, {}
        self._odds_wanted = "", {}
        self._panel.refresh()
        self._ask_odds()

    @Slot(str)
    def _seat_changed(self, _seat: str) -> None:
        self._panel.refresh()
        if self._panel.is_current:
            self._ask_odds()  # another viewer may have the same buttons


def _names_of(page_buttons: Iterable[PageButton]) -> frozenset[str]:
    """Return the base names of the offers of buttons."""
    return frozenset([button.offer.partition(":")[0] for button in page_buttons if isinstance(button, OfferButton)])


def _key(page_button: OfferButton) -> Hashable:
    """Return a name for the odds of a button: its offer with its answers."""
    return page_button.offer, repr(sorted(page_button.answers.items()))
