"""The actions for several chosen entries of the library at once, which take a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from engine.model.frozen import replace
from vtt.campaign.library_protocol import EntryLibrary, LibraryEntry
from vtt.library.campaign_copies import CampaignCopies
from vtt.library.library_messages import LibraryMessages
from vtt.library.open_libraries import OpenLibraries
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

_AT_ONCE = 5
"""Entries that are changed in one step, so that the window never waits."""


class SeveralActions(QObject):
    """Adds, copies, tags and deletes the chosen entries; what is asked meanwhile comes after what is under way.

    Args:
        messages: the theme, sentences and dialogs of the room.
        libraries: the open libraries.
        copies: the copies of entries in the campaign.
        chosen: returns the chosen entries.

    Signals:
        added: copies were added to the campaign.
    """

    added = Signal()

    def __init__(
        self,
        messages: LibraryMessages,
        libraries: OpenLibraries,
        copies: CampaignCopies,
        chosen: Callable[[], Sequence[LibraryEntry]],
    ) -> None:
        super().__init__(messages.room)
        self._messages = messages
        self._libraries = libraries
        self._copies = copies
        self._chosen = chosen
        self._working: GradualTask | None = None
        self._to_do: list[Iterator[None]] = []

    def leave(self) -> None:
        """Leave the rest undone, because the viewer changes."""
        if self._working is not None:
            self._working.stop()
            self._working = None
        self._to_do.clear()

    @Slot()
    def add(self) -> None:
        """Add copies of the chosen entries to the campaign, as far as they change nothing there."""
        library, chosen = self._libraries.current, self._chosen()
        if library is not None and chosen:
            self._gradually(self._adding(library, chosen))

    @Slot()
    def copy(self) -> None:
        """Copy the chosen entries to the user's own library; entries that are there already stay."""
        library, own, chosen = self._libraries.current, self._libraries.own, self._chosen()
        if library is None or not chosen:
            return
        if own is None or own.library is None or own.library.view_only:
            self._messages.say(own.sentence if own is not None else ui_text("library", "opening"))
            return
        self._gradually(self._copying(library, own.library, chosen))

    @Slot(object)
    def tag(self, tags: tuple[str, ...]) -> None:
        """Add tags to the chosen entries."""
        library, chosen = self._libraries.current, self._chosen()
        if library is not None and not library.view_only and chosen:
            self._gradually(self._tagging(library, chosen, tags))

    def ask_delete(self) -> None:
        """Ask whether the chosen entries are to be deleted."""
        library, chosen = self._libraries.current, self._chosen()
        if library is None or library.view_only or not chosen:
            return

        def answer(key: str) -> None:
            if key == "delete":
                self._gradually(self._deleting(library, [entry.id for entry in chosen]))

        choices = (
            DialogButton("delete", ui_text("library", "delete.yes"), "danger"),
            DialogButton("", ui_text("library", "cancel"), "primary"),
        )
        title = ui_text("library", "several.delete_title", count=len(chosen))
        sentences = (ui_text("library", "several.delete_sentence", count=len(chosen)),)
        self._messages.opened(
            ask(self._messages.hub, self._messages.room.window(), title, sentences, choices, answer, icon="library")
        )

    def _adding(self, library: EntryLibrary, chosen: Sequence[LibraryEntry]) -> Iterator[None]:
        added = 0
        for entry in chosen:
            added += sum(self._copies.add_new(item) for item in library.items([entry.id]))
            yield
        if added:  # without their number: everybody can read it later
            self._messages.say(ui_text("library", "several.added"))
        if len(chosen) > added:
            self._messages.tell(ui_text("library", "several.left", left=len(chosen) - added))
        self.added.emit()

    def _copying(self, library: EntryLibrary, own: EntryLibrary, chosen: Sequence[LibraryEntry]) -> Iterator[None]:
        new = [entry.id for entry in chosen if entry.id not in own.entries]
        for start in range(0, len(new), _AT_ONCE):
            own.store(library.items(new[start : start + _AT_ONCE]))
            yield
        self._libraries.changed.emit()
        self._messages.say(ui_text("library", "several.copied"))

    def _tagging(self, library: EntryLibrary, chosen: Sequence[LibraryEntry], tags: tuple[str, ...]) -> Iterator[None]:
        tagged = [replace(entry, tags=tuple(dict.fromkeys((*entry.tags, *tags)))) for entry in chosen]
        for start in range(0, len(tagged), _AT_ONCE):
            library.store_entries(tagged[start : start + _AT_ONCE])
            yield
        self._libraries.changed.emit()

    def _deleting(self, library: EntryLibrary, ids: Sequence[str]) -> Iterator[None]:
        for start in range(0, len(ids), _AT_ONCE):
            library.remove(ids[start : start + _AT_ONCE])
            yield
        self._libraries.changed.emit()

    def _gradually(self, steps: Iterator[None]) -> None:
        """Do something a little at a time, after what is under way; say why if that is not possible."""
        self._to_do.append(steps)
        if self._working is None or not self._working.under_way:  # an unforeseen error ends it too
            self._working = GradualTask(self._steps(), self)

    def _steps(self) -> Iterator[None]:
        while self._to_do:
            try:
                yield from self._to_do.pop(0)
            except OSError as error:
                self._messages.say(str(error))
                self._libraries.changed.emit()
        self._working = None
