"""The group's own lists, written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table

TEMPLATES: Final = "templates"
"""The list of templates for new characters; every game may have it, and no game ships one."""


class SetList(Request):
    """Write one of the group's own lists: weapons, armour and the like."""

    list: Annotated[str, Meta(description="the name of the list")]
    rows: Annotated[tuple[Mapping[str, Json], ...], Meta(description="all its rows; each has a `name` of its own")]


def verify_set_list(table: Table, command: SetList) -> None:
    """Only the GM writes lists."""
    need_gm(table, command)
    if command.list not in table.lists and command.list != TEMPLATES:
        raise Refused("no_such_list", list=command.list)
    names = [row.get("name") for row in command.rows]
    if not all(isinstance(name, str) and name.strip() for name in names) or len(set(names)) != len(names):
        raise Refused("list_names", list=command.list)


def set_list(draft: Draft, command: SetList, *, secret: bool = False) -> None:
    """Write it. Only the GM reads in the log that a `secret` list was written."""
    draft.emit(ListSet(name=command.list, rows=command.rows))
    audience = (command.seat,) if secret else None
    draft.note("list_set", audience=audience, list=command.list, count=len(command.rows))


def moves_for(secret_lists: frozenset[str]) -> tuple[Move[Any], ...]:
    """Return the move that writes a list; the log lines about secret lists are for the GM alone."""

    def write_list(draft: Draft, command: SetList) -> None:
        set_list(draft, command, secret=command.list in secret_lists)

    return (Move(SetList, verify_set_list, write_list),)
