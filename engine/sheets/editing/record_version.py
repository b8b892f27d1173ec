"""New values of a record are written for the present version of its sheet, and the record states that version."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Json
from engine.model.table import Table
from engine.sheets.model.character_record import SHEET_VERSION


def of_present_version(table: Table, held: Mapping[str, Json], fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the fields to write, completed so that the whole record is of the sheet's present version.

    Without this, a value written today would later pass for one of an older version, and be migrated a second time.
    Fields that state their own version stay unchanged.

    Args:
        table: the table, with the group's changes to the sheets.
        held: the fields of the record so far; empty for a new character.
        fields: the fields to write; null clears one.
    """
    # The window starts before any sheet is read.
    from engine.sheets.catalogue.sheet_library import description_for
    from engine.sheets.model.record_migration import migrate_fields

    if SHEET_VERSION in fields:
        return fields
    description = description_for(table.ruleset, {**held, **fields}, table.lists)
    if description is None:
        return fields
    migrated = migrate_fields(description, held)
    if migrated is held:
        return fields
    changed = {key: migrated.get(key) for key in {**held, **migrated} if migrated.get(key) != held.get(key)}
    return {**changed, **fields}
