"""The file format for sharing content between campaigns, in TOML or JSON.

A file has `format`, `version` and `ruleset`, then [[card]], [[trap]] … each with the keys of its game. Files from
others are untrusted: their size is checked before parsing, and an import shows its changes before it applies them.

>>> files = ContentFiles("tiny", ("cards", "traps"))
>>> written = files.write([("traps", "pit")], lambda kind, id_: {"id": id_, "name": "Pit"}, "toml", "From our table.")
>>> files.read(written)
(('traps', 1, {'id': 'pit', 'name': 'Pit'}),)
>>> try:
...     ContentFiles("other", ("cards",)).read(written)
... except EditRefused as refused:
...     print(refused.text)
This file belongs to another game.
>>> len(ContentFiles("other", ("traps",), any_game=True).read(written))
1
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import tomli_w

from engine.core.commands import MAX_EXACT_INTEGER
from engine.core.strict_parsing import DuplicateKey, is_too_deep, load_json, load_toml
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import EditRefused, ImportedRecord, ImportStatus, Record
from engine.model.frozen import Json

FORMAT: Final = "kitchen-table-workshop"
VERSION: Final = 1
MOST_BYTES = 1 << 20
MOST_RECORDS = 1000
MOST_LEVELS = 8
_MOST_SIGNS = 100_000
"""The maximum number of separators in a file, counted before parsing."""
_TABLE = re.compile(r"\[(?:\[[ \t]*)?[ \t]*(?!(?:true|false|null|-?[0-9.]+)\s*[],])[A-Za-z0-9_-]")
HEAD: Final = ("format", "version", "ruleset", "about")
"""The parts of a file that are no records."""


def name_in_files(kind: str) -> str:
    """Return the name of one record of a kind in a file.

    >>> name_in_files("traps")
    'trap'
    """
    return kind.removesuffix("s")


class ContentFiles:
    """Writes and reads the content files of a game.

    Args:
        ruleset: the id of the game.
        kinds: all kinds of records, in file order.
        any_game: records of these kinds are the same in every game, so files of other games are read, too.
    """

    def __init__(self, ruleset: str, kinds: Sequence[str], *, any_game: bool = False) -> None:
        self._ruleset = ruleset
        self.any_game = any_game
        self.one: Mapping[str, str] = {kind: name_in_files(kind) for kind in kinds}
        """The name of one record of each kind in a file."""

    def write(
        self, chosen: Sequence[tuple[str, str]], row: Callable[[str, str], Record | None], form: str, about: str
    ) -> str:
        """Return a file.

        Args:
            chosen: the records by kind and id.
            row: returns a record; None for a missing one.
            form: `toml` or `json`.
            about: one sentence on the origin of the records.

        Raises:
            EditRefused: a record is missing, there is none at all, or the form is another.
        """
        found: dict[str, Json] = {"format": FORMAT, "version": VERSION, "ruleset": self._ruleset, "about": about}
        for kind, one in self.one.items():
            wanted = dict.fromkeys(id_ for each, id_ in chosen if each == kind)
            rows = {id_: row(kind, id_) for id_ in wanted}
            missing = next((id_ for id_, held in rows.items() if held is None), None)
            if missing is not None:
                raise EditRefused(editor_text("file.gone", id=clipped(missing)))
            if rows:
                found[one] = list(rows.values())
        if len(found) == len(HEAD):
            raise EditRefused(editor_text("file.nothing"))
        if form == "json":
            return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
        if form == "toml":
            return tomli_w.dumps(found, multiline_strings=False)
        raise EditRefused(editor_text("file.form", form=form[:20]))

    def read(self, data: bytes | str) -> tuple[tuple[str, int, object], ...]:
        """Return all records of a file, each with its kind and its number in that kind.

        Raises:
            EditRefused: the file has another format, or too many records.
        """
        return self.records_in(plain_values(file_text(data)))

    def records_in(self, raw: object) -> tuple[tuple[str, int, object], ...]:
        """Return the records in the plain values of a file; `read` documents them."""
        if isinstance(raw, list):
            raise EditRefused(editor_text("file.list", format=FORMAT))
        if not isinstance(raw, dict):
            raise EditRefused(editor_text("file.other_format"))
        if raw.get("format") != FORMAT:
            raise EditRefused(editor_text("file.other_format"))
        version = raw.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version > VERSION:
            raise EditRefused(editor_text("file.newer"))
        if raw.get("ruleset") != self._ruleset and not self.any_game:
            raise EditRefused(editor_text("file.other_game"))
        strange = next((key for key in raw if key not in (*HEAD, *self.one.values())), None)
        if strange is not None:
            raise EditRefused(editor_text("file.strange", name=clipped(strange)))
        found = tuple(self._rows(raw))
        if len(found) > MOST_RECORDS:
            raise EditRefused(editor_text("file.too_many", most=MOST_RECORDS))
        return found

    def _rows(self, raw: Mapping[str, object]) -> Iterator[tuple[str, int, object]]:
        for kind, one in self.one.items():
            rows = raw.get(one, [])
            if not isinstance(rows, list):
                raise EditRefused(editor_text("file.no_list", name=one))
            for number, row in enumerate(rows, 1):
                yield kind, number, row

    def faulty(
        self, at: int, kind: str, number: int, row: object, why: str, *, gm_only: bool, id_: str
    ) -> ImportedRecord:
        """Return a record of a file that cannot be imported.

        Args:
            at: its number in the whole file.
            kind: its kind.
            number: its number in its kind.
            row: its contents.
            why: the reason.
            gm_only: only the GM may know it.
            id_: its id, if it has one.
        """
        name = clipped(str(row.get("name", ""))) if isinstance(row, dict) else ""
        told = editor_text("arrival.faulty", place=f"{self.one[kind]} {number}", why=why)
        id_ = clipped(id_)
        return ImportedRecord(
            at=at, kind=kind, id=id_, name=name or id_, arrival=ImportStatus.FAULTY, told=told, gm_only=gm_only
        )


def import_summary(found: Sequence[ImportedRecord]) -> str:
    """Return a sentence on the contents of a file."""
    counts = {arrival: sum(one.arrival is arrival for one in found) for arrival in ImportStatus}
    parts = {
        "new": counts[ImportStatus.NEW],
        "changed": counts[ImportStatus.CHANGES_YOURS] + counts[ImportStatus.CHANGES_ORIGINAL],
        "same": counts[ImportStatus.SAME],
        "faulty": counts[ImportStatus.FAULTY],
    }
    texts = [editor_text(f"file.count_{part}", count=count) for part, count in parts.items() if count]
    return editor_text("file.summed", parts=texts)


def file_text(data: bytes | str) -> str:
    """Return the text of a file, within the limits of size. Raises EditRefused."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MOST_BYTES:
            raise EditRefused(editor_text("file.too_large", most=MOST_BYTES >> 10))
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeError:
        raise EditRefused(editor_text("file.no_text")) from None
    if sum(map(text.count, ",[{=\n")) > _MOST_SIGNS:
        raise EditRefused(editor_text("file.too_many", most=MOST_RECORDS))
    return text


def plain_values(text: str) -> object:
    """Return a JSON or TOML file as plain values, within the limit of depth. Raises EditRefused."""
    try:
        found = load_json(text.encode()) if _is_json(text) else load_toml(text, MOST_LEVELS)
    except DuplicateKey as error:
        raise EditRefused(editor_text("file.twice", name=clipped(error.name))) from None
    except RecursionError:
        raise EditRefused(editor_text("file.too_deep", most=MOST_LEVELS)) from None
    except ValueError as error:
        raise EditRefused(editor_text("file.broken", why=clipped(str(error)))) from None
    if is_too_deep(found, MOST_LEVELS):
        raise EditRefused(editor_text("file.too_deep", most=MOST_LEVELS))
    return found


def _is_json(text: str) -> bool:
    """Say whether a file is JSON. A file that begins with `[` may be either: in TOML a table name follows."""
    text = text.lstrip()
    return text.startswith("{") or (text.startswith("[") and _TABLE.match(text) is None)


def unsupported_values(value: object, place: str = "") -> Iterator[str]:
    """Yield the places of values that a table cannot store: dates, infinite numbers, incomplete characters."""
    match value:
        case dict():
            for key, part in value.items():
                yield from unsupported_values(part, f"{place}.{key[:40]}".lstrip("."))
        case list():
            for number, part in enumerate(value):
                yield from unsupported_values(part, f"{place}[{number}]")
        case bool() | None:
            pass
        case str():
            if any("\ud800" <= sign <= "\udfff" for sign in value):
                yield place
        case int():
            if abs(value) > MAX_EXACT_INTEGER:
                yield place
        case float():
            if not math.isfinite(value):
                yield place
        case _:
            yield place
