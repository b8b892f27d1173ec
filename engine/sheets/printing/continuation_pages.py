"""Added pages for what did not fit: the rest of texts and more rows, with signs at both ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace as replaced
from math import ceil
from typing import Final

from engine.model.frozen import replace
from engine.sheets.layout.field_layout import FieldLayout
from engine.sheets.layout.layout_boxes import LaidBox, LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.printable_sheet import row_count
from engine.sheets.model.sheet_description import RowsField, Section
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.page_typesetting import SIGN, PageOverflow, PageTypesetter
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.text_fitting import LEAST_SIZE, Measure, PrintFace, TextRun, baseline_in, break_lines

_SIZE: Final = 9.0
_LEADING: Final = 4.5
_BETWEEN: Final = 3.0
_LEAST_LINES: Final = 2
_MARK_SIZE: Final = LEAST_SIZE
_COLUMN: Final = 110.0
"""A text wider than that is set in two columns."""


class ContinuationPages:
    """Fills added pages."""

    def __init__(self, pages: Sequence[ComposedPage], space: Rect) -> None:
        self._space = space
        self._pages = list(pages)
        self._boxes: list[ComposedBox] = []
        self._top = space.y
        if self._pages and self._pages[-1].continued:
            last = self._pages.pop()
            self._boxes = list(last.boxes)
            self._top = max(box.laid.rect.bottom for box in self._boxes) + _BETWEEN

    @property
    def _number(self) -> int:
        return len(self._pages) + 1

    def filled(self, overflow: Sequence[PageOverflow]) -> tuple[ComposedPage, ...]:
        """Return all pages, with added ones for what did not fit, and the signs that point to them."""
        queue = deque(overflow)
        placed: list[PageOverflow] = []
        while queue:
            item = queue.popleft()
            if item.table is not None:
                items, further = [item], self._table(item, item.table)
            else:
                items = [item]
                while queue and _belong_together(item, queue[0]):
                    items.append(queue.popleft())
                further = self._text(items)
            placed += (item for item in items if item.lands)
            queue.extendleft(reversed(further))
        self._turn()
        for item in placed:
            self._sign(item)
        return tuple(self._pages)

    def _turn(self) -> None:
        """Start a new page."""
        if self._boxes:
            self._pages.append(ComposedPage(title="", boxes=tuple(self._boxes), continued=True))
        self._boxes = []
        self._top = self._space.y

    def _room(self, least: float) -> float:
        """Return the free height, on a new page if there is less than needed here."""
        if self._space.bottom - self._top < least:
            self._turn()
        return self._space.bottom - self._top

    def _text(self, items: Sequence[PageOverflow]) -> list[PageOverflow]:
        """Set the rest of a text, or texts from one table as paragraphs; return what continues on the next page."""
        item = items[0]
        setter = item.setter
        s = setter.spacing
        around = s.title + s.top + s.bottom
        room = self._room(around + _LEAST_LINES * _LEADING)
        inner_w = self._space.w - 2 * s.pad
        most = max(1, int((room - around + 0.1) / _LEADING))
        hang = bool(item.spot.part)
        paragraphs = [f"{i.spot.part}: {i.text}" if i.spot.part else i.text for i in items]
        text = "\n".join(paragraphs)
        width, columns = inner_w, 1
        lines, rest = break_lines(text, PrintFace.VALUE, _SIZE, width, _LEAST_LINES, setter.measure, hang=hang)
        if rest and inner_w > _COLUMN:
            columns = 2
            width = (inner_w - 2 * s.gutter) / 2
        spare = 1 if columns == 1 else 0  # on a card the sign that it continues has the last line for itself
        most = max(1, most - spare)
        if rest:
            lines, rest = break_lines(text, PrintFace.VALUE, _SIZE, width, most * columns, setter.measure, hang=hang)
        each = most if rest else ceil(len(lines) / columns)
        high = around + (each + (spare if rest else 0)) * _LEADING
        rect = Rect(self._space.x, self._top, self._space.w, high)
        top = rect.y + s.title + s.top
        runs = []
        for at, (indent, line) in enumerate(lines):
            column, row = divmod(at, each)
            if line.strip():
                x = rect.x + s.pad + column * (width + 2 * s.gutter) + indent
                y = top + (row + 0.74) * _LEADING
                runs.append(TextRun(x=x, y=y, text=line.rstrip(), face=PrintFace.VALUE, size=_SIZE))
        box = setter.box(self._box(item, rect, ()), self._number, len(self._boxes))
        remaining = self._left(items, paragraphs, len(text) - len(rest), box)
        self._add(replace(box, words=(*box.words, *runs)))
        return remaining

    def _left(
        self, items: Sequence[PageOverflow], paragraphs: Sequence[str], consumed: int, box: ComposedBox
    ) -> list[PageOverflow]:
        """Record which texts began on this page; return the rest of the last one, and those that follow."""
        remaining: list[PageOverflow] = []
        start = 0
        for item, paragraph in zip(items, paragraphs, strict=True):
            end = start + len(paragraph)
            if start >= consumed > 0:
                remaining.append(item)
            else:
                item.lands = self._number
                if end > consumed:
                    mark, room = _end_of_band(box, item.setter)
                    spot = replaced(item.spot, page=self._number, box=len(self._boxes), part="")
                    remaining.append(PageOverflow(item.setter, spot, mark, room, text=paragraph[consumed - start :]))
            start = end + 1
        return remaining

    def _add(self, box: ComposedBox) -> None:
        self._boxes.append(box)
        self._top = box.laid.rect.bottom + _BETWEEN

    def _table(self, item: PageOverflow, field: RowsField) -> list[PageOverflow]:
        setter = item.setter
        s = setter.spacing
        around = s.title + s.top + s.head + s.bottom
        pitch = s.row[2]
        room = self._room(around + _LEAST_LINES * pitch)
        row_total = row_count(setter.source, field) - item.first
        count = max(1, min(row_total, int((room - around + 0.1) / pitch)))
        rect = Rect(self._space.x, self._top, self._space.w, around + count * pitch)
        place = Rect(rect.x + s.pad, rect.y + s.title + s.top, rect.w - 2 * s.pad, s.head + count * pitch)
        laid = FieldLayout(setter.source, s).rows_from(field, place, item.first, count)
        already = len(setter.overflow)
        box = setter.box(self._box(item, rect, (laid,)), self._number, len(self._boxes))
        further = setter.overflow[already:]
        del setter.overflow[already:]
        item.lands = self._number
        self._add(box)
        return further

    def _box(self, item: PageOverflow, rect: Rect, cells: tuple[LaidField, ...]) -> LaidBox:
        return LaidBox(
            section=Section(key="continued", title=item.spot.title),
            rect=rect,
            title_rect=Rect(rect.x, rect.y, rect.w, item.setter.spacing.title),
            cells=cells,
            continues=item.spot.page,
        )

    def _sign(self, item: PageOverflow) -> None:
        """Add the number of the page on which a text continues, at the place where it stops."""
        page = self._pages[item.spot.page - 1]
        run = _sign_run(item.lands, *item.mark, item.room, item.setter.measure)
        boxes = list(page.boxes)
        at = item.spot.box
        boxes[at] = replace(boxes[at], marks=(*boxes[at].marks, run))
        self._pages[item.spot.page - 1] = replace(page, boxes=tuple(boxes))


def _belong_together(first: PageOverflow, second: PageOverflow) -> bool:
    """Say whether two texts are parts of one field, so that they share a box."""
    same = (first.spot.page, first.spot.box, first.spot.title) == (second.spot.page, second.spot.box, second.spot.title)
    return (
        same and first.setter is second.setter and bool(first.spot.part and second.spot.part) and second.table is None
    )


def _end_of_band(box: ComposedBox, setter: PageTypesetter) -> tuple[tuple[float, float], float]:
    """Return the right end of a sign in a title band, and its room; in the lower corner if the band is too full."""
    free = setter.free_of(box.laid, box.words)
    if free is not None:
        return (free.right, baseline_in(free, _MARK_SIZE)), free.w
    place = box.laid.rect
    return (place.right - setter.spacing.pad, place.bottom - 0.6), SIGN


def signed_boxes(pages: Sequence[ComposedPage], setter: PageTypesetter) -> list[ComposedPage]:
    """Return pages with signs at the boxes whose fields continue on added pages."""
    signed = list(pages)
    for number, page in enumerate(pages, 1):
        for box in page.boxes:
            if not box.laid.continues:
                continue
            origin = signed[box.laid.continues - 1]
            boxes = list(origin.boxes)
            for at, other in enumerate(boxes):
                if other.laid.section.key == box.laid.section.key and not other.marks:
                    boxes[at] = replace(other, marks=(_box_sign(other, number, setter),))
            signed[box.laid.continues - 1] = replace(origin, boxes=tuple(boxes))
    return signed


def _box_sign(box: ComposedBox, number: int, setter: PageTypesetter) -> TextRun:
    (right, baseline), room = _end_of_band(box, setter)
    return _sign_run(number, right, baseline, room, setter.measure)


def _sign_run(number: int, right: float, baseline: float, room: float, measure: Measure) -> TextRun:
    """Return the sign that something continues on a page, abbreviated if there is little room."""
    text = paper_text("continued_on", page=number)
    if measure.width(text, PrintFace.NOTE, _MARK_SIZE) > room:
        text = paper_text("continued_short", page=number)
    wide = measure.width(text, PrintFace.NOTE, _MARK_SIZE)
    return TextRun(x=right - wide, y=baseline, text=text, face=PrintFace.NOTE, size=_MARK_SIZE)
