"""Characters: the numbers on their sheets, who controls them, who can act, and who can be a target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from engine.core import audience
from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.core.manual_moves import new_condition
from engine.kit import control
from engine.kit.control import controller_of as leader
from engine.kit.log_audiences import add_readers_line
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.rulesets.imaginality.procedures import current_action, openly_taking_part
from engine.rulesets.imaginality.settings import has_attributes, numbers

WOUND = "wound"
"""The condition of a wound; its level is its damage points."""
ATTRIBUTES = ("mental", "physical", "social")
NUMBERS = (*ATTRIBUTES, "points")
"""The fields with the numbers of the rules."""
MOST_POINTS = 20
"""The most points that an offer asks for at once."""
# Values of the sheet's field `creation` while a character is being made; a finished one does not have the field.
DRAWING, SPENDING = "draw", "spend"
add_log_line = add_readers_line


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


def write_fields(draft: Draft, actor_id: str, **fields: Json) -> None:
    """Write fields of a sheet; the remaining points are a figure that scripts can check."""
    draft.emit(SheetEdited(actor=actor_id, fields=fields))
    actor = draft.table.actors[actor_id]
    if "points" in fields and not actor.secret:
        draft.record_results(actor=actor_id, points=points_of(actor))


def end_procedure(draft: Draft, procedure: Procedure) -> None:
    """End one procedure and leave the others on the stack as they are."""
    draft.set_procedures(tuple(p for p in draft.table.procedures if p is not procedure))


def list_entries(actor: Actor, field: str) -> tuple[str, ...]:
    """Return the entries of a list on a sheet."""
    entries = actor.sheet.get(field)
    return tuple(str(entry) for entry in entries) if isinstance(entries, (list, tuple)) else ()


def cost_of_next(actor: Actor, attribute: str) -> int | None:
    """Return the cost of the next level of an attribute, or None at the highest (IM-CHAR-8)."""
    return numbers().attribute_costs.get(level_of(actor, attribute) + 1)


FallenState = Literal["unconscious", "dying", "dead"]
DOWN: Final[tuple[FallenState, ...]] = ("unconscious", "dying", "dead")
"""The conditions of a fallen character, the worst last."""
_DOWN = frozenset(DOWN)
HELPLESS = (*DOWN, "helpless")


def lay_fallen(draft: Draft, actor_id: str, state: FallenState) -> Condition | None:
    """Give a character one of the conditions of the fallen; return it, or None if the character has it already."""
    actor = draft.table.actors[actor_id]
    if actor.has_condition(state):
        return None
    fallen = new_condition(actor, state)
    draft.lay_condition(actor_id, fallen)
    return fallen


def is_players(table: Table, actor: str) -> bool:
    """Return whether a player controls a character."""
    character = table.actors.get(actor)
    return character is not None and not table.is_gm(character.seat)


def can_act(table: Table, actor: str) -> bool:
    """Say whether a character can act, block, counterattack or dodge (IM-WOUND-12)."""
    character = table.actors.get(actor)
    if character is None or not character.conditions:
        return character is not None
    return _DOWN.isdisjoint([condition.name for condition in character.conditions])


def is_helpless(table: Table, actor: str) -> bool:
    """Return whether a character cannot answer any blow or shot (IM-HTH-10, IM-RANGED-6)."""
    character = table.actors.get(actor)
    return character is None or any(character.has_condition(state) for state in HELPLESS)


def is_dead(table: Table, actor: str, viewer: str) -> bool:
    """Return whether a character is dead, as far as a viewer may know."""
    character = table.actors.get(actor)
    if character is None or not character.conditions:
        return False
    return character.has_condition("dead") and table.may_read(character, viewer)


def living_first(table: Table, actors: Iterable[str], viewer: str) -> tuple[str, ...]:
    """Return the possible targets, the dead last, so that the first choice is alive."""
    listed, known = tuple(actors), table.actors
    # Those with conditions first: this is asked for all characters several times a command.
    dead = [name for name in listed if name in known and known[name].conditions and is_dead(table, name, viewer)]
    return (*[name for name in listed if name not in dead], *dead) if dead else listed


def foes_first(table: Table, actors: Iterable[str], seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters that a seat may attack: the other side first, the dead last of all.

    On either side come first those who have not fallen, as far as the viewer may know.
    """
    gm, known = table.is_gm(seat), table.actors

    def rank(actor: str) -> tuple[bool, bool]:
        fallen = actor in known and not can_act(table, actor) and table.may_read(known[actor], viewer)
        return table.is_gm(leader(table, actor)) == gm, fallen

    return living_first(table, sorted(actors, key=rank), viewer)


def need_somebody(table: Table, actors: Iterable[str], viewer: str, rule: str) -> None:
    """Raise Refused unless there is a living target, as far as a viewer may know."""
    if all(is_dead(table, actor, viewer) for actor in actors):
        raise Refused("nobody_else", rule)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character that a seat does not know: an unknown id, or a secret one not yet noticed."""
    audience.need_known(table, seat, actor, _noticed(table, actor))


def need_free(table: Table, rule: str = "IM-ACT-9") -> None:
    """Raise Refused while an action is in progress."""
    if current_action(table) is not None:
        raise Refused("action_under_way", rule)


def need_controller(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the seat controls the character, or is the GM (IM-GM-1)."""
    control.need_controller(table, command, actor, *rules, noticed=_noticed(table, actor))


def _noticed(table: Table, actor: str) -> tuple[str, ...]:
    """Return a secret character if everybody may notice it; the others are known anyway."""
    found = table.actors.get(actor)
    hidden = found is None or not found.secret or found.archived or actor not in openly_taking_part(table)
    return () if hidden else (actor,)
