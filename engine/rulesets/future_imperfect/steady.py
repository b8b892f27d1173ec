"""What stays the same while only numbers of the characters change: offers made of it alone stay, too."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rulesets.future_imperfect import people, striking
from engine.rulesets.future_imperfect.lists import APTITUDES, RACES, WEAPONS
from engine.rulesets.remembering import Remembered
from engine.table.table import Table

_LOOKED_AT = Remembered[tuple[object, ...]]()
_RECORDS = Remembered[tuple[object, ...]]()
_ARMED = Remembered[tuple[object, ...]]()
_SHEETS = Remembered[tuple[object, ...]]()
_GUARDS = Remembered[Mapping[str, people.Guard]]()
_SECRETS = Remembered[bool]()
_CHARTS = Remembered[Mapping[str, str]]()


def records_of(table: Table) -> tuple[object, ...]:
    """Return all that is written of the characters but tracks and weapons: the same object until some of it changes."""
    return _LOOKED_AT.get("", (table.actors,), lambda: _records(table))


def _records(table: Table) -> tuple[object, ...]:
    found: tuple[object, ...] = tuple(
        [
            part
            for actor in table.actors.values()
            for part in (
                actor.id,
                actor.name,
                actor.seat,
                people.unarmed(actor),
                actor.body,
                actor.conditions,
                actor.secret,
                actor.archived,
            )
        ]
    )
    return _RECORDS.get(str(len(found)), found, lambda: found)


def sheets_of(table: Table) -> tuple[object, ...]:
    """Return everybody's sheets, weapons and all: the same object until one of them changes."""
    return _ARMED.get("", (table.actors,), lambda: _sheets(table))


def _sheets(table: Table) -> tuple[object, ...]:
    found: tuple[object, ...] = tuple([part for actor in table.actors.values() for part in (actor.id, actor.sheet)])
    return _SHEETS.get(str(len(found)), found, lambda: found)


def keeps_secrets(table: Table) -> bool:
    """Say whether there is anybody of whom not everybody may know."""
    return _SECRETS.get("", (table.actors,), lambda: any(actor.secret for actor in table.actors.values()))


def charts_of(table: Table) -> Mapping[str, str]:
    """Return the names of everybody's hit chart (FI-HITLOC-9)."""
    made_of = (records_of(table), table.lists.get(RACES))
    return _CHARTS.get("", made_of, lambda: {a.id: people.hit_chart(a, table.lists) for a in table.actors.values()})


def guards_of(table: Table) -> Mapping[str, people.Guard]:
    """Return what everybody fights with now (FI-MELEE-2, FI-MART-2)."""
    lists = table.lists
    made_of = (sheets_of(table), records_of(table), lists.get(WEAPONS), lists.get(APTITUDES), lists.get(RACES))
    return _GUARDS.get("", made_of, lambda: {actor: striking.guard_of(table, actor) for actor in table.actors})
