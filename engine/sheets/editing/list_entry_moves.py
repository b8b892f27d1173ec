"""A row of a record sheet, kept as an entry of the group's list from which such rows are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.sheets.catalogue.listed_entries import (
    LONGEST_NAME,
    PickerField,
    is_keepable,
    same_name,
    shows_entry,
)
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.sheet_description import RowsField

MOST_ENTRIES: Final = 1000
"""The entries that a list of the group can have."""


class KeepListEntry(Request):
    """Keep an entry in one of the group's lists, from which sheets are filled; it replaces one with the same name."""

    list: Annotated[str, Meta(description="the name of the list, such as `weapons`")]
    entry: Annotated[Mapping[str, Json], Meta(description="its values; it has a `name`")]


def picked_lists(ruleset: str) -> frozenset[str]:
    """Return the lists from which the sheets of a game are filled."""
    return frozenset(_lists(ruleset))


def _lists(ruleset: str) -> Iterator[str]:
    for description in sheets_of(ruleset).values():
        for section in description.sections:
            for field in section.fields:
                for part in field.columns if isinstance(field, RowsField) else (field,):
                    if isinstance(part, PickerField) and shows_entry(part):
                        yield part.list


def verify_keep_list_entry(table: Table, command: KeepListEntry) -> None:
    """The lists are the GM's, a sheet is filled from this one, and the entry has a name and a limited size."""
    need_gm(table, command)
    if command.list not in picked_lists(table.ruleset):
        raise Refused("no_such_list", list=command.list[:60])
    if not same_name(command.entry.get("name")):
        raise Refused("list_names", list=command.list)
    if not is_keepable(command.entry):
        raise Refused("list_entry_large", list=command.list, most=LONGEST_NAME)
    if len(_with_entry(table, command)) > MOST_ENTRIES:
        raise Refused("list_full", list=command.list, most=MOST_ENTRIES)


def _with_entry(table: Table, command: KeepListEntry) -> tuple[Mapping[str, Json], ...]:
    """Return the rows of the list with the entry, in the place of one with the same name."""
    rows, name = table.lists.get(command.list, ()), same_name(command.entry["name"])
    if any(same_name(row.get("name")) == name for row in rows):
        return tuple(command.entry if same_name(row.get("name")) == name else row for row in rows)
    return (*rows, command.entry)


def _keep_list_entry(draft: Draft, command: KeepListEntry) -> None:
    """Keep it. Only the GM reads its name in the log: it may be from the sheet of a secret character."""
    rows = _with_entry(draft.table, command)
    key = "list_entry_kept" if len(rows) > len(draft.table.lists.get(command.list, ())) else "list_entry_replaced"
    draft.emit(ListSet(name=command.list, rows=rows))
    draft.note(key, audience=(command.seat,), list=command.list, name=str(command.entry["name"])[:60])


MOVES: Final[tuple[Move[Any], ...]] = (Move(KeepListEntry, verify_keep_list_entry, _keep_list_entry),)
