"""The sheet fields of the point rules: read, and written with log lines only for those who may read them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import ProcedureSet, SheetEdited
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.rulesets.imaginality.rules_data import numbers
from engine.rulesets.imaginality.settings import has_attributes

ATTRIBUTES = ("mental", "physical", "social")
NUMBERS = (*ATTRIBUTES, "points")
"""The fields with the numbers of the rules."""
# Values of the sheet's field `creation` while a character is being made; a finished one does not have the field.
DRAWING, SPENDING = "draw", "spend"


def points_of(actor: Actor) -> int:
    """Return a character's unspent points."""
    points = actor.sheet.get("points")
    return points if isinstance(points, int) and not isinstance(points, bool) else 0


def keeps_points(actor: Actor) -> bool:
    """Say whether a character's sheet has its optional side, with points and attributes."""
    return has_attributes(actor) or "points" in actor.sheet


def creation_step(actor: Actor) -> str:
    """Return the step of an unfinished creation: `draw`, `spend`, or nothing for a finished character."""
    step = actor.sheet.get("creation")
    return str(step) if step in (DRAWING, SPENDING) else ""


def lowest_level() -> int:
    """Return the level at which every attribute starts (IM-CHAR-7)."""
    return min(numbers().attribute_costs)


def level_of(actor: Actor, attribute: str) -> int:
    """Return the level of an attribute."""
    level = actor.sheet.get(attribute)
    return level if isinstance(level, int) else lowest_level()


def readers(table: Table, actor_id: str) -> tuple[str, ...] | None:
    """Return who may read a character's numbers: everybody, or for a secret one its controller and the GM."""
    return record_readers(table, table.actors[actor_id])


def add_log_line(
    draft: Draft, actor: str, key: str, *rules: str, reckoning: Sequence[Message] = (), **params: Json
) -> None:
    """Add a log line about a character, by name, for those who may read its numbers."""
    audience = readers(draft.table, actor)
    name = draft.table.actors[actor].name
    draft.note(key, *rules, audience=audience, reckoning=reckoning, tells=(), calls_for=(), actor=name, **params)


def write_fields(draft: Draft, actor_id: str, **fields: Json) -> None:
    """Write fields of a sheet; the remaining points are a figure that scripts can check."""
    draft.emit(SheetEdited(actor=actor_id, fields=fields))
    actor = draft.table.actors[actor_id]
    if "points" in fields and not actor.secret:
        draft.record_results(actor=actor_id, points=points_of(actor))


def end_procedure(draft: Draft, procedure: Procedure) -> None:
    """End one procedure and leave the others on the stack as they are."""
    draft.emit(ProcedureSet(procedures=tuple(p for p in draft.table.procedures if p is not procedure)))


def list_entries(actor: Actor, field: str) -> tuple[str, ...]:
    """Return the entries of a list on a sheet."""
    entries = actor.sheet.get(field)
    return tuple(str(entry) for entry in entries) if isinstance(entries, (list, tuple)) else ()


def cost_of_next(actor: Actor, attribute: str) -> int | None:
    """Return the cost of the next level of an attribute, or None at the highest (IM-CHAR-8)."""
    return cost_of(level_of(actor, attribute) + 1)


def cost_of(level: int) -> int | None:
    """Return the cost of a level of an attribute, or None where there is no such level (IM-CHAR-8)."""
    return numbers().attribute_costs.get(level)
