"""The script with which a form recalculates: the formulas of a sheet, translated for viewers that run scripts.

Only this module writes it, from parsed formulas, and texts go into it as JSON. What cannot be calculated from the
fields of the form has no script: a formula with another function, or one that reads too much.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from typing import Any, Final

from engine.asset_folder import ASSETS
from engine.model.frozen import Json, replace
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.formulas.expression_terms import (
    Arithmetic,
    BooleanOperation,
    Comparison,
    Conditional,
    Constant,
    FormulaValueError,
    Negation,
    Not,
    Term,
    Value,
)
from engine.sheets.formulas.formula_functions import (
    CalculateFunction,
    ColumnFunction,
    CountFunction,
    DiceFunction,
    GivenFunction,
    HasFunction,
    ListedFunction,
    LookupFunction,
    NumericFunction,
    OptionFunction,
    PickFunction,
    StepFunction,
    formula_value,
)
from engine.sheets.formulas.formula_scope import FieldName, PartName
from engine.sheets.model.compiled_sheet import LEVEL, CompiledSheet, formula_name
from engine.sheets.model.dependency_tracking import TrackingScope
from engine.sheets.model.field_paths import FieldPath, format_path, parse_path
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import ChipsField, FigureField, NumberField, RowsField

_LIBRARY: Final = ASSETS / "forms" / "form_calculation.js"
_DEEPEST: Final = 6
"""Formulas that read each other are written into each other as deep as this if their fields are not on the form."""
_LONGEST: Final = 12_000
"""The greatest length of one formula in the script."""
_MOST_TERMS: Final = _LONGEST // 2
"""The greatest number of its terms: more have no room in that length."""
_LARGEST_TABLE: Final = 400
_FUNCTIONS: Final = frozenset({"min", "max", "abs", "ceil", "floor", "round"})


@dataclass(frozen=True, slots=True)
class FieldReading:
    """A field as the script reads it: by a function of the library, with further arguments.

    Attributes:
        name: the field's name in the form.
        how: `number`, `whole`, `words`, `flag`, `level` or `boxes`.
        more: the number of boxes, or the values of the words that are shown.
    """

    name: str
    how: str
    more: int | Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class FormCalculation:
    """A field that the form calculates: its path, and the expression for its text."""

    path: str
    script: str


class _Untranslatable(Exception):
    """A formula that the script cannot calculate."""


def calculations(sheet: FilledSheet, readings: Mapping[str, FieldReading]) -> Iterator[FormCalculation]:
    """Yield the fields that a form can calculate, each after those that it reads.

    Args:
        sheet: the sheet; of a blank one with a blank record.
        readings: the fields of the form by their paths, with names as they are in the document.
    """
    plan = sheet.plan
    by_place: dict[str, list[FieldPath]] = {}
    rows: dict[str, set[int]] = {}
    for path in readings:
        place = parse_path(path)
        by_place.setdefault(str(replace(place, row=None)), []).append(place)
        if place.row is not None:
            rows.setdefault(place.key, set()).add(place.row)
    for spot in plan.order:
        for place in by_place.get(spot, ()):
            path = str(place)
            if readings[path].how not in ("number", "whole", "words") or sheet.is_overridden(path):
                continue
            try:
                script = _Translator(sheet, readings, rows, place).shown()
            except (_Untranslatable, FormulaValueError, RecursionError):
                continue
            if len(script) <= _LONGEST:
                yield FormCalculation(path, script)


def script_of(formulas: Sequence[tuple[str, str]]) -> str:
    """Return the script of a document from the names of its calculated fields and their expressions."""
    lines = (f"KT.formulas[{_json(name)}]=function(){{return {script};}};" for name, script in formulas)
    return "\n".join((_LIBRARY.read_text(encoding="utf-8"), *lines, "KT.begin(this);"))


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


class _Translator:
    """Translates the formula of one place."""

    def __init__(
        self,
        sheet: FilledSheet,
        readings: Mapping[str, FieldReading],
        rows: Mapping[str, Set[int]],
        place: FieldPath,
    ) -> None:
        self._sheet = sheet
        self._rows_on_form = rows
        self._plan: CompiledSheet = sheet.plan
        self._readings = readings
        self._place = place
        self._depth = 0
        self._terms = 0

    def shown(self) -> str:
        """Return the expression for the text of the field."""
        field = self._sheet.field_at(str(self._place))
        places, signed = (field.places, field.signed) if isinstance(field, NumberField) else (0, False)
        return f"KT.shown({self._formula(self._place)},{places or 4},{_json(signed)})"

    def _formula(self, place: FieldPath) -> str:
        formula = self._plan.formulas.get(str(replace(place, row=None)))
        if formula is None or self._depth >= _DEEPEST:
            raise _Untranslatable
        before, self._place = self._place, place
        self._depth += 1
        try:
            return self._node(formula.node)
        finally:
            self._place = before
            self._depth -= 1

    @property
    def _scope(self) -> TrackingScope:
        if self._place.row is None:
            return TrackingScope(self._sheet)
        return TrackingScope(self._sheet, self._place.key, self._place.row)

    def _node(self, node: Term[Any]) -> str:
        self._terms += 1
        if self._terms > _MOST_TERMS:
            raise _Untranslatable
        match node:
            case Constant(fixed=value):
                return self._constant(value)
            case FieldName(name=name):
                return self._field(name)
            case PartName(of=of, name=name):
                return self._part(of, name)
            case Negation(inner=inner):
                return f"KT.minus({self._node(inner)})"
            case Arithmetic(sign=sign, left=left, right=right):
                return f'KT.sum("{sign}",{self._node(left)},{self._node(right)})'
            case Comparison(first=first, rest=rest):
                parts = [self._node(first), *(part for sign, term in rest for part in (f'"{sign}"', self._node(term)))]
                return f"KT.compare([{','.join(parts)}])"
            case BooleanOperation(parts=terms, all_of=all_of):
                return f"KT.all({_json(all_of)},[{','.join(map(self._node, terms))}])"
            case Not(inner=inner):
                return f"KT.not({self._node(inner)})"
            case Conditional(test=test, then=then, otherwise=otherwise):
                return f"KT.choose({self._node(test)},{self._later(then)},{self._later(otherwise)})"
            case _:
                return self._function(node)

    def _function(self, node: Term[Any]) -> str:
        match node:
            case NumericFunction(name=name, args=args) if name in _FUNCTIONS:
                return f'KT.numeric("{name}",[{",".join(map(self._node, args))}],false)'
            case ColumnFunction(name=name, rows=rows, column=column):
                return f'KT.numeric("{name}",[{",".join(self._column(rows, column))}],true)'
            case CountFunction(name=name, column=column):
                cells = self._column(name, column) if column else self._rows(name)
                return f"KT.count([{','.join(cells)}])"
            case PickFunction(rows=rows, names=names, word=word, column=column):
                values = (f"function(){{return {cell};}}" for cell in self._column(rows, column))
                return f"KT.pick([{','.join(self._column(rows, names))}],{self._node(word)},[{','.join(values)}])"
            case GivenFunction(inner=inner, otherwise=otherwise):
                return f"KT.given({self._node(inner)},{self._later(otherwise)})"
            case LookupFunction(table=table, key=key, otherwise=otherwise):
                found = f"KT.lookup({self._table(table)},{self._node(key)})"
                return found if otherwise is None else f"KT.given({found},{self._later(otherwise)})"
            case ListedFunction(rows=rows, name=name, column=column, otherwise=otherwise):
                found = f"KT.listed({self._list(rows, column)},{self._node(name)})"
                return found if otherwise is None else f"KT.given({found},{self._later(otherwise)})"
            case StepFunction(table=table, number=number):
                return f"KT.step({self._steps(table)},{self._node(number)})"
            case DiceFunction(name=name, dice=dice):
                return f'KT.dice("{name}",{self._node(dice)})'
            case OptionFunction() | HasFunction():
                return self._constant(node.value(self._scope))
            case CalculateFunction(column=column, read=read) if not self._is_on_form(column):
                text = self._scope.written(column)
                return self._node(read(text)) if text.strip() else "null"
            case _:
                raise _Untranslatable

    def _later(self, node: Term[Any]) -> str:
        return f"function(){{return {self._node(node)};}}"

    def _constant(self, value: Value) -> str:
        return repr(float(value)) if isinstance(value, Fraction) else _json(value)

    # Fields ----------------------------------------------------------------------------------------------

    def _path(self, name: str) -> str:
        """Return the place that a name means in the row that is calculated, or on the sheet."""
        if self._place.row is not None and name in self._plan.columns.get(self._place.key, {}):
            return format_path(self._place.key, self._place.row, name)
        return name

    def _is_on_form(self, name: str) -> bool:
        return self._path(name) in self._readings

    def _field(self, name: str) -> str:
        return self._read(self._path(name), lambda: self._scope.field(name))

    def _part(self, of: str, name: str) -> str:
        field = self._plan.fields.get(of)
        path = ""
        if isinstance(field, FigureField):
            area = next((area.name for area in field.areas if formula_name(area.name) == name), name)
            path = format_path(of, part=area)
        elif isinstance(field, ChipsField):
            path = format_path(of, part=name)
        return self._read(path, lambda: self._scope.part(of, name))

    def _read(self, path: str, constant: Callable[[], Value]) -> str:
        """Return the expression for the value at a place: a field, its formula, or what it is now."""
        reading = self._readings.get(path)
        if reading is not None:
            more = "" if reading.more is None else f",{_json(reading.more)}"
            return f"KT.{reading.how}({_json(reading.name)}{more})"
        if path:
            place = parse_path(path)
            spot = str(replace(place, row=None))
            if spot in self._plan.formulas and not self._sheet.is_overridden(path):
                return self._formula(place)
        return self._constant(constant())

    def _numbers(self, rows: str) -> Sequence[int]:
        """Return the numbers of a table's rows that are on the form or on the sheet."""
        whole = self._sheet.whole(rows)
        on_sheet = range(len(whole)) if isinstance(whole, list | tuple) else ()
        return sorted({*self._rows_on_form.get(rows, ()), *on_sheet})

    def _column(self, rows: str, column: str) -> list[str]:
        field = self._plan.fields.get(rows)
        if isinstance(field, FigureField):
            if column != LEVEL:
                return []
            paths = [format_path(rows, part=area.name) for area in field.areas]
        else:
            paths = [format_path(rows, number, column) for number in self._numbers(rows)]
        return [self._cell(path) for path in paths]

    def _cell(self, path: str) -> str:
        return self._read(path, lambda: self._sheet.exact_value(path))

    def _rows(self, rows: str) -> list[str]:
        """Return an expression for each row, which is blank for a blank row."""
        field = self._plan.fields.get(rows)
        if not isinstance(field, RowsField) or any(f"{rows}.{c.key}" in self._plan.formulas for c in field.columns):
            raise _Untranslatable
        found = []
        for number in self._numbers(rows):
            paths = [format_path(rows, number, column.key) for column in field.columns]
            found.append(f"(KT.count([{','.join(map(self._cell, paths))}])||null)")
        return found

    # Tables ----------------------------------------------------------------------------------------------

    def _table(self, name: str) -> str:
        table = self._scope.table(name)
        found: dict[str, Json] = {}
        match table:
            case Mapping():
                pairs = list(table.items())
            case list() | tuple():
                pairs = [(pair[0], pair[1]) for pair in table if isinstance(pair, list | tuple) and len(pair) == 2]
            case _:
                raise _Untranslatable
        for key, raw in pairs[:_LARGEST_TABLE]:
            value = formula_value(raw)
            if value is not None and isinstance(key, str | int):
                found.setdefault(str(key), float(value) if isinstance(value, Fraction) else value)
        if len(pairs) > _LARGEST_TABLE:
            raise _Untranslatable
        return _json(found)

    def _steps(self, name: str) -> str:
        table = self._scope.table(name)
        if not isinstance(table, list | tuple) or len(table) > _LARGEST_TABLE:
            raise _Untranslatable
        found: list[Json] = []
        for pair in table:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                continue
            endless = isinstance(pair[0], float) and isinf(pair[0])
            bound = None if endless else exact(pair[0])
            if bound is None and not endless:
                continue
            value = formula_value(pair[1])
            number = float(value) if isinstance(value, Fraction) else value
            found.append([None if bound is None else float(bound), number])
        return _json(found)

    def _list(self, rows: str, column: str) -> str:
        entries = self._sheet.lists.get(rows, ())
        if len(entries) > _LARGEST_TABLE:
            raise _Untranslatable
        found: dict[str, Json] = {}
        for entry in entries:
            value = formula_value(entry.get(column))
            if value is not None:
                name = " ".join(str(entry.get("name", "")).split()).lower()
                found.setdefault(name, float(value) if isinstance(value, Fraction) else value)
        return _json(found)
