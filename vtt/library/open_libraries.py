"""The libraries that are open in this window, and what people want done with their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vtt.campaign.library_protocol import EntryLibrary


@dataclass(frozen=True, slots=True)
class ShownLibrary:
    """A library in the list of libraries.

    Attributes:
        path: its file; without one, a name that no file has (`is_file`).
        library: its entries; None if it could not be opened.
        sentence: why it could not be opened, or is open for viewing only; empty if all is well.
        can_restore: a good backup of it is there.
        is_own: it is the user's own library, which is always open.
        is_file: it is a file, which people can open and close.
        is_backup: it is a backup that somebody looks into; it can be closed and not changed.
        is_busy: something is being done with its file, and it comes back by itself.
        title: its name on screen, if that is not the name of the file.
    """

    path: Path
    library: EntryLibrary | None
    sentence: str = ""
    can_restore: bool = False
    is_own: bool = False
    is_file: bool = True
    is_backup: bool = False
    is_busy: bool = False
    title: str = ""

    @property
    def name(self) -> str:
        """The name on screen: the name of the file, if it has one."""
        return self.title or self.path.stem


class OpenLibraries(QObject):
    """The open libraries, of which one is chosen. The shell opens their files; rooms show them.

    Signals:
        changed: other libraries are open, another one is chosen, or entries have changed.
        needed: somebody needs the libraries, and they were not opened yet.
        open_wanted: choose a library file to open.
        new_wanted: choose a file for a new, empty library.
        close_wanted: close the chosen library, which is a file and not the user's own.
        restore_wanted: restore the newest good backup of the chosen library, which is damaged.
        backups_wanted: list the backups of the chosen library, which is a file.
        anew_wanted: start the chosen library anew; the damaged file is kept beside it.
        copy_wanted: a LibraryItem, to be saved to the user's own library.
    """

    changed = Signal()
    needed = Signal()
    open_wanted = Signal()
    new_wanted = Signal()
    close_wanted = Signal()
    restore_wanted = Signal()
    backups_wanted = Signal()
    anew_wanted = Signal()
    copy_wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: tuple[ShownLibrary, ...] = ()
        self._chosen: Path | None = None

    @property
    def chosen(self) -> ShownLibrary | None:
        """The library that is shown; None before any was opened."""
        first = next(iter(self.shown), None)
        return next((shown for shown in self.shown if shown.path == self._chosen), first)

    @property
    def own(self) -> ShownLibrary | None:
        """The user's own library; None before it was opened."""
        return next((shown for shown in self.shown if shown.is_own), None)

    @property
    def saved_to(self) -> ShownLibrary | None:
        """The library that entries are saved to: the chosen one if it is a file, else the user's own."""
        return self.chosen if self.chosen is not None and self.chosen.is_file else self.own

    @property
    def current(self) -> EntryLibrary | None:
        """The entries of the chosen library; None if it is not open."""
        return self.chosen.library if self.chosen is not None else None

    def need(self) -> None:
        """Have the libraries opened, if they are not."""
        if not self.shown:
            self.needed.emit()

    def show(self, libraries: Sequence[ShownLibrary], chosen: Path | None = None) -> None:
        """Show these libraries."""
        self.shown = tuple(libraries)
        if chosen is not None:
            self._chosen = chosen
        self.changed.emit()

    def choose(self, path: Path) -> None:
        """Show another of the open libraries."""
        if self.chosen is not None and path != self.chosen.path:
            self._chosen = path
            self.changed.emit()
