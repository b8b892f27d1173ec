"""How the workbench of this game speaks."""

from __future__ import annotations

from engine.play.words import Message, say
from engine.table.frozen import Json


def tell(key: str, **params: Json) -> str:
    """Return a sentence of the workbench."""
    return say(Message(key=f"d100.bench.{key}", params=params))
