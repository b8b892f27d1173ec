"""A blank sheet, for filling in by hand."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Json, replace
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.formulas import parse
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.compiled_sheet import formula_of
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import BoxesField, RowsField, Section, SheetDescription

_OPTION = "option("


class BlankSheet:
    """A blank of a description. It has the rows of a new sheet and no calculated values.

    Args:
        description: the description of the sheet.
        options: the group's choices; without a group there is room for all possible choices.
        lists: the group's lists.
        tables: the game's tables.
    """

    def __init__(
        self,
        description: SheetDescription,
        options: Mapping[str, Json] | None = None,
        lists: Lists | None = None,
        tables: Mapping[str, Json] | None = None,
    ) -> None:
        self._sheet = FilledSheet(description, blank_record(), options, lists, tables)
        self._everything = options is None

    @property
    def description(self) -> SheetDescription:
        """The description of the sheet."""
        return self._sheet.description

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that are there, with the fields that are there."""
        there = (s for s in self.description.sections if self.holds(s.when) or _comes_with_itself(s))
        return tuple(replace(s, fields=tuple(f for f in s.fields if self.holds(f.when))) for s in there)

    def value(self, path: str) -> Json:
        """Return the value at a place in the rows of a new sheet; None anywhere else."""
        place = parse_path(path)
        field = self._sheet.plan.fields.get(place.key)
        if not isinstance(field, RowsField) or field.bind:
            return None
        column = self._sheet.plan.columns[place.key].get(place.part)
        return None if column is not None and formula_of(column) else self._sheet.value(path)

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return "" if self.value(path) is None else self._sheet.shown(path)

    def is_changed(self, path: str) -> bool:
        """Nothing was written here."""
        return False

    def count(self, field: BoxesField, path: str) -> int:
        """Return the number of tick boxes; if it depends on values, a full line of them."""
        return self._sheet.count(field, path) or field.per_row

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true on a blank."""
        return (self._everything and _OPTION in formula) or self._sheet.holds(formula)


def _comes_with_itself(section: Section) -> bool:
    """Say whether a section becomes visible when one of its own fields is filled; on a blank this is possible."""
    try:
        names = parse(section.when).names
    except FormulaError:
        return False
    return bool(names) and names <= {field.key for field in section.fields if not formula_of(field)}
