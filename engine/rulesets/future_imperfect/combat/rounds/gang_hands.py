"""Gangs on the table: extras that share one hand of action cards as soon as they fight together (FI-INIT-15)."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.kit.table_records import TableRecords
from engine.model.frozen import Frozen
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
    """Remember that these characters share one hand; gangs whose characters are all gone are forgotten."""
    for old in _GANGS.all(draft.table):
        if not any(actor in draft.table.actors for actor in old.actors):
            _GANGS.remove(draft, old.id)
    _GANGS.write(draft, GangHand(id=_GANGS.free_key(draft.table, gang), name=name, actors=actors))


def gang_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the characters of the last gang that a character belongs to; none if it belongs to none."""
    return next((gang.actors for gang in reversed(_GANGS.all(table)) if actor in gang.actors), ())
