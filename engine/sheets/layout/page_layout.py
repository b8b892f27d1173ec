"""Lays a sheet out on paper: sections in boxes, fields in twelve columns, and added pages for what does not fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.field_layout import FieldLayout
from engine.sheets.layout.layout_boxes import LaidBox, LaidField, LaidPage
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.layout.spacing import CARD_SPACING, SHEET_SPACING, HeightNeed, Spacing
from engine.sheets.model.sheet_description import (
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    Section,
    SheetPage,
    TextField,
)

_BETWEEN = 3.0
"""Between boxes on an added page."""
_NEAR = 6.0
"""Boxes with at most this distance are neighbours, and one can take the other's place."""


_LEAST, _WANTED = 0, 3
"""The first and the last of the states of a `HeightNeed`."""


class _Line(NamedTuple):
    """Fields side by side."""

    fields: Sequence[Field]
    spans: Sequence[tuple[float, float]]
    beside: bool
    above: float
    need: HeightNeed
    grow: int
    inline: bool = False


def lay_out(
    source: PrintableSheet, paper: Paper, picked: Collection[str] | None = None, spacing: Spacing | None = None
) -> tuple[LaidPage, ...]:
    """Lay a sheet out.

    Args:
        source: the sheet.
        paper: the paper. A sheet with a page size of its own is laid out on its own first page, from 0, 0.
        picked: the keys of the wanted sections; all if not given.
        spacing: the heights and distances; if not given, those of a sheet of paper or of a card with its values.

    Returns:
        The pages; last those that were added for content that did not fit into its box.
    """
    sections = {s.key: s for s in source.sections() if s.fields and (picked is None or s.key in picked)}
    size = source.description.size
    layer = BoxLayout(source, spacing or (SHEET_SPACING if size is None else CARD_SPACING))
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
            laid_box, unplaced = layer.box(
                sections[box.section], places[box.section], titled=box.title, shade=box.shade
            )
            laid.append(laid_box)
            if unplaced:
                rest.append((len(pages) + 1, replace(sections[box.section], fields=tuple(unplaced))))
        pages.append(LaidPage(title=page.title, boxes=tuple(laid)))
    placed = {box.section for page in source.description.pages for box in page.boxes}
    if size is None:
        rest += [(0, section) for key, section in sections.items() if key not in placed]
    if rest:
        space = paper.space if size is None else Rect(0.0, 0.0, *size)
        pages += layer.added(rest, space)
    return tuple(pages)


def places_on(page: SheetPage, paper: Paper) -> Mapping[str, Rect]:
    """Return the places of a page's boxes on a paper."""
    return {box.section: paper.stretched(box.x, box.y, box.w, box.h) for box in page.boxes}


def closed_up(places: Mapping[str, Rect], there: Collection[str]) -> dict[str, Rect]:
    """Return the places of the boxes that exist; they take the place of missing neighbours.

    Only a neighbour of the same width above or below can, of several the highest one; else the place stays white.
    """
    remaining = {key: place for key, place in places.items() if key in there}
    missing = {key: place for key, place in places.items() if key not in there}
    while near := [
        (one, gone)
        for gone, place in missing.items()
        for one, rect in remaining.items()
        if _are_neighbours(rect, place)
    ]:
        taker, key = max(near, key=lambda pair: remaining[pair[0]].h)
        rect, free = remaining[taker], missing.pop(key)
        top = min(rect.y, free.y)
        remaining[taker] = Rect(rect.x, top, rect.w, max(rect.bottom, free.bottom) - top)
    return remaining


def _are_neighbours(one: Rect, other: Rect) -> bool:
    """Say whether one of two places is right above the other, and both have the same width."""
    same = abs(one.x - other.x) < 1 and abs(one.w - other.w) < 1
    return same and any(0 <= below.y - above.bottom <= _NEAR for above, below in ((one, other), (other, one)))


class BoxLayout:
    """Lays boxes of one sheet."""

    def __init__(self, source: PrintableSheet, spacing: Spacing) -> None:
        self._spacing = spacing
        self._cells = FieldLayout(source, spacing)

    def box(
        self, section: Section, rect: Rect, *, titled: bool = True, shade: bool = False, continues: int = 0
    ) -> tuple[LaidBox, Sequence[Field]]:
        """Lay a section out in a box; return the box and the fields that did not fit."""
        s = self._spacing
        title = Rect(rect.x, rect.y, rect.w, s.title) if titled and section.title else None
        inner = self._inner(rect, title is not None)
        lines = self.lines(section, inner.w, titled=title is not None)
        if self._least(lines) > inner.h:  # better a shortened label than a field on another page
            lines = self.lines(section, inner.w, titled=title is not None, low=True)
        fitting = list(lines)
        if len(fitting) == 1 and self._least(lines) > inner.h + 0.01:
            fitting = [self._inline(fitting[0])]
        while len(fitting) > 1 and self._least(fitting) > inner.h + 0.01:
            fitting.pop()
        unplaced = [field for line in lines[len(fitting) :] for field in line.fields]
        cells = tuple(self._placed(fitting, inner, section.title if title is not None else ""))
        laid = LaidBox(
            section=replace(section, fields=tuple(cell.field for cell in cells)),
            rect=rect,
            title_rect=title,
            cells=cells,
            shade=shade,
            continues=continues,
        )
        return laid, unplaced

    def need(self, section: Section, width: float, *, titled: bool = True) -> HeightNeed:
        """Return how high a box for a section has to be."""
        titled = titled and bool(section.title)
        inner = self._inner(Rect(0, 0, width, 1000), titled)
        lines = self.lines(section, inner.w, titled=titled)
        around = self._spacing.gap * (len(lines) - 1) + 1000 - inner.h
        least, hard, soft, wanted = (_sum(lines, state) + around for state in range(_LEAST, _WANTED + 1))
        return HeightNeed(least, hard, soft, wanted, any(line.need.stretches for line in lines))

    def height(self, section: Section, width: float, *, titled: bool = True) -> float:
        """Return how high a box for a section would comfortably be."""
        return self.need(section, width, titled=titled).wanted

    def added(self, rest: Sequence[tuple[int, Section]], space: Rect) -> list[LaidPage]:
        """Lay out what did not fit on added pages; each section comes with the page on which it began."""
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
            laid, unplaced = self.box(section, Rect(space.x, top, space.w, min(wanted, room)), continues=began)
            boxes.append(laid)
            top = laid.rect.bottom + _BETWEEN
            if unplaced:
                waiting.insert(0, (began, replace(section, fields=tuple(unplaced))))
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
        laid_lines = [self._line(fields, width, title, low=low) for fields in lines]
        # Numbers of one box look alike: if one label has to be above, all are.
        small = [
            line for line in laid_lines if all(isinstance(f, NumberField | DiceField | LevelField) for f in line.fields)
        ]
        if all(line.beside for line in small):
            return laid_lines
        return [self._line(line.fields, width, title, above=line in small, low=low) for line in laid_lines]

    def _inline(self, line: _Line) -> _Line:
        """Return a line with its labels at the beginning of its text."""
        strips = [
            field
            for field in line.fields
            if isinstance(field, TextField | LongTextField | EntriesField | ChoiceField | FlagField)
        ]
        if len(strips) < len(line.fields):
            return line
        least, hard, soft, wanted, stretches = line.need
        above = line.above
        need = HeightNeed(least - above, hard - above, soft - above, wanted - above, stretches)
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
        need = HeightNeed(
            max(n.least for n in needs),
            max(n.hard for n in needs),
            max(n.soft for n in needs),
            max(n.wanted for n in needs),
            any(n.stretches for n in needs),
        )
        return _Line(fields, spans, beside, strip, need, max(f.grow for f in fields))

    def _placed(self, lines: Sequence[_Line], inner: Rect, title: str) -> list[LaidField]:
        """Assign a height to each line, and places to its fields."""
        heights, gap = self._heights(lines, inner.h)
        cells: list[LaidField] = []
        top = inner.y
        for line, high in zip(lines, heights, strict=True):
            for field, (x, w) in zip(line.fields, line.spans, strict=True):
                own = self._cells.need(field, w, line.above)
                # A field that cannot use more height keeps its own, below the common label line.
                tall = high if own.stretches or line.beside else min(high, own.wanted * 1.2)
                rect = Rect(inner.x + x, top, w, tall)
                if line.inline and isinstance(field, TextField | LongTextField | EntriesField | ChoiceField):
                    cells.append(self._cells.place_inline(field, rect))
                elif line.beside:
                    cells.append(self._cells.place_beside(field, rect))
                else:
                    cells.append(self._cells.place(field, rect, line.above, labelled=_labelled(field, title)))
            top += high + gap
        return cells

    def _heights(self, lines: Sequence[_Line], room: float) -> tuple[list[float], float]:
        """Share the height of a box out: the height of each line, and the gap between lines."""
        count = len(lines) - 1
        gap = self._spacing.gap
        spare = room - _sum(lines, _WANTED) - gap * count
        if spare >= 0:
            return self._spread(lines, spare)
        # Between two states all lines shrink by the same share.
        for more, less, loose, tight in ((_WANTED, 2, 1.0, 1.0), (2, 1, 1.0, 0.5), (1, _LEAST, 0.5, 0.5)):
            most, least = _sum(lines, more) + gap * loose * count, _sum(lines, less) + gap * tight * count
            if least <= room:
                part = (room - least) / (most - least) if most > least else 0.0
                heights = [line.need[less] + (line.need[more] - line.need[less]) * part for line in lines]
                return heights, gap * (tight + (loose - tight) * part)
        return [min(line.need.least, room) for line in lines], gap * 0.5

    def _spread(self, lines: Sequence[_Line], spare: float) -> tuple[list[float], float]:
        """Share out the height that is left over: among lines that grow, those that can use it, or the gaps."""
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
    """Say whether a field has a label of its own, other than the title of its box."""
    return bool(field.label) and field.label.casefold() != title.casefold()


def _sum(lines: Sequence[_Line], state: int) -> float:
    return sum(float(line.need[state]) for line in lines)
