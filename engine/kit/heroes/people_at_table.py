"""The people at a table and in the story, without all that changes while they act.

>>> from engine.model.frozen import replace
>>> from engine.model.tracks import Track
>>> tom = Actor(id="tom", name="Tom", seat="p1", tracks={"Luck": Track(value=3)})
>>> table = Table(ruleset="example", actors={"tom": tom})
>>> after = replace(table, clock=60, actors={"tom": replace(tom, tracks={"Luck": Track(value=2)})})
>>> table_of_people(table) is table_of_people(after)
True
>>> table_of_people(replace(table, actors={"tom": replace(tom, seat="p2")})).actors["tom"]
Actor(id='tom', name='Tom', seat='p2', sheet={}, tracks={}, body=None, conditions=(), secret=False, archived=False)
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo_of_each, memo_of_last, projection
from engine.model.seats import Actor, Seat
from engine.model.table import Table


@projection
def table_of_people(table: Table) -> Table:
    """Return a table with the seats and the names of its characters alone, for what depends on nothing else.

    It is the same object until somebody comes or goes, or until a character has another name or player, is hidden or
    shown, or goes into the archive.
    """
    return _table_of(table.ruleset, table.seats, _people(table.actors))


@memo_of_last
def _table_of(ruleset: str, seats: Mapping[str, Seat], actors: Mapping[str, Actor]) -> Table:
    return Table(ruleset=ruleset, seats=seats, actors=actors)


def _person(actor: Actor) -> Actor:
    return Actor(id=actor.id, name=actor.name, seat=actor.seat, secret=actor.secret, archived=actor.archived)


_people = memo_of_each(_person)
