"""The form fields of a printed page for a PDF viewer: their places and their content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.model.frozen import replace
from engine.sheets.editing.record_changes import PlaceLabels
from engine.sheets.forms.form_background import is_name_of_fixed_row
from engine.sheets.forms.form_export import TICKED, text_in_form
from engine.sheets.forms.form_marks import MARKS, marks_text
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.compiled_sheet import CompiledSheet, compile_sheet
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.field_values import LONGEST, Lists, choice_label, choices_of
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
)
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from vtt.sheets.print.print_job import PaperSide, PrintableForm

MARK: Final = "/KitchenTable"
"""The key under which a document describes its forms."""
FORMAT: Final = "kitchen-table-form"
VERSION: Final = 1
_SHORT: Final = 24
_LINE: Final = 400
_MOST_CHOICES: Final = 300
_CAPTION: Final = 1.5
"""The width of a caption's letter, in millimetres."""
LEVEL: Final = ".level"
"""The suffix of an area's level in a form if the area has more fields: a field cannot be a folder too."""


class PdfFormFieldKind(StrEnum):
    """The kind of a form field."""

    LINE = "line"
    LINES = "lines"
    PICK = "pick"
    TICK = "tick"
    TICKS = "ticks"
    ONE_OF = "one of"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfFormField:
    """One field of a PDF form.

    Attributes:
        name: its name in the form.
        label: the label for people.
        kind: its kind.
        rects: its place, or one for each box.
        text: its content.
        states: the answers to choose from, a box for each; or the proposals of a list.
        free: other answers than those proposed are allowed.
        locked: it is read-only.
        most: the greatest number of letters.
        centred: the text is centred.
        numbered: each box shows its answer.
        path: its place on the sheet.
        reading: how a script reads it; empty if none can.
        values: the values behind the words that are shown, where they differ.
    """

    name: str
    label: str
    kind: PdfFormFieldKind
    rects: tuple[Rect, ...]
    text: str
    states: tuple[str, ...] = ()
    free: bool = False
    locked: bool = False
    most: int = _LINE
    centred: bool = False
    numbered: bool = False
    path: str = ""
    reading: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    def ticked(self, at: int) -> bool:
        """Say whether one of its boxes is ticked."""
        match self.kind:
            case PdfFormFieldKind.TICK:
                return self.text == TICKED
            case PdfFormFieldKind.TICKS if self.name.endswith(MARKS):
                return str(at + 1) in self.text.split()
            case PdfFormFieldKind.TICKS:
                return self.text.isdecimal() and at < int(self.text)
            case _:
                return bool(self.states) and self.states[at] == self.text


def fields_on(page: ComposedPage, source: PrintableSheet, lists: Lists) -> Iterator[PdfFormField]:
    """Yield the fields of a page in reading order.

    Args:
        page: the page.
        source: the sheet with its values.
        lists: the group's lists.
    """
    record = source.record if isinstance(source, FilledSheet) else blank_record()
    plan = compile_sheet(source.description)
    labels = PlaceLabels(plan, record)
    for cell in (cell for box in page.boxes for cell in box.cells):
        leaves = tuple(cell.laid.leaves())
        paths = {leaf.path for leaf in leaves}
        for leaf in leaves:
            if not _can_be_filled(leaf, plan):
                continue
            more = isinstance(cell.laid.field, FigureField) and any(path.startswith(f"{leaf.path}.") for path in paths)
            yield _field(leaf, source, plan, lists, labels, LEVEL if more and leaf.path != cell.laid.path else "")
            if leaf.marks and _repeats_number(leaf, cell.laid.field):
                yield _marks(leaf, cell.laid.field, source, labels)


def without_rules(page: ComposedPage) -> ComposedPage:
    """Return a page without ruled lines where a viewer sets text in lines of its own."""
    boxes = (replace(box, cells=tuple(map(_unruled, box.cells))) for box in page.boxes)
    return replace(page, boxes=tuple(boxes))


def _unruled(cell: ComposedField) -> ComposedField:
    if isinstance(cell.laid.field, LongTextField | EntriesField):
        value = cell.laid.value_rect
        last = tuple(line for line in cell.ruling if line[1] >= value.bottom - 0.5)
        return replace(cell, ruling=last)
    return cell


def _can_be_filled(leaf: LaidField, plan: CompiledSheet) -> bool:
    if isinstance(leaf.field, ReferenceField) or not leaf.value_rect.w or not leaf.value_rect.h:
        return False
    place = parse_path(leaf.path)
    return not is_name_of_fixed_row(plan.field(place.key), place)


def _field(
    leaf: LaidField, source: PrintableSheet, plan: CompiledSheet, lists: Lists, labels: PlaceLabels, level: str
) -> PdfFormField:
    field, path = leaf.field, leaf.path
    place = parse_path(path)
    whole = plan.field(place.key)
    kind, states = _kind(leaf, lists)
    in_a_row = isinstance(field, EntriesField) and leaf.lines == 1
    boxes = len(leaf.marks) if kind is PdfFormFieldKind.TICKS else 0
    answers = states if kind is PdfFormFieldKind.ONE_OF else ()
    text = "" if kind is PdfFormFieldKind.PICTURE else text_in_form(source, path, field, boxes, answers)
    if in_a_row and ";" not in text:  # the separator of entries on one line
        kind, text = PdfFormFieldKind.LINE, "; ".join(text.split("\n"))
    if kind is PdfFormFieldKind.PICK and text and text not in states:
        states = (*states, text)
    few = isinstance(field, NumberField | DiceField | LevelField | BoxesField)
    most = _SHORT if few else LONGEST if kind is PdfFormFieldKind.LINES else _LINE
    bound = whole is not None and whole.bind == "player"
    return PdfFormField(
        name=path if kind is PdfFormFieldKind.TICKS else f"{path}{level}",
        label=_with_unit(labels.at(place), field),
        kind=kind,
        rects=leaf.marks
        if kind in (PdfFormFieldKind.TICK, PdfFormFieldKind.TICKS, PdfFormFieldKind.ONE_OF)
        else (_beside_caption(leaf),),
        text=text,
        states=states,
        free=isinstance(field, ChoiceField) and field.other,
        locked=isinstance(source, FilledSheet) and not bound and not source.writable(path),
        most=max(most, len(text)),
        centred=few,
        numbered=isinstance(field, LevelField),
        path=path,
        reading=_reading(kind, field),
        values=_values(kind, field, lists),
    )


def _repeats_number(leaf: LaidField, whole: Field) -> bool:
    """Say whether the boxes of a field follow from its number: points to cross off, the states of a hit location."""
    if not isinstance(leaf.field, NumberField):
        return False
    return bool(leaf.field.crossed) or (isinstance(whole, FigureField) and bool(whole.states))


def _marks(leaf: LaidField, whole: Field, source: PrintableSheet, labels: PlaceLabels) -> PdfFormField:
    """Return the boxes beside a number; a number that is typed counts more than they do."""
    place = parse_path(leaf.path)
    return PdfFormField(
        name=f"{leaf.path}{MARKS}",
        label=labels.at(place),
        kind=PdfFormFieldKind.TICKS,
        rects=leaf.marks,
        text=marks_text(source, leaf.path, whole, len(leaf.marks)),
        locked=isinstance(source, FilledSheet) and not source.writable(leaf.path),
    )


def _reading(kind: PdfFormFieldKind, field: Field) -> str:
    """Return how a script reads a field: the name of a function of its library."""
    match kind:
        case PdfFormFieldKind.TICK:
            return "flag"
        case PdfFormFieldKind.TICKS:
            return "boxes"
        case PdfFormFieldKind.ONE_OF if isinstance(field, LevelField):
            return "level"
        case _ if isinstance(field, NumberField):
            return "whole" if field.places == 0 else "number"
        case _ if isinstance(field, LevelField):
            return "number"
        case _:
            return "" if isinstance(field, EntriesField | PictureField) else "words"


def _values(kind: PdfFormFieldKind, field: Field, lists: Lists) -> Mapping[str, str]:
    if not isinstance(field, ChoiceField):
        return {}
    if kind is PdfFormFieldKind.ONE_OF:
        return {OFF: ""}
    labels = {choice_label(field, name): name for name in choices_of(field, lists)[:_MOST_CHOICES]}
    return {label: name for label, name in labels.items() if label != name}


def _beside_caption(leaf: LaidField) -> Rect:
    """Return the place of a value, to the right of its caption."""
    place = leaf.value_rect
    taken = min(place.w / 2, 1.2 + len(leaf.caption) * _CAPTION) if leaf.caption else 0.0
    return Rect(place.x + taken, place.y, place.w - taken, place.h)


def _with_unit(label: str, field: Field) -> str:
    return f"{label} ({field.unit})" if isinstance(field, NumberField) and field.unit else label


def _kind(leaf: LaidField, lists: Lists) -> tuple[PdfFormFieldKind, tuple[str, ...]]:
    """Return the kind of a form field, and its answers."""
    field, marks = leaf.field, len(leaf.marks)
    match field:
        case FlagField() if marks:
            return PdfFormFieldKind.TICK, ()
        case BoxesField() if marks:
            return PdfFormFieldKind.TICKS, ()
        case LevelField() if marks:
            first = field.least if field.names or field.least < 0 else 1
            return PdfFormFieldKind.ONE_OF, tuple(str(first + at) for at in range(marks))
        case ChoiceField(choices=choices) if marks:
            return PdfFormFieldKind.ONE_OF, tuple(choices[:marks])
        case ChoiceField():
            names = choices_of(field, lists)[:_MOST_CHOICES]
            return PdfFormFieldKind.PICK, tuple(choice_label(field, name) for name in names)
        case LongTextField() | EntriesField():
            return PdfFormFieldKind.LINES, ()
        case PictureField():
            return PdfFormFieldKind.PICTURE, ()
        case _:
            return PdfFormFieldKind.LINE, ()


@dataclass(frozen=True, slots=True)
class FillableSheet:
    """The fields of one sheet on one page.

    Attributes:
        form: the form.
        source: its sheet with its values.
        prefix: the prefix of the fields' names.
        fields: the fields.
        offset: where the sheet begins on the page, in millimetres.
    """

    form: PrintableForm
    source: PrintableSheet
    prefix: str
    fields: tuple[PdfFormField, ...]
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FillablePage:
    """One page of the document: the side of paper, and the sheets whose fields are on it."""

    side: PaperSide
    forms: tuple[FillableSheet, ...] = ()

    @property
    def bookmark(self) -> str:
        """The name of the sheet that begins here, with the character's name, which is only in its field."""
        title = self.side.bookmark if isinstance(self.side, ComposedPage) else ""
        name = self.forms[0].form.name if self.forms else ""
        return f"{name} – {title}"[:120] if title and name else title


OFF: Final = "Off"


def state_of(answer: str) -> str:
    """Return the state of an answer in the form; an answer equal to the state “nothing chosen” is escaped."""
    return f"={answer}" if answer.lstrip("=") == OFF else answer


def answer_of(state: str) -> str:
    """Return the answer of a state in the form."""
    return state[1:] if state.startswith("=") and state.lstrip("=") == OFF else state
