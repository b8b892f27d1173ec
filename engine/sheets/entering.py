"""What stands in the fields of a form that leaves the program, and what becomes of it when the form comes back.

A field of such a form holds text. What was not touched, or says what the sheet says already, changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.play.words import Message, say
from engine.sheets.bare import is_name_of_fixed_row
from engine.sheets.changes import Change, compare, label_at
from engine.sheets.description import Boxes, Entries, Field, Figure, Flag, Number, Picture, Reference, Rows
from engine.sheets.holding import Unwritable, rows_of, written
from engine.sheets.migrating import migrated
from engine.sheets.numbers import exact
from engine.sheets.paths import NoPath, Path, parse_path
from engine.sheets.record import SHEET_VERSION, Record
from engine.sheets.sheet import Sheet
from engine.sheets.source import Source
from engine.sheets.values import LONGEST, MOST_ROWS, Unreadable, is_blank, plain_text, read_as_number, shown
from engine.table.frozen import Frozen, Json, replace

TICKED = "yes"
_LINE_END = re.compile(r"\r\n?|[\v\f\u2028\u2029\x85]")
_ROOT = re.compile(r"[^.\[]+")


class Entry(Frozen):
    """What one field of a form holds.

    Attributes:
        path: where on the sheet it stands.
        text: what is written there; of boxes to tick how many, of one box `yes` or nothing.
        printed: what the form had there when it left; None where nobody knows.
        boxes: how many boxes there are to tick; 0 where it is no such field.
        states: the answers of which one can be chosen; none where anything can be written.
    """

    path: str
    text: str
    printed: str | None = None
    boxes: int = 0
    states: tuple[str, ...] = ()


class Unread(Frozen):
    """Something in a form that cannot be taken over: where it stands, what it says, and why."""

    label: str
    text: str
    why: str


class ReadBack(Frozen):
    """What a form would change.

    Attributes:
        changes: what was written on the form.
        stale: what nobody touched on the form and is no longer so on the table.
        unread: what cannot be taken over.
    """

    changes: tuple[Change, ...] = ()
    stale: tuple[Change, ...] = ()
    unread: tuple[Unread, ...] = ()


def text_in_form(source: Source, path: str, field: Field, boxes: int = 0, states: Sequence[str] = ()) -> str:
    """Return what a field of a form holds for a place of a sheet.

    Args:
        source: the sheet.
        path: the place.
        field: the field, the column, or what is like the part that stands there.
        boxes: how many boxes to tick the form has there; 0 for none.
        states: the answers of which one can be chosen.
    """
    value = source.value(path)
    if boxes:
        number = exact(value)
        return str(min(boxes, max(0, int(number)))) if number is not None and number >= 1 else ""
    if states:
        text = str(value) if isinstance(value, int) else plain_text(value)
        return text if text in states else ""
    match field:
        case Flag():
            return TICKED if value is True else ""
        case Number(unit=unit) if exact(value) is not None:
            return shown(field, value).removesuffix(unit).rstrip()
        case Entries() if isinstance(value, list | tuple):
            return normal("\n".join(plain_text(entry) for entry in value))
        case _:
            return normal(plain_text(value))


def normal(text: str) -> str:
    """Return a text with plain line ends and nothing blank at its end."""
    return "\n".join(line.rstrip() for line in _LINE_END.sub("\n", text).split("\n")).rstrip("\n")


def read_back(sheet: Sheet, entries: Iterable[Entry], *, own: bool = True) -> ReadBack:
    """Return what a form would change on a sheet.

    Args:
        sheet: the sheet as it stands now.
        entries: what the fields of the form hold.
        own: the form is this character's, so that what nobody touched on it is nothing that anybody wishes.
    """
    touched: dict[str, Json] = {}
    everything: dict[str, Json] = {}
    unread: list[Unread] = []
    for entry in sorted(entries, key=lambda entry: "/" in entry.text):  # what names a maximum comes after it
        try:
            place = parse_path(entry.path)
        except NoPath:
            unread += _strange(entry)
            continue
        as_printed = entry.printed is not None and normal(entry.text) == normal(entry.printed)
        try:
            found = _value_in(sheet, entry, place, everything)
        except Unreadable as error:
            # Nobody is told off for what they did not write.
            if not (own and as_printed):
                unread.append(Unread(label=_label(sheet, place), text=entry.text[:400], why=error.text))
            continue
        # What was reckoned when the form was made is nothing that anybody has said.
        if not found or (as_printed and _is_reckoned(sheet, place)):
            continue
        everything[entry.path] = found[0]
        if not (own and as_printed):
            touched[entry.path] = found[0]
    changes = _changes(sheet, touched, unread)
    late = _changes(sheet, everything, []) if len(everything) > len(touched) else ()
    # Where a whole list becomes another, what was written and what was not cannot be told apart.
    stale = tuple(change for change in late if not any(_covers(change.path, done.path) for done in changes))
    return ReadBack(changes=changes, stale=stale, unread=tuple(unread))


def brought_up(sheet: Sheet, version: int, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return what a form of an older version of the sheet holds, as the present version has it."""
    description = sheet.description
    if version >= description.version:
        return tuple(entries)
    found: list[Entry] = []
    plain: dict[str, Entry] = {}
    for entry in entries:
        if _ROOT.fullmatch(entry.path):
            plain[entry.path] = entry
        else:
            found.append(replace(entry, path=_renamed(sheet, version, entry.path)))
    texts = _migrated_texts(sheet, version, {key: entry.text for key, entry in plain.items()})
    printed = _migrated_texts(
        sheet, version, {key: entry.printed for key, entry in plain.items() if entry.printed is not None}
    )
    for key, text in texts.items():
        old = plain.get(key)
        found.append(
            Entry(
                path=key,
                text=text,
                printed=printed.get(key),
                boxes=old.boxes if old else 0,
                states=old.states if old else (),
            )
        )
    return tuple(found)


def settled(sheet: Sheet, changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return some of the changes of a list, so that they make sense without the others: new rows leave no holes."""
    taken: dict[str, int] = {}
    numbers: dict[tuple[str, int], int] = {}
    found = []
    for change in changes:
        place = parse_path(change.path)
        field = sheet.plan.field(place.key)
        if place.row is not None and isinstance(field, Rows) and change.after is not None:
            whole = sheet.whole(place.key)
            there = len(whole) if isinstance(whole, list | tuple) else 0
            if place.row >= there:
                at = (place.key, place.row)
                if at not in numbers:
                    numbers[at] = there + taken.get(place.key, 0)
                    taken[place.key] = taken.get(place.key, 0) + 1
                change = replace(change, path=str(replace(place, row=numbers[at])))
        found.append(change)
    return tuple(found)


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.exchange.unread.{key}", params=params))


def _label(sheet: Sheet, place: Path) -> str:
    return label_at(sheet.plan, sheet.record, place)


def _strange(entry: Entry) -> list[Unread]:
    if not entry.text.strip():
        return []
    return [Unread(label=entry.path[:80], text=entry.text[:400], why=_say("no_field"))]


def _value_in(sheet: Sheet, entry: Entry, place: Path, written: Mapping[str, Json]) -> tuple[Json] | None:
    """Return what a field says that the sheet does not say already; `written` is the form so far. Raises Unreadable."""
    field = _field_at(sheet, place)
    if field is None:
        if entry.text.strip():
            raise Unreadable(_say("no_field"))
        return None
    text = normal(entry.text)
    if len(text) > LONGEST:
        raise Unreadable(say(Message(key="sheets.problem.too_long", params={"most": LONGEST})))
    if text == text_in_form(sheet, entry.path, field, entry.boxes, entry.states):
        return None
    value = _read(sheet, entry, field, text, written)
    if _same(sheet.value(entry.path), value):
        return None
    if not sheet.writable(entry.path):
        raise Unreadable(_say("not_there"))
    if is_name_of_fixed_row(sheet.plan.field(place.key), place):
        raise Unreadable(_say("fixed"))
    if place.row is not None and place.row >= MOST_ROWS:
        raise Unreadable(say(Message(key="sheets.problem.no_rows", params={"most": MOST_ROWS})))
    return (value,)


def _field_at(sheet: Sheet, place: Path) -> Field | None:
    """Return what may be written at a place as a form names it."""
    whole = sheet.plan.field(place.key)
    match whole:
        case Rows() if place.row is None or not place.part or place.aspect:
            return None
        case Figure(areas=areas) if place.part not in {area.name for area in areas} or place.row is not None:
            return None
        case Rows() | Figure():
            return sheet.field_at(str(place))
        case Picture() | Reference():
            return None
        case None:
            kept = place.key in sheet.kept() and place == Path(key=place.key)
            return next((f for s in sheet.sections() for f in s.fields if f.key == place.key), None) if kept else None
        case _:
            return None if place.row is not None or place.aspect else sheet.field_at(str(place))


def _read(sheet: Sheet, entry: Entry, field: Field, text: str, written: Mapping[str, Json]) -> Json:
    """Read what a field of a form says; its maximum is the one on the form, where the form has another one."""
    if isinstance(field, Flag) and text.strip().casefold() == "off":
        return None
    held = sheet.place_of_maximum(entry.path)
    maximum = exact(written.get(held)) if held else None
    if entry.boxes and not isinstance(field, Boxes):
        return read_as_number(text, maximum=entry.boxes) if text else None
    return sheet.read(entry.path, text, maximum)


def _same(one: Json, other: Json) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return (one is True) == (other is True) and (one is None or other is None or type(one) is type(other))
    return one == other


def _changes(sheet: Sheet, values: Mapping[str, Json], unread: list[Unread]) -> tuple[Change, ...]:
    """Return the changes that values written at places make."""
    record = sheet.record
    in_rows: dict[str, dict[int, dict[str, Json]]] = {}
    reckoned: list[tuple[Path, Json]] = []
    for path, value in values.items():
        place = parse_path(path)
        if _is_reckoned(sheet, place):
            reckoned.append((place, value))
        elif place.row is not None:
            in_rows.setdefault(place.key, {}).setdefault(place.row, {})[place.part] = value
        else:
            record = _written(sheet, record, place, value, unread)
    landed: dict[tuple[str, int], int] = {}
    for key, rows in in_rows.items():
        field = sheet.plan.field(key)
        assert isinstance(field, Rows)
        made, numbers = _with_rows(sheet, field, rows)
        landed |= {(key, old): new for old, new in numbers.items()}
        record = _written(sheet, record, Path(key=key), made, unread)
    if reckoned:
        record = _with_ruled(sheet, record, reckoned, landed, unread)
    return compare(sheet.description, sheet.record, record)


def _with_ruled(
    sheet: Sheet,
    record: Record,
    reckoned: Iterable[tuple[Path, Json]],
    landed: Mapping[tuple[str, int], int],
    unread: list[Unread],
) -> Record:
    """Return a record with what was written over reckoned values; what says what is reckoned now is nothing new."""
    new = sheet.with_record(record)
    order = {spot: at for at, spot in enumerate(sheet.plan.order)}
    for place, value in sorted(reckoned, key=lambda one: order.get(str(replace(one[0], row=None)), 0)):
        if place.row is not None:
            whole = new.whole(place.key)
            at = landed.get((place.key, place.row), place.row)
            if at < 0 or not isinstance(whole, list | tuple) or at >= len(whole):
                continue  # a reckoned number alone makes no row
            place = replace(place, row=at)
        path = str(place)
        if _same(new.value(path), value) or (value is None and not new.ruled(path)):
            continue
        record = _written(sheet, record, place, value, unread)
        new = new.with_record(record)
    return record


def _is_reckoned(sheet: Sheet, place: Path) -> bool:
    return str(replace(place, row=None)) in sheet.plan.formulas


def _written(sheet: Sheet, record: Record, place: Path, value: Json, unread: list[Unread]) -> Record:
    try:
        return written(sheet.plan, record, place, value)
    except Unwritable as error:
        why = error.why or _say("not_there")
        unread.append(Unread(label=_label(sheet, place), text=plain_text(value)[:400], why=why))
        return record


def _with_rows(
    sheet: Sheet, field: Rows, cells: Mapping[int, Mapping[str, Json]]
) -> tuple[list[Mapping[str, Json]], dict[int, int]]:
    """Return the rows of a table with cells written, and where each of the old ones is now, -1 for nowhere.

    Rows that were emptied go; new ones leave no holes.
    """
    rows: list[Mapping[str, Json]] = list(rows_of(field, sheet.whole(field.key)))
    there = len(rows)
    gone: set[int] = set()
    places: dict[int, int] = {number: number for number in range(there)}
    for number in sorted(cells):
        made = dict(rows[number]) if number < there else {}
        for column, value in cells[number].items():
            if value is None:
                made.pop(column, None)
            else:
                made[column] = value
        if number < there:
            rows[number] = made
            if is_blank(made) and not field.fixed:
                gone.add(number)
        elif not is_blank(made):
            places[number] = len(rows)
            rows.append(made)
    left = [number for number in range(len(rows)) if number not in gone]
    now = {old: new for new, old in enumerate(left)}
    return [rows[number] for number in left], {old: now.get(at, -1) for old, at in places.items()}


def _covers(one: str, other: str) -> bool:
    """Say whether one of two places is a part of the other."""
    return one == other or one.startswith((f"{other}.", f"{other}[")) or other.startswith((f"{one}.", f"{one}["))


def _renamed(sheet: Sheet, version: int, path: str) -> str:
    for migration in sorted(sheet.description.migrations, key=lambda migration: migration.to):
        if version < migration.to <= sheet.description.version:
            root = _ROOT.match(path)
            if root is not None and root[0] in migration.renamed:
                path = f"{migration.renamed[root[0]]}{path[root.end() :]}"
    return path


def _migrated_texts(sheet: Sheet, version: int, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of plain fields under the keys that they have now."""
    fields = migrated(sheet.description, {**texts, SHEET_VERSION: version})
    return {
        key: "\n".join(plain_text(part) for part in value) if isinstance(value, list | tuple) else plain_text(value)
        for key, value in fields.items()
        if key != SHEET_VERSION
    }
