"""The words of the Prep room: sentences of the language file under `prep`."""

from __future__ import annotations

from engine.play.words import Message, say
from engine.table.frozen import Json


def told(key: str, /, **params: Json) -> str:
    """Return the sentence `prep.<key>` of the language file."""
    return say(Message(key=f"prep.{key}", params=params))
