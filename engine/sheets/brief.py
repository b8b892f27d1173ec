"""The GM's page: everybody in brief, each in a box of their own with the fields that matter at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sheets.composed import Overflow, SetBox, SetPage
from engine.sheets.continuing import Continuation
from engine.sheets.description import (
    Choice,
    Dice,
    Entries,
    Field,
    Flag,
    Level,
    LongText,
    Look,
    Number,
    Picture,
    Rows,
    Section,
    Text,
)
from engine.sheets.geometry import Paper, Rect
from engine.sheets.labels import said
from engine.sheets.layout import Layer
from engine.sheets.printing import Words, framed
from engine.sheets.setting import Setter
from engine.sheets.source import Source, rows_of
from engine.sheets.spacing import SMALL
from engine.sheets.typeset import Measure
from engine.table.frozen import replace

_BETWEEN: Final = 3.0
_SHORT: Final = 5
_MIDDLING: Final = 12
"""Numbers with a label of so many letters stand four, or three, in a line."""
_COLUMNS: Final = 12
_FULL_WIDTH: Final = 80.0
"""A box that would be higher than this in half the page takes the whole width."""


class Person(NamedTuple):
    """Somebody on the GM's page: the sheet, the name, and who plays them."""

    source: Source
    name: str
    player: str = ""


def brief_pages(people: Sequence[Person], paper: Paper, measure: Measure, *, game: str) -> tuple[SetPage, ...]:
    """Return the GM's page, or pages, with everybody in brief."""
    space = paper.space
    half = (space.w - _BETWEEN) / 2
    pages: list[SetPage] = []
    boxes: list[SetBox] = []
    overflow: list[Overflow] = []
    tops = [space.y, space.y]
    for person in people:
        section = brief_section(person)
        layer, setter = Layer(person.source, SMALL), Setter(person.source, measure, SMALL)
        high = layer.height(section, half)
        wide = high > _FULL_WIDTH
        if wide:
            high = layer.height(section, space.w)
        column = 0 if wide or tops[0] <= tops[1] else 1
        top = max(tops) if wide else tops[column]
        if top + high > space.bottom and not wide and tops[1 - column] + high <= space.bottom:
            column = 1 - column
            top = tops[column]
        if top + high > space.bottom and boxes:
            pages.append(SetPage(title="", boxes=tuple(boxes)))
            boxes, tops, column, top = [], [space.y, space.y], 0, space.y
        width = space.w if wide else half
        rect = Rect(space.x + column * (half + _BETWEEN), top, width, min(high, space.h))
        laid, _ = layer.box(section, rect)
        player = said("brief_player", player=person.player) if person.player else ""
        boxes.append(setter.box(laid, len(pages) + 1, len(boxes), player))
        overflow += setter.overflow
        if wide:
            tops = [rect.bottom + _BETWEEN] * 2
        else:
            tops[column] = rect.bottom + _BETWEEN
    if boxes:
        pages.append(SetPage(title="", boxes=tuple(boxes)))
    whole = Continuation(pages, space).filled(overflow)
    look = people[0].source.description.look if people else Look()
    return framed([replace(page, look=look) for page in whole], paper, measure, Words(game, said("brief"), ""))


def brief_section(person: Person) -> Section:
    """Return one section of the fields that stand on the GM's page, with no more lines than are needed."""
    fields = [f for section in person.source.sections() for f in section.fields if f.brief]
    named = {"name", *(("player",) if person.player else ())}  # both stand in the title
    kept = (f for f in fields if not isinstance(f, Picture) and f.bind not in named and f.key not in named)
    short = [_short(person.source, field) for field in kept]
    return Section(key="brief", title=person.name or "–", fields=tuple(_apart(short)))


def _apart(fields: Sequence[Field]) -> Iterator[Field]:
    """Give fields of which those in words fill their lines, so that no number beside them is set as they are."""
    taken = 0
    for at, field in enumerate(fields):
        taken = field.width if taken + field.width > _COLUMNS else taken + field.width
        last = at + 1 == len(fields) or not isinstance(fields[at + 1], Text | Choice)
        if isinstance(field, Text | Choice) and last and taken < _COLUMNS:
            yield replace(field, width=field.width + _COLUMNS - taken)
            taken = _COLUMNS
        else:
            yield field


def _short(source: Source, field: Field) -> Field:
    """Return a field as narrow as it can be read, whatever place it has on its own sheet."""
    common = {"grow": 0, "height": 0.0, "width": 12}
    match field:
        case Rows():
            return replace(field, **common, lines=max(1, rows_of(source, field)), beside=1)
        case Entries():
            return replace(field, **common, lines=max(1, min(rows_of(source, field), 4)), beside=1)
        case LongText():
            return replace(field, **common, lines=2)
        case Number() | Dice() | Flag():
            width = 3 if len(field.label) <= _SHORT else 4 if len(field.label) <= _MIDDLING else 6
            return replace(field, **{**common, "width": width})
        case Text() | Choice():
            return replace(field, **{**common, "width": 6})
        case Level() if not field.names:
            return replace(field, **{**common, "width": 6})
        case _:
            return replace(field, **common)
