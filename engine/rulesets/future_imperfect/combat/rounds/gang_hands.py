"""Gangs on the table: extras that share one hand of action cards as soon as they fight together (FI-INIT-15)."""

from __future__ import annotations

from typing import Any, Final

from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.content_editor.persistence import row_of
from engine.kit.table_records import TableRecords
from engine.model.frozen import Frozen, replace
from engine.model.table import Table

GANG_HANDS: Final = "gang_hands"
"""The list of them, which only the GM may know."""


class GangHand(Frozen):
    """A gang: the id of its row, its name, and its characters."""

    id: str
    name: str = ""
    actors: tuple[str, ...] = ()


_GANGS = TableRecords(GANG_HANDS, GangHand, "id")


def remember_gang(draft: Draft, gang: str, name: str, actors: tuple[str, ...]) -> None:
    """Remember that these characters share one hand."""
    _GANGS.write(draft, GangHand(id=_GANGS.free_key(draft.table, gang), name=name, actors=actors))


def forget_gone_members(draft: Draft) -> None:
    """Forget those that have left the story for good: others may have their ids some day. One alone is no gang.

    Those of a running encounter keep their ids, and its reset brings them back.
    """
    gangs = _GANGS.all(draft.table)
    kept = {*draft.table.actors, *(arrival.id for arrival in ARRIVALS.all(draft.table))}
    if kept.issuperset(actor for gang in gangs for actor in gang.actors):
        return
    left = [replace(gang, actors=tuple(actor for actor in gang.actors if actor in kept)) for gang in gangs]
    rows: list[Any] = [row_of(gang) for gang in left if len(gang.actors) > 1]
    draft.emit(ListSet(name=GANG_HANDS, rows=tuple(rows)))


def gang_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the characters of the last gang that a character belongs to; none if it belongs to none."""
    return next((gang.actors for gang in reversed(_GANGS.all(table)) if actor in gang.actors), ())
