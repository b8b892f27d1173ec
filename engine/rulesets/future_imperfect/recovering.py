"""Coming to oneself after a stun, Wind that chips bring back, the Master's word on the dying (FI-STUN, FI-FATE-17)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, checks, fate, harm, people, states
from engine.rulesets.future_imperfect.acting import in_conflict, need_card, take_action
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.counting import need_turn
from engine.rulesets.future_imperfect.harming import need_no_harm, open_stun_check, roller, stunned_by
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.parts import total
from engine.rulesets.future_imperfect.rounds import need_free
from engine.table.table import Table


class RecoverFromStun(Request):
    """A stunned character spends an action on coming to itself."""

    RULES = ("FI-STUN-5", "FI-STUN-6", "FI-STUN-7", "FI-ACT-7")
    actor: ActorId


class SpendForWind(Request):
    """A Fate Chip negates a loss of Wind, or brings Wind back."""

    RULES = ("FI-FATE-17", "FI-FATE-18")
    actor: ActorId
    colour: Annotated[str, Meta(description="white, red, blue")]
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class RuleDead(Request):
    """The Master says that somebody dies, or lives after all."""

    RULES = ("FI-DEATH-2", "FI-DEATH-3", "FI-WOUND-4")
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
    take_action(draft, command.actor)
    tn = harm.recovery_tn(people.wound_levels(draft.table.actors[command.actor]))
    parts = states.action_parts(draft.table, command.actor)
    open_stun_check(draft, command.actor, tn, purpose="recovery", parts=parts)


def _recovered(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    if stunned_by(draft, result) == "passed":
        states.leave(draft, actor, states.STUNNED, "FI-STUN-5")


PURPOSES["recovery"] = Purpose(_recovered)


def verify_wind(table: Table, command: SpendForWind) -> None:
    """A chip of one's own or a helper's, for somebody who has lost Wind; for the dead by the Master's leave."""
    need_known(table, command.seat, command.actor)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    if states.DEAD in states.states_of(table, command.actor):
        need_gm(table, command, "FI-FATE-16")
    if not fate.colour_of(command.colour).wind:
        raise Refused("chip_no_use", "FI-FATE-1", colour=command.colour)
    checks.need_bag(table, roller(command.actor), bag, command.colour)
    if breath.wind_of(table, command.actor) >= people.wind_start(table.actors[command.actor]):
        raise Refused("wind_is_full", "FI-FATE-17", actor=actor_name(table, command.actor))


def spend_for_wind(draft: Draft, command: SpendForWind) -> None:
    """Spend it; what it could do beyond the starting Wind is lost."""
    bag = command.bag or command.seat
    found = draft.table.actors[command.actor]
    wind = breath.wind_of(draft.table, command.actor)
    parts = fate.wind_after(wind, people.wind_start(found), (command.colour,))
    checks.give_back_chip(draft, bag, command.colour)
    draft.note(
        "chip_for_wind",
        "FI-FATE-17",
        seat=seat_name(draft.table, bag),
        actor=actor_name(draft.table, command.actor),
        colour=command.colour,
        reckoning=[part.words for part in parts],
    )
    breath.regain_wind(draft, command.actor, total(parts) - wind, "FI-FATE-17")
    states.leave(draft, command.actor, states.DEAD, "FI-FATE-17")


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
    Move(SpendForWind, verify_wind, spend_for_wind),
    Move(RuleDead, verify_dead, rule_dead),
)
