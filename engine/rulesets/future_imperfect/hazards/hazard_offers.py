"""Offers about hazards: swimming and breathing, and the GM's falls, fires, smoke, water and explosions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from engine.core.commands import kind_of
from engine.core.memo import memo, memo_of_moment
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, QuestionKind, question
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet, equipment
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.character.row_reader import ListRow
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Fizzle, Victim, distances_from_charge
from engine.rulesets.future_imperfect.hazards.hazard_commands import (
    BreatheSmoke,
    Burn,
    EnterSmoke,
    EnterWater,
    Fall,
    LeaveSmoke,
    LeaveWater,
    PutOutFire,
    SetOnFire,
    Swim,
)
from engine.rulesets.future_imperfect.offer_context import Names, OfferContext
from engine.rulesets.future_imperfect.procedures.participants import audience_for
from engine.rulesets.future_imperfect.procedures.session_procedure import ExplosiveCharge, session_state
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.settings import WEAPONS
from engine.rulesets.future_imperfect.sheet_lookups import charts_of

MOST_METRES = 999
MOST_COVER = 20
USUAL_DICE = 3
"""The dice of an explosion in an offer with choices; others must be entered."""


def due(context: OfferContext) -> Iterator[Offer]:
    """Yield the roll that the first action of the round must be: the natural next step (FI-DROWN-1, FI-FIRE-1)."""
    actor = context.turn
    if actor is None or not actor.conditions:
        return
    match hazard_conditions.hazard_due(context.table, actor.id):
        case hazard_conditions.WATER:
            swim = Swim(seat=context.seat, actor=actor.id)
            yield offer_of(context.table, swim, name=f"swim_now:{actor.id}", primary=True)
        case hazard_conditions.SMOKE:
            breathe = BreatheSmoke(seat=context.seat, actor=actor.id)
            yield offer_of(context.table, breathe, name=f"breathe_now:{actor.id}", primary=True)
        case _:
            pass


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the same rolls for characters outside a conflict, which may roll at any time."""
    outside = [actor for actor in context.mine if actor.conditions and actor.id not in context.fighting]
    if not outside:
        return
    swims = tuple(actor.id for actor in outside if hazard_conditions.water_tn(context.table, actor.id) is not None)
    yield from choice_offers(Swim, context.seat, {"actor": OneOf(swims)}, name="swim")
    breathes = tuple(actor.id for actor in outside if actor.has_condition(hazard_conditions.SMOKE))
    yield from choice_offers(BreatheSmoke, context.seat, {"actor": OneOf(breathes)}, name="breathe_smoke")


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers of hazards."""
    there = (*context.people.living, *context.people.dead)
    if not context.people.living:
        return
    seat = context.seat
    yield from _dangers(charts_of(context.table), seat, there)
    afflicted = [actor for actor in context.there if actor.conditions]
    for kind in (Burn, PutOutFire, LeaveSmoke, LeaveWater):
        within = tuple([actor.id for actor in afflicted if actor.has_condition(kind.ELEMENT)])
        if within:
            yield from choice_offers(kind, seat, {"actor": OneOf(within)}, name=kind_of(kind))
    for charge in session_state(context.table).charges[:1]:
        audience = audience_for(context.table, charge.actor)
        if audience is not None and context.viewer not in audience:
            continue  # nobody else knows the thrower
        thrower = actor_name(context.table, charge.actor)
        yield _set_off_thrown(seat, there, charge, thrower)
        yield offer_of(None, Fizzle(seat=seat), weapon=charge.weapon)
    yield _explode(seat, there)
    for owner, things in _explosives(context):
        yield _set_off(seat, there, owner, context.name(owner) if owner else None, things)


@memo_of_moment
def _dangers(charts: Mapping[str, str], seat: str, there: Names) -> Iterator[Offer]:
    """Yield the dangers that anybody who is there can meet; `charts` are the hit charts of all characters."""
    who = {"actor": OneOf(there)}
    least = hazard_rules.hazard_tables().fall.metres_per_die  # a lower fall does nothing
    yield from choice_offers(Fall, seat, who, {"metres": least}, name="fall")
    yield from choice_offers(SetOnFire, seat, who, {"blaze": "engulfed"}, name="engulf")
    yield from _set_on_fire(charts, seat, there)
    yield from choice_offers(EnterSmoke, seat, who, name="enter_smoke")
    waters = tuple(hazard_rules.hazard_tables().water)
    yield from choice_offers(EnterWater, seat, {**who, "water": waters}, name="enter_water")


def _set_on_fire(charts: Mapping[str, str], seat: str, there: Names) -> Iterable[Offer]:
    """Return the offer for every character; the areas depend on its body."""
    part = hazard_conditions.BLAZES[:-1]
    bodies = {actor: tuple(hit_charts().charts[charts[actor]].areas) for actor in there}
    areas = replace(Asks.by_choice("actor", bodies), least=1, optional=False, by_location=False)
    asks: Choices = {"actor": OneOf(there), "blaze": part, "areas": areas}
    return choice_offers(SetOnFire, seat, asks, {"areas": bodies[there[0]][:1]}, name="set_on_fire", rare=True)


# ---- blasts ----------------------------------------------------------------------------------------------------------


def _explosives(context: OfferContext) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the explosives of the group's list, and of each sheet that has any, with their owners."""
    lists = context.table.lists
    names = _listed_explosives(lists)
    if names:
        yield "", names
    for actor in context.there:
        if actor.sheet.get("explosives") and (things := _own_explosives(actor, lists)):
            yield actor.id, things


@memo
def _own_explosives(actor: Actor, lists: character_sheet.GroupLists) -> tuple[str, ...]:
    return _names_with_damage(character_sheet.explosives(actor, lists))


@memo
def _listed_explosives(lists: character_sheet.GroupLists) -> tuple[str, ...]:
    return _names_with_damage(map(equipment.weapon_from_row, filter(_explodes, lists.get(WEAPONS, ()))))


def _names_with_damage(things: Iterable[equipment.Weapon]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(weapon.name for weapon in things if weapon.name and weapon.damage and weapon.damage.count)
    )


def near_question(actors: Names) -> Asks:
    """Ask for the characters near by, their distances, and the cover in between; others are far enough away."""
    columns = (
        question("off_middle", QuestionKind.NUMBER, field="distance", least=0, most=MOST_METRES),
        question("cover_between", QuestionKind.NUMBER, field="cover", least=0, most=MOST_COVER, optional=True),
    )
    return Asks(
        kind=QuestionKind.ROWS, choices=actors, least=1, most=len(actors), row="actor", columns=columns, optional=False
    )


@memo
def _explode(seat: str, near: Names) -> Offer:
    usual = tuple(f"{USUAL_DICE}d{sides}" for sides in ladders().damage_ladder)
    asks: dict[str, Answers] = {"dice": usual, "victims": near_question(near)}
    fields = ("dice", "pn", "more", "victims")
    return offer_of(None, Explode(seat=seat, dice=usual[-1]), name="explode", fields=fields, asks=asks)


@memo
def _set_off(seat: str, near: Names, owner: str, owner_name: str | None, things: Names) -> Offer:
    command, fields = Explode(seat=seat, explosive=things[0], owner=owner), ("explosive", "more", "victims")
    asks: dict[str, Answers] = {"explosive": things, "victims": near_question(near)}
    name = f"set_off:{owner or 'list'}"
    return offer_of(None, command, name=name, fields=fields, asks=asks, actor=owner_name)


@memo
def _set_off_thrown(seat: str, near: Names, lying: ExplosiveCharge, thrower: str) -> Offer:
    around = {actor: math.ceil(distance) for actor, distance in distances_from_charge(lying).items() if actor in near}
    victims = tuple(Victim(actor=actor, distance=distance) for actor, distance in around.items())
    bare, asks = Explode(seat=seat, victims=victims), {"victims": near_question(near)}
    fields, weapon = ("more", "victims"), lying.weapon
    return offer_of(
        None, bare, name="set_off_thrown", fields=fields, asks=asks, primary=True, weapon=weapon, actor=thrower
    )


def _explodes(row: ListRow) -> bool:
    return "explosive" in str(row.get("properties") or "").casefold()
