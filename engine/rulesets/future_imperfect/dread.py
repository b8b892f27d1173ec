"""The course of terror over the draw phases: shaken, frozen, running away, and over (FI-FEAR-6 to FI-FEAR-8).

How far it has come is the `level` of the condition: 0 until a draw phase has passed with it, 1 from then on.
"""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import minds, states
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.table import Table

WAITING, FELT = 0, 1


def _of(table: Table, actor: str, state: str) -> Condition | None:
    return next(iter(table.actors[actor].named(state)), None)


def _at(draft: Draft, actor: str, state: str, level: int) -> None:
    found = _of(draft.table, actor, state)
    if found is not None and found.level != level:
        draft.lay_condition(actor, replace(found, level=level))


def seize(draft: Draft, actor: str, dread: minds.Dread, *rules: str) -> None:
    """Bring a character into dread; being frozen takes the place of running away (FI-FEAR-5, FI-FEAR-6)."""
    if dread == states.CATATONIC:
        draft.lift_condition(actor, states.TERRIFIED)
    draft.lift_condition(actor, states.TERROR_FAILED)
    states.enter(draft, actor, dread, *rules)
    _at(draft, actor, dread, WAITING)


def shake(draft: Draft, actor: str, *, drawn: bool) -> None:
    """Remember a failed Terror test until the first draw phase after it is over (FI-FEAR-8)."""
    states.enter(draft, actor, states.TERROR_FAILED, "FI-FEAR-8")
    _at(draft, actor, states.TERROR_FAILED, WAITING if drawn else FELT)


def before_draw(draft: Draft, actor: str) -> None:
    """At the start of a draw phase: what was felt in the one before moves on (FI-FEAR-7, FI-FEAR-8)."""
    for state in (states.TERRIFIED, states.CATATONIC):
        found = _of(draft.table, actor, state)
        if found is None:
            continue
        if found.level == WAITING:
            _at(draft, actor, state, FELT)
            continue
        states.leave(draft, actor, state, "FI-FEAR-8")
        following = minds.after_draw_phase("catatonic" if state == states.CATATONIC else "terrified")
        if following is not None:
            states.enter(draft, actor, following, "FI-FEAR-6")
            _at(draft, actor, following, FELT)
    _at(draft, actor, states.TERROR_FAILED, FELT)


def after_draw(draft: Draft, actor: str) -> None:
    """At the end of a draw phase: a failed Terror test that it was the first after is forgotten (FI-FEAR-8)."""
    found = _of(draft.table, actor, states.TERROR_FAILED)
    if found is not None and found.level == FELT:
        states.leave(draft, actor, states.TERROR_FAILED, "FI-FEAR-8")


def must_flee(table: Table, actor: str) -> bool:
    """Say whether a character has drawn the card that it has to run away with (FI-FEAR-7)."""
    found = _of(table, actor, states.TERRIFIED)
    return found is not None and found.level == FELT


def need_nerve(table: Table, actor: str) -> None:
    """Raise Refused for a character that can do nothing but run away (FI-FEAR-7)."""
    if must_flee(table, actor):
        raise Refused("must_flee", "FI-FEAR-7", actor=actor_name(table, actor))
