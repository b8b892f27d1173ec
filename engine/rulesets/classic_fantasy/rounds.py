"""Turns and Rounds of a fight: actions, reactions, and what a Round's end ticks (CF-X-27, CF-TIME-3, 2.16)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import states
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.leading import need_leader, note_of
from engine.rulesets.classic_fantasy.lucky import LAST_ACT, LAST_ACT_DONE
from engine.rulesets.classic_fantasy.passing import THEN, advance
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.turning import (
    act,
    end_turn,
    need_able,
    need_fight,
    need_offence,
    need_points,
    need_turn,
    next_turn,
    now,
    pay,
    refill,
)
from engine.table.frozen import replace
from engine.table.table import Table


class TakeAction(Request):
    """Somebody does something with the Turn, in words; it costs Action Points."""

    RULES = ("CF-X-27", "CF-FATIGUE-8", "CF-WOUND-5", "CF-X-39")
    actor: ActorId
    what: Annotated[str, Meta(description="what is done, in words")] = ""
    points: Annotated[int, Meta(ge=0, le=9, description="Action Points that it costs")] = 1
    casting: Annotated[bool, Meta(description="a spell is begun")] = False


class React(Request):
    """Somebody answers to what another does; that costs an Action Point out of turn."""

    RULES = ("CF-X-27",)
    actor: ActorId
    what: Annotated[str, Meta(description="what is done, in words")] = ""
    points: Annotated[int, Meta(ge=0, le=9, description="Action Points that it costs")] = 1


class EndTurn(Request):
    """A Turn is over, and the next one begins."""

    RULES = ("CF-X-27", "CF-WOUND-5", "CF-AMB-35")


class PassRound(Request):
    """Somebody lets the rest of the Round go by."""

    RULES = ("CF-X-27",)
    actor: ActorId


class GiveTurn(Request):
    """The GM gives the Turn to somebody."""

    RULES = ("CF-X-27",)
    actor: ActorId


class EndRound(Request):
    """Five seconds have gone by: what ticks does so in its order, and everybody has all Action Points again."""

    RULES = ("CF-TIME-3", "CF-X-27", "CF-X-13", "CF-FATIGUE-7")


# ---- Turns ----------------------------------------------------------------------------------------------------------


def verify_action(table: Table, command: TakeAction) -> None:
    """Whose Turn it is, who can act, for Action Points that are there."""
    need_leader(table, command, command.actor)
    need_free(table)
    need_fight(table)
    need_turn(table, command.actor)
    need_able(table, command.actor)
    need_points(table, command.actor, command.points)
    if command.casting:
        need_offence(table, command.actor)


def take_action(draft: Draft, command: TakeAction) -> None:
    """Do it; a last act is the last (CF-BLOOD-4)."""
    act(draft, command.actor, command.points)
    if command.casting:
        states.lay(draft, command.actor, states.CASTING)
    note_of(draft, command.actor, "d100_acts", "CF-X-27", what=command.what, points=command.points)
    end_last_act(draft, command.actor)


def end_last_act(draft: Draft, actor: str) -> None:
    """Let somebody sink down who had one last act (CF-BLOOD-4)."""
    if states.lift(draft, actor, LAST_ACT):
        states.lay(draft, actor, LAST_ACT_DONE)
        states.lay(draft, actor, states.UNCONSCIOUS, ends="gm")
        note_of(draft, actor, "d100_last_act_over", "CF-BLOOD-4")


def verify_react(table: Table, command: React) -> None:
    """Somebody in the fight who can act, for Action Points that are there."""
    need_leader(table, command, command.actor)
    if command.actor not in need_fight(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")
    need_able(table, command.actor)
    need_points(table, command.actor, command.points)


def react(draft: Draft, command: React) -> None:
    """Pay for it."""
    pay(draft, command.actor, command.points)
    note_of(draft, command.actor, "d100_reacts", "CF-X-27", what=command.what, points=command.points)


def verify_end_turn(table: Table, command: EndTurn) -> None:
    """Whose Turn it is, or the GM."""
    found = need_fight(table)
    need_free(table)
    if not found.turn:
        raise Refused("d100_no_turn", "CF-X-27")
    need_leader(table, command, found.turn)


def do_end_turn(draft: Draft, command: EndTurn) -> None:
    """Go on; a Turn that did nothing costs its Action Point all the same, or nobody would ever be done."""
    found = now(draft)
    if not found.acted:
        pay(draft, found.turn, 1)
    end_turn(draft, found.turn)
    next_turn(draft)


def verify_pass(table: Table, command: PassRound) -> None:
    """Who leads the character, at any time."""
    need_leader(table, command, command.actor)
    need_free(table)
    found = need_fight(table)
    if command.actor not in found.fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")
    if found.fighters[command.actor].passed:
        raise Refused("d100_passed_already", "CF-X-27")


def pass_round(draft: Draft, command: PassRound) -> None:
    """Nothing more in this Round; reactions stay."""
    found = now(draft)
    changed = replace(found.fighters[command.actor], passed=True)
    draft.become(replace(found, fighters={**found.fighters, command.actor: changed}))
    note_of(draft, command.actor, "d100_passes", "CF-X-27")
    if found.turn == command.actor:
        end_turn(draft, command.actor)
        next_turn(draft)


def verify_give(table: Table, command: GiveTurn) -> None:
    """The GM, to somebody in the fight."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if command.actor not in need_fight(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def give_turn(draft: Draft, command: GiveTurn) -> None:
    """It is that one's Turn."""
    draft.become(replace(now(draft), turn=command.actor, acted=False, lucky=()))
    note_of(draft, command.actor, "d100_turn_given", "CF-X-27")


# ---- Rounds ---------------------------------------------------------------------------------------------------------


def verify_end_round(table: Table, command: EndRound) -> None:
    """The GM, while nothing waits; whoever has not acted loses what is left."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if not need_fight(table).order:
        raise Refused("d100_no_initiative", "CF-X-16")


def end_round(draft: Draft, command: EndRound) -> None:
    """Let the Round's time pass: the end of this one and the start of the next tick in their order (2.16)."""
    advance(draft, units().combat_round_seconds, then="round")


def _begins(draft: Draft, passed: Passing, whole: bool) -> None:
    if not whole or fight(draft.table) is None:
        return
    found = now(draft)
    fighters = {actor: replace(fighter, passed=False) for actor, fighter in found.fighters.items()}
    draft.become(
        replace(found, number=found.number + 1, fighters=fighters, turn="", had=(), acted=False, lucky=(), fresh=())
    )
    refill(draft)
    draft.note("d100_round_begins", "CF-TIME-3", number=found.number + 1)
    draft.figure(round=found.number + 1, clock=draft.table.clock)
    next_turn(draft)


THEN["round"] = _begins
MOVES = (
    Move(TakeAction, verify_action, take_action),
    Move(React, verify_react, react),
    Move(EndTurn, verify_end_turn, do_end_turn),
    Move(PassRound, verify_pass, pass_round),
    Move(GiveTurn, verify_give, give_turn),
    Move(EndRound, verify_end_round, end_round),
)
