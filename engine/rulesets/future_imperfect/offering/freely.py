"""Attacks that cost nobody a card, by the Master's word: before anybody draws, without a conflict, or as he likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.play.offers import Ask, AskKind, Offer, ask, offered
from engine.play.words import Message
from engine.rulesets.future_imperfect import blows, entangling, melee, shots, states, throws
from engine.rulesets.future_imperfect.offering.arms import (
    BARE_HANDS,
    FAR,
    FIGHTING,
    MOST_COUNTERS,
    SHOOTING,
    SIDES,
    Arms,
    Burst,
    arms_of,
    bodies_of,
    called,
    hands,
    lights_of,
    listed_names,
    seldom,
)
from engine.rulesets.future_imperfect.offering.forms import (
    EITHER,
    USUAL_SHOT,
    USUAL_THROW,
    Names,
    blow_asks,
    burst_asks,
    shot_asks,
    split,
    thrown_asks,
)
from engine.rulesets.future_imperfect.offering.scene import Scene, ids
from engine.rulesets.future_imperfect.steady import guards_of, sheets_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept
from engine.table.seats import Actor

Owned = tuple[tuple[str, Names], ...]
"""Who has what: of each character its weapons, or whom it can attack."""
Guards = tuple[tuple[str, int, bool], ...]
"""How far somebody reaches, and whether with bare hands."""
_FREE = Remembered[tuple[Offer, ...]]()


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield every kind of attack for whoever is there and able, at whoever the Master's screen knows to be there."""
    table, targets = scene.table, scene.seen
    if len(targets) > 1:
        now = scene.conflict
        standing = (now.standing, now.turns) if now is not None and now.standing else ("", "")
        inside = now.inside if now is not None else ""
        told = (scene.records, sheets_of(table), table.seats, table.lists, table.options, table.scene)
        made_of = (*told, inside, *standing, *targets)
        key = f"{scene.key}\n{len(targets)}"
        yield from _FREE.get(key, made_of, lambda: tuple(_freely(scene, targets)))


def _freely(scene: Scene, targets: Names) -> Iterator[Offer]:
    table, seat = scene.table, scene.seat
    aims = scene.aimed_at([actor.id for actor in scene.there if _is_fit(scene, actor)], targets)
    able = [actor for actor in scene.there if aims.get(actor.id)]
    if not able:
        return
    whom: Owned = tuple((actor.id, aims[actor.id]) for actor in able)
    arms = [(actor, arms_of(table, actor)) for actor in able]
    lights, bodies = lights_of(table), bodies_of(table, scene.viewer, targets)
    listed, things = listed_names(table, SHOOTING), listed_names(table, FIGHTING)
    guns = _owned((actor, _loaded(own) or _others(listed, own)) for actor, own in arms)
    if guns:
        yield _shot(seat, guns, whom, bodies, lights)
    blades = _owned((actor, own.melee or (things if own.hands else ())) for actor, own in arms)
    yield _blow(seat, blades, whom, bodies)
    for gun, owners in _bursts(arms).items():
        first = owners[:1] if len(owners) > 1 else ()
        yield _burst(seat, gun, owners, (*aims[owners[0]], *first), lights)
    thrown = _owned((actor, own.thrown) for actor, own in arms)
    if thrown:
        yield _throw(seat, thrown, whom, max(own.reach for _, own in arms), lights)
    nets = _owned((actor, own.holding) for actor, own in arms)
    if nets:
        yield _entangle(seat, nets, whom)
    if scene.conflict is not None:
        longer = _longer(_guards(scene, targets), ids(able), scene.conflict.inside)
        if longer:
            yield _close(seat, longer)


def _is_fit(scene: Scene, actor: Actor) -> bool:
    return not actor.conditions or not (actor.has(states.STUNNED) or states.why_out(scene.table, actor.id))


def _others(listed: Names, arms: Arms) -> Names:
    """Return the guns of the group's list, for one who has none of its own that is loaded."""
    if not arms.hands:
        return ()
    return tuple(name for name in listed if name not in arms.guns) if arms.guns else listed


def _loaded(arms: Arms) -> Names:
    """Return the guns that can be fired once."""
    return tuple(name for name in arms.guns if name in arms.ready or arms.by_name[name].loaded)


def _bursts(arms: Iterable[tuple[Actor, Arms]]) -> dict[Burst, Names]:
    """Return who can fire a burst of each kind: those with the same weapon and as many dice are alike in that."""
    found: dict[Burst, Names] = {}
    for actor, own in arms:
        for gun in own.bursts:
            if gun.weapon in own.ready:
                found[gun] = (*found.get(gun, ()), actor.id)
    return found


def _guards(scene: Scene, targets: Names) -> Guards:
    """Return how far everybody reaches with what is in hand, as far as the viewer may read it."""
    guards = guards_of(scene.table)
    held = ((who, guards[who].weapon) for who in targets if scene.reads(who) and not scene.seen_dead(who))
    return tuple((who, weapon.db, weapon.unarmed) for who, weapon in held)


@kept
def _longer(guards: Guards, able: Names, inside: tuple[tuple[str, str], ...]) -> Owned:
    """Return who can try to get inside whose reach (FI-CLOSE-1)."""
    found: list[tuple[str, Names]] = []
    for actor, db, unarmed in guards:
        if actor not in able:
            continue
        others = tuple(
            other
            for other, theirs, _ in guards
            if other != actor and (actor, other) not in inside and melee.may_close(db, theirs, unarmed=unarmed)
        )
        if others:
            found.append((actor, others))
    return tuple(found)


def _owned(pairs: Iterable[tuple[Actor, Names]]) -> Owned:
    return tuple((actor.id, names) for actor, names in pairs if names)


def _who(owned: Owned) -> Ask:
    return ask("attacker", AskKind.CHOICE, tuple(actor for actor, _ in owned), field="actor")


def _of(word: str, owned: Owned, *, optional: bool = False, instead: Message | None = None) -> Ask:
    """Ask for something that depends on who attacks."""
    every = tuple(dict.fromkeys(name for _, names in owned for name in names))
    return ask(word, AskKind.CHOICE, every, by="actor", among=dict(owned), optional=optional, instead=instead)


def _at(owned: Owned, whom: Owned, *, optional: bool = False) -> Ask:
    """Ask who is attacked: anybody but whoever attacks."""
    attackers = {actor for actor, _ in owned}
    among = {actor: targets for actor, targets in whom if actor in attackers}
    every = tuple(dict.fromkeys(target for targets in among.values() for target in targets))
    return ask("target", AskKind.CHOICE, every, by="actor", among=among, optional=optional)


def _first(actor: str, whom: Owned) -> str:
    return dict(whom)[actor][0]


@kept
def _shot(seat: str, guns: Owned, whom: Owned, bodies: Names, lights: Names) -> Offer:
    asks = (
        _who(guns),
        _of("weapon", guns),
        _at(guns, whom),
        ask("distance", AskKind.NUMBER, least=0, most=FAR),
        *called((), bodies),
        seldom("counters", AskKind.NUMBER, most=MOST_COUNTERS),
        *hands(EITHER.free),
        *shot_asks(lights),
    )
    actor, weapons = guns[0]
    bare = shots.Shoot(
        seat=seat,
        actor=actor,
        target=_first(actor, whom),
        weapon=weapons[0],
        distance=USUAL_SHOT,
        side=SIDES[0],
        free=True,
    )
    return offered("free_shot", bare, asks=asks)


@kept
def _burst(seat: str, gun: Burst, owners: Names, targets: Names, lights: Names) -> Offer:
    asks = (
        ask("attacker", AskKind.CHOICE, owners, field="actor"),
        split(targets, gun),
        *hands(EITHER.free),
        *burst_asks(lights),
    )
    bare = shots.FireBurst(seat=seat, actor=owners[0], weapon=gun.weapon, targets=targets[:1], free=True)
    return offered(f"free_burst:{gun.weapon}:{gun.dice}", bare, asks=asks, weapon=gun.weapon)


@kept
def _blow(seat: str, weapons: Owned, whom: Owned, bodies: Names) -> Offer:
    asks = (
        _who(whom),
        _at(whom, whom),
        *((_of("weapon", weapons, optional=True, instead=BARE_HANDS),) if weapons else ()),
        *called((), bodies),
        *hands(EITHER.free),
        *blow_asks(),
    )
    actor, targets = whom[0]
    bare = blows.Strike(seat=seat, actor=actor, target=targets[0], side=SIDES[0], free=True)
    return offered("free_blow", bare, asks=asks)


@kept
def _throw(seat: str, things: Owned, whom: Owned, far: int, lights: Names) -> Offer:
    asks = (
        _who(things),
        _of("weapon", things),
        _at(things, whom, optional=True),
        ask("distance", AskKind.NUMBER, least=0, most=far),
        *hands(EITHER.free),
        *thrown_asks(lights),
    )
    actor, weapons = things[0]
    bare = throws.ThrowWeapon(
        seat=seat, actor=actor, weapon=weapons[0], distance=min(USUAL_THROW, far), side=SIDES[0], free=True
    )
    return offered("free_throw", bare, asks=asks)


@kept
def _entangle(seat: str, nets: Owned, whom: Owned) -> Offer:
    asks = (_who(nets), _of("weapon", nets), _at(nets, whom), ask("trip", AskKind.FLAG, optional=True))
    actor, weapons = nets[0]
    bare = entangling.Entangle(seat=seat, actor=actor, target=_first(actor, whom), weapon=weapons[0], free=True)
    return offered("free_entangle", bare, asks=asks)


@kept
def _close(seat: str, longer: Owned) -> Offer:
    actor, others = longer[0]
    bare = blows.CloseIn(seat=seat, actor=actor, target=others[0], free=True)
    return offered("free_close", bare, asks=(_who(longer), _of("target", longer)))
