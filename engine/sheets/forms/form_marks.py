"""The boxes of a form that repeat a number: points to cross off, and the states of a hit location.

Their place is that of the number with `MARKS` behind it. Their text lists the ticked boxes, from 1: `1 2 5`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.sheets.editing.record_changes import label_at
from engine.sheets.forms.form_entries import FormEntry, UnreadEntry
from engine.sheets.forms.form_export import normal_text
from engine.sheets.layout.printable_sheet import PrintableSheet, crossed_off, worst_state
from engine.sheets.model.field_paths import InvalidFieldPath, parse_path
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field, FigureField, NumberField

MARKS: Final = "-marks"
"""A sign that no key of a field has comes first."""


class ResolvedMarks(Frozen):
    """The entries of a form without the boxes that repeat a number, and the boxes that say nothing certain."""

    entries: tuple[FormEntry, ...]
    unread: tuple[UnreadEntry, ...] = ()


def marks_text(source: PrintableSheet, path: str, whole: Field, boxes: int) -> str:
    """Return the ticked boxes beside a number.

    Args:
        source: the sheet.
        path: the place of the number.
        whole: the field of the sheet at that place.
        boxes: how many boxes there are.
    """
    if isinstance(whole, FigureField):
        state = worst_state(source, whole, path)
        return "" if state is None else str(state + 1)
    return " ".join(str(at + 1) for at in range(crossed_off(source, path, boxes)))


def resolve_marks(sheet: FilledSheet, entries: Iterable[FormEntry]) -> ResolvedMarks:
    """Return the entries of a form with the numbers that its boxes mean.

    A number that was written counts, not its boxes. Without one, points that were crossed off become the number; the
    state of a hit location does not say how many points are left, so a box that was ticked there cannot be imported.
    """
    found = {entry.path: entry for entry in entries}
    unread: list[UnreadEntry] = []
    for path in [path for path in found if path.endswith(MARKS)]:
        marks, owner = found[path], path.removesuffix(MARKS)
        field = _field(sheet, owner)
        if field is None:
            continue
        del found[path]
        number = found.get(owner)
        if not _is_changed(marks) or (number is not None and _is_changed(number)):
            continue
        if isinstance(field, NumberField):
            text = str(_remaining(marks, _maximum(sheet, found, field)))
            found[owner] = replace(number, text=text) if number is not None else FormEntry(path=owner, text=text)
        elif marks.text:
            label = label_at(sheet.plan, sheet.record, parse_path(owner))
            signs = ", ".join(state.label for at, state in enumerate(field.states, 1) if str(at) in marks.text.split())
            why = say(Message(key="sheets.exchange.unread.state"))
            unread.append(UnreadEntry(label=label, text=signs, why=why))
    return ResolvedMarks(entries=tuple(found.values()), unread=tuple(unread))


def _field(sheet: FilledSheet, path: str) -> NumberField | FigureField | None:
    """Return the field of a number that boxes repeat."""
    try:
        field = sheet.plan.field(parse_path(path).key)
    except InvalidFieldPath:
        return None
    if isinstance(field, NumberField) and field.crossed:
        return field
    return field if isinstance(field, FigureField) and field.states else None


def _is_changed(entry: FormEntry) -> bool:
    return normal_text(entry.text) != normal_text(entry.printed or "")


def _maximum(sheet: FilledSheet, entries: dict[str, FormEntry], field: NumberField) -> int | None:
    written = entries[field.maximum].text.strip() if field.maximum in entries else ""
    value = sheet.value(field.maximum) if field.maximum else None
    return int(written) if written.isdecimal() and len(written) < 6 else value if isinstance(value, int) else None


def _remaining(marks: FormEntry, most: int | None) -> int:
    """Return how many numbered boxes are left, of those up to the maximum; the first box has the highest number."""
    ticked = {int(part) for part in marks.text.split() if part.isdecimal() and len(part) < 4}
    return sum(
        1 for at in range(1, marks.boxes + 1) if at not in ticked and (most is None or marks.boxes - at + 1 <= most)
    )
