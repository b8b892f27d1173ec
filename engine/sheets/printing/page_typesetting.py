"""Sets the text of a laid-out page: each value in its place, at a size that fits; collects what does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from typing import Final

from engine.model.frozen import replace
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.layout.layout_boxes import LaidBox, LaidField, LaidPage
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.printable_sheet import PrintableSheet, crossed_off, row_count, worst_state
from engine.sheets.layout.spacing import Spacing
from engine.sheets.model.field_paths import format_path, parse_path
from engine.sheets.model.field_values import is_blank, plain_text
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    EntriesField,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
)
from engine.sheets.printing.composed_pages import ComposedBox, ComposedField, ComposedPage
from engine.sheets.printing.printed_labels import ORNAMENT, LabelTypesetter, paper_text, row_label
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    Measure,
    PrintFace,
    TextBlock,
    TextRun,
    baseline_in,
    clean_text,
    fit_text,
    fitting_size,
    width_of,
)

SIGN: Final = 8.0
"""The width kept free at the end of a text for the sign that it continues elsewhere, if there is no other place."""
_ON_LINE: Final = 1.3
"""The distance of text above its writing line."""
_INSET: Final = 0.4
_RUN_IN: Final = 7.5
"""Entries that would be smaller than this below each other are set one after the other."""
_SHORTEST: Final = 4
"""A text that continues elsewhere is left out entirely if fewer letters than this would fit."""
_ROW_NAME: Final = 24
_NOTES: Final = 8.0
"""The size of long texts of a table below its rows."""
_NARROW: Final = 11.0
"""A place narrower than this shows only the sign that a text continues elsewhere."""
_BETWEEN_ENTRIES: Final = " · "
_CARD_TEXT: Final = 8.8


class PageTypesetter:
    """Sets the text of one sheet.

    Attributes:
        overflow: what did not fit so far.
        places: the page and the number of each box that was set, from 1 and from 0.
    """

    def __init__(self, source: PrintableSheet, measure: Measure, spacing: Spacing) -> None:
        self.source = source
        self.measure = measure
        self.spacing = spacing
        self.labels = LabelTypesetter(measure, spacing)
        self.overflow: list[PageOverflow] = []
        self.places: list[tuple[int, int]] = []
        self._value = 7.5 if spacing.small_print else 9.5

    def page(self, laid: LaidPage, number: int) -> ComposedPage:
        """Set a page, the `number`th of its sheet."""
        boxes = tuple(self.box(box, number, at) for at, box in enumerate(laid.boxes))
        return ComposedPage(title=laid.title, boxes=boxes, continued=laid.continued)

    def box(self, laid: LaidBox, page: int, at: int, aside: str = "") -> ComposedBox:
        """Set the `at`th box of a page; `aside` follows its title."""
        self.places.append((page, at))
        if laid.continues:
            aside = paper_text("continued_from", page=laid.continues)
        words: tuple[TextRun, ...] = ()
        if laid.title_rect is not None:
            words = self.labels.title(laid.title_rect, laid.section.title, aside)
        # The title of a box is the label of its only field without a label.
        bare = [cell for cell in laid.cells if cell.label_rect is None and not cell.beside]
        band = self.free_of(laid, words) if len(bare) == 1 else None
        cells = []
        for cell in laid.cells:
            spot = PrintedPlace(page, at, cell.field.label or laid.section.title)
            cells.append(self._cell(cell, spot, band if cell in bare else None))
        cells = [replace(cell, words=(*cell.words, *self.labels.legend(cell.laid))) for cell in cells]
        return ComposedBox(laid=laid, words=words, cells=tuple(self._of_one_size(cells)))

    def _of_one_size(self, cells: Sequence[ComposedField]) -> list[ComposedField]:
        """Return fields with all labels beside values at the size of the smallest of them."""
        sizes = [cell.words[0].size for cell in cells if cell.laid.beside and cell.words]
        if not sizes or min(sizes) == max(sizes):
            return list(cells)
        return [self._resized(cell, min(sizes)) if cell.laid.beside else cell for cell in cells]

    def _resized(self, cell: ComposedField, size: float) -> ComposedField:
        words = tuple(replace(word, size=size) for word in cell.words)
        return replace(cell, words=words, dots=self._dots(cell.laid, words))

    def free_of(self, laid: LaidBox, words: Sequence[TextRun]) -> Rect | None:
        """Return the free part of a box's title band; None if it is too small for a sign."""
        band = laid.title_rect
        if band is None or not words:
            return None
        start = max(run.x + width_of(run, self.measure) for run in words) + 2
        end = band.right - self.spacing.pad - ORNAMENT
        return Rect(start, band.y, end - start, band.h) if end - start >= SIGN else None

    def _cell(self, laid: LaidField, spot: PrintedPlace, band: Rect | None) -> ComposedField:
        field = laid.field
        words = self.labels.of(laid)
        match field:
            case RowsField():
                return self._table(laid, field, spot, band)
            case ReferenceField():
                return ComposedField(laid=laid, words=(*words, *self.labels.reference(laid, field)))
            case PictureField():
                value = self.source.value(laid.path)
                return ComposedField(laid=laid, words=words, picture=value if isinstance(value, str) else "")
            case _ if laid.parts:
                parts = tuple(self._leaf(part, replaced(spot, part=part.field.label)) for part in laid.parts)
                if isinstance(field, ChipsField):
                    words = (*words, *self.labels.letters(laid, field))
                if isinstance(field, FigureField):
                    words = (*words, *self.labels.heads(laid, field))
                    if field.states:
                        parts = tuple(replace(p, chosen=worst_state(self.source, field, p.laid.path)) for p in parts)
                return ComposedField(laid=laid, words=words, parts=parts)
            case LongTextField() | EntriesField():
                return self._lines(laid, field, spot, band)
            case _:
                return self._leaf(laid, spot, band)

    def _table(self, laid: LaidField, field: RowsField, spot: PrintedPlace, band: Rect | None) -> ComposedField:
        """Set a table, or a piece of one that continues."""
        words = (*self.labels.of(laid), *self.labels.heads(laid, field))
        there = row_count(self.source, field)
        names = [self._row_name(field, row) for row in range(there)]
        already = len(self.overflow)
        parts = []
        last = -1
        for part in laid.parts:
            row = parse_path(part.path).row or 0
            last = max(last, row)
            if row >= there:
                parts.append(ComposedField(laid=part))
                continue
            called = row_label(row) if part.field.key == field.columns[0].key else names[row]
            parts.append(self._leaf(part, replaced(spot, part=f"{called}, {part.field.label}")))
        if there > last + 1:
            mark, room = self._mark(laid, words, band)
            self.overflow.append(PageOverflow(self, spot, mark, room, table=field, first=last + 1))
        made = ComposedField(laid=laid, words=words, parts=tuple(parts))
        return self._with_notes(made, field, last + 1 - there, already)

    def _with_notes(self, made: ComposedField, field: RowsField, free: int, already: int) -> ComposedField:
        """Return a table with its long texts in the empty rows at its end, if one of these stays empty."""
        long = self.overflow[already:]
        if not long or field.beside > 1:
            return made
        width = len(field.columns)
        text = "\n".join(f"{item.spot.part}: {item.text}" for item in long)
        for count in range(1, free):
            rows = made.laid.parts[-count * width :]
            top, place = rows[0].rect, made.laid.value_rect
            room = Rect(place.x, top.y, place.w, rows[-1].rect.bottom - top.y).inset(_INSET + 0.8, 0.6)
            block = fit_text(text, PrintFace.VALUE, _NOTES, room, self.measure, hang=True)
            if block.rest:
                continue
            del self.overflow[already:]
            runs = [
                TextRun(
                    x=room.x + x,
                    y=room.y + (at + 0.78) * block.leading,
                    text=line.rstrip(),
                    face=PrintFace.VALUE,
                    size=block.size,
                )
                for at, (x, line) in enumerate(block.lines)
            ]
            signs = [below_sign(item.mark, self.measure) for item in long]
            laid = LaidField(path=rows[0].path, field=rows[0].field, rect=room, label_rect=None, value_rect=room)
            notes = ComposedField(laid=laid, words=tuple(signs), runs=tuple(runs))
            left = replace(made.laid, parts=made.laid.parts[: -count * width])
            return replace(made, laid=left, parts=(*made.parts[: -count * width], notes))
        return made

    def _row_name(self, field: RowsField, row: int) -> str:
        """Return the name of a row whose part is on another page: the text of its first column, or its number."""
        text = clean_text(self.source.shown(format_path(field.key, row, field.columns[0].key))).replace("\n", " ")
        if not text:
            return row_label(row)
        return text if len(text) <= _ROW_NAME else f"{text[: _ROW_NAME - 1].rstrip()}…"

    # One value -------------------------------------------------------------------------------------------

    def _leaf(self, laid: LaidField, spot: PrintedPlace, band: Rect | None = None) -> ComposedField:
        field = laid.field
        words = self.labels.of(laid)
        shown = clean_text(self.source.shown(laid.path))
        overridden = bool(shown) and self.source.is_changed(laid.path)
        made = ComposedField(laid=laid, words=words, overridden=overridden, dots=self._dots(laid, words))
        in_table = parse_path(laid.path).row is not None
        match field:
            case ChoiceField() if laid.marks:
                return self._choice(made, field, shown, spot)
            case FlagField() | BoxesField() | LevelField():
                return self._ticks(made, field, shown, spot)
            case NumberField() | DiceField():
                return self._number(made, shown, spot, in_table=in_table)
            case _ if in_table:
                return replace(made, runs=self._put(shown, laid, laid.value_rect, spot, words, band))
            case _ if self.spacing.finished and shown and field.key == "name":
                bare = replace(laid, label_rect=None, value_rect=laid.rect)
                return replace(
                    made, words=(), runs=self._put(shown, bare, laid.rect, spot, (), None, face=PrintFace.HEAD)
                )
            case _:
                runs = self._put(shown, laid, laid.value_rect, spot, words, band, on_line=True)
                line = (laid.value_rect.x, laid.value_rect.bottom, laid.value_rect.w)
                ruling = () if runs and self.spacing.finished else (line,)
                return replace(made, words=_level_with(words, runs, laid), runs=runs, ruling=ruling)

    def _number(self, made: ComposedField, shown: str, spot: PrintedPlace, *, in_table: bool) -> ComposedField:
        laid = made.laid
        place = laid.value_rect.inset(0.8, 0)
        words = (*made.words, *self.labels.beside_marks(laid))
        if laid.caption:
            caption = self.labels.caption(laid)
            words = (*words, caption)
            taken = width_of(caption, self.measure) + 1.2
            place = Rect(place.x + taken, place.y, max(2.0, place.w - taken), place.h)
            path = parse_path(laid.path)
            most = "" if path.aspect else clean_text(self.source.shown(str(replace(path, aspect="most"))))
            if most and shown:
                shown = f"{shown} / {most}"
            elif most:
                words = (*words, self.labels.limit(f"/ {most}", place))
        face = PrintFace.VALUE if in_table else PrintFace.STRONG
        runs = self._put(shown, laid, place, spot, words, None, face=face)
        is_crossed = isinstance(laid.field, NumberField) and laid.field.crossed
        lost = crossed_off(self.source, laid.path, len(laid.marks)) if is_crossed else 0
        return replace(made, runs=runs, words=words, ticked=lost, elsewhere=bool(shown) and not runs)

    def _ticks(
        self, made: ComposedField, field: FlagField | BoxesField | LevelField, shown: str, spot: PrintedPlace
    ) -> ComposedField:
        laid = made.laid
        value = self.source.value(laid.path)
        made = replace(made, words=(*made.words, *self.labels.beside_marks(laid)))
        number = int(value) if isinstance(value, bool) else exact(value)
        if value is None or (value is False and isinstance(field, FlagField)):
            return made
        if isinstance(number, int):
            if isinstance(field, LevelField) and (field.names or field.least < 0) and laid.marks:
                if field.least <= number <= field.most:
                    return replace(made, chosen=number - field.least)
            elif 0 <= number <= len(laid.marks):
                return replace(made, ticked=number)
        return self._odd(made, shown, spot)

    def _choice(self, made: ComposedField, field: ChoiceField, shown: str, spot: PrintedPlace) -> ComposedField:
        made = replace(made, words=(*made.words, *self.labels.beside_marks(made.laid)))
        value = plain_text(self.source.value(made.laid.path))
        if value in field.choices:
            return replace(made, chosen=field.choices.index(value))
        return self._odd(made, shown, spot) if shown else made

    def _odd(self, made: ComposedField, shown: str, spot: PrintedPlace) -> ComposedField:
        """Write a value that marks cannot show: beside the label, behind the marks, or on another page."""
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
            self.overflow.append(PageOverflow(self, spot, mark, SIGN, text=shown))
            return made
        return replace(made, runs=self._put(shown, laid, place, spot, made.words, None))

    def _dots(self, laid: LaidField, words: Sequence[TextRun]) -> tuple[float, float, float] | None:
        """Return the dotted line between a label and the value on its right, if they are far apart."""
        if not laid.beside or not words or isinstance(laid.field, FlagField):
            return None
        start = words[-1].x + width_of(words[-1], self.measure) + 1.5
        length = laid.value_rect.x - 1.5 - start
        return (start, words[-1].y - 0.1, length) if length > 3 else None

    def _put(
        self,
        text: str,
        laid: LaidField,
        place: Rect,
        spot: PrintedPlace,
        words: Sequence[TextRun],
        band: Rect | None,
        *,
        face: PrintFace = PrintFace.VALUE,
        on_line: bool = False,
    ) -> tuple[TextRun, ...]:
        """Set a text in a place of one line; if need be smaller, then in more lines."""
        if not text:
            return ()
        centred = isinstance(laid.field, NumberField | DiceField)
        size = self._value + {PrintFace.STRONG: 1.0, PrintFace.HEAD: 3.5}.get(face, 0.0)
        mark, room = self._mark(laid, words, band)
        inner = place if centred else place.inset(_INSET, 0.0)
        if centred:  # a number is never broken
            size = fitting_size(text, face, size, LEAST_SIZE, inner.w, self.measure)
            if self.measure.width(text, face, size) > inner.w:
                inner = Rect(inner.x, baseline_in(inner, LEAST_SIZE) - 2, inner.w, 2.5)  # room for one line
        block = fit_text(text, face, size, inner, self.measure, keep=0.0 if room else SIGN * 0.75, tight=True)
        if not block.rest:
            return tuple(self._runs(block, face, inner, centred=centred, on_line=on_line))
        if inner.w < _NARROW or sum(len(line) for _, line in block.lines) < _SHORTEST:
            block = TextBlock((), block.size, block.leading, text)
        runs = self._runs(block, face, inner, centred=False, on_line=on_line)
        if not room:
            baseline = runs[-1].y if runs else baseline_in(place, LEAST_SIZE)
            mark, room = (place.right, baseline), min(SIGN, place.w)
        # A field with a single line continues with its whole text, so that nobody has to piece it together.
        self.overflow.append(PageOverflow(self, spot, mark, room, text=text))
        return tuple(runs)

    def _runs(self, block: TextBlock, face: PrintFace, place: Rect, *, centred: bool, on_line: bool) -> list[TextRun]:
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
                runs.append(TextRun(x=x, y=y, text=words, face=face, size=block.size))
        return runs

    # Several lines ---------------------------------------------------------------------------------------

    def _lines(
        self, laid: LaidField, field: LongTextField | EntriesField, spot: PrintedPlace, band: Rect | None
    ) -> ComposedField:
        """Set a text, or entries below each other, on ruled lines; if it has to be smaller, as much as fits."""
        words = self.labels.of(laid)
        value = self.source.value(laid.path)
        columns = field.beside if isinstance(field, EntriesField) else 1
        mark, room = self._mark(laid, words, band)
        # A card needs no lines to write on below its text.
        closed = self.spacing.finished and not is_blank(value)
        ruled, size = (0, _CARD_TEXT) if closed else (laid.lines, self._value)

        def fit(text: str, columns: int, *, hang: bool = False, least: float = LEAST_SIZE) -> TextBlock:
            return fit_text(
                text,
                PrintFace.VALUE,
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

        if isinstance(field, EntriesField) and isinstance(value, list | tuple):
            entries = [" ".join(clean_text(plain_text(entry)).split("\n")) for entry in value]
            block = fit("\n".join(entries), columns, hang=True, least=_RUN_IN)
            if block.rest:
                columns = 1
                block = fit(_BETWEEN_ENTRIES.join(entry for entry in entries if entry), 1)
        else:
            block = fit(clean_text(self.source.shown(laid.path)), columns)
        on_rules = bool(ruled) and block.size == size
        runs = self._line_runs(block, laid, columns, on_rules=on_rules)
        ruling = [] if closed else self._ruling(block, laid, columns, on_rules=on_rules)
        if block.rest:
            if not room:
                last = runs[-1].y if runs else laid.value_rect.bottom - _ON_LINE
                mark, room = (laid.value_rect.right - 0.3, last), SIGN
            self.overflow.append(PageOverflow(self, spot, mark, room, text=block.rest))
        return ComposedField(laid=laid, words=_level_with(words, runs, laid), runs=tuple(runs), ruling=tuple(ruling))

    def _columns(self, laid: LaidField, columns: int) -> tuple[list[float], float]:
        """Return the x of each column of lines, and their width."""
        place, gutter = laid.value_rect, self.spacing.gutter
        width = (place.w - gutter * (columns - 1)) / columns
        return [place.x + at * (width + gutter) for at in range(columns)], width

    def _line_runs(self, block: TextBlock, laid: LaidField, columns: int, *, on_rules: bool) -> list[TextRun]:
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
                runs.append(TextRun(x=x, y=place.y + under, text=line.rstrip(), face=PrintFace.VALUE, size=block.size))
        return runs

    def _ruling(
        self, block: TextBlock, laid: LaidField, columns: int, *, on_rules: bool
    ) -> list[tuple[float, float, float]]:
        """Return the lines to write on: under a text, or below it if its lines are closer than they are."""
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

    def _mark(self, laid: LaidField, words: Sequence[TextRun], band: Rect | None) -> tuple[tuple[float, float], float]:
        """Return the right end of the sign that something continues, and its greatest width; 0 for no room."""
        if band is not None:
            return (band.right, baseline_in(band, 6.5)), band.w
        strip = laid.label_rect
        if strip is None or laid.beside or laid.marks:
            return (laid.value_rect.right, laid.value_rect.bottom + 1.9), 0.0
        ends = [run.x + width_of(run, self.measure) for run in words if run.y <= strip.bottom]
        room = strip.right - max(ends, default=strip.x) - 1.5
        return (strip.right, strip.bottom - 0.8), room if room >= SIGN * 0.6 else 0.0


def below_sign(end: tuple[float, float], measure: Measure) -> TextRun:
    """Return the sign that a text is below its table; `end` is its right end and its baseline."""
    text, (right, y) = paper_text("continued_below"), end
    wide = measure.width(text, PrintFace.NOTE, LEAST_SIZE)
    return TextRun(x=right - wide, y=y, text=text, face=PrintFace.NOTE, size=LEAST_SIZE)


def lines_in(block: TextBlock, laid: LaidField, *, on_rules: bool) -> int:
    """Return how many lines of a text fit in a column of its place."""
    return laid.lines if on_rules else max(1, int((laid.value_rect.h + 0.2) / block.leading))


def _level_with(words: tuple[TextRun, ...], runs: Sequence[TextRun], laid: LaidField) -> tuple[TextRun, ...]:
    """Return a label on one line with the value behind it."""
    strip = laid.label_rect
    if strip is None or not runs or laid.beside or strip.right > laid.value_rect.x + 0.01:
        return words
    return tuple(replace(word, y=runs[0].y) for word in words)


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A place on the printed pages, with its name.

    Attributes:
        page: the page, from 1.
        box: the box on that page.
        title: the label of the field.
        part: the name of the part of the field: a row and a column, an area.
    """

    page: int
    box: int
    title: str
    part: str = ""


@dataclass(slots=True)
class PageOverflow:
    """Content that did not fit in its place and continues on another page.

    Attributes:
        setter: the typesetter of its sheet.
        spot: the place where it began.
        mark: the end of the sign that it continues: x on the right, and the baseline.
        room: the greatest width of that sign.
        text: the rest of a text, or the whole text of a field with a single line.
        table: the table whose rows continue.
        first: the first row that continues.
        lands: the page on which it continues; 0 while that is unknown.
    """

    setter: PageTypesetter
    spot: PrintedPlace
    mark: tuple[float, float]
    room: float
    text: str = ""
    table: RowsField | None = None
    first: int = 0
    lands: int = 0
