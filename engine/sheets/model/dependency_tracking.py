"""Tracks the places that a formula reads, so that an edit finds the values that depend on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.formulas.expression_terms import FormulaValueError, Value
from engine.sheets.formulas.formula_functions import formula_value
from engine.sheets.model.character_record import Record
from engine.sheets.model.compiled_sheet import LEVEL, CompiledSheet, formula_name
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.field_values import Lists, is_blank, part_of
from engine.sheets.model.game_words import option_label, option_value_words
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    RowsField,
    TextField,
)

BODY, TRACKS, CHIPS, CONDITIONS, UNKNOWN = "@body", "@tracks", "@chips", "@conditions", "@unknown"
"""Names for whole parts of the record at the table, in tracked reads."""
_ASPECTS = {"body": "", "armour": "armour", "bleeding": "bleeding", "most": "most"}


class ReadableSheet(Protocol):
    """The sheet that is read."""

    @property
    def plan(self) -> CompiledSheet:
        """The compiled description."""
        ...

    @property
    def ruleset(self) -> str:
        """The game; empty if that does not matter."""
        ...

    @property
    def record(self) -> Record:
        """The values of the sheet."""
        ...

    @property
    def options(self) -> Mapping[str, Json]:
        """The group's choices."""
        ...

    @property
    def lists(self) -> Lists:
        """The group's lists."""
        ...

    @property
    def tables(self) -> Mapping[str, Json]:
        """The game's tables."""
        ...

    def whole(self, key: str) -> Json:
        """Return the whole stored value of a field."""
        ...

    def exact_value(self, path: str) -> Value:
        """Return the exact value at a place, calculated if it has a formula, as formulas read it."""
        ...

    def spend(self, cells: int) -> None:
        """Count cells that a formula looks through. Raises FormulaValueError if there are too many in all."""
        ...


def option_read(name: str) -> str:
    """Return how the notes name an option."""
    return f"option:{name}"


def list_read(name: str) -> str:
    """Return how the notes name a list of the group."""
    return f"list:{name}"


def count_read(key: str) -> str:
    """Return how the notes name the number of rows of a field."""
    return f"{key}#"


def value_in_formulas(field: Field | None, value: Json, aspect: str = "") -> Value:
    """Return a value as formulas use it: no ticks and no chips are 0, an empty flag is no."""
    match field:
        case NumberField() | LevelField():
            return exact(value)
        case BoxesField() | ChipsField():
            return exact(value) or 0
        case FlagField():
            return value is True
        case FigureField():
            return value is True if aspect == "bleeding" else exact(value)
        case None | TextField() | LongTextField() | ChoiceField() | DiceField() | PictureField():
            return None if value == "" else formula_value(value)
        case _:
            return None


class TrackingScope:
    """One look at a sheet by a formula, in a row or in none; `reads` are the places it looked at."""

    def __init__(self, sheet: ReadableSheet, rows: str = "", row: int = 0) -> None:
        self._sheet = sheet
        self._plan = sheet.plan
        self._rows = rows
        self._row = row
        self.reads: set[str] = set()

    def at(self, path: str) -> Value:
        """Return the value at a place."""
        self.reads.add(path)
        return self._sheet.exact_value(path)

    def field(self, name: str) -> Value:
        """Return a field, or a column of the row that is being calculated."""
        path = self._place(name)
        return self.at(path) if path else None

    def part(self, of: str, name: str) -> Value:
        """Return an area of a body, a track, a colour of chips."""
        match self._plan.fields.get(of):
            case RowsField():
                raise FormulaValueError("column", name=f"{of}.{name}")
            case FigureField() as figure:
                return self.at(_area(figure, name, ""))
            case ChipsField():
                return self.at(format_path(of, part=name))
            case None:
                return self._lying(of, name)
            case _:
                return None

    def column(self, rows: str, column: str) -> Sequence[Value]:
        """Return a column, row by row; of a body the levels of its areas."""
        figure = self._plan.fields.get(rows)
        if isinstance(figure, FigureField):
            return (
                [self.at(_area(figure, formula_name(area.name), "")) for area in figure.areas]
                if column == LEVEL
                else ()
            )
        self.reads.add(count_read(rows))
        if column not in self._plan.columns.get(rows, {}):
            return ()
        count = len(_sequence(self._sheet.whole(rows)))
        self._sheet.spend(count)
        return [self.at(f"{rows}[{number}].{column}") for number in range(count)]

    def count(self, name: str) -> int | None:
        """Return how many entries or rows are filled."""
        self.reads.add(name)
        if not isinstance(self._plan.fields.get(name), RowsField | EntriesField):
            return None
        self._sheet.spend(len(_sequence(self._sheet.whole(name))))
        return sum(not _is_empty(part) for part in _sequence(self._sheet.whole(name)))

    def entries(self, name: str) -> Sequence[Value]:
        """Return the texts of a list of entries."""
        self.reads.add(name)
        if not isinstance(self._plan.fields.get(name), EntriesField):
            return ()
        entries = _sequence(self._sheet.whole(name))
        self._sheet.spend(len(entries))
        return [formula_value(entry) for entry in entries]

    def option(self, name: str) -> Value:
        """Return an option of the group."""
        self.reads.add(option_read(name))
        return formula_value(self._sheet.options.get(name))

    def option_in_words(self, name: str) -> tuple[str, str]:
        """Return the label of an option, and its value in words."""
        game = self._sheet.ruleset
        return option_label(game, name), option_value_words(game, name, self.option(name))

    def table(self, name: str) -> Json:
        """Return a table of the game by its name, which can have dots."""
        table: Json = self._sheet.tables
        for part in name.split("."):
            table = part_of(table, part)
        return table

    def listed(self, rows: str, name: str, column: str) -> Value:
        """Return a column of one of the group's lists, by the name of the row."""
        self.reads.add(list_read(rows))
        wanted = name.strip().casefold()
        self._sheet.spend(len(self._sheet.lists.get(rows, ())))
        for row in self._sheet.lists.get(rows, ()):
            if str(row.get("name", "")).strip().casefold() == wanted:
                return formula_value(row.get(column))
        return None

    def has(self, condition: str) -> bool:
        """Say whether the character has a condition."""
        self.reads.add(CONDITIONS)
        return any(c.name == condition for c in self._sheet.record.conditions)

    def written(self, column: str) -> str:
        """Return the formula that is the text of a field or column; a plain number is one too."""
        value = self.field(column)
        return "" if value is None or isinstance(value, bool) else str(value)

    def label(self, name: str) -> str:
        """Return the label of `name` or `of.part`."""
        of, _, part = name.partition(".")
        if not part:
            column = self._plan.columns.get(self._rows, {}).get(name)
            field = column or self._plan.fields.get(name)
            return field.label if field else name
        whole_field = self._plan.fields.get(of) or (
            self._plan.fields.get(self._plan.figure) if of in _ASPECTS else None
        )
        match whole_field:
            case RowsField(columns=columns):
                return next((c.label for c in columns if c.key == part), part)
            case FigureField(areas=areas):
                return next((a.label for a in areas if formula_name(a.name) == part), part)
            case ChipsField(colours=colours):
                return next((c.label for c in colours if c.key == part), part)
            case _:
                return next((track for track in self._sheet.record.tracks if formula_name(track) == part), part)

    def _place(self, name: str) -> str:
        if self._rows and name in self._plan.columns[self._rows]:
            return f"{self._rows}[{self._row}].{name}"
        return name if name in self._plan.fields or name in self._plan.description.internal else ""

    def _lying(self, of: str, name: str) -> Value:
        record = self._sheet.record
        if of in _ASPECTS:
            figure = self._plan.fields.get(self._plan.figure)
            if isinstance(figure, FigureField) and any(formula_name(area.name) == name for area in figure.areas):
                return self.at(_area(figure, name, _ASPECTS[of]))
            self.reads.add(BODY)
            locations = record.body.locations if record.body else {}
            found = next((location for area, location in locations.items() if formula_name(area) == name), None)
            return None if found is None else formula_value(getattr(found, _ASPECTS[of] or "level"))
        if of == "track":
            self.reads.add(TRACKS)
            return next((track.value for key, track in record.tracks.items() if formula_name(key) == name), None)
        if of == "chips":
            self.reads.add(CHIPS)
            return record.chips.get(name, 0)
        return None


def _area(figure: FigureField, word: str, aspect: str) -> str:
    name = next((area.name for area in figure.areas if formula_name(area.name) == word), word)
    return format_path(figure.key, part=name, aspect=aspect)


def _sequence(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def _is_empty(part: Json) -> bool:
    """Say whether a row or an entry is empty; a flag that is off does not fill a row."""
    if isinstance(part, Mapping):
        return all(cell is False or is_blank(cell) for cell in part.values())
    return is_blank(part)
