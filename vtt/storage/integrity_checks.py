"""Quick integrity checks of a campaign or library file: its pages, its schema, and the checksum of every row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from vtt.storage.campaign_database import (
    InvalidContent,
    as_campaign_errors,
    check_library_rows,
    checkpoint_rows,
    core_connection,
    journal_rows,
    need_plain_schema,
    open_for_reading,
    structure_fault,
    well_formed,
)
from vtt.storage.file_header import EVERY_KIND, FIRST_WITH_DIGESTS, LIBRARY_FILE, read_header


def check_structure(connection: sqlite3.Connection) -> None:
    """Raise InvalidContent unless the database holds together and has nothing in it that is not ours.

    The quick check passes over every page; only where it finds something is the full one asked where.
    """
    need_plain_schema(connection)  # first: the checks below calculate what a schema says
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        check_fully(connection)
        raise InvalidContent("pages")


def check_fully(connection: sqlite3.Connection) -> None:
    """Raise InvalidContent unless the database holds together, indexes and all."""
    report = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
    if report != ["ok"]:
        raise structure_fault(" ".join(report))


def check_copy(path: Path, original: Path | None = None, go_on: Callable[[], object] = lambda: None) -> None:
    """Raise a CampaignError unless a file that nobody plays is whole: its pages, and the checksum of every row.

    The error names `original` if the file is a temporary one whose name nobody knows. `go_on` is called now and then,
    and may stop the check with an error of its own.
    """
    header = read_header(path, *EVERY_KIND)
    with as_campaign_errors(original or path), open_for_reading(path) as raw:
        check_structure(raw)
        if header.kind is LIBRARY_FILE:
            with core_connection(raw) as connection, well_formed():
                check_library_rows(connection, go_on)
            return
        if header.version < FIRST_WITH_DIGESTS:
            return
        with core_connection(raw) as connection, well_formed():
            for position, _ in chain(journal_rows(connection), checkpoint_rows(connection)):
                if position % 100 == 0:
                    go_on()
