"""Errands for a room: work beside the window, what comes of it in a sentence, and which file it is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.sheets.portable import NotPortable
from vtt.save.places import documents, file_stem
from vtt.sheets.changes_view import told
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Job, Progress, Workshop

_T = TypeVar("_T")
_PATIENCE: Final = 400
"""Milliseconds after which work is said to be under way."""


class Errands(QObject):
    """Does them one at a time or several, and lets a person stop those that take long.

    Args:
        hub: the theme.
        room: the widget that the dialogs belong to.
        shown: is told of every dialog that says how something went.
    """

    def __init__(self, hub: ThemeHub, room: QWidget, shown: Callable[[Dialogue], object]) -> None:
        super().__init__(room)
        self._hub = hub
        self._room = room
        self._shown = shown
        self._days = 0
        self._files: QFileDialog | None = None
        self._workshop = Workshop(self)
        # Not a bound method of this: by then there is no more of it than its children.
        self.destroyed.connect(self._workshop.close)

    @property
    def busy(self) -> bool:
        """Whether any of them is under way."""
        return self._workshop.busy

    def cancel(self) -> None:
        """Ask all of them to stop, and hear no more of them: others are looking now."""
        self._days += 1
        self._workshop.cancel()
        if self._files is not None:
            self._files.reject()

    def work(self, task: Callable[[Progress], _T], then: Callable[[_T], object]) -> Job:
        """Do something beside the window; what takes longer is said, and can be stopped."""
        from vtt.sheets.exchange import EXPECTED

        waiting: list[Dialogue] = []
        days = self._days

        def ended() -> None:
            over.stop()
            while waiting:
                waiting.pop().reject()

        def done(result: _T) -> None:
            ended()
            if days != self._days:
                return  # it was wanted by somebody who may have known more than those who look now
            try:
                then(result)
            except NotPortable as error:
                self.fail(error)

        def failed(error: Exception) -> None:
            ended()
            if days == self._days:
                self.fail(error)

        def stopped(_key: str) -> None:
            waiting.clear()  # it is gone from the screen, and soon altogether
            job.cancel()

        def patience() -> None:
            choices = (Choice("", told("cancel")),)
            title, sentences = told("working_title"), (told("working"),)
            waiting.append(ask(self._hub, self._room.window(), title, sentences, choices, stopped, icon="hourglass"))

        over = QTimer(self)
        over.setSingleShot(True)
        over.timeout.connect(patience)
        over.start(_PATIENCE)
        job = self._workshop.start(task, done, failed, lambda: EXPECTED)
        job.ended.connect(over.deleteLater)
        job.ended.connect(ended)
        return job

    def fail(self, error: Exception) -> None:
        """Say in a sentence what went wrong."""
        words = getattr(error, "text", "")
        if not words and isinstance(error, OSError):
            words = told("form.unreadable")
        self.say("trouble", words or str(error))

    def say(self, title: str, sentence: str) -> None:
        """Say something; `title` names the heading."""
        choices = (Choice("", told("close"), "primary"),)
        icon = "warning" if title == "trouble" else "file"
        self._shown(ask(self._hub, self._room.window(), told(title), (sentence,), choices, lambda _: None, icon=icon))

    def ask_file(self, key: str, ending: str, then: Callable[[Path], Any]) -> None:
        """Ask which file to read; `key` names the title of the dialog."""
        dialog = QFileDialog(self._room.window(), told(f"{key}_file"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([told(f"files_{ending}"), told("files_any")])
        self._show_files(dialog, then)

    def ask_new_file(self, key: str, ending: str, name: str, then: Callable[[Path], Any]) -> None:
        """Ask where a file goes that is called `name`, or nearly so."""
        dialog = QFileDialog(self._room.window(), told(f"{key}_file"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([told(f"files_{ending}"), told("files_any")])
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
