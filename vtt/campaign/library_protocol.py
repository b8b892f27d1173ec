"""The library as the window knows it: entries of every game, kept beside the campaigns. `vtt.storage` implements it.

The content of an entry is a file that an export of the game writes: a character file, or a content file with one
record and the records that it needs. So an entry comes into a campaign through the same checks as a file does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from engine.model.frozen import Frozen, replace
from vtt.campaign.campaign_records import StoredPicture

CHARACTER: Final = "character-file"
"""The kind of entries with a character; all other kinds are those of a game's content editor."""
FILTERS: Final = ("game", "kind", "tag", "folder")
"""The filters of a search: each restricts it to entries with one value."""
LONGEST_NAME: Final = 200
LONGEST_LINE: Final = 400
LONGEST_TAG: Final = 40
LONGEST_FOLDER: Final = 60
MOST_TAGS: Final = 20
MOST_DETAILS: Final = 400
LONGEST_DETAIL: Final = 4000
MOST_PICTURES: Final = 12
"""Pictures of one entry."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


class LibraryEntry(Frozen):
    """An entry without its content.

    Attributes:
        id: identifies it in every library; a copy in another library has the same.
        game, game_name: the id of the game, and its name as it was when the entry was saved.
        kind, kind_name: `CHARACTER` or a kind of the game's content editor, and its name in the singular.
        source: the id of the record in its campaign. The record, saved again under its name, can replace the entry.
        name, line: its name, and a short text beside it.
        folder: the name of its folder; empty for none.
        tags: words to find it by.
        added, changed: ISO times.
    """

    id: str
    game: str
    game_name: str
    kind: str
    kind_name: str
    source: str
    name: str
    line: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()
    favourite: bool = False
    added: str = ""
    changed: str = ""


class LibraryDetail(Frozen):
    """A line of the details of an entry: a label and a value. Without a label it is a sentence."""

    label: str
    value: str


class LibraryContent(Frozen):
    """The content of an entry: the exported file, and its details, which need no game to be read."""

    content: str
    details: tuple[LibraryDetail, ...] = ()


class LibraryItem(Frozen):
    """An entry with its content.

    Attributes:
        pictures: the pictures that its records name. The id of a picture is the SHA-256 of its content, so that each is
            stored once, however many entries name it.
    """

    entry: LibraryEntry
    content: LibraryContent
    pictures: tuple[StoredPicture, ...] = ()


class LibraryQuery(Frozen):
    """A search. Every word must be found, at least as the beginning of a word; an empty field does not restrict it.

    A kind includes every other kind with the same name.
    """

    words: str = ""
    game: str = ""
    kind: str = ""
    tag: str = ""
    folder: str = ""
    favourites: bool = False


class FilterValue(Frozen):
    """A value of one of the `FILTERS`, its name on screen, and the number of entries with it."""

    value: str
    name: str
    count: int


class EntryLibrary(Protocol):
    """An open library. Every method that writes raises an OSError with one sentence, and then nothing is changed."""

    @property
    def path(self) -> Path:
        """The file."""
        ...

    @property
    def view_only(self) -> bool:
        """Whether nothing can be stored."""
        ...

    @property
    def entries(self) -> Mapping[str, LibraryEntry]:
        """All entries by id."""
        ...

    def filter_values(self, field: str, game: str = "") -> Sequence[FilterValue]:
        """Return the values that entries have for one of the `FILTERS`, by name; those of one game, if one is given.

        Kinds with the same name are one.
        """
        ...

    def search(self, query: LibraryQuery) -> Sequence[LibraryEntry]:
        """Return the entries that a query finds: favourites first, then by name; with words the best first."""
        ...

    def content(self, entry: str) -> LibraryContent:
        """Return the content of an entry."""
        ...

    def items(self, ids: Sequence[str]) -> Sequence[LibraryItem]:
        """Return those of these entries that are there, with their content; any thread may call it."""
        ...

    def store(self, items: Iterable[LibraryItem]) -> None:
        """Store entries in one step, each in place of the one with the same id."""
        ...

    def store_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Store other names, tags, folders or marks of entries in one step; their content stays."""
        ...

    def remove(self, ids: Iterable[str]) -> None:
        """Remove entries in one step."""
        ...


def one_line(text: str, longest: int) -> str:
    r"""Return a text on one line, without signs that cannot be seen, and not too long.

    >>> one_line(" Grey\n\u202ewolf ", 8)
    'Grey wol'
    """
    return _plain(text)[:longest].rstrip()


def tags_of(text: str) -> tuple[str, ...]:
    """Return the tags in a text that was typed, separated by commas.

    >>> tags_of("undead, forest,, Undead")
    ('undead', 'forest')
    """
    tags = {tag.casefold(): tag for part in reversed(text.split(",")) if (tag := one_line(part, LONGEST_TAG))}
    return tuple(sorted(tags.values(), key=text.find))[:MOST_TAGS]


def within_limits(item: LibraryItem) -> LibraryItem:
    """Return an item with every text within its limits; its content is as it was."""
    details = details_within_limits(item.content.details)
    pictures = {picture.id: picture for picture in item.pictures if picture.fits()}
    return LibraryItem(
        entry=entry_within_limits(item.entry),
        content=replace(item.content, details=details),
        pictures=tuple(pictures.values())[:MOST_PICTURES],
    )


def entry_within_limits(entry: LibraryEntry) -> LibraryEntry:
    """Return an entry with every text within its limits."""
    tags = dict.fromkeys(tag for each in entry.tags if (tag := one_line(each, LONGEST_TAG)))
    return replace(
        entry,
        game=one_line(entry.game, LONGEST_NAME),
        game_name=one_line(entry.game_name, LONGEST_NAME),
        kind=one_line(entry.kind, LONGEST_NAME),
        kind_name=one_line(entry.kind_name, LONGEST_NAME),
        source=one_line(entry.source, LONGEST_NAME),
        name=one_line(entry.name, LONGEST_NAME),
        line=one_line(entry.line, LONGEST_LINE),
        folder=one_line(entry.folder, LONGEST_FOLDER),
        tags=tuple(tags)[:MOST_TAGS],
    )


def details_within_limits(details: Sequence[LibraryDetail]) -> tuple[LibraryDetail, ...]:
    """Return details with every text within its limits."""
    return tuple(
        LibraryDetail(label=one_line(detail.label, LONGEST_NAME), value=_paragraph(detail.value))
        for detail in details[:MOST_DETAILS]
    )


def _paragraph(text: str) -> str:
    """Return a text of several lines without signs that cannot be seen."""
    return "\n".join(filter(None, map(_plain, text[:LONGEST_DETAIL].splitlines())))


def _plain(text: str) -> str:
    """Return a text with single spaces and without signs that cannot be seen."""
    return " ".join((text if text.isprintable() else _UNSEEN.sub(" ", text)).split())
