"""The content of an encounter's page: its texts under their headings, and its characters as stat blocks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.encounters.encounter_records import EncounterTrigger
from engine.kit.encounters.printable_encounters import (
    AlikeActors,
    EncounterPrintout,
    PrintableEncounter,
    encounter_printout,
)
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.sheet_library import description_of, tables_of
from engine.sheets.model.binding import CONDITIONS, TRACK
from engine.sheets.model.character_record import Record, record_of_actor
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import NumberField, RowsField, Section, SheetDescription, TextField
from engine.sheets.printing.printed_encounter import EncounterText, PrintedEncounter
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.stat_blocks import StatSubject


def printed_encounter(table: Table, encounter: PrintableEncounter) -> PrintedEncounter:
    """Return the content of the page of an encounter; slow, so a worker calls it.

    Args:
        table: the GM's seat, the group's lists, options and scene.
        encounter: the encounter.
    """
    printout = encounter_printout(game_of(table.ruleset), table, encounter)
    return PrintedEncounter(
        name=printout.name,
        read_out=printout.notes.read_out.strip(),
        texts=tuple(text for text in _texts(printout) if text.lines),
        cast=tuple(subject_of(table, group) for group in printout.groups),
    )


def _texts(printout: EncounterPrintout) -> Iterator[EncounterText]:
    notes = printout.notes
    yield _text("notes", notes.notes)
    surroundings = [(one.name, one.text) for one in printout.surroundings]
    yield EncounterText(title=paper_text("encounter.surroundings"), lines=surroundings)
    yield EncounterText(
        title=paper_text("encounter.triggers"),
        lines=[("", _trigger_words(trigger)) for trigger in notes.triggers],
        ticks=True,
    )
    checks = [("", line.text.strip()) for line in notes.checklist if line.text.strip()]
    yield EncounterText(title=paper_text("encounter.checklist"), lines=checks, ticks=True)
    yield _text("loot", notes.loot)
    yield EncounterText(
        title=paper_text("encounter.handouts"), lines=[("", name) for name in printout.handouts], ticks=True
    )
    if printout.problem or not printout.has_dice:
        yield _text("characters", printout.problem)
    else:
        ranges = [line for group in printout.groups for line in _ranges(group)]
        lines = [("", paper_text("encounter.average")), *ranges]
        yield EncounterText(title=paper_text("encounter.characters"), lines=lines)


def _ranges(group: AlikeActors) -> Iterator[tuple[str, str]]:
    """Yield the number of alike characters and their numbers, as far as dice decide them; nothing without dice."""
    least, most = group.counts
    parts = [paper_text("encounter.count", least=least, most=most)] if least < most else []
    parts += [
        paper_text("encounter.range", label=each.label, least=each.least, most=each.most) for each in group.ranges
    ]
    if parts:
        name = group.actors[0].name
        yield paper_text("encounter.several", name=name) if len(group.actors) > 1 else name, ", ".join(parts)


def _text(key: str, words: str) -> EncounterText:
    words = words.strip()
    return EncounterText(title=paper_text(f"encounter.{key}"), lines=[("", words)] if words else [])


def _trigger_words(trigger: EncounterTrigger) -> str:
    moment = [] if trigger.round is None else [paper_text("encounter.round", round=trigger.round)]
    moment += [trigger.when.strip()] if trigger.when.strip() else []
    return ": ".join(filter(None, (" · ".join(moment), trigger.what.strip())))


def subject_of(table: Table, group: AlikeActors) -> StatSubject:
    """Return characters with the same numbers as the subject of one stat block."""
    hidden = paper_text("encounter.hidden") if group.actors[0].secret else ""
    note = " · ".join(filter(None, (group.side.strip(), hidden)))
    return StatSubject(_sheet(table, group.actors[0]), tuple(actor.name for actor in group.actors), note)


def _sheet(table: Table, actor: Actor) -> FilledSheet:
    record = record_of_actor(actor)
    description = description_of(table.ruleset, record, table.lists) or _plain_description(record)
    options = {**table.options, **table.scene}
    return FilledSheet(description, record, options, table.lists, tables_of(table.ruleset))


def _plain_description(record: Record) -> SheetDescription:
    """Return a description for a character of a game without sheets: its tracks and conditions."""
    tracks = tuple(
        NumberField(key=f"track_{number}", label=name, bind=f"{TRACK}{name}", brief=True)
        for number, name in enumerate(record.tracks)
    )
    conditions = RowsField(
        key="conditions",
        label=paper_text("encounter.conditions"),
        bind=CONDITIONS,
        brief=True,
        columns=(TextField(key="name", label=""),),
    )
    return SheetDescription(
        id="plain", title="", sections=(Section(key="plain", title="", fields=(*tracks, conditions)),)
    )
