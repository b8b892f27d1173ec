"""Records as files that other tables can read, in TOML or JSON.

A file has `format`, `version` and `ruleset`, then [[card]], [[trap]] … each with the keys of its game. If it is a
stranger's it is data and nothing else: it is measured before it is read, and what it would change is told before
anything does.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import tomli_w

from engine.play.commands import MOST_EXACT
from engine.play.strict import KeyTwice, load_once, load_toml, too_deep
from engine.table.frozen import Json
from engine.workshop.shown import Arrival, Arriving, Record, Unworkable
from engine.workshop.telling import clipped, tell

FORMAT: Final = "kitchen-table-workshop"
VERSION: Final = 1
MOST_BYTES = 1 << 20
MOST_RECORDS = 1000
MOST_LEVELS = 8
_MOST_SIGNS = 100_000
"""Signs between values that a file may have, counted before it is read."""
_TABLE = re.compile(r"\[(?:\[[ \t]*)?[ \t]*(?!(?:true|false|null|-?[0-9.]+)\s*[],])[A-Za-z0-9_-]")
_HEAD = ("format", "version", "ruleset", "about")


class Files:
    """Writes and reads the files of a game.

    Args:
        ruleset: whose they are.
        kinds: all kinds of records, in the order in which they stand in a file.
    """

    def __init__(self, ruleset: str, kinds: Sequence[str]) -> None:
        self._ruleset = ruleset
        self.one: Mapping[str, str] = {kind: kind.removesuffix("s") for kind in kinds}
        """What one record of each kind is called there."""

    def written(
        self, chosen: Sequence[tuple[str, str]], row: Callable[[str, str], Record | None], form: str, about: str
    ) -> str:
        """Return a file.

        Args:
            chosen: the records by kind and id.
            row: gives one; None for one that is not there.
            form: `toml` or `json`.
            about: whose they are, in a sentence.

        Raises:
            Unworkable: for one that is not there, for none, or another form.
        """
        found: dict[str, Json] = {"format": FORMAT, "version": VERSION, "ruleset": self._ruleset, "about": about}
        for kind, one in self.one.items():
            wanted = dict.fromkeys(id_ for each, id_ in chosen if each == kind)
            rows = {id_: row(kind, id_) for id_ in wanted}
            missing = next((id_ for id_, held in rows.items() if held is None), None)
            if missing is not None:
                raise Unworkable(tell("file.gone", id=clipped(missing)))
            if rows:
                found[one] = list(rows.values())
        if len(found) == len(_HEAD):
            raise Unworkable(tell("file.nothing"))
        if form == "json":
            return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
        if form == "toml":
            return tomli_w.dumps(found, multiline_strings=False)
        raise Unworkable(tell("file.form", form=form[:20]))

    def read(self, data: bytes | str) -> tuple[tuple[str, int, object], ...]:
        """Return all records of a file with their kind and their number among those.

        Raises:
            Unworkable: for what is no such file, or more than is taken.
        """
        raw = _read(data)
        if raw.get("format") != FORMAT:
            raise Unworkable(tell("file.other_format"))
        version = raw.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version > VERSION:
            raise Unworkable(tell("file.newer"))
        if raw.get("ruleset") != self._ruleset:
            raise Unworkable(tell("file.other_game"))
        strange = next((key for key in raw if key not in (*_HEAD, *self.one.values())), None)
        if strange is not None:
            raise Unworkable(tell("file.strange", name=clipped(strange)))
        found = tuple(self._rows(raw))
        if len(found) > MOST_RECORDS:
            raise Unworkable(tell("file.too_many", most=MOST_RECORDS))
        return found

    def _rows(self, raw: Mapping[str, object]) -> Iterator[tuple[str, int, object]]:
        for kind, one in self.one.items():
            rows = raw.get(one, [])
            if not isinstance(rows, list):
                raise Unworkable(tell("file.no_list", name=one))
            for number, row in enumerate(rows, 1):
                yield kind, number, row

    def faulty(self, at: int, kind: str, number: int, row: object, why: str, *, gm_only: bool, id_: str) -> Arriving:
        """Return a record of a file that cannot be taken over.

        Args:
            at: its number among all of the file.
            kind: what it is.
            number: its number among its kind.
            row: as it stands there.
            why: what keeps it out.
            gm_only: only the GM may know it.
            id_: its id, as far as it has one.
        """
        name = clipped(str(row.get("name", ""))) if isinstance(row, dict) else ""
        told = tell("arrival.faulty", place=f"{self.one[kind]} {number}", why=why)
        id_ = clipped(id_)
        return Arriving(at=at, kind=kind, id=id_, name=name or id_, arrival=Arrival.FAULTY, told=told, gm_only=gm_only)


def summed(found: Sequence[Arriving]) -> str:
    """Return in a sentence what is in a file."""
    counts = {arrival: sum(one.arrival is arrival for one in found) for arrival in Arrival}
    return tell(
        "file.summed",
        new=counts[Arrival.NEW],
        same=counts[Arrival.SAME],
        changed=counts[Arrival.CHANGES_YOURS] + counts[Arrival.CHANGES_ORIGINAL],
        faulty=counts[Arrival.FAULTY],
    )


def _read(data: bytes | str) -> Mapping[str, object]:
    """Return the file as plain values, within bounds."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MOST_BYTES:
            raise Unworkable(tell("file.too_large", most=MOST_BYTES >> 10))
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeError:
        raise Unworkable(tell("file.no_text")) from None
    if sum(map(text.count, ",[{=\n")) > _MOST_SIGNS:
        raise Unworkable(tell("file.too_many", most=MOST_RECORDS))
    try:
        found = load_once(text.encode()) if _is_json(text) else load_toml(text, MOST_LEVELS)
    except KeyTwice as error:
        raise Unworkable(tell("file.twice", name=clipped(error.name))) from None
    except RecursionError:
        raise Unworkable(tell("file.too_deep", most=MOST_LEVELS)) from None
    except ValueError as error:
        raise Unworkable(tell("file.broken", why=clipped(str(error)))) from None
    if isinstance(found, list):
        raise Unworkable(tell("file.list", format=FORMAT))
    if not isinstance(found, dict):
        raise Unworkable(tell("file.other_format"))
    if too_deep(found, MOST_LEVELS):
        raise Unworkable(tell("file.too_deep", most=MOST_LEVELS))
    return found


def _is_json(text: str) -> bool:
    """Say whether a file is JSON. One that begins with `[` may be either: TOML has the name of a table there."""
    text = text.lstrip()
    return text.startswith("{") or (text.startswith("[") and _TABLE.match(text) is None)


def unfit(value: object, place: str = "") -> Iterator[str]:
    """Go through the places of what no table can hold: dates, endless numbers, half signs."""
    match value:
        case dict():
            for key, part in value.items():
                yield from unfit(part, f"{place}.{key[:40]}".lstrip("."))
        case list():
            for number, part in enumerate(value):
                yield from unfit(part, f"{place}[{number}]")
        case bool() | None:
            pass
        case str():
            if any("\ud800" <= sign <= "\udfff" for sign in value):
                yield place
        case int():
            if abs(value) > MOST_EXACT:
                yield place
        case float():
            if not math.isfinite(value):
                yield place
        case _:
            yield place
