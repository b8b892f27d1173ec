"""Which fields a printed page has when it is to be filled in with a PDF viewer, where they stand and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.sheets.bare import is_name_of_fixed_row
from engine.sheets.changes import label_at
from engine.sheets.composed import SetCell, SetPage
from engine.sheets.description import (
    Boxes,
    Choice,
    Dice,
    Entries,
    Field,
    Figure,
    Flag,
    Level,
    LongText,
    Number,
    Picture,
    Reference,
)
from engine.sheets.entering import TICKED, text_in_form
from engine.sheets.geometry import Rect
from engine.sheets.laid import LaidField
from engine.sheets.paths import parse_path
from engine.sheets.plan import plan_of
from engine.sheets.record import Record, blank_record
from engine.sheets.sheet import Sheet
from engine.sheets.source import Source
from engine.sheets.values import LONGEST, Lists, choices_of
from engine.table.frozen import replace

MARK: Final = "/KitchenTable"
"""Under this key a document says what its forms are."""
FORMAT: Final = "kitchen-table-form"
VERSION: Final = 1
_SHORT: Final = 24
_LINE: Final = 400
_MOST_CHOICES: Final = 300
_CAPTION: Final = 1.5
"""How wide a letter of a caption is, in millimetres."""
LEVEL: Final = ".level"
"""Where more than the level of an area can be written, a form calls the level so: a field cannot be a folder too."""


class Kind(StrEnum):
    """What a field of a form is."""

    LINE = "line"
    LINES = "lines"
    PICK = "pick"
    TICK = "tick"
    TICKS = "ticks"
    ONE_OF = "one of"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One field.

    Attributes:
        name: what it is called in the form.
        label: what people read.
        kind: what it is.
        rects: where it stands: one place, or one for each box.
        text: what it holds.
        states: the answers from which one is chosen, a box for each; or those that a list proposes.
        free: other answers than those proposed can be written.
        locked: nobody can write there.
        most: how many letters there may be.
        centred: what is written stands in the middle.
        numbered: each box bears its answer.
    """

    name: str
    label: str
    kind: Kind
    rects: tuple[Rect, ...]
    text: str
    states: tuple[str, ...] = ()
    free: bool = False
    locked: bool = False
    most: int = _LINE
    centred: bool = False
    numbered: bool = False

    def ticked(self, at: int) -> bool:
        """Say whether one of its boxes is ticked."""
        match self.kind:
            case Kind.TICK:
                return self.text == TICKED
            case Kind.TICKS:
                return self.text.isdecimal() and at < int(self.text)
            case _:
                return bool(self.states) and self.states[at] == self.text


def fields_on(page: SetPage, source: Source, lists: Lists) -> Iterator[FormField]:
    """Yield the fields of a page in the order in which they are read.

    Args:
        page: the page.
        source: the sheet with its values.
        lists: the group's lists.
    """
    record = source.record if isinstance(source, Sheet) else blank_record()
    for cell in (cell for box in page.boxes for cell in box.cells):
        leaves = tuple(cell.laid.leaves())
        paths = {leaf.path for leaf in leaves}
        for leaf in leaves:
            if not _can_be_filled(leaf, source):
                continue
            more = isinstance(cell.laid.field, Figure) and any(path.startswith(f"{leaf.path}.") for path in paths)
            yield _field(leaf, source, lists, record, LEVEL if more and leaf.path != cell.laid.path else "")


def without_rules(page: SetPage) -> SetPage:
    """Return a page on which no lines are ruled where a viewer sets text in lines of its own."""
    boxes = (replace(box, cells=tuple(map(_unruled, box.cells))) for box in page.boxes)
    return replace(page, boxes=tuple(boxes))


def _unruled(cell: SetCell) -> SetCell:
    if isinstance(cell.laid.field, LongText | Entries):
        value = cell.laid.value_rect
        last = tuple(line for line in cell.ruling if line[1] >= value.bottom - 0.5)
        return replace(cell, ruling=last)
    return cell


def _can_be_filled(leaf: LaidField, source: Source) -> bool:
    if isinstance(leaf.field, Picture | Reference) or not leaf.value_rect.w or not leaf.value_rect.h:
        return False
    place = parse_path(leaf.path)
    return not is_name_of_fixed_row(plan_of(source.description).field(place.key), place)


def _field(leaf: LaidField, source: Source, lists: Lists, record: Record, level: str) -> FormField:
    field, path = leaf.field, leaf.path
    place = parse_path(path)
    plan = plan_of(source.description)
    whole = plan.field(place.key)
    kind, states = _kind(leaf, lists)
    in_a_row = isinstance(field, Entries) and leaf.lines == 1
    boxes = len(leaf.marks) if kind is Kind.TICKS else 0
    answers = states if kind is Kind.ONE_OF else ()
    text = text_in_form(source, path, field, boxes, answers)
    if in_a_row and ";" not in text:  # the sign at which entries in a row are taken apart again
        kind, text = Kind.LINE, "; ".join(text.split("\n"))
    if kind is Kind.PICK and text and text not in states:
        states = (*states, text)
    few = isinstance(field, Number | Dice | Level | Boxes)
    most = _SHORT if few else LONGEST if kind is Kind.LINES else _LINE
    bound = whole is not None and whole.bind == "player"
    return FormField(
        name=path if kind is Kind.TICKS else f"{path}{level}",
        label=_with_unit(label_at(plan, record, place), field),
        kind=kind,
        rects=leaf.marks if kind in (Kind.TICK, Kind.TICKS, Kind.ONE_OF) else (_beside_caption(leaf),),
        text=text,
        states=states,
        free=isinstance(field, Choice) and field.other,
        locked=isinstance(source, Sheet) and (bound or not source.writable(path)),
        most=max(most, len(text)),
        centred=few,
        numbered=isinstance(field, Level),
    )


def _beside_caption(leaf: LaidField) -> Rect:
    """Return where a value is written: behind what is printed small at the beginning of its place."""
    place = leaf.value_rect
    taken = min(place.w / 2, 1.2 + len(leaf.caption) * _CAPTION) if leaf.caption else 0.0
    return Rect(place.x + taken, place.y, place.w - taken, place.h)


def _with_unit(label: str, field: Field) -> str:
    return f"{label} ({field.unit})" if isinstance(field, Number) and field.unit else label


def _kind(leaf: LaidField, lists: Lists) -> tuple[Kind, tuple[str, ...]]:
    """Return what a field is, and its answers."""
    field, marks = leaf.field, len(leaf.marks)
    match field:
        case Flag() if marks:
            return Kind.TICK, ()
        case Boxes() if marks:
            return Kind.TICKS, ()
        case Level() if marks:
            first = field.least if field.names or field.least < 0 else 1
            return Kind.ONE_OF, tuple(str(first + at) for at in range(marks))
        case Choice(choices=choices) if marks:
            return Kind.ONE_OF, tuple(choices[:marks])
        case Choice():
            return Kind.PICK, choices_of(field, lists)[:_MOST_CHOICES]
        case LongText() | Entries():
            return Kind.LINES, ()
        case _:
            return Kind.LINE, ()
