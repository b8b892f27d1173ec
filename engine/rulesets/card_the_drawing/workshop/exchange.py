"""Cards, decks and the like as files that other tables can read, in TOML or JSON (CD-UI-26).

The file has `format`, `version` and `ruleset`, then [[card]], [[tag]], [[deck]] … with the keys of the catalogue. If it
is a stranger's it is data and nothing else: it is measured before it is read, and what it would change is told before
anything does.
"""

from __future__ import annotations

import codecs
import json
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import tomli_w

from engine.play.commands import MOST_EXACT
from engine.play.strict import KeyTwice, load_once, too_deep
from engine.rulesets.card_the_drawing.library import (
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
    original,
    row_of,
    with_row,
)
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.workshop.desks import ASIDE
from engine.rulesets.card_the_drawing.workshop.fields import KINDS, place_told
from engine.rulesets.card_the_drawing.workshop.listing import grave, name_of, problems, records
from engine.rulesets.card_the_drawing.workshop.telling import clipped, tell
from engine.rulesets.card_the_drawing.workshop.writing import form_fault
from engine.table.frozen import Json, replace
from engine.workshop.bench import Arrival, Arriving, Incoming, Lists, Unworkable

FORMAT: Final = "kitchen-table-workshop"
VERSION: Final = 1
MOST_BYTES = 1 << 20
MOST_RECORDS = 1000
MOST_LEVELS = 8
_MOST_SIGNS = 100_000
"""Signs between values that a file may have, counted before it is read."""
_ONE = {kind: kind.removesuffix("s") for kind in KINDS}
_HEAD = ("format", "version", "ruleset", "about")


def exported(library: Library, chosen: Sequence[tuple[str, str]], form: str) -> str:
    """Return a file with these records. Raises Unworkable for one that is not there, or another form."""
    found: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": RULESET,
        "about": tell("footnote"),
    }
    for kind in KINDS:
        wanted = dict.fromkeys(id_ for one, id_ in chosen if one == kind)
        missing = next((id_ for id_ in wanted if id_ not in records(library, kind)), None)
        if missing is not None:
            raise Unworkable(tell("file.gone", id=clipped(missing)))
        if wanted:
            found[_ONE[kind]] = [row_of(records(library, kind)[id_]) for id_ in wanted]
    if len(found) == len(_HEAD):
        raise Unworkable(tell("file.nothing"))
    if form == "json":
        return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    if form == "toml":
        return tomli_w.dumps(found, multiline_strings=False)
    raise Unworkable(tell("file.form", form=form[:20]))


def needed(library: Library, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return what of the group's own the chosen records speak of, and these in turn; what is chosen already is not."""
    found: dict[tuple[str, str], None] = {}
    waiting = list(chosen)
    while waiting:
        kind, id_ = waiting.pop()
        record = records(library, kind).get(id_)
        for other in _spoken_of(record) if record is not None else ():
            if other in library.own and other not in found and other not in chosen:
                found[other] = None
                waiting.append(other)
    return tuple(sorted(found, key=lambda one: (KINDS.index(one[0]), one[1])))


def _spoken_of(record: Record) -> Iterator[tuple[str, str]]:
    match record:
        case Card():
            yield from ((TAGS, split_tag(tag)[0]) for tag in record.tags)
        case Deck():
            yield from ((CARDS, id_) for id_ in record.cards)
            yield ARCHETYPES, record.archetype
        case Archetype():
            yield from ((CARDS, id_) for id_ in record.automatic)
        case Foe():
            yield from ((CARDS, id_) for id_ in record.automatic)
            yield DECKS, record.deck
        case Encounter():
            yield from ((CARDS, id_) for id_ in record.environment)
            yield from ((FOES, placed.foe) for placed in record.foes)
        case _:
            pass


# ---- reading ---------------------------------------------------------------------------------------------------------


def read(data: bytes | str, lists: Lists, use_proposed: bool) -> Incoming:
    """Return what a file holds. Raises Unworkable for what is no such file, or more than is taken."""
    raw = _read(data)
    if raw.get("format") != FORMAT:
        raise Unworkable(tell("file.other_format"))
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version > VERSION:
        raise Unworkable(tell("file.newer"))
    if raw.get("ruleset") != RULESET:
        raise Unworkable(tell("file.other_game"))
    strange = next((key for key in raw if key not in (*_HEAD, *_ONE.values())), None)
    if strange is not None:
        raise Unworkable(tell("file.strange", name=clipped(strange)))
    rows = tuple(_rows(raw))
    if len(rows) > MOST_RECORDS:
        raise Unworkable(tell("file.too_many", most=MOST_RECORDS))
    library = library_of(lists, use_proposed=use_proposed)
    merged = _merged(lists, rows, use_proposed)
    seen: set[tuple[str, str]] = set()
    found = tuple(_arriving(at, *row, library, merged, seen) for at, row in enumerate(rows))
    return Incoming(records=found, told=_summed(found))


def _read(data: bytes | str) -> Mapping[str, object]:
    """Return the file as plain values, within bounds."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MOST_BYTES:
            raise Unworkable(tell("file.too_large", most=MOST_BYTES >> 10))
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeError:
        raise Unworkable(tell("file.no_text")) from None
    if sum(map(text.count, ",[{=\n")) > _MOST_SIGNS:
        raise Unworkable(tell("file.too_many", most=MOST_RECORDS))
    try:
        found = load_once(text.encode()) if text.lstrip().startswith("{") else tomllib.loads(text)
    except KeyTwice as error:
        raise Unworkable(tell("file.twice", name=clipped(error.name))) from None
    except RecursionError:
        raise Unworkable(tell("file.too_deep", most=MOST_LEVELS)) from None
    except ValueError as error:
        raise Unworkable(tell("file.broken", why=clipped(str(error)))) from None
    if not isinstance(found, dict):
        raise Unworkable(tell("file.other_format"))
    if too_deep(found, MOST_LEVELS):
        raise Unworkable(tell("file.too_deep", most=MOST_LEVELS))
    return found


def _rows(raw: Mapping[str, object]) -> Iterator[tuple[str, int, object]]:
    """Go through all records of a file with their kind and their number among those."""
    for kind, one in _ONE.items():
        rows = raw.get(one, [])
        if not isinstance(rows, list):
            raise Unworkable(tell("file.no_list", name=one))
        for number, row in enumerate(rows, 1):
            yield kind, number, row


def _fault(kind: str, row: object) -> str:
    """Return why a row cannot be taken over, with the place in it; empty if it can."""
    if not isinstance(row, dict):
        return tell("file.no_record")
    place = next(_unfit("", row), None)
    if place is not None:
        return tell("file.value", place=clipped(place_told(kind, place)))
    return form_fault(kind, row)


def _unfit(place: str, value: object) -> Iterator[str]:
    """Go through the places of what no table can hold: dates, endless numbers, half signs."""
    match value:
        case dict():
            for key, part in value.items():
                yield from _unfit(f"{place}.{key[:40]}".lstrip("."), part)
        case list():
            for number, part in enumerate(value):
                yield from _unfit(f"{place}[{number}]", part)
        case bool() | None:
            pass
        case str():
            if any("\ud800" <= sign <= "\udfff" for sign in value):
                yield place
        case int():
            if abs(value) > MOST_EXACT:
                yield place
        case float():
            if not math.isfinite(value):
                yield place
        case _:
            yield place


def _merged(lists: Lists, rows: Sequence[tuple[str, int, object]], use_proposed: bool) -> Library:
    """Return what the group would play with if it took everything over, for decks of a file name its cards."""
    found: dict[str, Sequence[Mapping[str, Json]]] = dict(lists)
    for kind, _, row in rows:
        if isinstance(row, dict) and not _fault(kind, row):
            record: Record = msgspec.convert(row, FORMS[kind])
            name = list_of(kind, record)
            found[name] = with_row(found.get(name, ()), record)
    return library_of(found, use_proposed=use_proposed)


def _arriving(
    at: int,
    kind: str,
    number: int,
    row: object,
    library: Library,
    merged: Library,
    seen: set[tuple[str, str]],
) -> Arriving:
    fault = _fault(kind, row)
    if fault or not isinstance(row, dict):
        held = row if isinstance(row, dict) else {}
        id_, name = (clipped(str(held.get(key, ""))) for key in ("id", "name"))
        told = tell("arrival.faulty", place=f"{_ONE[kind]} {number}", why=fault)
        gm_only = kind in SECRET or bool(held.get("secret"))
        return Arriving(at=at, kind=kind, id=id_, name=name or id_, arrival=Arrival.FAULTY, told=told, gm_only=gm_only)
    record: Record = msgspec.convert(row, FORMS[kind])
    name = clipped(name_of(record)) or record.id
    gm_only = list_of(kind, record) in SECRET
    if (kind, record.id) in seen:
        told = tell("arrival.faulty", place=f"{_ONE[kind]} {number}", why=tell("file.twice", name=record.id))
        return Arriving(at=at, kind=kind, id=record.id, name=name, arrival=Arrival.FAULTY, told=told, gm_only=gm_only)
    seen.add((kind, record.id))
    arrival = _arrival(kind, record, library)
    wrong = grave(problems(record, merged))
    return Arriving(
        at=at,
        kind=kind,
        id=record.id,
        name=name,
        arrival=arrival,
        told=" ".join(filter(None, (tell(f"arrival.{arrival}"), _draft(kind, wrong)))),
        problems=wrong,
        record=row_of(_aside(kind, record, wrong)),
        gm_only=gm_only,
    )


def _draft(kind: str, wrong: int) -> str:
    if not wrong:
        return ""
    return tell("draft" if kind in ASIDE else "arrival.problems", count=wrong)


def _aside(kind: str, record: Record, wrong: int) -> Record:
    return replace(record, disabled=True) if wrong and kind in ASIDE else record


def _arrival(kind: str, record: Record, library: Library) -> Arrival:
    here = records(library, kind).get(record.id)
    if here == record:
        return Arrival.SAME
    if (kind, record.id) in library.own:
        return Arrival.CHANGES_YOURS
    return Arrival.NEW if here is None and original(kind, record.id) is None else Arrival.CHANGES_ORIGINAL


def _summed(found: Sequence[Arriving]) -> str:
    counts = {arrival: sum(one.arrival is arrival for one in found) for arrival in Arrival}
    return tell(
        "file.summed",
        new=counts[Arrival.NEW],
        same=counts[Arrival.SAME],
        changed=counts[Arrival.CHANGES_YOURS] + counts[Arrival.CHANGES_ORIGINAL],
        faulty=counts[Arrival.FAULTY],
    )


def to_keep(incoming: Incoming, chosen: Sequence[int]) -> Iterator[tuple[str, Record]]:
    """Go through the chosen records with their kinds; what is the same already, and what is faulty, is left out."""
    for one in incoming.records:
        if one.at in chosen and one.record is not None and one.arrival is not Arrival.SAME:
            yield one.kind, msgspec.convert(dict(one.record), FORMS[one.kind])
