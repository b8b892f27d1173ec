"""The base of the controls that answer one question."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.presentation.offers import Question
from vtt.shared.odds.odds_figure import OddsFigure


class AnswerControl(QWidget):
    """The control that answers one question.

    Signals:
        changed: the answer changed.
        grown: it needs another height.
    """

    changed = Signal()
    grown = Signal()

    def __init__(self, ask: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ask = ask

    def value(self) -> object:
        """Return the answer as the command takes it; None where nothing is answered."""
        raise NotImplementedError

    def answers(self) -> dict[str, object]:
        """Return what is answered, by the field of the command that it fills; most questions fill one."""
        return {self.ask.field: self.value()}

    def follow(self, answer: object, *, proposed: bool = False) -> None:
        """Take on another answer to the question on which this one depends."""

    def show_odds(self, figures: Mapping[Hashable, OddsFigure]) -> None:
        """Show odds beside the choices that have any; as a rule a control has no choices with odds."""

    def keep_odds_room(self, width: int) -> None:
        """Keep so much room behind each choice; as a rule a control has no choices with odds."""

    def odds_width(self) -> int:
        """Return the width of the widest odds that it shows; 0 for none."""
        return 0

    def is_seen(self) -> bool:
        """Return whether every card of the answer is face up for the person who answers, at this moment."""
        return False

    def problem(self) -> str:
        """Return in a sentence what in the answer cannot be read; nothing as a rule."""
        return ""
