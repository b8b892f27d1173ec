"""Drawing the window to a picture. It shows the common screen, so backs where the players see backs."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtGui import QCursor, QGuiApplication

from vtt.app import App, Start, make_application
from vtt.save.places import places_under
from vtt.session import SHARED
from vtt.shell.words import told
from vtt.widgets.gradual import Gradual

SETTLE = 700
"""Milliseconds after which nothing moves any more."""
LIMIT = 60_000


def take_picture(start: Start, file: Path, pose: Callable[[App], object] | None = None) -> int:
    """Draw the window as it starts to a file; return the exit status.

    The person's own choices are not read and nothing is kept: a demo is laid out in a folder that goes.

    Args:
        start: what shall be seen.
        file: where to.
        pose: does something in the window before it is drawn.
    """
    app = make_application([])
    app.setQuitOnLastWindowClosed(False)
    QCursor.setPos(-100, -100)  # no button shall look as if somebody pointed at it
    with tempfile.TemporaryDirectory(prefix="kitchen-table-picture-") as folder:
        start = replace(start, viewer=SHARED, size=start.size or QSize(1280, 720))
        house = App(app, start, places_under(Path(folder)), keep=False)
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
        print(told("trouble.picture_unwritable", name=file.name, reason=error.strerror or ""), file=sys.stderr)
        return 1
    if not picture.save(str(file), "PNG"):
        print(told("trouble.picture_unwritable", name=file.name, reason="PNG"), file=sys.stderr)
        return 1
    return 0


def _drawn(house: App, start: Start) -> bool:
    """Wait until the window shows what was asked for; say why if it cannot."""
    loop = QEventLoop()
    said: list[str] = []
    wants_table = (start.campaign is not None or start.demo) and start.room != "welcome"
    house.steward.explained.connect(said.append)

    def crashed(_report: object) -> None:
        said.append(told("trouble.crash_no_report"))
        loop.quit()

    house.crashes.caught.connect(crashed)
    house.crashes.install()
    house.steward.failed.connect(loop.quit)
    house.steward.laid.connect(loop.quit)
    house.begin(bring=bool(wants_table))
    if not wants_table:
        house.window.show_welcome()
        QTimer.singleShot(SETTLE // 4, loop, loop.quit)
    limit = QTimer()  # it goes with this function, however soon the picture is there
    limit.setSingleShot(True)
    limit.timeout.connect(loop.quit)
    limit.start(LIMIT)
    loop.exec()
    if not said:
        _settle(house)
    for sentence in said:
        print(sentence, file=sys.stderr)
    return not said


def _settle(house: App) -> None:
    """Wait until nothing moves and nothing is being built any more."""
    loop = QEventLoop()
    looks = QTimer()

    def look() -> None:
        if not any(work.under_way for work in house.window.findChildren(Gradual)):
            loop.quit()

    looks.timeout.connect(look)
    looks.start(SETTLE)
    limit = QTimer()
    limit.setSingleShot(True)
    limit.timeout.connect(loop.quit)
    limit.start(LIMIT)
    loop.exec()
