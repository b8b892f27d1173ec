"""What the moves by hand have in common: kinds of field, and what is checked for many of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.refusal import Refused
from engine.table.seats import Actor
from engine.table.table import Table

ID_PATTERN = re.compile(r"[\w.-]{1,64}")


ZoneId = Annotated[str, Meta(description="a zone, such as `deck`, `discard` or `hand:tom`")]


CardIds = Annotated[tuple[str, ...], Meta(description="cards, by id (`8H`) or by place (`hand:tom#2`)")]


ActorId = Annotated[str, Meta(description="a character")]


AtLeast0 = Annotated[int, Meta(ge=0)]


SeatId = Annotated[str, Meta(description="a seat")]


FreeId = Annotated[str, Meta(description="an id that is still free: letters, digits, `_`, `.` and `-`")]


Name = Annotated[str, Meta(description="what people read")]


NewName = Annotated[str | None, Meta(description="what people read; null leaves it")]


NewActor = Callable[[Table, Actor, Mapping[str, int]], Actor]


def need_record(table: Table, seat: str, actor: str) -> None:
    """Nobody moves by hand what they may not see: of a secret character, only its leader and the GM.

    Whoever guesses at an id is told the same whether there is such a character or not.
    """
    found = table.actors.get(actor)
    if found is None or not table.may_read(found, seat):
        raise Refused("no_such_actor", actor=actor)


def audience_of(table: Table, actor: Actor) -> tuple[str, ...] | None:
    """Who may read a number of this character's in the log: everybody, or of a secret one its leader and the GM."""
    return tuple(sorted({actor.seat, table.gm()} - {""})) if actor.secret else None


def need_id(new: str, taken: Mapping[str, object]) -> None:
    """Raise Refused unless an id is well formed and free."""
    if not ID_PATTERN.fullmatch(new) or new in {"shared", "print"}:
        raise Refused("id_form", id=new[:40])
    if new in taken:
        raise Refused("id_taken", id=new)


def need_seat_id(table: Table, seat: str) -> None:
    """Raise Refused unless somebody sits there."""
    if seat not in table.seats:
        raise Refused("no_such_seat", seat=seat)
