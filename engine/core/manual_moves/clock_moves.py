"""The clock of the story, set by hand.

Set back, it takes the ends of conditions along: what lasts for another hour still lasts for an hour.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ClockSet, ConditionSet
from engine.model.frozen import replace
from engine.model.table import Table


class SetClock(Request):
    """Set the time of the story, in seconds."""

    FAR_REACHING = True
    seconds: Annotated[int, Meta(ge=0, description="since the story began")]


def verify_set_clock(table: Table, command: SetClock) -> None:
    """Only the GM sets the clock."""
    need_gm(table, command)


def set_clock(draft: Draft, command: SetClock) -> None:
    """Set it; if it goes back, move the ends of all conditions back by the same time."""
    back = draft.table.clock - command.seconds
    draft.emit(ClockSet(seconds=command.seconds))
    if back > 0:
        for actor in draft.table.actors.values():
            for condition in actor.conditions:
                if condition.until is not None:
                    earlier = replace(condition, until=condition.until - back)
                    draft.emit(ConditionSet(actor=actor.id, condition=earlier))
    draft.note("set_clock", seconds=command.seconds)


MOVES: tuple[Move[Any], ...] = (Move(SetClock, verify_set_clock, set_clock),)
