"""The odds of the cards of a hand while its owner looks at it, without a question that asks for one of them."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsItem, QWidget

from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.offers.pressed_questions import next_question
from vtt.table.questions.card_odds_plates import CardOddsPlates
from vtt.table.questions.card_question_input import CardQuestionInput, can_ask_about_cards
from vtt.table.questions.question_input_host import QuestionInputHost
from vtt.widgets.look.theme import ThemeHub


class HandOdds(QObject):
    """Shows the odds of each card during a look, where one card of that hand is the natural next step of its owner.

    Args:
        host: the table.
        hub: the theme.
        page: the widget of the table, the owner.
    """

    def __init__(self, host: QuestionInputHost, hub: ThemeHub, page: QWidget) -> None:
        super().__init__(page)
        self._host, self._hub = host, hub
        self._shown_for: tuple[str, int] = ("", 0)
        self._card_odds = CardOddsPlates(host, page)

    @property
    def plates(self) -> list[tuple[QGraphicsItem, OddsFigure]]:
        """The plates that are shown on the cards, each with the odds in full."""
        return self._card_odds.plates

    def follow(self, *, is_asked: bool) -> None:
        """Show the odds for the look of now, where the cards are now; none while a question `is_asked`."""
        seat = "" if is_asked else self._host.hand_peek.seat
        if not seat and not self._shown_for[0]:
            return
        shown_for = (seat, self._host.position)
        if shown_for != self._shown_for:
            self._shown_for = shown_for
            self._card_odds.ask(self._cards_of(seat) if seat else None)
        else:
            self._card_odds.put()

    def _cards_of(self, seat: str) -> CardQuestionInput | None:
        """Return the cards of which one is the next step of a seat; None if it has another one, or without odds."""
        campaign = self._host.campaign
        if not campaign.odds_choices.show(self._host.table_scene.view, seat):  # no offers need be made
            return None
        for offer in self._host.viewer_campaign().offers(seat):
            if not offer.primary or offer.denial is not None or not campaign.game.may_have_odds(offer.command):
                continue
            asked = next_question(offer, {})
            if asked is not None and asked.is_about_cards and can_ask_about_cards(self._host, asked):
                cards = CardQuestionInput(self._host, self._hub, asked, lambda _: None)
                return cards if cards.is_single else None
        return None
