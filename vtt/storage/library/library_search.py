"""The full-text index of an open library, in memory.

It is made when the library is opened and never stored: so it always fits the file, and the file of a stranger brings
no index that SQLite would have to trust.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence

from vtt.campaign.library_protocol import LibraryContent, LibraryEntry

_WORD = re.compile(r"[^\W_]+")
_WEIGHTS = "10.0, 6.0, 2.0, 1.0"
"""The weights of the columns: a word counts most in a name, least in the details."""
_MOST_WORDS = 12
_RANKING = 3


class LibrarySearch:
    """An index of names, tags, lines and details.

    >>> search = LibrarySearch()
    >>> wolf = LibraryEntry(id="1", game="g", game_name="G", kind="foes", kind_name="foe", source="wolf", name="Wölfin")
    >>> search.add([(wolf, LibraryContent(content="", details=()))])
    >>> search.find('wolf* "'), search.find("bear"), search.find("*")
    (['1'], [], None)
    """

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._connection.execute(
            "CREATE VIRTUAL TABLE found USING fts5("
            "name, tags, line, details, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3')"
        )
        self._rows: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._last = 0

    def add(self, items: Iterable[tuple[LibraryEntry, LibraryContent]]) -> None:
        """Add entries to the index, each in place of the one with the same id."""
        rows = []
        old = []
        for entry, content in items:
            if entry.id in self._rows:
                old.append((self._rows[entry.id],))
                del self._ids[self._rows[entry.id]]
            self._last += 1
            self._rows[entry.id] = self._last
            self._ids[self._last] = entry.id
            details = "\n".join(f"{detail.label} {detail.value}" for detail in content.details)
            tags = " ".join((*entry.tags, entry.folder, entry.kind_name, entry.game_name))
            rows.append((self._last, entry.name, tags, entry.line, details))
        self._connection.execute("BEGIN")
        self._connection.executemany("DELETE FROM found WHERE rowid = ?", old)
        self._connection.executemany(
            "INSERT INTO found (rowid, name, tags, line, details) VALUES (?, ?, ?, ?, ?)", rows
        )
        self._connection.execute("COMMIT")

    def remove(self, ids: Iterable[str]) -> None:
        """Remove entries from the index."""
        rows = [(self._rows.pop(id_),) for id_ in ids if id_ in self._rows]
        for (row,) in rows:
            del self._ids[row]
        self._connection.executemany("DELETE FROM found WHERE rowid = ?", rows)

    def find(self, words: str) -> Sequence[str] | None:
        """Return the ids of the entries with all words; None if no word was given.

        Each word counts as the beginning of a word. Signs that are no letters or digits only separate words. The best
        are first if a word is long enough to tell them apart (`ranks`).
        """
        wanted = _WORD.findall(words)[:_MOST_WORDS]
        if not wanted:
            return None
        query = " ".join(f'"{word}"*' for word in wanted)
        order = f"ORDER BY bm25(found, {_WEIGHTS}), rowid" if self.ranks(words) else ""
        rows = self._connection.execute(f"SELECT rowid FROM found WHERE found MATCH ? {order}", (query,))
        return [self._ids[row] for (row,) in rows]

    @staticmethod
    def ranks(words: str) -> bool:
        """Say whether the best are found first: one or two letters find half of a library, and say little of it."""
        return any(len(word) >= _RANKING for word in _WORD.findall(words))

    def close(self) -> None:
        """Let go of the memory."""
        self._connection.close()
