"""Fields of a character's record written by hand, and a whole record written as one gesture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.audience import need_readable_record, record_readers
from engine.core.command_fields import ActorId, NewName
from engine.core.commands import Move, Request, need_name
from engine.core.draft import Draft
from engine.core.events import (
    ActorSet,
    ChipsMoved,
    ConditionGone,
    ConditionSet,
    Event,
    LocationSet,
    SheetEdited,
    TrackSet,
)
from engine.core.manual_moves.character_state_moves import new_condition
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.body import Location
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.editing.record_log_lines import field_lines
from engine.sheets.editing.record_version import of_present_version

_MOST_CHIPS = 9999


class LocationLine(Frozen):
    """The changes to one hit location; null leaves a value as it is. `boundless` removes its maximum."""

    level: int | None = None
    armour: int | None = None
    bleeding: bool | None = None
    most: int | None = None
    boundless: bool = False


class ConditionLine(Frozen):
    """One condition that the character has from now on."""

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


def verify_write_record(table: Table, command: WriteRecord) -> None:
    """The GM writes on every record, a player on the own ones; numbers fit their bounds, and something changes."""
    need_readable_record(table, command.seat, command.actor)
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
    """Yield the events that write a record: only what differs from its present values."""
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
        audience=record_readers(draft.table, actor),
        actor=actor_name(draft.table, actor.id),
        count=sum(len(fact.fields) if isinstance(fact, SheetEdited) else 1 for fact in facts),
        reckoning=tuple(line for fact in facts for line in _lines(before, actor, fact)),
    )


def _lines(table: Table, actor: Actor, fact: Event) -> tuple[Message, ...]:
    """Return the log lines of one event, with the old and the new values."""
    match fact:
        case SheetEdited(fields=fields):
            return field_lines(actor.sheet, fields)
        case TrackSet(name=name, track=track) if track is not None:
            return field_lines({name: actor.tracks[name].value}, {name: track.value})
        case LocationSet(name=name, location=location) if actor.body is not None:
            old = actor.body.locations[name]
            aspects = {
                f"{name}, {say(Message(key=f'sheets.place.{aspect}'))}": aspect
                for aspect in ("level", "armour", "bleeding", "most")
                if getattr(old, aspect) != getattr(location, aspect)
            }
            return field_lines(
                {place: getattr(old, aspect) for place, aspect in aspects.items()},
                {place: getattr(location, aspect) for place, aspect in aspects.items()},
            )
        case ChipsMoved(chips=chips):
            bag = Counter(table.chips.get(actor.seat, {}))
            after = bag - Counter(chips) if fact.source else bag + Counter(chips)
            return field_lines({c: bag[c] for c in chips}, {c: after[c] for c in chips})
        case _:
            return ()


class EditSheet(Request):
    """Write fields of a record sheet; null clears one."""

    actor: ActorId
    fields: Annotated[Mapping[str, Json], Meta(description="what each field becomes")]


def verify_edit_sheet(table: Table, command: EditSheet) -> None:
    """The GM writes on every sheet, a player on the own ones."""
    need_readable_record(table, command.seat, command.actor)
    if not command.fields:
        raise Refused("nothing_to_write")
    if table.actors[command.actor].seat != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_sheet", actor=actor_name(table, command.actor))


def edit_sheet(draft: Draft, command: EditSheet) -> None:
    """Write."""
    actor = draft.table.actors[command.actor]
    fields = of_present_version(draft.table, actor.sheet, command.fields)
    draft.emit(SheetEdited(actor=actor.id, fields=fields))
    draft.note(
        "sheet_edited",
        audience=record_readers(draft.table, actor),
        actor=actor.name,
        fields=[name.replace("_", " ") for name in command.fields],
        reckoning=field_lines(actor.sheet, command.fields),
    )


MOVES: tuple[Move[Any], ...] = (
    Move(EditSheet, verify_edit_sheet, edit_sheet),
    Move(WriteRecord, verify_write_record, write_record),
)
