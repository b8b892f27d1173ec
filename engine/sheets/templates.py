"""Characters kept as templates: rows of the group's list of that name, from which new characters are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.play.moves.words import TEMPLATES
from engine.sheets.description import SheetDescription
from engine.sheets.migrating import new_fields
from engine.sheets.portable import NotPortable, Portable, read, record_from, write
from engine.sheets.record import Record
from engine.sheets.shelf import description_for, sheets_of
from engine.sheets.values import Lists
from engine.table.frozen import Json, replace

NAME: Final = "name"
CHARACTER: Final = "character"
MOST: Final = 60

__all__ = ["MOST", "TEMPLATES", "fields_of", "sheet_for", "template", "templates_of", "with_template"]


def templates_of(lists: Lists) -> tuple[str, ...]:
    """Return the names of the templates."""
    names = (row.get(NAME) for row in lists.get(TEMPLATES, ()))
    return tuple(name for name in names if isinstance(name, str))


def with_template(lists: Lists, name: str, portable: Portable) -> tuple[Mapping[str, Json], ...]:
    """Return the list with a template in it, in place of the one of that name; the portrait stays behind."""
    text = write(replace(portable, portrait=None)).decode("utf-8")
    row: Mapping[str, Json] = {NAME: name, CHARACTER: text}
    rows: Sequence[Mapping[str, Json]] = lists.get(TEMPLATES, ())
    if name in templates_of(lists):
        return tuple(row if old.get(NAME) == name else old for old in rows)
    return (*rows, row)


def template(lists: Lists, name: str) -> Portable:
    """Return a template. Raises NotPortable for one that is not there, or that somebody has spoilt."""
    row = next((row for row in lists.get(TEMPLATES, ()) if row.get(NAME) == name), {})
    text = row.get(CHARACTER)
    return read(text.encode("utf-8") if isinstance(text, str) else b"")


def sheet_for(ruleset: str, portable: Portable, lists: Lists) -> SheetDescription:
    """Return the sheet on which a character of a file comes in.

    Raises:
        NotPortable: it is of another game, or of a sheet that this one does not have.
    """
    if portable.ruleset != ruleset:
        raise NotPortable("other_game", ruleset=portable.ruleset)
    if portable.sheet not in sheets_of(ruleset):
        raise NotPortable("no_sheet", sheet=portable.sheet)
    found = description_for(ruleset, {"sheet": portable.sheet}, lists)
    if found is None:
        raise NotPortable("no_sheet", sheet=portable.sheet)
    return found


def fields_of(ruleset: str, description: SheetDescription, portable: Portable) -> Mapping[str, Json]:
    """Return the fields with which a new character like one of a file comes to the table."""
    first = next(iter(sheets_of(ruleset)), "") == description.id
    blank = Record(sheet=new_fields(description, first=first))
    return record_from(portable, description, blank).sheet
