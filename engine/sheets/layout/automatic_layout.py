"""Pages for a sheet that describes none: fields as wide as their kind needs, sections in one or two columns.

The result is an ordinary description with pages in the design space, so that the form, the print, the fillable PDF and
the changes of a group work as for a sheet that was designed by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.page_geometry import DESIGN_HEIGHT, DESIGN_WIDTH, PAPERS
from engine.sheets.layout.page_layout import BoxLayout
from engine.sheets.layout.spacing import CARD_SPACING, SHEET_SPACING, Spacing
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    ColumnField,
    DiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PageBox,
    PictureField,
    ReferenceField,
    RowsField,
    Section,
    SheetDescription,
    SheetPage,
    TextField,
)

_GAP: Final = 4.0
"""Between boxes."""
_CARD_EDGE: Final = 3.0
_COLUMNS: Final = 12
_SPANS: Final = (1, 2, 3, 4, 6, 12)
_LOOSE: Final = 1.3
"""A box whose fields cannot use more height becomes at most that much higher."""
_STEPS: Final = (1.0, 0.75, 0.5, 0.25, 0.0, -0.25, -0.5, -0.75, -1.0)
"""Shares of the way from acceptable to comfortable heights, tried for the fewest pages; below 0: to the least."""
_TEXT: Final = 50.0
_NAME: Final = 66.0
_ENTRIES: Final = 58.0
_CROWDED_TEXT: Final = 16.0
_FIGURE_HEIGHT: Final = 96.0
_LOWEST: Final = max(1.0, *(DESIGN_HEIGHT / paper.space.h for paper in PAPERS.values()))
"""A page is designed so much higher that its boxes have their heights on the lowest paper too."""


class _Share(NamedTuple):
    """The height of a box: the least with everything in it, acceptable, comfortable, and the most that looks well.

    `stretches` says that it can use even more.
    """

    hard: float
    soft: float
    wanted: float
    most: float
    stretches: bool

    def at(self, step: float) -> float:
        """Return the height at a share of the way from acceptable to comfortable, or below 0 to the least."""
        return self.soft + ((self.wanted - self.soft) if step > 0 else (self.soft - self.hard)) * step


class _Band(NamedTuple):
    """Sections that share a strip of a page: one across the whole width, or some in two columns."""

    left: tuple[Section, ...]
    right: tuple[Section, ...] = ()


def with_pages(description: SheetDescription, given: Collection[str] = ()) -> SheetDescription:
    """Return a description with pages; one that has them already is returned unchanged.

    Args:
        description: the description.
        given: the fields (`key`) and columns (`key.column`) whose width the author chose; these stay.
    """
    if description.pages or not description.sections:
        return description
    return _Arrangement(description, frozenset(given)).arranged()


class _EmptySheet(FilledSheet):
    """A sheet with nothing on it, which still needs room for boxes to tick."""

    def count(self, field: BoxesField, path: str) -> int:
        return super().count(field, path) or field.per_row


class _Arrangement:
    def __init__(self, description: SheetDescription, given: frozenset[str]) -> None:
        self._description = description
        self._given = given
        card = description.size is not None
        self._spacing: Spacing = CARD_SPACING if card else SHEET_SPACING
        self._edge = _CARD_EDGE if card else 0.0
        width, height = description.size or (DESIGN_WIDTH, DESIGN_HEIGHT)
        self._width, self._height = width - 2 * self._edge, height - 2 * self._edge
        self._one_column = card
        self._stretch = 1.0 if card else _LOWEST
        self._gap = _GAP / 2 if card else _GAP
        self._half = (self._width - self._gap) / 2
        self._shares: dict[tuple[str, float], _Share] = {}
        self._known_fitted: dict[tuple[str, float], Section] = {}
        self._layer = BoxLayout(_EmptySheet(description, blank_record()), self._spacing)

    def arranged(self) -> SheetDescription:
        """Return the description with widths and pages."""
        bands = self._bands([section for section in self._description.sections if section.fields])
        pages = min((self._pages(bands, step) for step in _STEPS), key=len)
        made = {s.key: s for page in pages for band, _ in page for s in (*band.left, *band.right)}
        empty = [PageBox(section=s.key, x=0, y=0, w=0, h=0) for s in self._description.sections if s.key not in made]
        laid = [SheetPage(boxes=tuple(self._boxes(page, last=page is pages[-1]))) for page in pages]
        if empty:  # a section that a group may fill with fields of its own
            laid.append(SheetPage(boxes=tuple(self._stacked([box.section for box in empty]))))
        sections = tuple(made.get(section.key, section) for section in self._description.sections)
        return replace(self._description, sections=sections, pages=tuple(laid))

    # Columns ---------------------------------------------------------------------------------------------

    def _bands(self, sections: Sequence[Section]) -> list[_Band]:
        """Put sections into bands: those that need the whole width alone, the others in two columns."""
        bands: list[_Band] = []
        run: list[Section] = []
        for at, section in enumerate(sections):
            if self._one_column or self._is_wide(section, first=at == 0):
                bands += self._in_columns(run)
                bands.append(_Band((self._fitted(section, self._width),)))
                run = []
            else:
                run.append(section)
        return [*bands, *self._in_columns(run)]

    def _in_columns(self, run: Sequence[Section]) -> list[_Band]:
        if not run:
            return []
        if len(run) == 1:
            return [_Band((self._fitted(run[0], self._width),))]
        fitted = [self._fitted(section, self._half) for section in run]
        before = [0.0, *accumulate(self._share(section, self._half).wanted + self._gap for section in fitted)]
        cut = min(range(1, len(run)), key=lambda cut: max(before[cut], before[-1] - before[cut]))
        return [_Band(tuple(fitted[:cut]), tuple(fitted[cut:]))]

    def _sum(self, heights: Sequence[float]) -> float:
        return sum(heights) + self._gap * (len(heights) - 1)

    def _is_wide(self, section: Section, *, first: bool) -> bool:
        """Say whether a section needs the whole width: the one with the name, and those with wide tables."""
        if first and any(field.bind == "name" for field in section.fields):
            return True
        inner = self._half - 2 * self._spacing.pad
        return any(_least_width(field, self._spacing) > inner for field in section.fields)

    # Heights ---------------------------------------------------------------------------------------------

    def _share(self, section: Section, width: float) -> _Share:
        known = self._shares.get((section.key, width))
        if known is None:
            known = self._shares[section.key, width] = self._made_share(section, width)
        return known

    def _made_share(self, section: Section, width: float) -> _Share:
        need = self._layer.need(section, width)
        stretches = need.stretches
        figure = any(isinstance(field, FigureField) for field in section.fields)
        wanted = need.wanted * self._stretch
        wanted = max(wanted, min(wanted - 72 + _FIGURE_HEIGHT, self._height)) if figure else wanted
        return _Share(
            min(need.hard * self._stretch, self._height),
            min(need.soft * self._stretch, self._height),
            min(wanted, self._height),
            self._height if stretches else wanted * _LOOSE,
            stretches,
        )

    def _pages(self, bands: Sequence[_Band], step: float) -> list[list[tuple[_Band, float]]]:
        """Fill pages with bands, each with its height; a band of two columns may go on on the next page."""
        pages: list[list[tuple[_Band, float]]] = []
        top = self._height + 1
        waiting = list(bands)
        while waiting:
            band = waiting.pop(0)
            height = self._band_height(band, step)
            room = self._height - top
            if height > room + 0.01:
                first, rest = self._split(band, room, step)
                if first is None:
                    pages.append([])
                    top, room = 0.0, self._height
                    if height > room + 0.01:
                        first, rest = self._split(band, room, step)
                if first is not None:
                    waiting[:0] = rest
                    band, height = first, self._band_height(first, step)
            height = min(height, room)
            pages[-1].append((band, height))
            top += height + self._gap
        return pages

    def _split(self, band: _Band, room: float, step: float) -> tuple[_Band | None, list[_Band]]:
        """Return what of a band of two columns fits into a height, and the rest; None if nothing does."""
        sections = (*band.left, *band.right)
        if not band.right:
            return None, []
        heights = accumulate(self._share(section, self._half).hard + self._gap for section in sections)
        most = sum(1 for height in takewhile(lambda height: height <= 2 * room + 2 * self._gap, heights))
        for count in range(min(len(sections) - 1, most), 1, -1):
            for first in self._in_columns(sections[:count]):
                if self._band_height(first, step) <= room:
                    return first, self._in_columns(sections[count:])
        return None, []

    def _band_height(self, band: _Band, step: float) -> float:
        width = self._half if band.right else self._width
        return max(
            self._sum([share.at(step) for share in shares])
            for side in (band.left, band.right)
            if (shares := [self._share(section, width) for section in side])
        )

    def _boxes(self, page: Sequence[tuple[_Band, float]], *, last: bool) -> list[PageBox]:
        """Return the boxes of a page; bands that can use more height share what is left."""
        spare = self._height - self._sum([height for _, height in page])
        growing = [any(self._can_grow(s, band) for s in (*band.left, *band.right)) for band, _ in page]
        whole = sum(height for (_, height), grows in zip(page, growing, strict=True) if grows)
        limit = 0.6 if last and len(page) > 1 else 1.0  # a short last page is not blown up
        boxes: list[PageBox] = []
        top = 0.0
        for (band, height), grows in zip(page, growing, strict=True):
            high = height + (min(spare * height / whole, height * limit) if grows and whole else 0.0)
            width = self._half if band.right else self._width
            for side, x in ((band.left, 0.0), (band.right, self._half + self._gap)):
                boxes += self._column(side, x, top, width, high)
            top += high + self._gap
        return boxes

    def _can_grow(self, section: Section, band: _Band) -> bool:
        return self._share(section, self._half if band.right else self._width).stretches

    def _column(self, side: Sequence[Section], x: float, top: float, width: float, high: float) -> list[PageBox]:
        """Return the boxes of one column; those that can use more height share what is left, else all a little."""
        if not side:
            return []
        shares = [self._share(section, width) for section in side]
        room = high - self._gap * (len(side) - 1)
        wanted = sum(share.wanted for share in shares)
        if room < wanted:
            hard, soft = sum(share.hard for share in shares), sum(share.soft for share in shares)
            if room >= soft:
                step = (room - soft) / (wanted - soft) if wanted > soft else 1.0
            else:
                step = max(-1.0, (room - soft) / (soft - hard)) if soft > hard else 0.0
            heights = [share.at(step) for share in shares]
            less = min(1.0, room / max(1.0, sum(heights)))
            heights = [height * less for height in heights]
        else:
            stretching = sum(share.wanted for share in shares if share.stretches)
            spare = room - wanted
            heights = [
                share.wanted + spare * share.wanted / stretching
                if stretching and share.stretches
                else share.wanted
                if stretching
                else min(share.most, share.wanted + spare * share.wanted / wanted)
                for share in shares
            ]
        boxes = []
        for section, height in zip(side, heights, strict=True):
            boxes.append(self._box(section.key, x, top, width, height))
            top += height + self._gap
        return boxes

    def _box(self, section: str, x: float, y: float, w: float, h: float) -> PageBox:
        x, y, w, h = (round(length, 2) for length in (x + self._edge, y + self._edge, w, h))
        return PageBox(section=section, x=x, y=y, w=w, h=h)

    def _stacked(self, keys: Sequence[str]) -> list[PageBox]:
        high = (self._height - self._gap * (len(keys) - 1)) / len(keys)
        return [self._box(key, 0.0, at * (high + self._gap), self._width, high) for at, key in enumerate(keys)]

    # Widths ----------------------------------------------------------------------------------------------

    def _fitted(self, section: Section, width: float) -> Section:
        """Return a section with the widths of its fields for a box of this width."""
        known = self._known_fitted.get((section.key, width))
        if known is None:
            known = self._known_fitted[section.key, width] = self._made_fitted(section, width)
        return known

    def _made_fitted(self, section: Section, width: float) -> Section:
        inner = width - 2 * self._spacing.pad
        fields = [self._with_columns(field, inner) for field in section.fields]
        spans = [self._span(field, inner) for field in fields]
        for first, end in _runs(fields):  # numbers below each other are in one grid
            widest = max(spans[first:end])
            spans[first:end] = [widest] * (end - first)
        for at, field in enumerate(fields):
            if field.key in self._given:
                spans[at] = field.width
        for line in _lines(spans):
            spare = _COLUMNS - sum(spans[at] for at in line)
            takers = [at for at in line if _is_text(fields[at]) and fields[at].key not in self._given]
            alone = len(line) == 1 and not _is_control(fields[line[0]])
            if spare and (takers or alone):
                for number in range(spare):
                    spans[(takers or list(line))[number % len(takers or line)]] += 1
        return replace(
            section, fields=tuple(replace(field, width=span) for field, span in zip(fields, spans, strict=True))
        )

    def _span(self, field: Field, inner: float) -> int:
        """Return the smallest share of the twelve columns in which a field is as wide as its kind needs."""
        need = _natural_width(field, self._spacing)
        unit = (inner + self._spacing.gutter) / _COLUMNS
        return next((span for span in _SPANS if span * unit - self._spacing.gutter >= need - 0.01), _COLUMNS)

    def _with_columns(self, field: Field, inner: float) -> Field:
        """Return a table with the widths of its columns; where it is crowded, texts after the first get less."""
        if not isinstance(field, RowsField):
            return field
        widths = [_column_width(column) for column in field.columns]
        if sum(widths) > inner / field.beside:
            first = next((at for at, column in enumerate(field.columns) if isinstance(column, TextField)), 0)
            widths = [
                max(_head_width(column), _CROWDED_TEXT) if isinstance(column, TextField) and at != first else width
                for at, (column, width) in enumerate(zip(field.columns, widths, strict=True))
            ]
        largest = max(widths, default=1.0)
        columns = tuple(
            column
            if f"{field.key}.{column.key}" in self._given
            else replace(column, width=max(1, min(_COLUMNS, round(width * _COLUMNS / largest))))
            for column, width in zip(field.columns, widths, strict=True)
        )
        return replace(field, columns=columns)


def _runs(fields: Sequence[Field]) -> list[tuple[int, int]]:
    """Return where runs of controls of one kind begin and end."""
    runs: list[tuple[int, int]] = []
    for at, field in enumerate(fields):
        if not _is_control(field):
            continue
        if runs and runs[-1][1] == at and isinstance(field, FlagField) == isinstance(fields[at - 1], FlagField):
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _lines(spans: Sequence[int]) -> list[list[int]]:
    """Return the lines into which fields of these widths fall."""
    lines: list[list[int]] = []
    taken = _COLUMNS
    for at, span in enumerate(spans):
        if taken + span > _COLUMNS:
            lines.append([])
            taken = 0
        lines[-1].append(at)
        taken += span
    return lines


def _is_control(field: Field) -> bool:
    return isinstance(field, NumberField | DiceField | FlagField)


def _is_text(field: Field) -> bool:
    return isinstance(field, TextField | ChoiceField | EntriesField | LongTextField)


def _natural_width(field: Field, spacing: Spacing) -> float:
    """Return the width in millimetres that a field needs to look well."""
    s = spacing
    label = s.label_beside(field.label)
    ticks = s.tick + s.tick_gap
    match field:
        case TextField():
            return _NAME if field.bind == "name" else max(_TEXT, len(field.label) * s.capital)
        case NumberField():
            return label + s.number
        case DiceField():
            return label + s.dice
        case FlagField():
            return label + s.tick + 3
        case LevelField() if field.names:
            return max(max(map(len, field.names)) * s.letter + ticks + 4, 40.0)
        case LevelField():
            return label + field.most * ticks
        case BoxesField() if field.names:
            return max(label, 2 * (max(map(len, field.names)) * s.letter + ticks + 4))
        case BoxesField():
            return label + field.per_row * ticks
        case ChoiceField() if field.choices and not (field.other or field.list) and len(field.choices) <= 6:
            return max(40.0, sum(len(name) * s.letter + s.tick + 4 for name in field.labels or field.choices))
        case ChoiceField():
            return _TEXT
        case EntriesField():
            return _ENTRIES * field.beside
        case PictureField():
            return 40.0
        case _:
            return 400.0


def _least_width(field: Field, spacing: Spacing) -> float:
    """Return the width below which a field would be cramped."""
    match field:
        case RowsField():
            return field.beside * (sum(map(_column_width, field.columns)) * 0.8)
        case ReferenceField():
            rows = (field.head, *field.rows)
            columns = max(map(len, rows), default=0)
            letters = sum(max((len(row[at]) for row in rows if at < len(row)), default=0) for at in range(columns))
            return min(letters * spacing.letter * 0.9, 120.0)
        case EntriesField():
            return field.beside * 40.0
        case ChipsField():
            return len(field.colours) * 22.0
        case _:
            return 0.0


def _column_width(column: ColumnField) -> float:
    """Return the width in millimetres that a column of a table needs."""
    head = _head_width(column)
    match column:
        case TextField():
            return max(head, 40.0)
        case ChoiceField():
            names = column.labels or column.choices
            return max(head, min(40.0, max((len(name) * 2.0 for name in names), default=30.0) + 3))
        case DiceField():
            return max(head, 18.0)
        case NumberField():
            return max(head, 12.0)
        case LevelField():
            return max(head, column.most * 4.0)
        case BoxesField():
            return max(head, min(column.per_row, 8) * 4.0)
        case FlagField():
            return max(head, 9.0)


def _head_width(column: ColumnField) -> float:
    return len(column.label) * 1.5 + 2
