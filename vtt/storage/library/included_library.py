"""A library in memory that cannot be changed: the content that comes with the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from vtt.campaign.library_protocol import (
    FilterValue,
    LibraryContent,
    LibraryEntry,
    LibraryItem,
    LibraryQuery,
    within_limits,
)
from vtt.storage.campaign_errors import NotThere, ViewOnly
from vtt.storage.library.entry_index import EntryIndex

INCLUDED = Path("included")
"""The path of an included library, which has no file."""


class IncludedLibrary:
    """The entries of an included library; implements `vtt.campaign.library_protocol.EntryLibrary`."""

    path = INCLUDED
    view_only = True

    def __init__(self, items: Iterable[LibraryItem]) -> None:
        self._items = {item.entry.id: within_limits(item) for item in items}
        self._index = EntryIndex()
        self._index.put((item.entry, item.content) for item in self._items.values())

    @property
    def entries(self) -> Mapping[str, LibraryEntry]:
        """All entries by id."""
        return self._index.entries

    def filter_values(self, field: str, game: str = "") -> Sequence[FilterValue]:
        """Return the values that entries have for a filter, by name; those of one game, if one is given."""
        return self._index.filter_values(field, game)

    def search(self, query: LibraryQuery) -> Sequence[LibraryEntry]:
        """Return the entries that a query finds."""
        return self._index.search(query)

    def content(self, entry: str) -> LibraryContent:
        """Return the content of an entry. Raises NotThere."""
        if entry not in self._items:
            raise NotThere(self.path)
        return self._items[entry].content

    def items(self, ids: Sequence[str]) -> Sequence[LibraryItem]:
        """Return those of these entries that are there, with their content."""
        return [self._items[id_] for id_ in ids if id_ in self._items]

    def store(self, items: Iterable[LibraryItem]) -> None:
        """Raise ViewOnly."""
        raise ViewOnly(self.path)

    def store_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Raise ViewOnly."""
        raise ViewOnly(self.path)

    def remove(self, ids: Iterable[str]) -> None:
        """Raise ViewOnly."""
        raise ViewOnly(self.path)

    def close(self) -> None:
        """Let go of the memory of the search."""
        self._index.close()
