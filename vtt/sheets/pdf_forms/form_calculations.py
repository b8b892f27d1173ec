"""The calculated fields of the fillable sheets of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.sheets.catalogue.sheet_library import tables_of
from engine.sheets.forms.form_script import FieldReading, calculations
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.sheets.pdf_forms.pdf_form_fields import FillablePage, FillableSheet, PdfFormField


def form_calculations(pages: Sequence[FillablePage]) -> Iterator[tuple[str, str]]:
    """Yield the names of the fields that a viewer can calculate, and how, each after those that it reads."""
    sheets: dict[str, FillableSheet] = {}
    fields: dict[str, list[PdfFormField]] = {}
    for page in pages:
        for filled in page.forms:
            sheets[filled.prefix] = filled
            fields.setdefault(filled.prefix, []).extend(filled.fields)
    for prefix, filled in sheets.items():
        readings = {field.path: _reading(field, prefix) for field in fields[prefix] if field.reading}
        for found in calculations(_sheet(filled), readings):
            yield readings[found.path].name, found.script


def _reading(field: PdfFormField, prefix: str) -> FieldReading:
    more = len(field.rects) if field.reading == "boxes" else field.values or None
    return FieldReading(f"{prefix}{field.name}", field.reading, more)


def _sheet(filled: FillableSheet) -> FilledSheet:
    """Return a sheet with its values; a blank one without any."""
    if isinstance(filled.source, FilledSheet):
        return filled.source
    form = filled.form
    return FilledSheet(form.description, blank_record(), form.options, form.lists, tables_of(form.ruleset))
