"""Lines of the log and results of a character, each for the seats that may know of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.kit.log_audiences import add_line_about
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.character.character_audience import audience_for


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
    public: Collection[str] = (),
    **params: Json,
) -> None:
    """Write a line of the log about a character, by name, for the seats that may know of it.

    For a secret character that has been noticed, only the readers of its record see how numbers are calculated. With
    `numbers`, a line that shows values of the record, they alone get the line; the others get the sentence `seen`, if
    there is one, with the parameters `public`.
    """
    if not draft.reports:
        return
    character, audience = draft.table.actors[actor], audience_for(draft.table, actor)
    if numbers and not seen and audience is None:
        audience = record_readers(draft.table, character)
    named: dict[str, Json] = {"actor": character.name, **params}
    add_line_about(
        draft,
        character,
        audience,
        key,
        rules,
        named,
        reckoning=reckoning,
        calls_for=calls_for,
        seen=seen,
        hides=params.keys() - set(public) if seen else (),
        made_of="d100_made_of",
    )


def record_result(draft: Draft, actor: str, **figures: Json) -> None:
    """Record results of a character, unless the character is secret."""
    if not draft.reports:
        return
    character = draft.table.actors.get(actor)
    if character is None or not character.secret:
        draft.record_results(**figures)
