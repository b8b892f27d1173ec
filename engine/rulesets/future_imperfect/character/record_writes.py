"""Writes of the rules on a character's record: bounty, purchases, Traits and Aptitudes (section 4, FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.rulesets.future_imperfect.character.row_reader import ListRow, RowReader


def rows(actor: Actor, field: str, first: str = "name") -> list[ListRow]:
    """Return the rows of a field; a plain word counts as a row with only its `first` column."""
    value = actor.sheet.get(field)
    written = value if isinstance(value, list | tuple) else ()
    return [row if isinstance(row, Mapping) else {first: row} for row in written]


def points(actor: Actor) -> int:
    """Return the bounty that is not spent."""
    return RowReader(actor.sheet).whole("bounty") or 0


def write(draft: Draft, actor: str, **fields: Json) -> None:
    """Write fields of a record."""
    draft.emit(SheetEdited(actor=actor, fields=fields))


def add_log_line(
    draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **params: Json
) -> None:
    """Write a log line about a record, for those who may read the record."""
    character = draft.table.actors[actor]
    readers = record_readers(draft.table, character)
    draft.note(
        key, *rules, audience=readers, reckoning=reckoning, tells=(), calls_for=(), actor=character.name, **params
    )


def add_points(draft: Draft, actor: str, more: int) -> int:
    """Write earned bounty down; return the new total (FI-BOUNTY-1 to FI-BOUNTY-3)."""
    character = draft.table.actors[actor]
    had, earned = points(character), RowReader(character.sheet).whole("bounty_earned") or 0
    write(draft, actor, bounty=had + more, bounty_earned=max(earned, had) + more)
    return had + more


def spend_points(draft: Draft, actor: str, what: str, cost: int, **fields: Json) -> int:
    """Subtract the bounty of a purchase, and record the purchase and its changes; return the points left."""
    character = draft.table.actors[actor]
    points_left = points(character) - cost
    purchase: ListRow = {"what": what, "cost": cost}
    purchases = [*rows(character, "purchases", "what"), purchase]
    write(draft, actor, bounty=points_left, purchases=purchases, **fields)
    return points_left
