"""The controller of the libraries: opens, creates, restores and closes their files, and saves entries."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QFileDialog

from engine.model.frozen import replace
from vtt.campaign.library_protocol import EntryLibrary, LibraryEntry, LibraryItem
from vtt.library.open_libraries import ShownLibrary
from vtt.shared.campaign_panel import may_open_library
from vtt.shell.campaigns.backup_dialogs import choose_backup
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.storage.campaign_errors import CampaignError, NotThere
from vtt.system.atomic_files import real_path
from vtt.system.timestamps import spoken_time
from vtt.system.user_folders import LIBRARY_SUFFIX, file_stem
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.storage.backups import Backup
    from vtt.storage.library.included_library import IncludedLibrary
    from vtt.storage.library.library_opening import OpenedLibrary

OPEN_LIBRARIES = "library.open"
"""The setting with the files of further libraries, by path."""


class LibraryController(QObject):
    """Holds the open libraries.

    They are the user's own, which is made when it is first needed, those chosen beside it, and one without a file for
    the content that comes with the games.
    """

    def __init__(self, window: MainWindow, hub: ThemeHub, user_settings: UserSettings, task_runner: TaskRunner) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._user_settings = user_settings
        self._task_runner = task_runner
        self._opened: dict[Path, OpenedLibrary] = {}
        self._included: IncludedLibrary | None = None
        self._listing: Task | None = None
        self._gone: list[Path] = []
        """Libraries that were not there, on a drive that is not connected for example; they are tried again."""
        self._waiting: list[LibraryItem] = []
        self._is_opening = False
        libraries = self.libraries = window.libraries
        libraries.needed.connect(self.open_all)
        libraries.open_wanted.connect(self.choose_file)
        libraries.new_wanted.connect(self.choose_new)
        libraries.close_wanted.connect(self.close_chosen)
        libraries.restore_wanted.connect(self.restore)
        libraries.backups_wanted.connect(self.look_for_backups)
        libraries.anew_wanted.connect(self.start_anew)
        libraries.copy_wanted.connect(self.copy_to_own)
        window.library_wanted.connect(self.save)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        # Directly: the system waits for the answer, and may end the program after it.
        app.commitDataRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)

    @property
    def _own(self) -> Path:
        """The file of the user's own library."""
        return real_path(self._user_settings.places.library)

    # Files ---------------------------------------------------------------------------------------------------

    def open_all(self) -> None:
        """Open the user's own library and those that were open beside it."""
        if self._is_opening or self.libraries.shown:
            return
        kept = self._user_settings.extra(OPEN_LIBRARIES)
        others = [Path(path) for path in kept if isinstance(path, str)] if isinstance(kept, list) else []
        self._open(tuple(dict.fromkeys((self._own, *others))), None)

    def choose_file(self) -> None:
        """Ask which library file to open."""
        dialog = QFileDialog(self._window, ui_text("library", "menu.open"), str(self._own.parent))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([ui_text("library", "file.libraries"), ui_text("shell", "file.any")])
        self._ask_file(dialog, self.open)

    def open(self, path: Path) -> None:
        """Open a library beside the others."""
        path = real_path(path)
        if any(shown.path == path for shown in self.libraries.shown):
            self.libraries.choose(path)
        else:
            self._open((path,), path)

    def choose_new(self) -> None:
        """Ask for the file of a new library."""
        name = ui_text("library", "file.new_name")
        near = self._user_settings.places.campaigns / f"{file_stem(name)}{LIBRARY_SUFFIX}"
        dialog = QFileDialog(self._window, ui_text("library", "menu.new"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # an existing file is never overwritten
        dialog.setDefaultSuffix(LIBRARY_SUFFIX.removeprefix("."))
        dialog.setNameFilters([ui_text("library", "file.libraries")])
        self._ask_file(dialog, self.create)

    def create(self, path: Path) -> None:
        """Create an empty library and choose it."""
        backups = self._user_settings.places.backups

        def task(_progress: Progress) -> tuple[OpenedLibrary, ...]:
            from vtt.storage.library.library_opening import create_library

            return (create_library(path, backups=backups),)

        self._work(task, lambda opened: self._let_in(opened, (), real_path(path)))

    def close_chosen(self) -> None:
        """Close the chosen library; the user's own stays open."""
        chosen = self.libraries.chosen
        if chosen is None or chosen.is_own or not (chosen.is_file or chosen.is_backup):
            return
        opened = self._opened.pop(chosen.path, None)
        if opened is not None:
            opened.store.close()
        self._gone = [path for path in self._gone if path != chosen.path]
        self._show(tuple(shown for shown in self.libraries.shown if shown is not chosen), self._own)

    def restore(self) -> None:
        """Restore the newest good backup of the chosen library."""
        chosen = self.libraries.chosen
        if chosen is None or chosen.library is not None:
            return
        path, backups = chosen.path, self._user_settings.places.backups

        def task(_progress: Progress) -> None:
            from vtt.storage.backups import newest_good_backup, restore
            from vtt.storage.campaign_opening import backup_folder

            backup = newest_good_backup(backup_folder(path, backups))
            if backup is not None:
                restore(backup.path, path)

        self._work(task, lambda _: self._open((path,), path))

    def look_for_backups(self) -> None:
        """Find the whole backups of the chosen library, and list them."""
        chosen = self.libraries.chosen
        opened = self._opened.get(chosen.path) if chosen is not None and chosen.is_file else None
        if opened is None:
            return
        folder, path = opened.backups, opened.store.path

        def task(_progress: Progress) -> tuple[tuple[Backup, int], ...]:
            from vtt.storage.backups import good_backups
            from vtt.storage.library.library_opening import entries_in

            return tuple((backup, entries_in(backup.path)) for backup in good_backups(folder))

        self._work(task, lambda found: self._list_backups(path, found))

    def _list_backups(self, path: Path, found: tuple[tuple[Backup, int], ...]) -> MessageDialog | None:
        page = self._window.page
        if page is None or not may_open_library(page.campaign.viewer_campaign(page.viewer).view):
            return None  # other people look at the screen now
        if not found:
            self._window.notices.say(ui_text("library", "backups.none"))
            return None
        entries = {backup.path: count for backup, count in found}

        def line(backup: Backup) -> str:
            kind = "before_restore" if backup.replaced else "moment"
            size = max(1, backup.size // 1024)
            when = spoken_time(backup.made)
            return ui_text("library", f"backups.{kind}", when=when, size=size, entries=entries[backup.path])

        dialog = choose_backup(
            self._hub,
            self._window,
            [backup for backup, _ in found],
            (ui_text("library", "backups.asks"),),
            lambda backup: self.restore_backup(path, backup),
            line=line,
            look=self.look_into,
        )
        page.viewer_changed.connect(dialog.reject)
        return dialog

    def look_into(self, backup: Backup) -> None:
        """Show a backup beside the libraries, for viewing only."""
        path = backup.path

        def task(_progress: Progress) -> OpenedLibrary:
            from vtt.storage.library.library_opening import look_into_library

            return look_into_library(path)

        def done(opened: OpenedLibrary) -> None:
            self._opened[path] = opened
            when = spoken_time(backup.made)
            sentence = ui_text("library", "backups.looking", when=when, menu=ui_text("library", "more"))
            title = ui_text("library", "backups.title", when=when)
            new = ShownLibrary(path, opened.store, sentence, is_file=False, is_backup=True, title=title)
            self._show((*(shown for shown in self.libraries.shown if shown.path != path), new), path)

        if path in self._opened:
            self.libraries.choose(path)
        else:
            self._work(task, done)

    def restore_backup(self, path: Path, backup: Backup) -> None:
        """Put a backup in the place of an open library; the state that is there is kept among the backups."""
        opened = self._opened.pop(path, None)
        if opened is None:
            return
        opened.store.close()
        waiting = ShownLibrary(path, None, ui_text("library", "opening"), is_own=path == self._own, is_busy=True)
        self._show(tuple(waiting if shown.path == path else shown for shown in self.libraries.shown), path)
        folder = opened.backups

        def task(_progress: Progress) -> None:
            from vtt.storage.backups import restore

            restore(backup.path, path, folder=folder)

        def done(_none: None) -> None:
            self._window.notices.say(ui_text("library", "backups.restored", when=spoken_time(backup.made)))
            self._open((path,), path)

        def failed(error: Exception) -> None:
            self._failed(error)
            self._open((path,), path)

        self._task_runner.start(task, done, failed, lambda: (CampaignError,))

    def start_anew(self) -> None:
        """Start the chosen library, which cannot be opened, anew; the file is kept beside it."""
        chosen = self.libraries.chosen
        if chosen is None or chosen.library is not None:
            return
        path, backups = chosen.path, self._user_settings.places.backups

        def task(_progress: Progress) -> tuple[OpenedLibrary, ...]:
            from vtt.storage.library.library_opening import create_library, set_library_aside

            if path.exists():
                set_library_aside(path)
            return (create_library(path, backups=backups),)

        self._work(task, lambda opened: self._let_in(opened, (), path))

    def close(self) -> None:
        """Close all libraries; everything is in their files already."""
        for opened in self._opened.values():
            opened.store.close()
        self._opened.clear()
        if self._included is not None:
            self._included.close()
            self._included = None
        if self._listing is not None:
            self._listing.cancel()
            self._listing = None
        self.libraries.shown = ()  # unsaid: a room that heard of it would have them opened again

    @Slot(QSessionManager)
    def _session_ends(self, _manager: QSessionManager) -> None:
        """Move all that is stored into the files themselves, because the program may end next."""
        for opened in self._opened.values():
            opened.store.move_log()

    def _open(self, paths: tuple[Path, ...], chosen: Path | None) -> None:
        """Open libraries. The user's own is made if it is not there; others that are gone are left out this time."""
        self._is_opening = True
        own, backups = self._own, self._user_settings.places.backups

        def task(_progress: Progress) -> tuple[list[OpenedLibrary], list[ShownLibrary], list[Path]]:
            from vtt.storage.library.library_opening import create_library, open_library

            opened, troubles, gone = [], [], []
            for path in paths:
                try:
                    try:
                        opened.append(open_library(path, backups=backups))
                    except NotThere:
                        if path == own:
                            opened.append(create_library(path, backups=backups))
                        elif path == chosen:
                            raise
                        else:
                            gone.append(path)
                except CampaignError as error:
                    can_restore = error.backup is not None
                    troubles.append(ShownLibrary(path, None, str(error), can_restore=can_restore, is_own=path == own))
            return opened, troubles, gone

        def done(result: tuple[list[OpenedLibrary], list[ShownLibrary], list[Path]]) -> None:
            self._is_opening = False
            opened, troubles, gone = result
            self._gone += gone
            self._let_in(tuple(opened), tuple(troubles), chosen)
            self._list_included()

        self._work(task, done)

    def _list_included(self) -> None:
        """List the content that comes with the games, once."""
        if self._listing is not None:
            return

        def task(progress: Progress) -> IncludedLibrary:
            from vtt.shell.included_content import included_items
            from vtt.storage.library.included_library import IncludedLibrary

            return IncludedLibrary(included_items(progress.check))

        def done(library: IncludedLibrary) -> None:
            if self._listing is not listing:  # closed meanwhile
                library.close()
                return
            self._included = library
            sentence, title = ui_text("library", "included.sentence"), ui_text("library", "included.title")
            shown = ShownLibrary(library.path, library, sentence, is_file=False, title=title)
            self._show((*self.libraries.shown, shown), None)

        listing = self._listing = self._work(task, done)

    def _let_in(
        self, opened: tuple[OpenedLibrary, ...], troubles: tuple[ShownLibrary, ...], chosen: Path | None
    ) -> None:
        new = {trouble.path: trouble for trouble in troubles}
        for each in opened:
            path = each.store.path
            self._opened[path] = each
            if not each.store.view_only:
                each.keep_backups()
            new[path] = ShownLibrary(path, each.store, each.why_view_only, is_own=path == self._own)
        shown = {each.path: each for each in self.libraries.shown} | new
        ordered = sorted(shown.values(), key=lambda each: (not each.is_own, not each.is_file, each.name.casefold()))
        self._show(tuple(ordered), chosen)
        waiting, self._waiting = self._waiting, []
        for item in waiting:
            self.save(item)

    def _show(self, shown: tuple[ShownLibrary, ...], chosen: Path | None) -> None:
        others = [each.path for each in shown if each.is_file and not each.is_own]
        self._user_settings.keep_extra(OPEN_LIBRARIES, [str(path) for path in dict.fromkeys((*others, *self._gone))])
        self.libraries.show(shown, chosen)

    def _work(self, task: Callable[[Progress], object], then: Callable[..., object]) -> Task:
        return self._task_runner.start(task, then, self._failed, lambda: (CampaignError,))

    def _failed(self, error: Exception) -> None:
        self._is_opening = False
        self._window.notices.say(str(error))

    def _ask_file(self, dialog: QFileDialog, then: Callable[[Path], object]) -> None:
        dialog.fileSelected.connect(lambda file: then(Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        if self._window.page is not None:
            self._window.page.viewer_changed.connect(dialog.reject)
        dialog.open()

    # Entries -------------------------------------------------------------------------------------------------

    def copy_to_own(self, item: LibraryItem) -> None:
        """Save a copy of an entry of another library to the user's own."""
        self._save(item, self.libraries.own)

    def save(self, item: LibraryItem) -> None:
        """Save an entry to the chosen library; to the user's own if the chosen one has no file."""
        self._save(item, self.libraries.saved_to)

    def _save(self, item: LibraryItem, shown: ShownLibrary | None) -> None:
        """Save an entry. Ask what becomes of an entry that was made of the same record."""
        if shown is None:
            self._waiting.append(item)
            self.open_all()
            return
        library = shown.library
        if library is None or library.view_only:
            self._window.notices.say(shown.sentence)
            return
        entries = library.entries
        same = (entry for entry in entries.values() if _is_same(entry, item.entry))
        old = entries.get(item.entry.id) or next(same, None)
        page = self._window.page
        if old is None or page is None or not may_open_library(page.campaign.viewer_campaign(page.viewer).view):
            self._store(item, library)
            return
        present = old

        def answer(key: str) -> None:
            if key == "replace":
                kept = replace(item.entry, id=present.id, tags=present.tags, folder=present.folder)
                self._store(replace(item, entry=replace(kept, favourite=present.favourite)), library)
            elif key == "both":
                new_id = uuid.uuid4().hex if item.entry.id in library.entries else item.entry.id
                self._store(replace(item, entry=replace(item.entry, id=new_id)), library)

        name = short(item.entry.name, 60)
        choices = (
            DialogButton("replace", ui_text("library", "save.replace"), "primary"),
            DialogButton("both", ui_text("library", "save.both")),
            DialogButton("", ui_text("library", "cancel")),
        )
        sentences = (ui_text("library", "save.there", name=name),)
        title = ui_text("library", "save.title")
        dialog = ask(self._hub, self._window, title, sentences, choices, answer, icon="library")
        page.viewer_changed.connect(dialog.reject)

    def _store(self, item: LibraryItem, library: EntryLibrary) -> None:
        try:
            library.store([item])
        except OSError as error:
            self._window.notices.say(str(error))
            return
        self.libraries.changed.emit()
        # Without names: everybody can read it later.
        is_shown = library is self.libraries.current
        self._window.notices.say(ui_text("library", "save.done" if is_shown else "save.done_own"))


def _is_same(old: LibraryEntry, new: LibraryEntry) -> bool:
    """Say whether two entries were made of the same record."""
    return (old.game, old.kind, old.source, old.name) == (new.game, new.kind, new.source, new.name)
