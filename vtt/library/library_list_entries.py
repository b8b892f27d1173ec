"""The entries of the open libraries that fill rows of sheets, by list. They are read once, until a library changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QObject, Slot

from engine.sheets.catalogue.listed_entries import Entry
from vtt.campaign.library_protocol import EntryLibrary
from vtt.library.open_libraries import OpenLibraries
from vtt.shared.list_entry_item import LIST_ENTRY, list_entry_file

_MOST: Final = 500
"""The entries of one library that are read."""


class LibraryListEntries(QObject):
    """The entries for the sheets of one game.

    Args:
        libraries: the open libraries; the first question has them opened.
        game: the id of the game.
        parent: the Qt parent.
    """

    def __init__(self, libraries: OpenLibraries, game: str, parent: QObject) -> None:
        super().__init__(parent)
        self._libraries = libraries
        self._game = game
        self._known: dict[str, list[Entry]] | None = None
        libraries.changed.connect(self._forget)

    def of(self, list_name: str) -> tuple[Entry, ...]:
        """Return the entries of a list."""
        self._libraries.need()
        if self._known is None:
            self._known = {}
            for shown in self._libraries.shown:
                if shown.library is not None and not shown.is_backup:
                    for name, entry in self._read(shown.library):
                        self._known.setdefault(name, []).append(entry)
        return tuple(self._known.get(list_name, ()))

    def _read(self, library: EntryLibrary) -> Iterator[tuple[str, Entry]]:
        ids = [each.id for each in library.entries.values() if each.kind == LIST_ENTRY and each.game == self._game]
        for item in library.items(ids[:_MOST]) if ids else ():
            file = list_entry_file(item.content.content)
            if file is not None:
                yield file.list, file.entry

    @Slot()
    def _forget(self) -> None:
        self._known = None
