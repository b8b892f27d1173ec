"""The start of the program: its window as early as possible, and then everything that the window needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from vtt.shell.first_window import FirstWindow, StartOptions, make_application
from vtt.system.qt_types import make_qt_types
from vtt.system.user_folders import UserFolders
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.tasks.window_imports import import_for_window

if TYPE_CHECKING:
    from vtt.shell.application import Application


def run_application(
    start: StartOptions,
    places: UserFolders | None = None,
    *,
    keep: bool = True,
    watch: Callable[[Application], object] | None = None,
) -> int:
    """Run the program until its window closes.

    Args:
        start: the options of the command line.
        places: the user's folders.
        keep: whether settings are stored.
        watch: is called once the window is shown, for measurements.
    """
    app = make_application([])
    first = FirstWindow(app, start, places)
    first.show()
    first.wait_until_painted()
    make_qt_types()
    first.load(_import_application)
    if not first.window.isVisible():  # closed again already
        first.task_runner.close()
        return 0
    from vtt.shell.application import Application

    house = Application(app, start, keep=keep, first=first)
    house.crashes.install()
    house.shutdown_save.listen()
    try:
        house.begin()
        house.settle()
        if watch is not None:
            watch(house)
        return int(app.exec())
    finally:
        house.end()
        house.shutdown_save.deafen()
        house.crashes.remove()
        QGuiApplication.sendPostedEvents()


def _import_application(progress: Progress) -> None:
    """Import the rest of the program."""
    import_for_window(progress, "vtt.shell.application")
