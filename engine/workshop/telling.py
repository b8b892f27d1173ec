"""How every workbench speaks: of files, of what has the wrong form, of where a record comes from."""

from __future__ import annotations

from engine.play.words import Message, say
from engine.table.frozen import Json

CLIPPED = 80
"""How much of a name is shown in a line; whoever writes a longer one is told so."""


def tell(key: str, **params: Json) -> str:
    """Return a sentence that the workbenches of all games have."""
    return say(Message(key=f"bench.{key}", params=params))


def upper_first(text: str) -> str:
    """Return a text with a capital letter."""
    return text[:1].upper() + text[1:]


def clipped(name: str) -> str:
    """Return a name that fits into a line."""
    name = " ".join(name.split())
    return name if len(name) <= CLIPPED else f"{name[: CLIPPED - 1]}…"
