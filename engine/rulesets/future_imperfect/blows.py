"""Blows, getting inside a longer weapon and out of it again (FI-MELEE, FI-DB, FI-CLOSE, FI-BRAWL)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import melee
from engine.rulesets.future_imperfect.attacks import MANNERS, Manner, begin_attack, common_parts, go_on, need_attack
from engine.rulesets.future_imperfect.checks import Decided, tn_of
from engine.rulesets.future_imperfect.declaring import (
    Called,
    Free,
    Hand,
    Place,
    Thing,
    Two,
    Which,
    declared,
    mark,
    need_attacker,
)
from engine.rulesets.future_imperfect.dice_of import need_weapon, skill_roll
from engine.rulesets.future_imperfect.fighters import need_fight
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.landing import need_spot
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.parts import counting
from engine.rulesets.future_imperfect.people import FIGHTING, Guard
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.striking import closed_between, closed_on, guard_of, set_closed, stance, striker
from engine.table.frozen import replace
from engine.table.table import Table

Melee = Annotated[str, Meta(description="what with; empty for what is in hand, else the bare hand")]


class Strike(Request):
    """Strike somebody."""

    RULES = (
        "FI-MELEE-1",
        "FI-MELEE-2",
        "FI-MELEE-3",
        "FI-MELEE-4",
        "FI-MELEE-5",
        "FI-MELEE-6",
        "FI-DB-1",
        "FI-DB-2",
        "FI-DB-3",
        "FI-DB-4",
        "FI-CLOSE-4",
        "FI-BRAWL-4",
        "FI-MART-1",
        "FI-MART-2",
    )
    actor: ActorId
    target: ActorId
    weapon: Melee = ""
    hand: Hand = "main"
    two_weapons: Two = False
    called: Called = ""
    place: Place = ""
    side: Which = ""
    thing: Thing = ""
    height: Annotated[bool, Meta(description="the attacker stands or rides higher")] = False
    lethal: Annotated[bool, Meta(description="with a heavy club: whether the blow is meant to kill")] = True
    free: Free = False


class CloseIn(Request):
    """Get inside the reach of a longer weapon, instead of doing damage."""

    RULES = ("FI-CLOSE-1", "FI-CLOSE-2", "FI-CLOSE-5")
    actor: ActorId
    target: ActorId
    weapon: Melee = ""
    free: Free = False


class KeepDistance(Request):
    """Get the distance back that a longer weapon needs."""

    RULES = ("FI-CLOSE-3",)
    actor: ActorId
    target: ActorId
    weapon: Melee = ""
    free: Free = False


class SetClosed(Request):
    """The Master says who is inside whose reach, as when somebody has moved away."""

    RULES = ("FI-CLOSE-5",)
    actor: ActorId
    target: ActorId
    closed: Annotated[bool, Meta(description="the first is inside the reach of the second")] = False


# ---- declaring -------------------------------------------------------------------------------------------------------


def need_melee(table: Table, actor: str, name: str) -> Weapon:
    """Return what is struck with. Raises Refused for what is not made for it (FI-MELEE-1)."""
    found = need_weapon(table, actor, name) if name else guard_of(table, actor).weapon
    if found.aptitude != FIGHTING:
        raise Refused("not_for_blows", "FI-MELEE-1", weapon=found.name)
    return found


def verify_strike(table: Table, command: Strike) -> None:
    """Whoever may attack, with what can be struck with."""
    need_known(table, command.seat, command.actor)
    need_melee(table, command.actor, command.weapon)
    wanted = declared(table, command, "blow", mark(command, command.target), weapon=command.weapon)
    need_attacker(table, command, wanted)
    need_spot(table, wanted)
    blow_check(table, wanted)


def strike(draft: Draft, command: Strike) -> None:
    """Declare it."""
    begin_attack(draft, declared(draft.table, command, "blow", mark(command, command.target), weapon=command.weapon))


def _manoeuvre(table: Table, command: CloseIn | KeepDistance, kind: str) -> Attack:
    return declared(table, command, kind, mark(command, command.target), weapon=command.weapon)


def verify_close(table: Table, command: CloseIn) -> None:
    """In a conflict, with the shorter weapon or none, and not inside already."""
    need_fight(table)
    need_known(table, command.seat, command.actor)
    weapon = need_melee(table, command.actor, command.weapon)
    need_attacker(table, command, _manoeuvre(table, command, "close"))
    if closed_on(table, command.actor, command.target):
        raise Refused("already_so", "FI-CLOSE-1")
    if not melee.may_close(weapon.db, guard_of(table, command.target).weapon.db, unarmed=weapon.unarmed):
        raise Refused("weapon_not_shorter", "FI-CLOSE-5", weapon=weapon.name)


def close_in(draft: Draft, command: CloseIn) -> None:
    """Declare it."""
    begin_attack(draft, _manoeuvre(draft.table, command, "close"))


def verify_distance(table: Table, command: KeepDistance) -> None:
    """Whoever has somebody inside his reach."""
    need_known(table, command.seat, command.actor)
    need_melee(table, command.actor, command.weapon)
    need_attacker(table, command, _manoeuvre(table, command, "distance"))
    if not closed_on(table, command.target, command.actor):
        raise Refused("not_closed", "FI-CLOSE-3", actor=actor_name(table, command.target))


def keep_distance(draft: Draft, command: KeepDistance) -> None:
    """Declare it."""
    begin_attack(draft, _manoeuvre(draft.table, command, "distance"))


def verify_set(table: Table, command: SetClosed) -> None:
    """The Master, in a conflict."""
    need_gm(table, command, "FI-CLOSE-5")
    need_fight(table)
    need_known(table, command.seat, command.actor)
    need_known(table, command.seat, command.target)


def set_by_hand(draft: Draft, command: SetClosed) -> None:
    """Write it down."""
    set_closed(draft, command.actor, command.target, closed=command.closed)
    _tell_closed(draft, command.actor, command.target, closed=command.closed)


def _tell_closed(draft: Draft, inside: str, outside: str, *, closed: bool) -> None:
    name, target = actor_name(draft.table, inside), actor_name(draft.table, outside)
    draft.note("closed_in" if closed else "apart_again", "FI-CLOSE-2", "FI-CLOSE-5", actor=name, target=target)


# ---- the roll --------------------------------------------------------------------------------------------------------


def blow_check(table: Table, now: Attack) -> Check:
    """Return the roll of a blow or a manoeuvre, against the defender's fighting and reach (FI-MELEE-2, FI-CLOSE)."""
    mark, weapon = now.marks[now.index], striker(table, now)
    roll = skill_roll(table, now.actor, FIGHTING, weapon.concentration, *counting(*common_parts(table, now)))
    tn_parts = melee.melee_tn(
        stance(table, now.actor, Guard(weapon=weapon, level=0)),
        stance(table, mark.actor, guard_of(table, mark.actor)),
        closed_between(table, now, mark.actor),
        db_mode=word(table, "db_mode"),
        unnerved_passive=word(table, "unnerved_passive"),
    )
    return Check(purpose="attack", rolls=(roll,), tn=tn_of(tn_parts), tn_parts=tn_parts)


def blow_hits(draft: Draft, result: Decided) -> None:
    """One hit."""
    now = need_attack(draft.table)
    hit = Hit(target=now.marks[now.index].actor)
    draft.become(replace(now, hits=(hit,), raises=max(0, result.successes - 1)))
    go_on(draft)


def blow_misses(draft: Draft, result: Decided) -> None:
    """Nothing more."""
    go_on(draft)


def _closes(draft: Draft, result: Decided) -> None:
    now = need_attack(draft.table)
    set_closed(draft, now.actor, now.marks[0].actor, closed=True)
    _tell_closed(draft, now.actor, now.marks[0].actor, closed=True)
    go_on(draft)


def _keeps_distance(draft: Draft, result: Decided) -> None:
    now = need_attack(draft.table)
    set_closed(draft, now.marks[0].actor, now.actor, closed=False)
    _tell_closed(draft, now.marks[0].actor, now.actor, closed=False)
    go_on(draft)


MANNERS["blow"] = Manner(blow_check, blow_hits, blow_misses)
MANNERS["close"] = Manner(blow_check, _closes, blow_misses)
MANNERS["distance"] = Manner(blow_check, _keeps_distance, blow_misses)

MOVES = (
    Move(Strike, verify_strike, strike),
    Move(CloseIn, verify_close, close_in),
    Move(KeepDistance, verify_distance, keep_distance),
    Move(SetClosed, verify_set, set_by_hand),
)
