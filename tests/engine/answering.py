"""Answers of a test to the questions of an offer: any answer that a question allows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from engine.core.commands import Command
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind

WORDS = ("word", "<b>two words</b>")


_FIELDS: dict[Any, tuple[msgspec.structs.FieldInfo, ...]] = {}


def fields_of(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a kind of command; to find them takes longer than most of what is done with them."""
    if kind not in _FIELDS:
        _FIELDS[kind] = msgspec.structs.fields(kind)
    return _FIELDS[kind]


class Chooser(Protocol):
    """A source of answers."""

    def one(self, among: Sequence[str]) -> str: ...

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]: ...

    def number(self, least: int, most: int) -> int: ...

    def flag(self) -> bool: ...


class AtRandom:
    """Answers at random."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def one(self, among: Sequence[str]) -> str:
        return self._random.choice(among)

    def some(self, among: Sequence[str], least: int, most: int) -> tuple[str, ...]:
        return tuple(self._random.sample(list(among), self._random.randint(least, most)))

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def flag(self) -> bool:
        return self._random.random() < 0.5


def choices_of(ask: Question, table: Table) -> tuple[str, ...]:
    """Return what may be chosen: what is named, or else the cards of the zone by their places."""
    if not ask.choices and ask.zone in table.zones:
        return tuple(f"{ask.zone}#{i}" for i in range(len(table.zones[ask.zone].cards)))
    return ask.choices


def _answerable(ask: Question, table: Table) -> bool:
    return ask.kind not in {QuestionKind.CARD, QuestionKind.CHOICE} or bool(choices_of(ask, table))


def answer_to(ask: Question, table: Table, who: Chooser) -> object:
    """Answer what an offer asks for with something that it says may be chosen."""
    choices = choices_of(ask, table)
    assert choices or ask.kind not in {QuestionKind.CARD, QuestionKind.CHOICE}, f"nothing can be chosen for {ask.field}"
    match ask.kind:
        case QuestionKind.CARD | QuestionKind.CHOICE:
            return who.one(choices)
        case QuestionKind.CARDS | QuestionKind.CHOICES | QuestionKind.ROWS:
            most = len(choices) if ask.most is None else min(ask.most, len(choices))
            return who.some(choices, ask.least, most)
        case QuestionKind.NUMBER | QuestionKind.TIME:
            return who.number(ask.least, ask.least + 3 if ask.most is None else ask.most)
        case QuestionKind.FLAG:
            return who.flag()
        case QuestionKind.LINES:
            return tuple(who.one(WORDS) for _ in range(who.number(0, 2 if ask.most is None else ask.most)))
        case _:
            return who.one(WORDS)


def _rows(ask: Question, table: Table, who: Chooser) -> dict[str, Any]:
    """Answer a question about several who are chosen, and what each column asks of each of them."""
    chosen: Any = answer_to(ask, table, who)
    columns = {column.field: _shares(column, len(chosen), table, who) for column in ask.columns}
    if not ask.row:
        return {ask.field: chosen, **columns}
    rows = [{ask.row: one, **{name: cells[at] for name, cells in columns.items()}} for at, one in enumerate(chosen)]
    return {ask.field: rows}


def _shares(ask: Question, count: int, table: Table, who: Chooser) -> tuple[object, ...]:
    """Answer one column for a number of rows: the shared values add up to its total."""
    if ask.total is None:
        return tuple(answer_to(ask, table, who) for _ in range(count))
    shares: list[int] = []
    for at in range(count):
        rest = count - at - 1
        most = ask.total - sum(shares) - rest * ask.least
        shares.append(who.number(ask.least, most) if rest else most)
    return tuple(shares)


def _totals(offer: Offer) -> dict[str, Any]:
    """Answer the rows of a table that must add up to a total: the first ones take as much as they may."""
    tables: dict[str, dict[str, int]] = {}
    for ask in offer.questions:
        if ask.part and ask.total is not None:
            rows = tables.setdefault(ask.field, {})
            share = min(ask.total - sum(rows.values()), ask.total if ask.most is None else ask.most)
            if share:
                rows[ask.part] = share
    return tables


def filled(offer: Offer, table: Table, who: Chooser) -> Command:
    """Return the command of an offer with its asks answered; optional ones sometimes."""
    asked = [ask for ask in offer.questions if not ask.optional or (_answerable(ask, table) and who.flag())]
    rows = [ask for ask in offer.questions if ask.part]
    if rows and not any(ask.part for ask in asked):
        asked.append(rows[who.number(0, len(rows) - 1)])  # of a table one row at the least is answered
    answers: dict[str, Any] = {}
    for ask in asked:
        if ask.kind is QuestionKind.ROWS:
            answers |= _rows(ask, table, who)
            continue
        put = ask
        if ask.by:
            put = replace(ask, choices=ask.choices_for(answers.get(ask.by, getattr(offer.command, ask.by))), by="")
            if ask.optional and not put.choices:
                continue
        answer = answer_to(put, table, who)
        answers[ask.field] = {**answers.get(ask.field, {}), ask.part: answer} if ask.part else answer
    answers |= _totals(offer)
    command: Any = offer.command
    types = {field.name: field.type for field in fields_of(type(command))}
    for ask in offer.questions:
        if ask.field in answers and ask.kind in (QuestionKind.ROWS, QuestionKind.CHOICE):
            answers[ask.field] = msgspec.convert(answers[ask.field], types[ask.field], strict=False)
    return replace(command, **answers)
