"""The shot out of an aim at a target that begins to move (FI-AIM-9 to FI-AIM-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import trait_roll
from engine.rulesets.future_imperfect.fighters import (
    laid_of,
    lead_of,
    need_fight,
    need_fighter,
    need_free,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.interrupting import need_out_of_turn
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Aim, Phase, Turn
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.turns import begin_turn
from engine.table.table import Table


class ShootFromAim(Request):
    """Fire at a target that begins to move: at once if Reflex is faster, or once it has moved and is still in sight."""

    RULES = ("FI-AIM-9", "FI-AIM-10", "FI-AIM-11")
    actor: ActorId
    track: Annotated[bool, Meta(description="follow the target and fire after it has moved, without a contest")] = False


def verify_aimed(table: Table, command: ShootFromAim) -> None:
    """Who aims and can act, not in a turn of his own; what pays for it must be there (FI-AIM-11)."""
    need_leader(table, command, command.actor, "FI-AIM-9")
    need_free(table)
    name, fighter = need_fighter(table, command.actor)
    now = need_fight(table)
    if fighter.aim is None:
        raise Refused("not_aiming", "FI-AIM-9", actor=actor_name(table, command.actor))
    if now.phase is not Phase.COUNT:
        raise Refused("draw_first", "FI-INIT-10")
    need_out_of_turn(table, command.actor)
    if reserved(table, name) is None and word(table, "aim_interrupt_cost") == "needs_reserve":
        raise Refused("nothing_reserved", "FI-AIM-11")


def shoot_from_aim(draft: Draft, command: ShootFromAim) -> None:
    """Fire after the target has moved; or roll for who is first."""
    _, fighter = need_fighter(draft.table, command.actor)
    aim = fighter.aim
    assert aim is not None
    if command.track:
        _fires(draft, command.actor, aim)
        return
    first = lead_of(draft.table, fighter)
    rolls = (trait_roll(draft.table, first, "reflex"), trait_roll(draft.table, aim.target, "reflex"))
    checks.open_check(draft, Check(purpose="aimed_first", rolls=rolls))


def _decided(draft: Draft, result: Decided) -> None:
    """Who wins fires before the target moves; who does not keeps the aim while the target is in sight (FI-AIM-9)."""
    actor = result.check.rolls[0].actor
    _, fighter = need_fighter(draft.table, actor)
    if result.successes and fighter.aim is not None:
        _fires(draft, actor, fighter.aim)
    else:
        draft.note("target_moves_first", "FI-AIM-9", actor=actor_name(draft.table, actor))


PURPOSES["aimed_first"] = Purpose(_decided, off=CallingOff.BEGINNER, called="first_shot")


def _fires(draft: Draft, actor: str, aim: Aim) -> None:
    """Pay with the reserved card, else with the one that was aimed with; then it is his turn (FI-AIM-11)."""
    name, fighter = need_fighter(draft.table, actor)
    card = reserved(draft.table, name)
    if card is not None:
        spend_reserve(draft, name)
    elif fighter.preparation is None:
        decks.discard(draft, fighter.side, draft.table.zones[laid_of(name)].cards, laid_of(name))
    target = actor_name(draft.table, aim.target)
    draft.note(
        "fires_from_aim",
        "FI-AIM-11",
        actor=actor_name(draft.table, actor),
        target=target,
        counters=aim.counters,
        calls_for=("shoot",),
    )
    begin_turn(draft, Turn(fighter=name, card=card or "", kind="aim"), "")


MOVES = (Move(ShootFromAim, verify_aimed, shoot_from_aim),)
