"""Chips moved by hand from bag to bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.core.events import ChipsMoved
from engine.messages.display_names import bag_name, seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table


class MoveChips(Request):
    """Move chips from bag to bag; an empty name is the box."""

    source: Annotated[str, Meta(description="the bag they leave")]
    target: Annotated[str, Meta(description="the bag they go to")]
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour")]


def verify_move_chips(table: Table, command: MoveChips) -> None:
    """The bag must hold the chips."""
    if command.source == command.target or not command.chips or any(n < 1 for n in command.chips.values()):
        raise Refused("no_chips_named")
    held = table.chips.get(command.source, {})
    if command.source and any(held.get(colour, 0) < n for colour, n in command.chips.items()):
        raise Refused("not_so_many_chips", bag=command.source)


def move_chips(draft: Draft, command: MoveChips) -> None:
    """Move them."""
    draft.emit(ChipsMoved(source=command.source, target=command.target, chips=command.chips))
    chips = ", ".join(f"{n} {colour}" for colour, n in command.chips.items())
    source, target = (bag_name(draft.table, bag) if bag else "" for bag in (command.source, command.target))
    draft.note("moved_chips", seat=seat_name(draft.table, command.seat), chips=chips, source=source, target=target)


MOVES: tuple[Move[Any], ...] = (Move(MoveChips, verify_move_chips, move_chips),)
