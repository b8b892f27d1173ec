"""The sheets that a game brings, read from its assets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from engine.play.sight import View
from engine.play.words import ASSETS
from engine.sheets.bodied import fitted
from engine.sheets.description import Entries, SheetDescription, Text
from engine.sheets.games import lists_beside
from engine.sheets.migrating import migrated
from engine.sheets.record import SHEET, SHEET_VERSION, Record, record_of
from engine.sheets.review import problems_of
from engine.sheets.sheet import ACTOR, Sheet
from engine.sheets.tailoring import list_of, tailored
from engine.sheets.values import Lists, choices_of
from engine.table.frozen import Json

__all__ = [
    "ACTOR",
    "FIRST",
    "description_for",
    "description_of",
    "fields_to_write",
    "problems_of",
    "proposed",
    "rows_of_game",
    "sheet_of",
    "sheets_of",
    "tables_of",
]

FIRST = "hero"
"""The sheet that a record follows if it does not say which."""


@cache
def sheets_of(ruleset: str) -> Mapping[str, SheetDescription]:
    """Return the sheets of a game by their ids, the first one first; none for a game that has none.

    Raises:
        ValueError: a description does not have the right form; it says in which file and where.
    """
    folder = ASSETS / "rulesets" / ruleset / "sheets"
    found: dict[str, SheetDescription] = {}
    for path in sorted(folder.glob("*.toml")) if _is_name(ruleset) else ():
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            description = msgspec.convert(raw, SheetDescription)
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
            raise ValueError(f"{ruleset}/sheets/{path.name}: {error}") from error
        if description.id != path.stem:
            raise ValueError(f"{ruleset}/sheets/{path.name}: the id is {description.id}")
        found[description.id] = description
    return MappingProxyType({key: found[key] for key in sorted(found, key=lambda key: (key != FIRST, key))})


@cache
def tables_of(ruleset: str) -> Mapping[str, Json]:
    """Return the tables that the sheets of a game reckon with: each a mapping, or a list of pairs.

    The rows that the game brings for the subjects in `columns_of` are tables too, column by column and by the names of
    the rows: `archetypes.strength`.
    """
    path = ASSETS / "rulesets" / ruleset / "tables.toml"
    if not _is_name(ruleset) or not path.is_file():
        return MappingProxyType({})
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    for subject in tables.pop("columns_of", ()):
        tables[subject] = _columns(rows_of_game(ruleset, subject))
    return MappingProxyType(tables)


def _columns(rows: Sequence[Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
    columns: dict[str, dict[str, Json]] = {}
    for row in rows:
        for column, value in row.items():
            columns.setdefault(column, {})[str(row.get("name", ""))] = value
    return columns


@cache
def rows_of_game(ruleset: str, subject: str) -> tuple[Mapping[str, Json], ...]:
    """Return the rows that a game brings for a subject of its sheets, such as its `cards`; none if it brings none."""
    path = ASSETS / "rulesets" / ruleset / f"{subject}.toml"
    if not (_is_name(ruleset) and _is_name(subject)) or not path.is_file():
        return ()
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = next((rows for rows in tables.values() if isinstance(rows, list)), [])
    return tuple(row for row in rows if isinstance(row, dict))


def proposed(sheet: Sheet, field: Text | Entries) -> tuple[str, ...]:
    """Return the names that a field proposes: those of the group's list, then what the game itself brings beside it."""
    brought = rows_of_game(sheet.ruleset, field.list) if field.list in lists_beside(sheet.ruleset) else ()
    names = (row.get("name") for row in brought)
    own = choices_of(field, sheet.lists)
    return tuple(dict.fromkeys((*own, *(name for name in names if isinstance(name, str)))))


def description_for(ruleset: str, fields: Mapping[str, Json], lists: Lists) -> SheetDescription | None:
    """Return the sheet that a record follows, with what the group changed about it.

    A record that names no sheet, or one that is not there, follows the game's first. None if the game has none.
    """
    sheets = sheets_of(ruleset)
    wanted = fields.get(SHEET)
    found = sheets.get(wanted) if isinstance(wanted, str) else None
    if found is None:
        found = next((sheet for sheet in sheets.values() if sheet.subject == ACTOR), None)
    return None if found is None else tailored(found, lists.get(list_of(found.id), ()))


def description_of(ruleset: str, record: Record, lists: Lists) -> SheetDescription | None:
    """Return the same for a whole record: on it the body is that of the character."""
    found = description_for(ruleset, record.sheet, lists)
    return None if found is None else fitted(found, record.body)


def fields_to_write(
    ruleset: str, lists: Lists, held: Mapping[str, Json], fields: Mapping[str, Json]
) -> Mapping[str, Json]:
    """Return what is written on a record together with some fields of the present sheet, so that it is of that version.

    Without it, what is written today would later be taken for that of an older sheet and migrated a second time. Fields
    that say themselves of which version they are stay as they are.

    Args:
        ruleset: the game.
        lists: the group's lists, in which its changes to the sheets are.
        held: what stands on the record; nothing for a new character.
        fields: what is written; null clears one.
    """
    if SHEET_VERSION in fields:
        return fields
    description = description_for(ruleset, {**held, **fields}, lists)
    if description is None:
        return fields
    now = migrated(description, held)
    moved = {key: now.get(key) for key in {**held, **now} if now.get(key) != held.get(key)} if now is not held else {}
    return {**moved, **fields} if moved else fields


def sheet_of(view: View, actor: str) -> Sheet | None:
    """Return a character's sheet as a viewer may read it; None if the game has no sheets. Raises KeyError."""
    record = record_of(view, actor)
    description = description_of(view.ruleset, record, view.lists)
    if description is None:
        return None
    return Sheet(description, record, {**view.options, **view.scene}, view.lists, tables_of(view.ruleset), view.ruleset)


def _is_name(ruleset: str) -> bool:
    return re.fullmatch(r"[a-z0-9_]+", ruleset) is not None
