"""The editor's own texts, and problem messages without their place."""

from __future__ import annotations

from engine.kit.content_editor.shared_editor_texts import upper_first
from engine.messages.message import Message
from engine.messages.texts import say, texts
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.record_validation import problem_place


def editor_text(key: str, **params: Json) -> str:
    """Return a text of this game's editor."""
    return say(Message(key=f"drawing.bench.{key}", params=params))


def word_label(kind: str, value: str) -> str:
    """Return the label of a word of the cards' language; an unknown word is its own label."""
    known = texts()
    for key in (f"drawing.word.{kind}.{value}", f"drawing.reading.{kind}.{value}"):
        if key in known:
            return upper_first(known[key])
    return value


def meaning_of(kind: str, value: str) -> str:
    """Return the explanation of a word of the cards' language, where it needs one."""
    return texts().get(f"drawing.means.{kind}.{value}", "")


def without_place(message: Message) -> str:
    """Return a problem without its place, for a form that shows it there."""
    return upper_first(say(message).removeprefix(f"{problem_place(message)}:").strip())
