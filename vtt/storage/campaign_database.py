"""Connections to a campaign file, the rows in it, and the errors that reading them can raise."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, literal, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from vtt.campaign.campaign_records import StoredPicture
from vtt.storage.campaign_errors import (
    CampaignError,
    Damaged,
    DiskFailed,
    campaign_error_for,
    campaign_error_for_database,
    shortened,
)
from vtt.storage.campaign_lock import is_held_here, need_free
from vtt.storage.database_tables import CHECKPOINT, JOURNAL, LIBRARY_CONTENT, LIBRARY_ENTRY
from vtt.storage.file_header import EVERY_KIND, read_header, says_log
from vtt.system.atomic_files import companions, flush, real_path

ENTRY_PARTS = ("command", "events", "title", "learned")
"""The columns of a gesture that hold it, in the order in which they are summed."""
_LOG_PAGES = 500
"""The length of the log beside an open file: 2 MB, about a hundred gestures."""
PATIENCE = 0.04
"""Seconds to wait for another program's lock. The window does not react meanwhile."""
_PRAGMAS = (
    "foreign_keys = ON",
    "trusted_schema = OFF",  # the file may come from a stranger
    "cell_size_check = ON",
)
_PLAIN_SCHEMA = {
    "table": re.compile(r"CREATE\s+TABLE(?!.*(\b(AS|CHECK|DEFAULT|GENERATED)\b|--|/\*)).*", re.DOTALL | re.IGNORECASE),
    "index": re.compile(r'CREATE INDEX \w+ ON \w+ \([\w\s,"]+\)'),
}
"""The texts of tables and indexes in which nothing is calculated."""
_ONE_ROW = "CHECK (id = 1)"
"""The only check that this program writes."""


class InvalidContent(Exception):
    """An error for content of a file that is not as it was written; its message is the place, in words.

    Args:
        key: the text of the place, in the group `save.place`.
        params: the parameters of the text.
    """

    def __init__(self, key: str, /, **params: Json) -> None:
        super().__init__(say(Message(key=f"save.place.{key}", params=params)))


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection to a file: `mode` is `ro`, `rw` or `rwc`. The caller closes it, in whatever thread."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect_for_play(path: Path, *, room_in_log: bool = True) -> sqlite3.Connection:
    """Return the connection through which gestures are kept.

    While a campaign is played its file is in WAL mode: a gesture costs one wait for the disk instead of three, is whole
    or not there after `kill -9` or a pulled plug (synchronous FULL), and backups read on without ever holding it up.
    `settle` turns the file back when it is closed, so that a campaign at rest is one plain file that can be copied,
    mailed and read from a read-only disk. Where WAL cannot be had, SQLite stays in its older mode, just as safe.
    With `room_in_log`, the log of a campaign has its full size from the beginning.
    """
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA synchronous = FULL")
        if connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",) and room_in_log:
            _make_room_in_log(path, connection)
        # Moving the log into the file takes several waits for the disk. The log mover does that in its thread, and
        # long before the log has so many pages, at which a gesture would have to.
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _make_room_in_log(path: Path, connection: sqlite3.Connection) -> None:
    """Let the log have its full size from the beginning, by writing into it what is then not done.

    A log that grows makes each gesture wait for the file system's own records, and so for whatever other programs write
    just then: 5 ms and more where overwriting takes a tenth of one.
    """
    connection.execute("PRAGMA cache_size = 16")  # pages beyond that go into the log
    with contextlib.suppress(sqlite3.Error):  # on a full disk the campaign opens all the same, and the gestures say so
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO setting VALUES ('', zeroblob(?))", (_LOG_PAGES * 4500,))
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute("PRAGMA cache_size = -2000")
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        flush(log)


def leave_wal_mode(connection: sqlite3.Connection) -> None:
    """Turn the file back into one plain file, if nobody else is reading it."""
    connection.execute("PRAGMA journal_mode = DELETE")


def recover(path: Path) -> None:
    """Let SQLite finish interrupted work in a file that the caller has locked. Then nothing is left beside it."""
    read_header(path, *EVERY_KIND)
    with closing(connect(path, "rw")) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        leave_wal_mode(connection)


def roll_back(path: Path) -> None:
    """Let SQLite undo what a killed program has half written to a file that the caller has locked.

    Until then nothing can read the file without writing to it.
    """
    path = real_path(path)
    if path.with_name(f"{path.name}-journal").exists():
        recover(path)


def state_in(path: Path) -> tuple[str, int]:
    """Return which campaign or library a copy at rest is of, and which of its states; nothing for one that is broken.

    The state is the number of the last change, not a time: clocks are set back.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            table = next(kind.table for kind in EVERY_KIND if kind.application_id == application)
            need_plain_schema(connection, (table,))
            uid, revision = connection.execute(f"SELECT uid, revision FROM {table}").fetchone()
        return str(uid), int(revision)
    except (sqlite3.Error, OSError, TypeError, ValueError, StopIteration, InvalidContent):
        return "", -1


def need_plain_schema(connection: sqlite3.Connection, tables: Iterable[str] = ()) -> None:
    """Raise InvalidContent if a database can calculate anything by itself, or one of these tables is missing.

    Reading a view or a generated column of a stranger's file may never end, or make gigabytes of a few letters. So may
    writing where a trigger, a check or an index calculates.
    """
    schema = list(connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master"))
    for kind, _, sql in schema:
        is_key = (kind, sql) == ("index", "")  # SQLite's own, of a primary key
        if not is_key and not (kind in _PLAIN_SCHEMA and _PLAIN_SCHEMA[kind].fullmatch(str(sql).replace(_ONE_ROW, ""))):
            raise InvalidContent("foreign", kind=shortened(str(kind)))
    names = {str(name).casefold() for kind, name, _ in schema if kind == "table"}
    if not names.issuperset(tables):
        raise InvalidContent("missing_table")


def setting_in(path: Path, name: str) -> str:
    """Return a setting, as JSON, of a file that nobody has open; empty where there is none or it cannot be read."""
    return _text_in(path, "setting", "SELECT content FROM setting WHERE name = ?", name)


def ruleset_in(path: Path) -> str:
    """Return the id of the game of a file that nobody has open; empty if it cannot be read."""
    return _text_in(path, "campaign", "SELECT ruleset FROM campaign")


def _text_in(path: Path, table: str, sql: str, *values: str) -> str:
    try:
        with open_for_reading(path) as connection:
            need_plain_schema(connection, (table,))
            row = connection.execute(sql, values).fetchone()
        return "" if row is None else str(row[0])
    except (sqlite3.Error, OSError, ValueError, InvalidContent):  # half a letter in a name is a ValueError
        return ""


def core_connection(connection: sqlite3.Connection) -> Connection:
    """Return a Core connection over a plain one; each of its transactions takes the write lock at once."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _begin(raw_connection: Connection) -> None:
        raw_connection.exec_driver_sql(
            "BEGIN IMMEDIATE" if raw_connection.get_execution_options().get("writes") else "BEGIN"
        )

    return engine.connect()


@contextmanager
def as_campaign_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into one of our errors about a file."""
    try:
        yield
    except CampaignError:
        raise
    except (sqlite3.Error, DBAPIError) as error:
        plain = error.orig if isinstance(error, DBAPIError) else error
        campaign_error = campaign_error_for_database(plain, path) if isinstance(plain, sqlite3.Error) else None
        raise campaign_error or Damaged(path, place=str(structure_fault(str(plain)))) from error
    except UnicodeDecodeError as error:
        raise Damaged(path, place=str(InvalidContent("text"))) from error
    except InvalidContent as error:
        raise Damaged(path, place=str(error)) from error
    except OSError as error:
        raise campaign_error_for(error, path) from error
    except ValueError as error:
        if "\0" not in str(path):
            raise
        raise DiskFailed(path, reason=str(error)) from error  # no system has such a path


@contextmanager
def well_formed() -> Iterator[None]:
    """Turn what goes wrong with rows that hold numbers for texts, or the like, into InvalidContent."""
    try:
        yield
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise InvalidContent("row") from error


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that reads a file and never writes to it or beside it.

    If interrupted work is beside the file, finishing it would write, so a private copy is read instead. A file that is
    open in this program is read as it is, with its log. A file that was copied while it was open says that it has a
    log: SQLite would start a new one beside it, so a private copy is read there too.
    """
    path = real_path(path)
    if not is_held_here(path):
        need_free(path)
    if is_held_here(path) or not (companions(path) or says_log(path)):
        with closing(connect(path, "ro")) as connection:
            yield connection
        return
    with private_copy(path) as copy, closing(connect(copy, "rw")) as connection:
        leave_wal_mode(connection)
        yield connection


@contextmanager
def private_copy(path: Path) -> Iterator[Path]:
    """Give a copy of a file at rest, with the work that was cut off beside it, in a folder that goes away after."""
    with tempfile.TemporaryDirectory(prefix="kitchen-table-") as folder:
        copy = Path(folder) / "campaign.ktable"
        for part in (path, *companions(path)):
            suffix = part.name.removeprefix(path.name)
            if suffix != "-shm":
                shutil.copyfile(part, copy.with_name(copy.name + suffix))
        yield copy


def structure_fault(report: str) -> InvalidContent:
    """Return the error with the place in a file where SQLite found something wrong."""
    page = re.search(r"\b[Pp]age (\d+)|\bpage=(\d+)", report)
    return InvalidContent("page", number=page[1] or page[2]) if page else InvalidContent("pages")


def digest(*texts: str) -> int:
    """Return the sum by which a row shows that it still is what was written."""
    return zlib.crc32("\n".join(texts).encode())


def entry_json(texts: Iterable[str], made: str) -> str:
    """Return a gesture as one piece of JSON, from its columns and its time."""
    command, events, title, learned = texts
    return f'{{"command":{command},"events":{events},"title":{title},"learned":{learned},"made":{json.dumps(made)}}}'


def journal_rows(connection: Connection) -> Iterator[tuple[int, str]]:
    """Give each gesture's number and JSON in order. Raises InvalidContent at the first that is missing or changed."""
    has_times = connection.exec_driver_sql("SELECT 1 FROM pragma_table_info('journal') WHERE name = 'made'").first()
    columns = [JOURNAL.c[name] for name in ("position", *ENTRY_PARTS, "digest")]
    made = JOURNAL.c.made if has_times else literal("")  # files before version 4 have no times
    rows = connection.execute(select(*columns, made).order_by(JOURNAL.c.position))
    for expected, (position, *texts, kept, time) in enumerate(rows, 1):
        if position != expected:
            raise InvalidContent("missing_move", number=expected)
        if kept != digest(*texts):
            raise InvalidContent("move", number=position)
        yield position, entry_json(texts, time)


def checkpoint_rows(connection: Connection) -> Iterator[tuple[int, str]]:
    """Yield the position and JSON of each checkpoint in order. Raises InvalidContent if one is changed or missing."""
    rows = connection.execute(
        select(CHECKPOINT.c.position, CHECKPOINT.c.content, CHECKPOINT.c.digest).order_by("position")
    )
    first = True
    for position, content, kept in rows:
        if first and position != 0:
            raise InvalidContent("missing_first_table")
        first = False
        if kept != digest(content):
            raise InvalidContent("table", number=position)
        yield position, content
    if first:
        raise InvalidContent("missing_first_table")


LIBRARY_HEAD = tuple(column.name for column in LIBRARY_ENTRY.columns if column.name != "digest")
"""The columns of a library entry without its content, in the order in which they are summed."""


def check_library_rows(connection: Connection, go_on: Callable[[], object] = lambda: None) -> None:
    """Raise InvalidContent for the first entry of a library that is not as it was written.

    `go_on` is called now and then, and may stop the check with an error of its own.
    """
    for table, names in ((LIBRARY_ENTRY, LIBRARY_HEAD), (LIBRARY_CONTENT, ("id", "details", "content"))):
        columns = [table.c[name] for name in (*names, "digest")]
        for number, (*values, kept) in enumerate(connection.execute(select(*columns).order_by("id")), 1):
            if kept != digest(*map(str, values)):
                raise InvalidContent("entry", number=number)
            if number % 100 == 0:
                go_on()
    if not connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'library_picture'").first():
        return  # a library of version 1
    for row in connection.exec_driver_sql("SELECT id, name, media_type, content, digest FROM library_picture"):
        library_picture(tuple(row))
        go_on()


def library_picture(row: tuple[object, ...]) -> StoredPicture:
    """Return a picture of a library from its columns. Raises InvalidContent."""
    id_, name, media_type, content, kept = row
    if not isinstance(content, bytes) or kept != digest(str(id_), str(name), str(media_type)):
        raise InvalidContent("picture")
    picture = StoredPicture(id=str(id_), name=str(name), media_type=str(media_type), content=content)
    if not picture.fits() or not picture.is_intact():
        raise InvalidContent("picture")
    return picture
