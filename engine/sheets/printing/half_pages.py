"""Sheets on half pages: two side by side on each side of paper, to cut apart or to fold.

What does not fit continues on whole pages after them; sections without a place on the half page are there if something
is written in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace as replaced
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.layout_boxes import LaidBox
from engine.sheets.layout.page_geometry import DESIGN_WIDTH, HALF_WIDTH, Paper
from engine.sheets.layout.page_layout import BoxLayout, closed_up
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.layout.spacing import SHEET_SPACING
from engine.sheets.model.field_values import is_blank
from engine.sheets.model.sheet_description import ReferenceField, Section
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.continuation_pages import ContinuationPages
from engine.sheets.printing.page_typesetting import PageOverflow, PageTypesetter
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import Measure, clean_text

_ACROSS: Final = 2
_LONGEST_NAME: Final = 40


class HalfSheet(NamedTuple):
    """A sheet for a half page: its values, the character's name, and the keys of the wanted sections; None for all."""

    source: PrintableSheet
    name: str = ""
    picked: Collection[str] | None = None


class HalfPages(NamedTuple):
    """The pages, and for each of them the sheet of each of its boxes, by its number."""

    pages: tuple[ComposedPage, ...]
    owners: tuple[tuple[int, ...], ...]


def half_pages(sheets: Sequence[HalfSheet], paper: Paper, measure: Measure, *, game: str) -> HalfPages:
    """Return the pages of sheets that have a half page. All are of one game, which `game` names."""
    if not sheets:
        return HalfPages((), ())
    boxes: list[list[ComposedBox]] = []
    setters: list[PageTypesetter] = []
    overflow: list[PageOverflow] = []
    left_over: list[tuple[int, PageTypesetter, list[tuple[int, Section]]]] = []
    for number, sheet in enumerate(sheets):
        if number % _ACROSS == 0:
            boxes.append([])
        setter = PageTypesetter(sheet.source, measure, SHEET_SPACING)
        setters.append(setter)
        rest: list[tuple[int, Section]] = []
        for laid, unplaced in _laid(sheet, paper, number % _ACROSS):
            if laid is not None:
                boxes[-1].append(setter.box(laid, len(boxes), len(boxes[-1])))
            rest += [(len(boxes), section) for section in unplaced]
        if rest:
            left_over.append((number, setter, rest))
        overflow += _named(setter.overflow, sheet.name)
    for number, setter, rest in left_over:
        already = len(setter.overflow)
        for page in BoxLayout(setter.source, SHEET_SPACING).added(rest, paper.space):
            boxes.append([setter.box(box, len(boxes) + 1, at) for at, box in enumerate(page.boxes)])
        overflow += _named(setter.overflow[already:], sheets[number].name)
    description = sheets[0].source.description
    made = [ComposedPage(title="", boxes=tuple(some)) for some in boxes]
    whole = ContinuationPages(made, paper.space).filled(overflow)
    looked = [replace(page, look=description.look) for page in whole]
    captions = PageCaptions(game, description.title, "", description.notice)
    owner_of = {place: number for number, setter in enumerate(setters) for place in setter.places}
    owners = (tuple(owner_of[page, at] for at in range(len(one.boxes))) for page, one in enumerate(looked, 1))
    return HalfPages(with_head_and_foot(looked, paper, measure, captions), tuple(owners))


def _laid(sheet: HalfSheet, paper: Paper, column: int) -> Iterator[tuple[LaidBox | None, Sequence[Section]]]:
    """Yield each box of a half page with what does not fit, and at last the sections that have no box."""
    source, picked = sheet.source, sheet.picked
    there = {s.key: s for s in source.sections() if s.fields and (picked is None or s.key in picked)}
    left = column * (DESIGN_WIDTH - HALF_WIDTH)
    design = source.description.half_page
    places = {box.section: paper.stretched(left + box.x, box.y, box.w, box.h) for box in design}
    boxes = [box for box in design if box.section in there]
    places = closed_up(places, {box.section for box in boxes})
    layout = BoxLayout(source, SHEET_SPACING)
    for box in boxes:
        section = there[box.section]
        laid, unplaced = layout.box(section, places[box.section], titled=box.title, shade=box.shade)
        yield laid, (replace(section, fields=tuple(unplaced)),) if unplaced else ()
    for key, section in there.items():
        if key not in places and _is_filled(source, section):
            yield None, (section,)


def _is_filled(source: PrintableSheet, section: Section) -> bool:
    fields = (field for field in section.fields if not isinstance(field, ReferenceField))
    values = (source.value(field.key) for field in fields)
    return any(not is_blank(value) and value is not False for value in values)


def _named(overflow: Sequence[PageOverflow], name: str) -> Iterator[PageOverflow]:
    """Yield what continues elsewhere with the name of its sheet, as two sheets are on one page."""
    called = " ".join(clean_text(name).split())[:_LONGEST_NAME]
    for item in overflow:
        if called:
            item.spot = replaced(item.spot, title=f"{called}: {item.spot.title}")
        yield item
