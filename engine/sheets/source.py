"""What paper must know of a sheet, filled or blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.sheets.description import Boxes, Field, Section, SheetDescription
from engine.table.frozen import Json


class Source(Protocol):
    """What paper must know of a sheet; `engine.sheets.sheet.Sheet` does."""

    @property
    def description(self) -> SheetDescription:
        """What the sheet is made of."""
        ...

    def sections(self) -> Sequence[Section]:
        """Return the sections that are there, with the fields that are there."""
        ...

    def value(self, path: str) -> Json:
        """Return what stands at a place."""
        ...

    def shown(self, path: str) -> str:
        """Return what stands at a place as people read it."""
        ...

    def ruled(self, path: str) -> bool:
        """Say whether a value was written over a reckoned one."""
        ...

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes to tick there are."""
        ...

    def holds(self, formula: str) -> bool:
        """Say whether a condition holds; without one it does."""
        ...


def rows_of(source: Source, field: Field) -> int:
    """Return how many rows or entries stand in a field."""
    value = source.value(field.key)
    return len(value) if isinstance(value, list | tuple) else 0
