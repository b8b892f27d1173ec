"""Moving within a round: walking, running, climbing, swimming, riding, and picking up the pace (FI-MOVE)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import SheetEdited
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import acting, checks, limbs, movement, pacing, states
from engine.rulesets.future_imperfect.cells import Cells
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.counting import become_turn, need_open_turn, need_turn
from engine.rulesets.future_imperfect.dice_of import level_of, skill_roll, whatever_pace
from engine.rulesets.future_imperfect.fighters import become_fighter, need_fight, need_fighter, need_free
from engine.rulesets.future_imperfect.leading import need_leader, note_of
from engine.rulesets.future_imperfect.movement import Going
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Turn
from engine.table.frozen import replace
from engine.table.table import Table

MOST_WIND = 9999
NEVER_RUN: tuple[Going, ...] = ("climbing", "swimming")
"""Ways that are never run, though their pace can be picked up (FI-MOVE-10)."""
ON_LEGS: tuple[Going, ...] = ("walking",)
"""Ways that legs must carry one."""
HowGoing = Annotated[Going, Meta(description="walking, climbing, swimming, riding or driving")]


class GoMetres(Request):
    """Move within the present action; more than half the Rate is running. A stunned character can only drag itself."""

    RULES = (
        "FI-MOVE-1",
        "FI-MOVE-2",
        "FI-MOVE-3",
        "FI-MOVE-4",
        "FI-MOVE-5",
        "FI-MOVE-6",
        "FI-MOVE-10",
        "FI-MOVE-14",
        "FI-LOAD-2",
        "FI-ACT-9",
    )
    actor: ActorId
    metres: Annotated[int, Meta(ge=1, le=9999, description="how far")]
    going: HowGoing = "walking"
    within_reach: Annotated[bool, Meta(description="stays in reach of those it fights hand to hand")] = False


class PickUpPace(Request):
    """Pick up the pace in a running action: some metres more, for Wind. Mounts and vehicles take a roll."""

    RULES = ("FI-MOVE-5", "FI-MOVE-7", "FI-MOVE-8", "FI-MOVE-9", "FI-MOVE-10", "FI-MOVE-11", "FI-MOVE-12", "FI-MOVE-13")
    actor: ActorId
    going: HowGoing = "walking"
    fatigue: Annotated[int, Meta(ge=0, le=99, description="the Wind that a mount pays")] = 0


# ---- moving ----------------------------------------------------------------------------------------------------------


def metres_left(table: Table, actor: str, turn: Turn, going: Going, *, running: bool) -> int:
    """Return how many metres are left to a character in its present action (FI-MOVE-3, FI-MOVE-5, FI-MOVE-6)."""
    fighter = need_fight(table).fighters[turn.fighter]
    if _drags(table, actor, going):
        return max(0, movement.dragging() * (fighter.moves - turn.carried == 0) - turn.moved)
    runs = going not in ON_LEGS or limbs.gait(table, actor) == "runs"
    rate = pacing.rate_of(table, actor, going).metres
    whole = pacing.reach(
        rate,
        going,
        running=runs and (turn.running or (running and not turn.unhurried)),
        moves_made=fighter.moves - turn.carried,
        picked_up=turn.picked_up or 0,
    )
    return max(0, whole - turn.moved)


def _drags(table: Table, actor: str, going: Going) -> bool:
    """Say whether somebody gets on only by dragging itself along: stunned, or without legs (FI-MOVE-14, FI-WOUND-5)."""
    return states.is_stunned(table, actor) or (going in ON_LEGS and limbs.gait(table, actor) == "drags")


def need_legs(table: Table, actor: str, metres: int) -> None:
    """Raise Refused for somebody whose legs do not run, and that gets so many metres at a walk (FI-WOUND-5)."""
    if limbs.gait(table, actor) != "runs":
        raise Refused("leg_lost", "FI-WOUND-5", actor=actor_name(table, actor), metres=metres)


def verify_go(table: Table, command: GoMetres) -> None:
    """Whoever's turn it is; who can do nothing crawls only when the Master lets it."""
    need_leader(table, command, command.actor, "FI-MOVE-4")
    need_free(table)
    turn = need_open_turn(table, command.actor)
    if not (table.is_gm(command.seat) and states.why_out(table, command.actor) == states.WINDED):
        states.need_able(table, command.actor)
    left = metres_left(table, command.actor, turn, command.going, running=True)
    if command.metres > left:
        if command.going in ON_LEGS and not states.is_stunned(table, command.actor):
            need_legs(table, command.actor, left)
        if turn.unhurried and not turn.running:
            raise Refused("rolled_unhurried", "FI-MOVE-6", actor=actor_name(table, command.actor), metres=left)
        raise Refused("gets_no_farther", "FI-MOVE-2", "FI-MOVE-3", actor=actor_name(table, command.actor), metres=left)


def go(draft: Draft, command: GoMetres) -> None:
    """Count the metres; running costs everything else of this action, and moving the aim (FI-MOVE-6, FI-AIM-7)."""
    turn = need_turn(draft.table, command.actor)
    name, fighter = need_fighter(draft.table, command.actor)
    rate = pacing.rate_of(draft.table, command.actor, command.going)
    dragged = _drags(draft.table, command.actor, command.going)
    moved = turn.moved + command.metres
    runs = not dragged and command.going not in NEVER_RUN and movement.is_running(moved, rate.metres)
    moves = fighter.moves + (not turn.carried)
    become_fighter(draft, name, replace(fighter, moves=moves, moved=fighter.moved + command.metres))
    become_turn(draft, replace(turn, moved=moved, running=turn.running or runs, carried=True))
    acting.stop_aiming(draft, command.actor)
    note_of(
        draft,
        command.actor,
        "drags_on" if dragged else "runs" if runs else "goes",
        "FI-MOVE-2",
        metres=command.metres,
        moved=moved,
        reckoning=[] if dragged else [part.words for part in rate.parts],
    )
    draft.figure(moved=moved, running=turn.running or runs)
    if not command.within_reach:
        _leave_reach(draft, command.actor)


def _leave_reach(draft: Draft, actor: str) -> None:
    """Whoever goes away is inside of nobody's reach any more; those who share a hand go together (FI-CLOSE-5)."""
    now, (_, fighter) = need_fight(draft.table), need_fighter(draft.table, actor)
    inside = tuple(pair for pair in now.inside if set(fighter.members).isdisjoint(pair))
    if inside != now.inside:
        draft.become(replace(now, inside=inside))
        note_of(draft, actor, "out_of_reach", "FI-CLOSE-5")


# ---- picking up the pace ---------------------------------------------------------------------------------------------


def verify_pace(table: Table, command: PickUpPace) -> None:
    """Whoever's turn it is, once in an action."""
    need_leader(table, command, command.actor, "FI-MOVE-7")
    need_free(table)
    states.need_senses(table, command.actor)
    name = actor_name(table, command.actor)
    turn = need_open_turn(table, command.actor)
    if turn.picked_up is not None:
        raise Refused("pace_picked_up", "FI-MOVE-7", actor=name)
    if command.going not in NEVER_RUN and turn.unhurried and not turn.running:
        left = metres_left(table, command.actor, turn, command.going, running=False)
        raise Refused("rolled_unhurried", "FI-MOVE-6", actor=name, metres=left)
    if command.going in ON_LEGS:
        need_legs(table, command.actor, metres_left(table, command.actor, turn, command.going, running=False))
    pacing.rate_of(table, command.actor, command.going)
    found = pacing.pickup_of(table, command.actor, command.going)
    if not found.sides:
        raise Refused("no_pickup_die", "FI-MOVE-8", actor=name)
    if found.tn is not None:
        acting.need_card(table, command.actor)


def pick_up(draft: Draft, command: PickUpPace) -> None:
    """Run from now on; throw the die at once, or roll for mount or vehicle first, which running does not spoil.

    Such a roll is what the action goes into (FI-MOVE-13).
    """
    found = pacing.pickup_of(draft.table, command.actor, command.going, command.fatigue)
    if found.tn is not None:
        checks.open_check(draft, _pace_check(draft.table, command, found))
        return
    _set_off(draft, command.actor, command.going)
    acting.stop_aiming(draft, command.actor)
    _picked(draft, command.actor, command.going, 0)


def _set_off(draft: Draft, actor: str, going: Going) -> None:
    turn = need_turn(draft.table, actor)
    runs = going not in NEVER_RUN
    become_turn(draft, replace(turn, running=turn.running or runs, picked_up=0))


def _pay_pace(draft: Draft, found: Check) -> None:
    _set_off(draft, found.rolls[0].actor, "driving" if found.about.get("going") == "driving" else "riding")
    acting.pay_action(draft, found)


def _pace_check(table: Table, command: PickUpPace, found: movement.Pickup) -> Check:
    levels = {skill: level_of(table, command.actor, skill) for skill in found.aptitudes}
    best = max(levels, key=lambda skill: levels[skill])
    return Check(
        purpose="pace",
        what=best,
        about={"going": command.going, "fatigue": found.fatigue},
        rolls=(whatever_pace(skill_roll(table, command.actor, best)),),
        tn=found.tn,
        tn_parts=(Part(reason="pace", value=found.tn or 0),),
    )


def _picked(draft: Draft, actor: str, going: Going, fatigue: int) -> None:
    metres = pacing.throw_pickup(draft, actor, going)
    become_turn(draft, replace(need_turn(draft.table, actor), picked_up=metres))
    wind = Cells(draft.table.actors[actor].sheet).whole("mount_wind", least=-MOST_WIND)
    if fatigue and wind is not None:
        draft.emit(SheetEdited(actor=actor, fields={"mount_wind": wind - fatigue}))
        note_of(draft, actor, "mount_pays", "FI-MOVE-8", count=fatigue, left=wind - fatigue)


def _pace_decided(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    driving = result.check.about.get("going") == "driving"
    if driving and Cells(draft.table.actors[actor].sheet).text("malfunction"):
        note_of(draft, actor, "may_malfunction", "FI-MOVE-9")
    if not result.successes:
        note_of(draft, actor, "pace_fails", "FI-MOVE-9" if driving else "FI-MOVE-8")
        return
    fatigue = result.check.about.get("fatigue")
    _picked(draft, actor, "driving" if driving else "riding", fatigue if isinstance(fatigue, int) else 0)


PURPOSES["pace"] = Purpose(
    _pace_decided, acts=True, off=CallingOff.BEGINNER, pays=_pay_pace, called="picking_up_pace", runs=True
)


MOVES = (
    Move(GoMetres, verify_go, go),
    Move(PickUpPace, verify_pace, pick_up),
)
