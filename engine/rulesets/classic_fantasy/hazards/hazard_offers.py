"""Offers of falls, falling objects, heat, fire and hazards: how the GM starts and ends them, and smothering."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.offer_targets import led, others
from engine.rulesets.classic_fantasy.checks.check_offers import knows
from engine.rulesets.classic_fantasy.damage.damage_offers import (
    LocationsByActor,
    actor_question,
    actors_of,
    locations_by_actor,
    locations_question,
)
from engine.rulesets.classic_fantasy.hazards import burning_commands, custom_hazard_commands, falling_commands
from engine.rulesets.classic_fantasy.health.incapacity import able


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can start and end, and the actions of a burning character."""
    gm, actors = table.is_gm(seat), led(table, seat, viewer)
    if gm:
        yield from _hazard_start_offers(table, seat, actors, viewer)
    for actor in actors:
        name, character = actor_name(table, actor), table.actors[actor]
        if character.has_condition(character_conditions.BURNING) and able(table, (actor,)):
            helpers = tuple(
                helper
                for helper in able(table, others(table, actor, viewer))
                if burning_commands.can_help(table, helper)
            )
            yield with_denial(table, _smother_offer(seat, actor, name, helpers), burning_commands.verify_smother)
        if gm and character.body is not None and not character.has_condition(character_conditions.DEAD):
            yield from _hazard_end_offers(seat, actor, name, character)


def _hazard_start_offers(table: Table, seat: str, actors: tuple[str, ...], viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can start on living characters with a body; saved ones only for a GM viewer."""
    locations = locations_by_actor(table, actors)
    embodied = actors_of(locations)
    if not embodied:
        return
    yield _fall_offer(seat, embodied, any(knows(table, actor, "Acrobatics") for actor in embodied))
    yield _object_offer(seat, embodied)
    yield _heat_offer(seat, locations)
    yield _alight_offer(seat, locations)
    hazards = custom_hazard_commands.known_hazards(table) if table.is_gm(viewer) else ()
    hazards_by_actor = tuple(
        (actor, names)
        for actor in embodied
        if (names := tuple(hazard.name for hazard in hazards if not hazard.skill or knows(table, actor, hazard.skill)))
    )
    if hazards_by_actor:
        yield _hazard_offer(seat, hazards_by_actor, locations, any(actor.near for actor in hazards))


def _hazard_end_offers(seat: str, actor: str, name: str, character: Actor) -> Iterator[Offer]:
    """Yield the offers by which the GM ends a hazard of a character."""
    if character.has_condition(character_conditions.BURNING):
        yield make_offer(f"d100_put_out:{actor}", burning_commands.PutOut(seat=seat, actor=actor), actor=name)
        controlled = character.has_condition(burning_commands.CONTROLLED)
        command = burning_commands.ControlFire(seat=seat, actor=actor, controlled=not controlled)
        yield make_offer(f"d100_fire_{'free' if controlled else 'held'}:{actor}", command, actor=name)
    if character.has_condition(burning_commands.IN_HEAT):
        yield make_offer(f"d100_end_exposure:{actor}", burning_commands.EndExposure(seat=seat, actor=actor), actor=name)
    if character.has_condition(custom_hazard_commands.IN_HAZARD):
        hazards = tuple(
            condition.id.partition(":")[2] for condition in character.conditions_named(custom_hazard_commands.IN_HAZARD)
        )
        questions = (question("hazard", QuestionKind.CHOICE, hazards, field="name", optional=True),)
        yield make_offer(
            f"d100_end_hazard:{actor}",
            custom_hazard_commands.EndHazard(seat=seat, actor=actor),
            questions=questions,
            actor=name,
        )


@memoized
def _fall_offer(seat: str, actors: tuple[str, ...], acrobatics: bool) -> Offer:
    questions: tuple[Question, ...] = (
        actor_question(actors),
        question("feet", QuestionKind.NUMBER, least=0, most=1000),
    )
    if acrobatics:
        questions = (*questions, question("acrobatics", QuestionKind.FLAG, optional=True))
    return make_offer("d100_fall", falling_commands.FallDown(seat=seat, actor=actors[0], feet=10), questions=questions)


@memoized
def _object_offer(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        actor_question(actors),
        question("siz", QuestionKind.NUMBER, least=0, most=180),
        question("feet", QuestionKind.NUMBER, least=0, most=1000),
        question("what", QuestionKind.TEXT, optional=True),
        question("less_dice", QuestionKind.NUMBER, least=0, most=99, optional=True, rare=True),
        question("less_feet", QuestionKind.NUMBER, least=0, most=9999, optional=True, rare=True),
    )
    return make_offer(
        "d100_object", falling_commands.DropObject(seat=seat, actor=actors[0], siz=6, feet=10), questions=questions
    )


@memoized
def _heat_offer(seat: str, places: LocationsByActor) -> Offer:
    questions = (
        actor_question(actors_of(places)),
        question("intensity", QuestionKind.NUMBER, least=1, most=5),
        locations_question(places, 1),
        question("flammable", QuestionKind.FLAG, optional=True),
    )
    command = burning_commands.ExposeToHeat(seat=seat, actor=places[0][0], intensity=2, locations=())
    return make_offer("d100_heat", command, questions=questions)


@memoized
def _alight_offer(seat: str, places: LocationsByActor) -> Offer:
    questions = (
        actor_question(actors_of(places)),
        locations_question(places, 1),
        question("intensity", QuestionKind.NUMBER, least=0, most=5, optional=True),
    )
    return make_offer(
        "d100_set_alight", burning_commands.SetAlight(seat=seat, actor=places[0][0], locations=()), questions=questions
    )


@memoized
def _smother_offer(seat: str, actor: str, name: str, helpers: tuple[str, ...]) -> Offer:
    questions = (
        (question("helpers", QuestionKind.CHOICES, helpers, least=0, most=len(helpers), optional=True),)
        if helpers
        else ()
    )
    return make_offer(
        f"d100_smother:{actor}", burning_commands.Smother(seat=seat, actor=actor), questions=questions, actor=name
    )


@memoized
def _hazard_offer(seat: str, hazards_by_actor: LocationsByActor, places: LocationsByActor, near: bool) -> Offer:
    all_hazards = tuple(dict.fromkeys(name for _, names in hazards_by_actor for name in names))
    questions = (
        actor_question(actors_of(hazards_by_actor)),
        question("hazard", QuestionKind.CHOICE, all_hazards, field="name", by="actor", among=dict(hazards_by_actor)),
        locations_question(places, int(near), "start"),
    )
    first_actor, names = hazards_by_actor[0]
    return make_offer(
        "d100_hazard",
        custom_hazard_commands.LetHazard(seat=seat, actor=first_actor, name=names[0]),
        questions=questions,
    )
