"""What is told beside a character's body: what its state takes from its rolls, and what it wears where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.sight import FigureNotes
from engine.rulesets.future_imperfect import landing, people, states
from engine.rulesets.future_imperfect.lists import ARMOUR, RACES
from engine.rulesets.future_imperfect.locations import chart_of, every_hit
from engine.rulesets.remembering import Remembered
from engine.table.seats import Actor
from engine.table.table import Table


def figure_notes(table: Table, actor: str) -> FigureNotes:
    """Return it for one character: of each wound area the best armour on it (FI-WOUND-9, FI-PSY-5, FI-ARMOR-10)."""
    penalties = tuple(part.words for part in states.action_parts(table, actor))
    told, cover = landing.told_cover(table, actor), landing.covered_areas(table, actor)
    return FigureNotes(penalties=(*told, *penalties), armour=_worn(table, table.actors[actor]), cover=cover)


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
