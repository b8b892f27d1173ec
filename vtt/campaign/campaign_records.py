"""Records that are stored in a campaign file beside the game: pictures, and sheets and encounters of older files."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen, Json

PICTURE_KINDS = {
    "image/png": (".png", b"\x89PNG\r\n\x1a\n"),
    "image/jpeg": (".jpg", b"\xff\xd8\xff"),
    "image/webp": (".webp", b"RIFF"),
}
"""The kinds of picture that a campaign takes, each with the suffix of its files and their first bytes."""

WHAT_IF = "what_if"
"""The setting of a campaign file in which something is only tried: it says of which campaign, and from where on."""

PICTURE_BYTES = 32 << 20
"""The size limit of a stored picture: the size of a photo from a good camera."""


class StoredPicture(Frozen):
    """A picture that belongs to the campaign."""

    id: str
    name: str
    media_type: str
    content: bytes

    def fits(self) -> bool:
        """Return whether its first bytes are those of its kind, and its size is within the limit."""
        known = PICTURE_KINDS.get(self.media_type)
        return known is not None and self.content.startswith(known[1]) and len(self.content) <= PICTURE_BYTES

    def is_intact(self) -> bool:
        """Return whether its id is the SHA-256 of its content, as of every picture that an entry brings along."""
        import hashlib  # it brings OpenSSL along, and no table waits for that

        return hashlib.sha256(self.content).hexdigest() == self.id


class StoredSheet(Frozen):
    """A character kept for later: its fields as on a record sheet, and the id of its picture."""

    id: str
    name: str
    content: Mapping[str, Json] = {}
    picture: str | None = None


class StoredEncounter(Frozen):
    """A prepared fight or scene, in the words of the room that prepares it."""

    id: str
    name: str
    content: Mapping[str, Json] = {}


class CampaignExtras(Frozen):
    """Everything that a campaign keeps besides the game."""

    sheets: tuple[StoredSheet, ...] = ()
    encounters: tuple[StoredEncounter, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()
    settings: Mapping[str, Json] = {}
