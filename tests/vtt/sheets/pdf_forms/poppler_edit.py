"""Fills in a form with poppler, as evince does: `python poppler_edit.py FROM TO`, with a JSON object of texts as input.

Each name is that of a field, each text its new content; a box is ticked by any text, and cleared by an empty one. What
was written is printed as JSON. It is a process of its own, because poppler brings an event loop that is not Qt's.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BUTTON, TEXT, CHOICE = 1, 2, 3
POINTERS = (
    "poppler_document_new_from_file",
    "poppler_document_get_page",
    "poppler_page_get_form_field_mapping",
    "poppler_form_field_get_name",
    "poppler_form_field_choice_get_item",
)


class Place(ctypes.Structure):
    """Where a field is on its page, and the field."""

    _fields_ = (("edges", ctypes.c_double * 4), ("field", ctypes.c_void_p))


class Link(ctypes.Structure):
    """One link of a list of GLib."""


Link._fields_ = (("data", ctypes.POINTER(Place)), ("next", ctypes.POINTER(Link)), ("before", ctypes.c_void_p))


def fields_of(poppler: Any, document: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name of each field, and the field."""
    for number in range(poppler.poppler_document_get_n_pages(document)):
        page = ctypes.c_void_p(poppler.poppler_document_get_page(document, number))
        first = poppler.poppler_page_get_form_field_mapping(page)
        link = ctypes.cast(first, ctypes.POINTER(Link))
        while link:  # type: ignore[truthy-bool] # a pointer to nothing is false
            field = ctypes.c_void_p(link.contents.data.contents.field)
            name = poppler.poppler_form_field_get_name(field)
            yield ctypes.string_at(name).decode(), field
            link = link.contents.next


def write(poppler: Any, field: Any, text: str) -> str:
    """Write a text into a field, and return what it holds now."""
    kind = poppler.poppler_form_field_get_field_type(field)
    if poppler.poppler_form_field_is_read_only(field):
        raise SystemExit("a field is read-only")
    if kind == TEXT:
        poppler.poppler_form_field_text_set_text(field, text.encode())
    elif kind == BUTTON:
        poppler.poppler_form_field_button_set_state(field, bool(text))
    elif kind == CHOICE:
        last = poppler.poppler_form_field_choice_get_n_items(field) - 1
        poppler.poppler_form_field_choice_select_item(field, last)
        return ctypes.string_at(poppler.poppler_form_field_choice_get_item(field, last)).decode()
    return text


def main(source: str, target: str) -> None:
    """Write the texts of the input into the fields with their names."""
    poppler = ctypes.CDLL("libpoppler-glib.so.8")
    for name in POINTERS:
        getattr(poppler, name).restype = ctypes.c_void_p
    document = ctypes.c_void_p(poppler.poppler_document_new_from_file(Path(source).as_uri().encode(), None, None))
    wanted = json.load(sys.stdin)
    written = {
        name: write(poppler, field, wanted[name]) for name, field in fields_of(poppler, document) if name in wanted
    }
    if not poppler.poppler_document_save(document, Path(target).as_uri().encode(), None):
        raise SystemExit("not saved")
    json.dump(written, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
