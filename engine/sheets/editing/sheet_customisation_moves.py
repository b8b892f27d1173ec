"""A record sheet changed to a group's liking."""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.sheets.catalogue.sheet_customisation import (
    MOST_CHANGES,
    SheetChange,
    changes_list_name,
    first_invalid_change,
    rows_from_changes,
)

_SHEET_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class TailorSheet(Request):
    """Change a record sheet to the group's liking: fields and sections added, hidden, renamed and put in order."""

    sheet: Annotated[str, Meta(description="the id of the sheet, such as `hero`")]
    ops: Annotated[
        tuple[SheetChange, ...], Meta(description="all changes, oldest first; none gives back the game's own sheet")
    ]


def verify_tailor_sheet(table: Table, command: TailorSheet) -> None:
    """The sheets are the GM's, and every change has its right form."""
    need_gm(table, command)
    if not _SHEET_ID.fullmatch(command.sheet):
        raise Refused("no_such_sheet", sheet=command.sheet[:60])
    if len(command.ops) > MOST_CHANGES:
        raise Refused("too_many_changes", most=MOST_CHANGES)
    wrong = first_invalid_change(command.ops)
    if wrong is not None:
        raise Refused("change_form", reason=wrong)


def tailor_sheet(draft: Draft, command: TailorSheet) -> None:
    """Write the changes down."""
    draft.emit(ListSet(name=changes_list_name(command.sheet), rows=rows_from_changes(command.ops)))
    draft.note("sheet_tailored", sheet=command.sheet, count=len(command.ops))


MOVES: tuple[Move[Any], ...] = (Move(TailorSheet, verify_tailor_sheet, tailor_sheet),)
