"""A filled card for printing: empty fields leave no line to write on, and filled ones take their place."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.frozen import Json, replace
from engine.sheets.model.field_values import is_blank
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FlagField,
    NumberField,
    Section,
    SheetDescription,
    TextField,
)

_OF_ONE_LINE = TextField | EntriesField | ChoiceField | FlagField | NumberField | DiceField
"""An empty long text is left, as room for one."""


class CompactCard:
    """A filled card without its empty lines; a mark that is not set is not there either."""

    def __init__(self, sheet: FilledSheet) -> None:
        self._sheet = sheet

    @property
    def description(self) -> SheetDescription:
        """The description of the card."""
        return self._sheet.description

    def sections(self) -> Sequence[Section]:
        """Return the sections with the filled fields."""
        return tuple(replace(section, fields=self._fields(section)) for section in self._sheet.sections())

    def value(self, path: str) -> Json:
        """Return the value at a place."""
        return self._sheet.value(path)

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return self._sheet.shown(path)

    def is_changed(self, path: str) -> bool:
        """Say whether a value overrides a calculated one and is another one."""
        return self._sheet.is_changed(path)

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes to tick there are."""
        return self._sheet.count(field, path)

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true."""
        return self._sheet.holds(formula)

    def _fields(self, section: Section) -> tuple[Field, ...]:
        """Return the filled fields; the first one takes the width of empty ones in its line."""
        there = [field for field in section.fields if not self._is_empty(field)]
        free = sum(field.width for field in section.fields) - sum(field.width for field in there)
        if there and free and sum(field.width for field in section.fields) <= 12:
            there[0] = replace(there[0], width=there[0].width + free)
        return tuple(there)

    def _is_empty(self, field: Field) -> bool:
        value = self._sheet.value(field.key)
        return isinstance(field, _OF_ONE_LINE) and (value is False or is_blank(value))
