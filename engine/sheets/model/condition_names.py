"""The names of conditions on a sheet, and the condition that a player's text means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.messages.message import Message
from engine.messages.texts import say, texts

_GROUP = "condition."


def condition_label(name: str) -> str:
    """Return the label of a condition: from the language file, else its name as people wrote it."""
    key = f"{_GROUP}{name}"
    return say(Message(key=key)) if key in texts() else name


def condition_from_text(words: str, lying: Iterable[str] = ()) -> str:
    """Return the name of the condition that a text means: the character's own, one that a game knows, else a new one.

    The rules know a condition by its name (`stunned`); players write what they read on the sheet (`Stunned`).
    """
    names = (*lying, *known_condition_names())
    if words in names:
        return words
    folded = words.casefold()
    return next((name for name in names if folded in (name.casefold(), condition_label(name).casefold())), words)


@cache
def known_condition_names() -> tuple[str, ...]:
    """Return the names of the conditions that the language file has words for."""
    return tuple(key.removeprefix(_GROUP) for key in texts() if key.startswith(_GROUP))
