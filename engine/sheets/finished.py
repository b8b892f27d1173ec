"""A filled card as it is printed: what is not on it leaves no line to write on, and its place goes to what is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sheets.description import Boxes, Choice, Dice, Entries, Field, Flag, Number, Section, SheetDescription, Text
from engine.sheets.sheet import Sheet
from engine.sheets.values import is_blank
from engine.table.frozen import Json, replace

_OF_ONE_LINE = Text | Entries | Choice | Flag | Number | Dice
"""An empty long text is left, as room for one."""


class Finished:
    """A filled card without its empty lines; a mark that is not set is not there either."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    @property
    def description(self) -> SheetDescription:
        """What the card is made of."""
        return self._sheet.description

    def sections(self) -> Sequence[Section]:
        """Return the sections with the fields that say something."""
        return tuple(replace(section, fields=self._fields(section)) for section in self._sheet.sections())

    def value(self, path: str) -> Json:
        """Return what stands at a place."""
        return self._sheet.value(path)

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return self._sheet.shown(path)

    def ruled(self, path: str) -> bool:
        """Say whether a value was written over a reckoned one."""
        return self._sheet.ruled(path)

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes to tick there are."""
        return self._sheet.count(field, path)

    def holds(self, formula: str) -> bool:
        """Say whether a condition holds."""
        return self._sheet.holds(formula)

    def _fields(self, section: Section) -> tuple[Field, ...]:
        """Return the fields that are there; the first takes the width of those in its line that are not."""
        there = [field for field in section.fields if not self._is_empty(field)]
        free = sum(field.width for field in section.fields) - sum(field.width for field in there)
        if there and free and sum(field.width for field in section.fields) <= 12:
            there[0] = replace(there[0], width=there[0].width + free)
        return tuple(there)

    def _is_empty(self, field: Field) -> bool:
        value = self._sheet.value(field.key)
        return isinstance(field, _OF_ONE_LINE) and (value is False or is_blank(value))
