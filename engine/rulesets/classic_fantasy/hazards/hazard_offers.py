"""Offers of falls, falling objects, heat, fire, poisons and hazards: how the GM starts and ends them; smothering."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.offers.nameable_characters import led, others
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of, unchecked
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.offer_targets import alive
from engine.rulesets.classic_fantasy.checks.check_offers import knows
from engine.rulesets.classic_fantasy.damage.damage_offers import asked_locations, locations_by_actor
from engine.rulesets.classic_fantasy.dice.difficulty_grades import ladder
from engine.rulesets.classic_fantasy.hazards.burning_commands import (
    CONTROLLED,
    IN_HEAT,
    ControlFire,
    EndExposure,
    ExposeToHeat,
    PutOut,
    SetAlight,
    Smother,
    can_help,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import (
    IN_HAZARD,
    EndHazard,
    LetHazard,
    MakeHazard,
    RemoveHazard,
    is_in_use,
    known_hazards,
)
from engine.rulesets.classic_fantasy.hazards.falling_commands import DropObject, FallDown
from engine.rulesets.classic_fantasy.hazards.poison_commands import (
    EndPoison,
    MakePoison,
    PoisonSomebody,
    RemovePoison,
    is_poisoned,
    known_poisons,
)
from engine.rulesets.classic_fantasy.health.incapacity import able


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can start and end, and the actions of a burning character."""
    gm, actors = table.is_gm(seat), led(table, seat, viewer)
    if gm:
        yield from _hazard_start_offers(table, seat, actors, viewer)
    for actor in actors:
        character = table.actors[actor]
        if character.has_condition(character_conditions.BURNING) and able(table, (actor,)):
            helpers = tuple([one for one in able(table, others(table, actor, viewer)) if can_help(table, one)])
            asks = {"helpers": helpers} if helpers else {}
            yield offer_of(table, Smother(seat=seat, actor=actor), name=f"d100_smother:{actor}", asks=asks)
        if gm and character.body is not None and not character.has_condition(character_conditions.DEAD):
            yield from _hazard_end_offers(table, seat, character)


def _hazard_start_offers(table: Table, seat: str, actors: tuple[str, ...], viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can start on living characters with a body; saved ones only for a GM viewer."""
    locations = locations_by_actor(table, actors)
    embodied = tuple(locations)
    if not embodied:
        return
    first = embodied[0]
    acrobatics = None if not any(knows(table, actor, "Acrobatics") for actor in embodied) else Asks()
    fall = FallDown(seat=seat, actor=first, feet=10)
    yield offer_of(table, fall, unchecked, name="d100_fall", asks={"actor": embodied, "acrobatics": acrobatics})
    drop = DropObject(seat=seat, actor=first, siz=6, feet=10)
    fields = ("actor", "siz", "feet", "what", "less_dice", "less_feet")
    yield offer_of(table, drop, unchecked, name="d100_object", fields=fields, asks={"actor": embodied})
    asks: dict[str, Answers] = {"actor": embodied, "locations": asked_locations(locations, 1)}
    heat = ExposeToHeat(seat=seat, actor=first, intensity=2, locations=())
    yield offer_of(table, heat, unchecked, name="d100_heat", asks=asks)
    yield offer_of(table, SetAlight(seat=seat, actor=first, locations=()), unchecked, name="d100_set_alight", asks=asks)
    hazards = known_hazards(table) if table.is_gm(viewer) else ()
    by_actor = {
        actor: names
        for actor in embodied
        if (names := tuple([one.name for one in hazards if not one.skill or knows(table, actor, one.skill)]))
    }
    if by_actor:
        first, near = next(iter(by_actor)), any(hazard.near for hazard in hazards)
        asks = {
            "actor": tuple(by_actor),
            "name": Asks.by_choice("actor", by_actor),
            "start": asked_locations(locations, int(near)),
        }
        start = LetHazard(seat=seat, actor=first, name=by_actor[first][0])
        yield offer_of(table, start, unchecked, name="d100_hazard", asks=asks)


def _hazard_end_offers(table: Table, seat: str, character: Actor) -> Iterator[Offer]:
    """Yield the offers by which the GM ends a hazard of a character."""
    actor = character.id
    if character.has_condition(character_conditions.BURNING):
        yield offer_of(table, PutOut(seat=seat, actor=actor), name=f"d100_put_out:{actor}")
        controlled = character.has_condition(CONTROLLED)
        fire = ControlFire(seat=seat, actor=actor, controlled=not controlled)
        yield offer_of(table, fire, name=f"d100_fire_{'free' if controlled else 'held'}:{actor}")
    if character.has_condition(IN_HEAT):
        yield offer_of(table, EndExposure(seat=seat, actor=actor), name=f"d100_end_exposure:{actor}")
    if character.has_condition(IN_HAZARD):
        hazards = tuple([condition.id.partition(":")[2] for condition in character.conditions_named(IN_HAZARD)])
        yield offer_of(
            table, EndHazard(seat=seat, actor=actor), name=f"d100_end_hazard:{actor}", asks={"name": hazards}
        )


# ---- made up by the GM -----------------------------------------------------------------------------------------------

_PARTS = ("locations", "near", "armour", "cause", "recovery", "skill", "grade", "on_success", "every", "steps", "notes")
"""The parts of a hazard after its name, damage and fatigue."""


def made_up_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can make up and remove, and the poisons, also to give and to end (CF-X-37)."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    for tires, first in ((False, ("damage", "fatigue")), (True, ("fatigue", "damage"))):
        make = MakeHazard(seat=seat, name="", damage="" if tires else "1d6", fatigue="1" if tires else "")
        asks: dict[str, Answers] = {first[0]: Asks(optional=False), "grade": ladder()}
        name = f"d100_make_hazard_that_{'tires' if tires else 'hurts'}"
        yield offer_of(table, make, unchecked, name=name, fields=("name", *first, *_PARTS), asks=asks)
    names = tuple([hazard.name for hazard in known_hazards(table)])
    if names:
        removable = tuple([name for name in names if not is_in_use(table, name)]) or names
        remove_hazard = RemoveHazard(seat=seat, name=removable[0])
        yield offer_of(table, remove_hazard, name="d100_remove_hazard", asks={"name": removable})
    yield offer_of(table, MakePoison(seat=seat, name=""), unchecked, name="d100_make_poison")
    brewed = tuple([poison.name for poison in known_poisons(table)])
    actors = alive(table, led(table, seat, viewer))
    if brewed:
        yield offer_of(table, RemovePoison(seat=seat, name=brewed[0]), name="d100_remove_poison", asks={"name": brewed})
        if actors:
            give = PoisonSomebody(seat=seat, actor=actors[0], name=brewed[0])
            yield offer_of(table, give, unchecked, name="d100_poison", asks={"actor": actors, "name": brewed})
    for actor in actors:
        if is_poisoned(table, actor):
            yield offer_of(table, EndPoison(seat=seat, actor=actor), name=f"d100_end_poison:{actor}")
