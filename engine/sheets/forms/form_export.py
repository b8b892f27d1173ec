"""The text that each field of a fillable form holds when the form is made."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.field_values import display_text, plain_text
from engine.sheets.model.sheet_description import ChoiceField, EntriesField, Field, FlagField, NumberField

TICKED = "yes"
_LINE_END = re.compile(r"\r\n?|[\v\f\u2028\u2029\x85]")


def text_in_form(source: PrintableSheet, path: str, field: Field, boxes: int = 0, states: Sequence[str] = ()) -> str:
    """Return the text that a form field holds for a place of a sheet.

    Args:
        source: the sheet.
        path: the place.
        field: the field, the column, or a field like the part at that place.
        boxes: the number of tick boxes in the form; 0 for none.
        states: the answers to choose from.
    """
    value = source.value(path)
    if boxes:
        number = exact(value)
        return str(min(boxes, max(0, int(number)))) if number is not None and number >= 1 else ""
    if states:
        text = str(value) if isinstance(value, int) else plain_text(value)
        return text if text in states else ""
    match field:
        case FlagField():
            return TICKED if value is True else ""
        case NumberField(unit=unit) if exact(value) is not None:
            return display_text(field, value).removesuffix(unit).rstrip()
        case ChoiceField():
            return normal_text(display_text(field, value))
        case EntriesField() if isinstance(value, list | tuple):
            return normal_text("\n".join(plain_text(entry) for entry in value))
        case _:
            return normal_text(plain_text(value))


def normal_text(text: str) -> str:
    """Return a text with plain line ends and nothing blank at its end."""
    return "\n".join(line.rstrip() for line in _LINE_END.sub("\n", text).split("\n")).rstrip("\n")
