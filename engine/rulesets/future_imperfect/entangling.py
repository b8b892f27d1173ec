"""Nets, ropes and the like: held fast, tripped, and free again (FI-ENT).

Who is held has a condition `entangled` whose `level` is the number to break it, whose `note` is the weapon, and whose
id ends in who holds it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import melee, people, states
from engine.rulesets.future_imperfect.acting import need_action, pay_action
from engine.rulesets.future_imperfect.attacks import MANNERS, Manner, begin_attack, common_parts, go_on, need_attack
from engine.rulesets.future_imperfect.blows import blow_misses, need_melee
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose, open_check
from engine.rulesets.future_imperfect.declaring import Free, Hand, WeaponName, declared, mark, need_attacker
from engine.rulesets.future_imperfect.dice_of import need_weapon, skill_roll, trait_roll
from engine.rulesets.future_imperfect.harming import need_no_harm
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.people import FIGHTING
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.striking import guard_of
from engine.rulesets.future_imperfect.wielding import weapon_of
from engine.table.conditions import Condition
from engine.table.table import Table


class Entangle(Request):
    """Entangle or trip somebody with a weapon made for it."""

    RULES = ("FI-ENT-1", "FI-ENT-5")
    actor: ActorId
    target: ActorId
    weapon: WeaponName
    hand: Hand = "main"
    hold: Annotated[bool, Meta(description="hold fast, if the weapon can")] = True
    trip: Annotated[bool, Meta(description="bring down, if the weapon can")] = True
    free: Free = False


class BreakFree(Request):
    """Try to get out of what one is entangled in."""

    RULES = ("FI-ENT-2", "FI-ENT-3", "FI-ENT-4", "FI-ENT-5")
    actor: ActorId
    way: Annotated[str, Meta(description="break or wriggle", pattern="^(break|wriggle)$")] = "wriggle"


def _wanted(table: Table, command: Entangle) -> Attack:
    weapon = need_weapon(table, command.actor, command.weapon)
    can = {
        states.ENTANGLED: command.hold and weapon.entangle is not None,
        states.PRONE: command.trip and weapon.trip,
    }
    effects = tuple(effect for effect, able in can.items() if able)
    return declared(table, command, "entangle", mark(command, command.target), weapon=weapon.name, effects=effects)


def verify_entangle(table: Table, command: Entangle) -> None:
    """Whoever may attack, with a weapon that entangles or trips."""
    need_known(table, command.seat, command.actor)
    weapon = need_melee(table, command.actor, command.weapon)
    wanted = _wanted(table, command)
    if not wanted.effects:
        raise Refused("does_not_entangle", "FI-ENT-1", weapon=weapon.name)
    need_attacker(table, command, wanted)
    entangle_check(table, wanted)


def entangle(draft: Draft, command: Entangle) -> None:
    """Declare it."""
    begin_attack(draft, _wanted(draft.table, command))


def entangle_check(table: Table, now: Attack) -> Check:
    """Return the contest of the attacker's fighting with the target's Dexterity (FI-ENT-1)."""
    weapon = weapon_of(table, now)
    own = skill_roll(table, now.actor, FIGHTING, weapon.concentration, *counting(*common_parts(table, now)))
    other = trait_roll(table, now.marks[0].actor, "dexterity")
    return Check(purpose="attack", rolls=(own, other))


def _holds(draft: Draft, result: Decided) -> None:
    now = need_attack(draft.table)
    target, weapon = now.marks[0].actor, weapon_of(draft.table, now)
    if states.ENTANGLED in now.effects:
        held = Condition(
            id=f"{states.ENTANGLED}:{now.actor}", name=states.ENTANGLED, level=weapon.entangle or 0, note=weapon.name
        )
        draft.lay_condition(target, held)
        draft.note(
            "entangled",
            "FI-ENT-1",
            actor=actor_name(draft.table, target),
            by=actor_name(draft.table, now.actor),
            weapon=weapon.name,
        )
    if states.PRONE in now.effects:
        states.enter(draft, target, states.PRONE, "FI-ENT-5")
    go_on(draft)


MANNERS["entangle"] = Manner(entangle_check, _holds, blow_misses)


# ---- and out again ---------------------------------------------------------------------------------------------------


def _held(table: Table, actor: str) -> tuple[Condition, str]:
    """Return what somebody is entangled in, and by whom; nobody where people wrote it down by hand."""
    found = table.actors[actor].named(states.ENTANGLED)
    if not found:
        raise Refused("not_entangled", "FI-ENT-3", actor=actor_name(table, actor))
    holder = found[0].id.partition(":")[2]
    return found[0], holder if holder in table.actors else ""


def verify_break(table: Table, command: BreakFree) -> None:
    """Whoever leads the one who is held, with an action left."""
    need_no_harm(table)
    need_action(table, command, command.actor, "FI-ENT-3")
    held, holder = _held(table, command.actor)
    if command.way == "wriggle":
        if holder:
            return
        raise Refused("held_by_nobody", "FI-ENT-3")
    weapon = people.weapon(table.actors[holder], held.note, table.lists) if holder else None
    fragile = weapon.fragile if weapon is not None else True
    ways = melee.ways_out(held.level or None, fragile=fragile, entangle_break=word(table, "entangle_break"))
    if "break" not in ways:
        raise Refused("cannot_be_broken", "FI-ENT-2", weapon=held.note)


def break_free(draft: Draft, command: BreakFree) -> None:
    """Roll for it, which is an action (FI-ENT-5)."""
    table = draft.table
    held, holder = _held(table, command.actor)
    about = {"way": command.way, "condition": held.id, "weapon": held.note}
    if command.way == "break":
        roll = trait_roll(table, command.actor, "strength")
        tn_parts = (Part(reason="entangled_tn", value=held.level),)
        found = Check(purpose="break_free", about=about, rolls=(roll,), tn=held.level, tn_parts=tn_parts)
    else:
        weapon = people.weapon(table.actors[holder], held.note, table.lists) or guard_of(table, holder).weapon
        rolls = (
            trait_roll(table, command.actor, "dexterity"),
            skill_roll(table, holder, FIGHTING, weapon.concentration),
        )
        found = Check(purpose="break_free", about=about, rolls=rolls)
    open_check(draft, found)


def _freed(draft: Draft, result: Decided) -> None:
    about, actor = result.check.about, result.check.rolls[0].actor
    name = actor_name(draft.table, actor)
    if not result.successes:
        draft.note("stays_entangled", "FI-ENT-3", actor=name, weapon=about["weapon"])
        return
    draft.emit(ConditionGone(actor=actor, id=str(about["condition"])))
    key = "breaks_out" if about["way"] == "break" else "wriggles_out"
    draft.note(key, "FI-ENT-2" if about["way"] == "break" else "FI-ENT-3", actor=name, weapon=about["weapon"])


PURPOSES["break_free"] = Purpose(_freed, acts=True, off=CallingOff.BEGINNER, pays=pay_action, called="breaking_free")

MOVES = (
    Move(Entangle, verify_entangle, entangle),
    Move(BreakFree, verify_break, break_free),
)
