"""Files of records: the open record, a category or everything of the group's own is exported; files are imported.

A zip has the records with the pictures that they name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog

from engine.core.commands import Command
from engine.kit.content_editor.view_models import EditRefused, ImportedFile, ImportedRecord, Record
from engine.kit.notes.markdown_files import page_from_markdown
from engine.kit.notes.note_records import NOTES
from vtt.campaign.campaign_records import StoredPicture
from vtt.prep.record_archive import MOST_BYTES, RecordArchiveRefused, is_zip, read_record_archive, write_record_archive
from vtt.prep.record_room import RecordRoom
from vtt.shared.file_tasks import FileTasks
from vtt.shared.import_preview import MOST_BYTES as MOST_TEXT_BYTES
from vtt.shared.import_preview import FileTooLarge, ImportPreviewDialog, read_file
from vtt.shared.record_library_item import named_pictures
from vtt.system.atomic_files import write_atomically
from vtt.system.user_folders import documents, file_stem
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

_FORMS: Final = ("toml", "json", "csv")
_MARKDOWN: Final = "md"
_ZIP: Final = "zip"
_LOOKED_AT: Final = 200
"""Records that are looked at before the question for a file, so that it comes at once."""


class RecordFiles(QObject):
    """The files of a room with records.

    Args:
        room: the room.
        tasks: does the work beside the window.
        submit: submits the command that it makes; returns whether that was done.
        show: shows a dialog, and holds it until the viewer changes.
    """

    def __init__(
        self,
        room: RecordRoom,
        tasks: FileTasks,
        submit: Callable[[Callable[[], Command]], bool],
        show: Callable[[QDialog], object],
    ) -> None:
        super().__init__(room)
        self._room = room
        self._tasks = tasks
        self._do = submit
        self._show = show
        self._reading: GradualTask | None = None

    def export_one(self) -> None:
        """Ask for the file to which the open record is exported."""
        room, unsaved_record = self._room, self._room.open_record
        if unsaved_record is not None and unsaved_record.id:
            selection = ((unsaved_record.kind, unsaved_record.id),)
            # Without what it speaks of it could not be read anywhere else.
            chosen = (*selection, *room.content_editor.dependencies(room.lists, room.options, selection))
            self._ask_target(chosen, room.editor_view.name if room.editor_view is not None else unsaved_record.id)

    def export_category(self) -> None:
        """Ask for the file to which the whole category is exported."""
        room = self._room
        self._ask_target(
            [(room.kind, entry.id) for entry in room.visible_records.entries(room.kind)], room.category.title
        )

    def export_own(self) -> None:
        """Ask where everything goes that the group has written itself, as far as it may be seen here."""
        room = self._room
        kinds = [
            category.kind
            for category in room.content_editor.categories()
            if category.kind not in room.visible_records.closed
            and (category.kind == room.kind if room.category.in_every_game else not category.in_every_game)
        ]
        chosen = [
            (kind, entry.id)
            for kind in kinds
            for entry in room.content_editor.entries(room.lists, room.options, kind)
            if entry.origin in ("changed", "own")
        ]
        if chosen:
            self._ask_target(chosen, ui_text("prep", "file.own"))
        else:
            room.said.emit(ui_text("prep", "file.no_own"), ())

    def write(self, chosen: Sequence[tuple[str, str]], path: Path) -> None:
        """Write a file; its form follows from the ending of its name."""
        room = self._room
        ending = path.suffix.casefold().removeprefix(".")
        if ending == _ZIP:
            self._write_with_pictures(chosen, path)
            return
        form = ending if ending in (*_FORMS, _MARKDOWN) else _FORMS[0]
        lists, options, content_editor = room.lists, room.options, room.content_editor

        def task(_progress: Progress) -> None:
            write_atomically(path, content_editor.export_file(lists, options, chosen, form).encode())

        # Without the name and the number of records: they may be for the GM only.
        self._tasks.start(task, lambda _: room.said.emit(ui_text("prep", "file.written"), ()), EditRefused)

    def _write_with_pictures(self, chosen: Sequence[tuple[str, str]], path: Path) -> None:
        """Read the pictures that records name one by one, then write a zip with all of it."""
        room = self._room
        lists, options, content_editor = room.lists, room.options, room.content_editor
        pictures: list[StoredPicture] = []

        def read() -> Iterator[None]:
            named: dict[str, None] = {}
            for kind, id_ in chosen:
                named |= dict.fromkeys(named_pictures(content_editor.record(lists, options, kind, id_)))
                yield
            for id_ in named:
                picture = room.campaign.picture(id_)
                if picture is not None and picture.fits() and picture.is_intact():
                    pictures.append(picture)
                yield

        def write() -> None:
            def task(_progress: Progress) -> None:
                records = content_editor.export_file(lists, options, chosen, _FORMS[0])
                write_atomically(path, write_record_archive(records, pictures))

            self._tasks.start(
                task,
                lambda _: room.said.emit(ui_text("prep", "file.written"), ()),
                EditRefused,
                RecordArchiveRefused,
            )

        self._reading = GradualTask(read(), self)
        self._reading.done.connect(write)

    def leave(self) -> None:
        """Stop an export whose pictures are still being read, because the viewer changes."""
        if self._reading is not None:
            self._reading.stop()

    def ask_import(self) -> None:
        """Ask which file is read."""
        dialog = QFileDialog(self._room.window(), ui_text("prep", "file.read_title"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        markdown = [ui_text("prep", f"file.{_MARKDOWN}")] if self._is_of_notes() else []
        dialog.setNameFilters([ui_text("prep", "file.both"), *markdown, ui_text("prep", "file.any")])
        dialog.fileSelected.connect(lambda file: self.read(Path(file)))
        self._show(dialog)

    def read(self, path: Path) -> None:
        """Read a file and show what it would change."""
        room = self._room
        lists, options, content_editor = room.lists, room.options, room.content_editor

        if path.suffix.casefold() == f".{_MARKDOWN}" and self._is_of_notes():
            self._tasks.start(
                lambda _: page_from_markdown(read_file(path), path.stem), self._take_page, EditRefused, FileTooLarge
            )
            return

        def task(_progress: Progress) -> tuple[ImportedFile, tuple[StoredPicture, ...]]:
            with path.open("rb") as file:
                has_pictures = is_zip(file.read(4))
            data = read_file(path, MOST_BYTES if has_pictures else MOST_TEXT_BYTES)
            records, pictures = read_record_archive(data) if has_pictures else (data, ())
            return content_editor.read_file(lists, options, records), pictures

        self._tasks.start(
            task, lambda read: self._show_incoming(*read), EditRefused, FileTooLarge, RecordArchiveRefused
        )

    def _is_of_notes(self) -> bool:
        """Say whether the open category has notes, each of which can be a Markdown file."""
        return self._room.kind == NOTES and self._room.category.in_every_game

    def _take_page(self, page: Record) -> None:
        """Open a note from a file, to be read before it is saved."""
        if self._is_of_notes() and not self._room.is_closed:
            self._room.take_up(page)

    def _show_incoming(self, incoming: ImportedFile, pictures: Sequence[StoredPicture] = ()) -> None:
        room = self._room
        closed, is_gm = room.visible_records.closed, room.visible_records.is_gm

        def hides(imported: ImportedRecord) -> bool:
            return imported.kind in closed or (imported.gm_only and not is_gm)

        def take(chosen: tuple[int, ...]) -> bool:
            # Before other eyes than the GM's nobody knows what of theirs a secret one would take the place of.
            secret = {imported.at for imported in incoming.records if hides(imported)}
            allowed = tuple(at for at in chosen if at not in secret)
            named = named_pictures([each.record for each in incoming.records if each.at in allowed])
            new = [each for each in pictures if each.id in named and room.campaign.picture(each.id) is None]

            def bring() -> bool:
                return self._do(lambda: room.content_editor.import_command(room.seat, room.lists, incoming, allowed))

            def store() -> Iterator[None]:
                for picture in new:
                    yield
                    if not room.campaign.store_picture(picture):
                        return
                if bring():
                    preview.accept()

            if not new:
                return bring()
            preview.finished.connect(GradualTask(store(), preview).stop)
            return False  # the dialog is open until all pictures are stored

        preview = ImportPreviewDialog(room.hub, incoming, room.content_editor.categories(), hides, take, room.window())
        self._show(preview)

    def _has_pictures(self, chosen: Sequence[tuple[str, str]]) -> bool:
        """Say whether one of the first records names a picture of the campaign, so that a zip is the better file."""
        room = self._room
        records = (room.content_editor.record(room.lists, room.options, *each) for each in chosen[:_LOOKED_AT])
        return any(room.campaign.picture(id_) is not None for record in records for id_ in named_pictures(record))

    def _ask_target(self, chosen: Sequence[tuple[str, str]], name: str) -> None:
        dialog = QFileDialog(self._room.window(), ui_text("prep", "file.write_title"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        one_kind = len({kind for kind, _ in chosen}) == 1
        forms = {ui_text("prep", f"file.{form}"): form for form in _FORMS if form != "csv" or one_kind}
        forms[ui_text("prep", f"file.{_ZIP}")] = _ZIP
        if self._is_of_notes() and len(chosen) == 1:
            forms[ui_text("prep", f"file.{_MARKDOWN}")] = _MARKDOWN
        usual = _ZIP if self._has_pictures(chosen) else _FORMS[0]
        filters = sorted(forms, key=lambda words: forms[words] != usual)
        dialog.setNameFilters(filters)
        dialog.setDefaultSuffix(usual)
        dialog.filterSelected.connect(lambda words: dialog.setDefaultSuffix(forms.get(words, usual)))
        dialog.selectFile(f"{file_stem(short(name, 60))}.{usual}")
        dialog.fileSelected.connect(lambda file: self.write(chosen, Path(file)))
        self._show(dialog)
