"""Validation of one field of a sheet. A problem never prevents writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import exact, format_number
from engine.sheets.model.dependency_tracking import TrackingScope, count_read, list_read
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.field_values import Lists, verify_value
from engine.sheets.model.sheet_description import BoxesField, ChoiceField, Field, FigureField, RowsField


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem on a sheet.

    Attributes:
        path: its place; of several places the first.
        text: the problem, as a sentence.
        rules: the rules that apply.
        warning: unusual but allowed.
        paths: every place that shows it.
    """

    path: str
    text: str
    rules: tuple[str, ...] = ()
    warning: bool = False
    paths: tuple[str, ...] = ()


class ValidatedSheet(Protocol):
    """The sheet that is looked through."""

    @property
    def lists(self) -> Lists:
        """The group's lists."""
        ...

    @property
    def ruleset(self) -> str:
        """The game; empty if that does not matter."""
        ...

    def value(self, path: str) -> Json:
        """Return the value at a place."""
        ...

    def problem(self, path: str) -> str:
        """Return why the value at a place could not be calculated, or an empty string."""
        ...

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes there are to tick."""
        ...


def field_troubles(sheet: ValidatedSheet, field: Field, look: TrackingScope) -> tuple[Trouble, ...]:
    """Return the problems of a field; of rows only those of their number and shape."""
    match field:
        case FigureField():
            return tuple(_in_figure(sheet, field, look))
        case RowsField():
            look.reads |= {field.key, count_read(field.key)}
            text = verify_value(field, sheet.value(field.key))
            return () if text is None else (_trouble(field, field.key, text),)
        case _:
            return tuple(_in_cell(sheet, field, field.key, look))


def row_troubles(sheet: ValidatedSheet, field: RowsField, row: int, look: TrackingScope) -> tuple[Trouble, ...]:
    """Return the problems of one row."""
    found: list[Trouble] = []
    for column in field.columns:
        found += _in_cell(sheet, column, f"{field.key}[{row}].{column.key}", look)
    return tuple(found)


def _in_cell(sheet: ValidatedSheet, field: Field, path: str, look: TrackingScope) -> Iterator[Trouble]:
    look.reads.add(path)
    value = sheet.value(path)
    if isinstance(field, ChoiceField) and field.list:
        look.reads.add(list_read(field.list))
    text = sheet.problem(path) or verify_value(field, value, sheet.lists, sheet.ruleset)
    if not text and isinstance(field, BoxesField):
        text = _too_many_ticks(sheet, field, path, value, look)
    if text:
        yield _trouble(field, path, text)


def _too_many_ticks(
    sheet: ValidatedSheet, field: BoxesField, path: str, value: Json, look: TrackingScope
) -> str | None:
    ticked = exact(value)
    if not ticked:
        return None
    look.reads.add(f"count:{path}")
    most = sheet.count(field, path)
    return _problem("outside", least="0", most=str(most)) if ticked > most else None


def _in_figure(sheet: ValidatedSheet, field: FigureField, look: TrackingScope) -> Iterator[Trouble]:
    for area in field.areas:
        place, most_place = (
            format_path(field.key, part=area.name),
            format_path(field.key, part=area.name, aspect="most"),
        )
        look.reads |= {field.key, place, most_place}
        value = sheet.value(place)
        if value is None:
            continue
        level, most = exact(value), exact(sheet.value(most_place))
        if most is None and field.boxes:
            most = field.boxes
        if not isinstance(level, int):
            yield _trouble(field, place, _problem("no_whole"))
        elif most is not None and level > most:
            yield _trouble(field, place, _problem("above", most=format_number(most)))


def _trouble(field: Field, path: str, text: str) -> Trouble:
    return Trouble(path, text, field.rules, paths=(path,))


def _problem(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.problem.{key}", params=params))
