"""Shots and bursts (FI-SHOOT, FI-AREA, FI-AUTO, FI-AIM, FI-TWO)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import limbs, people, shooting
from engine.rulesets.future_imperfect.attacks import MANNERS, Manner, begin_attack, common_parts, go_on, need_attack
from engine.rulesets.future_imperfect.checks import Decided, tn_of
from engine.rulesets.future_imperfect.declaring import (
    Called,
    Carried,
    Counters,
    Free,
    Hand,
    Harness,
    Hidden,
    Metres,
    Mounted,
    Place,
    PointBlank,
    Thing,
    Two,
    WeaponName,
    Which,
    declared,
    mark,
    need_attacker,
)
from engine.rulesets.future_imperfect.dice_of import need_weapon, skill_roll
from engine.rulesets.future_imperfect.fighters import moved_by
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.landing import need_spot
from engine.rulesets.future_imperfect.leading import need_known
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit, Mark
from engine.rulesets.future_imperfect.procedures.check import Check, Roll
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.states import costs
from engine.rulesets.future_imperfect.traits import with_count
from engine.rulesets.future_imperfect.wielding import counters_of, weapon_of
from engine.table.frozen import replace
from engine.table.table import Table

SHOOTING = "shooting"
Rate = Annotated[
    Annotated[int, Meta(ge=0, le=99_999)] | None,
    Meta(description="relative Rate of the two, metres a round; null goes by how far they moved in it"),
]
Course = Annotated[
    shooting.Course, Meta(description="they move in opposite ways, or the same; else the target's own Rate counts")
]
Light = Annotated[str, Meta(description="how light it is there: a name of the group's list")]
OneHanded = Annotated[bool, Meta(description="a rifle fired with one hand")]
Shares = Annotated[tuple[int, ...], Meta(max_length=20)]


class Shoot(Request):
    """Fire a single shot, or one barrel."""

    RULES = (
        "FI-SHOOT-1",
        "FI-SHOOT-2",
        "FI-SHOOT-4",
        "FI-SHOOT-5",
        "FI-SHOOT-6",
        "FI-SHOOT-7",
        "FI-SHOOT-9",
        "FI-AREA-2",
        "FI-AREA-4",
        "FI-CALL-1",
        "FI-AIM-2",
        "FI-TWO-1",
        "FI-TWO-2",
        "FI-TWO-3",
        "FI-COVER-9",
        "FI-DARK-1",
    )
    actor: ActorId
    target: ActorId
    weapon: WeaponName
    distance: Metres = 0
    hand: Hand = "main"
    two_weapons: Two = False
    one_handed: OneHanded = False
    mounted: Mounted = False
    carried: Carried = False
    called: Called = ""
    place: Place = ""
    side: Which = ""
    thing: Thing = ""
    point_blank: PointBlank = False
    low: Annotated[bool, Meta(description="a shot at point-blank range that goes low, as under a table")] = False
    hidden: Hidden = False
    known: Annotated[bool, Meta(description="of a hidden target: its whereabouts are known")] = True
    moving: Annotated[bool | None, Meta(description="the Master's word on a fast target; null goes by the Rate")] = None
    rate: Rate = None
    course: Course = "other"
    light: Light = "full"
    carries_light: Annotated[bool, Meta(description="the target does, and the dark does not hide it")] = False
    front: Annotated[bool, Meta(description="from the front, as far as lying down matters")] = True
    counters: Counters = 0
    harness: Harness = False
    free: Free = False


class FireBurst(Request):
    """Fire a burst at one target or several."""

    RULES = ("FI-AUTO-1", "FI-AUTO-2", "FI-AUTO-4", "FI-AUTO-5", "FI-SHOOT-2")
    actor: ActorId
    weapon: WeaponName
    targets: Annotated[tuple[str, ...], Meta(min_length=1, max_length=20, description="characters")]
    distances: Annotated[Shares, Meta(description="metres to each of them; one for all")] = (0,)
    rounds: Annotated[Shares, Meta(description="how many rounds each gets; none for one target")] = ()
    dice: Annotated[Shares, Meta(description="how many shooting dice each gets; none for one target")] = ()
    hand: Hand = "main"
    two_weapons: Two = False
    one_handed: OneHanded = False
    mounted: Mounted = False
    carried: Carried = False
    point_blank: PointBlank = False
    hidden: Hidden = False
    rate: Rate = None
    course: Course = "other"
    light: Light = "full"
    harness: Harness = False
    free: Free = False


# ---- declaring -------------------------------------------------------------------------------------------------------


def need_gun(table: Table, actor: str, name: str) -> Weapon:
    """Return a weapon that shoots. Raises Refused for one that does not."""
    found = need_weapon(table, actor, name)
    if found.aptitude != SHOOTING:
        raise Refused("not_a_gun", "FI-SHOOT-1", weapon=found.name)
    return found


def need_light(table: Table, light: str) -> None:
    """Raise Refused for a light that the group's list has not (FI-DARK-3)."""
    known = word(table, "darkness_table")
    if light not in known:
        raise Refused("no_such_light", "FI-DARK-3", light=light[:40], known=list(known))


def rate_between(table: Table, actor: str, target: str, told: int | None, course: shooting.Course) -> int:
    """Return the relative Rate as it was told, else by what both have moved in this round (FI-SHOOT-8)."""
    if told is not None:
        return told
    return shooting.relative_rate(moved_by(table, actor), moved_by(table, target), course)


def _shot(table: Table, command: Shoot) -> Attack:
    rate = rate_between(table, command.actor, command.target, command.rate, command.course)
    weapon = need_gun(table, command.actor, command.weapon).name
    return declared(table, command, "shot", mark(command, command.target, rate=rate), weapon=weapon)


def verify_shoot(table: Table, command: Shoot) -> None:
    """Whoever may attack, with a gun, at somebody of whom something is known."""
    need_known(table, command.seat, command.actor)
    wanted = _shot(table, command)
    need_attacker(table, command, wanted)
    shooting.need_known_target(hidden=command.hidden, known=command.known)
    need_light(table, command.light)
    need_spot(table, wanted)
    shot_check(table, wanted)


def shoot(draft: Draft, command: Shoot) -> None:
    """Declare it, with the counters of the aim."""
    wanted = _shot(draft.table, command)
    gun = weapon_of(draft.table, wanted)
    counters = counters_of(draft.table, command.actor, gun, command.target, command.counters, free=command.free)
    begin_attack(draft, replace(wanted, counters=counters))


def _burst(table: Table, command: FireBurst) -> Attack:
    weapon = need_gun(table, command.actor, command.weapon)
    count = len(command.targets)
    distances = command.distances * count if len(command.distances) == 1 else command.distances
    rounds = command.rounds or ((weapon.burst,) if count == 1 else ())
    dice = command.dice or ((0,) if count == 1 else ())
    if len(distances) != count:
        raise Refused("distance_each", "FI-SHOOT-2")
    if len(rounds) != count:
        raise Refused("split_rounds", "FI-AUTO-4", rounds=weapon.burst)
    if len(dice) != count:
        raise Refused("split_dice", "FI-AUTO-4", dice=_pool(table, command.actor, weapon))
    each = zip(command.targets, distances, rounds, dice, strict=True)
    marks = tuple(
        mark(
            command,
            target,
            distance=metres,
            rounds=fired,
            dice=share,
            rate=rate_between(table, command.actor, target, command.rate, command.course),
        )
        for target, metres, fired, share in each
    )
    return declared(table, command, "burst", *marks, weapon=weapon.name)


def _pool(table: Table, actor: str, weapon: Weapon) -> int:
    return skill_roll(table, actor, SHOOTING, weapon.concentration).dice.count


def verify_burst(table: Table, command: FireBurst) -> None:
    """Whoever may attack, with a weapon that fires bursts; dice and rounds are shared out (FI-AUTO-4)."""
    need_known(table, command.seat, command.actor)
    weapon = need_gun(table, command.actor, command.weapon)
    if not weapon.burst:
        raise Refused("no_bursts", "FI-AUTO-1", weapon=weapon.name)
    wanted = _burst(table, command)
    if len(set(command.targets)) != len(command.targets):
        raise Refused("target_twice", "FI-AUTO-4")
    need_attacker(table, command, wanted, times=weapon.rof)
    need_light(table, command.light)
    pool = _pool(table, command.actor, weapon)
    dice = command.dice or (pool,)
    shooting.need_split(dice, [mark.rounds for mark in wanted.marks], all_dice=pool, all_rounds=weapon.burst)


def fire_burst(draft: Draft, command: FireBurst) -> None:
    """Declare it."""
    begin_attack(draft, _burst(draft.table, command))


# ---- the roll --------------------------------------------------------------------------------------------------------


def _seen(table: Table, mark: Mark) -> tuple[Part | None, ...]:
    """Return what a target's Size, speed and light add to a shot or throw (FI-SHOOT-5 to FI-SHOOT-9)."""
    target = table.actors.get(mark.actor)
    return (
        shooting.size_part(people.size(target, table.lists)) if target is not None else None,
        shooting.speed_part(mark.rate, ruled=mark.moving),
        shooting.sight_part(
            mark.distance,
            hidden=mark.hidden,
            light=mark.light,
            carries_light=mark.carries_light,
            darkness_table=word(table, "darkness_table"),
        ),
    )


def far_roll(table: Table, now: Attack, aptitude: str, *more: Part | None) -> Roll:
    """Return the roll of an attack from afar, with all that makes it hard, before it is known how far (FI-SHOOT-5)."""
    weapon, mark = weapon_of(table, now), now.marks[now.index]
    parts = counting(*_ridden(table, now, weapon), *common_parts(table, now), *_seen(table, mark), *more)
    return skill_roll(table, now.actor, aptitude, weapon.concentration, *parts)


def _ridden(table: Table, now: Attack, weapon: Weapon) -> tuple[Part, ...]:
    """Return what a mount, what runs with the shooter on it, and a rifle in one hand cost (FI-SHOOT-5, FI-TWO-3)."""
    one_handed = now.one_handed or bool(limbs.lost_hands(table, now.actor))
    return shooting.attacker_parts(
        shooting.Circumstances(
            mounted=now.mounted,
            running=costs().running if now.carried else 0,
            one_handed_rifle=one_handed and weapon.rifle,
        )
    )


def shot_check(table: Table, now: Attack) -> Check:
    """Return the roll of a shot, or of the share of a burst for the target at hand (2.34 ATTACK 3 to 5)."""
    mark, weapon = now.marks[now.index], weapon_of(table, now)
    automatic = now.kind == "burst"
    aim = weapon.aim
    aimed = shooting.aim_part(now.counters, aim.steps, aim.unaimed, automatic=automatic) if aim else None
    roll = far_roll(table, now, SHOOTING, aimed)
    spread = shooting.area_shooting_part(weapon.ae, mark.distance) if weapon.shotgun and weapon.ae else None
    count = (mark.dice or roll.dice.count) + (spread.value if spread else 0)
    roll = replace(roll, dice=with_count(roll.dice, count), targets=len(now.marks))
    tn_parts = shooting.range_tn(mark.distance, weapon.increment or mark.distance + 1)
    return Check(purpose="attack", rolls=(roll,), tn=tn_of(tn_parts), tn_parts=tn_parts)


def shot_hits(draft: Draft, result: Decided) -> None:
    """A shot hits once, a burst once for each success as far as its rounds go (FI-AUTO-2, FI-AUTO-6, FI-AUTO-7)."""
    now = need_attack(draft.table)
    mark = now.marks[now.index]
    burst = now.kind == "burst"
    hits = shooting.burst_hits(result.successes, mark.rounds) if burst else 1
    raises = shooting.open_raises(
        result.successes,
        rounds=mark.rounds if burst else None,
        burst_raises_shift=word(draft.table, "burst_raises_shift"),
    )
    landing = tuple(Hit(target=mark.actor) for _ in range(hits))
    draft.become(replace(_went_past(now, mark.rounds - hits), hits=landing, raises=raises))
    draft.figure(hits=hits)
    go_on(draft)


def shot_misses(draft: Draft, result: Decided) -> None:
    """All rounds go past."""
    now = need_attack(draft.table)
    draft.become(_went_past(now, now.marks[now.index].rounds))
    draft.figure(hits=0)
    go_on(draft)


def _went_past(now: Attack, rounds: int) -> Attack:
    """Return an attack of which so many rounds went past the mark at hand; who stands there they may hit (FI-STRAY)."""
    missed = replace(now.marks[now.index], missed=rounds)
    return replace(now, marks=(*now.marks[: now.index], missed, *now.marks[now.index + 1 :]))


MANNERS["shot"] = MANNERS["burst"] = Manner(shot_check, shot_hits, shot_misses)

MOVES = (
    Move(Shoot, verify_shoot, shoot),
    Move(FireBurst, verify_burst, fire_burst),
)
