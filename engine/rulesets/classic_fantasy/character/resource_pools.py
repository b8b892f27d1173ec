"""Pools of points that a character spends: Luck, Magic and Action Points. They are tracks on the table."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.events import TrackSet
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.tracks import Track

LUCK: Final = "Luck"
MAGIC: Final = "Magic"
ACTION_POINTS: Final = "Action Points"


def pool(table: Table, actor: str, name: str) -> int:
    """Return the points left in a pool; 0 for one that the character does not have."""
    track = table.actors[actor].tracks.get(name)
    return track.value if track is not None else 0


def set_pool(draft: Draft, actor: str, name: str, value: int, *, most: int | None = None) -> None:
    """Set the points of a pool."""
    old_track = draft.table.actors[actor].tracks.get(name)
    new = replace(old_track, value=old_track.clamped(value)) if old_track is not None else Track(value=value, most=most)
    if new != old_track:
        draft.emit(TrackSet(actor=actor, name=name, track=new))
