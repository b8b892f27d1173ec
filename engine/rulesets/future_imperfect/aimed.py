"""The shot out of an aim at a target that begins to move (FI-AIM-9 to FI-AIM-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, elements, states
from engine.rulesets.future_imperfect.ammunition import need_rounds
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.counting import become_turn
from engine.rulesets.future_imperfect.dice_of import need_weapon, trait_roll
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    clear_laid,
    lead_of,
    need_fight,
    need_fighter,
    need_free,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.interrupting import is_faster, need_out_of_turn
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Aim, Fight, Turn, fighter_of
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.turns import begin_turn
from engine.rulesets.future_imperfect.wielding import need_prepared
from engine.table.frozen import replace
from engine.table.table import Table


class ShootFromAim(Request):
    """Fire at a target that begins to move: at once if Reflex is faster, or once it has moved and is still in sight."""

    RULES = ("FI-AIM-9", "FI-AIM-10", "FI-AIM-11")
    actor: ActorId
    track: Annotated[bool, Meta(description="follow the target and fire after it has moved, without a contest")] = False


def verify_aimed(table: Table, command: ShootFromAim) -> None:
    """Who aims and can act, while the target moves; what pays for it is there, and the weapon ready (FI-AIM-11)."""
    need_leader(table, command, command.actor, "FI-AIM-9")
    need_free(table)
    name, fighter = need_fighter(table, command.actor)
    if fighter.aim is None:
        raise Refused("not_aiming", "FI-AIM-9", actor=actor_name(table, command.actor))
    need_out_of_turn(table, command.actor)
    lead = lead_of(table, fighter)
    states.need_senses(table, lead)
    elements.need_breath(table, lead)
    _need_target_moves(table, name, fighter.aim, track=command.track)
    weapon = need_weapon(table, lead, fighter.aim.weapon)
    need_prepared(table, lead, weapon.cards(harness=True), weapon.name)
    need_rounds(table, lead, weapon, 1)
    if reserved(table, name) is None and word(table, "aim_interrupt_cost") == "needs_reserve":
        raise Refused("nothing_reserved", "FI-AIM-11")


def moving_target(now: Fight, aim: Aim) -> Turn | None:
    """Return the turn in which the target of an aim acts just now, and so may move; None while it does not."""
    turn = now.turns[-1] if now.turns else None
    return turn if turn is not None and turn.fighter == fighter_of(now, aim.target) else None


def _need_target_moves(table: Table, name: str, aim: Aim, *, track: bool) -> None:
    """Raise Refused unless the target moves: for a shot that tracks it, it has; one contest for each of its moves."""
    turn = moving_target(need_fight(table), aim)
    if turn is None or (track and not turn.moved):
        raise Refused("target_stands_still", "FI-AIM-9", "FI-AIM-10", actor=actor_name(table, aim.target))
    if not track and name in turn.raced:
        raise Refused("lost_the_race", "FI-AIM-9", actor=actor_name(table, aim.target))


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
    name, fighter = need_fighter(draft.table, actor)
    if is_faster(result) and fighter.aim is not None:
        _fires(draft, actor, fighter.aim, result.check)
        return
    turn = need_fight(draft.table).turns[-1]
    become_turn(draft, replace(turn, raced=(*turn.raced, name)))
    draft.note("target_moves_first", "FI-AIM-9", actor=actor_name(draft.table, actor))


PURPOSES["aimed_first"] = Purpose(_decided, off=CallingOff.BEGINNER, called="first_shot")


def _fires(draft: Draft, actor: str, aim: Aim, contest: Check | None = None) -> None:
    """Pay with the reserved card, else with the one that was aimed with; then it is his turn, for that one shot.

    The aim goes over into the turn, so that it is used up whatever becomes of the shot (FI-AIM-11).
    """
    name, _ = need_fighter(draft.table, actor)
    card = spend_reserve(draft, name) if reserved(draft.table, name) is not None else ""
    become_fighter(draft, name, replace(need_fight(draft.table).fighters[name], aim=None))
    clear_laid(draft, name)
    target = actor_name(draft.table, aim.target)
    draft.note(
        "fires_from_aim",
        "FI-AIM-11",
        actor=actor_name(draft.table, actor),
        target=target,
        counters=aim.counters,
        calls_for=("shoot",),
    )
    spent = contest.rolls[0].spent if contest is not None else {}
    begin_turn(draft, Turn(fighter=name, card=card, kind="aim", aim=aim, spent=spent), "")


MOVES = (Move(ShootFromAim, verify_aimed, shoot_from_aim),)
