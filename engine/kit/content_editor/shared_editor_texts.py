"""Texts that the content editors of all games share: files, form errors, the origin of a record.

>>> clipped("  A very   long name"), len(clipped("long " * 99))
('A very long name', 80)
>>> editor_text("file.too_many", most=9)
'The file has too many entries. The maximum is 9.'
"""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json

CLIPPED = 80
"""The maximum length of a name in a line; a longer name is reported as a problem."""


def editor_text(key: str, **params: Json) -> str:
    """Return a text that the content editors of all games share."""
    return say(Message(key=f"bench.{key}", params=params))


def upper_first(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def clipped(name: str) -> str:
    """Return a name that fits into a line."""
    name = " ".join(name.split())
    return name if len(name) <= CLIPPED else f"{name[: CLIPPED - 1]}…"
