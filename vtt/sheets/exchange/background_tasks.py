"""Background tasks of a room: running them, showing their results, and asking for files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.sheets.exchange.character_file import CharacterFileError
from vtt.sheets.exchange.changes_preview import exchange_text
from vtt.system.user_folders import documents, file_stem
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner

_T = TypeVar("_T")
_PATIENCE: Final = 400
"""Milliseconds after which running work is shown."""


class BackgroundTasks(QObject):
    """Runs tasks in the background, shows their results, and lets the user cancel slow ones.

    Args:
        hub: the theme.
        room: the widget that the dialogs belong to.
        shown: called with every result dialog.
    """

    def __init__(self, hub: ThemeHub, room: QWidget, shown: Callable[[MessageDialog], object]) -> None:
        super().__init__(room)
        self._hub = hub
        self._room = room
        self._shown = shown
        self._days = 0
        self._files: QFileDialog | None = None
        self._task_runner = TaskRunner(self)
        # Not a bound method of this object: at that time only its children still exist.
        self.destroyed.connect(self._task_runner.close)

    @property
    def busy(self) -> bool:
        """Whether any task is running."""
        return self._task_runner.busy

    def cancel(self) -> None:
        """Cancel all tasks and ignore their results, because the viewer changes."""
        self._days += 1
        self._task_runner.cancel()
        if self._files is not None:
            self._files.reject()

    def work(self, task: Callable[[Progress], _T], then: Callable[[_T], object]) -> Task:
        """Run a task in the background; a slow one shows a dialog with which it can be cancelled."""
        from vtt.sheets.exchange.character_transfer import EXPECTED

        waiting: list[MessageDialog] = []
        days = self._days

        def ended() -> None:
            over.stop()
            while waiting:
                waiting.pop().reject()

        def done(result: _T) -> None:
            ended()
            if days != self._days:
                return  # the viewer has changed, and may know less
            try:
                then(result)
            except CharacterFileError as error:
                self.fail(error)

        def failed(error: Exception) -> None:
            ended()
            if days == self._days:
                self.fail(error)

        def stopped(_key: str) -> None:
            waiting.clear()  # the dialog is closed already
            job.cancel()

        def patience() -> None:
            choices = (DialogButton("", exchange_text("cancel")),)
            title, sentences = exchange_text("working_title"), (exchange_text("working"),)
            waiting.append(ask(self._hub, self._room.window(), title, sentences, choices, stopped, icon="hourglass"))

        over = QTimer(self)
        over.setSingleShot(True)
        over.timeout.connect(patience)
        over.start(_PATIENCE)
        job = self._task_runner.start(task, done, failed, lambda: EXPECTED)
        job.ended.connect(over.deleteLater)
        job.ended.connect(ended)
        return job

    def fail(self, error: Exception) -> None:
        """Show what went wrong, in a sentence."""
        words = getattr(error, "text", "")
        if not words and isinstance(error, OSError):
            words = exchange_text("form.unreadable")
        self.say("trouble", words or str(error))

    def say(self, title: str, sentence: str) -> None:
        """Say something; `title` names the heading."""
        choices = (DialogButton("", exchange_text("close"), "primary"),)
        icon = "warning" if title == "trouble" else "file"
        self._shown(
            ask(self._hub, self._room.window(), exchange_text(title), (sentence,), choices, lambda _: None, icon=icon)
        )

    def ask_file(self, key: str, ending: str, then: Callable[[Path], Any]) -> None:
        """Ask which file to read; `key` names the title of the dialog."""
        dialog = QFileDialog(self._room.window(), exchange_text(f"{key}_file"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([exchange_text(f"files_{ending}"), exchange_text("files_any")])
        self._show_files(dialog, then)

    def ask_new_file(self, key: str, ending: str, name: str, then: Callable[[Path], Any]) -> None:
        """Ask where to write a new file; `name` is the proposed name."""
        dialog = QFileDialog(self._room.window(), exchange_text(f"{key}_file"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([exchange_text(f"files_{ending}"), exchange_text("files_any")])
        dialog.setDefaultSuffix(ending)
        dialog.selectFile(f"{file_stem(short(name, 60))}.{ending}")
        self._show_files(dialog, then)

    def _show_files(self, dialog: QFileDialog, then: Callable[[Path], Any]) -> None:
        def gone(_result: int) -> None:
            self._files = None
            dialog.deleteLater()

        dialog.fileSelected.connect(lambda file: then(Path(file)))
        dialog.finished.connect(gone)
        self._files = dialog
        dialog.open()
