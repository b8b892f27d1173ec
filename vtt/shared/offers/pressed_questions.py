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

PRESSED_KINDS: Final = (QuestionKind.CHOICE, QuestionKind.CHOICES, QuestionKind.NUMBER, *CARD_QUESTION_KINDS)
"""The kinds of questions that can be asked one after another: choices, a number with a proposal, or cards."""


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
        proposed = self.before.get(name, getattr(self.offer.command, name, None))
        return proposed[0] if self.is_list and isinstance(proposed, tuple) and len(proposed) == 1 else proposed

    @property
    def told(self) -> tuple[tuple[Question, str], ...]:
        """The choices that were made for this offer before, each with its question, in the order of the offer."""
        told: list[tuple[Question, str]] = []
        for question in self.offer.questions:
            answer = self.answers.get(question.field)
            if question.kind is QuestionKind.CHOICE and question.field in self.answers:
                told.append((question, str(answer)))
            elif _is_table(question) and isinstance(answer, (tuple, list)):
                told += [(question, str(row)) for row in answer]
        return tuple(told)

    @property
    def is_of_table(self) -> bool:
        """True if the answers are the rows of a table, whose numbers are asked afterwards."""
        return any(question.field == self.question.field and _is_table(question) for question in self.offer.questions)

    @property
    def is_about_cards(self) -> bool:
        """True if cards answer it."""
        return self.question.kind in CARD_QUESTION_KINDS

    @property
    def is_several(self) -> bool:
        """True if some of several choices answer it, which are confirmed together."""
        return self.question.kind is QuestionKind.CHOICES

    @property
    def is_number(self) -> bool:
        """True if one number answers it."""
        return self.question.kind is QuestionKind.NUMBER and not self.rows

    @property
    def is_text(self) -> bool:
        """True if a line of text answers it, which may stay empty."""
        return self.question.kind is QuestionKind.TEXT

    @property
    def is_sole_choice(self) -> bool:
        """True if one choice is all that is asked, but for what is rarely said, and a form tells no more about it."""
        others = (other for other in self.offer.questions if other.field != self.question.field)
        return self.question.kind is QuestionKind.CHOICE and all(o.rare for o in others) and not self.question.told

    @property
    def has_more(self) -> bool:
        """True if a form of the offer shows more than this question."""
        return len(self.offer.questions) > max(1, len(self.rows))


class TableAsker(Protocol):
    """Asks one question at a time beside the pieces of the table."""

    def can_ask(self, asked: PressedQuestion) -> bool:
        """Return whether the table can ask it: with a piece that answers, or beside the piece that it is about."""
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
    questions = [_without_columns(question) for question in open_questions(offer, answers) if question not in rows]
    if not any(not question.optional for question in offer.questions):
        questions = [question for question in offer.questions if _is_sole_question(offer, question, answers)]
    if not all(map(_can_be_pressed, questions)):
        return None
    if not questions and rows and rows[0].field not in answers:
        return PressedQuestion(offer, listed or offer, rows[0], dict(answers), rows=rows)
    question = next((question for question in questions if not question.by), None)
    if question is None:
        column = None if questions else _open_column(offer, answers)
        if column is None:
            return None
        return PressedQuestion(offer, listed or offer, column, dict(answers), is_list=True)
    is_list = _asks_for_one_of_several(question)
    if is_list:
        question = replace(question, kind=QuestionKind.CHOICE)
    return PressedQuestion(
        offer=offer, listed=listed or offer, question=question, answers=dict(answers), is_list=is_list
    )


def _is_table(question: Question) -> bool:
    """Return whether a question takes several choices, and numbers for each of them in fields of their own."""
    is_of_numbers = all(column.kind is QuestionKind.NUMBER for column in question.columns)
    return question.kind is QuestionKind.ROWS and not question.row and is_of_numbers


def _without_columns(question: Question) -> Question:
    return replace(question, kind=QuestionKind.CHOICES, columns=()) if _is_table(question) else question


def _rows_of(question: Question, answers: Mapping[str, object]) -> int:
    chosen = answers.get(question.field)
    return len(chosen) if isinstance(chosen, (tuple, list)) else 0


def _open_column(offer: Offer, answers: Mapping[str, object]) -> Question | None:
    """Return the next number of a table in which one row is chosen; what the rows share is all its own."""
    tables = (question for question in offer.questions if _is_table(question) and _rows_of(question, answers) == 1)
    columns = (column for table in tables for column in table.columns)
    return next((column for column in columns if column.total is None and column.field not in answers), None)


def needs_form(offer: Offer, answers: Mapping[str, object]) -> bool:
    """Return whether several rows of a table are chosen whose numbers are not answered."""
    return any(
        _is_table(table)
        and _rows_of(table, answers) > 1
        and any(column.field not in answers for column in table.columns)
        for table in offer.questions
    )


def _is_sole_question(offer: Offer, question: Question, answers: Mapping[str, object]) -> bool:
    """Return whether an optional question is all that an offer asks, and one press answers it.

    That is a choice of which one is proposed. Several that are proposed, or a text that may stay empty, are asked where
    the offer is far-reaching.
    """
    if question.field in answers or question.rare or len(offer.questions) > 1:
        return False
    if _is_optional_text(question):
        return not offer.is_far_reaching
    proposed = getattr(offer.command, question.field, None)
    if question.kind is QuestionKind.CHOICES:
        return bool(proposed) and not offer.is_far_reaching and set(proposed or ()).issubset(question.choices)
    is_proposed = proposed in question.choices and question.instead is None
    return is_proposed and question.kind is QuestionKind.CHOICE


def _is_optional_text(question: Question) -> bool:
    return question.kind is QuestionKind.TEXT and question.optional


def _asks_for_one_of_several(question: Question) -> bool:
    """Return whether one press answers a question that takes a list: exactly one thing is to be chosen."""
    return question.kind is QuestionKind.CHOICES and question.least == 1 == question.most


def _can_be_pressed(question: Question) -> bool:
    plain = not (question.own_words or question.part or question.secret or question.warns)
    if _is_optional_text(question):
        return plain
    is_answerable = bool(question.choices) or question.kind is QuestionKind.NUMBER
    if question.kind in CARD_QUESTION_KINDS:  # what is said about single cards is read in a form
        is_answerable = bool(question.choices or question.zone) and not question.told
    return plain and is_answerable and question.kind in PRESSED_KINDS


def with_sole_answers(offer: Offer, answers: Mapping[str, object]) -> dict[str, object]:
    """Return the answers, and those to the questions to which they leave only one answer."""
    known = dict(answers)
    for table in (question for question in offer.questions if _is_table(question)):
        if _rows_of(table, answers) == 1:
            known |= {column.field: (column.total,) for column in table.columns if column.total is not None}
    for _ in offer.questions:  # each answer can leave only one for another question
        for question in open_questions(offer, known):
            if question.kind is QuestionKind.CHOICE and _can_be_pressed(question) and len(question.choices) == 1:
                known[question.field] = question.choices[0]
    return known
