r"""Library entries as a CSV file for a spreadsheet: one line for each entry.

The columns are the fields of an entry, then its content as JSON, and the details that people read. A cell that a
spreadsheet would take for a formula begins with `'`. A CSV file has no pictures: entries with pictures need another
kind of file.

>>> ids = {"id": "0" * 32, "game": "g", "game_name": "G", "kind": "foes", "kind_name": "foe", "source": "wolf"}
>>> entry = LibraryEntry(**ids, name="=Wolf")
>>> written = write_csv_entries([LibraryItem(entry=entry, content=LibraryContent(content="{}"))])
>>> print(written, end="")
id,name,tags,folder,favourite,line,game,game_name,kind,kind_name,source,added,changed,content,details
00000000000000000000000000000000,'=Wolf,,,no,,g,G,foes,foe,wolf,,,{},[]
>>> next(read_csv_entries(written)).entry == entry, is_csv_entries(written), is_csv_entries("id;name")
(True, True, False)
"""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import Generator, Iterable, Sequence
from typing import Final

import msgspec

from engine.kit.content_editor.csv_format import guarded, header_of, separator_of, unguarded
from vtt.campaign.library_protocol import LibraryContent, LibraryDetail, LibraryEntry, LibraryItem, tags_of

_FIELDS: Final = (
    *("id", "name", "tags", "folder", "favourite", "line"),
    *("game", "game_name", "kind", "kind_name", "source", "added", "changed"),
)
_COLUMNS: Final = (*_FIELDS, "content", "details")
_NEEDED: Final = ("id", "name", "game", "game_name", "kind", "kind_name", "source", "content")
_LONGEST_HEADER: Final = 1000
_YES, _NO = "yes", "no"
_YESES: Final = frozenset({_YES, "true", "1", "x"})


def is_csv_entries(text: str) -> bool:
    """Say whether a file is CSV with entries: its first line names the columns that an entry needs."""
    return len(header_of(text)) < _LONGEST_HEADER and set(_NEEDED) <= set(_names(text))


def write_csv_entries(items: Iterable[LibraryItem]) -> str:
    """Return a file with entries; their pictures are left out."""
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for item in items:
        entry = item.entry
        cells = {field: str(getattr(entry, field)) for field in _FIELDS}
        cells["tags"] = ", ".join(entry.tags)
        cells["favourite"] = _YES if entry.favourite else _NO
        cells["content"] = item.content.content
        cells["details"] = msgspec.json.encode([(each.label, each.value) for each in item.content.details]).decode()
        writer.writerow([guarded(cells[column]) for column in _COLUMNS])
    return lines.getvalue()


def read_csv_entries(text: str) -> Generator[LibraryItem, None, None]:
    """Yield the entries in a file, with texts of any length. Raises ValueError for a file that is not whole."""
    columns = _names(text)
    if len(set(columns)) < len(columns) or not set(columns) <= set(_COLUMNS):
        raise ValueError("a column is unknown, or there twice")
    lines = io.StringIO(text.lstrip("\r\n"), newline="")
    before = csv.field_size_limit(max(len(text), 1))
    try:
        reader = csv.reader(lines, delimiter=_separator(text), strict=True)
        next(reader)
        yield from (_item(columns, row) for row in reader if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise ValueError(str(error)) from error
    finally:
        csv.field_size_limit(before)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip().strip('"').strip() for name in header_of(text).split(_separator(text)))


def _separator(text: str) -> str:
    return separator_of(header_of(text))


def _item(columns: Sequence[str], row: Sequence[str]) -> LibraryItem:
    if len(row) > len(columns):
        raise ValueError("a line has more cells than there are columns")
    cells = dict(zip(columns, map(unguarded, row), strict=False))
    texts = {field: cells.get(field, "").strip() for field in _FIELDS if field not in ("id", "tags", "favourite")}
    entry = LibraryEntry(
        **texts,
        id=cells.get("id", "").strip() or uuid.uuid4().hex,  # a line that somebody added
        tags=tags_of(cells.get("tags", "")),
        favourite=cells.get("favourite", "").strip().casefold() in _YESES,
    )
    details = msgspec.json.decode(cells.get("details") or "[]", type=list[tuple[str, str]])
    shown = tuple(LibraryDetail(label=label, value=value) for label, value in details)
    return LibraryItem(entry=entry, content=LibraryContent(content=cells.get("content", ""), details=shown))
