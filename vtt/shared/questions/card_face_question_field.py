"""The answer field for cards that come to the table: typed by name or clicked, each as often as wanted."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtWidgets import QLineEdit, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Question
from vtt.shared.campaign_panel import text
from vtt.shared.card_choice.card_grid import CardGrid
from vtt.shared.card_choice.card_name_parser import read_card
from vtt.shared.questions.answer_control import AnswerControl
from vtt.widgets.basic_widgets import column
from vtt.widgets.look.theme import ThemeHub

_BETWEEN: Final = re.compile(r"[,;]")


class CardFaceQuestionField(AnswerControl):
    """A line in which cards are typed, such as `8h 8h x`, above all those that there are; a click writes one more."""

    def __init__(self, ask: Question, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(text("ask.faces"))
        self.line.setAccessibleName(say(ask.label))
        self.grid = CardGrid(hub, dict.fromkeys(ask.choices, True), parent=self)
        lay = column(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.line)
        lay.addWidget(self.grid)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self.changed)
        self.grid.chosen.connect(self._add)

    def value(self) -> object:
        """Return the faces in the order in which they are written."""
        return tuple(face for _, face in self._read() if face is not None)

    def problem(self) -> str:
        """Return which word is no card that there is."""
        unread = next((word for word, face in self._read() if face is None), "")
        return text("ask.no_card", word=unread[:40]) if unread else ""

    def _read(self) -> list[tuple[str, str | None]]:
        """Return each word with its face; a name may hold spaces, and between plain cards a space will do."""
        readings: list[tuple[str, str | None]] = []
        for part in filter(None, map(str.strip, _BETWEEN.split(self.line.text()))):
            whole = read_card(part, self.ask.choices)[0]
            words = [part] if whole is not None else part.split()
            readings += [(word, read_card(word, self.ask.choices)[0]) for word in words]
        return readings

    def _add(self, face: str) -> None:
        written = self.line.text().strip(" ,")
        self.line.setText(f"{written}, {face}" if written else face)
