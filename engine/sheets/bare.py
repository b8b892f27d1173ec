"""A sheet as it is printed below the fields of a fillable page: all its rows and pictures, and no values."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sheets.description import Boxes, Field, Picture, Rows, Section, SheetDescription
from engine.sheets.paths import Path, parse_path
from engine.sheets.plan import plan_of
from engine.sheets.source import Source
from engine.table.frozen import Json


class Bare:
    """A sheet without what can be written on it. Fixed rows keep their names, for these nobody writes."""

    def __init__(self, source: Source) -> None:
        self.source = source

    @property
    def description(self) -> SheetDescription:
        """What the sheet is made of."""
        return self.source.description

    def sections(self) -> Sequence[Section]:
        """Return the sections that are there, with the fields that are there."""
        return self.source.sections()

    def value(self, path: str) -> Json:
        """Return the rows of a table, a picture, or the name of a fixed row."""
        return self.source.value(path) if self._printed(parse_path(path)) else None

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return self.source.shown(path) if self._printed(parse_path(path)) else ""

    def ruled(self, path: str) -> bool:
        """No value is seen here, so none was written over another."""
        return False

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes to tick there are."""
        return self.source.count(field, path)

    def holds(self, formula: str) -> bool:
        """Say whether a condition holds."""
        return self.source.holds(formula)

    def _printed(self, place: Path) -> bool:
        field = plan_of(self.description).field(place.key)
        if place.row is None:
            return isinstance(field, Rows | Picture)
        return is_name_of_fixed_row(field, place)


def is_name_of_fixed_row(field: Field | None, place: Path) -> bool:
    """Say whether a place holds the name by which a fixed row is known."""
    if not isinstance(field, Rows) or not field.fixed or place.row is None or place.row >= len(field.start):
        return False
    first = field.columns[0].key
    return place.part == first and field.start[place.row].get(first) is not None
