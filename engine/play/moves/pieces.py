"""Chips, numbers, bodies, conditions and the clock, moved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm, need_name
from engine.play.draft import Draft
from engine.play.events import (
    BodySet,
    ChipsMoved,
    ClockSet,
    ConditionGone,
    ConditionSet,
    LocationSet,
    TrackSet,
)
from engine.play.moves.fields import (
    ActorId,
    audience_of,
    need_record,
)
from engine.play.names import bag_name, seat_name
from engine.play.refusal import Refused
from engine.table.body import Body
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table
from engine.table.tracks import Track


class MoveChips(Request):
    """Move chips from bag to bag; an empty name is the box."""

    source: Annotated[str, Meta(description="the bag they leave")]
    target: Annotated[str, Meta(description="the bag they go to")]
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour")]


class SetTrack(Request):
    """Set a character's number by hand."""

    actor: ActorId
    track: Annotated[str, Meta(description="the name of the number, such as Health")]
    value: Annotated[int, Meta(description="what it becomes; it must lie within the bounds of the track")]


class SetBody(Request):
    """Give a character a body by the locations of a chart."""

    actor: ActorId
    body: Annotated[Body | None, Meta(description="the chart and its locations; null takes the body away")]


class SetLocation(Request):
    """Set a hit location by hand."""

    actor: ActorId
    location: Annotated[str, Meta(description="the name of the location on the chart")]
    level: Annotated[int, Meta(description="wounds or hit points, as the game reads it")]
    armour: Annotated[int | None, Meta(description="null leaves it")] = None
    bleeding: Annotated[bool | None, Meta(description="null leaves it")] = None


class LayCondition(Request):
    """Lay a condition on a character."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the name of the condition")]
    level: Annotated[int, Meta(description="how grave, where the game counts it")] = 0
    note: Annotated[str, Meta(description="free words")] = ""
    until: Annotated[int | None, Meta(description="a time of the clock, in seconds")] = None


class EditCondition(Request):
    """Change a condition where it lies."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the id of one")]
    level: Annotated[int | None, Meta(description="how grave, where the game counts it; null leaves it")] = None
    note: Annotated[str | None, Meta(description="free words; null leaves them")] = None


class LiftCondition(Request):
    """Lift a condition from a character: one by its id, or all of a name."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the id of one, or the name of all")]


class SetClock(Request):
    """Set the time of the story, in seconds."""

    FAR_REACHING = True
    seconds: Annotated[int, Meta(ge=0, description="since the story began")]


def verify_chips(table: Table, command: MoveChips) -> None:
    """The bag must hold the chips."""
    if command.source == command.target or not command.chips or any(n < 1 for n in command.chips.values()):
        raise Refused("no_chips_named")
    held = table.chips.get(command.source, {})
    if command.source and any(held.get(colour, 0) < n for colour, n in command.chips.items()):
        raise Refused("not_so_many_chips", bag=command.source)


def move_chips(draft: Draft, command: MoveChips) -> None:
    """Move them."""
    draft.emit(ChipsMoved(source=command.source, target=command.target, chips=command.chips))
    chips = ", ".join(f"{n} {colour}" for colour, n in command.chips.items())
    source, target = (bag_name(draft.table, bag) if bag else "" for bag in (command.source, command.target))
    draft.note("moved_chips", seat=seat_name(draft.table, command.seat), chips=chips, source=source, target=target)


def verify_track(table: Table, command: SetTrack) -> None:
    """The character must have the track, and the number must fit it."""
    need_record(table, command.seat, command.actor)
    track = table.actors[command.actor].tracks.get(command.track)
    if track is None:
        raise Refused("no_such_track", track=command.track)
    if track.clamped(command.value) != command.value:
        raise Refused("track_bounds", track=command.track, value=command.value, most=track.most)


def set_track(draft: Draft, command: SetTrack) -> None:
    """Set it."""
    actor = draft.table.actors[command.actor]
    old = actor.tracks[command.track]
    draft.emit(TrackSet(actor=actor.id, name=command.track, track=replace(old, value=command.value)))
    draft.note(
        "set_by_hand",
        audience=audience_of(draft.table, actor),
        actor=actor.name,
        what=command.track,
        value=command.value,
        old=old.value,
    )


def verify_body(table: Table, command: SetBody) -> None:
    """The character must be there."""
    need_record(table, command.seat, command.actor)


def set_body(draft: Draft, command: SetBody) -> None:
    """Give it."""
    actor = draft.table.actors[command.actor]
    draft.emit(BodySet(actor=actor.id, body=command.body))
    draft.note("body_set", audience=audience_of(draft.table, actor), actor=actor.name)


def verify_location(table: Table, command: SetLocation) -> None:
    """The body must have the location, and the number must fit it."""
    need_record(table, command.seat, command.actor)
    body = table.actors[command.actor].body
    location = body.locations.get(command.location) if body else None
    if location is None:
        raise Refused("no_such_location", location=command.location)
    if Track(value=0, least=location.least, most=location.most).clamped(command.level) != command.level:
        raise Refused("track_bounds", track=command.location, value=command.level, most=location.most)


def set_location(draft: Draft, command: SetLocation) -> None:
    """Set level, armour and bleeding."""
    actor = draft.table.actors[command.actor]
    assert actor.body is not None
    old = actor.body.locations[command.location]
    new = replace(
        old,
        level=command.level,
        armour=old.armour if command.armour is None else command.armour,
        bleeding=old.bleeding if command.bleeding is None else command.bleeding,
    )
    draft.emit(LocationSet(actor=actor.id, name=command.location, location=new))
    key, value, before = "set_by_hand", new.level, old.level
    if new.level == old.level and new.bleeding != old.bleeding:
        key = "bleeds_by_hand" if new.bleeding else "stanched_by_hand"
    elif new.level == old.level and new.armour != old.armour:
        key, value, before = "armour_by_hand", new.armour, old.armour
    audience = audience_of(draft.table, actor)
    draft.note(key, audience=audience, actor=actor.name, what=command.location, value=value, old=before)


def verify_lay(table: Table, command: LayCondition) -> None:
    """The character must be there, and the condition must have a name."""
    need_record(table, command.seat, command.actor)
    need_name(command.condition)


def lay(draft: Draft, command: LayCondition) -> None:
    """Lay it under an id of its own."""
    actor = draft.table.actors[command.actor]
    condition = new_condition(actor, command.condition, command.level, command.note, command.until)
    draft.lay_condition(actor.id, condition)
    draft.note(
        "laid_condition", audience=audience_of(draft.table, actor), actor=actor.name, condition=command.condition
    )


def new_condition(actor: Actor, name: str, level: int = 0, note: str = "", until: int | None = None) -> Condition:
    """Return a condition with an id that the character does not have yet: `wound`, then `wound-2`."""
    taken = {c.id for c in actor.conditions}
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return Condition(id=found, name=name, level=level, note=note, until=until)


def verify_edit(table: Table, command: EditCondition) -> None:
    """The condition must lie on the character."""
    _condition(table, command)


def _condition(table: Table, command: EditCondition) -> Condition:
    need_record(table, command.seat, command.actor)
    for condition in table.actors[command.actor].conditions:
        if condition.id == command.condition:
            return condition
    raise Refused("no_such_condition", condition=command.condition)


def edit(draft: Draft, command: EditCondition) -> None:
    """Change it."""
    actor, old = draft.table.actors[command.actor], _condition(draft.table, command)
    new = replace(
        old,
        level=old.level if command.level is None else command.level,
        note=old.note if command.note is None else command.note,
    )
    draft.emit(ConditionSet(actor=actor.id, condition=new))
    audience = audience_of(draft.table, actor)
    if new.level != old.level:
        draft.note("set_by_hand", audience=audience, actor=actor.name, what=old.name, value=new.level, old=old.level)
    if new.level == old.level or new.note != old.note:
        draft.note("edited_condition", audience=audience, actor=actor.name, condition=old.name, note=new.note)


def verify_lift(table: Table, command: LiftCondition) -> None:
    """The condition must lie on the character."""
    need_record(table, command.seat, command.actor)
    if not any(command.condition in {c.id, c.name} for c in table.actors[command.actor].conditions):
        raise Refused("no_such_condition", condition=command.condition)


def lift(draft: Draft, command: LiftCondition) -> None:
    """Lift the one of that id, or else all of that name."""
    actor = draft.table.actors[command.actor]
    by_id = [c for c in actor.conditions if c.id == command.condition]
    for condition in by_id or actor.named(command.condition):
        draft.emit(ConditionGone(actor=actor.id, id=condition.id))
    draft.note(
        "lifted_condition", audience=audience_of(draft.table, actor), actor=actor.name, condition=command.condition
    )


def verify_clock(table: Table, command: SetClock) -> None:
    """The clock is the GM's."""
    need_gm(table, command)


def set_clock(draft: Draft, command: SetClock) -> None:
    """Set it."""
    draft.emit(ClockSet(seconds=command.seconds))
    draft.note("set_clock", seconds=command.seconds)


MOVES: tuple[Move[Any], ...] = (
    Move(MoveChips, verify_chips, move_chips),
    Move(SetTrack, verify_track, set_track),
    Move(SetBody, verify_body, set_body),
    Move(SetLocation, verify_location, set_location),
    Move(LayCondition, verify_lay, lay),
    Move(EditCondition, verify_edit, edit),
    Move(LiftCondition, verify_lift, lift),
    Move(SetClock, verify_clock, set_clock),
)
