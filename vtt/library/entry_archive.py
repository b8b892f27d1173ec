"""Library entries as a file for other people: a zip with a list of contents and one JSON file for each entry.

`library.json` holds the format and its version, `entries/1.json` … an entry, what people read of it, and its content.
Nothing in the zip is ever written under its own name. A file from a stranger is bounded before it is unpacked.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from typing import Final

import msgspec

from engine.model.frozen import Frozen, Json
from vtt.campaign.library_protocol import LibraryItem, within_limits
from vtt.widgets.ui_texts import ui_text

FORMAT: Final = "kitchen-table-library"
VERSION: Final = 1
MOST_ENTRIES: Final = 20_000
MOST_BYTES: Final = 256 << 20
"""The size limit of a zip, and of everything in it unpacked."""
LARGEST_ENTRY: Final = 48 << 20
_LIST: Final = "library.json"
_MEMBER: Final = re.compile(r"entries/[0-9]{1,6}\.json")
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ID: Final = re.compile(r"[0-9a-f]{32}")


class ArchiveRefused(ValueError):
    """A file that is no library export, or more than a library takes. `text` is the reason, as a sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = ui_text("library", f"file.{key}", **params)
        super().__init__(self.text)


class _Contents(Frozen):
    format: str
    version: int


def write_archive(items: Iterable[LibraryItem]) -> bytes:
    """Return a zip with entries."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_LIST, msgspec.json.encode(_Contents(format=FORMAT, version=VERSION)))
        for number, item in enumerate(items, 1):
            archive.writestr(f"entries/{number}.json", msgspec.json.encode(item))
    return data.getvalue()


def read_archive(data: bytes) -> tuple[LibraryItem, ...]:
    """Return the entries in a zip, each with its texts within the limits. Raises ArchiveRefused."""
    if len(data) > MOST_BYTES:
        raise ArchiveRefused("too_large", most=MOST_BYTES >> 20)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            _need_bounded(members)
            _need_format(_read(archive, _LIST))
            items = [_item(_read(archive, member.filename)) for member in members if member.filename != _LIST]
    except ArchiveRefused:
        raise
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        raise ArchiveRefused("broken") from error
    if len({item.entry.id for item in items}) < len(items):
        raise ArchiveRefused("broken")
    return tuple(items)


def _need_bounded(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_ENTRIES + 1:
        raise ArchiveRefused("too_many", most=MOST_ENTRIES)
    names = [member.filename for member in members]
    if len(set(names)) < len(names) or any(name != _LIST and not _MEMBER.fullmatch(name) for name in names):
        raise ArchiveRefused("strange")
    if any(member.flag_bits & 1 or member.compress_type not in _PACKINGS for member in members):
        raise ArchiveRefused("strange")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise ArchiveRefused("too_large", most=MOST_BYTES >> 20)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a member. What its header says of its size is not believed."""
    with archive.open(name) as member:
        data = member.read(LARGEST_ENTRY + 1)
    if len(data) > LARGEST_ENTRY:
        raise ArchiveRefused("too_large", most=LARGEST_ENTRY >> 20)
    return data


def _need_format(data: bytes) -> None:
    contents = msgspec.json.decode(data, type=_Contents)
    if contents.format != FORMAT:
        raise ArchiveRefused("broken")
    if contents.version > VERSION:
        raise ArchiveRefused("newer", found=contents.version, known=VERSION)


def _item(data: bytes) -> LibraryItem:
    item = within_limits(msgspec.json.decode(data, type=LibraryItem))
    if not _ID.fullmatch(item.entry.id) or not item.entry.name:
        raise ArchiveRefused("broken")
    return item
