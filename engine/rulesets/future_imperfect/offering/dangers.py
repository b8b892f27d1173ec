"""What can be done about dangers: swimming and breathing, and the Master's falls, fires, smoke, water and blasts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, checked, offered
from engine.rulesets.future_imperfect import blasts, breathing, dangers, elements, gear, hazards, people, states
from engine.rulesets.future_imperfect.cells import Row
from engine.rulesets.future_imperfect.leading import told_of
from engine.rulesets.future_imperfect.lists import WEAPONS
from engine.rulesets.future_imperfect.locations import charts
from engine.rulesets.future_imperfect.offering.scene import MOST_NUMBER, Scene, whom
from engine.rulesets.future_imperfect.procedures.evening import Charge, evening
from engine.rulesets.future_imperfect.traits import ladders
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept
from engine.table.seats import Actor

GROUNDS = ("hard", "water", "soft")
MOST_METRES = 999
MOST_MORE = 20
MOST_COVER = 20
USUAL_DICE = 3
"""How many dice a blast has that is offered to choose; others are written down."""
PN = ask("pn", AskKind.NUMBER, most=MOST_NUMBER, optional=True)
MORE = ask("more_dice", AskKind.NUMBER, field="more", most=MOST_MORE, optional=True)


def due(scene: Scene) -> Iterator[Offer]:
    """Yield the roll that the first action of the round must be: the natural next step (FI-DROWN-1, FI-FIRE-1)."""
    actor = scene.turn
    if actor is None or not actor.conditions:
        return
    match elements.due(scene.table, actor.id):
        case elements.WATER:
            yield checked(scene.table, _swim_now(scene.seat, actor.id, actor.name), breathing.verify_swim)
        case elements.SMOKE:
            yield checked(scene.table, _breathe_now(scene.seat, actor.id, actor.name), breathing.verify_breathe)
        case _:
            pass


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield the same for those who take no part in a conflict, who may roll whenever the Master likes."""
    outside = [actor for actor in scene.mine if actor.conditions and actor.id not in scene.fighting]
    swims = tuple(actor.id for actor in outside if elements.water_tn(scene.table, actor.id) is not None)
    if swims:
        yield _swim(scene.seat, swims)
    breathes = tuple(actor.id for actor in outside if actor.has(elements.SMOKE))
    if breathes:
        yield _breathe(scene.seat, breathes)


def masters(scene: Scene) -> Iterator[Offer]:
    """Yield what the Master lets befall people."""
    there = (*scene.people.living, *scene.people.dead)
    if not scene.people.living:
        return
    yield _fall(scene.seat, there)
    yield _engulf(scene.seat, there)
    areas = {who: tuple(charts().charts[chart].areas) for chart, actors in _by_chart(scene).items() for who in actors}
    if bodies := tuple((who, areas[who]) for who in there if who in areas):
        yield _set_on_fire(scene.seat, bodies)
    yield _enter_smoke(scene.seat, there)
    yield _enter_water(scene.seat, there)
    afflicted = [actor for actor in scene.there if actor.conditions]
    burning, smoke, water = (
        tuple(actor.id for actor in afflicted if actor.has(element))
        for element in (elements.BURNING, elements.SMOKE, elements.WATER)
    )
    if burning:
        yield _burn(scene.seat, burning)
        yield _put_out(scene.seat, burning)
    if smoke:
        yield _leave_smoke(scene.seat, smoke)
    if water:
        yield _leave_water(scene.seat, water)
    near = tuple((actor, scene.name(actor)) for actor in there)
    for lying in evening(scene.table).charges[:1]:
        told = told_of(scene.table, lying.actor)
        if told is not None and scene.viewer not in told:
            continue  # who threw it is known to nobody else
        thrower = actor_name(scene.table, lying.actor)
        yield _set_off_thrown(scene.seat, near, lying, thrower)
        yield offered("fizzle", blasts.Fizzle(seat=scene.seat), weapon=lying.weapon)
    yield _explode(scene.seat, near)
    for owner, things in _explosives(scene):
        yield _set_off(scene.seat, near, owner, things)


def _by_chart(scene: Scene) -> dict[str, tuple[str, ...]]:
    """Return who has a body of which chart; what tells that is looked at once for all who are alike."""
    known: dict[tuple[str, ...], str] = {}
    found: dict[str, tuple[str, ...]] = {}
    for actor in sorted(scene.there, key=lambda actor: actor.has(states.DEAD)):
        told = (str(actor.sheet.get("chart")), str(actor.sheet.get("race")), actor.body.chart if actor.body else "")
        if told not in known:
            known[told] = people.hit_chart(actor, scene.table.lists)
        found[known[told]] = (*found.get(known[told], ()), actor.id)
    return found


# ---- water and smoke -------------------------------------------------------------------------------------------------


@kept
def _swim_now(seat: str, actor: str, name: str) -> Offer:
    return offered(f"swim_now:{actor}", breathing.Swim(seat=seat, actor=actor), main=True, actor=name)


@kept
def _breathe_now(seat: str, actor: str, name: str) -> Offer:
    return offered(f"breathe_now:{actor}", breathing.BreatheSmoke(seat=seat, actor=actor), main=True, actor=name)


@kept
def _swim(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("swim", breathing.Swim(seat=seat, actor=actors[0]), asks=whom(actors))


@kept
def _breathe(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("breathe_smoke", breathing.BreatheSmoke(seat=seat, actor=actors[0]), asks=whom(actors))


@kept
def _enter_smoke(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (*whom(actors), ask("cloth", AskKind.FLAG, optional=True))
    return offered("enter_smoke", breathing.EnterSmoke(seat=seat, actor=actors[0]), asks=asks)


@kept
def _leave_smoke(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("leave_smoke", breathing.LeaveSmoke(seat=seat, actor=actors[0]), asks=whom(actors))


@kept
def _enter_water(seat: str, actors: tuple[str, ...]) -> Offer:
    waters = tuple(hazards.numbers().water)
    asks = (*whom(actors), ask("water", AskKind.CHOICE, waters))
    return offered("enter_water", breathing.EnterWater(seat=seat, actor=actors[0], water=waters[0]), asks=asks)


@kept
def _leave_water(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("leave_water", breathing.LeaveWater(seat=seat, actor=actors[0]), asks=whom(actors))


# ---- falls and fire --------------------------------------------------------------------------------------------------


@kept
def _fall(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        *whom(actors),
        ask("metres", AskKind.NUMBER, least=1, most=MOST_METRES),
        ask("ground", AskKind.CHOICE, GROUNDS),
    )
    return offered("fall", dangers.Fall(seat=seat, actor=actors[0], metres=3), asks=asks)


@kept
def _engulf(seat: str, actors: tuple[str, ...]) -> Offer:
    bare = dangers.SetOnFire(seat=seat, actor=actors[0], blaze="engulfed")
    return offered("engulf", bare, asks=whom(actors))


@kept
def _set_on_fire(seat: str, bodies: tuple[tuple[str, tuple[str, ...]], ...]) -> Offer:
    """Offer it for everybody; which areas there are hangs on whose body it is."""
    actors, (first, areas) = tuple(who for who, _ in bodies), bodies[0]
    every = tuple(dict.fromkeys(area for _, found in bodies for area in found))
    part = tuple(blaze for blaze in elements.BLAZES if blaze != "engulfed")
    asks = (
        *whom(actors),
        ask("blaze", AskKind.CHOICE, part),
        ask("areas", AskKind.CHOICES, every, by="actor", among=dict(bodies), least=1, most=len(every)),
    )
    bare = dangers.SetOnFire(seat=seat, actor=first, blaze=part[0], areas=areas[:1])
    return offered("set_on_fire", bare, asks=asks)


@kept
def _burn(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("burn", dangers.Burn(seat=seat, actor=actors[0]), asks=whom(actors))


@kept
def _put_out(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("put_out_fire", dangers.PutOutFire(seat=seat, actor=actors[0]), asks=whom(actors))


# ---- blasts ----------------------------------------------------------------------------------------------------------


_THINGS = Remembered[tuple[str, ...]]()


def _explosives(scene: Scene) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the explosives of the group's list, and of each sheet that has any, with whose they are."""
    lists = scene.table.lists
    listed = lists.get(WEAPONS, ())
    names = _THINGS.get("", (listed,), lambda: _that_harm(map(gear.weapon_from_row, filter(_explodes, listed))))
    if names:
        yield "", names
    for actor in scene.there:
        if actor.sheet.get("explosives"):
            things = _things_of(actor, lists)
            if things:
                yield actor.id, things


def _things_of(actor: Actor, lists: people.Lists) -> tuple[str, ...]:
    made_of = (actor.sheet, lists.get(WEAPONS))
    return _THINGS.get(actor.id, made_of, lambda: _that_harm(people.explosives(actor, lists)))


def _that_harm(things: Iterable[gear.Weapon]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.name for one in things if one.name and one.damage and one.damage.count))


def _near(near: tuple[tuple[str, str], ...]) -> tuple[Ask, ...]:
    """Ask who is near, how far off each is, and what is in between; whoever is left out is far enough away."""
    columns = (
        ask("off_middle", AskKind.NUMBER, field="distance", least=0, most=MOST_METRES),
        ask("cover_between", AskKind.NUMBER, field="cover", least=0, most=MOST_COVER, optional=True),
    )
    who = tuple(actor for actor, _ in near)
    return (ask("victims", AskKind.ROWS, who, least=1, most=len(who), row="actor", columns=columns),)


@kept
def _explode(seat: str, near: tuple[tuple[str, str], ...]) -> Offer:
    usual = tuple(f"{USUAL_DICE}d{sides}" for sides in ladders().damage_ladder)
    dice = ask("blast_dice", AskKind.CHOICE, usual, field="dice", own_words=True)
    return offered("explode", blasts.Explode(seat=seat, dice=usual[-1]), asks=(dice, PN, MORE, *_near(near)))


@kept
def _set_off(seat: str, near: tuple[tuple[str, str], ...], owner: str, things: tuple[str, ...]) -> Offer:
    asks = (ask("explosive", AskKind.CHOICE, things), MORE, *_near(near))
    bare = blasts.Explode(seat=seat, explosive=things[0], owner=owner)
    return offered(f"set_off:{owner or 'list'}", bare, asks=asks, actor=dict(near).get(owner))


@kept
def _set_off_thrown(seat: str, near: tuple[tuple[str, str], ...], lying: Charge, thrower: str) -> Offer:
    known = dict(near)
    around = {actor: math.ceil(far) for actor, far in blasts.around(lying).items() if actor in known}
    victims = tuple(blasts.Victim(actor=actor, distance=far) for actor, far in around.items())
    bare = blasts.Explode(seat=seat, victims=victims)
    asks = (MORE, *_near(near))
    return offered("set_off_thrown", bare, asks=asks, main=True, weapon=lying.weapon, actor=thrower)


def _explodes(row: Row) -> bool:
    return "explosive" in str(row.get("properties") or "").casefold()
