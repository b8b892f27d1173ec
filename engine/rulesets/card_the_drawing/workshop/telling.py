"""How the workbench speaks: its own sentences, and what others say of a place without naming it."""

from __future__ import annotations

from engine.play.words import Message, say, texts
from engine.rulesets.card_the_drawing.review import place_of
from engine.table.frozen import Json
from engine.workshop.telling import upper_first


def tell(key: str, **params: Json) -> str:
    """Return a sentence of the workbench of this game."""
    return say(Message(key=f"drawing.bench.{key}", params=params))


def word(kind: str, value: str) -> str:
    """Return what a word of the cards' language is called; one that is not known is called as it is written."""
    known = texts()
    for key in (f"drawing.word.{kind}.{value}", f"drawing.reading.{kind}.{value}"):
        if key in known:
            return upper_first(known[key])
    return value


def told_of(kind: str, value: str) -> str:
    """Return what a word of the cards' language means, where it has to be told."""
    return texts().get(f"drawing.means.{kind}.{value}", "")


def without_place(message: Message) -> str:
    """Return what is wrong without where that is, for whoever shows it there."""
    return upper_first(say(message).removeprefix(f"{place_of(message)}:").strip())
