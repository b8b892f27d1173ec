"""The answer field for cards: choose among those that a seat may use."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine.messages.texts import say
from engine.presentation.offers import Question, QuestionKind
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_choice.card_picker import CardPicker
from vtt.shared.card_choice.card_slots import slots_of
from vtt.shared.choice_names import place_title
from vtt.shared.questions.answer_control import AnswerControl
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.look.theme import ThemeHub


class CardQuestionField(AnswerControl):
    """One or several cards."""

    def __init__(
        self,
        ask: Question,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        seat: str,
        initial: object,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        slots = slots_of(campaign.viewer_campaign(viewer).view, ask.zone, ask.choices)
        most = 1 if ask.kind is QuestionKind.CARD else ask.most
        self.picker = CardPicker(campaign, viewer, hub, slots, seat, most, self)
        given = [initial] if isinstance(initial, str) else initial if isinstance(initial, (list, tuple)) else []
        if ask.kind is QuestionKind.CARD and not ask.optional and len(slots) == 1:
            given = [slots[0].reference]
        self.picker.choose([str(card) for card in given])
        lay = column(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.picker)
        self._explanation = prose("", "warning" if ask.warns else "muted", self) if ask.told else None
        self._view = campaign.viewer_campaign(viewer).view
        if self._explanation is not None:
            lay.addWidget(self._explanation)
            self._tell()
            self.picker.changed.connect(self._tell)
        self.setFocusProxy(self.picker)
        self.picker.changed.connect(self.changed)

    @Slot()
    def _tell(self) -> None:
        """Show the details of the chosen cards below them."""
        if self._explanation is None:
            return
        lines = []
        for place in self.picker.references():
            if place in self.ask.told:
                words = say(self.ask.told[place])
                lines.append(words if self.ask.warns else f"{place_title(self._view, place)}: {words}")
        set_prose(self._explanation, "\n".join(lines))
        self._explanation.setVisible(bool(lines))

    def is_seen(self) -> bool:
        """Return whether every chosen card is face up, at least while somebody looks."""
        return self.picker.are_chosen_seen

    def value(self) -> object:
        """Return the card, or a tuple of cards in the order in which they were chosen."""
        chosen = self.picker.references()
        if self.ask.kind is QuestionKind.CARDS:
            return chosen
        return chosen[0] if chosen else None
