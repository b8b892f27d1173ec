"""Character templates: rows of the group's list of that name, from which new characters are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.manual_moves.list_moves import TEMPLATES
from engine.model.frozen import Json, replace
from engine.sheets.catalogue.game_metadata import display_name
from engine.sheets.catalogue.sheet_library import description_for, sheets_of
from engine.sheets.exchange.character_file import (
    CharacterFileError,
    PortableCharacter,
    read_character,
    record_from,
    write_character,
)
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import Lists
from engine.sheets.model.record_migration import new_fields
from engine.sheets.model.sheet_description import SheetDescription

NAME: Final = "name"
CHARACTER: Final = "character"
MOST_TEMPLATES: Final = 60


def templates_of(lists: Lists) -> tuple[str, ...]:
    """Return the names of the templates."""
    names = (row.get(NAME) for row in lists.get(TEMPLATES, ()))
    return tuple(name for name in names if isinstance(name, str))


def with_template(lists: Lists, name: str, portable: PortableCharacter) -> tuple[Mapping[str, Json], ...]:
    """Return the list with a template in it, in place of the one of that name; the portrait stays behind."""
    text = write_character(replace(portable, portrait=None)).decode("utf-8")
    row: Mapping[str, Json] = {NAME: name, CHARACTER: text}
    rows: Sequence[Mapping[str, Json]] = lists.get(TEMPLATES, ())
    if name in templates_of(lists):
        return tuple(row if old.get(NAME) == name else old for old in rows)
    return (*rows, row)


def load_template(lists: Lists, name: str) -> PortableCharacter:
    """Return a template. Raises CharacterFileError if it does not exist or is broken."""
    row = next((row for row in lists.get(TEMPLATES, ()) if row.get(NAME) == name), {})
    text = row.get(CHARACTER)
    return read_character(text.encode("utf-8") if isinstance(text, str) else b"")


def sheet_for(ruleset: str, portable: PortableCharacter, lists: Lists) -> SheetDescription:
    """Return the sheet for a character from a file.

    Raises:
        CharacterFileError: it is of another game, or of a sheet that this game does not have.
    """
    if portable.ruleset != ruleset:
        raise CharacterFileError("other_game", game=display_name(portable.ruleset)[:60])
    if portable.sheet not in sheets_of(ruleset):
        raise CharacterFileError("no_sheet", sheet=portable.sheet)
    found = description_for(ruleset, {"sheet": portable.sheet}, lists)
    if found is None:
        raise CharacterFileError("no_sheet", sheet=portable.sheet)
    return found


def new_character_fields(
    ruleset: str, description: SheetDescription, portable: PortableCharacter
) -> Mapping[str, Json]:
    """Return the fields of a new character that is made from a file."""
    first = next(iter(sheets_of(ruleset)), "") == description.id
    blank = Record(sheet=new_fields(description, first=first))
    return record_from(portable, description, blank).sheet
