"""Memos of sheet contents that stay the same while only numbers of the characters change, and so do their offers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.memo import Memo
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import melee_position
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.default_lists import APTITUDES, RACES, WEAPONS

_LOOKED_AT = Memo[tuple[object, ...]]()
_RECORDS = Memo[tuple[object, ...]]()
_ARMED = Memo[tuple[object, ...]]()
_SHEETS = Memo[tuple[object, ...]]()
_GUARDS = Memo[Mapping[str, character_sheet.DefendingWeapon]]()
_SECRETS = Memo[bool]()
_CHARTS = Memo[Mapping[str, str]]()


def records_of(table: Table) -> tuple[object, ...]:
    """Return all records without tracks and weapons: the same object until some of them change."""
    return _LOOKED_AT.get("", (table.actors,), lambda: _records(table))


def _records(table: Table) -> tuple[object, ...]:
    parts: tuple[object, ...] = tuple(
        [
            part
            for actor in table.actors.values()
            for part in (
                actor.id,
                actor.name,
                actor.seat,
                character_sheet.unarmed(actor),
                actor.body,
                actor.conditions,
                actor.secret,
                actor.archived,
            )
        ]
    )
    return _RECORDS.get(str(len(parts)), parts, lambda: parts)


def sheets_of(table: Table) -> tuple[object, ...]:
    """Return all sheets with their weapons: the same object until one of them changes."""
    return _ARMED.get("", (table.actors,), lambda: _sheets(table))


def _sheets(table: Table) -> tuple[object, ...]:
    parts: tuple[object, ...] = tuple([part for actor in table.actors.values() for part in (actor.id, actor.sheet)])
    return _SHEETS.get(str(len(parts)), parts, lambda: parts)


def keeps_secrets(table: Table) -> bool:
    """Say whether there is a secret character."""
    return _SECRETS.get("", (table.actors,), lambda: any(actor.secret for actor in table.actors.values()))


def charts_of(table: Table) -> Mapping[str, str]:
    """Return the name of every character's hit chart (FI-HITLOC-9)."""
    made_of = (records_of(table), table.lists.get(RACES))
    return _CHARTS.get(
        "", made_of, lambda: {a.id: character_sheet.hit_chart(a, table.lists) for a in table.actors.values()}
    )


def guards_of(table: Table) -> Mapping[str, character_sheet.DefendingWeapon]:
    """Return the weapon that every character fights with now (FI-MELEE-2, FI-MART-2)."""
    lists = table.lists
    made_of = (sheets_of(table), records_of(table), lists.get(WEAPONS), lists.get(APTITUDES), lists.get(RACES))
    return _GUARDS.get(
        "", made_of, lambda: {actor: melee_position.weapon_in_hand(table, actor) for actor in table.actors}
    )
