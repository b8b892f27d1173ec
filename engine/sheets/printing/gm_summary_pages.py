"""The GM's page: everybody in brief, each in a box of their own with the fields that matter at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.page_layout import BoxLayout
from engine.sheets.layout.printable_sheet import PrintableSheet, row_count
from engine.sheets.layout.spacing import SUMMARY_SPACING
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    RowsField,
    Section,
    SheetLook,
    TextField,
)
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.continuation_pages import ContinuationPages
from engine.sheets.printing.page_typesetting import PageOverflow, PageTypesetter
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import Measure

_BETWEEN: Final = 3.0
_SHORT: Final = 5
_MIDDLING: Final = 12
"""Numbers with a label of up to this many letters are set three in a line; those with a short label four."""
_COLUMNS: Final = 12
_FULL_WIDTH: Final = 80.0
"""A box that would be higher than this in half the page takes the whole width."""


class SummarySubject(NamedTuple):
    """A character on the GM's page: the sheet, the name, and the player's name."""

    source: PrintableSheet
    name: str
    player: str = ""


def gm_summary_pages(
    people: Sequence[SummarySubject], paper: Paper, measure: Measure, *, game: str
) -> tuple[ComposedPage, ...]:
    """Return the GM's page, or pages, with everybody in brief."""
    space = paper.space
    half = (space.w - _BETWEEN) / 2
    pages: list[ComposedPage] = []
    boxes: list[ComposedBox] = []
    overflow: list[PageOverflow] = []
    tops = [space.y, space.y]
    for person in people:
        section = summary_section(person)
        layer, setter = (
            BoxLayout(person.source, SUMMARY_SPACING),
            PageTypesetter(person.source, measure, SUMMARY_SPACING),
        )
        high = layer.height(section, half)
        wide = high > _FULL_WIDTH
        if wide:
            high = layer.height(section, space.w)
        column = 0 if wide or tops[0] <= tops[1] else 1
        top = max(tops) if wide else tops[column]
        if top + high > space.bottom and not wide and tops[1 - column] + high <= space.bottom:
            column = 1 - column
            top = tops[column]
        if top + high > space.bottom and boxes:
            pages.append(ComposedPage(title="", boxes=tuple(boxes)))
            boxes, tops, column, top = [], [space.y, space.y], 0, space.y
        width = space.w if wide else half
        rect = Rect(space.x + column * (half + _BETWEEN), top, width, min(high, space.h))
        laid, _ = layer.box(section, rect)
        player = paper_text("brief_player", player=person.player) if person.player else ""
        boxes.append(setter.box(laid, len(pages) + 1, len(boxes), player))
        overflow += setter.overflow
        if wide:
            tops = [rect.bottom + _BETWEEN] * 2
        else:
            tops[column] = rect.bottom + _BETWEEN
    if boxes:
        pages.append(ComposedPage(title="", boxes=tuple(boxes)))
    whole = ContinuationPages(pages, space).filled(overflow)
    look = people[0].source.description.look if people else SheetLook()
    return with_head_and_foot(
        [replace(page, look=look) for page in whole], paper, measure, PageCaptions(game, paper_text("brief"), "")
    )


def summary_section(person: SummarySubject) -> Section:
    """Return one section with the fields of the GM's page, with no more lines than needed."""
    fields = [f for section in person.source.sections() for f in section.fields if f.brief]
    named = {"name", *(("player",) if person.player else ())}  # both are in the title
    kept = (f for f in fields if not isinstance(f, PictureField) and f.bind not in named and f.key not in named)
    short = [_short(person.source, field) for field in kept]
    return Section(key="brief", title=person.name or "–", fields=tuple(_apart(short)))


def _apart(fields: Sequence[Field]) -> Iterator[Field]:
    """Yield fields, with text fields widened to fill their lines, so that numbers are not set beside them."""
    taken = 0
    for at, field in enumerate(fields):
        taken = field.width if taken + field.width > _COLUMNS else taken + field.width
        last = at + 1 == len(fields) or not isinstance(fields[at + 1], TextField | ChoiceField)
        if isinstance(field, TextField | ChoiceField) and last and taken < _COLUMNS:
            yield replace(field, width=field.width + _COLUMNS - taken)
            taken = _COLUMNS
        else:
            yield field


def _short(source: PrintableSheet, field: Field) -> Field:
    """Return a field as narrow as it can be read, whatever place it has on its own sheet."""
    common = {"grow": 0, "height": 0.0, "width": 12, "legend": ""}
    match field:
        case RowsField():
            return replace(field, **common, lines=max(1, row_count(source, field)), beside=1)
        case EntriesField():
            return replace(field, **common, lines=max(1, min(row_count(source, field), 4)), beside=1)
        case LongTextField():
            return replace(field, **common, lines=2)
        case NumberField() | DiceField() | FlagField():
            width = 3 if len(field.label) <= _SHORT else 4 if len(field.label) <= _MIDDLING else 6
            short = replace(field, **{**common, "width": width})
            return replace(short, crossed=0) if isinstance(short, NumberField) else short
        case BoxesField():
            return replace(field, **common, effects=())
        case TextField() | ChoiceField():
            return replace(field, **{**common, "width": 6})
        case LevelField() if not field.names:
            return replace(field, **{**common, "width": 6})
        case _:
            return replace(field, **common)
