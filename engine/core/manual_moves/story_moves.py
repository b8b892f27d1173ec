"""Lines that people write into the story."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table


class Say(Request):
    """Write a line into the story, for everybody or as a private note."""

    text: Annotated[str, Meta(description="the line")]
    private: Annotated[bool, Meta(description="only the one who writes it ever reads it")] = False


def verify_say(table: Table, command: Say) -> None:
    """The text must not be empty."""
    if not command.text.strip():
        raise Refused("nothing_to_write")


def say_line(draft: Draft, command: Say) -> None:
    """Write the line."""
    audience = (command.seat,) if command.private else None
    draft.note("said", audience=audience, seat=seat_name(draft.table, command.seat), text=command.text)


MOVES: tuple[Move[Any], ...] = (Move(Say, verify_say, say_line),)
