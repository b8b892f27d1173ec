"""The controller of the open campaign: opens, creates, closes, copies and restores campaigns."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engine.messages.refusal import Refused
from engine.presentation.dice_and_card_source import read_source_settings
from vtt.campaign.campaign_records import WHAT_IF
from vtt.campaign.open_campaign import OpenCampaign
from vtt.library.entry_archive import ArchiveRefused
from vtt.shared.game_choices import GameCard
from vtt.shell.campaigns import campaign_loading, installed_games
from vtt.shell.campaigns.campaign_loading import CampaignStart
from vtt.shell.campaigns.recent_campaigns import RecentCampaigns
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.shell.window.waiting_page import WaitingDialog
from vtt.storage.campaign_errors import Busy, CampaignError, NotThere, OpenElsewhere, ReadOnly
from vtt.system.timestamps import spoken_stored_time
from vtt.system.user_folders import SUFFIX, UserFolders
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.tasks.window_imports import import_for_window
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.storage.campaign_opening import OpenedCampaign
    from vtt.welcome.new_campaign_dialog import NewCampaignPlan
    from vtt.welcome.people_list import SeatEntry
    from vtt.welcome.welcome_page import WelcomePage

T = TypeVar("T")
PEOPLE = "new.people"
BEFORE_FILE = 150
"""Milliseconds that a new table has to itself before its file is made."""


_PAGE: Final = (
    "vtt.shared.card_faces.ability_card_painting",
    "vtt.shell.window.campaign_page",
    "vtt.shell.window.undo_redo",
    "vtt.shell.window.viewer_switch",
    "vtt.sounds.campaign_sounds",
)


def read_page(progress: Progress) -> None:
    """Import the page of an open campaign: not at the start of the program, but before one is shown."""
    import_for_window(progress, *_PAGE)


class CampaignController(QObject):
    """Holds the open campaign, if there is one.

    Signals:
        laid: a campaign is open and can be played.
        explained: the sentence that says why a campaign could not be opened.
        failed: a campaign could not be opened, and the user has seen why.
        file_chosen: open this file, whichever of our files it is.
    """

    laid = Signal()
    _no_backup = Signal(str)
    explained = Signal(str)
    failed = Signal()
    file_chosen = Signal(Path)

    def __init__(
        self,
        window: MainWindow,
        hub: ThemeHub,
        user_settings: UserSettings,
        task_runner: TaskRunner,
        recents: RecentCampaigns,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._user_settings = user_settings
        self._task_runner = task_runner
        self._job: Task | None = None
        self._planning: Task | None = None
        self._told_of_backups = False
        self._to_say: list[str] = []
        # It is emitted in the thread that makes the backups, and heard in the window's.
        self._no_backup.connect(self._say_no_backup, Qt.ConnectionType.QueuedConnection)
        self.opened: OpenedCampaign | None = None
        self.campaign: OpenCampaign | None = None
        self.recents = recents
        on = window.named_actions.on
        on("new", self.plan_new)
        on("open", self.choose_file)
        on("close", self.close)
        on("save_copy", self.choose_copy)
        window.recent_wanted.connect(lambda path: self.open(Path(path)))
        window.closing.connect(self._window_closing)
        window.waiting.cancelled.connect(self._cancel)
        window.on_welcome(self._welcome)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.connect(self._state_changed)

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        """Read the games anew when somebody comes back to the first page: they may have put one into the folder."""
        welcome = self._window.first_page
        if state is Qt.ApplicationState.ApplicationActive and welcome is not None and welcome.isVisible():
            self._task_runner.start(lambda _: installed_games.list_games(self.places), lambda _: self.games_changed())

    def _welcome(self, welcome: WelcomePage) -> None:
        welcome.resumed.connect(lambda path: self.open(Path(path)))
        welcome.forgotten.connect(self.recents.forget)
        welcome.new_wanted.connect(self.plan_new)
        welcome.open_wanted.connect(self.choose_file)
        welcome.demo_wanted.connect(self.play_demo)
        self.games_changed()

    def games_changed(self) -> None:
        """Show the demos and the names of the games that there are now."""
        self._task_runner.start(lambda _: campaign_loading.demos(self.places), self._show_demos)

    def _show_demos(self, names: tuple[str, ...]) -> None:
        if self._window.first_page is not None:
            self._window.first_page.offer_demos(names)
            self.recents.show()
        self._task_runner.start(lambda _: installed_games.import_user_games(), lambda _: None)

    @property
    def places(self) -> UserFolders:
        """The user's folders."""
        return self._user_settings.places

    # coming in

    def open(self, path: Path, *, view_only: bool = False) -> None:
        """Open a campaign file."""
        self.open_in_background(
            ui_text("shell", "wait.opening"),
            lambda _: campaign_loading.open_file(path, self.places, view_only=view_only),
        )

    def play_demo(self, name: str, folder: Path | None = None) -> None:
        """Start a demo as a fresh campaign."""
        where = folder or self.places.campaigns
        self.open_in_background(
            ui_text("shell", "wait.opening"), lambda _: campaign_loading.start_demo(name, where, self.places)
        )

    def make(self, plan: NewCampaignPlan) -> None:
        """Make a campaign as planned, and deal."""
        self._user_settings.keep_extra(PEOPLE, [{"name": p.name, "gm": p.gm} for p in plan.people])
        self.open_in_background(
            ui_text("shell", "wait.opening"), lambda _: campaign_loading.start_new(plan, self.places)
        )

    def plan_new(self) -> None:
        """Ask what a new campaign shall be like, once it is known which games there are now."""
        if self._planning is None:
            anew = self.campaign is None
            task = self._planning = self._task_runner.start(
                lambda _: installed_games.game_choices(self.places, anew=anew),
                lambda games: None if task.progress.cancelled else self._ask_new(games),
            )
            task.ended.connect(self._planning_ended)
            WaitingDialog(self._hub, ui_text("shell", "wait.games"), task, self._window)

    def _planning_ended(self) -> None:
        self._planning = None

    def _ask_new(self, games: tuple[GameCard, ...]) -> None:
        from vtt.welcome.new_campaign_dialog import NewCampaignDialog

        dialog = NewCampaignDialog(self._hub, games, self._people(), self.places.campaigns, self._window)
        dialog.planned.connect(self.make)
        dialog.open()

    def choose_file(self) -> None:
        """Ask which file to open."""
        folder = self.opened.path.parent if self.opened else self.places.campaigns
        dialog = QFileDialog(self._window, ui_text("shell", "file.open_title"), str(folder))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([ui_text("shell", "file.to_open"), ui_text("shell", "file.any")])
        self.ask_file(dialog, self.file_chosen.emit)

    def show_opened(self, opened: OpenedCampaign) -> None:
        """Let in a campaign that is open already."""
        settings = opened.store.settings()
        campaign = OpenCampaign(
            opened.game,
            opened.history,
            campaign_loading.chance(),
            opened.store,
            sources=read_source_settings(settings),
            settings=settings,
            view_only=opened.view_only,
        )
        self.campaign = campaign

        def there() -> None:
            if opened.missing_game and self._window.page is not None:
                self._window.page.banner.say(opened.missing_game)
            elif opened.view_only:
                self._window.notices.say(ui_text("shell", "said.view_only"))
            self._keep(campaign, opened)
            self.laid.emit()

        self._window.show_campaign(campaign, opened.name, there)

    def show_before_file(self, laid: CampaignStart) -> None:
        """Let in a table that is ready, while its file is being made."""
        coming: Future[OpenedCampaign] = Future()
        begun = False
        clock = QTimer(self)
        clock.setSingleShot(True)

        def keep(_progress: Progress) -> OpenedCampaign:
            try:
                opened = laid.keep()
            except Exception as error:
                coming.set_exception(error)
                raise
            coming.set_result(opened)
            return opened

        def begin() -> None:
            nonlocal begun
            if not begun:
                begun = True
                clock.stop()
                clock.deleteLater()
                self._task_runner.start(keep, lambda opened: self._keep(campaign, opened), self._not_opened, _troubles)

        campaign = OpenCampaign(
            laid.game, laid.history, campaign_loading.chance(), campaign_loading.DeferredStore(coming, begin)
        )
        self.campaign = campaign
        # The table is painted first; a gesture, or closing, does not wait for the clock.
        clock.timeout.connect(begin)

        def there() -> None:
            if not begun:
                clock.start(BEFORE_FILE)
            self.laid.emit()

        self._window.show_campaign(campaign, laid.name, there)

    def _keep(self, campaign: OpenCampaign, opened: OpenedCampaign) -> None:
        tried = campaign.setting(WHAT_IF) is not None  # only the campaign of a what-if is recent and has backups
        if not opened.view_only and not tried:
            self._user_settings.keep_recent(opened.path, opened.name, opened.game.ruleset.id)
            remembered = campaign_loading.remembered_game(opened.game.ruleset.id)
            if remembered is not None and self.campaign is campaign:
                campaign.store_setting(campaign_loading.GAME, remembered)
        if self.campaign is campaign:
            self.opened = opened
            self._told_of_backups = False
            if not opened.view_only and not tried:
                opened.keep_backups(lambda error: self._no_backup.emit(str(error)))
            if opened.kept is not None:
                self._window.notices.say(ui_text("shell", "said.migrated", name=short(opened.kept.name)))
            if opened.earlier is not None:
                self._window.notices.say(ui_text("shell", "said.demo_anew"), is_greeting=True)
            for sentence in self._to_say:
                self._window.notices.say(sentence)
            self._to_say.clear()
            if opened.lacks_log:
                self._window.notices.say(ui_text("shell", "said.lacks_log", name=short(opened.path.name)))
        self._window.menu.show_recent(self._user_settings.values.recent)

    def _say_no_backup(self, reason: str) -> None:
        if not self._told_of_backups:
            self._told_of_backups = True
            self._window.notices.say(ui_text("shell", "said.no_backup", reason=reason))

    # going out

    def close(self) -> None:
        """Close the campaign and show the first page."""
        self.close_campaign()
        self.recents.show()
        self._window.show_welcome()

    def close_campaign(self) -> None:
        """Close the campaign; everything is in its file already."""
        opened, campaign = self.opened, self.campaign
        page = self._window.page
        if campaign is None:
            return
        picture = page.table_room.table.grab_public() if page is not None else None
        self.opened = self.campaign = None
        self._window.leave_campaign()
        campaign.close()
        if opened is not None and not opened.view_only and campaign.setting(WHAT_IF) is None:
            self.recents.leave(opened.path, opened.name, opened.game.ruleset.id, picture)

    @property
    def folder_to_save(self) -> Path:
        """The folder that a dialog offers for a new file: beside the campaign, if a file can be written there."""
        folder = self.opened.path.parent if self.opened is not None else self.places.campaigns
        return folder if os.access(folder, os.W_OK) else self.places.campaigns

    def choose_copy(self) -> None:
        """Ask for the file of a copy, and save it."""
        opened = self.opened
        if opened is None:
            return
        near = self.folder_to_save / f"{opened.path.stem} – copy{SUFFIX}"
        dialog = QFileDialog(self._window, ui_text("shell", "file.copy_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilters([ui_text("shell", "file.campaigns")])
        self.ask_file(dialog, self.save_copy)

    def save_copy(self, target: Path) -> None:
        """Save a copy, while play continues."""
        opened = self.opened
        if opened is None:
            return
        self.work(
            ui_text("shell", "wait.copying"),
            lambda progress: opened.save_copy(target, progress, replace=True),
            lambda _: self._window.notices.say(ui_text("shell", "said.copied", name=short(target.name))),
        )

    def work(self, sentence: str, task: Callable[[Progress], T], then: Callable[[T], object]) -> Task:
        """Do something long beside play, with progress and a way to stop it; say what is wrong if it fails."""
        job = self._task_runner.start(task, then, self.work_failed, lambda: (CampaignError, Refused, ArchiveRefused))
        WaitingDialog(self._hub, sentence, job, self._window)
        return job

    def _people(self) -> tuple[SeatEntry, ...]:
        from vtt.welcome.people_list import SeatEntry, default_people

        kept = self._user_settings.extra(PEOPLE)
        people: list[SeatEntry] = []
        for line in kept if isinstance(kept, list) else ():
            if isinstance(line, dict) and isinstance(line.get("name"), str):
                people.append(SeatEntry(str(line["name"]), line.get("gm") is True))
        return tuple(people) if len(people) > 1 else default_people()

    # how

    def open_in_background(self, sentence: str, task: Callable[[Progress], OpenedCampaign | CampaignStart]) -> None:
        """Let go of what is open, and let in what a task opens, or gets ready, on a worker thread.

        If the task fails, what was open comes back behind the sentence that says why.
        """
        if self._job is not None:
            return
        before = None if self.opened is None else (self.opened.path, self.opened.view_only)
        self.close_campaign()
        self._to_say.clear()
        self._window.show_waiting(sentence)

        def arrived(opened: OpenedCampaign | CampaignStart) -> None:
            if isinstance(opened, CampaignStart):
                if not job.progress.cancelled:
                    self.show_before_file(opened)
            elif job.progress.cancelled:
                opened.store.close()
            else:
                self.show_opened(opened)

        def failed(error: Exception) -> None:
            self._not_opened(error)
            if before is not None:
                path, view_only = before
                job.ended.connect(lambda: self.open(path, view_only=view_only))

        def work(progress: Progress) -> OpenedCampaign | CampaignStart:
            read_page(progress)
            return task(progress)

        job = self._task_runner.start(work, arrived, failed, _troubles)
        job.progressed.connect(self._window.waiting.progress)
        job.ended.connect(self._job_ended)
        self._job = job

    def _job_ended(self) -> None:
        self._job = None

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self.close()

    def _not_opened(self, error: Exception) -> None:
        self.close()
        self.explain(error)
        self.explained.emit(str(error))
        self.failed.emit()

    def work_failed(self, error: Exception) -> None:
        """Say why something beside play could not be done."""
        ask(
            self._hub,
            self._window,
            ui_text("shell", "trouble.work_title"),
            (str(error),),
            (DialogButton("", ui_text("shell", "button.close"), "primary"),),
            lambda _key: None,
            icon="warning",
        )

    def explain(self, error: Exception) -> MessageDialog:
        """Say why a campaign cannot be opened, and offer what can be done."""
        choices = [
            DialogButton("other", ui_text("shell", "button.open_other")),
            DialogButton("", ui_text("shell", "button.close")),
        ]
        if isinstance(error, CampaignError) and error.backup is not None:
            choices.insert(0, DialogButton("backup", ui_text("shell", "button.open_backup"), "primary"))
        elif isinstance(error, ReadOnly):
            choices.insert(0, DialogButton("look", ui_text("shell", "button.look_only"), "primary"))
        elif isinstance(error, (OpenElsewhere, Busy)):
            choices.insert(0, DialogButton("again", ui_text("shell", "button.try_again"), "primary"))
        elif isinstance(error, NotThere) and any(r.path == str(error.path) for r in self._user_settings.values.recent):
            choices.insert(0, DialogButton("forget", ui_text("shell", "welcome.forget"), "primary"))
        else:
            choices[0] = DialogButton("other", ui_text("shell", "button.open_other"), "primary")

        def answered(key: str) -> None:
            if self._job is not None:  # what was open before is just coming back
                self._job.ended.connect(lambda: answered(key))
                return
            match key:
                case "other":
                    self.choose_file()
                case "backup" if isinstance(error, CampaignError) and error.backup is not None:
                    self.restore(error.backup, error.path)
                case "again" if isinstance(error, CampaignError):
                    self.open(error.path)
                case "look" if isinstance(error, CampaignError):
                    self.open(error.path, view_only=True)
                case "forget" if isinstance(error, CampaignError):
                    self.recents.forget(str(error.path))
                case _:
                    pass

        return ask(
            self._hub,
            self._window,
            ui_text("shell", "trouble.title"),
            (str(error),),
            choices,
            answered,
            icon="warning",
            wide=640,
        )

    def restore(self, backup: Path, path: Path) -> None:
        """Put a backup in the place of a campaign and open it; what was there is kept."""

        def put_back(progress: Progress) -> OpenedCampaign:
            opened, kept = campaign_loading.restore_backup(backup, path, self.places, progress)
            when = spoken_stored_time(opened.changed)
            if kept is not None and kept.parent == path.parent:
                self._to_say.append(ui_text("shell", "said.restored_aside", when=when, name=short(kept.name)))
            elif kept is not None:
                self._to_say.append(ui_text("shell", "said.restored", when=when))
            return opened

        self.open_in_background(ui_text("shell", "wait.restoring"), put_back)

    def say_once_open(self, sentence: str) -> None:
        """Have a sentence shown once the campaign that is being opened is there. Any thread may call it."""
        self._to_say.append(sentence)

    def ask_file(self, dialog: QFileDialog, then: Callable[[Path], None]) -> None:
        """Show a file dialog, and call `then` with the chosen file."""
        dialog.fileSelected.connect(lambda file: then(Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _window_closing(self) -> None:
        self.close_campaign()
        self.recents.keep_picture()  # the event loop may have had its last turn
        self._task_runner.cancel()


def _troubles() -> tuple[type[Exception], ...]:
    from engine.presentation.scripts.script import ScriptError

    return (CampaignError, Refused, ScriptError)
