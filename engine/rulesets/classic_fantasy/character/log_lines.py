"""Lines of the log and results of a character, each for the seats that may know of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, is_veiled


def stored_phrase(name: str) -> str:
    """Return a word or phrase that is stored with what it describes."""
    return say(Message(key=f"word.d100-{name}"))


def add_log_line(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    numbers: bool = False,
    seen: str = "",
    **params: Json,
) -> None:
    """Write a line of the log about a character, by name, for the seats that may know of it.

    For a secret character that has been noticed, only the readers of its record see how numbers are calculated. With
    `numbers`, a line that shows values of the record, they alone get the line; the others get the sentence `seen`, if
    there is one.
    """
    character, name = draft.table.actors[actor], actor_name(draft.table, actor)
    audience = audience_for(draft.table, actor)
    veiled = is_veiled(draft.table, actor)
    if veiled and seen:
        draft.note(seen, *rules, audience=None, reckoning=(), tells=(), calls_for=calls_for, actor=name)
    if veiled and (numbers or seen):
        audience, veiled = record_readers(draft.table, character), False
    shown = () if veiled else reckoning
    draft.note(key, *rules, audience=audience, reckoning=shown, tells=(), calls_for=calls_for, actor=name, **params)
    if veiled and reckoning:
        draft.note("d100_made_of", audience=record_readers(draft.table, character), reckoning=reckoning, actor=name)


def record_result(draft: Draft, actor: str, **figures: Json) -> None:
    """Record results of a character, unless the character is secret."""
    character = draft.table.actors.get(actor)
    if character is None or not character.secret:
        draft.record_results(**figures)
