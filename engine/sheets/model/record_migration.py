"""Records of older versions of a sheet: brought up to the present one, version by version, and nothing is ever lost."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.model.frozen import Json, replace
from engine.sheets.model.character_record import RESERVED, SHEET, SHEET_VERSION, Record
from engine.sheets.model.field_values import is_blank, plain_text, verify_value
from engine.sheets.model.sheet_description import (
    EntriesField,
    Field,
    FlagField,
    LongTextField,
    Migration,
    NumberField,
    SheetDescription,
)

_APART = re.compile(r"[,\n]")


def version_of(fields: Mapping[str, Json]) -> int:
    """Return the version of a record's fields; 1 if they do not state it."""
    version = fields.get(SHEET_VERSION)
    return version if isinstance(version, int) and not isinstance(version, bool) and version > 0 else 1


def migrate_fields(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the fields of a record, migrated to the present version; those of a newer version stay unchanged."""
    version = version_of(fields)
    if version >= description.version:
        return fields
    migrated = dict(fields)
    for migration in sorted(description.migrations, key=lambda migration: migration.to):
        if version < migration.to <= description.version:
            _apply_migration(migration, migrated)
    return with_version(description, migrated)


def with_version(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return fields that state their version."""
    return {**fields, SHEET_VERSION: description.version} if description.version > 1 else fields


def migrate_record(description: SheetDescription, record: Record) -> Record:
    """Return a record as the present version of its sheet has it."""
    fields = migrate_fields(description, record.sheet)
    return record if fields is record.sheet else replace(record, sheet=fields)


def new_fields(description: SheetDescription, *, first: bool) -> Mapping[str, Json]:
    """Return the fields of a new record: its sheet, unless that is the game's first, and its version."""
    return with_version(description, {} if first else {SHEET: description.id})


def unknown_fields(description: SheetDescription, fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the fields that the present sheet does not have."""
    keys = {field.key for section in description.sections for field in section.fields}
    apart = {*keys, *description.internal, *RESERVED}
    return {key: value for key, value in fields.items() if key not in apart and not is_blank(value)}


def field_for_value(key: str, value: Json) -> Field:
    """Return a field for a value that no field of the sheet shows."""
    label = label_of_key(key)
    candidates = (
        FlagField(key=key, label=label),
        NumberField(key=key, label=label, places=4),
        EntriesField(key=key, label=label),
    )
    return next(
        (field for field in candidates if verify_value(field, value) is None), LongTextField(key=key, label=label)
    )


def label_of_key(key: str) -> str:
    """Return a key as a label: `old_wounds` is `Old wounds`."""
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _apply_migration(migration: Migration, fields: dict[str, Json]) -> None:
    """Migrate fields to the next version. A field whose new key is already filled keeps its old key."""
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
