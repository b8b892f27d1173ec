"""Prepared encounters for printing: their foes, and the Environment cards with their texts (CD-UI-25, CD-ENV-1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.encounters.printable_encounters import EncounterSurroundings, PrintableEncounter, opening_time
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.cards.card_library import ENCOUNTERS, Library
from engine.rulesets.card_the_drawing.cards.card_records import PreparedEncounter
from engine.rulesets.card_the_drawing.cards.card_text import card_text
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter


def printable_encounters(table: Table) -> Iterator[PrintableEncounter]:
    """Yield the encounters of a table."""
    library = settings.library(table)
    for id_, encounter in library.encounters.items():
        notes = "\n".join(text.strip() for text in (encounter.text, encounter.notes) if text.strip())
        yield PrintableEncounter(
            kind=ENCOUNTERS,
            id=id_,
            name=encounter.name,
            notes=replace(encounter, notes=notes),
            run=BeginEncounter(seat=table.gm(), encounter=id_, begin=False),
            surroundings=(*opening_time(encounter), *_environment(encounter, library)),
        )


def _environment(encounter: PreparedEncounter, library: Library) -> Iterator[EncounterSurroundings]:
    for id_ in dict.fromkeys(encounter.environment):
        card = library.cards.get(id_)
        if card is not None:
            yield EncounterSurroundings(name=card.name, text=card_text(card, library))
