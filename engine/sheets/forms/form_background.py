"""The background of a fillable page: a sheet with its rows and pictures, but without values."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.frozen import Json
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.compiled_sheet import compile_sheet
from engine.sheets.model.field_paths import FieldPath, parse_path
from engine.sheets.model.sheet_description import (
    BoxesField,
    Field,
    NumberField,
    PictureField,
    RowsField,
    Section,
    SheetDescription,
)


class FormBackground:
    """A sheet without its values. Fixed rows keep their names, because nobody fills these in."""

    def __init__(self, source: PrintableSheet) -> None:
        self.source = source
        fields = compile_sheet(source.description).fields.values()
        self._maxima = frozenset(field.maximum for field in fields if isinstance(field, NumberField) and field.crossed)

    @property
    def description(self) -> SheetDescription:
        """The description of the sheet."""
        return self.source.description

    def sections(self) -> Sequence[Section]:
        """Return the sections that are there, with the fields that are there."""
        return self.source.sections()

    def value(self, path: str) -> Json:
        """Return the rows of a table, a picture, the name of a fixed row, or how many boxes there are to cross off."""
        place = parse_path(path)
        return self.source.value(path) if self._printed(place) or place.key in self._maxima else None

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return self.source.shown(path) if self._printed(parse_path(path)) else ""

    def is_changed(self, path: str) -> bool:
        """No value is seen here, so none was written over another."""
        return False

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes to tick there are."""
        return self.source.count(field, path)

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true."""
        return self.source.holds(formula)

    def _printed(self, place: FieldPath) -> bool:
        field = compile_sheet(self.description).field(place.key)
        if place.row is None:
            return isinstance(field, RowsField | PictureField)
        return is_name_of_fixed_row(field, place)


def is_name_of_fixed_row(field: Field | None, place: FieldPath) -> bool:
    """Say whether a place is the name of a fixed row."""
    if not isinstance(field, RowsField) or not field.fixed or place.row is None or place.row >= len(field.start):
        return False
    first = field.columns[0].key
    return place.part == first and field.start[place.row].get(first) is not None
