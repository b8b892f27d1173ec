"""The storage that an open campaign needs. `vtt.storage` implements it."""

from __future__ import annotations

from typing import Protocol

from engine.core.history import HistoryEntry, SideNote
from engine.model.frozen import Json
from engine.model.table import Table
from vtt.campaign.campaign_records import StoredPicture


class CampaignStore(Protocol):
    """A store that has each gesture before the screen changes."""

    def commit(self, entry: HistoryEntry, position: int, table: Table) -> None:
        """Store a gesture as number `position` (from 1), and drop those that waited for redo."""
        ...

    def move_cursor(self, position: int, aside: SideNote | None = None) -> None:
        """Store how many gestures count now, together with the log line that reports it, if there is one."""
        ...

    def add_aside(self, aside: SideNote) -> None:
        """Store a log line that belongs to no gesture."""
        ...

    def keep_setting(self, name: str, value: Json) -> None:
        """Store a setting of the campaign; None removes it."""
        ...

    def keep_picture(self, picture: StoredPicture) -> None:
        """Store a picture, in place of the one with the same id."""
        ...

    def picture(self, picture: str) -> StoredPicture | None:
        """Return a picture by its id, or None."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...
