"""A character's name, player and secrecy changed by hand, and a character removed."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.audience import need_readable_record, record_readers
from engine.core.command_fields import ActorId, NewName, need_seat_id
from engine.core.commands import Move, Request, need_actor, need_gm, need_name
from engine.core.draft import Draft
from engine.core.events import ActorLeft, ActorSet
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table


class EditActor(Request):
    """Change a character's name, player or secrecy, or archive it."""

    actor: ActorId
    name: NewName = None
    leader: Annotated[str | None, Meta(description="the seat that controls the character; null leaves it")] = None
    secret: Annotated[bool | None, Meta(description="only the leader and the GM may read it; null leaves it")] = None
    archived: Annotated[bool | None, Meta(description="put away, but not gone; null leaves it")] = None

    def is_far_reaching(self) -> bool:
        """Hiding and archiving a character are far-reaching; undoing either is not."""
        return bool(self.secret or self.archived)


class RemoveActor(Request):
    """Remove a character from the story for good."""

    FAR_REACHING = True
    actor: ActorId


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
    key = "actor_edited" if as_before else "actor_hidden" if new.secret else "actor_shown"
    draft.note(key, audience=record_readers(draft.table, new), actor=new.name)


def verify_edit_actor(table: Table, command: EditActor) -> None:
    """Only a character's player and the GM make it public or give it to another player."""
    need_readable_record(table, command.seat, command.actor)
    old = table.actors[command.actor]
    if command.name is not None and command.name != old.name:  # a nameless one from an old file stays
        need_name(command.name)
    if command.leader is not None:
        need_seat_id(table, command.leader)
        if command.leader != old.seat and command.seat != old.seat and not table.is_gm(command.seat):
            raise Refused("not_your_lead", actor=old.name)


def verify_remove_actor(table: Table, command: RemoveActor) -> None:
    """Only the GM removes a character for good."""
    need_gm(table, command)
    need_actor(table, command.actor)


def remove_actor(draft: Draft, command: RemoveActor) -> None:
    """Remove it."""
    actor = draft.table.actors[command.actor]
    draft.emit(ActorLeft(actor=command.actor))
    draft.note("actor_left", audience=record_readers(draft.table, actor), actor=actor.name)


MOVES: tuple[Move[Any], ...] = (
    Move(EditActor, verify_edit_actor, edit_actor),
    Move(RemoveActor, verify_remove_actor, remove_actor),
)
