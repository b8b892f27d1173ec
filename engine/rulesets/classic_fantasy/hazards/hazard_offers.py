"""Offers of falls, falling objects, heat, fire, poisons and hazards: how the GM starts and ends them; smothering."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.offers.nameable_characters import led, others
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, choice_offers
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
    acrobatics = None if not any(knows(table, actor, "Acrobatics") for actor in embodied) else Asks()
    asks: Choices = {"actor": embodied, "acrobatics": acrobatics}
    yield from choice_offers(FallDown, seat, asks, {"feet": 10}, name="d100_fall")
    size, fields = {"siz": 6, "feet": 10}, ("actor", "siz", "feet", "what", "less_dice", "less_feet")
    yield from choice_offers(DropObject, seat, {"actor": embodied}, size, name="d100_object", fields=fields)
    asks = {"actor": embodied, "locations": asked_locations(locations, 1)}
    yield from choice_offers(ExposeToHeat, seat, asks, {"intensity": 2, "locations": ()}, name="d100_heat")
    yield from choice_offers(SetAlight, seat, asks, {"locations": ()}, name="d100_set_alight")
    hazards = known_hazards(table) if table.is_gm(viewer) else ()
    by_actor = {
        actor: names
        for actor in embodied
        if (names := tuple([one.name for one in hazards if not one.skill or knows(table, actor, one.skill)]))
    }
    start = asked_locations(locations, int(any(hazard.near for hazard in hazards)))
    asks = {"actor": tuple(by_actor), "name": Asks.by_choice("actor", by_actor), "start": start}
    yield from choice_offers(LetHazard, seat, asks, name="d100_hazard")


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
    removable = tuple([name for name in names if not is_in_use(table, name)]) or names
    yield from choice_offers(RemoveHazard, seat, {"name": removable}, table=table, name="d100_remove_hazard")
    yield offer_of(table, MakePoison(seat=seat, name=""), unchecked, name="d100_make_poison")
    brewed = tuple([poison.name for poison in known_poisons(table)])
    actors = alive(table, led(table, seat, viewer))
    yield from choice_offers(RemovePoison, seat, {"name": brewed}, table=table, name="d100_remove_poison")
    yield from choice_offers(PoisonSomebody, seat, {"actor": actors, "name": brewed}, name="d100_poison")
    for actor in actors:
        if is_poisoned(table, actor):
            yield offer_of(table, EndPoison(seat=seat, actor=actor), name=f"d100_end_poison:{actor}")
