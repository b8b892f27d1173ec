"""A sheet with nothing on it: what a form has that is filled in by hand."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sheets.description import Boxes, Rows, Section, SheetDescription
from engine.sheets.formulas import parse
from engine.sheets.parsing import FormulaError
from engine.sheets.paths import parse_path
from engine.sheets.plan import formula_of
from engine.sheets.record import blank_record
from engine.sheets.sheet import Sheet
from engine.sheets.values import Lists
from engine.table.frozen import Json, replace

_OPTION = "option("


class Blank:
    """A blank of a description. Rows that every new sheet begins with stand on it; nothing is reckoned.

    Args:
        description: what the sheet is made of.
        options: the group's choices; without a group there is room for all that a group may choose.
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
        self._sheet = Sheet(description, blank_record(), options, lists, tables)
        self._everything = options is None

    @property
    def description(self) -> SheetDescription:
        """What the sheet is made of."""
        return self._sheet.description

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that are there, with the fields that are there."""
        there = (s for s in self.description.sections if self.holds(s.when) or _comes_with_itself(s))
        return tuple(replace(s, fields=tuple(f for f in s.fields if self.holds(f.when))) for s in there)

    def value(self, path: str) -> Json:
        """Return what stands at a place of a new sheet's rows; elsewhere nothing does."""
        place = parse_path(path)
        field = self._sheet.plan.fields.get(place.key)
        if not isinstance(field, Rows) or field.bind:
            return None
        column = self._sheet.plan.columns[place.key].get(place.part)
        return None if column is not None and formula_of(column) else self._sheet.value(path)

    def shown(self, path: str) -> str:
        """Return that as people read it."""
        return "" if self.value(path) is None else self._sheet.shown(path)

    def ruled(self, path: str) -> bool:
        """Nothing was written here."""
        return False

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes to tick there are; where that depends on what will be written, a line full of them."""
        return self._sheet.count(field, path) or field.per_row

    def holds(self, formula: str) -> bool:
        """Say whether a condition holds on a blank."""
        return (self._everything and _OPTION in formula) or self._sheet.holds(formula)


def _comes_with_itself(section: Section) -> bool:
    """Say whether a section is there as soon as something is written in it; on a blank that can be done."""
    try:
        names = parse(section.when).names
    except FormulaError:
        return False
    return bool(names) and names <= {field.key for field in section.fields if not formula_of(field)}
