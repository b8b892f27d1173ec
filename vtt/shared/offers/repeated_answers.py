"""Earlier answers to offers at this screen, so that the same can be done again in one press.

Nothing of it is shown. What one person answers in secret, or with cards that others may not know, is not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.commands import Command
from engine.presentation.offers import Offer, Question, QuestionKind
from vtt.shared.offers.card_questions import CARD_QUESTION_KINDS

_CHOSEN: Final = (QuestionKind.CHOICE, QuestionKind.CHOICES)
_NOT_KEPT: Final = (*CARD_QUESTION_KINDS, QuestionKind.FACES, QuestionKind.LINES)


class RepeatedAnswers:
    """The latest answers to each offer of each seat, and which of them was the last thing that was chosen here.

    Attributes:
        last_seat: the seat that can do the last thing again; empty if something else was chosen since.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], dict[str, object]] = {}
        self.last_seat = ""
        self._last_name = ""

    def forget(self) -> None:
        """Forget everything."""
        self._answers.clear()
        self.chose_otherwise()

    def chose_otherwise(self) -> None:
        """Notice that something was chosen that cannot be done again: what was done before is not the last thing."""
        self.last_seat = self._last_name = ""

    def keep(self, offer: Offer, command: Command) -> None:
        """Keep what was answered to an offer, if the same can be meant again. A step without questions chooses nothing.

        Args:
            offer: the offer.
            command: what was done.
        """
        if not offer.questions:
            return
        self.chose_otherwise()
        if not may_be_repeated(offer):
            return
        done: Any = command
        self.last_seat, self._last_name = offer.command.seat, offer.name
        answers = {question.field: getattr(done, question.field) for question in offer.questions}
        self._answers[self.last_seat, self._last_name] = answers

    def answers_to(self, offer: Offer) -> dict[str, object] | None:
        """Return the latest answers to an offer, if all of them are still possible; else None."""
        answers = self._answers.get((offer.command.seat, offer.name))
        if answers is None or offer.denial is not None or not may_be_repeated(offer):
            return None
        fits = {question.field for question in offer.questions} == set(answers)
        return dict(answers) if fits and all(_is_possible(asked, answers) for asked in offer.questions) else None

    def last(self, offers: Iterable[Offer]) -> tuple[Offer, dict[str, object]] | None:
        """Return the last thing that was chosen, as an offer with its answers, if it is among these and possible."""
        key = (self.last_seat, self._last_name)
        offer = next((offer for offer in offers if (offer.command.seat, offer.name) == key), None)
        answers = self.answers_to(offer) if offer is not None else None
        return (offer, answers) if offer is not None and answers is not None else None


def may_be_repeated(offer: Offer) -> bool:
    """Return whether the answers to an offer can be meant again, and cost nobody anything by accident."""
    if not offer.questions or offer.lazy or offer.at_cost_of or offer.is_far_reaching:
        return False
    return not any(asked.secret or asked.part or asked.warns or asked.kind in _NOT_KEPT for asked in offer.questions)


def _is_possible(question: Question, answers: Mapping[str, object]) -> bool:
    answer = answers[question.field]
    if question.kind not in _CHOSEN or question.own_words or (question.optional and not answer):
        return True
    choices = question.choices_for(answers.get(question.by)) if question.by else question.choices
    if question.kind is QuestionKind.CHOICES and isinstance(answer, (tuple, list)):
        return set(answer) <= set(choices)
    return not choices or str(answer) in choices
