"""Who plays for a character, whatever the game is."""

from __future__ import annotations

from engine.play.commands import Request, need_actor
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.table.table import Table


def leader(table: Table, actor: str) -> str:
    """Return the seat that plays for a character; the GM for everybody without one."""
    found = table.actors.get(actor)
    return found.seat if found is not None and found.seat in table.seats else table.gm()


def need_known(table: Table, seat: str, actor: str, noticed: tuple[str, ...]) -> None:
    """Raise Refused for a character of whom a seat does not know: none of that id, or a secret one not yet noticed."""
    need_actor(table, actor)
    if not table.may_read(table.actors[actor], seat) and actor not in noticed:
        raise Refused("no_such_actor", actor=actor)


def need_leader(table: Table, command: Request, actor: str, *rules: str, noticed: tuple[str, ...]) -> None:
    """Raise Refused unless the one who asks knows of the character, and leads it or is the GM."""
    need_known(table, command.seat, actor, noticed)
    if leader(table, actor) != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_character", *rules, actor=actor_name(table, actor))
