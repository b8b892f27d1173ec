"""The first bytes of a file: they tell whether it is a campaign or a library, and of what version.

No database is opened for that.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from vtt.storage.campaign_errors import Newer, NotOurs, NotThere, Truncated, campaign_error_for
from vtt.system.atomic_files import companions

APPLICATION_ID = 0x4B54626C
"""`KTbl`: tells our databases from those of other programs."""
VERSION = 4
"""The version of the file that this program writes."""
FIRST_WITH_DIGESTS = 2
"""The first version whose rows have a checksum."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that this program writes.

    Attributes:
        application_id: tells its databases from those of other programs.
        version: the version that this program writes.
        table: the table with the identity of the file and the number of its last change.
    """

    application_id: int
    version: int
    table: str


CAMPAIGN_FILE = FileKind(APPLICATION_ID, VERSION, "campaign")
LIBRARY_FILE = FileKind(0x4B546C62, 2, "library")
"""`KTlb`."""
EVERY_KIND = (CAMPAIGN_FILE, LIBRARY_FILE)
_MAGIC = b"SQLite format 3\0"
_SIZE = 100
_FORMATS = slice(18, 20)
_WITH_LOG = b"\x02\x02"


@dataclass(frozen=True, slots=True)
class FileHeader:
    """The first hundred bytes of a file of this program."""

    version: int
    size: int
    kind: FileKind


def read_header(path: Path, *kinds: FileKind) -> FileHeader:
    """Return what the beginning of a file says; only reads.

    Args:
        path: the file.
        kinds: the kinds that it may be of; a campaign if none is given.

    Raises:
        NotThere, NotOurs, Truncated, Newer: as the file is.
        CampaignError: it cannot be read at all.
    """
    try:
        if not path.exists():
            raise NotThere(path)
        if not path.is_file():
            raise NotOurs(path)
        with path.open("rb") as file:
            start = file.read(_SIZE)
        size = path.stat().st_size
    except OSError as error:
        raise campaign_error_for(error, path) from error
    if not start.startswith(_MAGIC[: len(start)]):
        raise NotOurs(path)
    if len(start) < _SIZE:
        raise Truncated(path, size=size)
    page = struct.unpack_from(">H", start, 16)[0]
    changes, pages = struct.unpack_from(">II", start, 24)
    version, application = struct.unpack_from(">I4xI", start, 60)
    counted_at = struct.unpack_from(">I", start, 92)[0]
    kind = next((kind for kind in kinds or (CAMPAIGN_FILE,) if kind.application_id == application), None)
    if kind is None or not version:
        raise NotOurs(path)
    if version > kind.version:
        raise Newer(path, found=version, known=kind.version)
    # Interrupted work beside the file may hold what seems to be missing: then SQLite itself must check.
    whole = (65536 if page == 1 else page) * pages
    if changes == counted_at and size < whole and not companions(path):
        raise Truncated(path, size=size)
    return FileHeader(version=version, size=size, kind=kind)


def says_log(path: Path) -> bool:
    """Say whether a file that nobody has open says of itself that a log belongs to it; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_SIZE)[_FORMATS] == _WITH_LOG
    except OSError:
        return False


def lacks_log(path: Path) -> bool:
    """Say whether a file that nobody has open was taken from beside its log: the last moment may be missing in it."""
    return says_log(path) and not companions(path)
