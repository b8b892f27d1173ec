"""What conditions are called on a sheet, and which of them is meant by what people write there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.play.words import Message, say, texts

_GROUP = "condition."


def called(name: str) -> str:
    """Return what a condition is called: as the language file says, else as people wrote it."""
    key = f"{_GROUP}{name}"
    return say(Message(key=key)) if key in texts() else name


def meant(words: str, lying: Iterable[str] = ()) -> str:
    """Return the name of the condition that is meant: one that lies there, one that a game knows, else a new one.

    The rules know a condition by its name (`stunned`), people write what they read on the sheet (`Stunned`).
    """
    names = (*lying, *known())
    if words in names:
        return words
    folded = words.casefold()
    return next((name for name in names if folded in (name.casefold(), called(name).casefold())), words)


@cache
def known() -> tuple[str, ...]:
    """Return the names of the conditions that the language file has words for."""
    return tuple(key.removeprefix(_GROUP) for key in texts() if key.startswith(_GROUP))
