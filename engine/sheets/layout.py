"""Lays a sheet out on paper: sections in their boxes, fields over twelve columns, more pages for what has no room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.sheets.cells import Cells
from engine.sheets.description import (
    Choice,
    Dice,
    Entries,
    Field,
    Flag,
    Level,
    LongText,
    Number,
    Page,
    Section,
    Text,
)
from engine.sheets.geometry import Paper, Rect
from engine.sheets.laid import LaidBox, LaidField, LaidPage
from engine.sheets.source import Source
from engine.sheets.spacing import CARD, SHEET, Need, Spacing
from engine.table.frozen import replace

_BETWEEN = 3.0
"""Between boxes on an added page."""
_NEAR = 6.0
"""Boxes with no more than so much between them are neighbours, and one can take the other's place."""


_LEAST, _WANTED = 0, 3
"""The first and the last of the states of a `Need`."""


class _Line(NamedTuple):
    """Fields side by side."""

    fields: Sequence[Field]
    spans: Sequence[tuple[float, float]]
    beside: bool
    above: float
    need: Need
    grow: int
    inline: bool = False


def lay_out(source: Source, paper: Paper, picked: Collection[str] | None = None) -> tuple[LaidPage, ...]:
    """Lay a sheet out.

    Args:
        source: the sheet.
        paper: what it is printed on. A sheet with a size of its own is laid out on its own first page, from 0, 0.
        picked: the keys of the sections that are wanted; all if not given.

    Returns:
        The pages, those last that were added for what did not fit into its box.
    """
    sections = {s.key: s for s in source.sections() if s.fields and (picked is None or s.key in picked)}
    size = source.description.size
    spacing = SHEET if size is None else CARD
    layer = Layer(source, spacing)
    pages: list[LaidPage] = []
    rest: list[tuple[int, Section]] = []
    for page in source.description.pages:
        if not source.holds(page.when):
            continue
        places = places_on(page, paper) if size is None else {b.section: Rect(b.x, b.y, b.w, b.h) for b in page.boxes}
        boxes = [box for box in page.boxes if box.section in sections]
        places = closed_up(places, {box.section for box in boxes})
        if not boxes:
            continue
        laid = []
        for box in boxes:
            made, left = layer.box(sections[box.section], places[box.section], titled=box.title, shade=box.shade)
            laid.append(made)
            if left:
                rest.append((len(pages) + 1, replace(sections[box.section], fields=tuple(left))))
        pages.append(LaidPage(title=page.title, boxes=tuple(laid)))
    placed = {box.section for page in source.description.pages for box in page.boxes}
    if size is None:
        rest += [(0, section) for key, section in sections.items() if key not in placed]
    if rest:
        space = paper.space if size is None else Rect(0.0, 0.0, *size)
        pages += layer.added(rest, space)
    return tuple(pages)


def places_on(page: Page, paper: Paper) -> Mapping[str, Rect]:
    """Return where the boxes of a page stand on a paper."""
    return {box.section: paper.stretched(box.x, box.y, box.w, box.h) for box in page.boxes}


def closed_up(places: Mapping[str, Rect], there: Collection[str]) -> dict[str, Rect]:
    """Return the places of the boxes that are there; they take the room of neighbours that are not.

    Only a neighbour above or below of the same width can, of two the higher; else the room stays white.
    """
    left = {key: place for key, place in places.items() if key in there}
    for key, gone in places.items():
        if key in there:
            continue
        near = [other for other, rect in left.items() if _are_neighbours(rect, gone)]
        if near:
            taker = max(near, key=lambda other: left[other].h)
            rect = left[taker]
            top = min(rect.y, gone.y)
            left[taker] = Rect(rect.x, top, rect.w, max(rect.bottom, gone.bottom) - top)
    return left


def _are_neighbours(one: Rect, other: Rect) -> bool:
    """Say whether one of two places stands right above the other, and both are as wide."""
    same = abs(one.x - other.x) < 1 and abs(one.w - other.w) < 1
    return same and any(0 <= below.y - above.bottom <= _NEAR for above, below in ((one, other), (other, one)))


class Layer:
    """Lays boxes of one sheet."""

    def __init__(self, source: Source, spacing: Spacing) -> None:
        self._spacing = spacing
        self._cells = Cells(source, spacing)

    def box(
        self, section: Section, rect: Rect, *, titled: bool = True, shade: bool = False, continues: int = 0
    ) -> tuple[LaidBox, Sequence[Field]]:
        """Lay a section into a box; return it with the fields that have no room."""
        s = self._spacing
        title = Rect(rect.x, rect.y, rect.w, s.title) if titled and section.title else None
        inner = self._inner(rect, title is not None)
        lines = self.lines(section, inner.w, titled=title is not None)
        if self._least(lines) > inner.h:  # rather a label cut short than a field on another page
            lines = self.lines(section, inner.w, titled=title is not None, low=True)
        fitting = list(lines)
        if len(fitting) == 1 and self._least(lines) > inner.h + 0.01:
            fitting = [self._inline(fitting[0])]
        while len(fitting) > 1 and self._least(fitting) > inner.h + 0.01:
            fitting.pop()
        left = [field for line in lines[len(fitting) :] for field in line.fields]
        cells = tuple(self._placed(fitting, inner, section.title if title is not None else ""))
        laid = LaidBox(
            section=replace(section, fields=tuple(cell.field for cell in cells)),
            rect=rect,
            title_rect=title,
            cells=cells,
            shade=shade,
            continues=continues,
        )
        return laid, left

    def height(self, section: Section, width: float, *, titled: bool = True) -> float:
        """Return how high a box for a section would comfortably be."""
        s = self._spacing
        titled = titled and bool(section.title)
        inner = self._inner(Rect(0, 0, width, 1000), titled)
        lines = self.lines(section, inner.w, titled=titled)
        return _sum(lines, _WANTED) + s.gap * (len(lines) - 1) + 1000 - inner.h

    def added(self, rest: Sequence[tuple[int, Section]], space: Rect) -> list[LaidPage]:
        """Lay what found no room onto pages of their own; each section comes with the page on which it began."""
        pages: list[LaidPage] = []
        boxes: list[LaidBox] = []
        top = space.y
        waiting = list(rest)
        while waiting:
            began, section = waiting.pop(0)
            room = space.bottom - top
            wanted = self.height(section, space.w)
            if wanted > room and boxes and room < min(60.0, wanted):
                pages.append(LaidPage(title="", boxes=tuple(boxes), continued=True))
                boxes, top = [], space.y
                room = space.h
            laid, left = self.box(section, Rect(space.x, top, space.w, min(wanted, room)), continues=began)
            boxes.append(laid)
            top = laid.rect.bottom + _BETWEEN
            if left:
                waiting.insert(0, (began, replace(section, fields=tuple(left))))
                top = space.bottom
        pages.append(LaidPage(title="", boxes=tuple(boxes), continued=True))
        return pages

    def lines(self, section: Section, width: float, *, titled: bool = True, low: bool = False) -> list[_Line]:
        """Put the fields of a section into lines over twelve columns; `low` keeps labels to one line."""
        lines: list[list[Field]] = []
        taken = 12
        for field in section.fields:
            if taken + field.width > 12:
                lines.append([])
                taken = 0
            lines[-1].append(field)
            taken += field.width
        title = section.title if titled else ""
        found = [self._line(fields, width, title, low=low) for fields in lines]
        # Numbers of one box look alike: if one of their labels must stand above, all do.
        small = [line for line in found if all(isinstance(f, Number | Dice | Level) for f in line.fields)]
        if all(line.beside for line in small):
            return found
        return [self._line(line.fields, width, title, above=line in small, low=low) for line in found]

    def _inline(self, line: _Line) -> _Line:
        """Return a line whose labels stand at the beginning of its words."""
        strips = [field for field in line.fields if isinstance(field, Text | LongText | Entries | Choice | Flag)]
        if len(strips) < len(line.fields):
            return line
        least, hard, soft, wanted, stretches = line.need
        above = line.above
        need = Need(least - above, hard - above, soft - above, wanted - above, stretches)
        return line._replace(above=0.0, need=need, inline=True)

    def _least(self, lines: Sequence[_Line]) -> float:
        return _sum(lines, _LEAST) + self._spacing.gap * (len(lines) - 1) * 0.5

    def _inner(self, rect: Rect, titled: bool) -> Rect:
        s = self._spacing
        above = s.title + s.top if titled else s.top + 0.4
        return Rect(rect.x + s.pad, rect.y + above, rect.w - 2 * s.pad, max(1.0, rect.h - above - s.bottom))

    def _line(
        self, fields: Sequence[Field], width: float, title: str, *, above: bool = False, low: bool = False
    ) -> _Line:
        unit = (width + self._spacing.gutter) / 12
        spans, at = [], 0
        for field in fields:
            spans.append((at * unit, field.width * unit - self._spacing.gutter))
            at += field.width
        widths = [w for _, w in spans]
        beside = not above and all(map(self._cells.can_stand_beside, fields, widths))
        strips = [self._cells.label_height(f, w) for f, w in zip(fields, widths, strict=True) if _labelled(f, title)]
        strip = 0.0 if beside else max(strips, default=0.0)
        strip = min(strip, self._spacing.label) if low else strip
        needs = [self._cells.need(f, w, strip) for f, w in zip(fields, widths, strict=True)]
        need = Need(
            max(n.least for n in needs),
            max(n.hard for n in needs),
            max(n.soft for n in needs),
            max(n.wanted for n in needs),
            any(n.stretches for n in needs),
        )
        return _Line(fields, spans, beside, strip, need, max(f.grow for f in fields))

    def _placed(self, lines: Sequence[_Line], inner: Rect, title: str) -> list[LaidField]:
        """Give each line its height and its fields their places."""
        heights, gap = self._heights(lines, inner.h)
        cells: list[LaidField] = []
        top = inner.y
        for line, high in zip(lines, heights, strict=True):
            for field, (x, w) in zip(line.fields, line.spans, strict=True):
                own = self._cells.need(field, w, line.above)
                # What cannot use more height stays as it is, under the common label line.
                tall = high if own.stretches or line.beside else min(high, own.wanted * 1.2)
                rect = Rect(inner.x + x, top, w, tall)
                if line.inline and isinstance(field, Text | LongText | Entries | Choice):
                    cells.append(self._cells.place_inline(field, rect))
                elif line.beside:
                    cells.append(self._cells.place_beside(field, rect))
                else:
                    cells.append(self._cells.place(field, rect, line.above, labelled=_labelled(field, title)))
            top += high + gap
        return cells

    def _heights(self, lines: Sequence[_Line], room: float) -> tuple[list[float], float]:
        """Share out the height of a box: what each line gets, and the gap between them."""
        count = len(lines) - 1
        gap = self._spacing.gap
        spare = room - _sum(lines, _WANTED) - gap * count
        if spare >= 0:
            return self._spread(lines, spare)
        # Between two states everything draws together by the same part of its way.
        for more, less, loose, tight in ((_WANTED, 2, 1.0, 1.0), (2, 1, 1.0, 0.5), (1, _LEAST, 0.5, 0.5)):
            most, least = _sum(lines, more) + gap * loose * count, _sum(lines, less) + gap * tight * count
            if least <= room:
                part = (room - least) / (most - least) if most > least else 0.0
                heights = [line.need[less] + (line.need[more] - line.need[less]) * part for line in lines]
                return heights, gap * (tight + (loose - tight) * part)
        return [min(line.need.least, room) for line in lines], gap * 0.5

    def _spread(self, lines: Sequence[_Line], spare: float) -> tuple[list[float], float]:
        """Give away what is left when everything is comfortable: to what grows, to what can use it, or to the gaps."""
        shares = [float(line.grow) for line in lines]
        if not any(shares):
            shares = [line.need.wanted if line.need.stretches else 0.0 for line in lines]
        whole = sum(shares)
        if whole:
            heights = [line.need.wanted + spare * share / whole for line, share in zip(lines, shares, strict=True)]
            return heights, self._spacing.gap
        more = min(spare / max(1, len(lines)), self._spacing.gap * 3)
        return [line.need.wanted + more * 0.2 for line in lines], self._spacing.gap + more * 0.8


def _labelled(field: Field, title: str) -> bool:
    """Say whether a field has a label; not if it would only say again what the box is called."""
    return bool(field.label) and field.label.casefold() != title.casefold()


def _sum(lines: Sequence[_Line], state: int) -> float:
    return sum(float(line.need[state]) for line in lines)
