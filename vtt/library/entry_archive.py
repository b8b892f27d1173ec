"""Library entries as a file for other people: a zip with a list of contents, or one document of JSON, TOML or CSV.

In the zip `library.json` holds the format and its version, `entries/1.json` … an entry, what people read of it, and its
content, `pictures/…` the pictures that entries name, each once. A document holds the same as one list. Nothing in a
zip is ever written under its own name. A file from a stranger is bounded before it is unpacked.
"""

from __future__ import annotations

import codecs
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import IO, Final

import msgspec
import tomli_w

from engine.core.strict_parsing import is_too_deep, load_toml
from engine.model.frozen import Frozen, Json
from engine.zip_bounds import zip_directory
from vtt.campaign.campaign_records import PICTURE_BYTES, PICTURE_KINDS, StoredPicture
from vtt.campaign.library_protocol import (
    MOST_PICTURES,
    EntryLibrary,
    LibraryContent,
    LibraryEntry,
    LibraryItem,
    within_limits,
)
from vtt.library.entry_csv import is_csv_entries, read_csv_entries, write_csv_entries
from vtt.widgets.ui_texts import ui_text

FORMAT: Final = "kitchen-table-library"
VERSION: Final = 2
"""Version 2 has pictures. A file without pictures is written as version 1, which every program reads."""
MOST_ENTRIES: Final = 20_000
MOST_BYTES: Final = 256 << 20
"""The size limit of a zip, and of everything in it unpacked."""
LARGEST_ENTRY: Final = 48 << 20
LARGEST_DOCUMENT: Final = 48 << 20
"""The size limit of a document of JSON or TOML."""
DOCUMENTS: Final = ("toml", "json", "csv")
_LIST: Final = "library.json"
_TRAVELLING: Final = "library.ktentries.zip"
"""The zip with entries in a file that takes a campaign to another computer."""
_ENDINGS: Final = "|".join(re.escape(ending) for ending, _ in PICTURE_KINDS.values())
_MEMBER: Final = re.compile(rf"entries/[0-9]{{1,6}}\.json|pictures/[0-9a-f]{{64}}({_ENDINGS})")
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ID: Final = re.compile(r"[0-9a-f]{32}")
_LEVELS: Final = 40
_DIRECTORY_BYTES: Final = 8 << 20
"""The size limit of the list of files in a zip: three times what the most entries and pictures need."""
_AT_ONCE: Final = 20
"""Entries that are read at once to be written, so that too many of them are refused before they fill the memory."""
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, struct.error, KeyError, EOFError, ValueError, RuntimeError)
"""The errors of reading a zip that is not whole, or whose author meant harm."""


class ArchiveRefused(ValueError):
    """A file that is no library export, or more than a library takes. `text` is the reason, as a sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = ui_text("library", f"file.{key}", **params)
        super().__init__(self.text)


class _Contents(Frozen):
    format: str
    version: int


class _Head(msgspec.Struct):
    """The format of a document, whatever else is in it."""

    format: str
    version: int


class _PictureForm(Frozen):
    """A picture of an entry in a zip; `file` is its place there."""

    id: str
    name: str
    media_type: str
    file: str


class _ItemForm(Frozen):
    """An entry in a zip."""

    entry: LibraryEntry
    content: LibraryContent
    pictures: tuple[_PictureForm, ...] = ()


class _Document(Frozen):
    """All entries as one document."""

    format: str
    version: int
    entries: tuple[LibraryItem, ...]


def write_entries_of(library: EntryLibrary, ids: Sequence[str], ending: str = "zip") -> bytes:
    """Return a file with entries of a library, as `write_entries` does, without holding all of them at once."""
    starts = range(0, len(ids), _AT_ONCE)
    items = (item for start in starts for item in library.items(ids[start : start + _AT_ONCE]))
    return write_entries(items, ending)


def write_entries(items: Iterable[LibraryItem], ending: str = "zip") -> bytes:
    """Return a file with entries: a document for `toml`, `json` and `csv`, else a zip.

    Raises:
        ArchiveRefused: the file would have more in it than a library reads, or pictures that a CSV file cannot have.
    """
    if ending not in DOCUMENTS:
        return write_archive(items)
    data = _document(_bounded(items), ending)
    if len(data) > LARGEST_DOCUMENT:
        raise ArchiveRefused("too_much", most=LARGEST_DOCUMENT >> 20)
    return data


def _bounded(items: Iterable[LibraryItem]) -> tuple[LibraryItem, ...]:
    """Return entries as far as they have room in a document, which holds each picture as often as it is named."""
    found: list[LibraryItem] = []
    size = 0
    for item in items:
        size += len(item.content.content) + sum(len(picture.content) for picture in item.pictures)
        _need_room(len(found) + 1, size, LARGEST_DOCUMENT)
        found.append(item)
    return tuple(found)


def _need_room(entries: int, size: int, most: int) -> None:
    if entries > MOST_ENTRIES:
        raise ArchiveRefused("too_many_to_write", most=MOST_ENTRIES)
    if size > most:
        raise ArchiveRefused("too_much", most=most >> 20)


def _document(items: tuple[LibraryItem, ...], ending: str) -> bytes:
    if ending == "csv":
        if any(item.pictures for item in items):
            raise ArchiveRefused("csv_pictures")
        return codecs.BOM_UTF8 + write_csv_entries(items).encode()  # without the mark a spreadsheet guesses the letters
    document = _Document(format=FORMAT, version=VERSION, entries=items)
    if ending == "json":
        return msgspec.json.format(msgspec.json.encode(document))
    return tomli_w.dumps(msgspec.to_builtins(document), multiline_strings=True).encode()


def write_archive(items: Iterable[LibraryItem]) -> bytes:
    """Return a zip with entries. Raises ArchiveRefused as `write_entries` does."""
    data = io.BytesIO()
    written: dict[str, str] = {}
    size = len(msgspec.json.encode(_Contents(format=FORMAT, version=VERSION)))
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, item in enumerate(items, 1):
            new = {picture.id: picture for picture in item.pictures if picture.id not in written}
            for picture in new.values():
                written[picture.id] = f"pictures/{picture.id}{PICTURE_KINDS[picture.media_type][0]}"
            forms = tuple(
                _PictureForm(id=p.id, name=p.name, media_type=p.media_type, file=written[p.id]) for p in item.pictures
            )
            form = msgspec.json.encode(_ItemForm(entry=item.entry, content=item.content, pictures=forms))
            size += len(form) + sum(len(picture.content) for picture in new.values())
            _need_room(max(number, len(written)), size, MOST_BYTES)
            for picture in new.values():
                archive.writestr(written[picture.id], picture.content, zipfile.ZIP_STORED)
            archive.writestr(f"entries/{number}.json", form)
        version = VERSION if written else 1
        archive.writestr(_LIST, msgspec.json.encode(_Contents(format=FORMAT, version=version)))
    if len(data.getbuffer()) > MOST_BYTES:
        raise ArchiveRefused("too_much", most=MOST_BYTES >> 20)
    return data.getvalue()


def read_entries(path: Path) -> tuple[LibraryItem, ...]:
    """Return the entries in a file: an export, or one that takes a campaign along. Raises ArchiveRefused, OSError."""
    with path.open("rb") as file:
        if zipfile.is_zipfile(file):
            _need_small_directory(file)
            inner = _travelling(file)
            if inner is not None:
                return read_archive(inner)
        file.seek(0)
        data = file.read(MOST_BYTES + 1)
    return read_archive(data) if data.startswith(b"PK") else read_document(data)


def _need_small_directory(file: IO[bytes]) -> None:
    try:
        _, size = zip_directory(file)
    except ValueError as error:
        raise ArchiveRefused("broken") from error
    if size > _DIRECTORY_BYTES:
        raise ArchiveRefused("too_many", most=MOST_ENTRIES)


def _travelling(file: IO[bytes]) -> bytes | None:
    """Return the zip with entries in a file that takes a campaign along; None for another file."""
    try:
        with zipfile.ZipFile(file) as outer:
            names = outer.namelist()
            if _TRAVELLING not in names:
                if "campaign.ktable" in names:
                    raise ArchiveRefused("no_entries")
                return None
            if outer.getinfo(_TRAVELLING).compress_type not in _PACKINGS:
                raise ArchiveRefused("strange")
            return _read(outer, _TRAVELLING, MOST_BYTES)
    except ArchiveRefused:
        raise
    except _BROKEN as error:
        raise ArchiveRefused("broken") from error


def read_document(data: bytes) -> tuple[LibraryItem, ...]:
    """Return the entries in a document of JSON, TOML or CSV, with texts within the limits. Raises ArchiveRefused."""
    if len(data) > LARGEST_DOCUMENT:
        raise ArchiveRefused("too_large", most=LARGEST_DOCUMENT >> 20)
    try:
        text = data.decode("utf-8-sig")
        if is_csv_entries(text):
            return _checked(_few(read_csv_entries(text)))
        document = _json_document(text.encode()) if text.lstrip().startswith("{") else _toml_document(text)
    except ArchiveRefused:
        raise
    except (ValueError, RecursionError) as error:
        raise ArchiveRefused("broken") from error
    if len(document.entries) > MOST_ENTRIES:
        raise ArchiveRefused("too_many", most=MOST_ENTRIES)
    return _checked(document.entries)


def _few(items: Generator[LibraryItem, None, None]) -> tuple[LibraryItem, ...]:
    """Return entries that are read one by one, as soon as it is certain that they are not too many."""
    with closing(items):
        found = tuple(islice(items, MOST_ENTRIES + 1))
    if len(found) > MOST_ENTRIES:
        raise ArchiveRefused("too_many", most=MOST_ENTRIES)
    return found


def _json_document(data: bytes) -> _Document:
    """Return a document of JSON. It is read as what it should be: 48 MB of anything would take gigabytes."""
    head = msgspec.json.decode(data, type=_Head)
    _need_known(head.format, head.version)
    return msgspec.json.decode(data, type=_Document)


def _toml_document(text: str) -> _Document:
    found = load_toml(text, _LEVELS)
    if is_too_deep(found, _LEVELS):
        raise ArchiveRefused("broken")
    _need_known(found.get("format"), found.get("version"))
    return msgspec.convert(found, _Document)


def read_archive(data: bytes) -> tuple[LibraryItem, ...]:
    """Return the entries in a zip, each with its texts within the limits. Raises ArchiveRefused."""
    if len(data) > MOST_BYTES:
        raise ArchiveRefused("too_large", most=MOST_BYTES >> 20)
    _need_small_directory(io.BytesIO(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            _need_bounded(members)
            contents = msgspec.json.decode(_read(archive, _LIST), type=_Contents)
            _need_known(contents.format, contents.version)
            pictures: dict[str, bytes] = {}
            names = [member.filename for member in members if member.filename.startswith("entries/")]
            return _checked([_item(archive, name, pictures) for name in names])
    except ArchiveRefused:
        raise
    except (*_BROKEN, OSError) as error:
        raise ArchiveRefused("broken") from error


def _need_bounded(members: list[zipfile.ZipInfo]) -> None:
    names = [member.filename for member in members]
    pictures = sum(name.startswith("pictures/") for name in names)
    if max(pictures, len(names) - pictures - 1) > MOST_ENTRIES:
        raise ArchiveRefused("too_many", most=MOST_ENTRIES)
    if len(set(names)) < len(names) or any(name != _LIST and not _MEMBER.fullmatch(name) for name in names):
        raise ArchiveRefused("strange")
    if any(member.flag_bits & 1 or member.compress_type not in _PACKINGS for member in members):
        raise ArchiveRefused("strange")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise ArchiveRefused("too_large", most=MOST_BYTES >> 20)


def _read(archive: zipfile.ZipFile, name: str, most: int = 0) -> bytes:
    """Return a member. What its header says of its size is not believed."""
    most = most or LARGEST_ENTRY
    with archive.open(name) as member:
        data = member.read(most + 1)
    if len(data) > most:
        raise ArchiveRefused("too_large", most=most >> 20)
    return data


def _need_known(format_: object, version: object) -> None:
    if format_ != FORMAT or type(version) is not int:
        raise ArchiveRefused("broken")
    if version > VERSION:
        raise ArchiveRefused("newer", found=version, known=VERSION)


def _item(archive: zipfile.ZipFile, name: str, pictures: dict[str, bytes]) -> LibraryItem:
    """Return an entry with its pictures; `pictures` holds those that were read already."""
    form = msgspec.json.decode(_read(archive, name), type=_ItemForm)
    if len(form.pictures) > MOST_PICTURES:
        raise ArchiveRefused("strange")
    found = []
    for each in form.pictures:
        if not each.file.startswith("pictures/"):
            raise ArchiveRefused("strange")
        if each.file not in pictures:
            pictures[each.file] = _read(archive, each.file, PICTURE_BYTES)
        found.append(StoredPicture(id=each.id, name=each.name, media_type=each.media_type, content=pictures[each.file]))
    return LibraryItem(entry=form.entry, content=form.content, pictures=tuple(found))


def _checked(items: Iterable[LibraryItem]) -> tuple[LibraryItem, ...]:
    """Return entries within their limits. Raises ArchiveRefused for what no program writes."""
    checked = tuple(map(within_limits, items))
    whole: dict[str, bytes] = {}
    for item in checked:
        if not _ID.fullmatch(item.entry.id) or not item.entry.name:
            raise ArchiveRefused("broken")
        for picture in item.pictures:
            if picture.id not in whole and not picture.is_intact():
                raise ArchiveRefused("broken")
            if whole.setdefault(picture.id, picture.content) != picture.content:
                raise ArchiveRefused("broken")
    if len({item.entry.id for item in checked}) < len(checked):
        raise ArchiveRefused("broken")
    return checked
