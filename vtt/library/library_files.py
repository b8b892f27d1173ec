"""Library entries in files: an export of some, and an import that shows its changes first."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QFileDialog

from engine.kit.content_editor.view_models import Category, ImportedFile, ImportedRecord, ImportStatus
from engine.model.frozen import replace
from vtt.campaign.library_protocol import EntryLibrary, LibraryEntry, LibraryItem
from vtt.library.entry_archive import DOCUMENTS, ArchiveRefused, read_entries, write_entries_of
from vtt.library.library_messages import LibraryMessages
from vtt.library.open_libraries import OpenLibraries
from vtt.shared.file_tasks import FileTasks
from vtt.shared.import_preview import ImportPreviewDialog
from vtt.system.atomic_files import write_atomically
from vtt.system.user_folders import documents, file_stem
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

SUFFIX = ".ktentries.zip"
_AT_ONCE = 10
"""Entries that are stored in one step of a long import, so that the window never waits."""


class LibraryFiles:
    """Exports and imports entries for the Library room.

    Args:
        messages: the theme, sentences and dialogs of the room.
        libraries: the open libraries.
    """

    def __init__(
        self,
        messages: LibraryMessages,
        libraries: OpenLibraries,
    ) -> None:
        self._messages = messages
        self._libraries = libraries
        self._tasks = FileTasks(messages.room, messages.say)
        self._storing: GradualTask | None = None

    @property
    def busy(self) -> bool:
        """Whether a file is being read or written."""
        return self._tasks.busy or self._storing is not None

    def leave(self) -> None:
        """Stop what is running, because the viewer changes."""
        self._tasks.drop()

    def ask_export(self, entries: Sequence[LibraryEntry], name: str) -> None:
        """Ask for the file to which entries are exported."""
        dialog = QFileDialog(self._messages.room.window(), ui_text("library", "file.write_title"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        endings = {ui_text("library", "file.zip"): SUFFIX.removeprefix(".")}
        endings |= {ui_text("library", f"file.{form}"): form for form in DOCUMENTS}
        dialog.setNameFilters(list(endings))
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.filterSelected.connect(lambda words: dialog.setDefaultSuffix(endings[words]))
        dialog.selectFile(f"{file_stem(short(name, 60))}{SUFFIX}")
        dialog.fileSelected.connect(lambda file: self.write(entries, Path(file)))
        self._messages.opened(dialog)

    def write(self, entries: Sequence[LibraryEntry], path: Path) -> None:
        """Export entries to a file; its form follows from the ending of its name."""
        library = self._libraries.current
        if library is None:
            return

        def task(_progress: Progress) -> None:
            ending = path.suffix.casefold().removeprefix(".")
            write_atomically(path, write_entries_of(library, [entry.id for entry in entries], ending))

        self._tasks.start(task, lambda _none: self._messages.say(ui_text("prep", "file.written")), ArchiveRefused)

    def ask_import(self) -> None:
        """Ask which file is imported."""
        dialog = QFileDialog(self._messages.room.window(), ui_text("library", "file.read_title"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([ui_text("library", "file.every"), ui_text("shell", "file.any")])
        dialog.fileSelected.connect(lambda file: self.read(Path(file)))
        self._messages.opened(dialog)

    def read(self, path: Path) -> None:
        """Read a file, and show what it would change."""
        library = self._libraries.current
        if library is None:
            return

        def task(_progress: Progress) -> tuple[tuple[LibraryItem, ...], ImportedFile]:
            items = read_entries(path)
            return items, _compared(items, library)

        self._tasks.start(task, lambda read: self._preview(library, *read), ArchiveRefused)

    def _preview(self, library: EntryLibrary, items: tuple[LibraryItem, ...], incoming: ImportedFile) -> None:
        both = QCheckBox(button_text(ui_text("library", "file.both")))
        both.setToolTip(tip(ui_text("library", "file.both_help")))
        both.setVisible(any(record.arrival is ImportStatus.CHANGES_YOURS for record in incoming.records))

        def take(chosen: tuple[int, ...]) -> bool:
            taken = [items[at] for at in chosen]
            if both.isChecked():
                taken = [_beside(item) if item.entry.id in library.entries else item for item in taken]
            self._storing = GradualTask(self._store(library, taken), self._messages.room)
            return True

        games = dict.fromkeys(record.kind for record in incoming.records)
        groups = tuple(Category(kind=game, title=game, one=game, lists=()) for game in games)
        self._messages.opened(
            ImportPreviewDialog(
                self._messages.hub,
                incoming,
                groups,
                lambda _record: False,
                take,
                self._messages.room.window(),
                choice=both,
                takes_rest=True,
            )
        )

    def _store(self, library: EntryLibrary, items: Sequence[LibraryItem]) -> Iterator[None]:
        """Store entries a few at a time."""
        stored = 0
        try:
            for start in range(0, len(items), _AT_ONCE):
                library.store(items[start : start + _AT_ONCE])
                stored = min(len(items), start + _AT_ONCE)
                yield
        except OSError as error:
            self._messages.say(str(error))
        self._storing = None
        self._libraries.changed.emit()
        if stored:
            self._messages.say(ui_text("library", "file.taken"))


def _compared(items: Sequence[LibraryItem], library: EntryLibrary) -> ImportedFile:
    """Return what an import would change; its kinds are the names of the games."""
    present = {item.entry.id: item for item in library.items([item.entry.id for item in items])}
    records = tuple(_imported(at, item, present.get(item.entry.id)) for at, item in enumerate(items))
    new, changed = (
        sum(record.arrival is status for record in records) for status in (ImportStatus.NEW, ImportStatus.CHANGES_YOURS)
    )
    return ImportedFile(records=records, told=ui_text("library", "file.summary", new=new, changed=changed))


def _imported(at: int, item: LibraryItem, present: LibraryItem | None) -> ImportedRecord:
    entry = item.entry
    if present is None:
        status = ImportStatus.NEW
    elif _comparable(item) == _comparable(present):
        status = ImportStatus.SAME
    else:
        status = ImportStatus.CHANGES_YOURS
    return ImportedRecord(
        at=at,
        kind=entry.game_name or entry.game,
        id=entry.id,
        name=entry.name,
        arrival=status,
        told=" · ".join(filter(None, (entry.kind_name, entry.line))),
        record={"id": entry.id},
    )


def _comparable(item: LibraryItem) -> tuple[object, ...]:
    """Return what makes two versions of an entry the same: all but the times, and the names of pictures."""
    return replace(item.entry, added="", changed=""), item.content, {picture.id for picture in item.pictures}


def _beside(item: LibraryItem) -> LibraryItem:
    """Return an entry that does not replace the present one."""
    return replace(item, entry=replace(item.entry, id=uuid.uuid4().hex))
