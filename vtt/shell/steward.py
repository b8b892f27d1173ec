"""Lets campaigns in and out of the window: opening, making, copying, restoring, and what to say when that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from engine.play.refusal import Refused
from engine.play.ways import read_ways
from vtt.save.errors import Busy, CampaignError, NotThere, OpenElsewhere, ReadOnly, spoken_time
from vtt.save.places import SUFFIX, Places
from vtt.session import Session
from vtt.shell import campaigns
from vtt.shell.campaigns import Laid
from vtt.shell.chosen import Chosen
from vtt.shell.games import game_cards
from vtt.shell.recents import Recents
from vtt.shell.waiting import WaitingDialog
from vtt.shell.words import told
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Job, Progress, Workshop
from vtt.window import MainWindow

if TYPE_CHECKING:
    from vtt.save.opening import Opened
    from vtt.welcome.new_campaign import NewCampaign, Plan
    from vtt.welcome.page import WelcomePage
    from vtt.welcome.people import Person

T = TypeVar("T")
PEOPLE = "new.people"
BEFORE_FILE = 150
"""Milliseconds that a new table has to itself before its file is made."""


class Steward(QObject):
    """Holds the open campaign, if there is one.

    Signals:
        laid: a campaign is open and can be played.
        explained: the sentence that says why a campaign could not be opened.
        failed: it could not, and that has been said.
    """

    laid = Signal()
    _no_backup = Signal(str)
    explained = Signal(str)
    failed = Signal()

    def __init__(self, window: MainWindow, hub: ThemeHub, chosen: Chosen, workshop: Workshop) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._chosen = chosen
        self._workshop = workshop
        self._job: Job | None = None
        self._told_of_backups = False
        self._to_say: list[str] = []
        # It is emitted in the thread that makes the backups, and heard in the window's.
        self._no_backup.connect(self._say_no_backup, Qt.ConnectionType.QueuedConnection)
        self.opened: Opened | None = None
        self.session: Session | None = None
        self.recents = Recents(window, chosen, workshop)
        on = window.named_actions.on
        on("new", self.plan_new)
        on("open", self.choose_file)
        on("close", self.close)
        on("save_copy", self.choose_copy)
        window.recent_wanted.connect(lambda path: self.open(Path(path)))
        window.closing.connect(self._window_closing)
        window.waiting.cancelled.connect(self._cancel)
        window.welcome_made.connect(self._welcome)
        self.recents.show()

    def _welcome(self, welcome: WelcomePage) -> None:
        welcome.resumed.connect(lambda path: self.open(Path(path)))
        welcome.forgotten.connect(self.recents.forget)
        welcome.new_wanted.connect(self.plan_new)
        welcome.open_wanted.connect(self.choose_file)
        welcome.demo_wanted.connect(self.play_demo)
        welcome.offer_demos(campaigns.demos())
        self.recents.show()

    @property
    def places(self) -> Places:
        """Where things go."""
        return self._chosen.places

    # coming in

    def open(self, path: Path, *, view_only: bool = False) -> None:
        """Open a campaign file."""
        self.bring(told("wait.opening"), lambda _: campaigns.open_file(path, self.places, view_only=view_only))

    def play_demo(self, name: str, folder: Path | None = None) -> None:
        """Lay a demo out as a fresh campaign."""
        where = folder or self.places.campaigns
        self.bring(told("wait.opening"), lambda _: campaigns.lay_demo(name, where, self.places))

    def make(self, plan: Plan) -> None:
        """Make a campaign as planned, and deal."""
        self._chosen.keep_more(PEOPLE, [{"name": p.name, "gm": p.gm} for p in plan.people])
        self.bring(told("wait.opening"), lambda _: campaigns.lay_new(plan, self.places))

    def plan_new(self) -> NewCampaign:
        """Ask what a new campaign shall be like."""
        from vtt.welcome.new_campaign import NewCampaign

        dialog = NewCampaign(self._hub, game_cards(), self._people(), self.places.campaigns, self._window)
        dialog.planned.connect(self.make)
        dialog.open()
        return dialog

    def choose_file(self) -> None:
        """Ask which file to open."""
        folder = self.opened.path.parent if self.opened else self.places.campaigns
        dialog = QFileDialog(self._window, told("file.open_title"), str(folder))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([told("file.campaigns"), told("file.any")])
        self.ask_file(dialog, self.open)

    def lay(self, opened: Opened) -> None:
        """Let in a campaign that is open already."""
        settings = opened.store.settings()
        session = Session(
            opened.game,
            opened.timeline,
            campaigns.chance(),
            opened.store,
            ways=read_ways(settings),
            settings=settings,
        )
        self.session = session

        def there() -> None:
            if opened.view_only:
                self._window.notices.say(told("said.view_only"))
            self._keep(session, opened)
            self.laid.emit()

        self._window.show_campaign(session, opened.name, there)

    def lay_early(self, laid: Laid) -> None:
        """Let in a table that is ready, while its file is being made."""
        coming: Future[Opened] = Future()
        begun = False
        clock = QTimer(self)
        clock.setSingleShot(True)

        def keep(_progress: Progress) -> Opened:
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
                self._workshop.start(keep, lambda opened: self._keep(session, opened), self._not_opened, _troubles)

        session = Session(laid.game, laid.timeline, campaigns.chance(), campaigns.LateStore(coming, begin))
        self.session = session
        # The table is painted first; a gesture, or closing, does not wait for the clock.
        clock.timeout.connect(begin)

        def there() -> None:
            if not begun:
                clock.start(BEFORE_FILE)
            self.laid.emit()

        self._window.show_campaign(session, laid.name, there)

    def _keep(self, session: Session, opened: Opened) -> None:
        if not opened.view_only:
            self._chosen.keep_recent(opened.path, opened.name, opened.game.ruleset.id)
        if self.session is session:
            self.opened = opened
            self._told_of_backups = False
            if not opened.view_only:
                opened.keep_backups(lambda error: self._no_backup.emit(str(error)))
            if opened.kept is not None:
                self._window.notices.say(told("said.migrated", name=short(opened.kept.name)))
            if opened.earlier is not None:
                self._to_say.append(told("said.demo_anew"))
            for sentence in self._to_say:
                self._window.notices.say(sentence)
            self._to_say.clear()
            if opened.lacks_log:
                self._window.notices.say(told("said.lacks_log", name=short(opened.path.name)))
        self._window.menu.show_recent(self._chosen.now.recent)

    def _say_no_backup(self, reason: str) -> None:
        if not self._told_of_backups:
            self._told_of_backups = True
            self._window.notices.say(told("said.no_backup", reason=reason))

    # going out

    def close(self) -> None:
        """Close the campaign and show the first page."""
        self.let_go()
        self.recents.show()
        self._window.show_welcome()

    def let_go(self) -> None:
        """Close the campaign; everything is in its file already."""
        opened, session = self.opened, self.session
        page = self._window.page
        if session is None:
            return
        picture = page.table_room.table.grab_public() if page is not None else None
        self.opened = self.session = None
        self._window.leave_campaign()
        session.close()
        session.deleteLater()
        if opened is not None and not opened.view_only:
            self.recents.leave(opened.path, opened.name, opened.game.ruleset.id, picture)

    def choose_copy(self) -> None:
        """Ask where a copy shall lie, and save it."""
        opened = self.opened
        if opened is None:
            return
        near = opened.path.with_name(f"{opened.path.stem} – copy{SUFFIX}")
        dialog = QFileDialog(self._window, told("file.copy_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilters([told("file.campaigns")])
        self.ask_file(dialog, self.save_copy)

    def save_copy(self, target: Path) -> None:
        """Save a copy; play goes on meanwhile."""
        opened = self.opened
        if opened is None:
            return
        self.work(
            told("wait.copying"),
            lambda progress: opened.save_copy(target, progress, replace=True),
            lambda _: self._window.notices.say(told("said.copied", name=short(target.name))),
        )

    def work(self, sentence: str, task: Callable[[Progress], T], then: Callable[[T], object]) -> Job:
        """Do something long beside play, with progress and a way to stop it; say what is wrong if it fails."""
        job = self._workshop.start(task, then, self.work_failed, lambda: (CampaignError, Refused))
        WaitingDialog(self._hub, sentence, job, self._window)
        return job

    def _people(self) -> tuple[Person, ...]:
        from vtt.welcome.people import Person, usual_people

        kept = self._chosen.more(PEOPLE)
        people: list[Person] = []
        for line in kept if isinstance(kept, list) else ():
            if isinstance(line, dict) and isinstance(line.get("name"), str):
                people.append(Person(str(line["name"]), line.get("gm") is True))
        return tuple(people) if len(people) > 1 else usual_people()

    # how

    def bring(self, sentence: str, task: Callable[[Progress], Opened | Laid]) -> None:
        """Let go of what is open, and let in what a task opens, or gets ready, on a worker thread."""
        if self._job is not None:
            return
        self.let_go()
        self._to_say.clear()
        self._window.show_waiting(sentence)

        def arrived(found: Opened | Laid) -> None:
            if isinstance(found, Laid):
                if not job.progress.cancelled:
                    self.lay_early(found)
            elif job.progress.cancelled:
                found.store.close()
            else:
                self.lay(found)

        job = self._workshop.start(task, arrived, self._not_opened, _troubles)
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
            told("trouble.work_title"),
            (str(error),),
            (Choice("", told("button.close"), "primary"),),
            lambda _key: None,
            icon="warning",
        )

    def explain(self, error: Exception) -> Dialogue:
        """Say why a campaign cannot be opened, and offer what can be done."""
        choices = [Choice("other", told("button.open_other")), Choice("", told("button.close"))]
        if isinstance(error, CampaignError) and error.backup is not None:
            choices.insert(0, Choice("backup", told("button.open_backup"), "primary"))
        elif isinstance(error, ReadOnly):
            choices.insert(0, Choice("look", told("button.look_only"), "primary"))
        elif isinstance(error, (OpenElsewhere, Busy)):
            choices.insert(0, Choice("again", told("button.try_again"), "primary"))
        elif isinstance(error, NotThere) and any(r.path == str(error.path) for r in self._chosen.now.recent):
            choices.insert(0, Choice("forget", told("welcome.forget"), "primary"))
        else:
            choices[0] = Choice("other", told("button.open_other"), "primary")

        def answered(key: str) -> None:
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
            self._hub, self._window, told("trouble.title"), (str(error),), choices, answered, icon="warning", wide=640
        )

    def restore(self, backup: Path, path: Path) -> None:
        """Put a backup in the place of a campaign and open it; what was there is kept."""

        def put_back(progress: Progress) -> Opened:
            opened, kept = campaigns.restored(backup, path, self.places, progress)
            when = spoken_time(datetime.fromisoformat(opened.changed).astimezone())
            if kept is not None and kept.parent == path.parent:
                self._to_say.append(told("said.restored_aside", when=when, name=short(kept.name)))
            elif kept is not None:
                self._to_say.append(told("said.restored", when=when))
            return opened

        self.bring(told("wait.restoring"), put_back)

    def ask_file(self, dialog: QFileDialog, then: Callable[[Path], None]) -> None:
        """Show a dialog for a file, and go on with the file that somebody chooses."""
        dialog.fileSelected.connect(lambda file: then(Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _window_closing(self) -> None:
        self.let_go()
        self.recents.keep_picture()  # the event loop may have had its last turn
        self._workshop.cancel()


def _troubles() -> tuple[type[Exception], ...]:
    from engine.play.script import Unfit

    return (CampaignError, Refused, Unfit)
