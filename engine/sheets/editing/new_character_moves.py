"""Commands that add a character to the story: a new one, or a copy of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Annotated, Any

from msgspec import Meta

from engine.core.audience import need_readable_record, record_readers
from engine.core.command_fields import ActorId, FreeId, Name, need_id, need_seat_id
from engine.core.commands import Move, Request, need_gm, need_name
from engine.core.draft import Draft
from engine.core.events import ActorSet
from engine.messages.display_names import seat_name
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.editing.record_version import of_present_version

NewActorSetup = Callable[[Table, Actor, Mapping[str, int]], Actor]
"""Returns a new character with the tracks and states of its game, from the values of some tracks.

It raises Refused for tracks that the game does not have.
"""


class JoinActor(Request):
    """Add a new character to the story."""

    ADDS_CHARACTERS = True

    id: Annotated[str, Meta(description="a free id: letters, digits, `_`, `.` and `-`; empty for the next free one")]
    name: Name
    leader: Annotated[str, Meta(description="the seat that controls the character")]
    sheet: Annotated[Mapping[str, Json], Meta(description="fields of the record sheet")] = {}
    secret: Annotated[bool, Meta(description="only that seat and the GM may read its record")] = False


class CopyActor(Request):
    """Copy a character: its sheet, numbers and body, and on request its conditions."""

    actor: ActorId
    id: FreeId
    name: Name
    leader: Annotated[
        str | None, Meta(description="the seat that controls the copy; null for the seat of the original")
    ] = None
    conditions: Annotated[bool, Meta(description="copy the conditions too")] = False


def verify_copy_actor(table: Table, command: CopyActor) -> None:
    """Require a readable character, a free id, and the GM for a copy that another seat controls."""
    need_readable_record(table, command.seat, command.actor)
    need_id(command.id, table.actors)
    need_name(command.name)
    seat = _seat_of_copy(table, command)
    need_seat_id(table, seat)
    if seat != command.seat:
        need_gm(table, command)


def _seat_of_copy(table: Table, command: CopyActor) -> str:
    return table.actors[command.actor].seat if command.leader is None else command.leader


def copy_actor(draft: Draft, command: CopyActor) -> None:
    """Add the copy. The copy of a secret character is secret too."""
    original = draft.table.actors[command.actor]
    conditions = original.conditions if command.conditions else ()
    seat = _seat_of_copy(draft.table, command)
    name = free_name(draft.table, command.name)
    copy = replace(original, id=command.id, name=name, seat=seat, conditions=conditions, archived=False)
    draft.emit(ActorSet(actor=copy))
    audience = record_readers(draft.table, copy)
    draft.note(
        "actor_copied", audience=audience, actor=original.name, new=copy.name, seat=seat_name(draft.table, copy.seat)
    )


def free_name(table: Table, name: str) -> str:
    """Return the name of a new character: with a number if a character that everybody knows has it already.

    Names of secret characters do not count: the number would reveal them.

    Examples:
        >>> heroes = {id_: Actor(id=id_, name=name, seat="p1") for id_, name in (("a", "Ilse"), ("b", "Ilse 2"))}
        >>> table = Table(ruleset="example", actors=heroes)
        >>> free_name(table, "Ilse"), free_name(table, "Rolf")
        ('Ilse 3', 'Rolf')
    """
    used = {actor.name for actor in table.actors.values() if not actor.secret}
    return name if name not in used else next(n for number in count(2) if (n := f"{name} {number}") not in used)


def _id_of(table: Table, command: JoinActor) -> str:
    """Return the id of a new character; a chosen one is counted from the characters that everybody knows."""
    if command.id:
        return command.id
    known = sum(not actor.secret for actor in table.actors.values())
    return next(id_ for n in count(known + 1) if (id_ := f"{command.leader}-{n}") not in table.actors)


def moves_for(new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the move of `JoinActor` for a game; `new_actor` completes its characters."""

    def verify_join(table: Table, command: JoinActor) -> None:
        if command.id:
            need_id(command.id, table.actors)
        need_seat_id(table, command.leader)
        if command.leader != command.seat:
            need_gm(table, command)
        new_actor(
            table, Actor(id=_id_of(table, command), name=command.name, seat=command.leader, sheet=command.sheet), {}
        )

    def join(draft: Draft, command: JoinActor) -> None:
        sheet = of_present_version(draft.table, {}, command.sheet)
        id_ = _id_of(draft.table, command)
        name = free_name(draft.table, command.name)
        actor = Actor(id=id_, name=name, seat=command.leader, sheet=sheet, secret=command.secret)
        draft.emit(ActorSet(actor=new_actor(draft.table, actor, {})))
        audience = record_readers(draft.table, actor)
        draft.note("actor_joined", audience=audience, actor=actor.name, seat=seat_name(draft.table, actor.seat))

    return (Move(JoinActor, verify_join, join),)


MOVES: tuple[Move[Any], ...] = (Move(CopyActor, verify_copy_actor, copy_actor),)
