"""Who is surprised (FI-SURP)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, initiative, states
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import skill_roll
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    lead_of,
    need_fight,
    need_fighter,
    need_free,
    wait_out,
)
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Phase
from engine.table.frozen import replace
from engine.table.table import Table

GUTS = "guts"


class CheckSurprise(Request):
    """The Master calls for a guts check of somebody who may be surprised."""

    RULES = ("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
    actor: ActorId
    expecting: Annotated[bool, Meta(description="expects some danger")] = False


def verify_surprise(table: Table, command: CheckSurprise) -> None:
    """The Master, before the character draws."""
    need_gm(table, command, "FI-SURP-1")
    need_free(table)
    _, fighter = need_fighter(table, command.actor)
    if need_fight(table).phase is not Phase.DRAW or (fighter.drawn and fighter.why != states.SURPRISED):
        raise Refused("surprise_before_draw", "FI-SURP-1")


def check_surprise(draft: Draft, command: CheckSurprise) -> None:
    """Roll guts: the first time by whether danger is expected, in later rounds to come to oneself."""
    later = draft.table.actors[command.actor].has(states.SURPRISED)
    tn = initiative.surprise_tn(expecting=command.expecting, later=later)
    reason = "surprise_later" if later else "surprise_expecting" if command.expecting else "surprise_unexpecting"
    roll = skill_roll(draft.table, command.actor, GUTS)
    parts = (Part(reason=reason, value=tn),)
    checks.open_check(draft, Check(purpose="surprise", what="surprise", rolls=(roll,), tn=tn, tn_parts=parts))


def _surprise_decided(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    name, fighter = need_fighter(draft.table, actor)
    if result.successes:
        states.leave(draft, actor, states.SURPRISED, "FI-SURP-3")
        if fighter.why == states.SURPRISED:
            become_fighter(draft, name, replace(fighter, due=None, drawn=False, kept=False, why=""))
        draft.note("not_surprised", "FI-SURP-3", actor=actor_name(draft.table, actor))
    else:
        states.enter(draft, actor, states.SURPRISED, "FI-SURP-2")
        if states.why_out(draft.table, lead_of(draft.table, fighter)):
            wait_out(draft, name, states.SURPRISED)


PURPOSES["surprise"] = Purpose(_surprise_decided, called="surprise_check")


MOVES = (Move(CheckSurprise, verify_surprise, check_surprise),)
