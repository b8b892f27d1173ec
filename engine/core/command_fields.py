"""Field types that commands share, and checks of their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.messages.refusal import Refused
from engine.model.table import Table

ID_PATTERN = re.compile(r"[\w.-]{1,64}")


ZoneId = Annotated[str, Meta(description="a zone, such as `deck`, `discard` or `hand:tom`")]


CardIds = Annotated[tuple[str, ...], Meta(description="cards, by id (`8H`) or by place (`hand:tom#2`)")]


ActorId = Annotated[str, Meta(description="a character")]


AtLeast0 = Annotated[int, Meta(ge=0)]


SeatId = Annotated[str, Meta(description="a seat")]


FreeId = Annotated[str, Meta(description="an id that is still free: letters, digits, `_`, `.` and `-`")]


Name = Annotated[str, Meta(description="what people read")]


NewName = Annotated[str | None, Meta(description="what people read; null leaves it")]


def need_id(new: str, taken: Mapping[str, object]) -> None:
    """Raise Refused unless an id is well formed and free."""
    if not ID_PATTERN.fullmatch(new) or new in {"shared", "print"}:
        raise Refused("id_form", id=new[:40])
    if new in taken:
        raise Refused("id_taken", id=new)


def need_seat_id(table: Table, seat: str) -> None:
    """Raise Refused unless the seat exists."""
    if seat not in table.seats:
        raise Refused("no_such_seat", seat=seat)
