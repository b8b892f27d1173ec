"""Migrations of the campaign and library files from each version to the next. A step that has landed is never changed.

A step uses plain SQL only, because the models and the engine change, and old files do not.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
import zlib
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from vtt.storage.campaign_database import (
    InvalidContent,
    as_campaign_errors,
    connect,
    need_plain_schema,
    open_for_reading,
)
from vtt.storage.campaign_errors import told_of
from vtt.storage.database_copies import save_copy
from vtt.storage.file_header import CAMPAIGN_FILE, EVERY_KIND, LIBRARY_FILE, FileKind, read_header
from vtt.storage.integrity_checks import check_structure
from vtt.storage.procedure_conversion import converted_events, converted_table
from vtt.system.user_folders import LIBRARY_SUFFIX, SUFFIX

Step = Callable[[sqlite3.Connection], None]


def _from_1_to_2(connection: sqlite3.Connection) -> None:
    """Bring in the lines beside the history, who learned something, and the sums that tell a damaged row."""
    start = connection.execute("SELECT content FROM checkpoint WHERE position = 0").fetchone()
    try:
        everybody = [*json.loads(start[0])["seats"], "shared"]
    except (TypeError, ValueError, KeyError) as error:
        raise InvalidContent("first_table") from error
    telling = {"CardsMoved", "CardsTurned", "Rolled"}

    def learned(events: str) -> str:
        # Old files did not store it. Too many names only make undo ask the GM once more.
        shown = any(event.get("fact") in telling for event in json.loads(events))
        return json.dumps(sorted(everybody) if shown else [])

    def total(*texts: str) -> int:
        return zlib.crc32("\n".join(texts).encode())

    connection.create_function("learned_by", 1, learned, deterministic=True)
    connection.create_function("total_of", -1, total, deterministic=True)
    for statement in (
        "ALTER TABLE campaign RENAME TO campaign_1",
        "ALTER TABLE journal RENAME TO journal_1",
        "ALTER TABLE checkpoint RENAME TO checkpoint_1",
        """CREATE TABLE campaign (
            id INTEGER NOT NULL, uid VARCHAR NOT NULL, name VARCHAR NOT NULL, ruleset VARCHAR NOT NULL,
            created VARCHAR NOT NULL, changed VARCHAR NOT NULL, position INTEGER NOT NULL, entries INTEGER NOT NULL,
            revision INTEGER NOT NULL, PRIMARY KEY (id), CHECK (id = 1))""",
        """CREATE TABLE journal (
            position INTEGER NOT NULL, seat VARCHAR NOT NULL, command VARCHAR NOT NULL, events VARCHAR NOT NULL,
            title VARCHAR NOT NULL, learned VARCHAR NOT NULL, digest INTEGER NOT NULL, PRIMARY KEY (position))""",
        """CREATE TABLE checkpoint (
            position INTEGER NOT NULL, content VARCHAR NOT NULL, digest INTEGER NOT NULL, PRIMARY KEY (position))""",
        """CREATE TABLE aside (
            id INTEGER NOT NULL, "after" INTEGER NOT NULL, note VARCHAR NOT NULL, PRIMARY KEY (id))""",
        'CREATE INDEX ix_aside_after ON aside ("after")',
        """INSERT INTO journal SELECT position, seat, command, events, title, learned_by(events),
            total_of(command, events, title, learned_by(events)) FROM journal_1""",
        "INSERT INTO checkpoint SELECT position, content, total_of(content) FROM checkpoint_1",
        "DROP TABLE journal_1",
        "DROP TABLE checkpoint_1",
    ):
        connection.execute(statement)
    connection.execute(
        """INSERT INTO campaign SELECT id, ?, name, ruleset, created, created, position,
            (SELECT count(*) FROM journal), 0 FROM campaign_1""",
        (uuid.uuid4().hex,),
    )
    connection.execute("DROP TABLE campaign_1")


def _from_2_to_3(connection: sqlite3.Connection) -> None:
    """Write the continuation of each procedure as one object. A damaged row stays, so that it is still found."""
    row = connection.execute("SELECT ruleset FROM campaign").fetchone()
    ruleset = str(row[0]) if row else ""

    def total(*texts: str) -> int:
        return zlib.crc32("\n".join(texts).encode())

    connection.create_function("total_of", -1, total, deterministic=True)
    connection.create_function("new_events", 1, lambda events: converted_events(ruleset, events), deterministic=True)
    connection.create_function("new_table", 1, lambda table: converted_table(ruleset, table), deterministic=True)
    for statement in (
        """UPDATE journal
            SET events = new_events(events), digest = total_of(command, new_events(events), title, learned)
            WHERE digest = total_of(command, events, title, learned) AND new_events(events) <> events""",
        """UPDATE checkpoint SET content = new_table(content), digest = total_of(new_table(content))
            WHERE digest = total_of(content) AND new_table(content) <> content""",
    ):
        connection.execute(statement)


def _from_3_to_4(connection: sqlite3.Connection) -> None:
    """Add the time of each gesture, which is unknown for those that are there."""
    for statement in (
        "ALTER TABLE journal RENAME TO journal_3",
        """CREATE TABLE journal (
            position INTEGER NOT NULL, seat VARCHAR NOT NULL, command VARCHAR NOT NULL, events VARCHAR NOT NULL,
            title VARCHAR NOT NULL, learned VARCHAR NOT NULL, digest INTEGER NOT NULL, made VARCHAR NOT NULL,
            PRIMARY KEY (position))""",
        "INSERT INTO journal SELECT position, seat, command, events, title, learned, digest, '' FROM journal_3",
        "DROP TABLE journal_3",
    ):
        connection.execute(statement)


def _library_from_1_to_2(connection: sqlite3.Connection) -> None:
    """Add the pictures that entries name."""
    for statement in (
        """CREATE TABLE library_picture (
            id VARCHAR NOT NULL, name VARCHAR NOT NULL, media_type VARCHAR NOT NULL, content BLOB NOT NULL,
            digest INTEGER NOT NULL, PRIMARY KEY (id))""",
        """CREATE TABLE entry_picture (
            entry VARCHAR NOT NULL, picture VARCHAR NOT NULL, PRIMARY KEY (entry, picture),
            FOREIGN KEY(entry) REFERENCES entry (id) ON DELETE CASCADE,
            FOREIGN KEY(picture) REFERENCES library_picture (id) ON DELETE CASCADE)""",
    ):
        connection.execute(statement)


LIBRARY_STEPS: dict[int, Step] = {1: _library_from_1_to_2}
STEPS: dict[int, Step] = {1: _from_1_to_2, 2: _from_2_to_3, 3: _from_3_to_4}
"""Each step by the version that it starts from."""


def migrate(connection: sqlite3.Connection, kind: FileKind = CAMPAIGN_FILE) -> None:
    """Bring a database to the present version: all steps, or none if it raises sqlite3.Error or InvalidContent."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == kind.version:
        return
    need_plain_schema(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        steps = STEPS if kind is CAMPAIGN_FILE else LIBRARY_STEPS
        for start in range(version, kind.version):
            steps[start](connection)
            connection.execute(f"PRAGMA user_version = {start + 1}")
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise InvalidContent("reference")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate_file(path: Path, kept: Path) -> Path:
    """Bring a campaign or library file to the present version, after a copy of it as it was has been kept.

    Args:
        path: the file, which the caller has locked.
        kept: the folder for the copy.

    Returns:
        The copy.

    Raises:
        CampaignError: the file is damaged, or the copy cannot be made. The file is then as it was.
    """
    header = read_header(path, *EVERY_KIND)
    with as_campaign_errors(path), open_for_reading(path) as raw:
        check_structure(raw)
    now = datetime.now().astimezone()
    suffix = LIBRARY_SUFFIX if header.kind is LIBRARY_FILE else SUFFIX
    copy = kept / f"{now:%Y-%m-%d_%H-%M-%S-%f}_before-version-{header.version + 1}{suffix}"
    with told_of(path, copy):
        save_copy(path, copy)
    with as_campaign_errors(path), closing(connect(path, "rw")) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection, header.kind)
    return copy
