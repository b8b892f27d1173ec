"""The odds of the cards of a hand while its owner looks at it, without a question that asks for one of them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QGraphicsItem

from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_reading import Figures, OddsReading
from vtt.shared.offers.pressed_questions import next_question
from vtt.table.questions.card_question_input import CardQuestionInput, can_ask_about_cards
from vtt.table.questions.question_input_host import QuestionInputHost
from vtt.widgets.look.theme import ThemeHub


class HandOdds(QObject):
    """Shows the odds of each card during a look, where one card of that hand is the natural next step of its owner.

    Args:
        host: the table.
        hub: the theme.
        parent: the owner.

    Attributes:
        plates: the plates that are shown on the cards, each with the odds in full.
    """

    def __init__(self, host: QuestionInputHost, hub: ThemeHub, parent: QObject) -> None:
        super().__init__(parent)
        self._host, self._hub = host, hub
        self._shown_for: tuple[str, int] = ("", 0)
        self._cards: CardQuestionInput | None = None
        self._reading: OddsReading | None = None
        self._figures: Figures = {}
        self.plates: list[tuple[QGraphicsItem, OddsFigure]] = []

    def follow(self, *, is_asked: bool) -> None:
        """Show the odds for the look of now, where the cards are now; none while a question `is_asked`."""
        seat = "" if is_asked else self._host.hand_peek.seat
        if not seat and not self._shown_for[0]:
            return
        shown_for = (seat, self._host.position)
        if shown_for != self._shown_for:
            self._shown_for, self._figures = shown_for, {}
            if self._reading is not None:
                self._reading.forget()
            self._cards = self._cards_of(seat) if seat else None
            if self._cards is not None:
                self._read(self._cards, seat)
        self._put()

    def _cards_of(self, seat: str) -> CardQuestionInput | None:
        """Return the cards of which one is the next step of a seat; None if it has another one, or without odds."""
        campaign, view = self._host.campaign, self._host.table_scene.view
        if not campaign.odds_choices.show(view, seat):
            return None
        for offer in self._host.viewer_campaign().offers(seat):
            if not offer.primary or offer.denial is not None or not campaign.game.may_have_odds(offer.command):
                continue
            asked = next_question(offer, {})
            if asked is not None and asked.is_about_cards and can_ask_about_cards(self._host, asked):
                cards = CardQuestionInput(self._host, self._hub, asked, lambda _: None)
                return cards if cards.is_single else None
        return None

    def _read(self, cards: CardQuestionInput, seat: str) -> None:
        if self._reading is None:
            self._reading = OddsReading(self._host.campaign, self)
            self._reading.ready.connect(self._show)
        self._reading.ask(self._host.table_scene.view.viewer, dict(cards.settled_choices()), seat)

    @Slot(object)
    def _show(self, figures: Figures) -> None:
        self._figures = figures
        self._put()

    def _put(self) -> None:
        for plate, _ in self.plates:
            scene = plate.scene()
            if scene is not None:
                scene.removeItem(plate)
        self.plates = list(self._cards.odds_badges(self._figures)) if self._cards is not None else []
        for plate, _ in self.plates:
            self._host.table_scene.addItem(plate)
