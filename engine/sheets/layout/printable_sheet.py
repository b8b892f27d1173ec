"""The interface of a sheet that can be printed, filled or blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.model.frozen import Json
from engine.sheets.model.sheet_description import BoxesField, Field, Section, SheetDescription


class PrintableSheet(Protocol):
    """A sheet that can be printed; `engine.sheets.model.filled_sheet.FilledSheet` is one."""

    @property
    def description(self) -> SheetDescription:
        """The description of the sheet."""
        ...

    def sections(self) -> Sequence[Section]:
        """Return the sections that are there, with the fields that are there."""
        ...

    def value(self, path: str) -> Json:
        """Return the value at a place."""
        ...

    def shown(self, path: str) -> str:
        """Return the value at a place as text."""
        ...

    def is_overridden(self, path: str) -> bool:
        """Say whether a value overrides a calculated one."""
        ...

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes to tick there are."""
        ...

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true; an empty one is."""
        ...


def row_count(source: PrintableSheet, field: Field) -> int:
    """Return the number of rows or entries in a field."""
    value = source.value(field.key)
    return len(value) if isinstance(value, list | tuple) else 0
