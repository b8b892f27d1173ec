"""Annotations of a character's body: wounds, their signs, and the effect of its condition on rolls (CF-UI-1, -3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations, BodySign, HarmLevel
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_sheet import maimed_at
from engine.rulesets.classic_fantasy.character.resource_pools import ACTION_POINTS
from engine.rulesets.classic_fantasy.combat import combat_modifiers
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, hardest
from engine.rulesets.classic_fantasy.hazards import burning_commands
from engine.rulesets.classic_fantasy.health import fatigue_state
from engine.rulesets.classic_fantasy.health.body_state import BodyLocation, body_locations, injury_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel

GRADES: Final[Mapping[WoundLevel, int]] = {"minor": 1, "serious": 3, "major": 4}
LOST: Final = 5
"""The severity of a wound as drawn; a location that is lost for good is the worst."""
_ICONS: Final = {
    character_conditions.BLEEDING: "drop",
    character_conditions.DEADLINE: "skull",
    character_conditions.MAIMING: "severed",
    character_conditions.BURNING: "flame",
    burning_commands.KINDLING: "flame",
    character_conditions.LIMB_LOST: "severed",
    character_conditions.USELESS: "useless",
    character_conditions.HARDER: "hindered",
    character_conditions.STAUNCHED: "bandage",
    character_conditions.SCAR: "scar",
}
"""The icons for conditions of a location, the most urgent first."""
_GRAVE: Final = frozenset(
    {
        character_conditions.BLEEDING,
        character_conditions.DEADLINE,
        character_conditions.MAIMING,
        character_conditions.BURNING,
    }
)


@memo(fine=True)
def body_annotations(table: Table, actor: str) -> BodyAnnotations:
    """Return the annotations of one character; worn and natural armour of a location are added up."""
    bearings = (*fatigue_state.fatigue_modifiers(table, actor), *combat_modifiers.combat_modifiers(table, actor))
    locations = body_locations(table, actor)
    armour = {spot.place.name: spot.armour.worn + spot.armour.natural for spot in locations}
    signs = _signs(table, actor, locations)
    return BodyAnnotations(
        penalties=_penalties(bearings),
        armour={name: points for name, points in armour.items() if points},
        levels={spot.place.name: harm for spot in locations if (harm := _harm(table.actors[actor], spot)) is not None},
        signs={name: sentences for name, sentences in signs.items() if sentences},
        shorts={ACTION_POINTS: Message(key="d100.figure.action_points")},
    )


def _penalties(bearings: Sequence[DifficultyModifier]) -> tuple[Message, ...]:
    """Return the penalties, without a grade if an earlier one is as hard or harder.

    Only the hardest counts (CF-X-6).
    """
    shown = list[DifficultyModifier]()
    for bearing in bearings:
        grades = [earlier.grade for earlier in shown if earlier.grade is not None]
        if bearing.grade is None or hardest((*grades, bearing.grade)) not in grades:
            shown.append(bearing)
    return tuple([bearing.penalty_words for bearing in shown])


def _harm(actor: Actor, spot: BodyLocation) -> HarmLevel | None:
    """Return the name of a location's wound level (CF-WOUND-1 to CF-WOUND-3), or that it is lost for good."""
    place = spot.place.name
    if any(
        character_conditions.place_of(condition) == place
        for condition in actor.conditions_named(character_conditions.LIMB_LOST)
    ):
        return HarmLevel(words=Message(key="d100.figure.lost"), grade=LOST)
    if spot.level == "none":
        return None
    return HarmLevel(words=Message(key=f"d100.figure.{spot.level}"), grade=GRADES[spot.level])


def _signs(table: Table, actor: str, locations: tuple[BodyLocation, ...]) -> dict[str, tuple[BodySign, ...]]:
    """Return the signs of each location, the most urgent first (CF-UI-1)."""
    return {spot.place.name: tuple(_signs_at(table, table.actors[actor], spot.place.name)) for spot in locations}


def _signs_at(table: Table, actor: Actor, place: str) -> Iterator[BodySign]:
    conditions = [condition for condition in actor.conditions if character_conditions.place_of(condition) == place]
    for name, icon in _ICONS.items():
        condition = next((state for state in conditions if state.name == name), None)
        if condition is not None:
            words = Message(key=f"d100.sign.{name}", params={"level": condition.level})
            yield BodySign(icon=icon, words=words, until=condition.until, grave=name in _GRAVE)
    if maimed := maimed_at(actor, place):
        yield BodySign(icon="severed", words=Message(key="d100.sign.maimed", params={"points": maimed}))
    injury = injury_of(table, actor.id, place)
    if injury is not None and (injury.treated or injury.stabilised):
        yield BodySign(icon="bandage", words=Message(key=f"d100.sign.{'treated' if injury.treated else 'stabilised'}"))
