"""What stands on a character's sheet for the point rules: read, and written so that only those entitled are told."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.draft import Draft
from engine.play.events import ProcedureSet, SheetEdited
from engine.play.moves.fields import audience_of
from engine.play.words import Message
from engine.rulesets.imaginality.data import numbers
from engine.rulesets.imaginality.settings import has_attributes
from engine.table.frozen import Json
from engine.table.seats import Actor
from engine.table.table import Procedure, Table

ATTRIBUTES = ("mental", "physical", "social")
NUMBERS = (*ATTRIBUTES, "points")
"""The fields that hold the numbers with which the rules play."""
# What the sheet's field `creation` says while a character is being made; a finished one does not have the field.
DRAWING, SPENDING = "draw", "spend"


def points_of(actor: Actor) -> int:
    """Return a character's unspent points."""
    points = actor.sheet.get("points")
    return points if isinstance(points, int) and not isinstance(points, bool) else 0


def keeps_points(actor: Actor) -> bool:
    """Say whether a character's sheet has its optional side, with points and attributes."""
    return has_attributes(actor) or "points" in actor.sheet


def creation_of(actor: Actor) -> str:
    """Return how far making a character has come: `draw`, `spend`, or nothing for one that is finished."""
    found = actor.sheet.get("creation")
    return str(found) if found in (DRAWING, SPENDING) else ""


def lowest_level() -> int:
    """Return the level at which every attribute starts (IM-CHAR-7)."""
    return min(numbers().attribute_costs)


def level_of(actor: Actor, attribute: str) -> int:
    """Return the level of an attribute."""
    found = actor.sheet.get(attribute)
    return found if isinstance(found, int) else lowest_level()


def readers(table: Table, actor_id: str) -> tuple[str, ...] | None:
    """Return who may read of a character's numbers in the log: everybody, or of a secret one its leader and the GM."""
    return audience_of(table, table.actors[actor_id])


def note_of(draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **params: Json) -> None:
    """Write a line of the log on a character, by name, that only those read who may read of its numbers."""
    told = readers(draft.table, actor)
    name = draft.table.actors[actor].name
    draft.note(key, *rules, audience=told, reckoning=reckoning, tells=(), calls_for=(), actor=name, **params)


def write(draft: Draft, actor_id: str, **fields: Json) -> None:
    """Write fields of a sheet; the points that are then left are a figure that scripts can check."""
    draft.emit(SheetEdited(actor=actor_id, fields=fields))
    actor = draft.table.actors[actor_id]
    if "points" in fields and not actor.secret:
        draft.figure(actor=actor_id, points=points_of(actor))


def end_only(draft: Draft, procedure: Procedure) -> None:
    """End one procedure and leave those beside and above it as they are."""
    draft.emit(ProcedureSet(procedures=tuple(p for p in draft.table.procedures if p is not procedure)))


def entries_of(actor: Actor, field: str) -> tuple[str, ...]:
    """Return the entries of a list on a sheet."""
    found = actor.sheet.get(field)
    return tuple(str(entry) for entry in found) if isinstance(found, (list, tuple)) else ()


def cost_of_next(actor: Actor, attribute: str) -> int | None:
    """Return what the next level of an attribute costs, or None at the highest (IM-CHAR-8)."""
    return cost_of(level_of(actor, attribute) + 1)


def cost_of(level: int) -> int | None:
    """Return what a level of an attribute costs, or None where there is no such level (IM-CHAR-8)."""
    return numbers().attribute_costs.get(level)
