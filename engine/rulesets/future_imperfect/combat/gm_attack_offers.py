"""Offers for attacks that cost no card, by decision of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.memo import memo, projection
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question
from engine.rulesets.future_imperfect.combat.attack_form_offers import (
    EITHER,
    USUAL_SHOT,
    USUAL_THROW,
    blow_asks,
    burst_asks,
    shot_asks,
    split,
    thrown_asks,
)
from engine.rulesets.future_imperfect.combat.attack_questions import (
    BARE_HANDS,
    FAR,
    FIGHTING,
    MOST_COUNTERS,
    SHOOTING,
    SIDES,
    AvailableWeapons,
    BurstWeapon,
    bodies_of,
    called,
    hands,
    lights_of,
    listed_names,
    rare_question,
    weapons_of_all,
)
from engine.rulesets.future_imperfect.combat.melee import entangling_commands, melee_commands
from engine.rulesets.future_imperfect.combat.ranged import shot_commands, throw_commands
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.offer_context import Names, OfferContext, actor_ids, memo_of_context
from engine.rulesets.future_imperfect.procedures.conflict_procedure import inside_reach
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.sheet_lookups import guards_of

NamesByActor = tuple[tuple[str, Names], ...]
"""Names for each character: its weapons, or its possible targets."""
Reaches = tuple[tuple[str, int, bool], ...]
"""The reach of each character, and whether it has bare hands."""


@memo_of_context
def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield every kind of attack for able characters that are there, at the targets that the GM's screen shows."""
    table, seat, targets = context.table, context.seat, context.seen
    if len(targets) < 2:
        return
    aims = context.aimed_at([actor.id for actor in context.there if _is_fit(context, actor)], targets)
    able = [actor for actor in context.there if aims.get(actor.id)]
    if not able:
        return
    whom: NamesByActor = tuple((actor.id, aims[actor.id]) for actor in able)
    available = weapons_of_all(table)
    arms = [(actor, available[actor.id]) for actor in able]
    lights, bodies = lights_of(table), bodies_of(table, context.viewer, targets)
    listed, things = listed_names(table.lists, SHOOTING), listed_names(table.lists, FIGHTING)
    guns = _owned((actor, _loaded(own) or _other_guns(listed, own)) for actor, own in arms)
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
    inside = inside_reach(table)
    if inside is not None:
        longer = _targets_with_longer_reach(_guards(context, targets), actor_ids(able), inside)
        if longer:
            yield _close(seat, longer)


def _is_fit(context: OfferContext, actor: Actor) -> bool:
    return not actor.conditions or _is_able(context.table, actor.id)


@projection
def _is_able(table: Table, actor: str) -> bool:
    stunned = table.actors[actor].has_condition(character_conditions.STUNNED)
    return not stunned and not character_conditions.incapacity(table, actor)


def _other_guns(listed: Names, arms: AvailableWeapons) -> Names:
    """Return the guns of the group's list, for a character without a loaded gun."""
    if not arms.hands:
        return ()
    return tuple(name for name in listed if name not in arms.guns) if arms.guns else listed


def _loaded(arms: AvailableWeapons) -> Names:
    """Return the guns that can fire once."""
    return tuple(name for name in arms.guns if name in arms.ready or arms.by_name[name].loaded)


def _bursts(arms: Iterable[tuple[Actor, AvailableWeapons]]) -> dict[BurstWeapon, Names]:
    """Return the characters that can fire a burst, by weapon and number of dice."""
    shooters: dict[BurstWeapon, Names] = {}
    for actor, own in arms:
        for gun in own.bursts:
            if gun.weapon in own.ready:
                shooters[gun] = (*shooters.get(gun, ()), actor.id)
    return shooters


def _guards(context: OfferContext, targets: Names) -> Reaches:
    """Return the reach of every target with its weapon in hand, as far as the viewer may read it."""
    guards = guards_of(context.table)
    weapons = ((who, guards[who].weapon) for who in targets if context.reads(who) and not context.seen_dead(who))
    return tuple((who, weapon.db, weapon.unarmed) for who, weapon in weapons)


@memo
def _targets_with_longer_reach(guards: Reaches, able: Names, inside: tuple[tuple[str, str], ...]) -> NamesByActor:
    """Return the targets whose reach each character can try to enter (FI-CLOSE-1)."""
    longer: list[tuple[str, Names]] = []
    for actor, db, unarmed in guards:
        if actor not in able:
            continue
        others = tuple(
            other
            for other, theirs, _ in guards
            if other != actor and (actor, other) not in inside and melee_rules.may_close(db, theirs, unarmed=unarmed)
        )
        if others:
            longer.append((actor, others))
    return tuple(longer)


def _owned(pairs: Iterable[tuple[Actor, Names]]) -> NamesByActor:
    return tuple((actor.id, names) for actor, names in pairs if names)


def _attacker_question(owned: NamesByActor) -> Question:
    return question("attacker", QuestionKind.CHOICE, tuple(actor for actor, _ in owned), field="actor")


def _question_by_attacker(
    word: str, owned: NamesByActor, *, optional: bool = False, instead: Message | None = None
) -> Question:
    """Ask for a value that depends on the attacker."""
    every = tuple(dict.fromkeys(name for _, names in owned for name in names))
    return question(word, QuestionKind.CHOICE, every, by="actor", among=dict(owned), optional=optional, instead=instead)


def _target_question(owned: NamesByActor, whom: NamesByActor, *, optional: bool = False) -> Question:
    """Ask for the target: any but the attacker."""
    attackers = {actor for actor, _ in owned}
    among = {actor: targets for actor, targets in whom if actor in attackers}
    every = tuple(dict.fromkeys(target for targets in among.values() for target in targets))
    return question("target", QuestionKind.CHOICE, every, by="actor", among=among, optional=optional)


def _first_target(actor: str, whom: NamesByActor) -> str:
    return dict(whom)[actor][0]


@memo
def _shot(seat: str, guns: NamesByActor, whom: NamesByActor, bodies: Names, lights: Names) -> Offer:
    questions = (
        _attacker_question(guns),
        _question_by_attacker("weapon", guns),
        _target_question(guns, whom),
        question("distance", QuestionKind.NUMBER, least=0, most=FAR),
        *called((), bodies),
        rare_question("counters", QuestionKind.NUMBER, most=MOST_COUNTERS),
        *hands(EITHER.free),
        *shot_asks(lights),
    )
    actor, weapons = guns[0]
    bare = shot_commands.Shoot(
        seat=seat,
        actor=actor,
        target=_first_target(actor, whom),
        weapon=weapons[0],
        distance=USUAL_SHOT,
        side=SIDES[0],
        free=True,
    )
    return make_offer("free_shot", bare, questions=questions)


@memo
def _burst(seat: str, gun: BurstWeapon, owners: Names, targets: Names, lights: Names) -> Offer:
    questions = (
        question("attacker", QuestionKind.CHOICE, owners, field="actor"),
        split(targets, gun),
        *hands(EITHER.free),
        *burst_asks(lights),
    )
    bare = shot_commands.FireBurst(seat=seat, actor=owners[0], weapon=gun.weapon, targets=targets[:1], free=True)
    return make_offer(f"free_burst:{gun.weapon}:{gun.dice}", bare, questions=questions, weapon=gun.weapon)


@memo
def _blow(seat: str, weapons: NamesByActor, whom: NamesByActor, bodies: Names) -> Offer:
    questions = (
        _attacker_question(whom),
        _target_question(whom, whom),
        *((_question_by_attacker("weapon", weapons, optional=True, instead=BARE_HANDS),) if weapons else ()),
        *called((), bodies),
        *hands(EITHER.free),
        *blow_asks(),
    )
    actor, targets = whom[0]
    bare = melee_commands.Strike(seat=seat, actor=actor, target=targets[0], side=SIDES[0], free=True)
    return make_offer("free_blow", bare, questions=questions)


@memo
def _throw(seat: str, things: NamesByActor, whom: NamesByActor, far: int, lights: Names) -> Offer:
    questions = (
        _attacker_question(things),
        _question_by_attacker("weapon", things),
        _target_question(things, whom, optional=True),
        question("distance", QuestionKind.NUMBER, least=0, most=far),
        *hands(EITHER.free),
        *thrown_asks(lights),
    )
    actor, weapons = things[0]
    bare = throw_commands.ThrowWeapon(
        seat=seat, actor=actor, weapon=weapons[0], distance=min(USUAL_THROW, far), side=SIDES[0], free=True
    )
    return make_offer("free_throw", bare, questions=questions)


@memo
def _entangle(seat: str, nets: NamesByActor, whom: NamesByActor) -> Offer:
    questions = (
        _attacker_question(nets),
        _question_by_attacker("weapon", nets),
        _target_question(nets, whom),
        question("trip", QuestionKind.FLAG, optional=True),
    )
    actor, weapons = nets[0]
    bare = entangling_commands.Entangle(
        seat=seat, actor=actor, target=_first_target(actor, whom), weapon=weapons[0], free=True
    )
    return make_offer("free_entangle", bare, questions=questions)


@memo
def _close(seat: str, longer: NamesByActor) -> Offer:
    actor, others = longer[0]
    bare = melee_commands.CloseIn(seat=seat, actor=actor, target=others[0], free=True)
    return make_offer(
        "free_close", bare, questions=(_attacker_question(longer), _question_by_attacker("target", longer))
    )
