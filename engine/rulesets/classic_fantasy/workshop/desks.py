"""All that an editor shows of something prepared: its form, what it says and what is wrong (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import people, traps
from engine.rulesets.classic_fantasy.hazards import Hazard
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.choices import option_of, ways
from engine.rulesets.classic_fantasy.workshop.faults import faults_of
from engine.rulesets.classic_fantasy.workshop.fields import FIELDS, FORMS, MOST, ROWS, USUAL
from engine.rulesets.classic_fantasy.workshop.notes import notes_of
from engine.rulesets.classic_fantasy.workshop.reading import reading_of
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    MOST_ROWS,
    TRAPS,
    Foe,
    PreparedTrap,
    Record,
    id_of,
    trap_of,
)
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.table.frozen import Json, replace
from engine.workshop import bench
from engine.workshop.bench import Desk, Group, Lists, Origin, Part, PartKind, Problem, Row
from engine.workshop.editing import rows_at, value_at
from engine.workshop.fields import Field
from engine.workshop.telling import clipped

LONGEST_ID = 40
_USES = {TRAPS: "traps", FOES: "foes", HAZARDS: "hazards"}
"""The part of a place that speaks of things of a kind, and the field there."""
_CHOSEN = frozenset({PartKind.CHOICE, PartKind.CHOICES})


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What a form is made of: the record as it is written, as it is understood, and all that is wrong with it."""

    kind: str
    record: bench.Record
    understood: Record
    lists: Lists
    settings: Settings
    problems: Mapping[str, tuple[str, ...]]


def desk_of(kind: str, record: bench.Record, lists: Lists, settings: Settings) -> Desk:
    """Return all that is shown of a record."""
    found, told = read_record(kind, record, lists, settings)
    id_ = id_of(found)
    saved = library.records(lists, kind).get(id_)
    by_part: dict[str, list[str]] = {}
    for problem in told:
        by_part.setdefault(FORMS.part_of(kind, problem.path), []).append(problem.text)
    sheet = _Sheet(kind, record, found, lists, settings, {path: tuple(texts) for path, texts in by_part.items()})
    misfit = any(problem.form for problem in told)
    return Desk(
        kind=kind,
        id=id_ if kind == HAZARDS else _text(record.get("id")),
        name=clipped(found.name) or tell(f"unnamed.{kind}"),
        origin=Origin.OWN if saved is None else library.origin(lists, kind, id_),
        groups=tuple(_groups(sheet)),
        record=None if misfit else library.row_of(found),
        reading=reading_of(found, lists, settings),
        problems=FORMS.in_order(kind, told),
        notes=() if misfit else notes_of(found, settings),
        can_save=not misfit,
        changed=saved is None or misfit or found != saved,
        exists=saved is not None,
        has_original=library.original(kind, id_) is not None,
        used_by=tuple(used_by(lists, kind, id_)) if saved is not None else (),
    )


def read_record(
    kind: str, record: bench.Record, lists: Lists, settings: Settings
) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with the id that it would be saved under, and all that is wrong.

    What cannot be laid or brought cannot be kept either: of that, `form` is said of every problem.
    """
    found, misfits = FORMS.understood(kind, record)
    if not isinstance(found, Hazard) and not found.id.strip():
        found = replace(found, id=id_for(found.name, kind, lists))
    unread = {misfit.path for misfit in misfits}  # what stands there is not what was written, so nothing else is said
    faults = (fault for fault in faults_of(found, lists, settings) if fault.path not in unread)
    told = tuple(
        Problem(
            path=fault.path,
            text=say(fault.words),
            place=FORMS.place_told(kind, fault.path),
            rule=fault.rule,
            warning=fault.warning,
            form=not fault.warning,
        )
        for fault in faults
    )
    return found, (*misfits, *told)


def id_for(name: str, kind: str, lists: Lists) -> str:
    """Return an id made from a name: short, plain, and nobody else's, be it in use or only shipped."""
    bare = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii")
    stem = library.stem_of(bare)[:LONGEST_ID].strip("_") or kind.removesuffix("s")
    taken = library.records(lists, kind)
    made, number = stem, 1
    while made in taken:
        number += 1
        made = f"{stem}_{number}"
    return made


def used_by(lists: Lists, kind: str, id_: str) -> Iterator[str]:
    """Go through the places that speak of a record, a phrase each."""
    part = _USES.get(kind)
    if part is None:
        return
    for place in library.places(lists):
        rows = library.row_of(place).get(part)
        key = part.removesuffix("s")
        if any(isinstance(row, Mapping) and row.get(key) == id_ for row in (rows if isinstance(rows, list) else ())):
            yield tell("used_by", name=clipped(place.name))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


# ---- the form --------------------------------------------------------------------------------------------------------


def _groups(sheet: _Sheet) -> Iterator[Group]:
    for group, fields in groupby(FIELDS[sheet.kind], key=lambda field: field.group):
        parts = tuple(part for field in fields if (part := _part(sheet, field)) is not None)
        if parts:
            yield Group(id=group, title=tell(f"group.{group}"), parts=parts)


def _part(sheet: _Sheet, field: Field) -> Part | None:
    value = sheet.record.get(field.key)
    matters = _matters(sheet.understood, field.key)
    if not matters and not value:
        return None
    plain = _plain(sheet, field, field.key, value, matters=matters)
    if field.kind is PartKind.ROWS:
        return _rows(sheet, plain)
    return replace(plain, placeholder=_placeholder(sheet, field.key), spoken=_spoken(sheet, field.key))


def _plain(sheet: _Sheet, field: Field, path: str, value: Json, *, matters: bool = True) -> Part:
    if field.kind is PartKind.SWITCH and value is None:
        value = field.default
    closed = field.kind is PartKind.CHOICE and not field.own_words
    if closed and value is None:
        value = FORMS.usual(sheet.kind, path)
    chosen = field.kind in _CHOSEN
    return Part(
        path=path,
        kind=field.kind,
        label=FORMS.label_of(sheet.kind, path),
        help=FORMS.help_of(sheet.kind, path),
        value=value,
        choices=ways(field.key, sheet.understood, sheet.lists, sheet.settings, value) if chosen else (),
        own_words=field.own_words,
        least=field.least,
        most=field.most,
        longest=field.longest,
        optional=not (field.required or closed),
        problems=sheet.problems.get(path, ()),
        matters=matters,
    )


def _matters(record: Record, key: str) -> bool:
    """Say whether a field is of any account with the rest as it is."""
    match record:
        case PreparedTrap(depth=depth):
            return depth is None or key not in ("damage", "spread", "ignores_armour")
        case Hazard(damage=damage, fatigue=fatigue, skill=skill, every=every):
            return {
                **dict.fromkeys(("locations", "near", "armour"), bool(damage)),
                **dict.fromkeys(("cause", "recovery"), bool(fatigue)),
                **dict.fromkeys(("grade", "on_success"), bool(skill)),
                "steps": bool(every),
            }.get(key, True)
        case Foe(build=build):
            return key != "locations" or build == "own"
        case _:
            return True


def _placeholder(sheet: _Sheet, key: str) -> str:
    """Return what holds where nothing is written."""
    match sheet.understood, key:
        case PreparedTrap() as one, "damage":
            try:
                return trap_of(one, settings=sheet.settings).damage or tell("nothing")
            except Refused:
                return ""
        case PreparedTrap(), "maker" | "spread":
            return str(FORMS.usual(sheet.kind, key))  # a row leaves out what is as usual
        case Hazard(), "locations":
            return "1"
        case Foe() as foe, _:
            return _of_foe(foe, key, sheet.settings)
        case _:
            return ""


def _of_foe(foe: Foe, key: str, settings: Settings) -> str:
    match key:
        case "damage_modifier" if foe.strength is not None and foe.size is not None:
            return people.damage_modifier(foe.strength, foe.size)
        case "action_points" if None not in (foe.intelligence, foe.dexterity):
            has: people.Characteristics = {"INT": foe.intelligence or 0, "DEX": foe.dexterity or 0}
            return str(total(people.action_points(0, has, settings)))
        case "initiative_bonus" if foe.dexterity is not None and foe.intelligence is not None:
            return str(people.initiative_bonus(foe.dexterity, foe.intelligence))
        case _:
            return ""


def _spoken(sheet: _Sheet, key: str) -> str:
    """Return what a field comes to: what a maker can choose from, the skill that works of a size want (CF-TRAP-15)."""
    match sheet.understood, key:
        case PreparedTrap(depth=None) as one, "spread":
            return option_of(sheet.settings, one)
        case PreparedTrap(works=works), "works":
            return tell("made_by", skill=traps.numbers().works[works])
        case _:
            return ""


def _rows(sheet: _Sheet, part: Part) -> Part:
    held = rows_at(sheet.record, part.path)
    rows = tuple(_row(sheet, part.path, number) for number, _ in enumerate(held))
    most = MOST.get(part.path, MOST_ROWS)
    adds = tell(f"add.{part.path}") if len(rows) < most else ""
    return replace(part, value=list(held), rows=rows, adds=adds, most=most)


def _row(sheet: _Sheet, key: str, number: int) -> Row:
    path = f"{key}[{number}]"
    parts = tuple(
        replace(
            _plain(sheet, field, f"{path}.{name}", value_at(sheet.record, f"{path}.{name}")),
            placeholder=USUAL.get(f"{key}.{name}", ""),
        )
        for name, field in ROWS[key].fields.items()
    )
    written = rows_at(sheet.record, key)[number]
    told = _told(key, parts) if isinstance(written, Mapping) else ""
    title = tell(f"row.{key}", number=number + 1)
    return Row(path=path, title=title, told=told, parts=parts, problems=sheet.problems.get(path, ()))


def _told(key: str, parts: Sequence[Part]) -> str:
    """Return a row in a line: what stands in its fields."""
    cells = {part.path.rpartition(".")[2]: _in_words(part) for part in parts}
    return clipped(tell(f"in_row.{key}", **cells))


def _in_words(part: Part) -> str:
    if part.kind is PartKind.SWITCH:
        return part.label if part.value is True else ""
    if part.value in (None, ""):
        return part.placeholder
    return next((way.label for way in part.choices if way.value == part.value), str(part.value))
