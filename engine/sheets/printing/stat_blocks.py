"""Compact stat blocks: the numbers of a character that run a fight, six to nine characters on a page.

A description lists the fields of its stat block in `stat_block`; without a list, those marked `brief` are used. Short
fields flow as text, lists follow their label, and everything that changes in a fight (tracks, hit locations, rows with
a maximum) gets a row with a box to write in for each individual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.model.frozen import Json, replace
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.printable_sheet import PrintableSheet, row_count
from engine.sheets.model.binding import CONDITIONS, NAME, PLAYER, TRACK
from engine.sheets.model.field_values import is_blank
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
    SheetLook,
    StatBlockField,
    TextField,
)
from engine.sheets.printing.column_flow import PAD, ColumnFlow, FlowBox, FlowPiece, title_is_cut
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    Measure,
    PrintFace,
    TextRun,
    baseline_in,
    break_lines,
    clean_text,
    leading_of,
    shorten_text,
)

_SIZES: Final = (8.5, 8.0, 7.5, 7.0, LEAST_SIZE)
"""The sizes of text to try, in points."""
_ROW: Final = 6.2
"""The height of a row to write in."""
_BOX: Final = 8.4
"""The least width of a box to write in."""
_WIDEST_BOX: Final = 16.0
_ROW_SIZE: Final = 7.2
_ABOVE_ROWS: Final = 0.8
_BESIDE: Final = 2.6
"""The space between rows side by side."""
_GAP: Final = 1.2
_HEADS: Final = 3.6
_AFTER_LABEL: Final = 0.8
_NOW: Final = NumberField(key="now", label="")
_DONE: Final = FlagField(key="done", label="")
_NUMBERED: Final = re.compile(r"(.+) (\d+)")
_SPACE, _WIDE_SPACE, _NEW_LINE = 1.0, 2.6, -1.0
"""The space before a word, in spaces; a new line before it."""
_KEPT_SPACE: Final = "\u00a0"
"""A space where no line ends; it is printed as a plain one."""
_SHORT: Final = 5
"""A last value of up to so many letters stays on the line of the words before it."""
_LONGEST_KEPT: Final = 12
"""A value of up to so many letters stays on the line of its label."""
_PERCENT: Final = "%"
_MOST_LINES: Final = 20_000
"""The greatest number of lines of a text."""


class StatSubject(NamedTuple):
    """Characters that share a stat block.

    Attributes:
        source: the sheet with their numbers.
        names: the name of each.
        note: small words beside the name, such as the player.
    """

    source: PrintableSheet
    names: tuple[str, ...]
    note: str = ""


class LiveRow(NamedTuple):
    """Something that changes in a fight.

    Attributes:
        label: its name.
        fixed: a number that protects it, such as armour.
        value: its value now, and its maximum if that is another one.
        heads: the heads above these two.
        free: its box is for words.
    """

    label: str
    fixed: str = ""
    value: str = ""
    heads: tuple[str, str] = ("", "")
    free: bool = False


class StatBlock(NamedTuple):
    """The content of a stat block: paragraphs of labels with values, and rows to write in."""

    paragraphs: tuple[tuple[tuple[str, str], ...], ...]
    rows: tuple[LiveRow, ...]


def stat_block_pages(
    subjects: Sequence[StatSubject], paper: Paper, measure: Measure, *, game: str, title: str
) -> tuple[ComposedPage, ...]:
    """Return pages with a stat block for each subject, as few as possible, and the text as large as that allows."""
    look = subjects[0].source.description.look if subjects else SheetLook()
    found = [_flowed(subjects, paper, measure, size) for size in _SIZES]
    fewest = next(pages for pages in found if len(pages) == len(found[-1]))
    pages = [replace(page, look=look) for page in fewest]
    return with_head_and_foot(pages, paper, measure, PageCaptions(game, title, ""))


def _flowed(subjects: Sequence[StatSubject], paper: Paper, measure: Measure, size: float) -> tuple[ComposedPage, ...]:
    flow = ColumnFlow(paper.space, measure)
    for subject in subjects:
        flow.add(stat_block_box(subject, flow.width, size, measure))
    return flow.pages


def stat_block_box(subject: StatSubject, width: float, size: float, measure: Measure) -> FlowBox:
    """Return the box of a stat block in a width."""
    block = stat_block_of(subject.source)
    inner = width - 2 * PAD
    title = title_of(subject.names)
    pieces: list[FlowPiece] = []
    if len(subject.names) > 1 and title_is_cut(title, subject.note, width, measure):
        pieces += plain_pieces(title, inner, size, measure, PrintFace.STRONG)
    for paragraph in block.paragraphs:
        pieces += text_pieces(paragraph, inner, size, measure)
    pieces += _row_pieces(block.rows, subject.names, inner, measure)
    return FlowBox(title, pieces or [FlowPiece(1.0)], note=subject.note, whole=True)


def title_of(names: Sequence[str]) -> str:
    """Return one title for some names.

    >>> title_of(["Wolf 1", "Wolf 2"]), title_of(["Grak", "Mord"]), title_of([""])
    ('Wolf × 2', 'Grak, Mord', '–')
    """
    cleaned = [" ".join(clean_text(name).split()) for name in names]
    found = [_NUMBERED.fullmatch(name) for name in cleaned]
    bases = {match[1] if match else name for match, name in zip(found, cleaned, strict=True)}
    if len(cleaned) > 1 and len(bases) == 1:
        return f"{bases.pop()} × {len(cleaned)}"
    return ", ".join(name for name in cleaned if name) or "–"


# ---- the content ----------------------------------------------------------------------------------------------------


def stat_block_of(source: PrintableSheet) -> StatBlock:
    """Return the content of the stat block of a sheet."""
    fields = {field.key: field for section in source.sections() for field in section.fields}
    listed = source.description.stat_block
    wanted = listed or tuple(
        StatBlockField(field=key) for key, field in fields.items() if field.brief and field.bind not in (NAME, PLAYER)
    )
    paragraphs: list[tuple[tuple[str, str], ...]] = []
    short: list[tuple[str, str]] = []
    rows: list[LiveRow] = []
    for line in wanted:
        field = fields.get(line.field)
        if field is None:
            continue
        if isinstance(field, FigureField):
            armour_label = line.armour_label if field.armour_label and line.armour_label else field.armour_label
            field = replace(field, armour_label=armour_label, points_label=line.points_label or field.points_label)
        live = tuple(_live_rows(source, field, line.label or field.label))
        rows += live
        text = "" if live and field.bind != CONDITIONS else _text(source, field, line)
        if not text:
            continue
        pair = (line.label or field.label, text)
        if isinstance(field, LongTextField | EntriesField | RowsField):
            if short:
                paragraphs.append(tuple(short))
            short = []
            paragraphs.append((pair,))
        else:
            short.append(pair)
    if short:
        paragraphs.append(tuple(short))
    return StatBlock(tuple(paragraphs), tuple(rows))


def _live_rows(source: PrintableSheet, field: Field, label: str) -> Iterator[LiveRow]:
    """Yield the rows of a field whose value changes in a fight."""
    if field.bind == CONDITIONS:
        yield LiveRow(label, free=True)
        return
    match field:
        case NumberField(bind=bind) if bind.startswith(TRACK):
            shown = source.shown(field.key)
            if shown:
                yield LiveRow(label, "", _of_most(shown, source.shown(field.maximum) if field.maximum else ""))
        case FigureField():
            body = source.value(field.key)
            parts = body if isinstance(body, Mapping) else {}
            for area in field.areas:
                if area.name in parts:
                    yield _area_row(source, field, area.label, area.roll, f"{field.key}.{area.name}")
            known = {area.name for area in field.areas}
            for name in (name for name in parts if name not in known):
                yield _area_row(source, field, str(name), "", f"{field.key}.{name}")
        case RowsField():
            current = next((c for c in field.columns if isinstance(c, NumberField) and c.maximum), None)
            if current is not None:
                for number in range(row_count(source, field)):
                    yield _table_row(source, field, current, f"{field.key}[{number}]")
        case _:
            return


def _area_row(source: PrintableSheet, field: FigureField, label: str, roll: str, path: str) -> LiveRow:
    level = source.shown(path)
    if field.boxes:  # the level counts wounds
        return LiveRow(f"{roll} {label}".strip(), "", level if level not in ("", "0") else "")
    armour = source.shown(f"{path}.armour") if field.armour_label else ""
    heads = (field.armour_label, field.points_label)
    return LiveRow(f"{roll} {label}".strip(), armour, _of_most(level, source.shown(f"{path}.most")), heads)


def _table_row(source: PrintableSheet, field: RowsField, current: NumberField, path: str) -> LiveRow:
    """Return a row of a table: the texts are its label, behind the numbers before them."""
    before: list[str] = []
    names: list[str] = []
    fixed = head = ""
    for column in field.columns:
        text = source.shown(f"{path}.{column.key}")
        if not text or column.key in (current.key, current.maximum) or isinstance(column, FlagField | ChoiceField):
            continue
        if not isinstance(column, NumberField):
            names.append(text)
        elif not names:
            before.append(text)
        elif not fixed:
            fixed, head = text, column.label
    label = " ".join(filter(None, ("–".join(dict.fromkeys(before)), *names)))
    most = source.shown(f"{path}.{current.maximum}") or source.shown(current.maximum)
    column_of_most = next((column.label for column in field.columns if column.key == current.maximum), current.label)
    return LiveRow(label, fixed, _of_most(source.shown(f"{path}.{current.key}"), most), (head, column_of_most))


def _of_most(now: str, most: str) -> str:
    """Return a value with its maximum, if that is another one."""
    return f"{now}/{most}" if now and most and now != most else now or most


def _text(source: PrintableSheet, field: Field, line: StatBlockField) -> str:
    """Return the value of a field as text; empty for nothing."""
    value = source.value(field.key)
    match field:
        case PictureField() | ReferenceField():
            return ""
        case RowsField():
            return _rows_text(source, field, line)
        case EntriesField():
            entries = value if isinstance(value, list | tuple) else ()
            names = (" ".join(clean_text(str(entry)).split()) for entry in entries if not is_blank(entry))
            return "; ".join(_with_columns(source, field, line, name) for name in names)
        case FlagField():
            return paper_text("yes") if value is True else ""
        case BoxesField(names=names) if isinstance(value, int) and 0 < value <= len(names):
            return names[value - 1]
        case BoxesField():
            return "" if value in (None, 0) else source.shown(field.key)
        case ChipsField(colours=colours):
            held = ((c.letter, source.value(f"{field.key}.{c.key}")) for c in colours)
            return ", ".join(f"{letter} {count}" for letter, count in held if count)
        case NumberField(maximum=key) if key:
            return _of_most(source.shown(field.key), source.shown(key))
        case ChoiceField() | TextField():
            return _with_columns(source, field, line, clean_text(source.shown(field.key)).strip())
        case _:
            return clean_text(source.shown(field.key)).strip()


def _with_columns(
    source: PrintableSheet, field: ChoiceField | TextField | EntriesField, line: StatBlockField, name: str
) -> str:
    """Return a name with the wanted columns of its row in the group's list, such as the damage of a weapon."""
    rows = source.lists.get(field.list, ()) if field.list and isinstance(source, FilledSheet) else ()
    row = next((row for row in rows if row.get("name") == name), {}) if line.columns else {}
    values = (row.get(column) for column in line.columns)
    shown = (clean_text(str(value)) for value in values if isinstance(value, str | int | float))
    return _KEPT_SPACE.join(filter(None, (name, *shown)))


def _rows_text(source: PrintableSheet, field: RowsField, line: StatBlockField) -> str:
    """Return the rows of a table as text, in their order; with a limit, those with the highest numbers."""
    paths = [f"{field.key}[{number}]" for number in range(row_count(source, field))]
    if line.rows:
        named = [(path, _plain_name(source.shown(f"{path}.{field.columns[0].key}"))) for path in paths]
        paths = [path for wanted in line.rows for path, name in named if name == _plain_name(wanted)]
    if line.by:
        paths = [path for path in paths if _number(source.value(f"{path}.{line.by}")) is not None]
        paths.sort(key=lambda path: -(_number(source.value(f"{path}.{line.by}")) or 0.0))
    texts = [text for path in paths if (text := _row_text(source, field, line, path))]
    return "; ".join(texts[: line.most] if line.most else texts)


def _row_text(source: PrintableSheet, field: RowsField, line: StatBlockField, path: str) -> str:
    """Return a row as text: its name, then its other values; a row that only has a name of a new sheet is left out."""
    cells: list[str] = []
    columns = [c for c in field.columns if not line.columns or c.key in line.columns]
    for column in columns:
        value, text = source.value(f"{path}.{column.key}"), source.shown(f"{path}.{column.key}")
        if isinstance(column, FlagField):
            text = column.label if value is True else ""
        elif column.label == _PERCENT and text:
            text = f"{text} {_PERCENT}"
        elif column.key in line.labelled and text:
            text = f"{column.label} {text}"
        if text:
            cells.append(" ".join(clean_text(text).split()))
    if len(cells) == 1 < len(columns) and field.start:
        return ""
    if len(cells) > 1 and len(cells[-1]) <= _SHORT:  # it stays on the line of what is before it
        cells[-2:] = [f"{cells[-2]}{_KEPT_SPACE}{cells[-1].replace(' ', _KEPT_SPACE)}"]
    return " ".join(cells)


def _plain_name(name: str) -> str:
    """Return a name in small letters, without its specialisation in brackets."""
    return name.partition("(")[0].strip().casefold()


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


# ---- typesetting ----------------------------------------------------------------------------------------------------


def text_pieces(pairs: Sequence[tuple[str, str]], width: float, size: float, measure: Measure) -> Iterator[FlowPiece]:
    """Yield the lines of a paragraph of labels with values; a line break in a value begins a new line."""
    space = measure.width("n n", PrintFace.VALUE, size) - measure.width("nn", PrintFace.VALUE, size)
    base = base_of_line(size)
    line: list[TextRun] = []
    end = 0.0
    for word in _words_of(pairs, width, size, measure):
        joins = bool(line) and line[-1].face is word.face and word.before == _SPACE
        start = line[-1].x if joins else end + space * word.before if line else 0.0
        words = f"{line[-1].text} {word.text}" if joins else word.text
        wide = measure.width(words, word.face, size)
        if line and (start + wide + word.behind > width or word.before == _NEW_LINE):
            yield FlowPiece(leading_of(size), tuple(line))
            line, joins, start, words = [], False, 0.0, word.text
            wide = measure.width(words, word.face, size)
        run = TextRun(x=start, y=base, text=words, face=word.face, size=size)
        line[len(line) - joins :] = [run]  # words of one face are one run, so that they are copied as they are read
        end = start + wide
    if line:
        yield FlowPiece(leading_of(size), tuple(line))


def plain_pieces(text: str, width: float, size: float, measure: Measure, face: PrintFace) -> Iterator[FlowPiece]:
    """Yield the lines of a text of several paragraphs."""
    lines, _ = break_lines(clean_text(text), face, size, width, _MOST_LINES, measure)
    for _, line in lines:
        run = TextRun(x=0.0, y=base_of_line(size), text=line.rstrip(), face=face, size=size)
        yield FlowPiece(leading_of(size) * (1.0 if line.strip() else 0.5), (run,) if line.strip() else ())


def base_of_line(size: float) -> float:
    """Return the baseline of a line below its upper edge."""
    return baseline_in(Rect(0.0, 0.0, 0.0, leading_of(size)), size)


class _Word(NamedTuple):
    """A word, the space before it (so many spaces, or a new line), and the width behind it that stays on its line."""

    text: str
    face: PrintFace
    before: float
    behind: float = 0.0


def _words_of(pairs: Sequence[tuple[str, str]], width: float, size: float, measure: Measure) -> Iterator[_Word]:
    """Yield the words of labels and values; one that is wider than a line comes in parts."""
    for label, text in pairs:
        before = _WIDE_SPACE
        first = next(iter(text.split()), "")
        behind = measure.width(f" {first}", PrintFace.VALUE, size) if len(first) <= _LONGEST_KEPT else 0.0
        labels = label.split()
        for number, word in enumerate(labels, 1):
            yield _Word(word, PrintFace.STRONG, before, behind if number == len(labels) else 0.0)
            before = _SPACE
        for number, line in enumerate(text.split("\n")):
            before = _NEW_LINE if number else before
            for word in filter(None, line.split(" ")):
                for part in _fitting(word.replace(_KEPT_SPACE, " "), width, size, measure):
                    yield _Word(part, PrintFace.VALUE, before)
                    before = _SPACE


def _fitting(word: str, width: float, size: float, measure: Measure) -> Iterator[str]:
    """Yield a word, or the parts of one that is wider than a line."""
    while word and measure.width(word, PrintFace.VALUE, size) > width:
        part = next(iter(measure.lines(word, PrintFace.VALUE, size, width, 1)), "") or word[:1]
        yield part
        word = word[len(part) :]
    if word:
        yield word


def _row_pieces(rows: Sequence[LiveRow], names: Sequence[str], width: float, measure: Measure) -> Iterator[FlowPiece]:
    """Yield the rows to write in: with one individual in columns side by side, else with a box for each of them."""
    groups = groupby(rows, key=lambda row: row.heads)
    tables = [_RowTable(tuple(same), measure) for _, same in groups]
    before = max((table.before for table in tables), default=0.0)
    for table in tables:
        yield FlowPiece(_ABOVE_ROWS)
        if len(names) == 1:
            yield from table.beside(width)
        else:
            yield from table.below(names, width, min(before, width - _BOX))


class _RowTable:
    """Sets rows to write in that have the same heads; `before` is the width of all that is before the boxes."""

    def __init__(self, rows: Sequence[LiveRow], measure: Measure) -> None:
        self._rows = rows
        self._measure = measure
        heads = rows[0].heads
        self._fixed = max(self._width(row.fixed) for row in rows)
        label = max(self._width(row.label, PrintFace.STRONG) for row in rows) + _AFTER_LABEL
        self._label = max(label, self._width(heads[0]) - self._fixed)  # the first head reaches over the labels
        self._value = max(self._width(words) for words in (heads[1], *(row.value for row in rows)))
        self._numbers = sum(wide + _GAP for wide in (self._fixed, self._value) if wide) + _GAP
        self.before = self._label + self._numbers + 0.1

    def beside(self, width: float) -> Iterator[FlowPiece]:
        """Yield the rows for one individual, in columns."""
        before = min(self.before, width - _BOX)
        columns = max(1, min(len(self._rows), int((width + _BESIDE) / (before + _BOX + _BESIDE))))
        each = -(-len(self._rows) // columns)
        wide = (width - _BESIDE * (columns - 1)) / columns
        lefts = [number * (wide + _BESIDE) for number in range(-(-len(self._rows) // each))]
        if any(self._rows[0].heads):
            yield FlowPiece(_HEADS, tuple(run for left in lefts for run in self._heads(left, before)))
        for at in range(each):
            line = self._rows[at::each]
            parts = []
            for number, (left, row) in enumerate(zip(lefts, line, strict=False), 1):
                room = width - left if number == len(line) and row.free else wide  # up to the end of the line
                box = min(width if row.free else _WIDEST_BOX, room - before)
                parts.append(self._row(row, left, before, 1, box))
            runs = tuple(run for part in parts for run in part.runs)
            yield FlowPiece(_ROW, runs, tuple(cell for part in parts for cell in part.cells))

    def below(self, names: Sequence[str], width: float, before: float) -> Iterator[FlowPiece]:
        """Yield the rows for several individuals, as many side by side as fit."""
        fit = max(1, int((width - before + _GAP) / (_BOX + _GAP)))
        for first in range(0, len(names), fit):
            some = names[first : first + fit]
            box = min(_WIDEST_BOX, (width - before + _GAP) / len(some) - _GAP)
            yield FlowPiece(_HEADS, (*self._heads(0.0, before), *self._names(some, before, box)))
            for row in self._rows:
                yield self._row(row, 0.0, before, len(some), box)

    def _width(self, words: str, face: PrintFace = PrintFace.VALUE) -> float:
        return self._measure.width(words, face, _ROW_SIZE)

    def _heads(self, left: float, before: float) -> Iterator[TextRun]:
        end = left + before - _GAP
        fixed, value = self._rows[0].heads
        for words, x in ((fixed, end - self._value - (_GAP if self._value else 0.0)), (value, end)):
            if words:
                wide = self._measure.width(words, PrintFace.STRONG, LEAST_SIZE)
                yield TextRun(x=x - wide, y=_HEADS - 0.8, text=words, face=PrintFace.STRONG, size=LEAST_SIZE)

    def _names(self, names: Sequence[str], before: float, box: float) -> Iterator[TextRun]:
        """Yield the names above the boxes; of names that differ in a number only that."""
        found = [_NUMBERED.fullmatch(name) for name in names]
        numbered = all(found) and len({match[1] for match in found if match}) == 1
        for number, (name, match) in enumerate(zip(names, found, strict=True)):
            words = match[2] if numbered and match else name
            words = shorten_text(words, PrintFace.STRONG, LEAST_SIZE, box, self._measure)
            wide = self._measure.width(words, PrintFace.STRONG, LEAST_SIZE)
            x = before + number * (box + _GAP) + (box - wide) / 2
            yield TextRun(x=x, y=_HEADS - 0.8, text=words, face=PrintFace.STRONG, size=LEAST_SIZE)

    def _row(self, row: LiveRow, left: float, before: float, count: int, box: float) -> FlowPiece:
        """Return a row with a box for each of so many individuals; its numbers end before the first box."""
        base = baseline_in(Rect(left, 0.0, before, _ROW), _ROW_SIZE)
        end = left + before - _GAP
        numbers = [(row.value, end), (row.fixed, end - self._value - (_GAP if self._value else 0.0))]
        room = max(1.0, before - self._numbers)
        label = shorten_text(row.label, PrintFace.STRONG, _ROW_SIZE, room, self._measure)
        runs = [TextRun(x=left, y=base, text=label, face=PrintFace.STRONG, size=_ROW_SIZE)]
        for words, right in reversed(numbers):
            if words:
                x = max(left, right - self._width(words))
                runs.append(TextRun(x=x, y=base, text=words, face=PrintFace.VALUE, size=_ROW_SIZE))
        lefts = [left + before + number * (box + _GAP) for number in range(count)]
        return FlowPiece(_ROW, tuple(runs), tuple(_empty_box(Rect(x, 0.1, box, _ROW - 0.2)) for x in lefts))


def _empty_box(rect: Rect) -> ComposedField:
    """Return a box to write in."""
    return ComposedField(laid=LaidField(path="now", field=_NOW, rect=rect, label_rect=None, value_rect=rect))


def tick_box(rect: Rect) -> ComposedField:
    """Return a box to tick."""
    return ComposedField(
        laid=LaidField(path="done", field=_DONE, rect=rect, label_rect=None, value_rect=rect, marks=(rect,))
    )
