"""The program: one application, one window, one place where everything starts and ends in order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from vtt.shell.campaigns.backup_dialogs import BackupDialogs
from vtt.shell.campaigns.campaign_controller import CampaignController, read_page
from vtt.shell.campaigns.campaign_loading import warm_up
from vtt.shell.campaigns.export_import_dialogs import ExportImportDialogs
from vtt.shell.campaigns.installed_games import wait_for_games
from vtt.shell.campaigns.print_room_opener import PrintRoomOpener
from vtt.shell.campaigns.shutdown_save import ShutdownSave
from vtt.shell.campaigns.travel_dialogs import TravelDialogs
from vtt.shell.crash_report import CrashHandler
from vtt.shell.first_window import DesktopApplication, FirstWindow, StartOptions
from vtt.shell.games_controller import GamesController
from vtt.shell.help_saver import HelpSaver
from vtt.shell.library_controller import LibraryController
from vtt.shell.what_if.what_if_controller import WhatIfController
from vtt.shell.window.focus_restore import FocusRestore
from vtt.sounds.sound_player import SoundPlayer
from vtt.system import startup_tuning
from vtt.system.gui_thread_gc import GuiThreadCollector
from vtt.system.user_folders import UserFolders, is_export, is_travel_file
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.tasks.window_imports import import_for_window
from vtt.widgets.ui_texts import ui_text

LOADING = 1000
"""Milliseconds between two looks whether the start is over."""


class Application(QObject):
    """Everything that the window needs, made in order and let go of in the opposite order.

    Args:
        app: the application.
        start: what is asked for.
        places: where things go.
        keep: whether choices are kept; a picture of the window leaves no trace.
        first: the window, if it is there already.
    """

    def __init__(
        self,
        app: QApplication,
        start: StartOptions,
        places: UserFolders | None = None,
        *,
        keep: bool = True,
        first: FirstWindow | None = None,
    ) -> None:
        super().__init__()
        wait_for_games(True)
        self._start = start
        self._rooms_read_for = set[str]()
        self._is_settled = False
        self._first = first = first or FirstWindow(app, start, places)
        first.setParent(self)
        self.settings, self.hub, self.faces = first.settings, first.hub, first.faces
        self.task_runner, self.window = first.task_runner, first.window
        self.controller = CampaignController(self.window, self.hub, self.settings, self.task_runner, first.recents)
        self.library_controller = LibraryController(self.window, self.hub, self.settings, self.task_runner)
        self.sound_player = SoundPlayer(self.window.moment_actions.volume)
        self.window.heard.connect(self.sound_player.play)
        self.window.moment_actions.volume_changed.connect(self.sound_player.set_volume)
        self.games_controller = GamesController(self.window, self.hub, self.controller, self.task_runner)
        self.export_import = ExportImportDialogs(self.window, self.hub, self.settings, self.controller)
        self.travel_dialogs = TravelDialogs(self.window, self.hub, self.settings, self.controller, self.task_runner)
        self.what_ifs = WhatIfController(self.window, self.hub, self.settings, self.controller, self.task_runner)
        self.help_saver = HelpSaver(self.window, self.controller)
        self.backup_dialogs = BackupDialogs(self.window, self.hub, self.controller)
        self.print_room_opener = PrintRoomOpener(
            self.window, self.hub, self.settings, self.controller, self.task_runner
        )
        self.crashes = CrashHandler(self.settings.places.backups.parent / "reports", self._tell_crash, self)
        self._keys = FocusRestore(app, self)
        self.shutdown_save = ShutdownSave(app, self.controller, self)
        self.controller.laid.connect(self._arrange)
        self.controller.file_chosen.connect(self.open_file)
        if isinstance(app, DesktopApplication):
            app.file_wanted.connect(lambda file: self.open_file(Path(file)))
        if keep:
            self.hub.changed.connect(self.settings.keep_theme)

    def begin(self, *, bring: bool = True) -> None:
        """Show the window and let in what was asked for; what takes long is loaded once the window is painted."""
        if not self.window.isVisible():
            self._first.show()
        if self.settings.set_aside is not None:
            self.window.notices.say(ui_text("shell", "said.choices_aside", name=self.settings.set_aside.name))
        if bring:
            QTimer.singleShot(0, self, self.bring)

    def bring(self) -> None:
        """Let in the campaign or the demo that was asked for; else get ready for the first one."""
        start = self._start
        if start.campaign is not None:
            self.open_file(start.campaign)
        elif start.demo:
            self.controller.play_demo(start.demo)
        else:
            self.task_runner.start(_warm, lambda _none: None)

    def open_file(self, path: Path) -> None:
        """Open a campaign, or show what an export or a travel file would bring."""
        if is_export(path):
            self.export_import.preview_import(path)
        elif is_travel_file(path):
            self.travel_dialogs.preview(path)
        else:
            self.controller.open(path)

    def settle(self) -> None:
        """Begin to wait until everything is loaded that the start has set going."""
        QTimer.singleShot(LOADING, self, self.settle_later)

    def settle_later(self) -> None:
        """Once everything is loaded that the start has set going, do what could wait, and let the collector work."""
        if self.task_runner.busy:
            QTimer.singleShot(LOADING, self, self.settle_later)
        elif not self._read_rooms(self.settle_later):
            self._is_settled = True
            startup_tuning.freeze_startup_objects()
            GuiThreadCollector(self)
            QTimer.singleShot(0, self, self.window.named_actions.draw_icons)
            QTimer.singleShot(0, self, self._make_welcome)

    def _read_rooms(self, then: Callable[[], object] = lambda: None) -> bool:
        """Read what the rooms of the open campaign need, once for each game. Return False if nothing is to be read."""
        campaign = self.controller.campaign
        if campaign is None or campaign.game.ruleset.id in self._rooms_read_for:
            return False
        ruleset = campaign.game.ruleset
        self._rooms_read_for.add(ruleset.id)
        self.task_runner.start(lambda progress: _read_rooms_of(progress, ruleset), lambda _none: then())
        return True

    def _make_welcome(self) -> None:
        """Make the first page early, so that closing a campaign does not wait for it."""
        self.window.welcome.header.draw_ahead()

    def end(self) -> None:
        """Let go of everything in order."""
        self.window.close()
        self.controller.close_campaign()
        wait_for_games(False)
        self.task_runner.close()
        self.library_controller.close()
        self.sound_player.close()
        self.faces.close()
        self.window.deleteLater()

    def _arrange(self) -> None:
        if self._is_settled:
            self._read_rooms()
        start = self._start
        if start.viewer == "gm" and self.window.viewer_switch is not None:
            self.window.viewer_switch.see_gm(asked=False)
        if start.room:
            self.go_to(start.room)

    def go_to(self, room: str) -> None:
        """Go to a room. If the campaign has no room of that name, show its table and a notice."""
        page = self.window.page
        if page is None:
            return
        if room in page.rooms:
            page.show_room(room)
            return
        page.show_room("table")
        name = ui_text("shell", "room.welcome") if room == "welcome" else ui_text("shell", f"action.room_{room}")
        self.window.notices.say(ui_text("shell", "said.no_room", room=name))

    def _tell_crash(self, report: Path | None) -> None:
        sentence = ui_text("shell", "trouble.crash_no_report")
        if report is not None:
            sentence = ui_text("shell", "trouble.crash", folder=str(report.parent))
        ask(
            self.hub,
            self.window,
            ui_text("shell", "trouble.crash_title"),
            (sentence,),
            (DialogButton("", ui_text("shell", "button.close"), "primary"),),
            lambda _key: None,
            icon="warning",
        )


_ROOMS: Final = (
    "vtt.library.library_room",
    "vtt.panels.options_page",
    "vtt.prep.prep_room",
    "vtt.sheets.characters.characters_room",
    "vtt.sheets.print_room.print_room",
    "vtt.story.story_room",
)


def _read_rooms_of(progress: Progress, ruleset: object) -> None:
    """Import the rooms beside the table before they are needed, and make the game's editor, which most of them need."""
    import_for_window(progress, *_ROOMS)
    with suppress(Exception):  # a fault of the game is reported when somebody goes to a room
        getattr(ruleset, "content_editor", None)


def _warm(progress: Progress) -> None:
    read_page(progress)
    warm_up()
