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
from engine.rulesets.future_imperfect.attacks import (
    MANNERS,
    Called,
    Carried,
    Free,
    Hand,
    Hidden,
    Manner,
    Metres,
    Mounted,
    Place,
    Two,
    WeaponName,
    Which,
    begin_attack,
    common_parts,
    go_on,
    need_attack,
    need_attacker,
    thrown_of,
    weapon_of,
)
from engine.rulesets.future_imperfect.checks import Decided, tn_of
from engine.rulesets.future_imperfect.dice_of import ORDINARY, skill_roll
from engine.rulesets.future_imperfect.harming import chart_for
from engine.rulesets.future_imperfect.landing import called_at
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.parts import counting
from engine.rulesets.future_imperfect.procedures import Attack, Check, Hit, Mark
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.shots import Light, Rate, need_light, ridden_parts, seen_parts
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
    rate: Rate = 0
    light: Light = "full"
    free: Free = False


def _throw(command: ThrowWeapon) -> Attack:
    mark = Mark(
        actor=command.target,
        distance=command.distance,
        hidden=command.hidden,
        rate=command.rate,
        light=command.light,
    )
    return Attack(
        kind="throw",
        actor=command.actor,
        weapon=command.weapon,
        marks=(mark,),
        hand=command.hand,
        two_weapons=command.two_weapons,
        mounted=command.mounted,
        carried=command.carried,
        called=command.called,
        place=command.place,
        side=command.side,
        free=command.free,
    )


def verify_throw(table: Table, command: ThrowWeapon) -> None:
    """Whoever may attack, with a thing that can be thrown, as far as Strength reaches; the Master may let it fly on."""
    need_known(table, command.seat, command.actor)
    weapon = thrown_of(table, command.actor, command.weapon)
    if not weapon.thrown:
        raise Refused("not_thrown", "FI-THROW-1", weapon=weapon.name)
    wanted = _throw(command)
    need_attacker(table, command, wanted)
    need_light(table, command.light)
    strength = people.trait(table.actors[command.actor], "strength") or ORDINARY
    reach = shooting.throw_range(strength.value)
    if command.distance > reach and not table.is_gm(command.seat):
        raise Refused("too_far", "FI-THROW-2", metres=reach)
    if command.called:
        if not command.target:
            raise Refused("name_target", "FI-CALL-1")
        called_at(chart_for(table, command.target), command.called, command.place, command.side)
    throw_check(table, wanted)


def throw_weapon(draft: Draft, command: ThrowWeapon) -> None:
    """Declare it."""
    begin_attack(draft, _throw(command))


def throw_check(table: Table, now: Attack) -> Check:
    """Return the roll of a throw; what is not made for throwing is thrown by its own name (FI-THROW-1)."""
    mark, weapon = now.marks[now.index], weapon_of(table, now)
    parts = counting(*ridden_parts(now, weapon), *common_parts(table, now), *seen_parts(table, mark))
    roll = skill_roll(table, now.actor, THROWING, weapon.concentration, *parts)
    tn_parts = shooting.throw_tn(mark.distance)
    return Check(purpose="attack", rolls=(roll,), tn=tn_of(tn_parts), tn_parts=tn_parts)


def throw_hits(draft: Draft, result: Decided) -> None:
    """What is thrown at somebody hits; what bursts, or was thrown at the ground, lies there (FI-AREA-5)."""
    now = need_attack(draft.table)
    mark, weapon = now.marks[now.index], weapon_of(draft.table, now)
    if weapon.explosive or not mark.actor:
        who = actor_name(draft.table, now.actor)
        draft.note("lands_on_spot", "FI-THROW-1", "FI-AREA-5", actor=who, weapon=weapon.name, metres=mark.distance)
        draft.figure(scatter=0)
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
    dice = throw_dice(draft, numbers.scatter_sides, count, aces=True)
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
    )
    draft.figure(scatter=metres, hour=hour, scatter_dice=count, from_thrower=result.outcome.bust)
    go_on(draft)


MANNERS["throw"] = Manner(throw_check, throw_hits, throw_misses)

MOVES = (Move(ThrowWeapon, verify_throw, throw_weapon),)
