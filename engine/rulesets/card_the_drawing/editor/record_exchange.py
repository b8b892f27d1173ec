"""Cards, decks and other records as files that other tables can read, in TOML or JSON (CD-UI-26).

The file has `format`, `version` and `ruleset`, then [[card]], [[tag]], [[deck]] … with the keys of the catalogue. A
file from a stranger is data and nothing else: its size is checked before it is read, and its changes are shown before
anything changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from engine.kit.content_editor import shared_editor_texts
from engine.kit.content_editor.content_file_format import ContentFiles, import_summary, unsupported_values
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import ImportedFile, ImportedRecord, ImportStatus, Lists
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    FOES,
    FORMS,
    RULESET,
    SECRET,
    TAGS,
    Library,
    Record,
    library_of,
    list_of,
    row_of,
    shipped_record,
    with_row,
)
from engine.rulesets.card_the_drawing.cards.card_records import (
    Archetype,
    Card,
    CardDeck,
    Foe,
    PreparedEncounter,
    split_tag,
)
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text
from engine.rulesets.card_the_drawing.editor.record_commands import form_fault
from engine.rulesets.card_the_drawing.editor.record_editor_view import ASIDE
from engine.rulesets.card_the_drawing.editor.record_fields import KINDS, place_told
from engine.rulesets.card_the_drawing.editor.record_list import grave_problem_count, name_of, problems, records

FILES: Final = ContentFiles(RULESET, KINDS)


def export_text(library: Library, chosen: Sequence[tuple[str, str]], form: str) -> str:
    """Return a file with these records. Raises Unworkable for one that is not there, or another form."""

    def row(kind: str, id_: str) -> Mapping[str, Json] | None:
        record = records(library, kind).get(id_)
        return None if record is None else row_of(record)

    return FILES.write(chosen, row, form, editor_text("footnote"))


def records_needed(library: Library, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the group's own records that the chosen ones use, and those that these use, without the chosen ones."""
    needed: dict[tuple[str, str], None] = {}
    waiting = list(chosen)
    while waiting:
        kind, id_ = waiting.pop()
        record = records(library, kind).get(id_)
        for other in _spoken_of(record) if record is not None else ():
            if other in library.own and other not in needed and other not in chosen:
                needed[other] = None
                waiting.append(other)
    return tuple(sorted(needed, key=lambda kind_and_id: (KINDS.index(kind_and_id[0]), kind_and_id[1])))


def _spoken_of(record: Record) -> Iterator[tuple[str, str]]:
    match record:
        case Card():
            yield from ((TAGS, split_tag(tag)[0]) for tag in record.tags)
        case CardDeck():
            yield from ((CARDS, id_) for id_ in record.cards)
            yield ARCHETYPES, record.archetype
        case Archetype():
            yield from ((CARDS, id_) for id_ in record.automatic)
        case Foe():
            yield from ((CARDS, id_) for id_ in record.automatic)
            yield DECKS, record.deck
        case PreparedEncounter():
            yield from ((CARDS, id_) for id_ in record.environment)
            yield from ((FOES, placed.foe) for placed in record.foes)
        case _:
            pass


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_file(data: bytes | str, lists: Lists, use_proposed: bool) -> ImportedFile:
    """Return what a file holds. Raises Unworkable for what is no such file, or more than is taken."""
    rows = FILES.read(data)
    library = library_of(lists, use_proposed=use_proposed)
    merged = _merged(lists, rows, use_proposed)
    seen: set[tuple[str, str]] = set()
    imported_records = tuple(_arriving(at, *row, library, merged, seen) for at, row in enumerate(rows))
    return ImportedFile(records=imported_records, told=import_summary(imported_records))


def _fault(kind: str, row: object) -> str:
    """Return why a row cannot be imported, with the place in it; empty if it can."""
    if not isinstance(row, dict):
        return shared_editor_texts.editor_text("file.no_record")
    place = next(unsupported_values(row), None)
    if place is not None:
        return shared_editor_texts.editor_text("file.value", place=clipped(place_told(kind, place)))
    return form_fault(kind, row)


def _merged(lists: Lists, rows: Sequence[tuple[str, int, object]], use_proposed: bool) -> Library:
    """Return the library after importing everything, for decks of a file name its cards."""
    merged: dict[str, Sequence[Mapping[str, Json]]] = dict(lists)
    for kind, _, row in rows:
        if isinstance(row, dict) and not _fault(kind, row):
            record: Record = msgspec.convert(row, FORMS[kind])
            name = list_of(kind, record)
            merged[name] = with_row(merged.get(name, ()), record)
    return library_of(merged, use_proposed=use_proposed)


def _arriving(
    at: int,
    kind: str,
    number: int,
    row: object,
    library: Library,
    merged: Library,
    seen: set[tuple[str, str]],
) -> ImportedRecord:
    fault = _fault(kind, row)
    if fault or not isinstance(row, dict):
        fields = row if isinstance(row, dict) else {}
        gm_only = kind in SECRET or bool(fields.get("secret"))
        return FILES.faulty(at, kind, number, row, fault, gm_only=gm_only, id_=str(fields.get("id", "")))
    record: Record = msgspec.convert(row, FORMS[kind])
    name = clipped(name_of(record)) or record.id
    gm_only = list_of(kind, record) in SECRET
    if (kind, record.id) in seen:
        why = shared_editor_texts.editor_text("file.twice", name=record.id)
        return FILES.faulty(at, kind, number, row, why, gm_only=gm_only, id_=record.id)
    seen.add((kind, record.id))
    arrival = _arrival(kind, record, library)
    wrong = grave_problem_count(problems(record, merged))
    return ImportedRecord(
        at=at,
        kind=kind,
        id=record.id,
        name=name,
        arrival=arrival,
        told=" ".join(filter(None, (shared_editor_texts.editor_text(f"arrival.{arrival}"), _draft(kind, wrong)))),
        problems=wrong,
        record=row_of(_aside(kind, record, wrong)),
        gm_only=gm_only,
    )


def _draft(kind: str, wrong: int) -> str:
    if not wrong:
        return ""
    return (
        editor_text("draft", count=wrong)
        if kind in ASIDE
        else shared_editor_texts.editor_text("arrival.problems", count=wrong)
    )


def _aside(kind: str, record: Record, wrong: int) -> Record:
    return replace(record, disabled=True) if wrong and kind in ASIDE else record


def _arrival(kind: str, record: Record, library: Library) -> ImportStatus:
    here = records(library, kind).get(record.id)
    if here == record:
        return ImportStatus.SAME
    if (kind, record.id) in library.own:
        return ImportStatus.CHANGES_YOURS
    return (
        ImportStatus.NEW if here is None and shipped_record(kind, record.id) is None else ImportStatus.CHANGES_ORIGINAL
    )


def records_to_keep(incoming: ImportedFile, chosen: Sequence[int]) -> Iterator[tuple[str, Record]]:
    """Yield the chosen records with their kinds, without unchanged and faulty ones."""
    for imported_record in incoming.records:
        if (
            imported_record.at in chosen
            and imported_record.record is not None
            and imported_record.arrival is not ImportStatus.SAME
        ):
            yield imported_record.kind, msgspec.convert(dict(imported_record.record), FORMS[imported_record.kind])
