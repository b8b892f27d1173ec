"""The tables of a campaign file and of a library file. The stores take and give the objects made of the rows."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Table
from sqlmodel import Field, SQLModel


class CampaignRow(SQLModel, table=True):
    """The one row of the campaign itself.

    `position` is the number of gestures that count now, `entries` the number of all, including those that wait for
    redo. `revision` grows with each commit: a writer that finds another number knows that somebody else wrote.
    """

    __tablename__ = "campaign"
    __table_args__ = (CheckConstraint("id = 1"),)

    id: int = Field(default=1, primary_key=True)
    uid: str
    name: str
    ruleset: str
    created: str
    changed: str
    position: int = 0
    entries: int = 0
    revision: int = 0


class JournalRow(SQLModel, table=True):
    """A gesture, counted from 1: JSON in four columns, `digest` the CRC-32 of these in this order.

    `made` is the ISO time at which it was made; empty for gestures of older files. It is outside the checksum, by which
    copies are compared: a move is the same in each of them.
    """

    __tablename__ = "journal"

    position: int | None = Field(default=None, primary_key=True)
    seat: str
    command: str
    events: str
    title: str
    learned: str
    digest: int
    made: str = ""


class AsideRow(SQLModel, table=True):
    """A line of the log that is no gesture; `after` counts the gestures before it."""

    __tablename__ = "aside"

    id: int | None = Field(default=None, primary_key=True)
    after: int = Field(index=True)
    note: str


class CheckpointRow(SQLModel, table=True):
    """The whole table after so many gestures, so that a long history opens fast. Position 0 is the start."""

    __tablename__ = "checkpoint"

    position: int | None = Field(default=None, primary_key=True)
    content: str
    digest: int


class PictureRow(SQLModel, table=True):
    """A picture that belongs to the campaign."""

    __tablename__ = "picture"

    id: str = Field(primary_key=True)
    name: str
    media_type: str
    content: bytes


class SheetRow(SQLModel, table=True):
    """A sheet of an older version of the program: read, exported and imported, but never added."""

    __tablename__ = "sheet"

    id: str = Field(primary_key=True)
    name: str
    content: str
    picture: str | None = Field(default=None, foreign_key="picture.id", ondelete="SET NULL")


class EncounterRow(SQLModel, table=True):
    """An encounter of an older version of the program: read, exported and imported, but never added."""

    __tablename__ = "encounter"

    id: str = Field(primary_key=True)
    name: str
    content: str


class SettingRow(SQLModel, table=True):
    """A choice that goes with the campaign and not with the person. `content` is JSON."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    content: str


class LibraryRow(SQLModel, table=True):
    """The one row of a library itself. `revision` grows with each commit."""

    __tablename__ = "library"
    __table_args__ = (CheckConstraint("id = 1"),)

    id: int = Field(default=1, primary_key=True)
    uid: str
    created: str
    changed: str
    revision: int = 0


class LibraryEntryRow(SQLModel, table=True):
    """An entry of a library without its content. `tags` is JSON, `digest` the CRC-32 of all other columns."""

    __tablename__ = "entry"

    id: str = Field(primary_key=True)
    game: str
    game_name: str
    kind: str
    kind_name: str
    source: str
    name: str
    line: str
    folder: str
    tags: str
    favourite: int
    added: str
    changed: str
    digest: int


class LibraryContentRow(SQLModel, table=True):
    """The content of an entry: the file that an export writes, and what people read of it as JSON."""

    __tablename__ = "entry_content"

    id: str = Field(primary_key=True, foreign_key="entry.id", ondelete="CASCADE")
    details: str
    content: str
    digest: int


class LibraryPictureRow(SQLModel, table=True):
    """A picture that entries name. `id` is the SHA-256 of its content, so each is stored once."""

    __tablename__ = "library_picture"

    id: str = Field(primary_key=True)
    name: str
    media_type: str
    content: bytes
    digest: int


class EntryPictureRow(SQLModel, table=True):
    """An entry names a picture. A picture that no entry names is removed."""

    __tablename__ = "entry_picture"

    entry: str = Field(primary_key=True, foreign_key="entry.id", ondelete="CASCADE")
    picture: str = Field(primary_key=True, foreign_key="library_picture.id", ondelete="CASCADE")


def columns_of(model: type[SQLModel]) -> Table:
    """Return the Core table of a model, for statements without the ORM."""
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


CAMPAIGN = columns_of(CampaignRow)
JOURNAL = columns_of(JournalRow)
ASIDE = columns_of(AsideRow)
CHECKPOINT = columns_of(CheckpointRow)
PICTURE = columns_of(PictureRow)
SHEET = columns_of(SheetRow)
ENCOUNTER = columns_of(EncounterRow)
SETTING = columns_of(SettingRow)
EVERY_TABLE = (CAMPAIGN, JOURNAL, ASIDE, CHECKPOINT, PICTURE, SHEET, ENCOUNTER, SETTING)

LIBRARY = columns_of(LibraryRow)
LIBRARY_ENTRY = columns_of(LibraryEntryRow)
LIBRARY_CONTENT = columns_of(LibraryContentRow)
LIBRARY_PICTURE = columns_of(LibraryPictureRow)
ENTRY_PICTURE = columns_of(EntryPictureRow)
EVERY_LIBRARY_TABLE = (LIBRARY, LIBRARY_ENTRY, LIBRARY_CONTENT, LIBRARY_PICTURE, ENTRY_PICTURE)
