"""What two versions of a record differ in, place by place; and how some of it is written as one gesture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.play.moves import ConditionLine, LocationLine, WriteRecord
from engine.play.words import Message, say
from engine.sheets.description import Chips, Field, Figure, Rows, SheetDescription
from engine.sheets.holding import held, whole_held, writable, written
from engine.sheets.migrating import label_of_key, unknown, up_to_date
from engine.sheets.paths import ASPECTS, Path, parse_path
from engine.sheets.plan import Plan, plan_of
from engine.sheets.record import Record
from engine.sheets.values import is_blank, part_of, plain_text, shown, shown_row
from engine.table.body import Body
from engine.table.frozen import Frozen, Json, plain


class Change(Frozen):
    """One place of a record that becomes something else; None is blank, and takes a whole row away.

    Attributes:
        path: where.
        label: what the place is called.
        before: what stands there.
        after: what is to stand there.
    """

    path: str
    label: str
    before: Json = None
    after: Json = None


def change_at(description: SheetDescription, record: Record, path: str, after: Json) -> Change:
    """Return the change that writes something at one place."""
    plan, record = plan_of(description), up_to_date(description, record)
    place = parse_path(path)
    return Change(path=path, label=label_at(plan, record, place), before=held(plan, record, place), after=after)


def compare(description: SheetDescription, old: Record, new: Record) -> tuple[Change, ...]:
    """Return what has to be written on one record so that it says what another says, in the order of the sheet.

    What the table has nothing for, such as a number that the character does not have, is left out; so are chips that
    no field of the sheet shows, for they are the player's and not the character's.
    """
    plan = plan_of(description)
    old, new = up_to_date(description, old), up_to_date(description, new)
    kept = dict.fromkeys((*unknown(description, old.sheet), *unknown(description, new.sheet)))
    internal = [key for key in description.internal if key in {**old.sheet, **new.sheet}]
    found: list[Change] = []
    for key in (*plan.fields, *plan.implied, *kept, *internal):
        before, after = whole_held(plan, old, key), whole_held(plan, new, key)
        for place in _differing(plan.field(key), key, before, after):
            if writable(plan, old, place) and not _shown_elsewhere(plan, place):
                label = label_at(plan, new if held(plan, new, place) is not None else old, place)
                found.append(
                    Change(
                        path=str(place),
                        label=label,
                        before=plain(held(plan, old, place)),
                        after=plain(held(plan, new, place)),
                    )
                )
    return tuple(found)


def applied(description: SheetDescription, record: Record, changes: Iterable[Change]) -> Record:
    """Return the record with changes written on it, one after the other.

    Raises:
        Unwritable: there is nothing on the table to write one of them on.
        NoPath: the place of one of them is none.
    """
    plan, record = plan_of(description), up_to_date(description, record)
    for change in changes:
        record = written(plan, record, parse_path(change.path), change.after)
    return record


def command_for(description: SheetDescription, seat: str, record: Record, changes: Iterable[Change]) -> WriteRecord:
    """Return the one gesture that writes changes on a character's record.

    It also brings a record of an older version of the sheet up to the present one.

    Args:
        description: the sheet that the record follows.
        seat: who writes.
        record: the record as it stands on the table.
        changes: what is to be written.
    """
    new = applied(description, record, changes)
    keys = dict.fromkeys((*record.sheet, *new.sheet))
    conditions = tuple(ConditionLine(name=c.name, level=c.level, note=c.note) for c in new.conditions)
    colours = dict.fromkeys((*record.chips, *new.chips))
    return WriteRecord(
        seat=seat,
        actor=record.actor,
        name=None if new.name == record.name else new.name,
        fields={key: plain(new.sheet.get(key)) for key in keys if not _same(record.sheet.get(key), new.sheet.get(key))},
        tracks={
            n: t.value for n, t in new.tracks.items() if n not in record.tracks or record.tracks[n].value != t.value
        },
        locations=_locations(record.body, new.body),
        chips={c: new.chips.get(c, 0) for c in colours if record.chips.get(c, 0) != new.chips.get(c, 0)},
        conditions=None if new.conditions == record.conditions else conditions,
    )


def label_at(plan: Plan, record: Record, place: Path) -> str:
    """Return what a place is called: `Stamina`, `Skills, Climbing: Level`, `Wounds: Head, armour`."""
    field = plan.field(place.key)
    label = label_of_key(place.key) if field is None else field.label
    if place.row is not None:
        row = held(plan, record, Path(key=place.key, row=place.row))
        label = _say("row", field=label, row=_name_of_row(field, row, place.row))
    if not place.part:
        return label
    part = _say("part", field=label, part=_name_of_part(field, place.part))
    return _say("aspect", part=part, aspect=_say(place.aspect)) if place.aspect else part


def shown_change(description: SheetDescription, change: Change) -> tuple[str, str]:
    """Return what stands at a place and what is to stand there, as people read it."""
    place = parse_path(change.path)
    plan = plan_of(description)
    field = plan.field(place.key)
    match field:
        case Rows() if place.row is not None and not place.part:
            return shown_row(field, change.before), shown_row(field, change.after)
        case Rows() if place.part:
            field = plan.columns.get(place.key, {}).get(place.part)
        case _ if place.row is not None or place.part:
            field = None
        case _:
            pass
    if field is None:
        return plain_text(change.before), plain_text(change.after)
    return shown(field, change.before), shown(field, change.after)


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.place.{key}", params=params))


def _name_of_row(field: Field | None, row: Json, number: int) -> str:
    """Return what a row is called: what stands in its first column, or its number."""
    first = part_of(row, field.columns[0].key) if isinstance(field, Rows) else None
    return plain_text(first)[:60] if isinstance(first, str) and first.strip() else str(number + 1)


def _name_of_part(field: Field | None, part: str) -> str:
    match field:
        case Rows(columns=columns):
            return next((column.label for column in columns if column.key == part), part)
        case Figure(areas=areas):
            return next((area.label for area in areas if area.name == part), part)
        case Chips(colours=colours):
            return next((colour.label for colour in colours if colour.key == part), part)
        case _:
            return part


def _same(one: Json, other: Json) -> bool:
    """Say whether two values are the same; yes and 1 are not, and a cell that holds nothing is as good as none."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(_same(one.get(key), other.get(key)) for key in {**one, **other})
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _shown_elsewhere(plan: Plan, place: Path) -> bool:
    """Say whether a number of the table has a field of its own."""
    return place.key == "@tracks" and any(field.bind == f"track:{place.part}" for field in plan.fields.values())


def _differing(field: Field | None, key: str, before: Json, after: Json) -> Iterator[Path]:
    if _same(before, after) or (not isinstance(field, Rows) and is_blank(before) and is_blank(after)):
        return
    match field:
        case Rows():
            yield from _in_rows(field, _rows(before), _rows(after))
        case Figure() | Chips() if not (_in_parts(field, before) and _in_parts(field, after)):
            yield Path(key=key)
        case Figure():
            for name in _names(before, after):
                for aspect in ("", *ASPECTS):
                    left, right = (part_of(part_of(whole, name), aspect or "level") for whole in (before, after))
                    if not _same(left, right):
                        yield Path(key=key, part=name, aspect=aspect)
        case Chips():
            for name in _names(before, after):
                if not _same(part_of(before, name), part_of(after, name)):
                    yield Path(key=key, part=name)
        case _:
            yield Path(key=key)


def _in_parts(field: Figure | Chips, value: Json) -> bool:
    """Say whether a value is made of parts as its field is; what strangers wrote may be anything."""
    if value is None:
        return True
    return isinstance(value, Mapping) and (
        isinstance(field, Chips) or all(isinstance(area, Mapping) for area in value.values())
    )


def _rows(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def _names(before: Json, after: Json) -> dict[str, None]:
    return {str(name): None for part in (before, after) if isinstance(part, Mapping) for name in part}


def _in_rows(field: Rows, before: Sequence[Json], after: Sequence[Json]) -> Iterator[Path]:
    """Yield what differs cell by cell where rows answer to each other, else whole rows, the last one first."""
    if len(after) < len(before):
        gone = _taken_away(before, after)
        if gone is None:
            yield Path(key=field.key)
        else:
            yield from (Path(key=field.key, row=number) for number in reversed(gone))
        return
    for number, row in enumerate(after):
        old = before[number] if number < len(before) else None
        if old is None or not isinstance(old, Mapping) or not isinstance(row, Mapping):
            if not _same(old, row):
                yield Path(key=field.key, row=number)
            continue
        columns = dict.fromkeys((*(column.key for column in field.columns), *old, *row))
        differing = [column for column in columns if not _same(old.get(column), row.get(column))]
        if "" in differing:  # a column without a name cannot be named
            yield Path(key=field.key, row=number)
        else:
            yield from (Path(key=field.key, row=number, part=column) for column in differing)


def _taken_away(before: Sequence[Json], after: Sequence[Json]) -> list[int] | None:
    """Return which rows are gone if nothing else happened."""
    gone: list[int] = []
    at = 0
    for number, row in enumerate(before):
        if at < len(after) and _same(row, after[at]):
            at += 1
        else:
            gone.append(number)
    return gone if at == len(after) else None


def _locations(old: Body | None, new: Body | None) -> dict[str, LocationLine]:
    if old is None or new is None:
        return {}
    return {
        name: LocationLine(
            level=location.level,
            armour=location.armour,
            bleeding=location.bleeding,
            most=location.most,
            boundless=location.most is None,
        )
        for name, location in new.locations.items()
        if location != old.locations.get(name)
    }
