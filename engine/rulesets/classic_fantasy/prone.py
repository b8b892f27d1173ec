"""Lying prone and getting up again (CF-X-33)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import states
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.leading import need_known, need_leader, note_of
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.turning import act, need_able, need_points, need_turn
from engine.table.table import Table

Getting = Literal["Brawn", "Athletics"]


class StandUp(Request):
    """Somebody who lies prone gets up: for an action, or against a foe who keeps him down by a contest."""

    RULES = ("CF-X-33",)
    actor: ActorId
    foe: Annotated[str, Meta(description="who keeps him down; empty for nobody")] = ""
    skill: Annotated[Getting, Meta(description="what is rolled against a foe")] = "Brawn"
    foe_skill: Annotated[Getting, Meta(description="what the foe rolls")] = "Brawn"


class LieDown(Request):
    """Somebody drops prone."""

    RULES = ("CF-X-33", "CF-FIRE-15")
    actor: ActorId


def verify_stand(table: Table, command: StandUp) -> None:
    """Who leads the character, that lies there and can act; in a fight in its own Turn."""
    need_leader(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has(states.PRONE):
        raise Refused("d100_not_prone", "CF-X-33")
    need_able(table, command.actor)
    need_turn(table, command.actor)
    need_points(table, command.actor, 1)
    if command.foe:
        need_known(table, command.seat, command.foe)
        roll_of(table, command.actor, command.skill)
        roll_of(table, command.foe, command.foe_skill)


def stand(draft: Draft, command: StandUp) -> None:
    """Get up, or roll for it."""
    act(draft, command.actor)
    if not command.foe:
        _stands(draft, command.actor)
        return
    first = roll_of(draft.table, command.actor, command.skill)
    other = roll_of(draft.table, command.foe, command.foe_skill)
    open_check(draft, Check(purpose="stand_up", rolls=(first, other), sort="opposed"))


def _stands(draft: Draft, actor: str) -> None:
    states.lift(draft, actor, states.PRONE)
    note_of(draft, actor, "d100_stands_up", "CF-X-33")


def _stood(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    if result.succeeded:
        _stands(draft, actor)
    else:
        note_of(draft, actor, "d100_kept_down", "CF-X-33")


def verify_lie(table: Table, command: LieDown) -> None:
    """Who leads the character; it must stand."""
    need_leader(table, command, command.actor)
    need_free(table)
    if table.actors[command.actor].has(states.PRONE):
        raise Refused("d100_prone_already", "CF-X-33")


def lie_down(draft: Draft, command: LieDown) -> None:
    """Drop."""
    states.lay(draft, command.actor, states.PRONE)
    note_of(draft, command.actor, "d100_lies_prone", "CF-X-33")


PURPOSES["stand_up"] = Purpose(_stood)
MOVES = (Move(StandUp, verify_stand, stand), Move(LieDown, verify_lie, lie_down))
