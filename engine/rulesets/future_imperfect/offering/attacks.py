"""What can be done about attacks: declaring one, answering it, and each step of a hit until the last stun check."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import AskKind, Drag, Offer, ask, checked, offered
from engine.rulesets.future_imperfect import (
    aimed,
    ammunition,
    attacks,
    blows,
    damaging,
    defending,
    entangling,
    fate,
    harming,
    landing,
    people,
    recovering,
    shooting,
    shots,
    states,
    strays,
    throws,
)
from engine.rulesets.future_imperfect.dice_of import ORDINARY
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.lists import OBSTACLES
from engine.rulesets.future_imperfect.procedures import (
    POT,
    Attack,
    Fight,
    Harm,
    attack,
    check,
    evening,
    fight,
    hurting,
)
from engine.rulesets.future_imperfect.rounds import reserved
from engine.table.frozen import kept
from engine.table.table import Table

FAR = 9_999
"""Metres, beyond what anybody shoots at."""
SHOOTING, FIGHTING = "shooting", "fighting"
SIDES = ("right", "left")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about attacks, the innermost step first.

    With what a secret character could attack stands on its sheet, so that is offered only to who may read it.
    """
    gm = table.is_gm(seat)
    harm, under_way = hurting(table), attack(table)
    if harm is not None:
        yield from _harm(table, seat, harm)
        return
    if under_way is not None:
        yield from _steps(table, seat, under_way)
        return
    now = fight(table)
    if now is not None and now.turns:
        fighter = now.fighters[now.turns[-1].fighter]
        for actor in fighter.members:
            if leader(table, actor) == seat and table.may_read(table.actors[actor], viewer):
                yield from _actions(table, seat, actor)
    if now is not None:
        yield from _aims(table, seat, now)
    if gm:
        yield from _afterwards(table, seat, viewer)


# ---- declaring -------------------------------------------------------------------------------------------------------


def _actions(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    name = actor_name(table, actor)
    targets = tuple(other for other in taking_part(table) if other != actor)
    carried = people.weapons(table.actors[actor], table.lists)
    guns = tuple(weapon for weapon in carried if weapon.aptitude == SHOOTING)
    if states.STUNNED in states.states_of(table, actor):
        yield checked(table, _recover(seat, actor, name), recovering.verify_recover)
    if targets:
        if guns:
            shot = _shoot(seat, actor, name, targets, _names(guns), _spots(), _lights(table))
            yield checked(table, shot, shots.verify_shoot)
            for weapon in guns:
                if weapon.burst:
                    burst = _burst(seat, actor, name, targets, weapon.name, _lights(table))
                    yield checked(table, burst, shots.verify_burst)
        yield checked(table, _strike(seat, actor, name, targets, _melee(carried), _spots()), blows.verify_strike)
        for target in targets:
            close = _close(seat, actor, name, target, actor_name(table, target))
            done = checked(table, close, blows.verify_close)
            if done.denial is None:
                yield done
            away = checked(table, _away(seat, actor, name, target, actor_name(table, target)), blows.verify_distance)
            if away.denial is None:
                yield away
        holding = tuple(weapon for weapon in carried if weapon.entangle is not None or weapon.trip)
        if holding:
            yield checked(table, _entangle(seat, actor, name, targets, _names(holding)), entangling.verify_entangle)
    thrown = tuple(weapon for weapon in carried if weapon.thrown)
    if thrown:
        far = _reach(table, actor)
        yield checked(table, _throw(seat, actor, name, targets, _names(thrown), far), throws.verify_throw)
    if table.actors[actor].has(states.ENTANGLED):
        for way in ("wriggle", "break"):
            free = checked(table, _break(seat, actor, name, way), entangling.verify_break)
            if free.denial is None:
                yield free
    for weapon in guns:
        load = checked(table, _reload(seat, actor, name, weapon.name), ammunition.verify_reload)
        if load.denial is None:
            yield load


def _names(weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(weapon.name for weapon in weapons))


def _melee(carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    return _names(tuple(weapon for weapon in carried if weapon.aptitude == FIGHTING))


def _spots() -> tuple[str, ...]:
    return tuple(shooting.numbers().called)


def _lights(table: Table) -> tuple[str, ...]:
    known = table.option("darkness_table")
    return tuple(known) if isinstance(known, dict) else ()


def _reach(table: Table, actor: str) -> int:
    strength = people.trait(table.actors[actor], "strength") or ORDINARY
    return shooting.throw_range(strength.value)


@kept
def _shoot(
    seat: str,
    actor: str,
    name: str,
    targets: tuple[str, ...],
    weapons: tuple[str, ...],
    spots: tuple[str, ...],
    lights: tuple[str, ...],
) -> Offer:
    asks = (
        ask("target", AskKind.CHOICE, targets),
        ask("weapon", AskKind.CHOICE, weapons),
        ask("distance", AskKind.NUMBER, least=0, most=FAR),
        ask("called", AskKind.CHOICE, spots, optional=True),
        ask("side", AskKind.CHOICE, SIDES, optional=True),
        ask("light", AskKind.CHOICE, lights, optional=True),
        ask("point_blank", AskKind.FLAG, optional=True),
        ask("hidden", AskKind.FLAG, optional=True),
        ask("mounted", AskKind.FLAG, optional=True),
        ask("one_handed", AskKind.FLAG, optional=True),
    )
    bare = shots.Shoot(seat=seat, actor=actor, target=targets[0], weapon=weapons[0], side=SIDES[0])
    return offered(f"shoot:{actor}", bare, asks=asks, main=True, actor=name)


@kept
def _burst(seat: str, actor: str, name: str, targets: tuple[str, ...], weapon: str, lights: tuple[str, ...]) -> Offer:
    asks = (
        ask("targets", AskKind.CHOICES, targets, least=1, most=1),
        ask("light", AskKind.CHOICE, lights, optional=True),
        ask("hidden", AskKind.FLAG, optional=True),
    )
    bare = shots.FireBurst(seat=seat, actor=actor, weapon=weapon, targets=targets[:1])
    return offered(f"burst:{actor}:{weapon}", bare, asks=asks, actor=name, weapon=weapon)


@kept
def _strike(
    seat: str, actor: str, name: str, targets: tuple[str, ...], weapons: tuple[str, ...], spots: tuple[str, ...]
) -> Offer:
    asks = (
        ask("target", AskKind.CHOICE, targets),
        *((ask("weapon", AskKind.CHOICE, weapons, optional=True),) if weapons else ()),
        ask("called", AskKind.CHOICE, spots, optional=True),
        ask("side", AskKind.CHOICE, SIDES, optional=True),
        ask("height", AskKind.FLAG, optional=True),
        ask("lethal", AskKind.FLAG, optional=True),
    )
    bare = blows.Strike(seat=seat, actor=actor, target=targets[0], side=SIDES[0])
    return offered(f"strike:{actor}", bare, asks=asks, actor=name)


@kept
def _close(seat: str, actor: str, name: str, target: str, other: str) -> Offer:
    bare = blows.CloseIn(seat=seat, actor=actor, target=target)
    return offered(f"close_in:{actor}:{target}", bare, actor=name, target=other)


@kept
def _away(seat: str, actor: str, name: str, target: str, other: str) -> Offer:
    bare = blows.KeepDistance(seat=seat, actor=actor, target=target)
    return offered(f"keep_distance:{actor}:{target}", bare, actor=name, target=other)


@kept
def _entangle(seat: str, actor: str, name: str, targets: tuple[str, ...], weapons: tuple[str, ...]) -> Offer:
    asks = (ask("target", AskKind.CHOICE, targets), ask("weapon", AskKind.CHOICE, weapons))
    bare = entangling.Entangle(seat=seat, actor=actor, target=targets[0], weapon=weapons[0])
    return offered(f"entangle:{actor}", bare, asks=asks, actor=name)


@kept
def _throw(seat: str, actor: str, name: str, targets: tuple[str, ...], weapons: tuple[str, ...], far: int) -> Offer:
    asks = (
        ask("weapon", AskKind.CHOICE, weapons),
        ask("distance", AskKind.NUMBER, least=0, most=far),
        *((ask("target", AskKind.CHOICE, targets, optional=True),) if targets else ()),
    )
    bare = throws.ThrowWeapon(seat=seat, actor=actor, weapon=weapons[0], distance=min(5, far), side=SIDES[0])
    return offered(f"throw_weapon:{actor}", bare, asks=asks, actor=name)


@kept
def _break(seat: str, actor: str, name: str, way: str) -> Offer:
    return offered(f"{way}_free:{actor}", entangling.BreakFree(seat=seat, actor=actor, way=way), actor=name)


@kept
def _reload(seat: str, actor: str, name: str, weapon: str) -> Offer:
    bare = ammunition.Reload(seat=seat, actor=actor, weapon=weapon)
    return offered(f"reload:{actor}:{weapon}", bare, actor=name, weapon=weapon)


@kept
def _recover(seat: str, actor: str, name: str) -> Offer:
    return offered(f"recover:{actor}", recovering.RecoverFromStun(seat=seat, actor=actor), main=True, actor=name)


def _aims(table: Table, seat: str, now: Fight) -> Iterator[Offer]:
    """Yield the shots out of an aim, for whoever does not act in a turn of its own (FI-AIM-9, FI-AIM-10)."""
    for name, fighter in now.fighters.items():
        if fighter.aim is not None and leader(table, name) == seat:
            for track in (False, True):
                bare = aimed.ShootFromAim(seat=seat, actor=name, track=track)
                key = "track_aim" if track else "shoot_from_aim"
                done = offered(f"{key}:{name}", bare, actor=actor_name(table, name))
                yield checked(table, done, aimed.verify_aimed)


# ---- answering -------------------------------------------------------------------------------------------------------


def reactions(table: Table, seat: str) -> Iterator[Offer]:
    """Yield what can be done before the dice of an attack fall: defend, run, name cover, stop it."""
    now, rolled = attack(table), check(table)
    if now is None or rolled is None or rolled.purpose != "attack" or rolled.thrown:
        return
    for actor in now.targets:
        if leader(table, actor) != seat:
            continue
        name = actor_name(table, actor)
        yield checked(table, _defend(seat, actor, name, "dodge"), defending.verify_defend)
        fights = checked(table, _defend(seat, actor, name, "fighting"), defending.verify_defend)
        if fights.denial is None:
            yield fights
        conflict = fight(table)
        if conflict is not None and actor in conflict.fighters and reserved(table, actor) is not None:
            yield checked(table, _run(seat, actor, name), defending.verify_run)
    yield from _cover(table, seat, now)
    if table.is_gm(seat):
        yield _stop(seat)


@kept
def _defend(seat: str, actor: str, name: str, by: str) -> Offer:
    asks = (
        ask(
            "defended", AskKind.CHOICE, ("cover", "prone") if by == "dodge" else ("ground",), field="how", optional=True
        ),
    )
    how = "cover" if by == "dodge" else "ground"
    bare = defending.Defend(seat=seat, actor=actor, by=by, how=how)
    return offered(f"defend_{by}:{actor}", bare, asks=asks, actor=name)


@kept
def _run(seat: str, actor: str, name: str) -> Offer:
    asks = (ask("distance", AskKind.NUMBER, least=0, most=FAR), ask("hidden", AskKind.FLAG, optional=True))
    return offered(f"run_away:{actor}", defending.RunAway(seat=seat, actor=actor, distance=10), asks=asks, actor=name)


def _cover(table: Table, seat: str, now: Attack) -> Iterator[Offer]:
    obstacles = tuple(str(row["name"]) for row in table.lists.get(OBSTACLES, ()) if row.get("name"))
    for actor in now.targets:
        if obstacles and (leader(table, actor) == seat or table.is_gm(seat)):
            yield _set_cover(seat, actor, actor_name(table, actor), landing.places_of(table, actor), obstacles)


@kept
def _set_cover(seat: str, actor: str, name: str, places: tuple[str, ...], obstacles: tuple[str, ...]) -> Offer:
    asks = (
        ask("obstacle", AskKind.CHOICE, obstacles),
        ask("places", AskKind.CHOICES, places, least=1, most=len(places), optional=True),
    )
    bare = landing.SetCover(seat=seat, target=actor, obstacle=obstacles[0])
    return offered(f"set_cover:{actor}", bare, asks=asks, actor=name)


@kept
def _stop(seat: str) -> Offer:
    return offered("stop_attack", attacks.StopAttack(seat=seat))


# ---- a hit, step by step ---------------------------------------------------------------------------------------------


def _steps(table: Table, seat: str, now: Attack) -> Iterator[Offer]:
    mine = leader(table, now.actor) == seat
    gm = table.is_gm(seat)
    if now.hits and now.hits[0].at is not None:
        if mine or gm:
            yield _damage(seat, mine or table.is_gm(leader(table, now.actor)))
            if now.raises and now.hits[0].natural is not None:
                yield _shift(seat, now.raises)
        yield from _cover(table, seat, now)
        if gm:
            yield _rule_hit(seat, landing.locations_of(table, now.hits[0].target))
            yield offered("miss_after_all", landing.MissAfterAll(seat=seat))
    elif mine or gm:
        yield checked(table, _roll(seat), attacks.verify_roll_again)
    if gm:
        yield _stop(seat)


@kept
def _roll(seat: str) -> Offer:
    return offered("roll_attack", attacks.RollAttack(seat=seat), main=True)


@kept
def _damage(seat: str, main: bool) -> Offer:
    return offered("roll_damage", damaging.RollDamage(seat=seat), main=main)


@kept
def _shift(seat: str, raises: int) -> Offer:
    asks = (ask("by", AskKind.NUMBER, least=-raises, most=raises),)
    return offered("shift_hit", landing.ShiftHit(seat=seat, by=0), asks=asks, count=raises)


@kept
def _rule_hit(seat: str, places: tuple[str, ...]) -> Offer:
    asks = (ask("location", AskKind.CHOICE, places), ask("side", AskKind.CHOICE, SIDES, optional=True))
    return offered("rule_hit", landing.RuleHit(seat=seat, location=places[0], side=SIDES[0]), asks=asks)


def _harm(table: Table, seat: str, found: Harm) -> Iterator[Offer]:
    name = actor_name(table, found.actor)
    mine = leader(table, found.actor) == seat
    for colour in fate.fate_tables().colours:
        if table.chips.get(seat, {}).get(colour.key) and colour.wounds:
            yield checked(table, _save(seat, name, colour.key, colour.wounds), harming.verify_save)
    if mine or table.is_gm(seat):
        yield _take(seat, name, mine or table.is_gm(leader(table, found.actor)))
    if table.is_gm(seat):
        yield checked(table, _rule_wounds(seat, name, sum(found.wounds.values())), harming.verify_rule)


@kept
def _save(seat: str, name: str, colour: str, wounds: int) -> Offer:
    bare = harming.SaveSkin(seat=seat, colour=colour)
    drag = Drag(source=seat, target=POT)
    return offered(f"save_skin:{colour}", bare, drag=drag, actor=name, colour=colour, count=wounds)


@kept
def _take(seat: str, name: str, main: bool) -> Offer:
    return offered("take_harm", harming.TakeHarm(seat=seat), main=main, actor=name)


@kept
def _rule_wounds(seat: str, name: str, wounds: int) -> Offer:
    asks = (ask("wounds", AskKind.NUMBER, least=0, most=20),)
    return offered("rule_wounds", harming.RuleWounds(seat=seat, wounds=wounds), asks=asks, actor=name)


# ---- afterwards ------------------------------------------------------------------------------------------------------


def _afterwards(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what the Master may do once an attack is over: who was in the way, and who is dead."""
    missed = evening(table).missed
    if missed is not None:
        beside = tuple(a for a in taking_part(table) if a not in (missed.actor, missed.target))
        if beside:
            yield checked(table, _strays(seat, beside), strays.verify_strays)
    for actor in taking_part(table):
        if not table.may_read(table.actors[actor], viewer):
            continue
        dead = states.DEAD in states.states_of(table, actor)
        if dead or states.WINDED in states.states_of(table, actor):
            yield _rule_dead(seat, actor, actor_name(table, actor), not dead)


@kept
def _strays(seat: str, beside: tuple[str, ...]) -> Offer:
    asks = (ask("bystanders", AskKind.CHOICES, beside, least=1, most=len(beside)),)
    return offered("check_strays", strays.CheckStrays(seat=seat, bystanders=beside[:1]), asks=asks)


@kept
def _rule_dead(seat: str, actor: str, name: str, dead: bool) -> Offer:
    bare = recovering.RuleDead(seat=seat, actor=actor, dead=dead)
    return offered(f"rule_{'dead' if dead else 'alive'}:{actor}", bare, actor=name)
