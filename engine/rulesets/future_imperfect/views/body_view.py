"""Annotations of a character's body: the penalty of its state, and the armour of each location."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations, BodySign, HarmLevel
from engine.rulesets.future_imperfect.character import character_sheet, wound_levels
from engine.rulesets.future_imperfect.character.hit_locations import chart_named, every_location
from engine.rulesets.future_imperfect.combat import hit_commands
from engine.rulesets.future_imperfect.conditions import character_conditions


def body_annotations(table: Table, actor: str) -> BodyAnnotations:
    """Return them for one character: for each wound area the best armour (FI-WOUND-9, FI-PSY-5, FI-ARMOR-10)."""
    penalties = tuple(part.words for part in character_conditions.action_modifiers(table, actor))
    messages, cover = hit_commands.cover_messages(table, actor), hit_commands.covered_areas(table, actor)
    wounds = {area: level for area, level in character_sheet.wound_levels(table.actors[actor]).items() if level > 0}
    return BodyAnnotations(
        penalties=(*messages, *penalties),
        armour=_worn_armour(table.actors[actor], table.lists),
        cover=cover,
        levels={area: HarmLevel(words=_name(level), grade=level) for area, level in wounds.items()},
        signs={area: signs for area, level in wounds.items() if (signs := _signs(table.actors[actor], area, level))},
    )


def _name(level: int) -> Message:
    """Return the name of a wound level (FI-WOUND-1)."""
    return Message(key=f"harm.{wound_levels.wound_level_row(level).name.lower()}")


def _signs(actor: Actor, area: str, level: int) -> tuple[BodySign, ...]:
    """Return the signs at a wound besides its level: bleeding, and a lost limb."""
    location = actor.body.locations[area] if actor.body is not None else None
    signs: list[BodySign] = []
    if location is not None and location.bleeding:
        points = wound_levels.wound_level_row(level).bleeds
        signs.append(BodySign(icon="drop", words=Message(key="harm.bleeds", params={"points": points}), grave=True))
    if wound_levels.is_maimed(level):
        signs.append(BodySign(icon="severed", words=Message(key="harm.useless")))
    return tuple(signs)


@memo
def _worn_armour(actor: Actor, lists: character_sheet.GroupLists) -> Mapping[str, int]:
    values: dict[str, int] = {}
    for hit in every_location(chart_named(character_sheet.hit_chart(actor, lists))):
        worn = sum(layer.value for layer in character_sheet.armour_at(actor, hit, lists))
        if worn:
            values[hit.area] = max(worn, values.get(hit.area, 0))
    return values
