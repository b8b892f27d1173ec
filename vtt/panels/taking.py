"""The one way in which an offer is taken, wherever it was chosen: by a button, a key, the palette, or on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot

from engine.play.commands import Command
from engine.play.offers import Offer
from engine.play.refusal import Refused
from engine.table.frozen import replace
from vtt.panels.ask import Asking, filled, unanswered, warned
from vtt.panels.ask_dialog import AskDialog
from vtt.panels.more import OfferList, entries_of
from vtt.panels.offer_tile import offer_words
from vtt.panels.panel import Panel
from vtt.panels.sure import ask_first
from vtt.widgets.work import Workshop


class OfferTaker(QObject):
    """Takes offers for a panel: at once, or after a dialog has asked what is missing.

    Args:
        panel: the panel.
        elsewhere: commands for which another room asks.

    Signals:
        taken: an Offer that was done.
        led_elsewhere: an Offer for which another room shall ask what is missing.
    """

    taken = Signal(object)
    led_elsewhere = Signal(object)

    def __init__(self, panel: Panel, elsewhere: tuple[type[Command], ...] = ()) -> None:
        super().__init__(panel)
        self._panel = panel
        self._elsewhere = elsewhere
        # What is asked stands here and not in a closure: a dialog must not keep alive the panel that is its parent.
        self._asked: Offer | None = None
        self._answers: Mapping[str, object] | None = None
        self.dialog: AskDialog | None = None
        self.popup: OfferList | None = None
        self._work = Workshop(self)
        self._wanted = 0
        panel.destroyed.connect(self._work.close)

    def take(self, offer: Offer, answers: Mapping[str, object] | None = None, *, found_by_name: bool = False) -> None:
        """Do an offer.

        Args:
            offer: what is to be done; one that is denied gets the session to say why.
            answers: what is already known of what it asks for, by field. What is missing is asked in a dialog.
            found_by_name: it was chosen in a list that is searched; something far-reaching then asks first.
        """
        session = self._panel.session
        if offer.denial is not None:
            denied = offer.denial.message
            session.refused.emit(Refused(denied.key.removeprefix("refused."), *offer.denial.rules, **denied.params))
            return
        if found_by_name and offer.is_far_reaching and not offer.asks and not offer.later:
            self.close()
            ask_first(self._panel.hub, self._panel.window(), offer_words(offer), partial(self.take, offer, answers))
            return
        if offer.later:
            self._work_out(offer, answers)
        else:
            self._take(offer, answers, offer)

    def _work_out(self, offer: Offer, answers: Mapping[str, object] | None) -> None:
        """Work an offer out beside the window; whoever has wanted something else meanwhile does not get it."""
        self.close()
        work, number, at = self._panel.lens.working_out(offer), self._wanted, self._panel.session.position

        def whole(found: Offer) -> None:
            if number == self._wanted and at == self._panel.session.position:
                self._take(found, answers, offer)

        self._work.start(lambda _progress: work(), whole)

    def _take(self, offer: Offer, answers: Mapping[str, object] | None, listed: Offer) -> None:
        session = self._panel.session
        if offer.asks and (answers is None or unanswered(offer, answers) or warned(offer, answers)):
            if isinstance(offer.command, self._elsewhere):
                self.led_elsewhere.emit(offer)
                return
            self._ask(offer, answers or {}, listed)
            return
        try:
            command = filled(offer.command, answers or {})
        except Refused as refused:
            session.refused.emit(refused)
            return
        foretold = self._panel.lens.foretold(command)
        if foretold is not None and foretold.asks:
            self._ask(replace(offer, command=command, asks=()), {}, listed)
            return
        if self._panel.lens.submit(command, self._panel):
            self.taken.emit(offer)

    def choose(
        self, offers: Sequence[Offer], answers: Mapping[str, object] | None = None, place: QPoint | None = None
    ) -> None:
        """Let somebody choose among several offers, then take that one.

        Args:
            offers: what it could be; if only one of them is possible, that one is taken at once.
            answers: what is known already.
            place: where on the screen to ask; above the panel if None.
        """
        possible = [o for o in offers if o.denial is None]
        if len(possible) == 1:
            self.take(possible[0], answers)
        elif offers:
            self.list(offers, answers, place)

    def list(
        self, offers: Sequence[Offer], answers: Mapping[str, object] | None = None, place: QPoint | None = None
    ) -> None:
        """Show offers in a list that can be searched."""
        self.close()
        popup = OfferList(self._panel.hub, entries_of(offers, self._panel.view, self._panel.theme), self._panel, place)
        self._answers = answers
        popup.chosen.connect(self._chosen)
        popup.closed.connect(self._popup_gone)
        self.popup = popup
        popup.open()

    def close(self) -> None:
        """Close whatever is being asked."""
        self._wanted += 1
        if self.popup is not None:
            self.popup.put_away()
            self.popup = None
        if self.dialog is not None:
            self.dialog.reject()
            self.dialog = None

    def _ask(self, offer: Offer, answers: Mapping[str, object], listed: Offer) -> None:
        self.close()
        panel = self._panel
        dialog = AskDialog(Asking(panel.session, panel.viewer, panel.hub, offer, answers), panel.window(), listed)
        self._asked = listed
        dialog.submitted.connect(self._submitted)
        dialog.finished.connect(self._dialog_closed)
        self.dialog = dialog
        dialog.open()

    @Slot(object)
    def _chosen(self, offer: Offer) -> None:
        self.take(offer, self._answers, found_by_name=True)

    @Slot()
    def _submitted(self) -> None:
        self.taken.emit(self._asked)

    @Slot(int)
    def _dialog_closed(self, _result: int) -> None:
        self.dialog = None

    @Slot()
    def _popup_gone(self) -> None:
        self.popup = None
