"""Traps, hazards, foes and places as files that other tables can import: see `content_file_format`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.kit.content_editor import shared_editor_texts
from engine.kit.content_editor.content_file_format import ContentFiles, import_summary, unsupported_values
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import ImportedFile, ImportedRecord, ImportStatus, Lists, RecordOrigin
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.editor import prepared_library
from engine.rulesets.classic_fantasy.editor.prepared_editor_view import read_record
from engine.rulesets.classic_fantasy.editor.prepared_forms import FORMS
from engine.rulesets.classic_fantasy.editor.prepared_messages import editor_text
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    KINDS,
    STRUCTS,
    TRAPS,
    PreparedPlace,
    Record,
    id_key,
    id_of,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import Settings

FILES: Final = ContentFiles(RULESET, KINDS)


def exported(lists: Lists, chosen: Sequence[tuple[str, str]], form: str) -> str:
    """Return a file with these records. Raises EditRefused for one that does not exist, or for another format."""

    def row(kind: str, id_: str) -> Mapping[str, Json] | None:
        record = prepared_library.records(lists, kind).get(id_)
        return None if record is None else prepared_library.row_of(record)

    return FILES.write(chosen, row, form, editor_text("footnote"))


def needed(lists: Lists, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the group's own records that the chosen places refer to, without those that are chosen already."""
    references: dict[tuple[str, str], None] = {}
    for kind, id_ in chosen:
        record = prepared_library.records(lists, kind).get(id_)
        if isinstance(record, PreparedPlace):
            references |= dict.fromkeys(_references(record))
    return tuple(
        reference
        for reference in references
        if reference not in chosen and reference[1] in prepared_library.own_records(lists, reference[0])
    )


def _references(place: PreparedPlace) -> Iterator[tuple[str, str]]:
    yield from ((TRAPS, reference.trap) for reference in place.traps)
    yield from ((FOES, reference.foe) for reference in place.foes)
    yield from ((HAZARDS, reference.hazard) for reference in place.hazards)


def read(data: bytes | str, lists: Lists, settings: Settings) -> ImportedFile:
    """Return the content of a file. Raises EditRefused for another kind of file, or for too many records."""
    rows = FILES.read(data)
    merged: dict[str, Sequence[Mapping[str, Any]]] = {
        kind: (*(row for row_kind, _, row in rows if row_kind == kind and isinstance(row, dict)), *lists.get(kind, ()))
        for kind in KINDS
    }
    seen: set[tuple[str, str]] = set()
    records = tuple(
        _imported_record(at, *row, lists, {**lists, **merged}, settings, seen) for at, row in enumerate(rows)
    )
    return ImportedFile(records=records, told=import_summary(records))


def _imported_record(
    at: int,
    kind: str,
    number: int,
    row: object,
    lists: Lists,
    merged: Lists,
    settings: Settings,
    seen: set[tuple[str, str]],
) -> ImportedRecord:
    id_ = str(row.get(id_key(kind), "")) if isinstance(row, dict) else ""
    reason, warnings = _fault(kind, row, merged, settings)
    if not reason and (kind, id_) in seen:
        reason = shared_editor_texts.editor_text("file.twice", name=clipped(id_))
    if reason or not isinstance(row, dict):
        return FILES.faulty(at, kind, number, row, reason, gm_only=True, id_=id_)
    seen.add((kind, id_))
    record: Record = msgspec.convert(row, STRUCTS[kind])
    arrival = _import_status(kind, record, lists)
    detail = shared_editor_texts.editor_text("arrival.problems", count=warnings) if warnings else ""
    return ImportedRecord(
        at=at,
        kind=kind,
        id=id_,
        name=clipped(record.name),
        arrival=arrival,
        told=" ".join(filter(None, (shared_editor_texts.editor_text(f"arrival.{arrival}"), detail))),
        problems=warnings,
        record=prepared_library.row_of(record),
        gm_only=True,
    )


def _fault(kind: str, row: object, merged: Lists, settings: Settings) -> tuple[str, int]:
    """Return why a row cannot be imported, empty if it can; and its number of warnings."""
    if not isinstance(row, dict):
        return shared_editor_texts.editor_text("file.no_record"), 0
    place = next(unsupported_values(row), None)
    if place is not None:
        return shared_editor_texts.editor_text("file.value", place=clipped(FORMS.place_label(kind, place))), 0
    if not row.get(id_key(kind)):
        return shared_editor_texts.editor_text("misfit.no_id"), 0
    try:
        _, problems = read_record(kind, row, merged, settings)
    except RecursionError:
        return shared_editor_texts.editor_text("misfit.rows"), 0
    misfit = next((problem for problem in problems if problem.form), None)
    if misfit is not None:
        return shared_editor_texts.editor_text("misfit_at", place=clipped(misfit.place), why=misfit.text), 0
    return "", len(problems)


def _import_status(kind: str, record: Record, lists: Lists) -> ImportStatus:
    present = prepared_library.records(lists, kind).get(id_of(record))
    if present is None:
        return ImportStatus.NEW
    if present == record:
        return ImportStatus.SAME
    is_own = prepared_library.origin(lists, kind, id_of(record)) in (RecordOrigin.OWN, RecordOrigin.CHANGED)
    return ImportStatus.CHANGES_YOURS if is_own else ImportStatus.CHANGES_ORIGINAL


def records_to_save(incoming: ImportedFile, chosen: Sequence[int]) -> Iterator[tuple[str, Record]]:
    """Yield the chosen records with their kinds, without those that are unchanged or faulty."""
    for imported in incoming.records:
        if imported.at in chosen and imported.record is not None and imported.arrival is not ImportStatus.SAME:
            yield imported.kind, msgspec.convert(dict(imported.record), STRUCTS[imported.kind])
