"""The program: one application, one window, one place where everything starts and ends in order."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QPixmapCache
from PySide6.QtWidgets import QApplication

from vtt import brisk
from vtt.collecting import Collector
from vtt.save.places import APP, Places, usual_places
from vtt.shell.campaigns import warm_up
from vtt.shell.chosen import Chosen
from vtt.shell.crash import CrashHandler
from vtt.shell.ending import Ending
from vtt.shell.keys_back import KeysBack
from vtt.shell.printing import Printing
from vtt.shell.steward import Steward
from vtt.shell.transfers import Transfers
from vtt.shell.words import told
from vtt.table.faces import Faces
from vtt.widgets.dialogue import Choice, ask
from vtt.widgets.palette import Look
from vtt.widgets.theme import Theme, ThemeHub
from vtt.widgets.work import Progress, Workshop
from vtt.window import MainWindow

PIXMAPS = 64 * 1024
"""Kilobytes for Qt's own pixmaps; its usual ten megabytes make scrolling draw everything afresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the command line asks for."""

    campaign: Path | None = None
    demo: str = ""
    look: Look | None = None
    scale: float | None = None
    viewer: str = "shared"
    room: str = ""
    size: QSize | None = None


def make_application(arguments: Sequence[str]) -> QApplication:
    """Return the one application, with its names and its icon."""
    QApplication.setApplicationName(APP)
    QApplication.setApplicationDisplayName("")
    QApplication.setDesktopFileName(APP)
    app = QApplication([APP, *arguments])
    QPixmapCache.setCacheLimit(PIXMAPS)
    return app


def has_display() -> bool:
    """Whether there is anything to show a window on; Qt itself would abort without a word that helps."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


LOADING = 1000
"""Milliseconds between two looks whether the start is over."""

FACES_BUDGET = 32 * 1024 * 1024
"""Enough for every face at one size; twice as much showed no gain and cost 20 MB."""


class App(QObject):
    """Everything that the window needs, made in order and let go of in the opposite order.

    Args:
        app: the application.
        start: what is asked for.
        places: where things go.
        keep: whether choices are kept; a picture of the window leaves no trace.
    """

    def __init__(self, app: QApplication, start: Start, places: Places | None = None, *, keep: bool = True) -> None:
        super().__init__()
        self._start = start
        self._has_read_rooms = False
        self.chosen = Chosen(places or usual_places())
        self.hub = ThemeHub(_theme(self.chosen.theme(), start), app, self)
        self.faces = Faces(self.hub.theme, self.hub, budget=FACES_BUDGET)
        self.hub.changed.connect(self.faces.set_theme)
        app.setWindowIcon(QIcon(self.hub.pixmap("deck", 128, role="accent")))
        self.workshop = Workshop(self)
        self.window = MainWindow(self.hub, self.faces, self.chosen)
        self.steward = Steward(self.window, self.hub, self.chosen, self.workshop)
        self.transfers = Transfers(self.window, self.hub, self.chosen, self.steward)
        self.printing = Printing(self.window, self.hub, self.chosen, self.steward, self.workshop)
        self.crashes = CrashHandler(self.chosen.places.backups.parent / "reports", self._tell_crash, self)
        self._keys = KeysBack(app, self)
        self.ending = Ending(app, self.steward, self)
        self.steward.laid.connect(self._arrange)
        if keep:
            self.hub.changed.connect(self.chosen.keep_theme)

    def begin(self, *, bring: bool = True) -> None:
        """Show the window and let in what was asked for; what takes long is loaded once the window is painted."""
        start = self._start
        self.window.restore_place()
        if start.size is not None:
            self.window.resize(start.size)
        if start.campaign is not None or start.demo:
            self.window.show_waiting(told("wait.opening"))
        else:
            self.window.show_welcome()
        self.window.show()
        if self.chosen.set_aside is not None:
            self.window.notices.say(told("said.choices_aside", name=self.chosen.set_aside.name))
        if bring:
            QTimer.singleShot(0, self, self.bring)

    def bring(self) -> None:
        """Let in the campaign or the demo that was asked for; else get ready for the first one."""
        start = self._start
        if start.campaign is not None:
            self.steward.open(start.campaign)
        elif start.demo:
            self.steward.play_demo(start.demo)
        else:
            self.workshop.start(_warm, lambda _none: None)

    def settle_later(self) -> None:
        """Once everything is loaded that the start has set going, do what could wait, and let the collector work."""
        if self.workshop.busy:
            QTimer.singleShot(LOADING, self, self.settle_later)
        elif not self._has_read_rooms:
            self._has_read_rooms = True
            self.workshop.start(_read_rooms, lambda _none: self.settle_later())
        else:
            brisk.settle()
            Collector(self)
            QTimer.singleShot(0, self, self.window.named_actions.draw_icons)
            QTimer.singleShot(0, self, self._make_welcome)

    def _make_welcome(self) -> None:
        """Make the first page before somebody closes a campaign and waits for it."""
        self.window.welcome.header.draw_ahead()

    def end(self) -> None:
        """Let go of everything in order."""
        self.window.close()
        self.steward.let_go()
        self.workshop.close()
        self.faces.close()
        self.window.deleteLater()

    def _arrange(self) -> None:
        start = self._start
        if start.viewer == "gm" and self.window.eyes is not None:
            self.window.eyes.see_gm(asked=False)
        if start.room:
            self.go_to(start.room)

    def go_to(self, room: str) -> None:
        """Go to a room; a campaign that has none of that name shows its table, and one is told so."""
        page = self.window.page
        if page is None:
            return
        if room in page.rooms:
            page.show_room(room)
            return
        page.show_room("table")
        name = told("room.welcome") if room == "welcome" else told(f"action.room_{room}")
        self.window.notices.say(told("said.no_room", room=name))

    def _tell_crash(self, report: Path | None) -> None:
        sentence = told("trouble.crash_no_report")
        if report is not None:
            sentence = told("trouble.crash", folder=str(report.parent))
        ask(
            self.hub,
            self.window,
            told("trouble.crash_title"),
            (sentence,),
            (Choice("", told("button.close"), "primary"),),
            lambda _key: None,
            icon="warning",
        )


def play(
    start: Start, places: Places | None = None, *, keep: bool = True, watch: Callable[[App], object] | None = None
) -> int:
    """Run the program until its window closes.

    Args:
        start: what is asked for.
        places: where things go.
        keep: whether choices are kept.
        watch: called once the window is shown, for whoever measures.
    """
    app = make_application([])
    house = App(app, start, places, keep=keep)
    house.crashes.install()
    house.ending.listen()
    try:
        house.begin()
        QTimer.singleShot(LOADING, house, house.settle_later)
        if watch is not None:
            watch(house)
        return int(app.exec())
    finally:
        house.end()
        house.ending.deafen()
        house.crashes.remove()
        QGuiApplication.sendPostedEvents()


def _theme(chosen: Theme, start: Start) -> Theme:
    theme = chosen if start.look is None else replace(chosen, look=start.look)
    return theme if start.scale is None else replace(theme, scale=start.scale)


def _read_rooms(_progress: Progress) -> None:
    """Import the rooms beside the table, and the rules of every game, before somebody wants them and waits."""
    import vtt.panels.options
    import vtt.panels.story
    import vtt.prep.room
    import vtt.sheets.characters
    import vtt.sheets.printing  # noqa: F401
    from vtt.shell.games import game_cards

    game_cards()


def _warm(_progress: Progress) -> None:
    warm_up()
