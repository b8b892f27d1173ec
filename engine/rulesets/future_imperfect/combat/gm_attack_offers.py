"""Offers for attacks that cost no card, by decision of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.memo import memo, memo_of_moment
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.character.character_sheet import DefendingWeapon, GroupLists
from engine.rulesets.future_imperfect.combat.attack_commands import SIDES
from engine.rulesets.future_imperfect.combat.attack_form_offers import (
    BARE_HANDS,
    BLOW,
    BOTH_HANDS,
    BURST,
    CALLED,
    EITHER,
    SHOT,
    THROW,
    USUAL_SHOT,
    USUAL_THROW,
    Asked,
    bodies_of,
    called_at,
    lights_of,
    split,
)
from engine.rulesets.future_imperfect.combat.available_weapons import (
    FIGHTING,
    SHOOTING,
    AvailableWeapons,
    BurstWeapon,
    listed_names,
    weapons_of_all,
)
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import Entangle
from engine.rulesets.future_imperfect.combat.melee.melee_commands import CloseIn, Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.offer_context import Names, OfferContext, targets_by_side
from engine.rulesets.future_imperfect.procedures.conflict_procedure import inside_reach
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.sheet_lookups import guards_of, keeps_secrets, table_of_records

NamesByActor = tuple[tuple[str, Names], ...]
"""Names for each character: its weapons, or its possible targets."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield every kind of attack for able characters that are there, at the targets that the GM's screen shows."""
    table, targets = context.table, context.seen
    if len(targets) < 2:
        return
    unfit = frozenset([actor.id for actor in context.there if actor.conditions and not _is_fit(table, actor)])
    dead = context.people.seen_dead
    whom = _whom(table_of_records(table), context.people.there, unfit, targets, dead)
    if not whom:
        return
    bodies, lights = bodies_of(table, context.viewer, targets), lights_of(table)
    yield from _attacks(weapons_of_all(table), table.lists, context.seat, whom, bodies, lights)
    inside = inside_reach(table)
    if inside is not None:
        known = tuple(filter(context.reads, targets)) if keeps_secrets(table) else targets
        longer = _targets_with_longer_reach(guards_of(table), known, dead, whom, inside)
        yield from _close(context.seat, longer)


def _is_fit(table: Table, actor: Actor) -> bool:
    stunned = actor.has_condition(character_conditions.STUNNED)
    return not stunned and not character_conditions.incapacity(table, actor.id)


@memo_of_moment
def _whom(table: Table, there: Names, unfit: frozenset[str], targets: Names, seen_dead: frozenset[str]) -> NamesByActor:
    """Return the possible targets of each character that has any."""
    aims = targets_by_side(table, [actor for actor in there if actor not in unfit], targets, seen_dead)
    return tuple([(actor, others) for actor, others in aims.items() if others])


@memo_of_moment
def _attacks(
    armed: Mapping[str, AvailableWeapons],
    lists: GroupLists,
    seat: str,
    whom: NamesByActor,
    bodies: Names,
    lights: Names,
) -> Iterator[Offer]:
    aims = dict(whom)
    arms = [(actor, armed[actor]) for actor in aims]
    listed, things = listed_names(lists, SHOOTING), listed_names(lists, FIGHTING)
    guns = _owned((actor, _loaded(own) or _other_guns(listed, own)) for actor, own in arms)
    yield from _shot(seat, guns, whom, bodies, lights)
    blades = _owned((actor, own.melee or (things if own.hands else ())) for actor, own in arms)
    yield from _blow(seat, blades, whom, bodies)
    for gun, owners in _bursts(arms).items():
        first = owners[:1] if len(owners) > 1 else ()
        yield _burst(seat, gun, owners, (*aims[owners[0]], *first), lights)
    thrown = _owned((actor, own.thrown) for actor, own in arms)
    yield from _throw(seat, thrown, whom, max(own.reach for _, own in arms), lights)
    nets = _owned((actor, own.holding) for actor, own in arms)
    yield from _entangle(seat, nets, whom)


def _other_guns(listed: Names, arms: AvailableWeapons) -> Names:
    """Return the guns of the group's list, for a character without a loaded gun."""
    if not arms.hands:
        return ()
    return tuple(name for name in listed if name not in arms.guns) if arms.guns else listed


def _loaded(arms: AvailableWeapons) -> Names:
    """Return the guns that can fire once."""
    return tuple(name for name in arms.guns if name in arms.ready or arms.by_name[name].loaded)


def _bursts(arms: Iterable[tuple[str, AvailableWeapons]]) -> dict[BurstWeapon, Names]:
    """Return the characters that can fire a burst, by weapon and number of dice."""
    shooters: dict[BurstWeapon, Names] = {}
    for actor, own in arms:
        for gun in own.bursts:
            if gun.weapon in own.ready:
                shooters[gun] = (*shooters.get(gun, ()), actor)
    return shooters


@memo_of_moment
def _targets_with_longer_reach(
    guards: Mapping[str, DefendingWeapon],
    known: Names,
    dead: frozenset[str],
    whom: NamesByActor,
    inside: tuple[tuple[str, str], ...],
) -> NamesByActor:
    """Return the targets whose reach each character can try to enter (FI-CLOSE-1), of those with known weapons."""
    able = {actor for actor, _ in whom}
    weapons = {actor: guards[actor].weapon for actor in known if actor not in dead}
    reaches = {actor: (weapon.db, weapon.unarmed) for actor, weapon in weapons.items()}
    beyond = {
        (db, unarmed): [other for other, own in reaches.items() if melee_rules.may_close(db, own[0], unarmed=unarmed)]
        for db, unarmed in {*reaches.values()}
    }
    longer: list[tuple[str, Names]] = []
    for actor, reach in reaches.items():
        if actor not in able:
            continue
        others = tuple([other for other in beyond[reach] if other != actor and (actor, other) not in inside])
        if others:
            longer.append((actor, others))
    return tuple(longer)


def _owned(pairs: Iterable[tuple[str, Names]]) -> NamesByActor:
    return tuple((actor, names) for actor, names in pairs if names)


def _by_attacker(owned: NamesByActor, whom: NamesByActor) -> Asked:
    """Ask for the attacker, the weapon, and the target, which is any but the attacker."""
    attackers = tuple(actor for actor, _ in owned)
    targets = {actor: others for actor, others in whom if actor in attackers}
    return {
        "actor": Asks("attacker", choices=attackers),
        "weapon": Asks.by_choice("actor", dict(owned)),
        "target": Asks.by_choice("actor", targets),
    }


@memo
def _shot(seat: str, guns: NamesByActor, whom: NamesByActor, bodies: Names, lights: Names) -> tuple[Offer, ...]:
    asks: Asked = {**_by_attacker(guns, whom), **called_at(bodies), **EITHER.asked(), "light": lights}
    given = {"distance": USUAL_SHOT, "side": SIDES[0], "free": True}
    fields = ("actor", "weapon", "target", "distance", *CALLED, "counters", *BOTH_HANDS, *SHOT)
    return choice_offers(Shoot, seat, asks, given, name="free_shot", fields=fields)


@memo
def _burst(seat: str, gun: BurstWeapon, owners: Names, targets: Names, lights: Names) -> Offer:
    asks: Asked = {"actor": Asks("attacker", choices=owners), "targets": split(targets, gun), "light": lights}
    shots = FireBurst(seat=seat, actor=owners[0], weapon=gun.weapon, targets=targets[:1], free=True)
    fields, name = ("actor", "targets", *BOTH_HANDS, *BURST), f"free_burst:{gun.weapon}:{gun.dice}"
    return offer_of(None, shots, name=name, fields=fields, asks=asks, weapon=gun.weapon)


@memo
def _blow(seat: str, weapons: NamesByActor, whom: NamesByActor, bodies: Names) -> tuple[Offer, ...]:
    asks: Asked = {**_by_attacker(whom, whom), **called_at(bodies)}
    asks["weapon"] = replace(Asks.by_choice("actor", dict(weapons)), instead=BARE_HANDS) if weapons else None
    fields = ("actor", "target", "weapon", *CALLED, *BOTH_HANDS, *BLOW)
    return choice_offers(Strike, seat, asks, {"side": SIDES[0], "free": True}, name="free_blow", fields=fields)


@memo
def _throw(seat: str, things: NamesByActor, whom: NamesByActor, far: int, lights: Names) -> tuple[Offer, ...]:
    asks: Asked = {**_by_attacker(things, whom), "distance": range(far + 1), "light": lights}
    given = {"distance": min(USUAL_THROW, far), "side": SIDES[0], "free": True}
    fields = ("actor", "weapon", "target", "distance", *BOTH_HANDS, *THROW)
    return choice_offers(ThrowWeapon, seat, asks, given, name="free_throw", fields=fields)


@memo
def _entangle(seat: str, nets: NamesByActor, whom: NamesByActor) -> tuple[Offer, ...]:
    asks, fields = _by_attacker(nets, whom), ("actor", "weapon", "target", "trip")
    return choice_offers(Entangle, seat, asks, {"free": True}, name="free_entangle", fields=fields)


@memo
def _close(seat: str, longer: NamesByActor) -> tuple[Offer, ...]:
    asks, fields = _by_attacker(longer, longer), ("actor", "target")
    return choice_offers(CloseIn, seat, asks, {"free": True}, name="free_close", fields=fields)
