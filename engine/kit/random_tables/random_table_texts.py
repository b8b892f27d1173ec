"""Texts of random tables."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


def table_text(key: str, **params: Json) -> str:
    """Return a text about random tables."""
    return say(Message(key=f"random_table.{key}", params=params))
