"""The party: the living characters of the players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import in_story


def party(table: Table, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the named characters that are alive and in the story; by default the living characters of players."""
    living = in_story(table)
    if named:
        return tuple(actor for actor in living if actor in named)
    return tuple(actor for actor in living if not table.is_gm(table.actors[actor].seat) and table.actors[actor].seat)
