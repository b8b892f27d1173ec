"""Throws, and where those that miss land (FI-THROW)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.dice.pools import throw as throw_dice
from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import misses, people, shooting
from engine.rulesets.future_imperfect.attacks import MANNERS, Manner, begin_attack, go_on, need_attack
from engine.rulesets.future_imperfect.checks import Decided, tn_of
from engine.rulesets.future_imperfect.declaring import (
    Called,
    Carried,
    Free,
    Hand,
    Hidden,
    Metres,
    Mounted,
    Place,
    Two,
    WeaponName,
    Which,
    declared,
    mark,
    need_attacker,
)
from engine.rulesets.future_imperfect.dice_of import ORDINARY
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.landing import need_spot
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.evening import Charge, Evening
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.shots import (
    Course,
    Light,
    Rate,
    far_roll,
    need_light,
    rate_between,
)
from engine.rulesets.future_imperfect.wielding import thrown_of, weapon_of
from engine.table.frozen import replace
from engine.table.table import Table

THROWING = "throwing"


class ThrowWeapon(Request):
    """Throw something at somebody, or at a spot on the ground."""

    RULES = (
        "FI-THROW-1",
        "FI-THROW-2",
        "FI-THROW-3",
        "FI-THROW-4",
        "FI-THROW-5",
        "FI-THROW-6",
        "FI-AREA-5",
        "FI-AIM-12",
    )
    actor: ActorId
    weapon: WeaponName
    distance: Metres
    target: Annotated[str, Meta(description="a character; empty for a spot on the ground")] = ""
    hand: Hand = "main"
    two_weapons: Two = False
    mounted: Mounted = False
    carried: Carried = False
    called: Called = ""
    place: Place = ""
    side: Which = ""
    hidden: Hidden = False
    rate: Rate = None
    course: Course = "other"
    light: Light = "full"
    free: Free = False


def _throw(table: Table, command: ThrowWeapon) -> Attack:
    target = command.target
    rate = rate_between(table, command.actor, target, command.rate, command.course)
    return declared(table, command, "throw", mark(command, target, rate=rate), weapon=command.weapon)


def verify_throw(table: Table, command: ThrowWeapon) -> None:
    """Whoever may attack, with a thing that can be thrown, as far as Strength reaches; the Master may let it fly on."""
    need_known(table, command.seat, command.actor)
    weapon = thrown_of(table, command.actor, command.weapon)
    if not weapon.thrown:
        raise Refused("not_thrown", "FI-THROW-1", weapon=weapon.name)
    wanted = _throw(table, command)
    need_attacker(table, command, wanted)
    need_light(table, command.light)
    strength = people.trait(table.actors[command.actor], "strength") or ORDINARY
    reach = shooting.throw_range(strength.value)
    if command.distance > reach and not table.is_gm(command.seat):
        raise Refused("too_far", "FI-THROW-2", metres=reach)
    need_spot(table, wanted)
    throw_check(table, wanted)


def throw_weapon(draft: Draft, command: ThrowWeapon) -> None:
    """Declare it."""
    begin_attack(draft, _throw(draft.table, command))


def throw_check(table: Table, now: Attack) -> Check:
    """Return the roll of a throw; what is not made for throwing is thrown by its own name (FI-THROW-1)."""
    roll = far_roll(table, now, THROWING)
    tn_parts = shooting.throw_tn(now.marks[now.index].distance)
    return Check(purpose="attack", rolls=(roll,), tn=tn_of(tn_parts), tn_parts=tn_parts)


def throw_hits(draft: Draft, result: Decided) -> None:
    """What is thrown at somebody hits; what bursts, or was thrown at the ground, lies there (FI-AREA-5)."""
    now = need_attack(draft.table)
    mark, weapon = now.marks[now.index], weapon_of(draft.table, now)
    if weapon.explosive or not mark.actor:
        who = actor_name(draft.table, now.actor)
        draft.note(
            "lands_on_spot",
            "FI-THROW-1",
            "FI-AREA-5",
            actor=who,
            weapon=weapon.name,
            metres=mark.distance,
            calls_for=_leads_to(weapon),
        )
        draft.figure(scatter=0)
        _lies_there(draft, 0, shooting.numbers().throwing.clock_hours, slipped=False)
    else:
        draft.become(replace(now, hits=(Hit(target=mark.actor),), raises=max(0, result.successes - 1)))
    go_on(draft)


def throw_misses(draft: Draft, result: Decided) -> None:
    """It lands elsewhere: so many metres off, and in the direction of a clock face (FI-THROW-3, FI-THROW-4, -6)."""
    now = need_attack(draft.table)
    mark, weapon = now.marks[now.index], weapon_of(draft.table, now)
    assert result.outcome is not None
    numbers = shooting.numbers().throwing
    count = misses.scatter_dice(result.outcome.tn, result.outcome.total)
    with thrown_for(draft, now.actor, "dice_scatter"):
        dice = throw_dice(draft, numbers.scatter_sides, count, aces=True)
    with thrown_for(draft, now.actor, "dice_hour"):
        (hour,) = draft.roll(numbers.clock_hours)
    totals = [die.total for die in dice]
    metres = int(misses.scatter_metres(totals, mark.distance, scatter_cap=word(draft.table, "scatter_cap")))
    draft.note(
        "scatters_from_thrower" if result.outcome.bust else "scatters",
        "FI-THROW-3",
        "FI-THROW-4",
        "FI-THROW-6",
        actor=actor_name(draft.table, now.actor),
        weapon=weapon.name,
        metres=metres,
        hour=hour,
        dice=totals,
        calls_for=_leads_to(weapon),
    )
    draft.figure(scatter=metres, hour=hour, scatter_dice=count, from_thrower=result.outcome.bust)
    _lies_there(draft, metres, hour, slipped=result.outcome.bust)
    go_on(draft)


def _leads_to(weapon: Weapon) -> tuple[str, ...]:
    return ("explode",) if weapon.explosive and weapon.damage is not None else ()


def _lies_there(draft: Draft, metres: int, hour: int, *, slipped: bool) -> None:
    """Remember where a thing lies that is yet to go off (FI-AREA-5)."""
    now = need_attack(draft.table)
    mark, weapon, tonight = now.marks[now.index], weapon_of(draft.table, now), draft.procedure(Evening)
    if weapon.explosive and weapon.damage is not None and tonight is not None:
        charge = Charge(
            actor=now.actor,
            weapon=weapon.name,
            damage=weapon.damage,
            pn=weapon.pn,
            target=mark.actor,
            distance=mark.distance,
            metres=metres,
            hour=hour,
            slipped=slipped,
        )
        draft.become(replace(tonight, charges=(*tonight.charges, charge)))


MANNERS["throw"] = Manner(throw_check, throw_hits, throw_misses)

MOVES = (Move(ThrowWeapon, verify_throw, throw_weapon),)
