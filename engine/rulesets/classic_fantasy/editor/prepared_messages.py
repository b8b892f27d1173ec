"""Texts of the content editor of this game."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


def editor_text(key: str, **params: Json) -> str:
    """Return a text of the content editor."""
    return say(Message(key=f"d100.bench.{key}", params=params))
