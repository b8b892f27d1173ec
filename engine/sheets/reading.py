"""What a formula reads of a sheet, and the notes that are taken of it, so that an edit finds what depends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.sheets.description import (
    Boxes,
    Chips,
    Choice,
    Dice,
    Entries,
    Field,
    Figure,
    Flag,
    Level,
    LongText,
    Number,
    Picture,
    Rows,
    Text,
)
from engine.sheets.functions import plain_value
from engine.sheets.numbers import exact
from engine.sheets.paths import format_path
from engine.sheets.plan import LEVEL, Plan, word_of
from engine.sheets.record import Record
from engine.sheets.terms import Unfit, Value
from engine.sheets.values import Lists, is_blank, part_of
from engine.table.frozen import Json

BODY, TRACKS, CHIPS, CONDITIONS, UNKNOWN = "@body", "@tracks", "@chips", "@conditions", "@unknown"
"""What lies on the table as a whole, in the notes of what was read."""
_ASPECTS = {"body": "", "armour": "armour", "bleeding": "bleeding", "most": "most"}


class Readable(Protocol):
    """The sheet that is read."""

    @property
    def plan(self) -> Plan:
        """The description, made ready."""
        ...

    @property
    def record(self) -> Record:
        """What the sheet is filled with."""
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
        """Return all that stands in a field."""
        ...

    def exactly(self, path: str) -> Value:
        """Return what stands at a place, reckoned where it is, as formulas read it."""
        ...

    def spend(self, cells: int) -> None:
        """Count so many cells as looked through. Raises Unfit where formulas have looked through too many."""
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
    """Return a value as formulas reckon with it: no ticks and no chips are 0, an empty flag is no."""
    match field:
        case Number() | Level():
            return exact(value)
        case Boxes() | Chips():
            return exact(value) or 0
        case Flag():
            return value is True
        case Figure():
            return value is True if aspect == "bleeding" else exact(value)
        case None | Text() | LongText() | Choice() | Dice() | Picture():
            return None if value == "" else plain_value(value)
        case _:
            return None


class Reading:
    """One look at a sheet by a formula, in a row or in none; `reads` are the places it looked at."""

    def __init__(self, sheet: Readable, rows: str = "", row: int = 0) -> None:
        self._sheet = sheet
        self._plan = sheet.plan
        self._rows = rows
        self._row = row
        self.reads: set[str] = set()

    def at(self, path: str) -> Value:
        """Return what stands at a place."""
        self.reads.add(path)
        return self._sheet.exactly(path)

    def field(self, name: str) -> Value:
        """Return a field, or a column of the row that is reckoned."""
        path = self._place(name)
        return self.at(path) if path else None

    def part(self, of: str, name: str) -> Value:
        """Return an area of a body, a track, a colour of chips."""
        match self._plan.fields.get(of):
            case Rows():
                raise Unfit("column", name=f"{of}.{name}")
            case Figure() as figure:
                return self.at(_area(figure, name, ""))
            case Chips():
                return self.at(format_path(of, part=name))
            case None:
                return self._lying(of, name)
            case _:
                return None

    def column(self, rows: str, column: str) -> Sequence[Value]:
        """Return a column, row by row; of a body the levels of its areas."""
        figure = self._plan.fields.get(rows)
        if isinstance(figure, Figure):
            return [self.at(_area(figure, word_of(area.name), "")) for area in figure.areas] if column == LEVEL else ()
        self.reads.add(count_read(rows))
        if column not in self._plan.columns.get(rows, {}):
            return ()
        count = len(_sequence(self._sheet.whole(rows)))
        self._sheet.spend(count)
        return [self.at(f"{rows}[{number}].{column}") for number in range(count)]

    def count(self, name: str) -> int | None:
        """Return how many entries or rows are filled."""
        self.reads.add(name)
        if not isinstance(self._plan.fields.get(name), Rows | Entries):
            return None
        self._sheet.spend(len(_sequence(self._sheet.whole(name))))
        return sum(not _is_empty(part) for part in _sequence(self._sheet.whole(name)))

    def entries(self, name: str) -> Sequence[Value]:
        """Return the texts of a list of entries."""
        self.reads.add(name)
        if not isinstance(self._plan.fields.get(name), Entries):
            return ()
        found = _sequence(self._sheet.whole(name))
        self._sheet.spend(len(found))
        return [plain_value(entry) for entry in found]

    def option(self, name: str) -> Value:
        """Return an option of the group."""
        self.reads.add(option_read(name))
        return plain_value(self._sheet.options.get(name))

    def table(self, name: str) -> Json:
        """Return a table of the game by its name, which may have dots."""
        found: Json = self._sheet.tables
        for part in name.split("."):
            found = part_of(found, part)
        return found

    def listed(self, rows: str, name: str, column: str) -> Value:
        """Return what one of the group's lists says of something, by its name."""
        self.reads.add(list_read(rows))
        wanted = name.strip().casefold()
        self._sheet.spend(len(self._sheet.lists.get(rows, ())))
        for row in self._sheet.lists.get(rows, ()):
            if str(row.get("name", "")).strip().casefold() == wanted:
                return plain_value(row.get(column))
        return None

    def has(self, condition: str) -> bool:
        """Say whether a condition lies on the character."""
        self.reads.add(CONDITIONS)
        return any(c.name == condition for c in self._sheet.record.conditions)

    def written(self, column: str) -> str:
        """Return the formula that stands as text in a field or column; a plain number is one too."""
        value = self.field(column)
        return "" if value is None or isinstance(value, bool) else str(value)

    def label(self, name: str) -> str:
        """Return what `name` or `of.part` is called."""
        of, _, part = name.partition(".")
        if not part:
            column = self._plan.columns.get(self._rows, {}).get(name)
            field = column or self._plan.fields.get(name)
            return field.label if field else name
        found = self._plan.fields.get(of) or (self._plan.fields.get(self._plan.figure) if of in _ASPECTS else None)
        match found:
            case Rows(columns=columns):
                return next((c.label for c in columns if c.key == part), part)
            case Figure(areas=areas):
                return next((a.label for a in areas if word_of(a.name) == part), part)
            case Chips(colours=colours):
                return next((c.label for c in colours if c.key == part), part)
            case _:
                return next((track for track in self._sheet.record.tracks if word_of(track) == part), part)

    def _place(self, name: str) -> str:
        if self._rows and name in self._plan.columns[self._rows]:
            return f"{self._rows}[{self._row}].{name}"
        return name if name in self._plan.fields or name in self._plan.description.internal else ""

    def _lying(self, of: str, name: str) -> Value:
        record = self._sheet.record
        if of in _ASPECTS:
            figure = self._plan.fields.get(self._plan.figure)
            if isinstance(figure, Figure) and any(word_of(area.name) == name for area in figure.areas):
                return self.at(_area(figure, name, _ASPECTS[of]))
            self.reads.add(BODY)
            locations = record.body.locations if record.body else {}
            found = next((location for area, location in locations.items() if word_of(area) == name), None)
            return None if found is None else plain_value(getattr(found, _ASPECTS[of] or "level"))
        if of == "track":
            self.reads.add(TRACKS)
            return next((track.value for key, track in record.tracks.items() if word_of(key) == name), None)
        if of == "chips":
            self.reads.add(CHIPS)
            return record.chips.get(name, 0)
        return None


def _area(figure: Figure, word: str, aspect: str) -> str:
    name = next((area.name for area in figure.areas if word_of(area.name) == word), word)
    return format_path(figure.key, part=name, aspect=aspect)


def _sequence(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def _is_empty(part: Json) -> bool:
    """Say whether a row or an entry is empty; a flag that says no does not fill a row."""
    if isinstance(part, Mapping):
        return all(cell is False or is_blank(cell) for cell in part.values())
    return is_blank(part)
