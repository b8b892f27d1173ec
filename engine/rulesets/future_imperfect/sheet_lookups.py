"""Facts about the sheets of all characters together."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo, memo_of_each, memo_of_last, projection
from engine.model.frozen import Json
from engine.model.seats import Actor, Seat
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet


@projection
def keeps_secrets(table: Table) -> bool:
    """Say whether there is a secret character."""
    return True in [actor.secret for actor in table.actors.values()]


@projection
def table_of_records(table: Table) -> Table:
    """Return a table with the records of its characters alone, for what depends on nothing else.

    Cards, chips, procedures, and the numbers and weapons of characters are left out: they change with nearly every
    command. It is the same object until something else changes.
    """
    records = _records(table.actors)
    return _table_of(table.ruleset, table.options, table.scene, table.seats, records, table.clock, table.lists)


@memo_of_last
def _table_of(
    ruleset: str,
    options: Mapping[str, Json],
    scene: Mapping[str, Json],
    seats: Mapping[str, Seat],
    actors: Mapping[str, Actor],
    clock: int,
    lists: Mapping[str, tuple[Mapping[str, Json], ...]],
) -> Table:
    return Table(ruleset=ruleset, options=options, scene=scene, seats=seats, actors=actors, clock=clock, lists=lists)


@memo
def _record(actor: Actor) -> Actor:
    """Return a character without its numbers and weapons."""
    return Actor(
        id=actor.id,
        name=actor.name,
        seat=actor.seat,
        sheet={name: actor.sheet[name] for name in actor.sheet if name != "weapons"},
        body=actor.body,
        conditions=actor.conditions,
        secret=actor.secret,
        archived=actor.archived,
    )


_records = memo_of_each(_record)


@projection
def charts_of(table: Table) -> Mapping[str, str]:
    """Return the name of every character's hit chart (FI-HITLOC-9)."""
    return _charts(table.actors, table.lists)


_charts = memo_of_each(character_sheet.hit_chart)


@projection
def guards_of(table: Table) -> Mapping[str, character_sheet.DefendingWeapon]:
    """Return the weapon that every character fights with now (FI-MELEE-2, FI-MART-2)."""
    return _guards(table.actors, table.lists)


_guards = memo_of_each(character_sheet.guard)
