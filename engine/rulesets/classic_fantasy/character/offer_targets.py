"""The living characters that an offer may name: those whose records both the seat and the viewer may read."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import readable_ids
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead


def living(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the living characters whose records both may read."""
    return alive(table, readable_ids(table, seat, viewer))


def mine(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the living characters that a seat plays; all for the GM."""
    gm = table.is_gm(seat)
    return tuple(actor for actor in living(table, seat, viewer) if gm or controller_of(table, actor) == seat)


def alive(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the characters that are alive."""
    return tuple(actor for actor in actors if not is_dead(table, actor))
