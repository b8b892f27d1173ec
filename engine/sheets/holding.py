"""Where the values of a sheet lie: among its fields, beside the character on the table, or in the bag of its seat.

What is bound is read there and written there, so that the sheet and the table never say two things.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play.moves import new_condition
from engine.play.words import Message, say
from engine.sheets.condition_names import called, meant
from engine.sheets.description import Boxes, Entries, Field, Figure, Reference, Rows
from engine.sheets.numbers import exact
from engine.sheets.paths import Path
from engine.sheets.plan import Plan
from engine.sheets.record import Record
from engine.sheets.values import part_of, plain_text
from engine.table.body import Location
from engine.table.conditions import Condition
from engine.table.frozen import Json, replace
from engine.table.seats import Actor

NAME, PLAYER, BODY, CHIPS, CONDITIONS, TRACK = "name", "player", "body", "chips", "conditions", "track:"


class Unwritable(ValueError):
    """A place of a sheet at which nothing can be written, or not this.

    `why` is the sentence that says so; empty where there is nothing of the kind on the table.
    """

    def __init__(self, place: str, why: str = "") -> None:
        super().__init__(place)
        self.why = why


def held(plan: Plan, record: Record, path: Path) -> Json:
    """Return what stands at a place, without any reckoning; None where nothing does."""
    return part_held(plan.field(path.key), whole_held(plan, record, path.key), path)


def whole_held(plan: Plan, record: Record, key: str) -> Json:
    """Return all that stands in a field, rows as `rows_of` has them."""
    field = plan.field(key)
    if field is None:
        return record.sheet.get(key)
    whole = _lying(field, record)
    return rows_of(field, whole) if isinstance(field, Rows) else whole


def part_held(field: Field | None, whole: Json, path: Path) -> Json:
    """Return what a path names of all that stands in a field."""
    if path.row is not None:
        row = whole[path.row] if isinstance(whole, list | tuple) and path.row < len(whole) else None
        return part_of(row, path.part) if path.part else row
    if not path.part:
        return whole
    part = part_of(whole, path.part)
    return part_of(part, path.aspect or "level") if isinstance(field, Figure) else part


def rows_of(field: Rows, value: Json) -> Sequence[Mapping[str, Json]]:
    """Return the rows of a field: what is written, or what a new sheet starts with.

    Fixed rows are known by their first column, in any case of its letters, so that they find each other when a
    description gains some; what was written into rows that are no more follows at the end.
    """
    if value is None:
        return field.start
    value = value if isinstance(value, list | tuple) else (value,)
    rows = [row if isinstance(row, Mapping) else {field.columns[0].key: plain_text(row)} for row in value]
    if not field.fixed:
        return rows
    first = field.columns[0].key
    left = list(rows)
    found: list[Mapping[str, Json]] = []
    for number, start in enumerate(field.start):
        name = start.get(first)
        if name is None:
            mine = rows[number] if number < len(rows) else None
        else:
            mine = next((row for row in left if _word(row.get(first)) == _word(name)), None)
        found.append(start if mine is None else {**start, **mine} if name is None else {**start, **mine, first: name})
        left = [row for row in left if row is not mine]
    return [*found, *left]


def _word(value: Json) -> Json:
    """Return the name of a row as it is compared: by its letters alone."""
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def writable(plan: Plan, record: Record, path: Path) -> bool:
    """Say whether something can be written at a place."""
    field = plan.field(path.key)
    if field is None:
        return True
    if isinstance(field, Reference):
        return False
    match field.bind.partition(":")[0]:
        case "player":
            return False
        case "track":
            return field.bind.removeprefix(TRACK) in record.tracks
        case "tracks":
            return path.part in record.tracks
        case "body":
            return record.body is not None and (not path.part or path.part in record.body.locations)
        case "conditions":
            return isinstance(field, Entries | Rows)
        case _:
            return True


def written(plan: Plan, record: Record, path: Path, value: Json) -> Record:
    """Return the record with something written at a place; None clears it, and takes a row or an entry away.

    Raises:
        Unwritable: the table has nothing of the kind, or keeps whole numbers there and this is none.
    """
    if not writable(plan, record, path):
        raise Unwritable(str(path))
    field = plan.field(path.key)
    whole = _with_part(field, held(plan, record, Path(key=path.key)), path, value)
    if field is None or not field.bind:
        return replace(record, sheet=_with(record.sheet, path.key, whole))
    return _bound(field, record, whole)


def _lying(field: Field, record: Record) -> Json:
    match field.bind.partition(":")[0]:
        case "":
            return record.sheet.get(field.key)
        case "name":
            return record.name or None
        case "player":
            return record.player or None
        case "track":
            track = record.tracks.get(field.bind.removeprefix(TRACK))
            return None if track is None else track.value
        case "tracks":
            return {name: track.value for name, track in record.tracks.items()}
        case "body":
            locations = {} if record.body is None else record.body.locations
            return {name: _as_json(location) for name, location in locations.items()}
        case "chips":
            return dict(record.chips)
        case "conditions":
            return _conditions(field, record.conditions)
        case _:
            return None


def _as_json(location: Location) -> Json:
    return {
        "level": location.level,
        "most": location.most,
        "armour": location.armour,
        "bleeding": location.bleeding,
    }


def _conditions(field: Field, conditions: tuple[Condition, ...]) -> Json:
    """Return conditions as rows with name, level and note, as entries, or as text."""
    match field:
        case Rows():
            return [{"name": called(c.name), "level": c.level or None, "note": c.note or None} for c in conditions]
        case Entries():
            return [called(c.name) for c in conditions]
        case _:
            return ", ".join(called(c.name) for c in conditions) or None


def _with(old: Mapping[str, Json], key: str, value: Json) -> Mapping[str, Json]:
    return {k: v for k, v in old.items() if k != key} if value is None else {**old, key: value}


def _with_part(field: Field | None, whole: Json, path: Path, value: Json) -> Json:
    """Return a field's whole value with one part of it written."""
    if path.row is not None:
        return _with_row(field, whole, path, value)
    if not path.part:
        return value
    parts = whole if isinstance(whole, Mapping) else {}
    if isinstance(field, Figure):
        area = part_of(parts, path.part)
        value = _with(area if isinstance(area, Mapping) else {}, path.aspect or "level", value)
    return _with(parts, path.part, value)


def _with_row(field: Field | None, whole: Json, path: Path, value: Json) -> Json:
    rows = list(whole) if isinstance(whole, list | tuple) else []
    at = path.row or 0
    if value is None and not path.part:
        return [row for number, row in enumerate(rows) if number != at]
    while len(rows) <= at:
        rows.append({} if isinstance(field, Rows) else "")
    row = rows[at]
    rows[at] = _with(row if isinstance(row, Mapping) else {}, path.part, value) if path.part else value
    return rows


def _bound(field: Field, record: Record, value: Json) -> Record:
    match field.bind.partition(":")[0]:
        case "name":
            return replace(record, name=plain_text(value))
        case "track":
            name = field.bind.removeprefix(TRACK)
            track = replace(record.tracks[name], value=_whole_number(value, blank=isinstance(field, Boxes)))
            return replace(record, tracks={**record.tracks, name: track})
        case "tracks":
            tracks = {
                n: replace(t, value=_whole_number(part_of(value, n), blank=False)) for n, t in record.tracks.items()
            }
            return replace(record, tracks=tracks)
        case "body":
            return _with_body(record, value, ticked=isinstance(field, Figure) and field.boxes > 0)
        case "chips":
            counts = value if isinstance(value, Mapping) else {}
            return replace(record, chips={colour: n for colour, v in counts.items() if (n := _whole_number(v)) > 0})
        case "conditions":
            return replace(record, conditions=_laid(record, value))
        case _:
            return record


def _whole_number(value: Json, *, blank: bool = True) -> int:
    """Return a number as the table keeps it.

    Args:
        value: what is written.
        blank: nothing is 0, as where boxes are ticked; else a number that was taken out must not become one.

    Raises:
        Unwritable: it is no whole number, or nothing where there must be one.
    """
    if value is None and not blank:
        raise Unwritable("", say(Message(key="sheets.problem.no_blank", params={})))
    number = 0 if value is None else exact(value)
    if not isinstance(number, int):
        raise Unwritable(plain_text(value)[:40], say(Message(key="sheets.problem.no_whole", params={})))
    return number


def _with_body(record: Record, value: Json, *, ticked: bool) -> Record:
    if record.body is None:
        return record
    locations = dict(record.body.locations)
    for name, old in record.body.locations.items():
        area = part_of(value, name)
        most = part_of(area, "most")
        locations[name] = replace(
            old,
            level=_whole_number(part_of(area, "level"), blank=ticked or old.most is None),
            armour=_whole_number(part_of(area, "armour")),
            bleeding=part_of(area, "bleeding") is True,
            most=None if most is None else _whole_number(most),
        )
    return replace(record, body=replace(record.body, locations=locations))


def _laid(record: Record, value: Json) -> tuple[Condition, ...]:
    """Return the conditions that a list names: those that lie there already stay, each once, and new ones come."""
    left = list(record.conditions)
    laid: list[Condition] = []
    for line in value if isinstance(value, list | tuple) else ():
        words = plain_text(part_of(line, "name") if isinstance(line, Mapping) else line).strip()
        if not words:
            continue
        name = meant(words, (c.name for c in left))
        old = next((c for c in left if c.name == name), None)
        if old is None:
            actor = Actor(id="", name="", seat="", conditions=(*left, *laid))
            old = new_condition(actor, name)
        else:
            left.remove(old)
        if isinstance(line, Mapping):
            level, note = _whole_number(line.get("level")), plain_text(line.get("note"))
            old = replace(old, level=level, note=note)
        laid.append(old)
    return tuple(laid)
