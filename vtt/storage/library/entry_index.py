"""The entries of an open library in memory: in the order of the list, counted for the filters, and searched."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from vtt.campaign.library_protocol import FilterValue, LibraryContent, LibraryEntry, LibraryQuery
from vtt.storage.library.filter_values import FilterValues
from vtt.storage.library.library_search import LibrarySearch

_FEW = 20
"""So many entries are put at their places one by one; more, and all are sorted anew."""


class EntryIndex:
    """The entries of a library.

    >>> wolf = LibraryEntry(id="1", game="g", game_name="G", kind="foes", kind_name="foe", source="wolf", name="Wolf")
    >>> index = EntryIndex()
    >>> index.put([(wolf, LibraryContent(content=""))])
    >>> [entry.name for entry in index.search(LibraryQuery(words="wol"))]
    ['Wolf']
    >>> index.remove(["1"])
    >>> index.search(LibraryQuery())
    []
    """

    def __init__(self) -> None:
        self._entries: dict[str, LibraryEntry] = {}
        self._by_name: list[LibraryEntry] = []
        self._filter_values = FilterValues()
        self._search = LibrarySearch()

    @property
    def entries(self) -> Mapping[str, LibraryEntry]:
        """All entries by id."""
        return MappingProxyType(self._entries)

    def filter_values(self, field: str, game: str = "") -> Sequence[FilterValue]:
        """Return the values that entries have for a filter, by name; those of one game, if one is given."""
        return self._filter_values.of(field, game)

    def search(self, query: LibraryQuery) -> Sequence[LibraryEntry]:
        """Return the entries that a query finds."""
        wanted = self._search.find(query.words)
        if wanted and self._search.ranks(query.words):
            return self._fitting((self._entries[id_] for id_ in wanted), query)
        if wanted:
            ids = frozenset(wanted)
            return self._fitting((entry for entry in self._by_name if entry.id in ids), query)
        part = query.words.strip().casefold()
        if not part:
            return self._fitting(self._by_name, query)
        return self._fitting((entry for entry in self._by_name if part in entry.name.casefold()), query)

    def put(self, items: Iterable[tuple[LibraryEntry, LibraryContent]]) -> None:
        """Put in entries, each in place of the one with the same id; of the content only the details count."""
        items = list(items)
        new = {entry.id: entry for entry, _ in items}
        for id_ in self._entries.keys() & new.keys():
            self._by_name.remove(self._entries[id_])
            self._filter_values.remove([self._entries[id_]])
        self._filter_values.add(new.values())
        self._entries |= new
        if len(new) > _FEW:
            self._by_name = sorted(self._entries.values(), key=_place)
        else:
            for entry in new.values():
                insort(self._by_name, entry, key=_place)
        self._search.add(items)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove entries that are there."""
        gone = list(ids)
        for entry in map(self._entries.pop, gone):
            self._by_name.remove(entry)
            self._filter_values.remove([entry])
        self._search.remove(gone)

    def close(self) -> None:
        """Let go of the memory of the search."""
        self._search.close()

    def _fitting(self, entries: Iterable[LibraryEntry], query: LibraryQuery) -> list[LibraryEntry]:
        """Return those entries that a query does not leave out by their game, kind, folder, tag or mark."""
        if query == LibraryQuery(words=query.words):
            return list(entries)
        kinds = self._filter_values.same_name("kind", query.kind) if query.kind else frozenset[str]()
        return [entry for entry in entries if (not kinds or entry.kind in kinds) and _fits(entry, query)]


def _place(entry: LibraryEntry) -> tuple[bool, str, str]:
    """Return the place of an entry in a list: favourites first, then by name."""
    return not entry.favourite, entry.name.casefold(), entry.id


def _fits(entry: LibraryEntry, query: LibraryQuery) -> bool:
    return (
        query.game in ("", entry.game)
        and query.folder in ("", entry.folder)
        and (not query.tag or query.tag in entry.tags)
        and (entry.favourite or not query.favourites)
    )
