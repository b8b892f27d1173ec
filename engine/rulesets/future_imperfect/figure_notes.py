"""What is told beside a character's body: what its state takes from its rolls, and what it wears where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.sight import FigureNotes, Harm, Sign
from engine.play.words import Message
from engine.rulesets.future_imperfect import harm, landing, people, states
from engine.rulesets.future_imperfect.lists import ARMOUR, RACES
from engine.rulesets.future_imperfect.locations import chart_of, every_hit
from engine.rulesets.remembering import Remembered
from engine.table.seats import Actor
from engine.table.table import Table


def figure_notes(table: Table, actor: str) -> FigureNotes:
    """Return it for one character: of each wound area the best armour on it (FI-WOUND-9, FI-PSY-5, FI-ARMOR-10)."""
    penalties = tuple(part.words for part in states.action_parts(table, actor))
    told, cover = landing.told_cover(table, actor), landing.covered_areas(table, actor)
    wounds = {area: level for area, level in people.wound_levels(table.actors[actor]).items() if level > 0}
    return FigureNotes(
        penalties=(*told, *penalties),
        armour=_worn(table, table.actors[actor]),
        cover=cover,
        levels={area: Harm(words=_name(level), grade=level) for area, level in wounds.items()},
        signs={area: signs for area, level in wounds.items() if (signs := _signs(table.actors[actor], area, level))},
    )


def _name(level: int) -> Message:
    """Return what a wound level is called (FI-WOUND-1)."""
    return Message(key=f"harm.{harm.row_of(level).name.lower()}")


def _signs(actor: Actor, area: str, level: int) -> tuple[Sign, ...]:
    """Return what is drawn at a wound besides its level: how it bleeds, and that nothing is left of it."""
    held = actor.body.locations[area] if actor.body is not None else None
    found: list[Sign] = []
    if held is not None and held.bleeding:
        points = harm.row_of(level).bleeds
        found.append(Sign(icon="drop", words=Message(key="harm.bleeds", params={"points": points}), grave=True))
    if harm.is_maimed(level):
        found.append(Sign(icon="severed", words=Message(key="harm.useless")))
    return tuple(found)


def _worn(table: Table, actor: Actor) -> Mapping[str, int]:
    def read() -> Mapping[str, int]:
        found: dict[str, int] = {}
        for hit in every_hit(chart_of(people.hit_chart(actor, table.lists))):
            worn = sum(layer.value for layer in people.armour_at(actor, hit, table.lists))
            if worn:
                found[hit.area] = max(worn, found.get(hit.area, 0))
        return found

    return _WORN.get(actor.id, (actor.sheet, table.lists.get(ARMOUR), table.lists.get(RACES)), read)


_WORN: Final = Remembered[Mapping[str, int]]()
