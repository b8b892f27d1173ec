"""Reading a record sheet while somebody answers steps: numbers of formulas, rows, and a sheet with other values.

>>> number_in({"name": "Brawn", "added": 15}, "added"), number_in({"name": "Brawn", "added": True}, "added")
(15, 0)
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Json, replace
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError
from engine.sheets.formulas.formulas import parse
from engine.sheets.model.dependency_tracking import TrackingScope
from engine.sheets.model.filled_sheet import FilledSheet

Row = Mapping[str, Json]


def formula_number(sheet: FilledSheet, formula: str) -> int | None:
    """Return the whole number that a formula has on a sheet; None for an empty formula and for a blank value."""
    if not formula:
        return None
    try:
        value = parse(formula).value(TrackingScope(sheet))
    except (FormulaError, FormulaValueError):
        return None
    return None if value is None or isinstance(value, str) else int(value)


def rows_of(sheet: FilledSheet, field: str) -> tuple[Row, ...]:
    """Return the rows of a field, those of a new sheet if none are written."""
    whole = sheet.whole(field)
    return tuple(row for row in whole if isinstance(row, Mapping)) if isinstance(whole, list | tuple) else ()


def number_in(row: Row, column: str) -> int:
    """Return the whole number in a column of a row; 0 for anything else."""
    return whole_number(row.get(column))


def whole_number(value: object) -> int:
    """Return a whole number; 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def with_fields(sheet: FilledSheet, fields: Mapping[str, Json]) -> FilledSheet:
    """Return the sheet with other values in some fields."""
    if not fields:
        return sheet
    return sheet.with_record(replace(sheet.record, sheet={**sheet.record.sheet, **fields}))
