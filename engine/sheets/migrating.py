"""Records of older versions of a sheet: brought up to the present one, version by version, and nothing is ever lost."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.sheets.description import Entries, Field, Flag, LongText, Migration, Number, SheetDescription
from engine.sheets.record import RESERVED, SHEET, SHEET_VERSION, Record
from engine.sheets.values import is_blank, plain_text, verify
from engine.table.frozen import Json, replace

_APART = re.compile(r"[,\n]")


def version_of(fields: Mapping[str, Json]) -> int:
    """Return the version that a record was written for; one that does not say is of the first."""
    found = fields.get(SHEET_VERSION)
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 1


def migrated(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the fields of a record as the present version has them; those of a newer version stay as they are."""
    version = version_of(fields)
    if version >= description.version:
        return fields
    found = dict(fields)
    for migration in sorted(description.migrations, key=lambda migration: migration.to):
        if version < migration.to <= description.version:
            _step(migration, found)
    return stamped(description, found)


def stamped(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return fields that say of which version they are."""
    return {**fields, SHEET_VERSION: description.version} if description.version > 1 else fields


def up_to_date(description: SheetDescription, record: Record) -> Record:
    """Return a record as the present version of its sheet has it."""
    fields = migrated(description, record.sheet)
    return record if fields is record.sheet else replace(record, sheet=fields)


def new_fields(description: SheetDescription, *, first: bool) -> Mapping[str, Json]:
    """Return what a new record holds: which sheet it follows, unless that is the game's first, and its version."""
    return stamped(description, {} if first else {SHEET: description.id})


def unknown(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return what nothing on the present sheet answers to, and what is therefore kept beside it."""
    known = {field.key for section in description.sections for field in section.fields}
    apart = {*known, *description.internal, *RESERVED}
    return {key: value for key, value in fields.items() if key not in apart and not is_blank(value)}


def field_for(key: str, value: Json) -> Field:
    """Return a field that may hold a value which no field of the sheet answers to."""
    label = label_of_key(key)
    candidates = (Flag(key=key, label=label), Number(key=key, label=label, places=4), Entries(key=key, label=label))
    return next((field for field in candidates if verify(field, value) is None), LongText(key=key, label=label))


def label_of_key(key: str) -> str:
    """Return a key as a label: `old_wounds` is `Old wounds`."""
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _step(migration: Migration, fields: dict[str, Json]) -> None:
    """Bring fields to the next version. Where two would come to lie in one place, the older one stays where it was."""
    for old, new in migration.renamed.items():
        if old in fields and is_blank(fields.get(new)):
            fields[new] = fields.pop(old)
    for key in migration.split:
        text = fields.get(key)
        if isinstance(text, str):
            fields[key] = [part.strip() for part in _APART.split(text) if part.strip()]
    for key in migration.joined:
        entries = fields.get(key)
        if isinstance(entries, list | tuple):
            fields[key] = "\n".join(plain_text(entry) for entry in entries)
    for old, new in migration.noted.items():
        before = fields.get(new)
        if old in fields and (before is None or isinstance(before, str)):
            note = plain_text(fields.pop(old))
            lines = [before or "", f"{label_of_key(old)}: {note}" if note.strip() else ""]
            fields[new] = "\n".join(line for line in lines if line)
