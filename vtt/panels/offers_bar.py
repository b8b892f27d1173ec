"""The offers bar: what the current seat can do now, as large buttons; every offer is taken here."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.fault_isolation import FAULT, report_fault
from engine.core.manual_moves import SetClock
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.presentation.offers import Offer, in_display_order
from engine.presentation.visibility import VisibleTable
from engine.sheets.editing.new_character_moves import JoinActor
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.panels.gm_screen_button import GmScreenButton
from vtt.panels.offer_shortcuts import OfferShortcuts, context_of, is_idle, steps_now
from vtt.panels.seat_switcher import SeatSwitcher
from vtt.shared.campaign_panel import CampaignPanel, gm_seat, text
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading, Ways
from vtt.shared.offers.offer_parts import OfferParts
from vtt.shared.offers.offer_taker import OfferTaker
from vtt.shared.offers.offer_tile import OfferPart, OfferTile, by_reason, height_of_rows, offer_words
from vtt.shared.questions.settled_offers import is_settled
from vtt.shared.table_queries import awaited_seats, reachable_seats
from vtt.widgets.basic_widgets import button, column
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_metrics import ui_metrics
from vtt.widgets.plain_text import label
from vtt.widgets.scroll_areas import FitScroll

ROWS: Final = 2
"""Rows of buttons, where there is room for them."""
ALL_SHOWN: Final = 8
FEW_SHOWN: Final = 6
# The digits alone belong to the table: each turns up the hand of a seat.
KEYS: Final = tuple(f"Alt+{number}" for number in range(1, 10))


def arranged(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Return the offers that get a button of their own, the natural next steps first; the rest is under "More"."""
    shown = in_display_order([offer for offer in offers if offer.primary or not offer.rare])
    possible = tuple(offer for offer in shown if offer.denial is None)
    if len(shown) <= ALL_SHOWN:
        return (*possible, *(offer for offer in shown if offer.denial is not None))
    return possible[: max(FEW_SHOWN, sum(offer.primary for offer in possible))]


class OffersBar(CampaignPanel):
    """The offers of one seat, with a switcher that follows the seat that the table waits for.

    On a player's own screen the bar stays with that player, or with a chosen seat until the table waits for the player.

    Signals:
        seat_changed: the seat whose offers are shown now.
        taken: an Offer that was done.
        newcomer_wanted: the seat that wants to bring in a character.
        seat_clicked: a person chooses this seat; before its offers are shown.

    `gm_screen_wanted` says that the GM wants to act for a character whose sheet this screen does not show.
    """

    seat_changed = Signal(str)
    taken = Signal(object)
    newcomer_wanted = Signal(str)
    seat_clicked = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._seat = ""
        self._waiting: tuple[str, ...] | None = None
        self._step: tuple[object, ...] = ()
        self._known: object = None
        self._narrow = False
        self._one_line = False
        self._elsewhere: frozenset[str] = frozenset()
        self._keys = OfferShortcuts()
        self._keyed: dict[int, Offer] = {}
        self._tiles: list[OfferTile] = []
        self._offer_parts = OfferParts(theme_hub, self.take)
        self._parts: list[OfferPart] = []
        self._count = 0
        self._room: int | None = None
        self._given = 0
        self._before: QWidget | None = None
        self._looking = ""
        self._before_look = ""
        self._had_odds: set[str] = set()  # names of offers of which odds were shown
        self._odds = OddsReading(campaign, self)
        self._odds.ready.connect(self._show_odds)
        campaign.odds_chosen.connect(self._odds_chosen)
        self._taker = OfferTaker(self, (JoinActor,))
        self._taker.led_elsewhere.connect(self._lead_elsewhere)
        self._taker.taken.connect(self.taken)
        self._content = QWidget()
        self._column = column(self._content)
        self._seats = SeatSwitcher(theme_hub)
        self._seats.chosen.connect(self._choose_by_hand)
        self._offers = QWidget()
        self._offer_flow = TileFlow(self._offers)
        self._denied = QWidget()
        self._denied_flow = TileFlow(self._denied)
        self._more = button("", "", text("offers.more_help"), self._offers)
        self._more.setObjectName("offers_more")
        self._more.hide()
        self._more.clicked.connect(self.open_more)
        self._gm_screen = GmScreenButton(campaign, KEYS[0], self._offers)
        self._gm_screen.clicked.connect(self.gm_screen_wanted)
        self._nothing = label(text("offers.nothing"), "muted", wrap=True)
        self._column.addWidget(self._seats)
        self._column.addWidget(self._nothing)
        self._column.addWidget(self._offers)
        self._column.addWidget(self._denied)
        self._column.addStretch(1)
        self._scroll = FitScroll(self._content)
        column(self).addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text("offers.name"))
        self._make_actions()
        self.restyle()

    @property
    def seat(self) -> str:
        """The seat whose offers are shown."""
        return self._seat

    @property
    def taker(self) -> OfferTaker:
        """The object that takes offers and asks their questions."""
        return self._taker

    @property
    def tiles(self) -> tuple[OfferTile, ...]:
        """The buttons of the offers, as many as there is room for."""
        return tuple(self._tiles)

    def come_after(self, widget: QWidget) -> None:
        """Let Tab lead here from a widget."""
        self._before = widget
        self._chain()

    @Slot(str)
    def choose_seat(self, seat: str) -> None:
        """Show what another seat can do."""
        if seat in reachable_seats(self.view) and seat != self._seat:
            self._seat = seat
            self._rebuild()
            self.seat_changed.emit(seat)

    def turn_back(self) -> None:
        """Switch after a look to the seat that the table waits for; of several, to the one that was shown before."""
        if self._waiting and self._seat not in self._waiting:
            self.choose_seat(self._before_look if self._before_look in self._waiting else self._waiting[0])

    def next_seat(self) -> None:
        """Show what the next seat can do."""
        seats = reachable_seats(self.view)
        if seats:
            at = seats.index(self._seat) if self._seat in seats else -1
            self._choose_by_hand(seats[(at + 1) % len(seats)])

    @Slot(str)
    def _choose_by_hand(self, seat: str) -> None:
        self.seat_clicked.emit(seat)
        self.choose_seat(seat)

    def take(self, offer: Offer, answers: Mapping[str, object] | None = None, *, found_by_name: bool = False) -> None:
        """Do an offer, chosen by a button, a key, the palette, or a gesture on the table.

        Args:
            offer: the offer; for a denied one the campaign says why.
            answers: known answers to its questions, by field. A dialog asks the missing ones.
            found_by_name: it was chosen in a searchable list; a far-reaching offer then asks first.
        """
        self._taker.take(offer, answers, found_by_name=found_by_name)

    def choose(
        self, offers: Sequence[Offer], answers: Mapping[str, object] | None = None, place: QPoint | None = None
    ) -> None:
        """Show a menu of the offers that a gesture could mean, then take the chosen one.

        Args:
            offers: the possible offers.
            answers: the answers that the gesture has given.
            place: the menu's position on the screen; above the bar if None.
        """
        self._taker.choose(offers, answers, place)

    def open_more(self) -> None:
        """Show all offers of the seat in a searchable list."""
        if offers := self._all_offers():
            self._taker.list(offers)

    def _all_offers(self) -> tuple[Offer, ...]:
        """Return what the seat can do; what is handled on the table itself is there under another name."""
        return tuple(o for o in self.viewer_campaign.offers(self._seat) if not o.direct) if self._seat else ()

    def leave_out(self, names: frozenset[str]) -> None:
        """Leave to "More" what has a button on the table already, unless the table waits for the seat.

        What a seat has to choose from has a key each, and the first key is not left to something else, nor to
        nothing. Neither is the bar left empty.

        Args:
            names: of these offers.
        """
        if names != self._elsewhere:
            self._elsewhere = names
            self._rebuild()

    def reserve(self, room: int | None, given: int = 0) -> None:
        """Take one steady height, whatever there is to do, so that nothing above moves from step to step.

        It is the same at every scale, so that larger type takes nothing from the table.

        Args:
            room: the most that it may be; what has no place is under "More". None lets it be as high as its layout
                makes it, and scroll.
            given: how much of that height something else needs.
        """
        self._room, self._given = room, given
        self._hold()
        self._fit()

    def hold_results(self, hold: ResultHold) -> None:
        """Keep the offers and their odds while a hold is on."""
        super().hold_results(hold)
        self._odds.hold_results(hold)

    def set_looking(self, seat: str) -> None:
        """Show the odds that use a hand as long as a seat looks at it on this screen; an empty string for nobody."""
        if seat != self._looking:
            self._before_look = self._seat if seat else self._before_look
            self._looking = seat
            self._clear_odds()
            self._ask_odds()

    def set_one_line(self, one_line: bool) -> None:
        """Show one line of buttons alone; people, and what has no place in the line, are there again without it."""
        if one_line != self._one_line:
            self._one_line = one_line
            self._seats.setVisible(not one_line and len(self._seats.buttons) > 1)
            self._known = None
            self._rebuild()

    def follow(self, undone_by: str = "") -> None:
        """Switch to the awaited seat, on a player's own screen only to that player; `refresh` shows its offers.

        Of several it stays with the one that is shown; after an undo it goes to the one whose move was taken back.

        Args:
            undone_by: the seat whose move was undone; empty for none.
        """
        view = self.view
        seats = reachable_seats(view)
        waiting = tuple(s for s in awaited_seats(view) if s in seats)
        before = self._seat
        step = (waiting, *((len(view.under_way), steps_now(view.under_way[-1])) if view.under_way else ()))
        if self._step != step:
            self._step, self._waiting = step, waiting
            called = tuple(s for s in waiting if s == view.viewer) if view.viewer in view.seats else waiting
            if undone_by in called:
                self._seat = undone_by
            elif called and self._seat not in called:
                self._seat = called[0]
        if self._seat not in seats and view.viewer in seats:
            self._seat = view.viewer
        elif self._seat not in seats:
            self._seat = waiting[0] if waiting else gm_seat(view) if gm_seat(view) in seats else next(iter(seats), "")
        if self._seat != before:
            self.seat_changed.emit(self._seat)

    def refresh(self) -> None:
        """Follow who is waited for and show that seat's offers."""
        self.follow()
        self._rebuild()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the buttons come before the people, because the bar follows the awaited seat by itself."""
        super().resizeEvent(event)
        self._arrange()
        self._fit()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_s)
        self._column.setSpacing(lengths.pad_s)
        self._offer_flow.setSpacing(lengths.pad_s)
        self._denied_flow.setSpacing(lengths.pad_s)
        self._scroll.set_least(lengths.control * 2 + lengths.pad_l)
        self._arrange()
        self._known = None
        self.refresh()

    def viewer_changed(self) -> None:
        """Start anew: another viewer has other seats in reach."""
        self._waiting, self._step = None, ()
        self._seat = ""
        self._looking = ""
        self._had_odds.clear()
        self._clear_odds()
        self._taker.close()
        self._taker.forget_answers()
        self.refresh()

    def _arrange(self) -> None:
        # Before any layout has given it a size there is no telling; what is built then need not be built again.
        sized = self.testAttribute(Qt.WidgetAttribute.WA_Resized)
        narrow = sized and self.width() < 40 * self.theme.metrics.font_body
        if narrow != self._narrow:
            self._narrow = narrow
            self._column.removeWidget(self._seats)
            self._column.insertWidget(self._column.count() - 1 if narrow else 0, self._seats)
            self._known = None
            self._rebuild()

    def _rebuild(self) -> None:
        """Show the offers of the seat; while a result is held, those before it stay, and `refresh` follows."""
        if self.holds_result:
            return
        view = self.view
        offers = self._all_offers()
        names = self._gm_screen.names(view, self._seat)
        has_next_step = not self._is_asked or any(offer.primary for offer in offers)
        on_turn = "" if has_next_step else self._gm_screen.name_on_turn(view, self._seat)
        seats = tuple(view.seats.values())
        shown_state = (self._seat, self._waiting, self.viewer, seats, offers, self._elsewhere, names, on_turn)
        if shown_state == self._known:
            return
        self._known = shown_state
        focus = self.window().focusWidget()
        had_focus = self._offers.isAncestorOf(focus) or self._denied.isAncestorOf(focus)
        seats_had_focus = self._seats.isAncestorOf(focus)
        try:
            self._show_seats(view)
            self._gm_screen.show_for(names, on_turn)
            self._show_offers(offers)
        except Exception as fault:  # whatever it is: nobody's name stands over another's offers
            self._show_fault()
            report_fault(fault)
        self._chain()
        chosen = self._seats.checked
        if seats_had_focus and chosen is not None:
            chosen.show()
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        if had_focus:
            # Enter is pressed before anybody reads: it never does anything but the natural next step.
            next_steps = (t for t in self._tiles if (t.offer.primary if self._narrow else t.key == KEYS[0]))
            target = next(next_steps, None) or chosen
            if target is not None:
                target.show()  # a layout shows it later; a window coming to the front leaves the unseen without focus
                target.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _is_asked(self) -> bool:
        """Whether the table waits for the seat that is shown."""
        return self._seat in (self._waiting or ())

    def _in_order(self, possible: Sequence[QWidget]) -> list[QWidget]:
        """Return the buttons of offers with those that lead elsewhere; the GM's screen comes first if it is next."""
        others = [*possible, self._more]
        return [self._gm_screen, *others] if self._gm_screen.is_next else [*others, self._gm_screen]

    def _show_seats(self, view: VisibleTable) -> None:
        if self._seats.show_people(view, reachable_seats(view), self._seat, self._waiting or ()):
            self._hold()

    @Slot(object)
    def show_left(self, left: Mapping[str, int]) -> None:
        """Show beside each of these people how many seconds they have left to answer."""
        self._seats.show_left(left, self.view, self._seat, self._waiting or ())

    def _show_fault(self) -> None:
        """Say in place of all offers that they cannot be shown."""
        self._parts, self._keyed = [], {}
        self._gm_screen.hide()
        self._offer_flow.hold([self._more, self._gm_screen])
        self._denied_flow.hold([])
        self._offer_parts.clear()
        self._nothing.setText(say(FAULT))
        self._nothing.show()
        self._fit()

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        elsewhere = frozenset[str]() if self._is_asked else self._elsewhere
        idle, context = is_idle(self.view, self._seat) or self._gm_screen.is_next, context_of(self.view, self._seat)
        first = self._keys.first(context, [o for o in arranged(offers) if o.denial is None], idle=idle)
        stays = [o for o in offers if o.primary or o.name == first or o.name not in elsewhere]
        shown_offers = arranged(stays or offers)
        can = [offer for offer in shown_offers if offer.denial is None]
        numbered = self._keys.numbered(context, can, idle=idle)
        self._keyed = {number: offer for offer, number in numbered if number}
        keyed = [(offer, KEYS[number - 1] if number and not self._narrow else "") for offer, number in numbered]
        possible = [(pair,) for pair in keyed]
        denied = [
            tuple((o, "") for o in group) for group in by_reason([o for o in shown_offers if o.denial is not None])
        ]
        groups = [*((group, self._offers) for group in possible), *((group, self._denied) for group in denied)]
        self._parts = self._offer_parts.show(self.viewer, groups)
        possible_parts = [part.widget for part in self._parts if part.place is self._offers]
        self._offer_flow.hold(self._in_order(possible_parts))
        self._denied_flow.hold([part.widget for part in self._parts if part.place is self._denied])
        self._ask_odds()
        self._count = len(offers)
        # Where the rules ask for nothing, it is said what can be done all the same.
        self._nothing.setText(text("offers.view_only" if self.campaign.view_only else "offers.nothing"))
        self._nothing.setVisible(all(o.command.ADDS_CHARACTERS or isinstance(o.command, SetClock) for o in offers))
        self._fit()

    def _ask_odds(self) -> None:
        """Ask for the odds of what can be done as it is; its buttons keep room for the figure."""
        view = self.view
        wanted: dict[Hashable, Ways] = {}
        for part in self._parts:
            for tile in part.tiles:
                has_odds = self.campaign.shows_odds(view, tile.offer.command) and is_settled(tile.offer)
                tile.keep_odds_room(has_odds)
                if has_odds:
                    wanted[tile.offer.name] = [(offer_words(tile.offer), tile.offer)]
        self._odds.ask(self.viewer, wanted, self._looking)

    @Slot(object)
    def _show_odds(self, figures: Figures) -> None:
        for part in self._parts:
            for tile in part.tiles:
                figure = figures.get(tile.offer.name) if is_settled(tile.offer) else None
                if figure is not None and not self._looking:  # nobody learns from a look
                    self._had_odds.add(tile.offer.base_name)
                may_come = tile.offer.primary or tile.offer.base_name in self._had_odds
                tile.show_odds(figure, waits=may_come and self._odds.is_busy)

    def _clear_odds(self) -> None:
        """Show no odds any more: the next viewer may not know them."""
        self._odds.forget()
        self._show_odds({})
        self._close_odds()

    @Slot()
    def _odds_chosen(self) -> None:
        self._clear_odds()
        self._ask_odds()
        self._fit()

    @Slot()
    def open_odds(self) -> None:
        """Show the odds in full: of the answers on the table, of the offer with the focus, or of the first with any."""
        asker = self.taker.table_asker
        if asker is not None and asker.open_odds():
            return
        figures = {tile: tile.odds_figure for tile in self._tiles if tile.odds_figure is not None}
        if not figures:
            self.campaign.refused.emit(Refused("no_odds"))
            return
        first = next((at for at, tile in enumerate(figures) if tile.hasFocus()), 0)
        OddsPanel.open_over(self.hub, self.window(), tuple(figures.values()), first)

    def _close_odds(self) -> None:
        OddsPanel.close_over(self.window())

    @Slot(object)
    def _session_changed(self, change: object) -> None:
        self._close_odds()  # what is shown in full is that of the table before
        super()._session_changed(change)

    def _fit(self) -> None:
        """Show as many buttons as there is room for, the natural next steps first."""
        for part in self._content.findChildren(QWidget):
            part.ensurePolished()  # before the style sheet has come to it nothing knows its size
        # Where it scrolls and has room for a single line, a button of two would be cut, and all beside it.
        brief = self._one_line or (
            self._room is None and self.height() < height_of_rows(self.theme.metrics, 1) + 2 * self.theme.metrics.pad_s
        )
        for tile in (tile for part in self._parts for tile in part.tiles):
            tile.be_brief(brief)
        # A single line has no place for what is denied; that is under "More".
        number = sum(part.place is self._offers for part in self._parts) if self._one_line else len(self._parts)
        while not (fits := self._fits(number)) and number > 1:
            number -= 1
        # What fits needs no scroll bar, but one that is there takes so much room that it would be needed after all.
        steady = self._one_line or (fits and self._room is not None)
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if steady else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self._scroll.setVerticalScrollBarPolicy(policy)
        self._tiles = [tile for part in self._parts[:number] for tile in part.tiles]

    def _fits(self, number: int) -> bool:
        """Show so many parts, and say whether they have room."""
        shown = self._parts[:number]
        possible = any(part.place is self._offers for part in shown)
        denied = any(part.place is self._denied for part in shown)
        more = self._count - sum(len(part.tiles) for part in shown)
        with self._offer_flow.resting(), self._denied_flow.resting():
            for at, part in enumerate(self._parts):
                part.widget.setVisible(at < number)
            self._more.setText(text("offers.more", count=more))
            self._more.setAccessibleName(text("offers.more", count=more))
            self._more.setVisible(more > 0)
        self._offers.setVisible(possible or more > 0 or not self._gm_screen.isHidden())
        self._denied.setVisible(denied)
        # Its own width: what is in it takes on a new one later, as late as when the bar is shown.
        margins, gap = self._column.contentsMargins(), self._column.spacing()
        width = self.width() - margins.left() - margins.right()
        if self._one_line:
            self._seats.hide()
            return self._offer_flow.heightForWidth(width) <= height_of_rows(self.theme.metrics, 1)
        if self._room is None or not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return True
        parts = (
            (self._seats, self._seats.height_at(width)),
            (self._nothing, self._nothing.heightForWidth(width)),
            (self._offers, self._offer_flow.heightForWidth(width)),
            (self._denied, self._denied_flow.heightForWidth(width)),
        )
        heights = [high + gap for part, high in parts if not part.isHidden()]
        return sum(heights) - gap + margins.top() + margins.bottom() <= self.maximumHeight()

    def usual_height(self, room: int) -> int:
        """Return the height at 100 %: the people and as many rows of buttons, of two lines each, as have room."""
        usual = ui_metrics(1.0)
        people = usual.control + usual.pad_s if len(reachable_seats(self.view)) > 1 else 0
        heights = [people + height_of_rows(usual, rows) + 2 * usual.pad_s for rows in range(ROWS, 0, -1)]
        return next((high for high in heights if high <= room), room)

    def _hold(self) -> None:
        if self._room is None:
            return
        lengths = self.theme.metrics
        people = lengths.control + lengths.pad_s if len(reachable_seats(self.view)) > 1 else 0
        least = people + lengths.control + 2 * lengths.pad_s
        self.setFixedHeight(max(least, self.usual_height(self._room) - self._given))

    def _chain(self) -> None:
        """Set the Tab order from the seats to the offers as they are shown; Qt would put new buttons last."""
        before = self._before
        possible = [tile for tile in self._tiles if not tile.is_denied]
        denied = [tile for tile in self._tiles if tile.is_denied]
        for part in (*self._seats.buttons, *self._in_order(possible), *denied):
            if before is not None:
                QWidget.setTabOrder(before, part)
            before = part

    @Slot(object)
    def _lead_elsewhere(self, offer: Offer) -> None:
        if isinstance(offer.command, JoinActor):
            self.newcomer_wanted.emit(offer.command.leader)

    def _take_number(self, number: int) -> None:
        offer = self._keyed.get(number + 1)
        if offer is not None:
            self.take(offer)
        elif not number and self._gm_screen.is_next:
            self.gm_screen_wanted.emit()

    def _make_actions(self) -> None:
        """The keys are actions, so that the help finds them where it finds all others."""
        for number, key in enumerate(KEYS):
            action = self._action(f"offer_{number + 1}", text("offers.take", number=number + 1), key)
            action.setProperty("help", f"{KEYS[0]} … {KEYS[-1]}|{text('offers.take_help')}" if number == 0 else "")
            action.setProperty("palette_hidden", True)
            action.triggered.connect(lambda _=False, n=number: self._take_number(n))
        self._action("offers_more", text("offers.all"), "Alt+0").triggered.connect(self.open_more)
        again = self._action("offers_again", text("offers.again"), "Ctrl+R")
        again.triggered.connect(lambda: self._taker.again(reachable_seats(self.view)))
        self._action("offers_odds", text("odds.action"), "Alt+I").triggered.connect(self.open_odds)
        self._action("offers_next_seat", text("offers.next_seat"), "Ctrl+Tab").triggered.connect(self.next_seat)

    def _action(self, name: str, words: str, key: str) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(key))
        action.setAutoRepeat(False)  # a held key takes one offer, not also those that follow
        action.setProperty("group", text("offers.name"))
        self.addAction(action)
        return action
