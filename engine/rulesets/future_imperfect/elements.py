"""Who burns, breathes smoke, or is in deep water: conditions of a character, as the rules read and write them.

A condition's `level` says how large a fire is, or in which round smoke or water was last withstood; its `note` names
the burning areas, the water, or the wet cloth.
"""

from __future__ import annotations

from engine.play.commands import Request, need_gm
from engine.play.draft import Draft
from engine.play.moves import new_condition
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import hazards, states
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.dice_of import level_of
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.hazards import Blaze
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.table import Table

BURNING, SMOKE, WATER = "burning", "in_smoke", "in_water"
BLAZES: tuple[Blaze, ...] = ("small", "larger", "engulfed")
CLOTH = "cloth"
CALM = "calm"


class Befalls(Request):
    """Something that the Master lets befall a character."""

    actor: ActorId


def held_by(table: Table, actor: str, element: str) -> Condition | None:
    """Return the condition of an element that a character is in."""
    return next(iter(table.actors[actor].named(element)), None)


def put_into(draft: Draft, actor: str, element: str, note: str, level: int = 0) -> None:
    """Bring a character into an element, in place of what it was in of the same kind."""
    old = held_by(draft.table, actor, element)
    new = new_condition(draft.table.actors[actor], element) if old is None else old
    draft.lay_condition(actor, replace(new, note=note, level=level))


def take_out(draft: Draft, actor: str, element: str) -> None:
    """Let a character be out of an element."""
    draft.lift_condition(actor, element)


def round_now(table: Table) -> int:
    """Return the number of the round, 0 where nobody fights."""
    now = fight(table)
    return now.number if now is not None else 0


def withstood(draft: Draft, actor: str, element: str) -> None:
    """Remember that the roll of this round was made."""
    found = held_by(draft.table, actor, element)
    if found is not None:
        draft.lay_condition(actor, replace(found, level=round_now(draft.table)))


def water_of(found: Condition) -> str:
    """Return the water that somebody is in; what people wrote there and no rule knows is calm (FI-DROWN-3)."""
    named = folded(found.note)
    return named if named in hazards.numbers().water else CALM


def water_tn(table: Table, actor: str) -> int | None:
    """Return what keeps a character above the water that it is in; None for what asks nothing (FI-DROWN-1, -3)."""
    found = held_by(table, actor, WATER)
    if found is None:
        return None
    return hazards.swimming_tn(water_of(found), swims=level_of(table, actor, "swimming") > 0)


def due(table: Table, actor: str) -> str:
    """Return which element asks for the first action of this round; empty for none (FI-DROWN-1, FI-FIRE-1)."""
    number = round_now(table)
    if not number:
        return ""
    water, smoke = held_by(table, actor, WATER), held_by(table, actor, SMOKE)
    if water is not None and water.level != number and water_tn(table, actor) is not None:
        return WATER
    return SMOKE if smoke is not None and smoke.level != number else ""


def need_breath(table: Table, actor: str) -> None:
    """Raise Refused for a character whose first action this round must be to swim, or to breathe."""
    match due(table, actor):
        case "in_water":
            raise Refused("swim_first", "FI-DROWN-1", actor=actor_name(table, actor))
        case "in_smoke":
            raise Refused("breathe_first", "FI-FIRE-1", actor=actor_name(table, actor))
        case _:
            pass


def need_in(table: Table, actor: str, element: str) -> None:
    """Raise Refused for a character that is not in an element."""
    if held_by(table, actor, element) is None:
        raise Refused("not_in_element", actor=actor_name(table, actor), element=element)


def need_master_over(table: Table, command: Request, actor: str) -> None:
    """Raise Refused unless the Master asks, for somebody in the story, when nothing else is being settled."""
    need_gm(table, command, *command.RULES[:1])
    need_known(table, command.seat, actor)
    need_free(table)


def verify_over(table: Table, command: Befalls) -> None:
    """The Master, for somebody in the story."""
    need_master_over(table, command, command.actor)


def need_master_within(table: Table, command: Request, actor: str, element: str) -> None:
    """Raise Refused unless the Master asks, for somebody who is in an element."""
    need_master_over(table, command, actor)
    need_in(table, actor, element)


def fighting(table: Table) -> tuple[str, ...]:
    """Return everybody who takes part in the conflict and is alive."""
    now = fight(table)
    members = [actor for fighter in now.fighters.values() for actor in fighter.members] if now is not None else []
    return tuple(actor for actor in members if not table.actors[actor].has(states.DEAD))
