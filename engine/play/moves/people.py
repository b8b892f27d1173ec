"""Seats and characters that come, change and go."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_actor, need_gm, need_name
from engine.play.draft import Draft
from engine.play.events import (
    ActorLeft,
    ActorSet,
    SeatLeft,
    SeatSet,
    SheetEdited,
)
from engine.play.moves.fields import (
    ActorId,
    FreeId,
    Name,
    NewName,
    SeatId,
    audience_of,
    need_id,
    need_record,
    need_seat_id,
)
from engine.play.moves.versions import of_present_version
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.table.frozen import Json, plain, replace
from engine.table.seats import Role, Seat
from engine.table.table import Table


class JoinSeat(Request):
    """A person sits down at the table."""

    id: FreeId
    name: Name
    role: Annotated[Role, Meta(description="`gm` or `player`; a table has one GM")] = Role.PLAYER
    before: Annotated[str | None, Meta(description="the seat in front of which it is put; null is the end")] = None


class EditSeat(Request):
    """Change a person's name or how far their seat is turned."""

    id: SeatId
    name: NewName = None
    turn: Annotated[int | None, Meta(description="0, 90, 180 or 270 degrees; null leaves it")] = None


class LeaveSeat(Request):
    """A person leaves the table for good."""

    FAR_REACHING = True
    id: SeatId


class EditActor(Request):
    """Change who a character is to the table: name, leader, secrecy, or put it away in the archive."""

    actor: ActorId
    name: NewName = None
    leader: Annotated[str | None, Meta(description="the seat that leads the character; null leaves it")] = None
    secret: Annotated[bool | None, Meta(description="only the leader and the GM may read it; null leaves it")] = None
    archived: Annotated[bool | None, Meta(description="put away, but not gone; null leaves it")] = None

    def is_far_reaching(self) -> bool:
        """Hiding a character and archiving it are far-reaching; the way back is not."""
        return bool(self.secret or self.archived)


class RemoveActor(Request):
    """Take a character out of the story for good."""

    FAR_REACHING = True
    actor: ActorId


class EditSheet(Request):
    """Write fields of a record sheet; null clears one."""

    actor: ActorId
    fields: Annotated[Mapping[str, Json], Meta(description="what each field becomes")]


def verify_join_seat(table: Table, command: JoinSeat) -> None:
    """One GM, a name, and a free id."""
    need_id(command.id, table.seats)
    need_name(command.name)
    if command.role is Role.GM and table.gm():
        raise Refused("one_gm")


def join_seat(draft: Draft, command: JoinSeat) -> None:
    """Sit down."""
    seat = Seat(id=command.id, name=command.name, role=command.role)
    draft.emit(SeatSet(seat=seat, before=command.before))
    draft.note("seat_joined", seat=command.name)


def verify_edit_seat(table: Table, command: EditSeat) -> None:
    """The seat must be there, and keep a name."""
    need_seat_id(table, command.id)
    need_name("?" if command.name is None else command.name)
    if command.turn not in {None, 0, 90, 180, 270}:
        raise Refused("seat_turn")


def edit_seat(draft: Draft, command: EditSeat) -> None:
    """Change it."""
    old = draft.table.seats[command.id]
    new = replace(
        old,
        name=old.name if command.name is None else command.name,
        turn=old.turn if command.turn is None else command.turn,
    )
    draft.emit(SeatSet(seat=new))
    draft.note("seat_edited", seat=new.name)


def verify_leave_seat(table: Table, command: LeaveSeat) -> None:
    """Nobody but the GM makes another one leave, and who leads characters hands them on first."""
    need_seat_id(table, command.id)
    if command.id != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_seat", seat=seat_name(table, command.id))
    if any(a.seat == command.id for a in table.actors.values()):
        raise Refused("seat_leads", seat=seat_name(table, command.id))
    if table.is_gm(command.id):
        raise Refused("gm_stays")


def leave_seat(draft: Draft, command: LeaveSeat) -> None:
    """Get up."""
    name = seat_name(draft.table, command.id)
    draft.emit(SeatLeft(seat=command.id))
    draft.note("seat_left", seat=name)


def edit_actor(draft: Draft, command: EditActor) -> None:
    """Change it."""
    old = draft.table.actors[command.actor]
    new = replace(
        old,
        name=old.name if command.name is None else command.name,
        seat=old.seat if command.leader is None else command.leader,
        secret=old.secret if command.secret is None else command.secret,
        archived=old.archived if command.archived is None else command.archived,
    )
    draft.emit(ActorSet(actor=new))
    as_before = new.secret == old.secret
    told = "actor_edited" if as_before else "actor_hidden" if new.secret else "actor_shown"
    draft.note(told, audience=audience_of(draft.table, new), actor=new.name)


def verify_edit_actor(table: Table, command: EditActor) -> None:
    """Both must be there; nobody lifts the secrecy of a character who is not theirs, or hands it on."""
    need_record(table, command.seat, command.actor)
    old = table.actors[command.actor]
    if command.name is not None and command.name != old.name:  # one that an old file holds without a name may stay so
        need_name(command.name)
    if command.leader is not None:
        need_seat_id(table, command.leader)
        if command.leader != old.seat and command.seat != old.seat and not table.is_gm(command.seat):
            raise Refused("not_your_lead", actor=old.name)


def verify_remove_actor(table: Table, command: RemoveActor) -> None:
    """Only the GM takes a character out for good, and never in the middle of something."""
    need_gm(table, command)
    need_actor(table, command.actor)


def remove_actor(draft: Draft, command: RemoveActor) -> None:
    """Take it out."""
    actor = draft.table.actors[command.actor]
    draft.emit(ActorLeft(actor=command.actor))
    draft.note("actor_left", audience=audience_of(draft.table, actor), actor=actor.name)


def verify_sheet(table: Table, command: EditSheet) -> None:
    """The GM writes on every sheet, a player on the own ones."""
    need_record(table, command.seat, command.actor)
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
        audience=audience_of(draft.table, actor),
        actor=actor.name,
        fields=[name.replace("_", " ") for name in command.fields],
        reckoning=field_lines(actor.sheet, command.fields),
    )


def field_lines(sheet: Mapping[str, Json], fields: Mapping[str, Json]) -> tuple[Message, ...]:
    """Return for the log what stood in each field that is more than words, and what is written there now."""
    return tuple(
        _written(sheet.get(name), new, name)
        for name, new in fields.items()
        if new != sheet.get(name) and (_counts(new) or _counts(sheet.get(name)))
    )


def _counts(value: Json) -> bool:
    """Say whether something on a sheet is more than words: a number, a switch or a list."""
    return not isinstance(value, (str, NoneType))


def _written(old: Json, new: Json, field: str) -> Message:
    """What stood in a field and what stands there now: this is a table and not a judge, but nobody writes unseen."""
    return Message(key="log.field_written", params={"field": field, "old": _in_a_row(old), "new": _in_a_row(new)})


def _in_a_row(value: Json) -> Json:
    if isinstance(value, (list, tuple)):
        rows = any(isinstance(part, Mapping) for part in value)
        return "; ".join(map(_in_a_line, value)) if rows else ", ".join(map(str, value))
    return _in_a_line(value) if isinstance(value, Mapping) else plain(value)


def _in_a_line(row: Json) -> str:
    """Return a row of a sheet as people read it: its cells, without their keys."""
    cells = row.values() if isinstance(row, Mapping) else (row,)
    return ", ".join(str(cell) for cell in cells if cell not in (None, ""))


MOVES: tuple[Move[Any], ...] = (
    Move(JoinSeat, verify_join_seat, join_seat),
    Move(EditSeat, verify_edit_seat, edit_seat),
    Move(LeaveSeat, verify_leave_seat, leave_seat),
    Move(EditActor, verify_edit_actor, edit_actor),
    Move(RemoveActor, verify_remove_actor, remove_actor),
    Move(EditSheet, verify_sheet, edit_sheet),
)
