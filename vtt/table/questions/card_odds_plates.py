"""The odds of cards that answer a question, on plates on these cards."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QGraphicsItem, QWidget

from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading
from vtt.table.questions.card_question_input import CardQuestionInput
from vtt.table.questions.question_input_host import QuestionInputHost


class CardOddsPlates(QObject):
    """Asks for the odds of each card that answers a question, and shows those of the cards that are face up now.

    Args:
        host: the table.
        page: the widget of the table, the owner.

    Attributes:
        plates: the plates that are shown on the cards, each with the odds in full.
    """

    def __init__(self, host: QuestionInputHost, page: QWidget) -> None:
        super().__init__(page)
        self._host, self._page = host, page
        self._cards: CardQuestionInput | None = None
        self._reading: OddsReading | None = None
        self._figures: Figures = {}
        self.plates: list[tuple[QGraphicsItem, OddsFigure]] = []

    def ask(self, cards: CardQuestionInput | None) -> None:
        """Forget all odds of before, and ask for those of some cards."""
        self._cards, self._figures = cards, {}
        if self._reading is not None:
            self._reading.forget()
        self.put()
        view = self._host.table_scene.view
        if cards is None or not self._host.campaign.shows_odds(view, cards.command):
            return
        if self._reading is None:
            self._reading = OddsReading(self._host.campaign, self)
            self._reading.ready.connect(self._show)
        self._reading.ask(view.viewer, dict(cards.settled_choices()), self._host.hand_peek.seat)

    @Slot(object)
    def _show(self, figures: Figures) -> None:
        self._figures = figures
        self.put()

    def put(self) -> None:
        """Put the plates where the cards are now. What is read in full of a card goes with the last plate."""
        before = self.plates
        for plate, _ in before:
            scene = plate.scene()
            if scene is not None:
                scene.removeItem(plate)
        self.plates = list(self._cards.odds_badges(self._figures)) if self._cards is not None else []
        for plate, _ in self.plates:
            self._host.table_scene.addItem(plate)
        if before and not self.plates:
            OddsPanel.close_over(self._page.window())
