"""What a character is now: stunned, winded, terrified … Conditions by name, as the rules read and write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.draft import Draft
from engine.play.moves import new_condition
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import people
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.harm import wound_part
from engine.rulesets.future_imperfect.leading import note_of
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.check import Roll
from engine.rulesets.future_imperfect.procedures.conflict import Fight, Standing, fight, fighter_of
from engine.table.frozen import Frozen, replace
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


_GRAVITY: Final = {state: place for place, state in enumerate(OUT)}
NOT_OUT: Final = len(OUT)
NONE: Final[frozenset[str]] = frozenset()


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
    return frozenset([condition.name for condition in found.conditions]) if found and found.conditions else NONE


def _standing(table: Table, actor: str) -> Standing | None:
    """Return how a character was when its card came up, if it acts at the same moment as its foe, and now (FI-INIT-12).

    While the foe acts, it stands there as it is.
    """
    now = fight(table)
    if now is None or not now.standing or actor not in now.standing:
        return None
    name = fighter_of(now, actor)
    acts = name in now.together and (not now.turns or now.turns[-1].fighter == name)
    return now.standing[actor] if acts else None


def acting_states(table: Table, actor: str) -> frozenset[str]:
    """Return the conditions that tell on what a character does now (FI-INIT-12)."""
    held = _standing(table, actor)
    return frozenset(held.states) if held is not None else states_of(table, actor)


def is_stunned(table: Table, actor: str) -> bool:
    """Say whether a character can now do nothing but come round, or drag itself along (FI-STUN-4)."""
    return STUNNED in acting_states(table, actor)


def why_out(table: Table, actor: str) -> str:
    """Return the gravest state that keeps a character from acting; empty for one that can."""
    found, held = table.actors.get(actor), _standing(table, actor)
    if held is not None:
        return next((state for state in OUT if state in held.states), "")
    gravest = NOT_OUT
    for condition in found.conditions if found is not None else ():  # a plain loop: it is asked dozens of times
        if condition.name in _GRAVITY and _GRAVITY[condition.name] < gravest:
            gravest = _GRAVITY[condition.name]
    return OUT[gravest] if gravest < NOT_OUT else ""


def need_able(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused for a character that can do nothing now; one who acts at the same moment as its foe still acts."""
    why = why_out(table, actor)
    if why:
        raise Refused("out_of_action", "FI-INIT-16", *rules, actor=actor_name(table, actor), why=why)


def need_senses(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused for a character that can do nothing, or nothing but come round and drag itself along (FI-STUN-4).

    That is to say: who is stunned neither acts otherwise nor aims, prepares, or holds a card back.
    """
    need_able(table, actor, *rules)
    if is_stunned(table, actor):
        raise Refused("is_stunned", "FI-STUN-4", *rules, actor=actor_name(table, actor))


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


def wound_levels(table: Table, actor: str) -> Mapping[str, int]:
    """Return the wound levels by area that tell on what a character does now (FI-INIT-12)."""
    held = _standing(table, actor)
    return held.levels if held is not None else people.wound_levels(table.actors[actor])


def wounds(table: Table, actor: str) -> Part | None:
    """Return what wounds take from every roll of a character (FI-CORE-13, FI-WOUND-9, FI-WOUND-10)."""
    return wound_part(wound_levels(table, actor))


RUNNING = "running"
STATE_PARTS = ("wounds", "unnerved", RUNNING)
"""The reasons of `action_parts`."""


def action_parts(table: Table, actor: str) -> tuple[Part, ...]:
    """Return what a character's state takes from an action that it rolls for: wounds, nerves, running (FI-PSY-5)."""
    nerves = Part(reason="unnerved", value=unnerved_cost(table, actor))
    runs = Part(reason=RUNNING, value=costs().running if _runs(fight(table), actor) else 0)
    return counting(wounds(table, actor), nerves, runs)


def unnerved_cost(table: Table, actor: str) -> int:
    """Return what it costs a character to have lost a contest; 0 for one that has not (FI-PSY-5)."""
    return costs().unnerved if UNNERVED in acting_states(table, actor) else 0


def act_together(draft: Draft, names: tuple[str, ...]) -> None:
    """Let hands act at the same moment: what one does tells on the others only after their own action (FI-INIT-12)."""
    now = fight(draft.table)
    assert now is not None
    held = {
        actor: Standing(
            states=tuple(sorted(states_of(draft.table, actor))),
            levels=people.wound_levels(draft.table.actors[actor]),
        )
        for name in names
        for actor in now.fighters[name].members
    }
    draft.become(replace(now, together=names, standing=held))


def act_alone(draft: Draft, name: str) -> None:
    """The action of a hand is over: from now on all that has happened meanwhile tells on it (FI-INIT-12)."""
    now = fight(draft.table)
    if now is None or name not in now.together:
        return
    mine = now.fighters[name].members
    draft.become(
        replace(
            now,
            together=tuple(other for other in now.together if other != name),
            standing={actor: held for actor, held in now.standing.items() if actor not in mine},
        )
    )


def book_roll(draft: Draft, rolled: Roll) -> None:
    """Remember of an action that something was rolled for in it as by somebody who does not run (FI-MOVE-6)."""
    now = fight(draft.table)
    turn = now.turns[-1] if now is not None and now.turns else None
    if now is None or turn is None or turn.running or turn.fighter != fighter_of(now, rolled.actor):
        return
    if all(part.reason != RUNNING for part in rolled.parts):
        draft.become(replace(now, turns=(*now.turns[:-1], replace(turn, unhurried=True))))


def _runs(now: Fight | None, actor: str) -> bool:
    turn = now.turns[-1] if now is not None and now.turns else None
    return now is not None and turn is not None and turn.running and turn.fighter == fighter_of(now, actor)
