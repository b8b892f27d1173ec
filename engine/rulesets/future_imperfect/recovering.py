"""Coming to oneself after a stun, and the Master's word on the dying (FI-STUN, FI-DEATH)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import harm, people, states
from engine.rulesets.future_imperfect.acting import in_conflict, need_card, pay_action
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.counting import need_turn
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.harming import need_no_harm
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.stunning import open_stun_check, stunned_by
from engine.table.table import Table


class RecoverFromStun(Request):
    """A stunned character spends an action on coming to itself."""

    RULES = ("FI-STUN-5", "FI-STUN-6", "FI-STUN-7", "FI-ACT-7")
    actor: ActorId


class RuleDead(Request):
    """The Master says that somebody dies, or lives after all."""

    RULES = ("FI-DEATH-2", "FI-DEATH-3", "FI-WOUND-4")
    FAR_REACHING = True
    actor: ActorId
    dead: Annotated[bool, Meta(description="false for one who lives after all")] = True


def verify_recover(table: Table, command: RecoverFromStun) -> None:
    """Whoever leads somebody stunned, with a whole action for it."""
    need_leader(table, command, command.actor, "FI-STUN-5")
    need_free(table)
    need_no_harm(table)
    if states.STUNNED not in states.states_of(table, command.actor):
        raise Refused("not_stunned", "FI-STUN-5", actor=actor_name(table, command.actor))
    states.need_able(table, command.actor, "FI-STUN-5")
    need_card(table, command.actor)
    if in_conflict(table, command.actor) and need_turn(table, command.actor).moved:
        raise Refused("action_spent", "FI-STUN-7", actor=actor_name(table, command.actor))


def recover(draft: Draft, command: RecoverFromStun) -> None:
    """Roll Vigor against the worst wound there is now."""
    tn = harm.recovery_tn(people.wound_levels(draft.table.actors[command.actor]))
    parts = states.action_parts(draft.table, command.actor)
    open_stun_check(draft, command.actor, tn, purpose="recovery", parts=parts)


def _recovered(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    if stunned_by(draft, result) == "passed":
        states.leave(draft, actor, states.STUNNED, "FI-STUN-5")


PURPOSES["recovery"] = Purpose(
    _recovered, acts=True, off=CallingOff.BEGINNER, pays=pay_action, dazed=True, called="recovery_check"
)


def verify_dead(table: Table, command: RuleDead) -> None:
    """The Master."""
    need_gm(table, command, "FI-DEATH-2")
    need_known(table, command.seat, command.actor)
    if command.dead == (states.DEAD in states.states_of(table, command.actor)):
        raise Refused("already_so", "FI-DEATH-2")


def rule_dead(draft: Draft, command: RuleDead) -> None:
    """Write it down."""
    if command.dead:
        states.enter(draft, command.actor, states.DEAD, "FI-DEATH-2", "FI-DEATH-3")
    else:
        states.leave(draft, command.actor, states.DEAD, "FI-DEATH-2")


MOVES = (
    Move(RecoverFromStun, verify_recover, recover),
    Move(RuleDead, verify_dead, rule_dead),
)
