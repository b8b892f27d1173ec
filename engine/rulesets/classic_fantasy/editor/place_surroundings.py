"""Places for printing: their foes, and their traps, hazards, fires and light in words (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.content_editor.dice_numbers import range_text
from engine.kit.encounters.printable_encounters import EncounterSurroundings, PrintableEncounter, opening_time
from engine.messages.texts import paragraph
from engine.model.table import Table
from engine.rulesets.classic_fantasy.editor.deployment_commands import GoToPlace
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FORMS,
    LIBRARY,
    PLACES,
    TRAPS,
    PreparedPlace,
    editor_text,
    places_in_order,
)
from engine.rulesets.classic_fantasy.editor.prepared_summary import summary_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.settings import settings_of


def printable_places(table: Table) -> Iterator[PrintableEncounter]:
    """Yield the places of a table."""
    for place in places_in_order(table.lists):
        yield PrintableEncounter(
            kind=PLACES,
            id=place.id,
            name=f"{place.number}. {place.name}" if place.number else place.name,
            notes=place,
            run=GoToPlace(seat=table.gm(), place=place.id, anew=True),
            surroundings=tuple(_surroundings(place, table)),
        )


def _surroundings(place: PreparedPlace, table: Table) -> Iterator[EncounterSurroundings]:
    """Yield the time and the light, and each trap, hazard and fire with what it does."""
    yield from opening_time(place)
    if place.light:
        yield EncounterSurroundings(name=FORMS.word("light", place.light))
    traps, hazards = (LIBRARY.records(table.lists, kind) for kind in (TRAPS, HAZARDS))
    for trap in place.traps:
        planned = traps.get(trap.trap)
        told = summary_of(planned, table.lists, settings_of(table)) if planned is not None else ()
        yield EncounterSurroundings(
            name=planned.name if planned is not None else trap.trap, text=paragraph((trap.place, *told))
        )
    by_name = {hazard.name: hazard for hazard in hazards.values()}
    for hazard in place.hazards:
        known = by_name.get(hazard.hazard)
        told = summary_of(known, table.lists, settings_of(table)) if known is not None else ()
        yield EncounterSurroundings(name=hazard.hazard, text=paragraph((hazard.place, *told)))
    for fire in place.fires:
        name = editor_text("reading.fire_here", intensity=range_text(fire.intensity), where="")
        yield EncounterSurroundings(name=name, text=fire.place)
