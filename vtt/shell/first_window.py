"""The window of the program as the start shows it, before anything else is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSize, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication

from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shell.campaigns.recent_campaigns import RecentCampaigns
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.system.user_folders import APP, UserFolders, default_folders, is_export, is_travel_file
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.icons import program_icon
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.tasks.task_runner import Progress, TaskCancelled, TaskRunner
from vtt.widgets.ui_texts import ui_text

PIXMAPS = 64 * 1024
"""Kilobytes for Qt's own pixmaps; its usual ten megabytes make scrolling draw everything afresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """The options of the command line."""

    campaign: Path | None = None
    demo: str = ""
    look: Appearance | None = None
    scale: float | None = None
    viewer: str = "shared"
    room: str = ""
    size: QSize | None = None


class DesktopApplication(QApplication):
    """The application of Qt.

    Signals:
        file_wanted: a file was opened in the desktop. Only macOS says so; elsewhere the file is an argument.
    """

    file_wanted = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Open a file, also while the program runs."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_wanted.emit(event.file())
            return True
        return super().event(event)


def make_application(arguments: Sequence[str]) -> DesktopApplication:
    """Return the one application, with its names and its icon."""
    QApplication.setApplicationName(APP)
    QApplication.setApplicationDisplayName("")
    QApplication.setDesktopFileName(APP)
    app = DesktopApplication([APP, *arguments])
    QPixmapCache.setCacheLimit(PIXMAPS)
    return app


def has_display() -> bool:
    """Return whether there is a display for a window. Without one, Qt itself would abort without a helpful message."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


PAINTED = 500
"""Milliseconds after which the start no longer waits for the first painting: a window may come up behind others."""

ICON = 128
"""The side of the window's icon in pixels."""

FACES_BUDGET = 32 * 1024 * 1024
"""Enough for every face at one size; twice as much showed no gain and cost 20 MB."""


class FirstWindow(QObject):
    """The window of the program before anything else is loaded, and what it is made of.

    Args:
        app: the application.
        start: what is asked for.
        places: where things go.
    """

    def __init__(self, app: QApplication, start: StartOptions, places: UserFolders | None = None) -> None:
        super().__init__()
        self._start = start
        self.settings = UserSettings(places or default_folders())
        self.hub = ThemeHub(_theme(self.settings.theme(), start), app, self)
        self.faces = CardFaceCache(self.hub.theme, self.hub, budget=FACES_BUDGET)
        self.hub.changed.connect(self.faces.set_theme)
        app.setWindowIcon(QIcon(QPixmap.fromImage(program_icon(ICON))))
        self.task_runner = TaskRunner(self)
        self.window = MainWindow(self.hub, self.faces, self.settings)
        self.recents = RecentCampaigns(self.window, self.settings, self.task_runner)

    def show(self) -> None:
        """Show the window: the first page, or that a campaign is about to come."""
        start = self._start
        self.window.restore_place()
        if start.size is not None:
            self.window.resize(start.size)
        if (start.campaign is not None and not _shows_first(start.campaign)) or start.demo:
            self.window.show_waiting(ui_text("shell", "wait.opening"))
        else:
            self.window.show_welcome()
        self.window.show()

    def wait_until_painted(self) -> None:
        """Let the window be painted, but deliver neither keys nor clicks: nobody is there yet to hear them."""
        handle = self.window.windowHandle()
        keeps_input = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
        limit = QTimer()
        limit.setSingleShot(True)
        limit.start(PAINTED)
        while not handle.isExposed() and limit.isActive():
            QApplication.processEvents(keeps_input | QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        QApplication.processEvents(keeps_input)

    def load(self, task: Callable[[Progress], object]) -> None:
        """Do a task aside while the window is painted; keys and clicks wait until they are heard.

        It is cancelled if the window is closed meanwhile.

        Raises:
            BaseException: what the task raises.
        """
        loop = QEventLoop()
        errors: list[BaseException] = []

        def work(progress: Progress) -> None:
            try:
                task(progress)
            except TaskCancelled:
                raise
            except BaseException as error:  # raised below, where the start is; SystemExit too must end the loop
                errors.append(error)

        job = self.task_runner.start(work, lambda _none: loop.quit())
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        job.cancel()  # closing the window ends the loop early
        job.wait()
        if errors:
            raise errors[0]


def _shows_first(path: Path) -> bool:
    """Say whether a file shows what it would bring before anything opens."""
    return is_export(path) or is_travel_file(path)


def _theme(chosen: Theme, start: StartOptions) -> Theme:
    theme = chosen if start.look is None else replace(chosen, look=start.look)
    return theme if start.scale is None else replace(theme, scale=start.scale)
