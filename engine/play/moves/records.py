"""A character's whole record written as one gesture, a character copied, and a sheet changed to a group's liking."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm, need_name
from engine.play.draft import Draft
from engine.play.events import (
    ActorSet,
    ChipsMoved,
    ConditionGone,
    ConditionSet,
    Event,
    ListSet,
    LocationSet,
    SheetEdited,
    TrackSet,
)
from engine.play.moves.fields import ActorId, FreeId, Name, NewName, audience_of, need_id, need_record, need_seat_id
from engine.play.moves.people import field_lines
from engine.play.moves.pieces import new_condition
from engine.play.moves.versions import of_present_version
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.sheets.tailoring import MOST_CHANGES, Op, list_of, rows_of, wrong_in
from engine.table.body import Location
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, Json, replace
from engine.table.seats import Actor
from engine.table.table import Table

_SHEET_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MOST_CHIPS = 9999


class LocationLine(Frozen):
    """What becomes of one hit location; null leaves it. `boundless` takes away the most that it can hold."""

    level: int | None = None
    armour: int | None = None
    bleeding: bool | None = None
    most: int | None = None
    boundless: bool = False


class ConditionLine(Frozen):
    """One condition that lies on the character from now on."""

    name: str
    level: int = 0
    note: str = ""


class WriteRecord(Request):
    """Write many parts of a character's record as one gesture: after an evening on paper, or from a file."""

    actor: ActorId
    name: NewName = None
    fields: Annotated[
        Mapping[str, Json], Meta(description="what each field of the sheet becomes; null clears one")
    ] = {}
    tracks: Annotated[Mapping[str, int], Meta(description="what each number becomes, such as Health")] = {}
    locations: Annotated[Mapping[str, LocationLine], Meta(description="what becomes of each hit location")] = {}
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour the leader's bag shall hold")] = {}
    conditions: Annotated[
        tuple[ConditionLine, ...] | None,
        Meta(description="all that lie on the character from now on; null leaves them"),
    ] = None


class CopyActor(Request):
    """Make another character like this one: sheet, numbers and body. Conditions come along only if asked for."""

    actor: ActorId
    id: FreeId
    name: Name
    leader: Annotated[str | None, Meta(description="the seat that leads the copy; null is the leader of the first")] = (
        None
    )
    conditions: Annotated[bool, Meta(description="what lies on the first lies on the copy too")] = False


class TailorSheet(Request):
    """Change a record sheet to the group's liking: fields and sections added, hidden, renamed and put in order."""

    sheet: Annotated[str, Meta(description="the id of the sheet, such as `hero`")]
    ops: Annotated[tuple[Op, ...], Meta(description="all changes, oldest first; none gives back the game's own sheet")]


def verify_write(table: Table, command: WriteRecord) -> None:
    """The GM writes on every record, a player on the own ones; numbers fit their bounds, and something changes."""
    need_record(table, command.seat, command.actor)
    actor = table.actors[command.actor]
    if actor.seat != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_sheet", actor=actor_name(table, command.actor))
    if command.name is not None and command.name != actor.name:
        need_name(command.name)
    _need_tracks(actor, command)
    _need_locations(actor, command)
    if any(not 0 <= count <= _MOST_CHIPS for count in command.chips.values()):
        raise Refused("chip_count", most=_MOST_CHIPS)
    if any(not condition.name.strip() for condition in command.conditions or ()):
        raise Refused("no_name")
    if next(_facts(table, command), None) is None:
        raise Refused("nothing_to_write")


def _need_tracks(actor: Actor, command: WriteRecord) -> None:
    for name, value in command.tracks.items():
        track = actor.tracks.get(name)
        if track is None:
            raise Refused("no_such_track", track=name)
        if track.clamped(value) != value:
            raise Refused("track_bounds", track=name, value=value, most=track.most)


def _need_locations(actor: Actor, command: WriteRecord) -> None:
    for name, line in command.locations.items():
        if actor.body is None or name not in actor.body.locations:
            raise Refused("no_such_location", location=name)
        new = _location(actor.body.locations[name], line)
        if (new.least is not None and new.level < new.least) or (new.most is not None and new.level > new.most):
            raise Refused("track_bounds", track=name, value=new.level, most=new.most)


def _location(old: Location, line: LocationLine) -> Location:
    return replace(
        old,
        level=old.level if line.level is None else line.level,
        armour=old.armour if line.armour is None else line.armour,
        bleeding=old.bleeding if line.bleeding is None else line.bleeding,
        most=None if line.boundless else old.most if line.most is None else line.most,
    )


def _facts(table: Table, command: WriteRecord) -> Iterator[Event]:
    """Yield what a record written differs in from what stands there."""
    actor = table.actors[command.actor]
    if command.name is not None and command.name != actor.name:
        yield ActorSet(actor=replace(actor, name=command.name))
    fields = {key: value for key, value in command.fields.items() if value != actor.sheet.get(key)}
    if fields:
        written = of_present_version(table, actor.sheet, {**command.fields, **fields})
        yield SheetEdited(actor=actor.id, fields={k: v for k, v in written.items() if v != actor.sheet.get(k)})
    for name, value in command.tracks.items():
        if value != actor.tracks[name].value:
            yield TrackSet(actor=actor.id, name=name, track=replace(actor.tracks[name], value=value))
    for name, line in command.locations.items():
        assert actor.body is not None
        new = _location(actor.body.locations[name], line)
        if new != actor.body.locations[name]:
            yield LocationSet(actor=actor.id, name=name, location=new)
    if command.conditions is not None:
        yield from _condition_facts(actor, command.conditions)
    yield from _chip_facts(table.chips.get(actor.seat, {}), actor.seat, command.chips)


def _condition_facts(actor: Actor, lines: tuple[ConditionLine, ...]) -> Iterator[Event]:
    """Lift what is named no more; what is named still stays the one that it was, and keeps its time."""
    left = list(actor.conditions)
    kept: list[Condition] = []
    for line in lines:
        name = line.name.strip()
        old = next((c for c in left if c.name == name), None)
        if old is not None:
            left.remove(old)
        found = old or new_condition(replace(actor, conditions=(*actor.conditions, *kept)), name)
        new = replace(found, level=line.level, note=line.note)
        kept.append(new)
        if new != old:
            yield ConditionSet(actor=actor.id, condition=new)
    yield from (ConditionGone(actor=actor.id, id=condition.id) for condition in left)


def _chip_facts(bag: Mapping[str, int], seat: str, wanted: Mapping[str, int]) -> Iterator[Event]:
    """Chips come from the box and go back to it."""
    more = {colour: n for colour, count in wanted.items() if (n := count - bag.get(colour, 0)) > 0}
    less = {colour: n for colour, count in wanted.items() if (n := bag.get(colour, 0) - count) > 0}
    if more:
        yield ChipsMoved(source="", target=seat, chips=more)
    if less:
        yield ChipsMoved(source=seat, target="", chips=less)


def write_record(draft: Draft, command: WriteRecord) -> None:
    """Write, and say in one line what was written, and number by number what it was before."""
    before = draft.table
    actor = before.actors[command.actor]
    facts = tuple(_facts(before, command))
    for fact in facts:
        draft.emit(fact)
    draft.note(
        "record_written",
        audience=audience_of(draft.table, actor),
        actor=actor_name(draft.table, actor.id),
        count=sum(len(fact.fields) if isinstance(fact, SheetEdited) else 1 for fact in facts),
        reckoning=tuple(line for fact in facts for line in _lines(before, actor, fact)),
    )


def _lines(table: Table, actor: Actor, fact: Event) -> tuple[Message, ...]:
    """Return for the log what stood there before a fact, and what stands there now."""
    match fact:
        case SheetEdited(fields=fields):
            return field_lines(actor.sheet, fields)
        case TrackSet(name=name, track=track) if track is not None:
            return field_lines({name: actor.tracks[name].value}, {name: track.value})
        case LocationSet(name=name, location=location) if actor.body is not None:
            old = actor.body.locations[name]
            parts = [
                part
                for part in ("level", "armour", "bleeding", "most")
                if getattr(old, part) != getattr(location, part)
            ]
            return field_lines(
                {f"{name}, {part}": getattr(old, part) for part in parts},
                {f"{name}, {part}": getattr(location, part) for part in parts},
            )
        case ChipsMoved(chips=chips):
            bag = Counter(table.chips.get(actor.seat, {}))
            after = bag - Counter(chips) if fact.source else bag + Counter(chips)
            return field_lines({c: bag[c] for c in chips}, {c: after[c] for c in chips})
        case _:
            return ()


def verify_copy(table: Table, command: CopyActor) -> None:
    """The character may be read, the id is free, and only the GM makes one that somebody else leads."""
    need_record(table, command.seat, command.actor)
    need_id(command.id, table.actors)
    need_name(command.name)
    leader = _leader(table, command)
    need_seat_id(table, leader)
    if leader != command.seat:
        need_gm(table, command)


def _leader(table: Table, command: CopyActor) -> str:
    return table.actors[command.actor].seat if command.leader is None else command.leader


def copy_actor(draft: Draft, command: CopyActor) -> None:
    """Copy; a secret character's copy is secret."""
    old = draft.table.actors[command.actor]
    conditions = old.conditions if command.conditions else ()
    leader = _leader(draft.table, command)
    new = replace(old, id=command.id, name=command.name, seat=leader, conditions=conditions, archived=False)
    draft.emit(ActorSet(actor=new))
    audience = audience_of(draft.table, new)
    draft.note("actor_copied", audience=audience, actor=old.name, new=new.name, seat=seat_name(draft.table, new.seat))


def verify_tailor(table: Table, command: TailorSheet) -> None:
    """The sheets are the GM's, and every change has its right form."""
    need_gm(table, command)
    if not _SHEET_ID.fullmatch(command.sheet):
        raise Refused("no_such_sheet", sheet=command.sheet[:60])
    if len(command.ops) > MOST_CHANGES:
        raise Refused("too_many_changes", most=MOST_CHANGES)
    wrong = wrong_in(command.ops)
    if wrong is not None:
        raise Refused("change_form", reason=wrong)


def tailor(draft: Draft, command: TailorSheet) -> None:
    """Write the changes down."""
    draft.emit(ListSet(name=list_of(command.sheet), rows=rows_of(command.ops)))
    draft.note("sheet_tailored", sheet=command.sheet, count=len(command.ops))


MOVES: tuple[Move[Any], ...] = (
    Move(WriteRecord, verify_write, write_record),
    Move(CopyActor, verify_copy, copy_actor),
    Move(TailorSheet, verify_tailor, tailor),
)
