"""What a campaign keeps besides the game itself: sheets for later, prepared encounters, pictures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.table.frozen import Frozen, Json

PICTURE_KINDS = {
    "image/png": (".png", b"\x89PNG\r\n\x1a\n"),
    "image/jpeg": (".jpg", b"\xff\xd8\xff"),
    "image/webp": (".webp", b"RIFF"),
}
"""The kinds of picture that a campaign takes: how their files end, and how they begin."""

PICTURE_BYTES = 32 << 20
"""The largest picture that is kept: one of a good camera."""


class Picture(Frozen):
    """A picture that belongs to the campaign."""

    id: str
    name: str
    media_type: str
    content: bytes

    def fits(self) -> bool:
        """Say whether it begins like a picture of the kind that it says it is, and is not too large to keep."""
        known = PICTURE_KINDS.get(self.media_type)
        return known is not None and self.content.startswith(known[1]) and len(self.content) <= PICTURE_BYTES


class Sheet(Frozen):
    """A character kept for later: its fields as on a record sheet, and the id of its picture."""

    id: str
    name: str
    content: Mapping[str, Json] = {}
    picture: str | None = None


class Encounter(Frozen):
    """A prepared fight or scene, in the words of the room that prepares it."""

    id: str
    name: str
    content: Mapping[str, Json] = {}


class Extras(Frozen):
    """Everything that a campaign keeps besides the game."""

    sheets: tuple[Sheet, ...] = ()
    encounters: tuple[Encounter, ...] = ()
    pictures: tuple[Picture, ...] = ()
    settings: Mapping[str, Json] = {}
