"""The one way in which an offer is taken, wherever it was chosen: by a button, a key, the palette, or on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replaced
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot

from engine.core.commands import Command
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.presentation.offers import Offer
from vtt.campaign.campaign_changes import CampaignChange
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.offers.confirmation import ask_first
from vtt.shared.offers.listed_odds import ListedOdds
from vtt.shared.offers.offer_picker import OfferList, entries_of, with_others
from vtt.shared.offers.offer_tile import explanation_words, offer_words
from vtt.shared.offers.pressed_questions import (
    PressedQuestion,
    TableAsker,
    needs_form,
    next_question,
    with_sole_answers,
)
from vtt.shared.offers.repeated_answers import RepeatedAnswers
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput, filled, unanswered, warned
from vtt.widgets.tasks.task_runner import TaskRunner


class OfferTaker(QObject):
    """Takes offers for a panel: at once, or after the table or a dialog has asked what is missing.

    Args:
        panel: the panel.
        elsewhere: commands for which another room asks.

    Attributes:
        table_asker: asks one question at a time on the table; None where there is no table.

    Signals:
        taken: an Offer that was done.
        led_elsewhere: an Offer for which another room shall ask what is missing.
        left: the user has left the question of an offer without doing it.
    """

    taken = Signal(object)
    led_elsewhere = Signal(object)
    left = Signal()

    def __init__(self, panel: CampaignPanel, elsewhere: tuple[type[Command], ...] = ()) -> None:
        super().__init__(panel)
        self._panel = panel
        self._elsewhere = elsewhere
        # What is asked stands here and not in a closure: a dialog must not keep alive the panel that is its parent.
        self._asked: Offer | None = None
        self._answers: Mapping[str, object] | None = None
        self._taking: Offer | None = None
        self.dialog: QuestionDialog | None = None
        self.table_asker: TableAsker | None = None
        self.popup: OfferList | None = None
        self._work = TaskRunner(self)
        self._wanted = 0
        self._repeated = RepeatedAnswers()
        panel.campaign.changed.connect(self._campaign_changed)
        panel.destroyed.connect(self._work.close)

    def take(self, offer: Offer, answers: Mapping[str, object] | None = None, *, found_by_name: bool = False) -> None:
        """Do an offer.

        Args:
            offer: what is to be done; one that is denied gets the session to say why.
            answers: what is already known of what it asks for, by field. What is missing is asked in a dialog.
            found_by_name: it was chosen in a list that is searched; something far-reaching then asks first.
        """
        campaign = self._panel.campaign
        if offer.denial is not None:
            campaign.refused.emit(offer.denial.refusal())
            return
        if self._is_done_already(offer):
            return
        if found_by_name and offer.is_far_reaching and not offer.questions and not offer.lazy:
            # The list may be older than the table, as it waits for dice: nothing is asked that would be refused.
            refusal = self._panel.viewer_campaign.refusal(offer.command, tried=True)
            if refusal is not None:
                campaign.refused.emit(refusal)
                return
            self.close()
            take, explanation = partial(self.take, offer, answers), explanation_words(offer)
            words = offer_words(offer)
            ask_first(self._panel.hub, self._panel.window(), words, take, self.left.emit, explanation=explanation)
            return
        if offer.lazy:
            self._work_out(offer, answers)
        else:
            self._take(offer, answers, offer)

    def _is_done_already(self, offer: Offer) -> bool:
        """Say whether an offer is gone that is still shown because its dice fly.

        The second click of somebody in a hurry is for what has just been done: to refuse it would only puzzle.
        """
        if not self._panel.holds_result or offer.questions or offer.lazy:
            return False
        return self._panel.viewer_campaign.refusal(offer.command, tried=True) is not None

    def _work_out(self, offer: Offer, answers: Mapping[str, object] | None) -> None:
        """Complete a lazy offer in the background, then take it, unless the user has done something else meanwhile."""
        self.close()
        work, number, at = (
            self._panel.viewer_campaign.offer_completion(offer),
            self._wanted,
            self._panel.campaign.position,
        )

        def whole(complete_offer: Offer) -> None:
            if number == self._wanted and at == self._panel.campaign.position:
                self._take(complete_offer, answers, offer)

        self._work.start(lambda _progress: work(), whole)

    def _take(self, offer: Offer, answers: Mapping[str, object] | None, listed: Offer) -> None:
        campaign = self._panel.campaign
        self._taking = offer
        if offer.questions and (answers is None or unanswered(offer, answers) or warned(offer, answers)):
            if isinstance(offer.command, self._elsewhere):
                self.led_elsewhere.emit(offer)
                return
            if not self._ask_on_table(offer, answers or {}, listed):
                self._ask(offer, answers or {}, listed)
            return
        try:
            command = filled(offer.command, answers or {})
        except Refused as refused:
            campaign.refused.emit(refused)
            return
        time_preview = self._panel.viewer_campaign.time_preview(command)
        if time_preview is not None and time_preview.asks:
            self._ask(replace(offer, command=command, questions=()), {}, listed)
            return
        if self._panel.viewer_campaign.submit(command, self._panel):
            self.taken.emit(offer)

    def _ask_on_table(self, offer: Offer, answers: Mapping[str, object], listed: Offer) -> bool:
        """Ask the next question on the table. Return whether it has a piece for it.

        How much time passes is asked in the dialog, which tells what will happen in it. A single possible answer is
        not asked where another question follows; where none does, pressing it confirms the offer.
        """
        following = next_question(offer, with_sole_answers(offer, answers), listed)
        asked, table = following or next_question(offer, answers, listed), self.table_asker
        if asked is None or table is None or not table.can_ask(asked):
            return False
        if asked.is_number and self._panel.viewer_campaign.time_preview(offer.command) is not None:
            return False
        self.close()
        table.ask_beside(replaced(asked, before=self._repeated.answers_to(offer) or {}))
        return True

    @Slot(object, object)
    def answer(self, asked: PressedQuestion, answer: object) -> None:
        """Go on after an answer on the table: ask the next question beside the same piece, or do the offer.

        What leaves only one answer is not asked.
        """
        answers = with_sole_answers(asked.offer, {**asked.answers, asked.question.field: asked.value_of(answer)})
        following, table = next_question(asked.offer, answers, asked.listed), self.table_asker
        # Cards have no buttons in the question: where the table does not show them, a form does.
        if following is not None and table is not None and (not following.is_about_cards or table.can_ask(following)):
            self.close()
            table.ask_beside(replaced(following, before=asked.before))
        elif needs_form(asked.offer, answers):
            self.ask_in_form(replaced(asked, answers=answers))
        else:
            self._take(asked.offer, answers, asked.listed)

    @Slot(object)
    def answer_as_before(self, asked: PressedQuestion) -> None:
        """Do an offer with the same answers as the last time."""
        self._take(asked.offer, asked.before, asked.listed)

    def again(self, seats: Sequence[str]) -> None:
        """Do again what was chosen last, if one of some seats did it and can do it now; else say that nothing fits."""
        seat = self._repeated.last_seat
        found = self._repeated.last(self._panel.viewer_campaign.offers(seat)) if seat in seats else None
        if found is None:
            self._panel.campaign.refused.emit(Refused("nothing_to_repeat"))
        else:
            self.take(*found)

    def forget_answers(self) -> None:
        """Forget what was answered, because somebody else looks at this screen."""
        self._repeated.forget()

    @Slot(object)
    def ask_in_form(self, asked: PressedQuestion) -> None:
        """Ask everything about an offer in a dialog, with what is answered already."""
        self._taking = asked.offer
        self._ask(asked.offer, asked.answers, asked.listed)

    def choose(
        self, offers: Sequence[Offer], answers: Mapping[str, object] | None = None, place: QPoint | None = None
    ) -> None:
        """Show a menu of several offers, then take the chosen one.

        Args:
            offers: the possible offers; if only one of them is possible, it is taken at once.
            answers: the known answers.
            place: the menu's position on the screen; above the panel if None.
        """
        possible = [o for o in offers if o.denial is None]
        if len(possible) == 1:
            self.take(possible[0], answers)
        elif offers:
            self.list(offers, answers, place)

    def list(
        self,
        offers: Sequence[Offer],
        answers: Mapping[str, object] | None = None,
        place: QPoint | None = None,
        others: Sequence[ListEntry] = (),
    ) -> None:
        """Show offers in a list that can be searched.

        Args:
            offers: the offers.
            answers: the known answers.
            place: the list's position on the screen; above the panel if None.
            others: further entries, each with a call as its payload; they follow the possible offers.
        """
        self.close()
        entries = with_others(entries_of(offers, self._panel.view, self._panel.theme), others)
        popup = OfferList(self._panel.hub, entries, self._panel, place)
        ListedOdds(self._panel.campaign, popup.search).ask(self._panel.viewer, offers)
        self._answers = answers
        popup.chosen.connect(self._chosen)
        popup.closed.connect(self._popup_gone)
        self.popup = popup
        popup.open()

    def close(self) -> None:
        """Close whatever is being asked."""
        self._wanted += 1
        if self.table_asker is not None:
            self.table_asker.stop_asking()
        if self.popup is not None:
            self.popup.put_away()
            self.popup = None
        if self.dialog is not None:
            self.dialog.reject()
            self.dialog = None

    def _ask(self, offer: Offer, answers: Mapping[str, object], listed: Offer) -> None:
        self.close()
        panel = self._panel
        dialog = QuestionDialog(
            OfferInput(panel.campaign, panel.viewer, panel.hub, offer, answers),
            panel.window(),
            listed,
            self.table_asker.piece_of(offer, answers) if self.table_asker is not None else None,
        )
        self._asked = listed
        dialog.submitted.connect(self._submitted)
        dialog.finished.connect(self._dialog_closed)
        self.dialog = dialog
        dialog.open()

    @Slot(object)
    def _chosen(self, chosen: Offer | Callable[[], object]) -> None:
        if isinstance(chosen, Offer):
            self.take(chosen, self._answers, found_by_name=True)
        else:
            chosen()

    @Slot()
    def _submitted(self) -> None:
        self.taken.emit(self._asked)

    @Slot(object)
    def _campaign_changed(self, change: CampaignChange) -> None:
        """Keep the answers to an offer that was taken here; what was done in any other way is the last thing now."""
        if change.entry is None:
            return
        form = self.dialog.form if self.dialog is not None else self._panel
        offer, command = self._taking, change.entry.command
        if offer is not None and change.initiator in (form, self._panel) and type(offer.command) is type(command):
            self._repeated.keep(offer, command)
        else:
            self._repeated.chose_otherwise()

    @Slot(int)
    def _dialog_closed(self, result: int) -> None:
        self.dialog = None
        if result == QuestionDialog.DialogCode.Rejected:
            self.left.emit()

    @Slot()
    def _popup_gone(self) -> None:
        self.popup = None
