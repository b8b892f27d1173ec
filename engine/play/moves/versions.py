"""What is written on a record is written for the present version of its sheet, and the record says so."""

from __future__ import annotations

from collections.abc import Mapping

from engine.table.frozen import Json
from engine.table.table import Table


def of_present_version(table: Table, held: Mapping[str, Json], fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return what is written together with some fields, so that the record is of the present version then.

    Args:
        table: the table.
        held: what stands on the record; nothing for a new character.
        fields: what is written; null clears one.
    """
    # Sheets know the moves that write on them; and a window is seen before any sheet is read.
    from engine.sheets.shelf import fields_to_write

    return fields_to_write(table.ruleset, table.lists, held, fields)
