"""The recent campaigns on the first page and in the menu, each with a picture of where it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QImage

from vtt.shell.user_settings import UserSettings, make_thumbnail
from vtt.widgets.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from vtt.shell.window.main_window import MainWindow

AFTER_CLOSING = 100
"""Milliseconds that the first page has to itself before the picture of the campaign that was left is made."""


class RecentCampaigns(QObject):
    """Shows what is remembered. Pictures are read and drawn by a worker, and come when they come."""

    def __init__(self, window: MainWindow, user_settings: UserSettings, task_runner: TaskRunner) -> None:
        super().__init__(window)
        self._window = window
        self._user_settings = user_settings
        self._task_runner = task_runner
        self._pictures: dict[str, QImage] = {}
        self._left: tuple[Path, QImage] | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(AFTER_CLOSING)
        self._later.timeout.connect(self.keep_picture)
        window.on_welcome(lambda _page: self.show())
        self.show()

    def show(self) -> None:
        """Show the recent campaigns."""
        recents = self._user_settings.values.recent
        self._window.menu.show_recent(recents)
        welcome = self._window.first_page
        if welcome is None:
            return
        from vtt.welcome.welcome_page import ResumableCampaign

        self._pictures = {r.path: self._pictures[r.path] for r in recents if r.path in self._pictures}
        welcome.show_recent([ResumableCampaign(r, self._pictures.get(r.path), Path(r.path).is_file()) for r in recents])
        missing = {r.path: r.picture for r in recents if r.picture and r.path not in self._pictures}
        if missing:
            self._task_runner.start(lambda _: _read(missing), self._show_pictures)

    def leave(self, path: Path, name: str, ruleset: str, picture: QImage | None) -> None:
        """Remember a campaign that is closed now, and what its table looked like to everybody."""
        self._user_settings.keep_recent(path, name, ruleset, pictured=picture is not None)
        self._user_settings.forget_old_pictures()
        if picture is not None:
            self._left = path, picture
            self._pictures[str(path)] = picture
            self._later.start()

    @Slot()
    def keep_picture(self) -> None:
        """Have the picture of the campaign that was left drawn small and written, if that has not begun."""
        self._later.stop()
        if self._left is not None:
            (path, picture), self._left = self._left, None
            places = self._user_settings.places
            self._task_runner.start(lambda _: {str(path): make_thumbnail(places, path, picture)}, self._show_pictures)

    def forget(self, path: str) -> None:
        """Take a campaign off the list; its file stays."""
        self._user_settings.forget_recent(path)
        self.show()

    def _show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        self._pictures.update(pictures)
        if self._window.first_page is not None:
            self._window.first_page.show_pictures(pictures)


def _read(files: Mapping[str, str]) -> dict[str, QImage]:
    """Return the pictures that can be read, by what they are asked for by."""
    read = {name: QImage(file) for name, file in files.items() if Path(file).is_file()}
    return {name: picture for name, picture in read.items() if not picture.isNull()}
