"""More pages for what had no room: rests of texts, rows beyond the printed lines; marked where it stops and goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace as replaced
from math import ceil
from typing import Final

from engine.sheets.cells import Cells
from engine.sheets.composed import Overflow, SetBox, SetPage
from engine.sheets.description import Rows, Section
from engine.sheets.geometry import Rect
from engine.sheets.labels import said
from engine.sheets.laid import LaidBox, LaidField
from engine.sheets.setting import SIGN, Setter
from engine.sheets.source import rows_of
from engine.sheets.typeset import Face, Measure, Run, baseline_in, broken, fitting_size
from engine.table.frozen import replace

_SIZE: Final = 9.0
_LEADING: Final = 4.5
_BETWEEN: Final = 3.0
_LEAST_LINES: Final = 2
_MARK_SIZE: Final = 6.4
_COLUMN: Final = 110.0
"""A text wider than that is set in two columns."""


class Continuation:
    """Fills added pages."""

    def __init__(self, pages: Sequence[SetPage], space: Rect) -> None:
        self._space = space
        self._pages = list(pages)
        self._boxes: list[SetBox] = []
        self._top = space.y
        if self._pages and self._pages[-1].continued:
            last = self._pages.pop()
            self._boxes = list(last.boxes)
            self._top = max(box.laid.rect.bottom for box in self._boxes) + _BETWEEN

    @property
    def _number(self) -> int:
        return len(self._pages) + 1

    def filled(self, overflow: Sequence[Overflow]) -> tuple[SetPage, ...]:
        """Return all pages, with what had no room on added ones and the signs that say where."""
        waiting = deque(overflow)
        done: list[Overflow] = []
        while waiting:
            item = waiting.popleft()
            if item.table is not None:
                items, found = [item], self._table(item, item.table)
            else:
                items = [item]
                while waiting and _belong_together(item, waiting[0]):
                    items.append(waiting.popleft())
                found = self._text(items)
            done += (item for item in items if item.lands)
            waiting.extendleft(reversed(found))
        self._turn()
        for item in done:
            self._sign(item)
        return tuple(self._pages)

    def _turn(self) -> None:
        """Begin a new page."""
        if self._boxes:
            self._pages.append(SetPage(title="", boxes=tuple(self._boxes), continued=True))
        self._boxes = []
        self._top = self._space.y

    def _room(self, least: float) -> float:
        """Return how much height is free, on a new page if there is less than needed here."""
        if self._space.bottom - self._top < least:
            self._turn()
        return self._space.bottom - self._top

    def _text(self, items: Sequence[Overflow]) -> list[Overflow]:
        """Set the rest of a text, or texts from one table as paragraphs; return what goes on on the next page."""
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
        lines, rest = broken(text, Face.VALUE, _SIZE, width, _LEAST_LINES, setter.measure, hang=hang)
        if rest and inner_w > _COLUMN:
            columns = 2
            width = (inner_w - 2 * s.gutter) / 2
        if rest:
            lines, rest = broken(text, Face.VALUE, _SIZE, width, most * columns, setter.measure, hang=hang)
        each = most if rest else ceil(len(lines) / columns)
        rect = Rect(self._space.x, self._top, self._space.w, around + each * _LEADING)
        top = rect.y + s.title + s.top
        runs = []
        for at, (indent, line) in enumerate(lines):
            column, row = divmod(at, each)
            if line.strip():
                x = rect.x + s.pad + column * (width + 2 * s.gutter) + indent
                y = top + (row + 0.74) * _LEADING
                runs.append(Run(x=x, y=y, text=line.rstrip(), face=Face.VALUE, size=_SIZE))
        made = setter.box(self._box(item, rect, ()), self._number, len(self._boxes))
        left = self._left(items, paragraphs, len(text) - len(rest), made)
        self._add(replace(made, words=(*made.words, *runs)))
        return left

    def _left(self, items: Sequence[Overflow], paragraphs: Sequence[str], consumed: int, box: SetBox) -> list[Overflow]:
        """Note which texts have begun on this page; return the rest of the last of them, and those still to come."""
        left: list[Overflow] = []
        start = 0
        for item, paragraph in zip(items, paragraphs, strict=True):
            end = start + len(paragraph)
            if start >= consumed > 0:
                left.append(item)
            else:
                item.lands = self._number
                if end > consumed:
                    mark, room = _end_of_band(box, item.setter)
                    spot = replaced(item.spot, page=self._number, box=len(self._boxes), part="")
                    left.append(Overflow(item.setter, spot, mark, room, text=paragraph[consumed - start :]))
            start = end + 1
        return left

    def _add(self, box: SetBox) -> None:
        self._boxes.append(box)
        self._top = box.laid.rect.bottom + _BETWEEN

    def _table(self, item: Overflow, field: Rows) -> list[Overflow]:
        setter = item.setter
        s = setter.spacing
        around = s.title + s.top + s.head + s.bottom
        pitch = s.row[2]
        room = self._room(around + _LEAST_LINES * pitch)
        left = rows_of(setter.source, field) - item.first
        count = max(1, min(left, int((room - around + 0.1) / pitch)))
        rect = Rect(self._space.x, self._top, self._space.w, around + count * pitch)
        place = Rect(rect.x + s.pad, rect.y + s.title + s.top, rect.w - 2 * s.pad, s.head + count * pitch)
        laid = Cells(setter.source, s).rows_from(field, place, item.first, count)
        already = len(setter.overflow)
        box = setter.box(self._box(item, rect, (laid,)), self._number, len(self._boxes))
        found = setter.overflow[already:]
        del setter.overflow[already:]
        item.lands = self._number
        self._add(box)
        return found

    def _box(self, item: Overflow, rect: Rect, cells: tuple[LaidField, ...]) -> LaidBox:
        return LaidBox(
            section=Section(key="continued", title=item.spot.title),
            rect=rect,
            title_rect=Rect(rect.x, rect.y, rect.w, item.setter.spacing.title),
            cells=cells,
            continues=item.spot.page,
        )

    def _sign(self, item: Overflow) -> None:
        """Say where a text stops on which page it goes on."""
        page = self._pages[item.spot.page - 1]
        run = _sign_run(item.lands, *item.mark, item.room, item.setter.measure)
        boxes = list(page.boxes)
        at = item.spot.box
        boxes[at] = replace(boxes[at], marks=(*boxes[at].marks, run))
        self._pages[item.spot.page - 1] = replace(page, boxes=tuple(boxes))


def _belong_together(one: Overflow, other: Overflow) -> bool:
    """Say whether two texts come from parts of one field, so that they stand in one box."""
    same = (one.spot.page, one.spot.box, one.spot.title) == (other.spot.page, other.spot.box, other.spot.title)
    return same and one.setter is other.setter and bool(one.spot.part and other.spot.part) and other.table is None


def _end_of_band(box: SetBox, setter: Setter) -> tuple[tuple[float, float], float]:
    """Return where a sign at the end of a title ends, and its room; in the corner below if there is too little."""
    free = setter.free_of(box.laid, box.words)
    if free is not None:
        return (free.right, baseline_in(free, _MARK_SIZE)), free.w
    place = box.laid.rect
    return (place.right - setter.spacing.pad, place.bottom - 0.6), SIGN


def signed_boxes(pages: Sequence[SetPage], setter: Setter) -> list[SetPage]:
    """Return pages on which boxes say where those of their fields stand that had no room in them."""
    made = list(pages)
    for number, page in enumerate(pages, 1):
        for box in page.boxes:
            if not box.laid.continues:
                continue
            origin = made[box.laid.continues - 1]
            boxes = list(origin.boxes)
            for at, other in enumerate(boxes):
                if other.laid.section.key == box.laid.section.key and not other.marks:
                    boxes[at] = replace(other, marks=(_box_sign(other, number, setter),))
            made[box.laid.continues - 1] = replace(origin, boxes=tuple(boxes))
    return made


def _box_sign(box: SetBox, number: int, setter: Setter) -> Run:
    (right, baseline), room = _end_of_band(box, setter)
    return _sign_run(number, right, baseline, room, setter.measure)


def _sign_run(number: int, right: float, baseline: float, room: float, measure: Measure) -> Run:
    """Return the sign that something goes on on a page, in few words where there is little room."""
    text, size = said("continued_on", page=number), _MARK_SIZE
    if measure.width(text, Face.NOTE, size) > room:
        text = said("continued_short", page=number)
        size = fitting_size(text, Face.NOTE, size, 3.5, room, measure) if room else size
    return Run(x=right - measure.width(text, Face.NOTE, size), y=baseline, text=text, face=Face.NOTE, size=size)
