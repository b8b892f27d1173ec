"""The controller of the installed games: lists, installs, disables and removes them. Slow work is done by a worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from engine.messages.refusal import Refused
from vtt.shell.campaigns import installed_games
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.window.main_window import MainWindow
from vtt.shell.window.waiting_page import WaitingDialog
from vtt.system.disk_reasons import disk_reason
from vtt.system.user_folders import UserFolders, documents
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from engine.rulesets.game_archive import GameArchive
    from engine.rulesets.loader import InstalledGame
    from vtt.welcome.game_install_dialog import GameInstallDialog
    from vtt.welcome.games_dialog import GamesDialog
    from vtt.welcome.welcome_page import WelcomePage

T = TypeVar("T")


class GamesController(QObject):
    """Shows the games that are here, and brings or removes games of other people."""

    def __init__(
        self, window: MainWindow, hub: ThemeHub, controller: CampaignController, task_runner: TaskRunner
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._controller = controller
        self._task_runner = task_runner
        self._dialog: GamesDialog | None = None
        window.on_welcome(self._welcome)

    @property
    def _places(self) -> UserFolders:
        return self._controller.places

    def _welcome(self, welcome: WelcomePage) -> None:
        welcome.games_wanted.connect(self.show_games)

    def show_games(self) -> GamesDialog:
        """Show the games, read anew: somebody may have put a folder beside the others."""
        from vtt.welcome.games_dialog import GamesDialog

        dialog = self._dialog = GamesDialog(self._hub, self._window)
        dialog.install_wanted.connect(self.choose_archive)
        dialog.folder_wanted.connect(self.open_folder)
        dialog.enabled_wanted.connect(self.enable)
        dialog.remove_wanted.connect(self.ask_remove)
        dialog.finished.connect(self._closed)
        dialog.open()
        self._work(lambda _: installed_games.list_games(self._places), self._show_and_import)
        return dialog

    def _show_and_import(self, games: tuple[InstalledGame, ...]) -> None:
        """Show the games before their code runs: one whose code never ends can be disabled or removed."""
        if self._dialog is not None:
            self._dialog.show_games(games)
        self._work(lambda _: installed_games.reread_games(self._places), self._listed)

    def _closed(self) -> None:
        self._dialog = None

    def _listed(self, games: tuple[InstalledGame, ...]) -> None:
        if self._dialog is not None:
            self._dialog.show_games(games)
        self._controller.games_changed()

    # installing

    def choose_archive(self) -> None:
        """Ask for the zip of a game."""
        above = self._dialog or self._window
        dialog = QFileDialog(above, ui_text("games", "choose"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([ui_text("games", "zips"), ui_text("shell", "file.any")])
        self._controller.ask_file(dialog, self.preview)

    def preview(self, path: Path) -> None:
        """Read a zip and show what it contains. Nothing is installed yet."""
        self._work(lambda _: installed_games.preview_game(path, self._places), self._show_preview)

    def _show_preview(self, found: tuple[GameArchive, InstalledGame | None]) -> GameInstallDialog:
        from vtt.welcome.game_install_dialog import GameInstallDialog

        archive, older = found
        version = "" if older is None else "?" if older.folder is None else older.folder.file.version
        dialog = GameInstallDialog(self._hub, archive, version, self._dialog or self._window)
        dialog.chosen.connect(lambda key: self._install(archive, older) if key == "install" else None)
        dialog.open()
        return dialog

    def _install(self, archive: GameArchive, older: InstalledGame | None) -> None:
        def done(result: tuple[Path, tuple[InstalledGame, ...]]) -> None:
            path, games = result
            self._listed(games)
            dialog = self._dialog
            if dialog is not None:  # its rows get their places first
                QTimer.singleShot(0, dialog, lambda: dialog.show_game(str(path)))
            self._window.notices.say(ui_text("games", "installed", name=short(archive.file.name)))

        self._work(
            lambda progress: installed_games.install_game(archive, older, self._places, progress),
            done,
            ui_text("games", "wait"),
        )

    # the others

    def open_folder(self) -> None:
        """Show the games folder in the file manager of the system."""
        folder = self._places.games
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._failed(error)
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._say(ui_text("games", "open_folder"), ui_text("games", "folder_unopened", folder=str(folder)))

    def enable(self, game: str, enabled: bool) -> None:
        """Enable or disable a game. Campaigns of a disabled game can be looked at."""
        self._work(lambda _: installed_games.enable_game(game, self._places, enabled=enabled), self._listed)

    def ask_remove(self, game: InstalledGame) -> MessageDialog:
        """Ask whether a game shall be removed, and remove it."""

        def answered(key: str) -> None:
            if key == "remove":
                self._work(lambda _: installed_games.remove_game(game, self._places), self._listed)

        name = short(game.name)
        return ask(
            self._hub,
            self._dialog or self._window,
            ui_text("games", "remove_title", name=name),
            (ui_text("games", "remove_text", name=name),),
            (
                DialogButton("", ui_text("games", "keep"), "primary"),
                DialogButton("remove", ui_text("games", "remove_it"), "danger"),
            ),
            answered,
            icon="warning",
        )

    # how

    def _work(self, task: Callable[[Progress], T], then: Callable[[T], object], sentence: str = "") -> None:
        job = self._task_runner.start(task, then, self._failed, lambda: (Refused, OSError))
        if sentence:
            WaitingDialog(self._hub, sentence, job, self._dialog or self._window)

    def _failed(self, error: Exception) -> None:
        text = ui_text("games", "disk", reason=disk_reason(error)) if isinstance(error, OSError) else str(error)
        self._say(ui_text("games", "failed"), text)

    def _say(self, title: str, text: str) -> None:
        ask(
            self._hub,
            self._dialog or self._window,
            title,
            (text,),
            (DialogButton("", ui_text("shell", "button.close"), "primary"),),
            lambda _key: None,
            icon="warning",
        )
