"""A character's numbers, body and conditions, changed by hand."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.audience import need_readable_record, record_readers
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_name
from engine.core.condition_ids import condition_named
from engine.core.draft import Draft
from engine.core.events import BodySet, ConditionGone, ConditionSet, LocationSet, TrackSet
from engine.messages.refusal import Refused
from engine.model.body import Body
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track


class SetTrack(Request):
    """Set a character's number by hand."""

    actor: ActorId
    track: Annotated[str, Meta(description="the name of the number, such as Health")]
    value: Annotated[int, Meta(description="what it becomes; it must lie within the bounds of the track")]


class SetBody(Request):
    """Give a character a body with the locations of a chart."""

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
    """Give a character a condition."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the name of the condition")]
    level: Annotated[int, Meta(description="how grave, where the game counts it")] = 0
    note: Annotated[str, Meta(description="free words")] = ""
    until: Annotated[int | None, Meta(description="a time of the clock, in seconds")] = None


class EditCondition(Request):
    """Change a condition that a character has."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the id of one")]
    level: Annotated[int | None, Meta(description="how grave, where the game counts it; null leaves it")] = None
    note: Annotated[str | None, Meta(description="free words; null leaves them")] = None


class LiftCondition(Request):
    """Remove a condition from a character: one by its id, or all with one name."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the id of one, or the name of all")]


def verify_set_track(table: Table, command: SetTrack) -> None:
    """The character must have the track, and the value must be within its bounds."""
    need_readable_record(table, command.seat, command.actor)
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
        audience=record_readers(draft.table, actor),
        actor=actor.name,
        what=command.track,
        value=command.value,
        old=old.value,
    )


def verify_set_body(table: Table, command: SetBody) -> None:
    """The record must be readable."""
    need_readable_record(table, command.seat, command.actor)


def set_body(draft: Draft, command: SetBody) -> None:
    """Give it."""
    actor = draft.table.actors[command.actor]
    draft.emit(BodySet(actor=actor.id, body=command.body))
    draft.note("body_set", audience=record_readers(draft.table, actor), actor=actor.name)


def verify_set_location(table: Table, command: SetLocation) -> None:
    """The body must have the location, and the value must be within its bounds."""
    need_readable_record(table, command.seat, command.actor)
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
    audience = record_readers(draft.table, actor)
    draft.note(key, audience=audience, actor=actor.name, what=command.location, value=value, old=before)


def verify_lay_condition(table: Table, command: LayCondition) -> None:
    """The record must be readable, and the condition must have a name."""
    need_readable_record(table, command.seat, command.actor)
    need_name(command.condition)


def lay_condition(draft: Draft, command: LayCondition) -> None:
    """Add it under an id of its own."""
    actor = draft.table.actors[command.actor]
    condition = new_condition(actor, command.condition, command.level, command.note, command.until)
    draft.lay_condition(actor.id, condition)
    draft.note(
        "laid_condition", audience=record_readers(draft.table, actor), actor=actor.name, condition=command.condition
    )


def new_condition(actor: Actor, name: str, level: int = 0, note: str = "", until: int | None = None) -> Condition:
    """Return a condition with an id that the character does not have yet: `wound`, then `wound-2`."""
    taken = {c.id for c in actor.conditions}
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return Condition(id=found, name=name, level=level, note=note, until=until)


def verify_edit_condition(table: Table, command: EditCondition) -> None:
    """The character must have the condition."""
    _condition(table, command)


def _condition(table: Table, command: EditCondition) -> Condition:
    need_readable_record(table, command.seat, command.actor)
    found = condition_named(table.actors[command.actor], command.condition)
    if found is None:
        raise Refused("no_such_condition", condition=command.condition)
    return found


def edit_condition(draft: Draft, command: EditCondition) -> None:
    """Change it."""
    actor, old = draft.table.actors[command.actor], _condition(draft.table, command)
    new = replace(
        old,
        level=old.level if command.level is None else command.level,
        note=old.note if command.note is None else command.note,
    )
    draft.emit(ConditionSet(actor=actor.id, condition=new))
    audience = record_readers(draft.table, actor)
    if new.level != old.level:
        draft.note("set_by_hand", audience=audience, actor=actor.name, what=old.name, value=new.level, old=old.level)
    if new.level == old.level or new.note != old.note:
        draft.note("edited_condition", audience=audience, actor=actor.name, condition=old.name, note=new.note)


def verify_lift_condition(table: Table, command: LiftCondition) -> None:
    """The character must have the condition."""
    need_readable_record(table, command.seat, command.actor)
    if not _lifted(table.actors[command.actor], command.condition):
        raise Refused("no_such_condition", condition=command.condition)


def lift_condition(draft: Draft, command: LiftCondition) -> None:
    """Remove the one with that id, or else all with that name."""
    actor = draft.table.actors[command.actor]
    lifted = _lifted(actor, command.condition)
    for condition in lifted:
        draft.emit(ConditionGone(actor=actor.id, id=condition.id))
    draft.note(
        "lifted_condition", audience=record_readers(draft.table, actor), actor=actor.name, condition=lifted[0].name
    )


def _lifted(actor: Actor, reference: str) -> tuple[Condition, ...]:
    by_id = condition_named(actor, reference)
    return actor.conditions_named(reference) if by_id is None else (by_id,)


MOVES: tuple[Move[Any], ...] = (
    Move(SetTrack, verify_set_track, set_track),
    Move(SetBody, verify_set_body, set_body),
    Move(SetLocation, verify_set_location, set_location),
    Move(LayCondition, verify_lay_condition, lay_condition),
    Move(EditCondition, verify_edit_condition, edit_condition),
    Move(LiftCondition, verify_lift_condition, lift_condition),
)
