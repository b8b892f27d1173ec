"""Drawing the window to a picture. It shows the common screen, so backs where the players see backs."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtGui import QCursor, QGuiApplication

from engine.model.seats import SHARED
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions, make_application
from vtt.system.disk_reasons import disk_reason
from vtt.system.user_folders import folders_under
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

SETTLE = 700
"""Milliseconds after which nothing moves any more."""
LIMIT = 60_000


def take_screenshot(start: StartOptions, file: Path, pose: Callable[[Application], object] | None = None) -> int:
    """Draw the window as it starts to a file; return the exit status.

    The user's own settings are neither read nor changed. A demo is set up in a temporary folder.

    Args:
        start: the options of the start.
        file: the picture.
        pose: does something in the window before it is drawn.
    """
    app = make_application([])
    app.setQuitOnLastWindowClosed(False)
    QCursor.setPos(-100, -100)  # so that no button looks hovered
    with tempfile.TemporaryDirectory(prefix="kitchen-table-picture-") as folder:
        start = replace(start, viewer=SHARED, size=start.size or QSize(1280, 720))
        house = Application(app, start, folders_under(Path(folder)), keep=False)
        try:
            if not _drawn(house, start):
                return 1
            if pose is not None:
                pose(house)
                _settle(house)
            picture = house.window.grab()
        finally:
            house.end()
            house.crashes.remove()
            QGuiApplication.sendPostedEvents()
    # Qt says nothing about why a file could not be written, so the folder is tried by Python.
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError as error:
        print(
            ui_text("shell", "trouble.picture_unwritable", name=file.name, reason=disk_reason(error)), file=sys.stderr
        )
        return 1
    if not picture.save(str(file), "PNG"):
        print(ui_text("shell", "trouble.picture_unwritable", name=file.name, reason="PNG"), file=sys.stderr)
        return 1
    return 0


def _drawn(house: Application, start: StartOptions) -> bool:
    """Wait until the window shows what was asked for; say why if it cannot."""
    loop = QEventLoop()
    output: list[str] = []
    wants_table = (start.campaign is not None or start.demo) and start.room != "welcome"
    house.controller.explained.connect(output.append)

    def crashed(_report: object) -> None:
        output.append(ui_text("shell", "trouble.crash_no_report"))
        loop.quit()

    house.crashes.caught.connect(crashed)
    house.crashes.install()
    house.controller.failed.connect(loop.quit)
    house.controller.laid.connect(loop.quit)
    house.begin(bring=bool(wants_table))
    if not wants_table:
        house.window.show_welcome()
        QTimer.singleShot(SETTLE // 4, loop, loop.quit)
    limit = QTimer()  # it ends with this function, even if the picture is there sooner
    limit.setSingleShot(True)
    limit.timeout.connect(loop.quit)
    limit.start(LIMIT)
    loop.exec()
    if not output:
        _settle(house)
    for sentence in output:
        print(sentence, file=sys.stderr)
    return not output


def _settle(house: Application) -> None:
    """Wait until nothing moves and nothing is being built any more."""
    loop = QEventLoop()
    looks = QTimer()

    def look() -> None:
        if not any(work.under_way for work in house.window.findChildren(GradualTask)):
            loop.quit()

    looks.timeout.connect(look)
    looks.start(SETTLE)
    limit = QTimer()
    limit.setSingleShot(True)
    limit.timeout.connect(loop.quit)
    limit.start(LIMIT)
    loop.exec()
