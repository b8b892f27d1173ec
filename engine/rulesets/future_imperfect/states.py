"""What a character is now: stunned, winded, terrified … Conditions by name, as the rules read and write them."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.moves import new_condition
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import people
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.harm import wound_part
from engine.rulesets.future_imperfect.leading import note_of
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.conflict import Fight, fight, fighter_of
from engine.table.frozen import Frozen
from engine.table.table import Table

SURPRISED, STUNNED, WINDED, UNCONSCIOUS, DEAD = "surprised", "stunned", "winded", "unconscious", "dead"
UNNERVED, TERRIFIED, CATATONIC, PRONE, ENTANGLED = "unnerved", "terrified", "catatonic", "prone", "entangled"
TERROR_FAILED = "terror_failed"
"""Has failed a Terror test and not drawn since: a black joker makes catatonic (FI-FEAR-8)."""
STATES = (
    SURPRISED,
    STUNNED,
    WINDED,
    UNCONSCIOUS,
    DEAD,
    UNNERVED,
    TERRIFIED,
    CATATONIC,
    PRONE,
    ENTANGLED,
    TERROR_FAILED,
)
OUT = (DEAD, UNCONSCIOUS, WINDED, CATATONIC, SURPRISED)
"""States in which nobody acts at all (FI-INIT-16)."""


class Costs(Frozen):
    """What a state, or not quite the right knowledge, takes from the action that somebody rolls for."""

    running: int
    unnerved: int
    related: int


def costs() -> Costs:
    """Return what states cost."""
    found: Costs = tables("states", Costs)
    return found


def states_of(table: Table, actor: str) -> frozenset[str]:
    """Return the names of all conditions of a character."""
    found = table.actors.get(actor)
    return frozenset(condition.name for condition in found.conditions) if found else frozenset()


def why_out(table: Table, actor: str) -> str:
    """Return the gravest state that keeps a character from acting; empty for one that can."""
    now = states_of(table, actor)
    return next((state for state in OUT if state in now), "")


def need_able(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused for a character that can do nothing now; one who acts at the same moment as its foe still acts."""
    why = why_out(table, actor)
    now = fight(table)
    if why and not (now is not None and fighter_of(now, actor) in now.together and why != DEAD):
        raise Refused("out_of_action", "FI-INIT-16", *rules, actor=actor_name(table, actor), why=why)


def enter(draft: Draft, actor: str, state: str, *rules: str, level: int = 0, until: int | None = None) -> None:
    """Bring a character into a state and tell it; nothing happens to one that is in it already."""
    found = draft.table.actors[actor]
    if not found.has(state):
        draft.lay_condition(actor, new_condition(found, state, level, until=until))
        note_of(draft, actor, f"becomes_{state}", *rules)


def leave(draft: Draft, actor: str, state: str, *rules: str) -> None:
    """Let a state end, if it is there."""
    if draft.table.actors[actor].has(state):
        draft.lift_condition(actor, state)
        note_of(draft, actor, f"ends_{state}", *rules)


def end_action(draft: Draft, actor: str) -> None:
    """Let nerves be whole again after an action out of a conflict; in one the end of the turn does it (FI-PSY-5)."""
    now = fight(draft.table)
    if now is None or not fighter_of(now, actor):
        leave(draft, actor, UNNERVED, "FI-PSY-5")


def wounds(table: Table, actor: str) -> Part | None:
    """Return what wounds take from every roll of a character (FI-CORE-13, FI-WOUND-9, FI-WOUND-10)."""
    return wound_part(people.wound_levels(table.actors[actor]))


def action_parts(table: Table, actor: str) -> tuple[Part, ...]:
    """Return what a character's state takes from an action that it rolls for: wounds, nerves, running (FI-PSY-5)."""
    nerves = Part(reason="unnerved", value=unnerved_cost(table, actor))
    runs = Part(reason="running", value=costs().running if _runs(fight(table), actor) else 0)
    return counting(wounds(table, actor), nerves, runs)


def unnerved_cost(table: Table, actor: str) -> int:
    """Return what it costs a character to have lost a contest; 0 for one that has not (FI-PSY-5)."""
    return costs().unnerved if UNNERVED in states_of(table, actor) else 0


def _runs(now: Fight | None, actor: str) -> bool:
    turn = now.turns[-1] if now is not None and now.turns else None
    return now is not None and turn is not None and turn.running and turn.fighter == fighter_of(now, actor)
