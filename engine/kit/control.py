"""Control of characters: the seat that plays each of them.

>>> from engine.model.seats import Actor, Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> hero, foe = Actor(id="hero", name="Hild", seat="p1"), Actor(id="foe", name="Wolf", seat="gone")
>>> table = Table(ruleset="example", seats=seats, actors={"hero": hero, "foe": foe})
>>> controller_of(table, "hero"), controller_of(table, "foe")
('p1', 'gm')
>>> controllers_of(table, ("foe", "hero", "foe"))
('gm', 'p1')
>>> [may_act_for(table, seat, "foe") for seat in seats], [may_act_for(table, seat, "hero") for seat in seats]
([True, False], [True, True])
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.audience import need_known
from engine.core.commands import Request
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table


def controller_of(table: Table, actor: str) -> str:
    """Return the seat that plays a character; the GM if no seat at the table plays it."""
    found = table.actors.get(actor)
    return found.seat if found is not None and found.seat in table.seats else table.gm()


def may_act_for(table: Table, seat: str, actor: str) -> bool:
    """Say whether a seat may decide what a character does: the seat that plays it, or the GM."""
    return controller_of(table, actor) == seat or table.is_gm(seat)


def controllers_of(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the seats that play characters, each once."""
    return tuple(dict.fromkeys([controller_of(table, actor) for actor in actors]))


def need_controller(table: Table, command: Request, actor: str, *rules: str, noticed: tuple[str, ...]) -> None:
    """Raise Refused unless the seat that asks knows the character, and plays it or is the GM."""
    need_known(table, command.seat, actor, noticed)
    if not may_act_for(table, command.seat, actor):
        raise Refused("not_your_character", *rules, actor=actor_name(table, actor))
