"""Audiences: the viewers who may read a character's record, or may know that the character exists."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.commands import need_actor
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table


def need_known(table: Table, seat: str, actor: str, noticed: tuple[str, ...]) -> None:
    """Raise Refused for a character that a seat does not know: it does not exist, or is secret and unnoticed."""
    need_actor(table, actor)
    if not table.may_read(table.actors[actor], seat) and actor not in noticed:
        raise Refused("no_such_actor", actor=actor)


def need_readable_record(table: Table, seat: str, actor: str) -> None:
    """Raise Refused unless a seat may read a character's record: that of a secret one is for its player and the GM.

    The refusal is the same whether the character exists or not, so that guessing an id reveals nothing.
    """
    found = table.actors.get(actor)
    if found is None or not table.may_read(found, seat):
        raise Refused("no_such_actor", actor=actor)


def may_read_numbers(table: Table, viewer: str, actor: str) -> bool:
    """Say whether a viewer may read the numbers of a character; those of no character are open to all."""
    character = table.actors.get(actor)
    return character is None or table.may_read(character, viewer)


def record_readers(table: Table, actor: Actor) -> tuple[str, ...] | None:
    """Return the seats that may read a character's numbers in the log; None is everybody."""
    return tuple(sorted({actor.seat, table.gm()} - {""})) if actor.secret else None


def readable_actors(table: Table, viewer: str) -> list[Actor]:
    """Return the active characters with a record that a viewer may read."""
    return [a for a in table.actors.values() if not a.archived and (not a.secret or table.may_read(a, viewer))]


def publicly_present(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the characters that are not secret, so that an offer that names them reveals nobody."""
    known = table.actors
    return tuple([actor for actor in actors if not known[actor].secret])
