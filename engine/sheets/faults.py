"""What is wrong in one field of a sheet. Nothing of it ever stops anybody from writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.play.words import Message, say
from engine.sheets.description import Boxes, Choice, Field, Figure, Rows
from engine.sheets.numbers import exact, numeral
from engine.sheets.paths import format_path
from engine.sheets.reading import Reading, count_read, list_read
from engine.sheets.values import Lists, verify
from engine.table.frozen import Json


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong on a sheet.

    Attributes:
        path: where it is; of several places the first.
        text: what is wrong, as a sentence.
        rules: the rules that say so.
        warning: it is odd but allowed.
        paths: every place where it is shown.
    """

    path: str
    text: str
    rules: tuple[str, ...] = ()
    warning: bool = False
    paths: tuple[str, ...] = ()


class Checked(Protocol):
    """The sheet that is looked through."""

    @property
    def lists(self) -> Lists:
        """The group's lists."""
        ...

    def value(self, path: str) -> Json:
        """Return what stands at a place."""
        ...

    def problem(self, path: str) -> str:
        """Return why a place could not be reckoned, or an empty string."""
        ...

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes there are to tick."""
        ...


def faults_of(sheet: Checked, field: Field, look: Reading) -> tuple[Trouble, ...]:
    """Return what is wrong in a field; of rows only with their number and shape."""
    match field:
        case Figure():
            return tuple(_in_figure(sheet, field, look))
        case Rows():
            look.reads |= {field.key, count_read(field.key)}
            text = verify(field, sheet.value(field.key))
            return () if text is None else (_trouble(field, field.key, text),)
        case _:
            return tuple(_in_cell(sheet, field, field.key, look))


def faults_in_row(sheet: Checked, field: Rows, row: int, look: Reading) -> tuple[Trouble, ...]:
    """Return what is wrong in one row."""
    found: list[Trouble] = []
    for column in field.columns:
        found += _in_cell(sheet, column, f"{field.key}[{row}].{column.key}", look)
    return tuple(found)


def _in_cell(sheet: Checked, field: Field, path: str, look: Reading) -> Iterator[Trouble]:
    look.reads.add(path)
    value = sheet.value(path)
    if isinstance(field, Choice) and field.list:
        look.reads.add(list_read(field.list))
    text = sheet.problem(path) or verify(field, value, sheet.lists)
    if not text and isinstance(field, Boxes):
        text = _too_many_ticks(sheet, field, path, value, look)
    if text:
        yield _trouble(field, path, text)


def _too_many_ticks(sheet: Checked, field: Boxes, path: str, value: Json, look: Reading) -> str | None:
    ticked = exact(value)
    if not ticked:
        return None
    look.reads.add(f"count:{path}")
    most = sheet.count(field, path)
    return _problem("outside", least="0", most=str(most)) if ticked > most else None


def _in_figure(sheet: Checked, field: Figure, look: Reading) -> Iterator[Trouble]:
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
            yield _trouble(field, place, _problem("above", most=numeral(most)))


def _trouble(field: Field, path: str, text: str) -> Trouble:
    return Trouble(path, text, field.rules, paths=(path,))


def _problem(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.problem.{key}", params=params))
