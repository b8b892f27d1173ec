"""Sheets filled to bursting, and their printed pages measured without fonts."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.model.body import Body, Location
from engine.model.frozen import Json
from engine.model.tracks import Track
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.character_record import Record
from engine.sheets.model.compiled_sheet import formula_of
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
    RowsField,
    SheetDescription,
    TextField,
)
from engine.sheets.printing.composed_pages import ComposedBox, ComposedField, ComposedPage
from engine.sheets.printing.text_fitting import POINT, Measure, PrintFace, TextRun


class SheetFiller:
    """Fills any sheet; each word occurs only once, so that a lost one is noticed.

    Args:
        words: the number of words in a long text; other texts have fewer.
    """

    def __init__(self, words: int) -> None:
        self._words = words
        self._numbers = itertools.count(1)
        self.written: list[str] = []

    def record(self, description: SheetDescription) -> Record:
        """Return a record with something in every field."""
        sheet: dict[str, Json] = {}
        tracks: dict[str, Track] = {}
        body: Body | None = None
        chips: Mapping[str, int] = {}
        for field in (f for section in description.sections for f in section.fields):
            if field.bind in ("name", "player", "conditions") or formula_of(field):
                continue
            value = self.value(field)
            if field.bind.startswith("track:"):
                tracks[field.bind.removeprefix("track:")] = Track(value=7)
            elif field.bind == "chips":
                chips = {"white": 3}
            elif isinstance(field, FigureField):
                places = {area.name: Location(level=2, most=9, armour=3) for area in field.areas}
                body = Body(chart=field.chart, locations=places)
                if not field.bind:
                    sheet[field.key] = {area.name: {"level": 2, "armour": 3} for area in field.areas}
            elif value is not None:
                sheet[field.key] = value
        named = any(field.bind == "name" for section in description.sections for field in section.fields)
        name = self.text(max(2, self._words // 20)) if named else ""
        return Record(name=name, player="Tom", sheet=sheet, tracks=tracks, body=body, chips=chips)

    def text(self, words: int) -> str:
        """Return a text of words that occur nowhere else."""
        made = [f"{_WORDS[n % len(_WORDS)]}{n}" for n in itertools.islice(self._numbers, words)]
        self.written += made
        return " ".join(made)

    def value(self, field: Field) -> Json:
        """Return a value for a field; None for a field that nothing can be written in."""
        match field:
            case LongTextField():
                return "\n".join(self.text(self._words // 2) for _ in range(2))
            case TextField():
                return self.text(max(1, self._words // 12))
            case ChoiceField():
                return self.text(max(1, self._words // 20)) if field.other or not field.choices else field.choices[-1]
            case EntriesField():
                return [
                    self.text(max(1, self._words // 30)) for _ in range(field.lines * (2 if self._words > 50 else 1))
                ]
            case NumberField():
                return field.most if field.most is not None else 7
            case DiceField():
                return "12d12+12"
            case LevelField():
                return field.most
            case BoxesField():
                return 2
            case FlagField():
                return True
            case ChipsField():
                return {colour.key: 99 for colour in field.colours}
            case RowsField():
                more = 0 if field.fixed else field.lines * (2 if self._words > 50 else 1)
                return [
                    *({**self._row(field, row), **row} for row in field.start),
                    *(self._row(field) for _ in range(more)),
                ]
            case _:
                return None

    def _row(self, field: RowsField, without: Collection[str] = ()) -> Mapping[str, Json]:
        columns = (column for column in field.columns if not formula_of(column) and column.key not in without)
        cells = {column.key: self.value(column) for column in columns}
        return {key: value for key, value in cells.items() if value is not None}


_WORDS = ("marsh", "lantern", "ferry", "Désirée", "coin", "mill", "salt", "ŵind", "oath", "tide", "“bell”", "ashes")


def cells_of(page: ComposedPage) -> Iterator[tuple[ComposedBox, ComposedField]]:
    """Yield every cell of a page and every part of a cell, with its box."""
    for box in page.boxes:
        for cell in box.cells:
            yield box, cell
            for part in cell.parts:
                yield box, part


def runs_of(page: ComposedPage) -> list[TextRun]:
    """Return every run of text on a page."""
    runs = [*page.head, *page.foot]
    for box in page.boxes:
        runs += (*box.words, *box.marks)
    for _, cell in cells_of(page):
        runs += (*cell.words, *cell.runs)
    return runs if page.legend is None else [*runs, page.legend]


def ink_of(run: TextRun, measure: Measure) -> Rect:
    """Return the area of a run, from the height of small letters to a little below the line."""
    high = run.size * POINT
    return Rect(run.x, run.y - high * 0.62, measure.width(run.text.rstrip(), run.face, run.size), high * 0.66)


def collisions(page: ComposedPage, measure: Measure) -> list[tuple[str, str]]:
    """Return the pairs of texts on a page that overlap."""
    inks = [(run.text, ink_of(run, measure)) for run in runs_of(page)]
    inks.sort(key=lambda ink: ink[1].y)
    found = []
    for at, (text, ink) in enumerate(inks):
        for other, below in inks[at + 1 :]:
            if below.y > ink.bottom:
                break
            if ink.overlaps(below, 0.15):
                found.append((text, other))
    return found


class FixedWidthMeasure:
    """A measure that needs no fonts: every letter is as wide as the others."""

    def width(self, text: str, face: PrintFace, size: float) -> float:
        """Return how wide a line of text is in millimetres."""
        return len(text) * size * POINT * 0.52

    def lines(self, text: str, face: PrintFace, size: float, width: float, most: int) -> Sequence[str]:
        """Break a paragraph into lines no wider than `width`."""
        room = max(1, int(width / (size * POINT * 0.52) + 1e-9))
        found: list[str] = []
        while text and len(found) < most:
            if len(text) <= room:
                cut = len(text)
            else:
                space = text.rfind(" ", 0, room + 1)
                cut = space + 1 if space > 0 else room
            found.append(text[:cut])
            text = text[cut:]
        return found
