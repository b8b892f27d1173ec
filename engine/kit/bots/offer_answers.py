"""Answers to the questions of an offer: the first ones that it allows, or any.

>>> from engine.core.manual_moves import SetClock
>>> from engine.presentation.offers import make_offer, question
>>> clock = question("clock", QuestionKind.TIME, field="seconds", least=60)
>>> offer = make_offer("set_clock", SetClock(seat="gm", seconds=0), questions=(clock,))
>>> answered_command(offer, Table(ruleset="example"), FirstAnswers()).seconds
60
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from engine.core.commands import Command
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind

WORDS = ("word", "<b>two words</b>")
"""The texts that are written where a question asks for words."""


class UnanswerableQuestion(ValueError):
    """A question of an offer that must be answered, and has no possible answer."""


_FIELDS: dict[Any, tuple[msgspec.structs.FieldInfo, ...]] = {}


def fields_of(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a kind of command, cached because finding them takes long."""
    if kind not in _FIELDS:
        _FIELDS[kind] = msgspec.structs.fields(kind)
    return _FIELDS[kind]


class AnswerSource(Protocol):
    """A source of answers."""

    def one(self, among: Sequence[str]) -> str:
        """Return one of some texts."""
        ...

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]:
        """Return a number of different texts."""
        ...

    def number(self, least: int, most: int) -> int:
        """Return a number within bounds."""
        ...

    def flag(self) -> bool:
        """Return yes or no."""
        ...


class FirstAnswers:
    """The first answers that are allowed, and as few as are needed; optional questions stay open."""

    def one(self, among: Sequence[str]) -> str:
        """Return the first of some texts."""
        return among[0]

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]:
        """Return as few texts as are needed."""
        return tuple(among[:least])

    def number(self, least: int, most: int) -> int:
        """Return the lowest number."""
        return least

    def flag(self) -> bool:
        """Return no."""
        return False


class RandomAnswers:
    """Answers at random."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def one(self, among: Sequence[str]) -> str:
        """Return one of some texts."""
        return self._random.choice(among)

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]:
        """Return a number of different texts."""
        return tuple(self._random.sample(list(among), self._random.randint(least, most)))

    def number(self, least: int, most: int) -> int:
        """Return a number within bounds."""
        return self._random.randint(least, most)

    def flag(self) -> bool:
        """Return yes or no."""
        return self._random.random() < 0.5


def choices_of(question: Question, table: Table) -> tuple[str, ...]:
    """Return the possible choices: those that the question names, or else the cards of its zone by position."""
    if not question.choices and question.zone in table.zones:
        return tuple(f"{question.zone}#{i}" for i in range(len(table.zones[question.zone].cards)))
    return question.choices


def _answerable(question: Question, table: Table) -> bool:
    return question.kind not in {QuestionKind.CARD, QuestionKind.CHOICE} or bool(choices_of(question, table))


def answer_to(question: Question, table: Table, source: AnswerSource) -> object:
    """Return an answer to a question, one that it allows. Raises UnanswerableQuestion."""
    choices = choices_of(question, table)
    if not choices and question.kind in {QuestionKind.CARD, QuestionKind.CHOICE}:
        raise UnanswerableQuestion(_text("nothing_to_choose", field=question.field))
    match question.kind:
        case QuestionKind.CARD | QuestionKind.CHOICE:
            return source.one(choices)
        case QuestionKind.CARDS | QuestionKind.CHOICES | QuestionKind.ROWS:
            most = len(choices) if question.most is None else min(question.most, len(choices))
            if most < question.least:
                few = _text("too_few_choices", field=question.field, least=question.least, count=len(choices))
                raise UnanswerableQuestion(few)
            return source.some(choices, question.least, most)
        case QuestionKind.NUMBER | QuestionKind.TIME:
            return source.number(question.least, question.least + 3 if question.most is None else question.most)
        case QuestionKind.FLAG:
            return source.flag()
        case QuestionKind.LINES:
            most = 2 if question.most is None else question.most
            return tuple(source.one(WORDS) for _ in range(source.number(0, most)))
        case _:
            return source.one(WORDS)


def _rows(question: Question, table: Table, source: AnswerSource) -> dict[str, Any]:
    """Return the chosen subjects, and the answers in each column about them."""
    chosen: Any = answer_to(question, table, source)
    columns = {column.field: _shares(column, len(chosen), table, source) for column in question.columns}
    if not question.row:
        return {question.field: chosen, **columns}
    rows = [
        {question.row: one, **{name: cells[at] for name, cells in columns.items()}} for at, one in enumerate(chosen)
    ]
    return {question.field: rows}


def _shares(question: Question, count: int, table: Table, source: AnswerSource) -> tuple[object, ...]:
    """Answer one column for a number of rows: the shared values add up to its total."""
    if question.total is None:
        return tuple(answer_to(question, table, source) for _ in range(count))
    shares: list[int] = []
    for at in range(count):
        rest = count - at - 1
        most = question.total - sum(shares) - rest * question.least
        shares.append(source.number(question.least, most) if rest else most)
    return tuple(shares)


def _totals(offer: Offer) -> dict[str, Any]:
    """Answer the rows of a table that must add up to a total: the first ones take as much as they may."""
    tables: dict[str, dict[str, int]] = {}
    for question in offer.questions:
        if question.part and question.total is not None:
            rows = tables.setdefault(question.field, {})
            share = min(question.total - sum(rows.values()), question.total if question.most is None else question.most)
            if share:
                rows[question.part] = share
    return tables


def answered_command(offer: Offer, table: Table, source: AnswerSource) -> Command:
    """Return the command of an offer with its questions answered, optional ones sometimes.

    Raises:
        UnanswerableQuestion: a question has no possible answer.
    """
    if not offer.questions:
        return offer.command
    asked = [
        question
        for question in offer.questions
        if not question.optional or (_answerable(question, table) and source.flag())
    ]
    rows = [question for question in offer.questions if question.part]
    if rows and not any(question.part for question in asked):
        asked.append(rows[source.number(0, len(rows) - 1)])  # of a table one row at the least is answered
    answers: dict[str, Any] = {}
    for question in asked:
        if question.kind is QuestionKind.ROWS:
            answers |= _rows(question, table, source)
            continue
        asked_now = question
        if question.by:
            decided = answers.get(question.by, getattr(offer.command, question.by))
            asked_now = replace(question, choices=question.choices_for(decided), by="")
            if question.optional and not asked_now.choices:
                continue
        answer = answer_to(asked_now, table, source)
        if question.part:
            answer = {**answers.get(question.field, {}), question.part: answer}
        answers[question.field] = answer
    answers |= _totals(offer)
    command: Any = offer.command
    types = {field.name: field.type for field in fields_of(type(command))}
    for question in offer.questions:
        if question.field in answers and question.kind in (QuestionKind.ROWS, QuestionKind.CHOICE):
            answers[question.field] = msgspec.convert(answers[question.field], types[question.field], strict=False)
    filled: Command = replace(command, **answers)
    return filled


def _text(key: str, **params: Json) -> str:
    return say(Message(key=f"conformance.question.{key}", params=params))
