"""Compact stat blocks, six to nine characters on a page; each row to write in has a box for each individual."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.sheet_description import NumberField, SheetLook
from engine.sheets.printing.column_flow import PAD, ColumnFlow, FlowBox, FlowPiece, title_is_cut
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.flow_text import plain_pieces, text_pieces
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.stat_block_content import LiveRow, StatBlock, stat_block_of
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    Measure,
    PrintFace,
    TextRun,
    baseline_in,
    break_lines,
    breaks_word,
    clean_text,
    shorten_text,
)

_SIZES: Final = (8.5, 8.0, 7.5, 7.0, LEAST_SIZE)
"""The sizes of text to try, in points."""
_ROW: Final = 6.2
"""The height of a row to write in."""
_BOX: Final = 8.4
"""The least width of a box to write in."""
_WIDEST_BOX: Final = 16.0
_WORDS: Final = 20.0
"""The least width of a box for words."""
_ROW_SIZE: Final = 7.2
_ABOVE_ROWS: Final = 0.8
_BESIDE: Final = 2.6
"""The space between rows side by side."""
_GAP: Final = 1.2
_HEADS: Final = 3.6
_NAME_LINES: Final = 2
"""The greatest number of lines of a name above a box."""
_AFTER_LABEL: Final = 0.8
_NOW: Final = NumberField(key="now", label="")
_NUMBERED: Final = re.compile(r"(.+) (\d+)")


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


def alike_together(subjects: Sequence[StatSubject]) -> list[StatSubject]:
    """Return subjects of which those that would read the same share a stat block, in the order of their firsts."""
    groups: dict[tuple[StatBlock, str], list[StatSubject]] = {}
    for subject in subjects:
        groups.setdefault((stat_block_of(subject.source), subject.note), []).append(subject)
    return [
        first._replace(names=tuple(name for one in (first, *others) for name in one.names))
        for first, *others in groups.values()
    ]


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
    names = [" ".join(clean_text(name).split()) for name in subject.names]
    title = _title_of(names)
    pieces: list[FlowPiece] = []
    if len(names) > 1 and title_is_cut(title, subject.note, width, measure):
        pieces += plain_pieces(title, inner, size, measure, PrintFace.STRONG)
        shared = _shared_words(names)
        title = f"{shared} × {len(names)}" if shared else title
    for paragraph in block.paragraphs:
        pieces += text_pieces(paragraph, inner, size, measure)
    pieces += _row_pieces(block.rows, names, inner, measure)
    return FlowBox(title, pieces or [FlowPiece(1.0)], note=subject.note, whole=True)


def _title_of(names: Sequence[str]) -> str:
    """Return one title for some names.

    >>> _title_of(["Wolf 1", "Wolf 2"]), _title_of(["Grak", "Mord"]), _title_of([""]), _title_of(["", ""])
    ('Wolf × 2', 'Grak, Mord', '–', '– × 2')
    """
    found = [_NUMBERED.fullmatch(name) for name in names]
    bases = {match[1] if match else name for match, name in zip(found, names, strict=True)}
    if len(names) > 1 and len(bases) == 1:
        return f"{bases.pop() or '–'} × {len(names)}"
    return ", ".join(filter(None, names)) or "–"


def _shared_words(names: Sequence[str]) -> str:
    """Return the words with which all of several names begin; empty if one of them has no more than these.

    >>> _shared_words(["Old raider in red", "Old raider with a scar"]), _shared_words(["Raider", "Raider in red"])
    ('Old raider', '')
    """
    split = [name.split() for name in names]
    count = next((at for at, words in enumerate(zip(*split, strict=False)) if len(set(words)) > 1), 0)
    return " ".join(split[0][:count])


# ---- rows to write in ---------------------------------------------------------------------------------------


def _row_pieces(rows: Sequence[LiveRow], names: Sequence[str], width: float, measure: Measure) -> Iterator[FlowPiece]:
    """Yield the rows to write in: with one individual in columns side by side, else with a box for each of them."""
    one = len(names) == 1
    # Hit locations of one individual have columns of their own; words have wider boxes than numbers, so they come last.
    rows = sorted(rows, key=lambda row: (one and row.hit, row.free))
    groups = groupby(rows, key=lambda row: (row.heads, one and row.hit, row.free))
    tables = [_RowTable(tuple(same), measure) for _, same in groups]
    before = max((table.before for table in tables if not table.free), default=0.0)
    for table in tables:
        yield FlowPiece(_ABOVE_ROWS)
        if one:
            yield from table.beside(width)
        else:
            yield from table.below(names, width, table.before if table.free else min(before, width - _BOX))


class _RowTable:
    """Sets rows to write in that have the same heads; `before` is the width of all that is before the boxes.

    `free` says whether all of them are for words.
    """

    def __init__(self, rows: Sequence[LiveRow], measure: Measure) -> None:
        self._rows = rows
        self._measure = measure
        heads = rows[0].heads
        self.free = all(row.free for row in rows)
        self._fixed = max(self._width(row.fixed) for row in rows)
        label = max(self._width(row.label, PrintFace.STRONG) for row in rows) + _AFTER_LABEL
        self._label = max(label, self._width(heads[0]) - self._fixed)  # the first head reaches over the labels
        self._value = max(self._width(words) for words in (heads[1], *(row.value for row in rows)))
        self._numbers = sum(wide + _GAP for wide in (self._fixed, self._value) if wide) + _GAP
        self.before = self._label + self._numbers + 0.1

    def beside(self, width: float) -> Iterator[FlowPiece]:
        """Yield the rows for one individual, in columns."""
        least, most = (_WORDS, width) if self.free else (_BOX, _WIDEST_BOX)
        before = min(self.before, width - least)
        columns = max(1, min(len(self._rows), int((width + _BESIDE) / (before + least + _BESIDE))))
        each = -(-len(self._rows) // columns)
        wide = (width - _BESIDE * (columns - 1)) / columns
        lefts = [number * (wide + _BESIDE) for number in range(-(-len(self._rows) // each))]
        if any(self._rows[0].heads):
            yield FlowPiece(_HEADS, tuple(run for left in lefts for run in self._heads(left, before)))
        for at in range(each):
            line = self._rows[at::each]
            parts = []
            for left, row in zip(lefts, line, strict=False):
                parts.append(self._row(row, left, before, 1, min(most, wide - before)))
            runs = tuple(run for part in parts for run in part.runs)
            yield FlowPiece(_ROW, runs, tuple(cell for part in parts for cell in part.cells))

    def below(self, names: Sequence[str], width: float, before: float) -> Iterator[FlowPiece]:
        """Yield the rows for several individuals, as many side by side as fit."""
        before = min(before, width - _WORDS) if self.free else before
        least, most = (_WORDS, width) if self.free else (_BOX, _WIDEST_BOX)
        fit = max(1, int((width - before + _GAP) / (least + _GAP)))
        fit = -(-len(names) // -(-len(names) // fit))  # as many in each line
        shared = len(_shared_words(names).split())
        for first in range(0, len(names), fit):
            some = names[first : first + fit]
            box = min(most, (width - before + _GAP) / len(some) - _GAP)
            named = [*self._names(some, shared, before, box)]
            for line in range(min((at for at, _ in named), default=-1), 0):
                heads = self._heads(0.0, before) if line == -1 else ()
                yield FlowPiece(_HEADS, (*(run for at, run in named if at == line), *heads))
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

    def _names(self, names: Sequence[str], shared: int, before: float, box: float) -> Iterator[tuple[int, TextRun]]:
        """Yield the names above the boxes without the first words, which all share, and with the numbers of lines."""
        for number, name in enumerate(names):
            rest = " ".join(name.split()[shared:])
            lines, more = break_lines(rest, PrintFace.STRONG, LEAST_SIZE, box, _NAME_LINES, self._measure)
            words = [line.rstrip() for _, line in lines]
            if more or breaks_word(lines):
                words = [shorten_text(rest, PrintFace.STRONG, LEAST_SIZE, box, self._measure)]
            for at, line in enumerate(words, -len(words)):
                wide = self._measure.width(line, PrintFace.STRONG, LEAST_SIZE)
                x = before + number * (box + _GAP) + (box - wide) / 2
                yield at, TextRun(x=x, y=_HEADS - 0.8, text=line, face=PrintFace.STRONG, size=LEAST_SIZE)

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
