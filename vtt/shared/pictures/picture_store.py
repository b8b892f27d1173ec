"""The stores of pictures as the window knows them; the open campaign is one."""

from __future__ import annotations

from typing import Protocol

from vtt.campaign.campaign_records import StoredPicture


class PictureStore(Protocol):
    """A store of pictures, such as the open campaign."""

    def picture(self, picture: str) -> StoredPicture | None:
        """Return a picture by its id."""
        ...


class WritablePictureStore(PictureStore, Protocol):
    """A store that accepts new pictures."""

    def store_picture(self, picture: StoredPicture) -> bool:
        """Add a picture; return whether that succeeded."""
        ...
