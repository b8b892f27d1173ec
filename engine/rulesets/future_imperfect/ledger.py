"""What the rules write on a character's record: bounty, purchases, Traits and Aptitudes (section 4, FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play.draft import Draft
from engine.play.events import SheetEdited
from engine.play.moves.fields import audience_of
from engine.play.words import Message
from engine.rulesets.future_imperfect.cells import Cells
from engine.table.frozen import Json
from engine.table.seats import Actor

Row = Mapping[str, Json]


def rows(actor: Actor, field: str, first: str = "name") -> list[Row]:
    """Return the rows of a field as they stand; a plain word is what its `first` column says."""
    found = actor.sheet.get(field)
    written = found if isinstance(found, list | tuple) else ()
    return [row if isinstance(row, Mapping) else {first: row} for row in written]


def points(actor: Actor) -> int:
    """Return the bounty that is not spent."""
    return Cells(actor.sheet).whole("bounty") or 0


def write(draft: Draft, actor: str, **fields: Json) -> None:
    """Write fields of a record."""
    draft.emit(SheetEdited(actor=actor, fields=fields))


def note_of(draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **params: Json) -> None:
    """Write a line of the log on a record, which only those read who may read it."""
    found = draft.table.actors[actor]
    told = audience_of(draft.table, found)
    draft.note(key, *rules, audience=told, reckoning=reckoning, tells=(), calls_for=(), actor=found.name, **params)


def earn(draft: Draft, actor: str, more: int) -> int:
    """Write earned bounty down; return what there is now (FI-BOUNTY-1 to FI-BOUNTY-3)."""
    found = draft.table.actors[actor]
    had, earned = points(found), Cells(found.sheet).whole("bounty_earned") or 0
    write(draft, actor, bounty=had + more, bounty_earned=max(earned, had) + more)
    return had + more


def pay(draft: Draft, actor: str, what: str, cost: int, **fields: Json) -> int:
    """Take bounty off for a purchase, and write down what it was and what it changes; return what is left."""
    found = draft.table.actors[actor]
    left = points(found) - cost
    purchase: Row = {"what": what, "cost": cost}
    purchases = [*rows(found, "purchases", "what"), purchase]
    write(draft, actor, bounty=left, purchases=purchases, **fields)
    return left
