"""Questions that one press answers: which one an offer asks next, and what it does not ask at all.

The table asks them beside the piece that they are about (`TableAsker`). Where it cannot, a dialog asks them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from PySide6.QtCore import QRect

from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind
from vtt.shared.offers.card_questions import CARD_QUESTION_KINDS
from vtt.shared.questions.open_questions import open_questions

PRESSED_KINDS: Final = (QuestionKind.CHOICE, QuestionKind.NUMBER, *CARD_QUESTION_KINDS)
"""The kinds of questions that can be asked alone: one of several choices, a number with a proposal, or cards."""


@dataclass(frozen=True, slots=True)
class PressedQuestion:
    """The one question that is asked now.

    Attributes:
        offer: the offer, complete.
        listed: the offer as the game lists it.
        question: the question; its choices are those that the earlier answers leave.
        answers: what is answered already, by field.
        before: what was answered to the same offer the last time, if all of that is still possible.
        rows: where the answer is a table of numbers, a question for each of its rows, such as each colour of chips;
            `question` is then the first of them, and the answer has the numbers by row.
        is_list: the field takes a list, of which exactly one thing is asked.
    """

    offer: Offer
    listed: Offer
    question: Question
    answers: Mapping[str, object] = field(default_factory=dict)
    before: Mapping[str, object] = field(default_factory=dict)
    rows: tuple[Question, ...] = ()
    is_list: bool = False

    def value_of(self, answer: object) -> object:
        """Return what the field of the command takes for an answer."""
        return (answer,) if self.is_list else answer

    @property
    def proposal(self) -> object:
        """The answer that is proposed: as the last time, else as the game fills the command."""
        name = self.question.field
        return self.before.get(name, getattr(self.offer.command, name, None))

    @property
    def told(self) -> tuple[Question, ...]:
        """The choices that were made for this offer before, in the order in which the offer asks."""
        questions = [question for question in self.offer.questions if question.kind is QuestionKind.CHOICE]
        return tuple([question for question in questions if question.field in self.answers])

    @property
    def is_about_cards(self) -> bool:
        """True if cards answer it."""
        return self.question.kind in CARD_QUESTION_KINDS

    @property
    def has_more(self) -> bool:
        """True if a form of the offer shows more than this question."""
        return len(self.offer.questions) > max(1, len(self.rows))


class TableAsker(Protocol):
    """Asks one question at a time beside the pieces of the table."""

    def can_ask(self, asked: PressedQuestion) -> bool:
        """Return whether the table has a piece that answers the question, or that a few choices are about."""
        ...

    def ask_beside(self, asked: PressedQuestion) -> None:
        """Ask the question."""
        ...

    def piece_of(self, offer: Offer, answers: Mapping[str, object]) -> QRect | None:
        """Return the piece that an offer is about, on the screen; None if the table does not show it."""
        ...

    def open_odds(self) -> bool:
        """Show the odds of the answers in full. Return whether any are shown."""
        ...

    def stop_asking(self) -> None:
        """Ask no longer."""
        ...


def number_rows(offer: Offer) -> tuple[Question, ...]:
    """Return the questions about the rows of a table, if that is the only table and all of its rows are numbers."""
    rows = tuple(question for question in offer.questions if question.part)
    is_plain = all(question.kind is QuestionKind.NUMBER and not question.secret for question in rows)
    return rows if is_plain and len({question.field for question in rows}) == 1 else ()


def next_question(offer: Offer, answers: Mapping[str, object], listed: Offer | None = None) -> PressedQuestion | None:
    """Return the question that comes next; None if nothing is open, or if something that is open needs a form."""
    rows = number_rows(offer)
    questions = [question for question in open_questions(offer, answers) if question not in rows]
    if not all(map(_can_be_pressed, questions)):
        return None
    if not questions and rows and rows[0].field not in answers:
        return PressedQuestion(offer, listed or offer, rows[0], dict(answers), rows=rows)
    question = next((question for question in questions if not question.by), None)
    if question is None:
        return None
    is_list = _asks_for_one_of_several(question)
    if is_list:
        question = replace(question, kind=QuestionKind.CHOICE)
    return PressedQuestion(
        offer=offer, listed=listed or offer, question=question, answers=dict(answers), is_list=is_list
    )


def _asks_for_one_of_several(question: Question) -> bool:
    """Return whether one press answers a question that takes a list: exactly one thing is to be chosen."""
    return question.kind is QuestionKind.CHOICES and question.least == 1 == question.most


def _can_be_pressed(question: Question) -> bool:
    plain = not (question.own_words or question.part or question.secret or question.warns)
    is_answerable = bool(question.choices) or question.kind is QuestionKind.NUMBER
    if question.kind in CARD_QUESTION_KINDS:  # what is said about single cards is read in a form
        is_answerable = bool(question.choices or question.zone) and not question.told
    return plain and is_answerable and (question.kind in PRESSED_KINDS or _asks_for_one_of_several(question))


def with_sole_answers(offer: Offer, answers: Mapping[str, object]) -> dict[str, object]:
    """Return the answers, and those to the questions to which they leave only one answer."""
    known = dict(answers)
    for _ in offer.questions:  # each answer can leave only one for another question
        for question in open_questions(offer, known):
            if question.kind is QuestionKind.CHOICE and _can_be_pressed(question) and len(question.choices) == 1:
                known[question.field] = question.choices[0]
    return known
