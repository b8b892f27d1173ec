"""A filled sheet: its values, calculated ones included, its visible parts, and its problems.

A sheet never changes. An edited copy shares with the old sheet everything that does not depend on the edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.sheets.formulas.exact_numbers import Exact, exact, json_number
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError, Value, value_text
from engine.sheets.formulas.formulas import Calculation, Formula, calculate, parse
from engine.sheets.model.binding import TRACK, is_writable, part_of_field_value, record_with_value, stored_field_value
from engine.sheets.model.character_record import Record
from engine.sheets.model.compiled_sheet import CompiledSheet, compile_sheet
from engine.sheets.model.dependency_tracking import UNKNOWN, TrackingScope, value_in_formulas
from engine.sheets.model.field_paths import FieldPath, parse_path
from engine.sheets.model.field_validation import Trouble, field_troubles, row_troubles
from engine.sheets.model.field_values import Lists, display_row, display_text, is_blank, parse_value, plain_text
from engine.sheets.model.invalidation import changed_places
from engine.sheets.model.record_migration import field_for_value, migrate_record, unknown_fields
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    Field,
    FigureField,
    FlagField,
    NumberField,
    RowsField,
    Section,
    SheetDescription,
)

KEPT = "kept_from_before"
ACTOR = "actor"
_DEEPEST = 12
_MOST_BOXES = 1000
_MOST_CELLS = 100_000
"""Cells that formulas may look through: a stranger's file could have each of many rows go through all the others."""
_NAMED = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class _Finding:
    """A cached result about a sheet, and the places that were read for it."""

    value: object
    reads: frozenset[str]
    problem: str = ""


class FilledSheet:
    """One record on its description.

    Places are paths in the notation of `engine.sheets.model.field_paths`. A sheet never changes from outside, but it
    caches its results, so each thread needs its own.

    Attributes:
        description: the description of the sheet.
        record: the values, migrated to the description's present version.
        options: the group's choices.
        lists: the group's lists.
        tables: the game's tables.
        ruleset: the game, which can propose more names than the group's lists; empty if that does not matter.

    With `wanted`, only the values of these fields are calculated at once, others when they are asked for.
    """

    def __init__(
        self,
        description: SheetDescription,
        record: Record,
        options: Mapping[str, Json] | None = None,
        lists: Lists | None = None,
        tables: Mapping[str, Json] | None = None,
        ruleset: str = "",
        wanted: Iterable[str] | None = None,
    ) -> None:
        self.description = description
        self.ruleset = ruleset
        self.plan: CompiledSheet = compile_sheet(description)
        self.record = migrate_record(description, record)
        self.options: Mapping[str, Json] = options or {}
        self.lists: Lists = lists or {}
        self.tables: Mapping[str, Json] = tables or {}
        self._known: dict[str, _Finding] = {}
        self._wholes: dict[str, Json] = {}
        self._busy: list[str] = []
        self._circular = False
        self._in_circle: set[str] = set()
        self._spent = 0
        self._calculate(self.plan.order if wanted is None else self.plan.order_for(wanted))

    # -- edits ---------------------------------------------------------------------------------------------------------

    def with_record(
        self, record: Record, options: Mapping[str, Json] | None = None, lists: Lists | None = None
    ) -> FilledSheet:
        """Return the sheet with another record; only values that depend on a difference are calculated again."""
        new = FilledSheet.__new__(FilledSheet)
        new.description, new.plan, new.tables = self.description, self.plan, self.tables
        new.ruleset = self.ruleset
        new.record = migrate_record(self.description, record)
        new.options = self.options if options is None else options
        new.lists = self.lists if lists is None else lists
        new._busy, new._circular, new._spent = [], False, 0
        new._wholes, new._in_circle = {}, set()
        stale = changed_places(self, new)
        new._wholes |= {key: whole for key, whole in self._wholes.items() if key not in stale}
        new._known = {} if self._circular else _still_known(self._known, stale)
        new._calculate(new.plan.order)
        return new

    def with_value(self, path: str, value: Json) -> FilledSheet:
        """Return the sheet with a value written; None clears it, and removes a row or an entry.

        Raises:
            UnwritableField: the place cannot be written.
        """
        return self.with_record(record_with_value(self.plan, self.record, parse_path(path), value))

    def writable(self, path: str) -> bool:
        """Say whether a place can be written."""
        return is_writable(self.plan, self.record, parse_path(path))

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, path: str) -> Json:
        """Return the value at a place: the written one, else the calculated one; None is blank."""
        place = parse_path(path)
        raw = self._raw(place)
        formula = self._formula(place)
        if formula is None or not is_blank(raw):
            return None if self._unsaid(place, raw) else raw
        calculated = self._calculated(path, place, formula)
        return calculated if calculated is None or isinstance(calculated, bool | str) else json_number(calculated)

    def _unsaid(self, place: FieldPath, raw: Json) -> bool:
        """Say whether a place still has its starting number while the sheet cannot calculate the maximum yet."""
        field = self.plan.fields.get(place.key)
        if isinstance(field, NumberField):
            return field.unsaid is not None and raw == field.unsaid and self.value(field.maximum) is None
        if not isinstance(field, FigureField) or field.boxes or place.aspect not in ("", "most") or not place.part:
            return False
        full = replace(place, aspect="most")
        formula = self._formula(full)
        return formula is not None and self._raw(full) == raw and self._calculated(str(full), full, formula) is None

    def shown(self, path: str) -> str:
        """Return the value at a place as text."""
        place = parse_path(path)
        field = self.plan.fields.get(place.key)
        value = self.value(path)
        if isinstance(field, RowsField) and place.row is not None and not place.part:
            return display_row(field, {c.key: self.value(f"{path}.{c.key}") for c in field.columns})
        part = self.field_at(path)
        return plain_text(value) if part is None else display_text(part, value)

    def is_overridden(self, path: str) -> bool:
        """Say whether a written value overrides a calculated one."""
        place = parse_path(path)
        return self._formula(place) is not None and not is_blank(self._raw(place))

    def is_changed(self, path: str) -> bool:
        """Say whether a written value overrides a calculated one and is another one."""
        place = parse_path(path)
        formula = self._formula(place)
        if formula is None or not self.is_overridden(path):
            return False
        return self.exact_value(path) != self._calculated(path, place, formula)

    def calculation(self, path: str) -> Calculation | None:
        """Return the calculation of a place, even of an overridden one; None if the place has no formula."""
        place = parse_path(path)
        formula = self._formula(place)
        if formula is None:
            broken = self.plan.broken.get(_place_in_plan(place))
            return None if broken is None else Calculation(None, broken, broken)
        self._spent = 0  # each calculation has its own limit
        return calculate(formula, self._look(place))

    def field_at(self, path: str) -> Field | None:
        """Return the field, or the column of a row, at a place; for a part, a field like it."""
        place = parse_path(path)
        field = self.plan.fields.get(place.key)
        if not place.part:
            return None if place.row is not None else field
        match field:
            case RowsField():
                return self.plan.columns[place.key].get(place.part)
            case FigureField(areas=areas):
                label = next((area.label for area in areas if area.name == place.part), place.part)
                return (FlagField if place.aspect == "bleeding" else NumberField)(key="part", label=label)
            case ChipsField(colours=colours):
                label = next((colour.label for colour in colours if colour.key == place.part), place.part)
                return NumberField(key="part", label=label, least=0)
            case _:
                return None

    def maximum(self, path: str) -> Exact | None:
        """Return the maximum of the number at a place; None if the sheet has none."""
        held = self.place_of_maximum(path)
        if held:
            return exact(self.value(held))
        place = parse_path(path)
        match self.field_at(path):
            case BoxesField() as boxes:
                return self.count(boxes, path)
            case NumberField(bind=bind) if bind.startswith(TRACK) and bind.removeprefix(TRACK) in self.record.tracks:
                return self.record.tracks[bind.removeprefix(TRACK)].most
            case NumberField():
                figure = self.plan.fields.get(place.key)
                return figure.boxes or None if isinstance(figure, FigureField) and not place.aspect else None
            case _:
                return None

    def place_of_maximum(self, path: str) -> str:
        """Return the place of the maximum of a number; empty if there is none."""
        place = parse_path(path)
        whole = self.plan.fields.get(place.key)
        match self.field_at(path):
            case NumberField(maximum=key) if key and place.row is not None and key in self.plan.columns[place.key]:
                return str(replace(place, part=key))
            case NumberField(maximum=key) if key:
                return key
            case NumberField() if isinstance(whole, FigureField) and not whole.boxes and not place.aspect:
                return str(replace(place, aspect="most"))
            case _:
                return ""

    def read(self, path: str, text: str, maximum: Exact | None = None) -> Json:
        """Parse text that a player wrote at a place; None if it is empty. Raises UnreadableText.

        Args:
            path: the place.
            text: the text.
            maximum: the maximum, if it is not the one on the sheet.
        """
        field = self.field_at(path)
        if field is None:
            return text.strip() or None
        return parse_value(field, text, self.lists, self.maximum(path) if maximum is None else maximum)

    def whole(self, key: str) -> Json:
        """Return the whole stored value of a field, without calculation; unwritten rows are those of a new sheet."""
        if key not in self._wholes:
            self._wholes[key] = stored_field_value(self.plan, self.record, key)
        return self._wholes[key]

    def exact_value(self, path: str) -> Value:
        """Return the exact value at a place, calculated if it has a formula, as formulas read it."""
        place = parse_path(path)
        raw = self._raw(place)
        formula = self._formula(place)
        if formula is not None and is_blank(raw):
            return self._calculated(path, place, formula)
        field = self.plan.fields.get(place.key)
        if isinstance(field, RowsField):
            return value_in_formulas(self.plan.columns[place.key].get(place.part), raw)
        return value_in_formulas(field, raw, place.aspect)

    def spend(self, cells: int) -> None:
        """Count cells that a formula looks through. Raises FormulaValueError if there are too many in all."""
        if self._spent + cells > _MOST_CELLS:
            raise FormulaValueError("too_much")
        self._spent += cells

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes there are to tick at a place."""
        place = parse_path(path)
        formula = self.plan.counts.get(_place_in_plan(place)) or _parsed(field.count)
        if formula is None:
            return 0
        count = self._find(f"count:{path}", formula.value, place).value
        return max(0, min(_MOST_BOXES, count)) if isinstance(count, int) else 0

    # -- what is there, and what is wrong ------------------------------------------------------------------------------

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true. An empty or invalid one counts as true, a blank value as false."""
        if not formula:
            return True
        finding = self._test(formula)
        return finding is None or bool(finding.problem) or bool(finding.value)

    def sections(self) -> tuple[Section, ...]:
        """Return the visible sections with their visible fields; last the unknown fields of an older sheet."""
        sections = self._find("sections", self._sections).value
        return sections if isinstance(sections, tuple) else ()

    def unknown_fields(self) -> Mapping[str, Json]:
        """Return the values of the record that no field of the sheet shows; rows of a list can have more."""
        return {} if self.description.subject != ACTOR else unknown_fields(self.description, self.record.sheet)

    def troubles(self) -> tuple[Trouble, ...]:
        """Return all problems in the order of the sheet, then those of the checks. Unknown fields have none."""
        visible_fields = [field for section in self.sections() if section.key != KEPT for field in section.fields]
        troubles = [trouble for field in visible_fields for trouble in self._faults(field)]
        keys = {field.key for field in visible_fields}
        for check in self.description.checks:
            places = tuple(key for key in check.fields if key in keys)
            if places and self._fails(check.expect):
                text = _NAMED.sub(lambda name: self.shown(name[1]) or value_text(None), check.say)
                cells, larger = self._repeated(check.repeated), self._above(check.above)
                first = cells[1] if len(cells) > 1 else (*larger, *places)[0]
                cells = (*cells, *larger)
                troubles.append(Trouble(first, text, check.rules, check.warning, cells or places))
        return tuple(troubles)

    def _repeated(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Return the cells in the first of these columns whose rows are the same in all of them, without blank ones."""
        key, _, first = columns[0].partition(".") if columns else ("", "", "")
        rows = self.whole(key) if columns else ()
        cells: dict[tuple[str, ...], list[str]] = {}
        for number in range(len(rows) if isinstance(rows, list | tuple) else 0):
            paths = [f"{key}[{number}].{column.partition('.')[2]}" for column in columns]
            words = tuple(" ".join(plain_text(self.value(path)).split()).casefold() for path in paths)
            if words[0]:
                cells.setdefault(words, []).append(f"{key}[{number}].{first}")
        return tuple(cell for same in cells.values() if len(same) > 1 for cell in same)

    def _above(self, columns: Mapping[str, str]) -> tuple[str, ...]:
        """Return the cells in these columns whose number is above that of their field."""
        found: list[str] = []
        for column, field in columns.items():
            (key, _, name), most = column.partition("."), exact(self.value(field))
            rows = self.whole(key)
            for number in range(len(rows) if isinstance(rows, list | tuple) else 0):
                value = exact(self.value(f"{key}[{number}].{name}"))
                if value is not None and most is not None and value > most:
                    found.append(f"{key}[{number}].{name}")
        return tuple(found)

    def affected_by(self, path: str) -> tuple[str, ...]:
        """Return the places whose calculation depends on a place, directly or indirectly."""
        stale = {path}
        affected = []
        for place, finding in self._known.items():  # in order of calculation: dependencies come first
            if not finding.reads.isdisjoint(stale):
                stale.add(place)
                affected.append(place)
        return tuple(place for place in affected if ":" not in place and place != "sections")

    def problem(self, path: str) -> str:
        """Return why the value at a place could not be calculated; empty if it could, or if a value is written."""
        place = parse_path(path)
        formula = self._formula(place)
        if formula is None and not self.plan.broken:
            return ""
        if not is_blank(self._raw(place)):
            return ""
        if formula is None:
            return self.plan.broken.get(_place_in_plan(place), "")
        self._calculated(path, place, formula)
        return self._known[path].problem if path in self._known else ""

    # -- finding out ---------------------------------------------------------------------------------------------------

    def _raw(self, place: FieldPath) -> Json:
        return part_of_field_value(self.plan.fields.get(place.key), self.whole(place.key), place)

    def _formula(self, place: FieldPath) -> Formula | None:
        return self.plan.formulas.get(_place_in_plan(place))

    def _calculated(self, path: str, place: FieldPath, formula: Formula) -> Value:
        value = self._find(path, formula.value, place).value
        assert value is None or isinstance(value, bool | int | Fraction | str)
        return value

    def _look(self, place: FieldPath | None = None) -> TrackingScope:
        if place is None or place.row is None:
            return TrackingScope(self)
        return TrackingScope(self, place.key, place.row)

    def _find(self, name: str, find: Callable[[TrackingScope], object], place: FieldPath | None = None) -> _Finding:
        """Return the cached finding of a name, or find it and track what it reads."""
        finding = self._known.get(name)
        if finding is not None:
            return finding
        if name in self._busy or len(self._busy) >= _DEEPEST:
            self._circular = True  # findings inside a circle must not be cached
            if name in self._busy:  # all of it is blank, wherever its calculation began
                self._in_circle.update(self._busy[self._busy.index(name) :])
            raise FormulaValueError("circle", label=self._label(name))
        self._busy.append(name)
        scope = self._look(place)
        try:
            value, problem = find(scope), ""
        except FormulaValueError as unfit:
            value, problem = None, unfit.text
        finally:
            self._busy.pop()
        if name in self._in_circle:
            value, problem = None, FormulaValueError("circle", label=self._label(name)).text
        finding = _Finding(value, frozenset(scope.reads), problem)
        self._known[name] = finding
        return finding

    def _calculate(self, order: tuple[str, ...]) -> None:
        """Calculate places, each after those that it needs, so that no calculation recurses deeply."""
        for spot in order:
            key, _, column = spot.partition(".")
            if column and key in self.plan.columns:
                rows = self.whole(key)
                for row in range(len(rows) if isinstance(rows, list | tuple) else 0):
                    self.exact_value(f"{key}[{row}].{column}")
            else:
                self.exact_value(spot)

    def _test(self, formula: str) -> _Finding | None:
        parsed = _parsed(formula)
        return None if parsed is None else self._find(f"holds:{formula}", parsed.value)

    def _fails(self, formula: str) -> bool:
        """Say whether a check fails; an undecided one does not."""
        finding = self._test(formula)
        return finding is not None and not finding.problem and finding.value is not None and not finding.value

    def _faults(self, field: Field) -> Iterator[Trouble]:
        yield from self._troubles(f"faults:{field.key}", lambda look: field_troubles(self, field, look))
        if isinstance(field, RowsField):
            rows = self.whole(field.key)
            for row in range(len(rows) if isinstance(rows, list | tuple) else 0):
                yield from self._troubles(f"faults:{field.key}[{row}]", partial(row_troubles, self, field, row))

    def _troubles(self, name: str, find: Callable[[TrackingScope], tuple[Trouble, ...]]) -> tuple[Trouble, ...]:
        troubles = self._find(name, find).value
        return troubles if isinstance(troubles, tuple) else ()

    def _sections(self, scope: TrackingScope) -> tuple[Section, ...]:
        sections = []
        for section in self.description.sections:
            tests = [section.when, *(field.when for field in section.fields)]
            scope.reads.update(f"holds:{test}" for test in tests if test)
            if not self.holds(section.when):
                continue
            visible_fields = tuple(field for field in section.fields if self.holds(field.when))
            sections.append(
                section if len(visible_fields) == len(section.fields) else replace(section, fields=visible_fields)
            )
        scope.reads.add(UNKNOWN)
        kept = tuple(field_for_value(key, value) for key, value in self.unknown_fields().items())
        if kept:
            title, about = (say(Message(key=f"sheets.{key}")) for key in ("kept", "kept_help"))
            sections.append(Section(key=KEPT, title=title, help=about, fields=kept))
        return tuple(sections)

    def _label(self, name: str) -> str:
        field = self.field_at(name) if ":" not in name else None
        return name if field is None else field.label


@lru_cache(maxsize=4096)
def _place_in_plan(place: FieldPath) -> str:
    """Return a place as the plan names it: without the row."""
    return str(replace(place, row=None)) if place.row is not None else str(place)


def _parsed(formula: str) -> Formula | None:
    try:
        return parse(formula)
    except FormulaError:
        return None


def _still_known(findings: Mapping[str, _Finding], stale: set[str]) -> dict[str, _Finding]:
    """Return the findings that are still valid. Each comes after those that it reads, so one pass is enough."""
    still_valid: dict[str, _Finding] = {}
    for name, finding in findings.items():
        if name in stale or not finding.reads.isdisjoint(stale):
            stale.add(name)
        else:
            still_valid[name] = finding
    return still_valid
