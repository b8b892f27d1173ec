"""The clock of the story, set by hand."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ClockSet
from engine.model.table import Table


class SetClock(Request):
    """Set the time of the story, in seconds."""

    FAR_REACHING = True
    seconds: Annotated[int, Meta(ge=0, description="since the story began")]


def verify_set_clock(table: Table, command: SetClock) -> None:
    """Only the GM sets the clock."""
    need_gm(table, command)


def set_clock(draft: Draft, command: SetClock) -> None:
    """Set it."""
    draft.emit(ClockSet(seconds=command.seconds))
    draft.note("set_clock", seconds=command.seconds)


MOVES: tuple[Move[Any], ...] = (Move(SetClock, verify_set_clock, set_clock),)
