"""What an attack is made with, and what that takes of an action (FI-ACT-3, FI-ACT-4, FI-TWO-1)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import initiative, people
from engine.rulesets.future_imperfect.aiming import use_aim
from engine.rulesets.future_imperfect.ammunition import spend_rounds
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.counting import become_turn, need_turn
from engine.rulesets.future_imperfect.dice_of import need_weapon
from engine.rulesets.future_imperfect.fighters import need_fighter
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.preparing import use_preparation
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.conflict import Turn, Use, fight
from engine.table.frozen import replace
from engine.table.table import Table


def weapon_of(table: Table, now: Attack) -> Weapon:
    """Return what is attacked with; what is in hand, or the bare hand, where nothing was named (FI-MELEE-2)."""
    if now.weapon:
        throws = now.kind == "throw"
        return (thrown_of if throws else need_weapon)(table, now.actor, now.weapon)
    return people.guard(table.actors[now.actor], table.lists).weapon


def thrown_of(table: Table, actor: str, name: str) -> Weapon:
    """Return what is thrown: one of the explosives on the sheet, or any weapon (FI-THROW-1, FI-BOOM)."""
    own = (one for one in people.explosives(table.actors[actor], table.lists) if folded(one.name) == folded(name))
    explosive = next(own, None)
    return replace(explosive, thrown=True) if explosive is not None else need_weapon(table, actor, name)


def is_melee(now: Attack) -> bool:
    """Say whether it is fought hand to hand."""
    return now.kind in ("blow", "close", "distance", "entangle")


def own_uses(turn: Turn, actor: str) -> tuple[Use, ...]:
    """Return what a character has used in a turn, which like extras may share (FI-INIT-15)."""
    return tuple(use for use in turn.used if use.actor == actor)


def need_use_left(table: Table, turn: Turn, wanted: Attack, weapon: Weapon, times: int) -> None:
    """Raise Refused unless an attack fits into what is left of an action (FI-ACT-1, FI-ACT-3, FI-TWO-1)."""
    most = 1 if is_melee(wanted) else weapon.rof
    for use in own_uses(turn, wanted.actor):
        same = use.hand == wanted.hand and folded(use.weapon) == folded(weapon.name)
        other_hand = use.hand != wanted.hand and use.two_weapons and wanted.two_weapons
        if use.times + times > most if same else not other_hand:
            raise Refused("action_spent", "FI-ACT-1", "FI-ACT-3", actor=actor_name(table, wanted.actor))
        if use.two_weapons != wanted.two_weapons:
            raise Refused("say_two_weapons", "FI-TWO-1", "FI-CORE-9")


def need_prepared(table: Table, actor: str, speed: int, weapon: str) -> None:
    """Raise Refused for a slow weapon for which cards are still to be laid aside (FI-ACT-4)."""
    plan = need_fighter(table, actor)[1].preparation
    left = initiative.preparation_left(speed, plan.paid if plan else 0)
    if left:
        raise Refused("prepare_first", "FI-ACT-4", weapon=weapon, count=left)


def counters_of(table: Table, actor: str, weapon: Weapon, target: str, told: int, *, free: bool) -> int:
    """Return the aim counters that a shot has: those of the aim, or of an earlier shot of this action (FI-AIM-2).

    Args:
        table: as it is.
        actor: who shoots.
        weapon: what with.
        target: at whom.
        told: what the Master says, where no cards are counted down.
        free: the shot costs no action.
    """
    now = fight(table)
    if now is None or free:
        return told
    turn = now.turns[-1] if now.turns else None
    aim = (turn.aim if turn else None) or need_fighter(table, actor)[1].aim
    if aim is not None and aim.target == target and folded(aim.weapon) == folded(weapon.name):
        return aim.counters
    uses = own_uses(turn, actor) if turn else ()
    mine = (use for use in uses if use.target == target and folded(use.weapon) == folded(weapon.name))
    return max((use.counters for use in mine), default=0)


def book(draft: Draft, now: Attack) -> None:
    """The dice have fallen: rounds are gone, the action is used, an aim is over (FI-ACT-3, FI-AIM-7)."""
    weapon = weapon_of(draft.table, now)
    rounds = sum(mark.rounds for mark in now.marks)
    spend_rounds(draft, now.actor, weapon, rounds if not is_melee(now) and now.kind != "throw" else 0)
    if now.free or fight(draft.table) is None:
        return
    turn = need_turn(draft.table, now.actor)
    if not turn.used:
        use_preparation(draft, turn.fighter, weapon.cards(harness=now.harness))
    times = weapon.rof if now.kind == "burst" else 1
    mine = (now.actor, folded(weapon.name), now.hand)
    before = [use for use in turn.used if (use.actor, folded(use.weapon), use.hand) == mine]
    others = tuple(use for use in turn.used if use not in before)
    use = Use(
        actor=now.actor,
        weapon=weapon.name,
        hand=now.hand,
        times=times + sum(one.times for one in before),
        two_weapons=now.two_weapons,
        counters=now.counters,
        target=now.marks[0].actor,
    )
    become_turn(draft, replace(turn, acted=True, used=(*others, use)))
    use_aim(draft, turn.fighter)
