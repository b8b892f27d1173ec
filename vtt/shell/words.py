"""The words of the shell: sentences of the language file under `shell`."""

from __future__ import annotations

from engine.play.words import Message, say
from engine.table.frozen import Json


def told(key: str, **params: Json) -> str:
    """Return the sentence `shell.<key>` of the language file."""
    return say(Message(key=f"shell.{key}", params=params))
