"""Offers about hazards: swimming and breathing, and the GM's falls, fires, smoke, water and explosions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from engine.core.memo import memo
from engine.messages.display_names import actor_name
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet, equipment
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.character.row_reader import ListRow
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.default_lists import WEAPONS
from engine.rulesets.future_imperfect.hazards import (
    burning_commands,
    explosion_commands,
    falling_commands,
    smoke_and_drowning,
)
from engine.rulesets.future_imperfect.offer_context import MAX_NUMBER, OfferContext, actor_question, memo_of_context
from engine.rulesets.future_imperfect.procedures.participants import audience_for
from engine.rulesets.future_imperfect.procedures.session_procedure import ExplosiveCharge, session_books
from engine.rulesets.future_imperfect.rules import hazard_rules

GROUNDS = ("hard", "water", "soft")
MOST_METRES = 999
MOST_MORE = 20
MOST_COVER = 20
USUAL_DICE = 3
"""The dice of an explosion in an offer with choices; others must be entered."""
PN = question("pn", QuestionKind.NUMBER, most=MAX_NUMBER, optional=True)
MORE = question("more_dice", QuestionKind.NUMBER, field="more", most=MOST_MORE, optional=True)


def due(context: OfferContext) -> Iterator[Offer]:
    """Yield the roll that the first action of the round must be: the natural next step (FI-DROWN-1, FI-FIRE-1)."""
    actor = context.turn
    if actor is None or not actor.conditions:
        return
    match hazard_conditions.hazard_due(context.table, actor.id):
        case hazard_conditions.WATER:
            yield with_denial(
                context.table, _swim_now(context.seat, actor.id, actor.name), smoke_and_drowning.verify_swim
            )
        case hazard_conditions.SMOKE:
            yield with_denial(
                context.table, _breathe_now(context.seat, actor.id, actor.name), smoke_and_drowning.verify_breathe
            )
        case _:
            pass


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the same rolls for characters outside a conflict, which may roll at any time."""
    outside = [actor for actor in context.mine if actor.conditions and actor.id not in context.fighting]
    swims = tuple(actor.id for actor in outside if hazard_conditions.water_tn(context.table, actor.id) is not None)
    if swims:
        yield _swim(context.seat, swims)
    breathes = tuple(actor.id for actor in outside if actor.has_condition(hazard_conditions.SMOKE))
    if breathes:
        yield _breathe(context.seat, breathes)


@memo_of_context
def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers of hazards."""
    there = (*context.people.living, *context.people.dead)
    if not context.people.living:
        return
    yield _fall(context.seat, there)
    yield _engulf(context.seat, there)
    areas = {
        who: tuple(hit_charts().charts[chart].areas)
        for chart, actors in _actors_by_chart(context).items()
        for who in actors
    }
    if bodies := tuple((who, areas[who]) for who in there if who in areas):
        yield _set_on_fire(context.seat, bodies)
    yield _enter_smoke(context.seat, there)
    yield _enter_water(context.seat, there)
    afflicted = [actor for actor in context.there if actor.conditions]
    burning, smoke, water = (
        tuple(actor.id for actor in afflicted if actor.has_condition(element))
        for element in (hazard_conditions.BURNING, hazard_conditions.SMOKE, hazard_conditions.WATER)
    )
    if burning:
        yield _burn(context.seat, burning)
        yield _put_out(context.seat, burning)
    if smoke:
        yield _leave_smoke(context.seat, smoke)
    if water:
        yield _leave_water(context.seat, water)
    nearby = tuple((actor, context.name(actor)) for actor in there)
    for charge in session_books(context.table).charges[:1]:
        audience = audience_for(context.table, charge.actor)
        if audience is not None and context.viewer not in audience:
            continue  # nobody else knows the thrower
        thrower = actor_name(context.table, charge.actor)
        yield _set_off_thrown(context.seat, nearby, charge, thrower)
        yield make_offer("fizzle", explosion_commands.Fizzle(seat=context.seat), weapon=charge.weapon)
    yield _explode(context.seat, nearby)
    for owner, things in _explosives(context):
        yield _set_off(context.seat, nearby, owner, things)


def _actors_by_chart(context: OfferContext) -> dict[str, tuple[str, ...]]:
    """Return the characters by their hit chart."""
    charts: dict[tuple[str, ...], str] = {}
    actors_of: dict[str, tuple[str, ...]] = {}
    for actor in sorted(context.there, key=lambda actor: actor.has_condition(character_conditions.DEAD)):
        chart_key = (
            str(actor.sheet.get("chart")),
            str(actor.sheet.get("race")),
            actor.body.chart if actor.body else "",
        )
        if chart_key not in charts:
            charts[chart_key] = character_sheet.hit_chart(actor, context.table.lists)
        actors_of[charts[chart_key]] = (*actors_of.get(charts[chart_key], ()), actor.id)
    return actors_of


# ---- water and smoke -------------------------------------------------------------------------------------------------


@memo
def _swim_now(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"swim_now:{actor}", smoke_and_drowning.Swim(seat=seat, actor=actor), primary=True, actor=name)


@memo
def _breathe_now(seat: str, actor: str, name: str) -> Offer:
    return make_offer(
        f"breathe_now:{actor}", smoke_and_drowning.BreatheSmoke(seat=seat, actor=actor), primary=True, actor=name
    )


@memo
def _swim(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer("swim", smoke_and_drowning.Swim(seat=seat, actor=actors[0]), questions=actor_question(actors))


@memo
def _breathe(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer(
        "breathe_smoke", smoke_and_drowning.BreatheSmoke(seat=seat, actor=actors[0]), questions=actor_question(actors)
    )


@memo
def _enter_smoke(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (*actor_question(actors), question("cloth", QuestionKind.FLAG, optional=True))
    return make_offer("enter_smoke", smoke_and_drowning.EnterSmoke(seat=seat, actor=actors[0]), questions=questions)


@memo
def _leave_smoke(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer(
        "leave_smoke", smoke_and_drowning.LeaveSmoke(seat=seat, actor=actors[0]), questions=actor_question(actors)
    )


@memo
def _enter_water(seat: str, actors: tuple[str, ...]) -> Offer:
    waters = tuple(hazard_rules.hazard_tables().water)
    questions = (*actor_question(actors), question("water", QuestionKind.CHOICE, waters))
    return make_offer(
        "enter_water", smoke_and_drowning.EnterWater(seat=seat, actor=actors[0], water=waters[0]), questions=questions
    )


@memo
def _leave_water(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer(
        "leave_water", smoke_and_drowning.LeaveWater(seat=seat, actor=actors[0]), questions=actor_question(actors)
    )


# ---- falls and fire --------------------------------------------------------------------------------------------------


@memo
def _fall(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        *actor_question(actors),
        question("metres", QuestionKind.NUMBER, least=1, most=MOST_METRES),
        question("ground", QuestionKind.CHOICE, GROUNDS),
    )
    return make_offer("fall", falling_commands.Fall(seat=seat, actor=actors[0], metres=3), questions=questions)


@memo
def _engulf(seat: str, actors: tuple[str, ...]) -> Offer:
    bare = burning_commands.SetOnFire(seat=seat, actor=actors[0], blaze="engulfed")
    return make_offer("engulf", bare, questions=actor_question(actors))


@memo
def _set_on_fire(seat: str, bodies: tuple[tuple[str, tuple[str, ...]], ...]) -> Offer:
    """Return the offer for every character; the areas depend on its body."""
    actors, (first, areas) = tuple(who for who, _ in bodies), bodies[0]
    every = tuple(dict.fromkeys(area for _, chart_areas in bodies for area in chart_areas))
    part = tuple(blaze for blaze in hazard_conditions.BLAZES if blaze != "engulfed")
    questions = (
        *actor_question(actors),
        question("blaze", QuestionKind.CHOICE, part),
        question("areas", QuestionKind.CHOICES, every, by="actor", among=dict(bodies), least=1, most=len(every)),
    )
    bare = burning_commands.SetOnFire(seat=seat, actor=first, blaze=part[0], areas=areas[:1])
    return make_offer("set_on_fire", bare, questions=questions)


@memo
def _burn(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer("burn", burning_commands.Burn(seat=seat, actor=actors[0]), questions=actor_question(actors))


@memo
def _put_out(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer(
        "put_out_fire", burning_commands.PutOutFire(seat=seat, actor=actors[0]), questions=actor_question(actors)
    )


# ---- blasts ----------------------------------------------------------------------------------------------------------


def _explosives(context: OfferContext) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the explosives of the group's list, and of each sheet that has any, with their owners."""
    lists = context.table.lists
    names = _listed_explosives(lists)
    if names:
        yield "", names
    for actor in context.there:
        if actor.sheet.get("explosives"):
            things = _names_with_damage(character_sheet.explosives(actor, lists))
            if things:
                yield actor.id, things


@memo
def _listed_explosives(lists: character_sheet.GroupLists) -> tuple[str, ...]:
    return _names_with_damage(map(equipment.weapon_from_row, filter(_explodes, lists.get(WEAPONS, ()))))


def _names_with_damage(things: Iterable[equipment.Weapon]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(weapon.name for weapon in things if weapon.name and weapon.damage and weapon.damage.count)
    )


def _near_questions(near: tuple[tuple[str, str], ...]) -> tuple[Question, ...]:
    """Ask for the characters near by, their distances, and the cover in between; others are far enough away."""
    columns = (
        question("off_middle", QuestionKind.NUMBER, field="distance", least=0, most=MOST_METRES),
        question("cover_between", QuestionKind.NUMBER, field="cover", least=0, most=MOST_COVER, optional=True),
    )
    actors = tuple(actor for actor, _ in near)
    return (question("victims", QuestionKind.ROWS, actors, least=1, most=len(actors), row="actor", columns=columns),)


@memo
def _explode(seat: str, near: tuple[tuple[str, str], ...]) -> Offer:
    usual = tuple(f"{USUAL_DICE}d{sides}" for sides in ladders().damage_ladder)
    dice = question("blast_dice", QuestionKind.CHOICE, usual, field="dice", own_words=True)
    return make_offer(
        "explode",
        explosion_commands.Explode(seat=seat, dice=usual[-1]),
        questions=(dice, PN, MORE, *_near_questions(near)),
    )


@memo
def _set_off(seat: str, near: tuple[tuple[str, str], ...], owner: str, things: tuple[str, ...]) -> Offer:
    questions = (question("explosive", QuestionKind.CHOICE, things), MORE, *_near_questions(near))
    bare = explosion_commands.Explode(seat=seat, explosive=things[0], owner=owner)
    return make_offer(f"set_off:{owner or 'list'}", bare, questions=questions, actor=dict(near).get(owner))


@memo
def _set_off_thrown(seat: str, near: tuple[tuple[str, str], ...], lying: ExplosiveCharge, thrower: str) -> Offer:
    names = dict(near)
    around = {
        actor: math.ceil(distance)
        for actor, distance in explosion_commands.distances_from_charge(lying).items()
        if actor in names
    }
    victims = tuple(explosion_commands.Victim(actor=actor, distance=distance) for actor, distance in around.items())
    bare = explosion_commands.Explode(seat=seat, victims=victims)
    questions = (MORE, *_near_questions(near))
    return make_offer("set_off_thrown", bare, questions=questions, primary=True, weapon=lying.weapon, actor=thrower)


def _explodes(row: ListRow) -> bool:
    return "explosive" in str(row.get("properties") or "").casefold()
