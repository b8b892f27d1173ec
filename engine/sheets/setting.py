"""Sets the words of a laid page: each value in its place, at a size at which it fits; keeps what had no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from typing import Final

from engine.sheets.composed import Overflow, SetBox, SetCell, SetPage, Spot
from engine.sheets.description import (
    Boxes,
    Chips,
    Choice,
    Dice,
    Entries,
    Flag,
    Level,
    LongText,
    Number,
    Picture,
    Reference,
    Rows,
)
from engine.sheets.geometry import Rect
from engine.sheets.labels import ORNAMENT, Labels, row_number, said
from engine.sheets.laid import LaidBox, LaidField, LaidPage
from engine.sheets.numbers import exact
from engine.sheets.paths import format_path, parse_path
from engine.sheets.source import Source, rows_of
from engine.sheets.spacing import Spacing
from engine.sheets.typeset import LEAST, Block, Face, Measure, Run, baseline_in, clean, fitted, fitting_size, width_of
from engine.sheets.values import is_blank, plain_text
from engine.table.frozen import replace

SIGN: Final = 8.0
"""What is kept free at the end of a text for the sign that it goes on elsewhere, where there is no other place."""
_ON_LINE: Final = 1.3
"""How far above a writing line its words stand."""
_INSET: Final = 0.4
_RUN_IN: Final = 7.5
"""Entries that would be smaller than this below each other stand one after the other."""
_SHORTEST: Final = 4
"""Fewer letters than this of a text that goes on elsewhere are none at all."""
_ROW_NAME: Final = 24
_NARROW: Final = 11.0
"""In a place narrower than this stands only the sign of a text that goes on elsewhere."""
_BETWEEN_ENTRIES: Final = " · "
_CARD_TEXT: Final = 8.8


class Setter:
    """Sets the words of one sheet; `overflow` is what had no room."""

    def __init__(self, source: Source, measure: Measure, spacing: Spacing) -> None:
        self.source = source
        self.measure = measure
        self.spacing = spacing
        self.labels = Labels(measure, spacing)
        self.overflow: list[Overflow] = []
        self._value = 7.5 if spacing.small_print else 9.5

    def page(self, laid: LaidPage, number: int) -> SetPage:
        """Set a page, the `number`th of its sheet."""
        boxes = tuple(self.box(box, number, at) for at, box in enumerate(laid.boxes))
        return SetPage(title=laid.title, boxes=boxes, continued=laid.continued)

    def box(self, laid: LaidBox, page: int, at: int, aside: str = "") -> SetBox:
        """Set the `at`th box of a page; `aside` stands behind its title."""
        if laid.continues:
            aside = said("continued_from", page=laid.continues)
        words: tuple[Run, ...] = ()
        if laid.title_rect is not None:
            words = self.labels.title(laid.title_rect, laid.section.title, aside)
        # The title of a box is the label of that field, if it is but one, that has none of its own.
        bare = [cell for cell in laid.cells if cell.label_rect is None and not cell.beside]
        band = self.free_of(laid, words) if len(bare) == 1 else None
        cells = []
        for cell in laid.cells:
            spot = Spot(page, at, cell.field.label or laid.section.title)
            cells.append(self._cell(cell, spot, band if cell in bare else None))
        return SetBox(laid=laid, words=words, cells=tuple(self._of_one_size(cells)))

    def _of_one_size(self, cells: Sequence[SetCell]) -> list[SetCell]:
        """Return cells whose labels beside their values are all as small as the smallest of them must be."""
        sizes = [cell.words[0].size for cell in cells if cell.laid.beside and cell.words]
        if not sizes or min(sizes) == max(sizes):
            return list(cells)
        return [self._resized(cell, min(sizes)) if cell.laid.beside else cell for cell in cells]

    def _resized(self, cell: SetCell, size: float) -> SetCell:
        words = tuple(replace(word, size=size) for word in cell.words)
        return replace(cell, words=words, dots=self._dots(cell.laid, words))

    def free_of(self, laid: LaidBox, words: Sequence[Run]) -> Rect | None:
        """Return what is free of the band with a box's title; None if that is too little for a sign."""
        band = laid.title_rect
        if band is None or not words:
            return None
        start = max(run.x + width_of(run, self.measure) for run in words) + 2
        end = band.right - self.spacing.pad - ORNAMENT
        return Rect(start, band.y, end - start, band.h) if end - start >= SIGN else None

    def _cell(self, laid: LaidField, spot: Spot, band: Rect | None) -> SetCell:
        field = laid.field
        words = self.labels.of(laid)
        match field:
            case Rows():
                return self._table(laid, field, spot, band)
            case Reference():
                return SetCell(laid=laid, words=(*words, *self.labels.reference(laid, field)))
            case Picture():
                value = self.source.value(laid.path)
                return SetCell(laid=laid, words=words, picture=value if isinstance(value, str) else "")
            case _ if laid.parts:
                parts = tuple(self._leaf(part, replaced(spot, part=part.field.label)) for part in laid.parts)
                if isinstance(field, Chips):
                    words = (*words, *self.labels.letters(laid, field))
                return SetCell(laid=laid, words=words, parts=parts)
            case LongText() | Entries():
                return self._lines(laid, field, spot, band)
            case _:
                return self._leaf(laid, spot, band)

    def _table(self, laid: LaidField, field: Rows, spot: Spot, band: Rect | None) -> SetCell:
        """Set a table, or a piece of one that goes on."""
        words = (*self.labels.of(laid), *self.labels.heads(laid, field))
        there = rows_of(self.source, field)
        names = [self._row_name(field, row) for row in range(there)]
        parts = []
        last = -1
        for part in laid.parts:
            row = parse_path(part.path).row or 0
            last = max(last, row)
            if row >= there:
                parts.append(SetCell(laid=part))
                continue
            called = row_number(row) if part.field.key == field.columns[0].key else names[row]
            parts.append(self._leaf(part, replaced(spot, part=f"{called}, {part.field.label}")))
        if there > last + 1:
            mark, room = self._mark(laid, words, band)
            self.overflow.append(Overflow(self, spot, mark, room, table=field, first=last + 1))
        return SetCell(laid=laid, words=words, parts=tuple(parts))

    def _row_name(self, field: Rows, row: int) -> str:
        """Return what a row is called where a part of it stands elsewhere: its first column's words, or its number."""
        text = clean(self.source.shown(format_path(field.key, row, field.columns[0].key))).replace("\n", " ")
        if not text:
            return row_number(row)
        return text if len(text) <= _ROW_NAME else f"{text[: _ROW_NAME - 1].rstrip()}…"

    # One value -------------------------------------------------------------------------------------------

    def _leaf(self, laid: LaidField, spot: Spot, band: Rect | None = None) -> SetCell:
        field = laid.field
        words = self.labels.of(laid)
        made = SetCell(laid=laid, words=words, ruled=self.source.ruled(laid.path), dots=self._dots(laid, words))
        shown = clean(self.source.shown(laid.path))
        in_table = parse_path(laid.path).row is not None
        match field:
            case Choice() if laid.marks:
                return self._choice(made, field, shown, spot)
            case Flag() | Boxes() | Level():
                return self._ticks(made, field, shown, spot)
            case Number() | Dice():
                return self._number(made, shown, spot, in_table=in_table)
            case _ if in_table:
                return replace(made, runs=self._put(shown, laid, laid.value_rect, spot, words, band))
            case _ if self.spacing.finished and shown and field.key == "name":
                bare = replace(laid, label_rect=None, value_rect=laid.rect)
                return replace(made, words=(), runs=self._put(shown, bare, laid.rect, spot, (), None, face=Face.HEAD))
            case _:
                runs = self._put(shown, laid, laid.value_rect, spot, words, band, on_line=True)
                line = (laid.value_rect.x, laid.value_rect.bottom, laid.value_rect.w)
                ruling = () if runs and self.spacing.finished else (line,)
                return replace(made, words=_level_with(words, runs, laid), runs=runs, ruling=ruling)

    def _number(self, made: SetCell, shown: str, spot: Spot, *, in_table: bool) -> SetCell:
        laid = made.laid
        place = laid.value_rect.inset(0.8, 0)
        words = made.words
        if laid.caption:
            caption = self.labels.caption(laid)
            words = (*words, caption)
            taken = width_of(caption, self.measure) + 1.2
            place = Rect(place.x + taken, place.y, max(2.0, place.w - taken), place.h)
            path = parse_path(laid.path)
            most = "" if path.aspect else clean(self.source.shown(str(replace(path, aspect="most"))))
            if most and shown:
                shown = f"{shown} / {most}"
            elif most:
                words = (*words, self.labels.limit(f"/ {most}", place))
        face = Face.VALUE if in_table else Face.STRONG
        runs = self._put(shown, laid, place, spot, words, None, face=face)
        return replace(made, runs=runs, words=words, elsewhere=bool(shown) and not runs)

    def _ticks(self, made: SetCell, field: Flag | Boxes | Level, shown: str, spot: Spot) -> SetCell:
        laid = made.laid
        value = self.source.value(laid.path)
        made = replace(made, words=(*made.words, *self.labels.beside_marks(laid)))
        number = int(value) if isinstance(value, bool) else exact(value)
        if value is None or (value is False and isinstance(field, Flag)):
            return made
        if isinstance(number, int):
            if isinstance(field, Level) and (field.names or field.least < 0) and laid.marks:
                if field.least <= number <= field.most:
                    return replace(made, chosen=number - field.least)
            elif 0 <= number <= len(laid.marks):
                return replace(made, ticked=number)
        return self._odd(made, shown, spot)

    def _choice(self, made: SetCell, field: Choice, shown: str, spot: Spot) -> SetCell:
        made = replace(made, words=(*made.words, *self.labels.beside_marks(made.laid)))
        if shown in field.choices:
            return replace(made, chosen=field.choices.index(shown))
        return self._odd(made, shown, spot) if shown else made

    def _odd(self, made: SetCell, shown: str, spot: Spot) -> SetCell:
        """Write what marks cannot show beside the label or behind the marks, or on another page."""
        laid = made.laid
        taken = [Rect(run.x, run.y - 2, width_of(run, self.measure) + 1, 2.5) for run in made.words]
        taken += laid.marks
        free = []
        for strip in (laid.label_rect, laid.value_rect):
            if strip is not None:
                start = max((box.right + 1 for box in taken if box.overlaps(strip)), default=strip.x)
                free.append(Rect(start, strip.y, strip.right - start, strip.h))
        place = max(free, key=lambda rect: rect.w)
        if place.w < SIGN:
            mark = (laid.rect.right, laid.rect.bottom)
            self.overflow.append(Overflow(self, spot, mark, SIGN, text=shown))
            return made
        return replace(made, runs=self._put(shown, laid, place, spot, made.words, None))

    def _dots(self, laid: LaidField, words: Sequence[Run]) -> tuple[float, float, float] | None:
        """Return the dotted line between a label and the value on its right, if they are far apart."""
        if not laid.beside or not words or isinstance(laid.field, Flag):
            return None
        start = words[-1].x + width_of(words[-1], self.measure) + 1.5
        length = laid.value_rect.x - 1.5 - start
        return (start, words[-1].y - 0.1, length) if length > 3 else None

    def _put(
        self,
        text: str,
        laid: LaidField,
        place: Rect,
        spot: Spot,
        words: Sequence[Run],
        band: Rect | None,
        *,
        face: Face = Face.VALUE,
        on_line: bool = False,
    ) -> tuple[Run, ...]:
        """Set a text in a place of one line; if need be smaller, then in more lines."""
        if not text:
            return ()
        centred = isinstance(laid.field, Number | Dice)
        size = self._value + {Face.STRONG: 1.0, Face.HEAD: 3.5}.get(face, 0.0)
        mark, room = self._mark(laid, words, band)
        inner = place if centred else place.inset(_INSET, 0.0)
        if centred:  # a number is never broken
            size = fitting_size(text, face, size, LEAST, inner.w, self.measure)
            if self.measure.width(text, face, size) > inner.w:
                inner = Rect(inner.x, baseline_in(inner, LEAST) - 2, inner.w, 2.5)  # room for one line
        block = fitted(text, face, size, inner, self.measure, keep=0.0 if room else SIGN * 0.75, tight=True)
        if not block.rest:
            return tuple(self._runs(block, face, inner, centred=centred, on_line=on_line))
        if inner.w < _NARROW or sum(len(line) for _, line in block.lines) < _SHORTEST:
            block = Block((), block.size, block.leading, text)
        runs = self._runs(block, face, inner, centred=False, on_line=on_line)
        if not room:
            baseline = runs[-1].y if runs else baseline_in(place, LEAST)
            mark, room = (place.right, baseline), min(SIGN, place.w)
        # What has but one line stands elsewhere as a whole, so that nobody has to piece it together.
        self.overflow.append(Overflow(self, spot, mark, room, text=text))
        return tuple(runs)

    def _runs(self, block: Block, face: Face, place: Rect, *, centred: bool, on_line: bool) -> list[Run]:
        count = len(block.lines)
        if on_line:
            last = place.bottom - (_ON_LINE if count == 1 else 0.9)
        else:
            last = baseline_in(place, block.size) + (count - 1) * block.leading / 2
        runs = []
        for at, (_, line) in enumerate(block.lines):
            words = line.strip()
            x = place.x
            if centred:
                x += (place.w - self.measure.width(words, face, block.size)) / 2
            if words:
                y = last - (count - 1 - at) * block.leading
                runs.append(Run(x=x, y=y, text=words, face=face, size=block.size))
        return runs

    # Several lines ---------------------------------------------------------------------------------------

    def _lines(self, laid: LaidField, field: LongText | Entries, spot: Spot, band: Rect | None) -> SetCell:
        """Set a text, or entries below each other, on ruled lines; if it must be smaller, as far as it goes."""
        words = self.labels.of(laid)
        value = self.source.value(laid.path)
        columns = field.beside if isinstance(field, Entries) else 1
        mark, room = self._mark(laid, words, band)
        # On a card nobody writes below what is printed.
        closed = self.spacing.finished and not is_blank(value)
        ruled, size = (0, _CARD_TEXT) if closed else (laid.lines, self._value)

        def fit(text: str, columns: int, *, hang: bool = False, least: float = LEAST) -> Block:
            return fitted(
                text,
                Face.VALUE,
                size,
                laid.value_rect,
                self.measure,
                ruled=ruled,
                columns=columns,
                gutter=self.spacing.gutter,
                hang=hang,
                keep=0.0 if room else SIGN,
                least=least,
            )

        if isinstance(field, Entries) and isinstance(value, list | tuple):
            entries = [" ".join(clean(plain_text(entry)).split("\n")) for entry in value]
            block = fit("\n".join(entries), columns, hang=True, least=_RUN_IN)
            if block.rest:
                columns = 1
                block = fit(_BETWEEN_ENTRIES.join(entry for entry in entries if entry), 1)
        else:
            block = fit(clean(self.source.shown(laid.path)), columns)
        on_rules = bool(ruled) and block.size == size
        runs = self._line_runs(block, laid, columns, on_rules=on_rules)
        ruling = [] if closed else self._ruling(block, laid, columns, on_rules=on_rules)
        if block.rest:
            if not room:
                last = runs[-1].y if runs else laid.value_rect.bottom - _ON_LINE
                mark, room = (laid.value_rect.right - 0.3, last), SIGN
            self.overflow.append(Overflow(self, spot, mark, room, text=block.rest))
        return SetCell(laid=laid, words=_level_with(words, runs, laid), runs=tuple(runs), ruling=tuple(ruling))

    def _columns(self, laid: LaidField, columns: int) -> tuple[list[float], float]:
        """Return where columns of lines begin, and how wide they are."""
        place, gutter = laid.value_rect, self.spacing.gutter
        width = (place.w - gutter * (columns - 1)) / columns
        return [place.x + at * (width + gutter) for at in range(columns)], width

    def _line_runs(self, block: Block, laid: LaidField, columns: int, *, on_rules: bool) -> list[Run]:
        place = laid.value_rect
        lefts, _ = self._columns(laid, columns)
        pitch = place.h / laid.lines
        per_column = lines_in(block, laid, on_rules=on_rules)
        runs = []
        for at, (indent, line) in enumerate(block.lines):
            column, row = divmod(at, per_column)
            under = (row + 1) * pitch - _ON_LINE if on_rules else (row + 0.78) * block.leading
            x = lefts[column] + indent + _INSET
            if line.strip():
                runs.append(Run(x=x, y=place.y + under, text=line.rstrip(), face=Face.VALUE, size=block.size))
        return runs

    def _ruling(
        self, block: Block, laid: LaidField, columns: int, *, on_rules: bool
    ) -> list[tuple[float, float, float]]:
        """Return the lines to write on: under a text, or below it where it is set closer than they are."""
        place = laid.value_rect
        lefts, width = self._columns(laid, columns)
        pitch = place.h / laid.lines
        per_column = lines_in(block, laid, on_rules=on_rules)
        ruling = []
        for column, left in enumerate(lefts):
            there = min(per_column, max(0, len(block.lines) - column * per_column))
            free = place.y if on_rules else place.y + there * block.leading
            for row in range(1, laid.lines + 1):
                y = place.y + row * pitch
                if y >= free + pitch * 0.7 or row == laid.lines:
                    ruling.append((left, y, width))
        return ruling

    def _mark(self, laid: LaidField, words: Sequence[Run], band: Rect | None) -> tuple[tuple[float, float], float]:
        """Return where the sign that something goes on ends, and how wide it may be; 0 if there is no room for it."""
        if band is not None:
            return (band.right, baseline_in(band, 6.5)), band.w
        strip = laid.label_rect
        if strip is None or laid.beside or laid.marks:
            return (laid.value_rect.right, laid.value_rect.bottom + 1.9), 0.0
        ends = [run.x + width_of(run, self.measure) for run in words if run.y <= strip.bottom]
        room = strip.right - max(ends, default=strip.x) - 1.5
        return (strip.right, strip.bottom - 0.8), room if room >= SIGN * 0.6 else 0.0


def lines_in(block: Block, laid: LaidField, *, on_rules: bool) -> int:
    """Return how many lines of a text stand in a column of its place."""
    return laid.lines if on_rules else max(1, int((laid.value_rect.h + 0.2) / block.leading))


def _level_with(words: tuple[Run, ...], runs: Sequence[Run], laid: LaidField) -> tuple[Run, ...]:
    """Return a label that stands before its words on one line with them."""
    strip = laid.label_rect
    if strip is None or not runs or laid.beside or strip.right > laid.value_rect.x + 0.01:
        return words
    return tuple(replace(word, y=runs[0].y) for word in words)
