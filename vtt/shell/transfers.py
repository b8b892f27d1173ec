"""Export, import and backups, as a person meets them: which file, what would happen, and only then that it does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.play.words import Message, say
from vtt.save.errors import CampaignError, Cancelled, spoken_time
from vtt.save.places import EXPORT_SUFFIX, free_path
from vtt.session import SHARED
from vtt.shell.chosen import Chosen
from vtt.shell.games import game_name
from vtt.shell.steward import Steward
from vtt.shell.words import told
from vtt.widgets.dialogue import Choice, Dialogue
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub
from vtt.window import MainWindow

if TYPE_CHECKING:
    from vtt.save.backups import Backup
    from vtt.save.importing import ImportPlan
    from vtt.save.opening import CheckedFile
    from vtt.widgets.work import Progress

MOST_NAMES = 12


class Transfers(QObject):
    """Wires the three actions; the steward does what they decide."""

    def __init__(self, window: MainWindow, hub: ThemeHub, chosen: Chosen, steward: Steward) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._chosen = chosen
        self._steward = steward
        window.named_actions.on("export", self.choose_export)
        window.named_actions.on("import", self.choose_import)
        window.named_actions.on("restore", self.look_for_backups)
        window.named_actions.on("check", self.check)

    def choose_export(self) -> None:
        """Ask where the export shall lie, and write it."""
        opened = self._steward.opened
        if opened is None:
            return
        near = free_path(opened.path.parent, opened.name, EXPORT_SUFFIX)
        dialog = QFileDialog(self._window, told("file.export_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([told("file.exports")])
        dialog.setDefaultSuffix(EXPORT_SUFFIX.removeprefix("."))
        self._steward.ask_file(dialog, self.export_to)

    def export_to(self, target: Path) -> None:
        """Write everything into a zip; play goes on meanwhile."""
        opened = self._steward.opened
        if opened is None:
            return
        from vtt.save.exporting import export_campaign

        self._steward.work(
            told("wait.exporting"),
            lambda progress: export_campaign(opened.path, target, progress, replace=True),
            lambda _: self._window.notices.say(told("said.exported", name=short(target.name))),
        )

    def choose_import(self) -> None:
        """Ask which export to bring in."""
        dialog = QFileDialog(self._window, told("file.import_title"), str(self._chosen.places.campaigns))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([told("file.exports"), told("file.any")])
        self._steward.ask_file(dialog, self.preview)

    def preview(self, source: Path) -> None:
        """Read an export and say what it would bring; nothing is brought yet."""
        from vtt.save.importing import preview

        opened = self._steward.opened
        here = opened.timeline.table if opened is not None else None
        folder = self._chosen.places.campaigns
        self._steward.work(
            told("wait.importing"), lambda _: preview(source, folder=folder, here=here), self._show_preview
        )

    def _show_preview(self, plan: ImportPlan) -> Dialogue:
        people = [short(seat.name, 30) for seat in plan.seats[:MOST_NAMES]]
        characters = [short(actor.name, 30) for actor in plan.characters[:MOST_NAMES]]
        sentences = [
            told("import.what", name=short(plan.name), game=game_name(plan.ruleset), count=plan.position),
            told("import.people", people=people, characters=characters or ["–"]),
            *(told("import.about", button=_button_of(conflict), what=say(conflict)) for conflict in plan.conflicts),
            told("import.asks", button=told("button.import")),
        ]
        choices = [Choice("new", told("button.import"), "primary"), Choice("", told("button.cancel"))]
        opened = self._steward.opened
        if opened is not None and opened.game.ruleset.id == plan.ruleset and plan.characters:
            choices.insert(1, Choice("characters", told("button.import_characters")))
            sentences.append(told("import.asks_characters", button=told("button.import_characters")))
        dialogue = Dialogue(
            self._hub, told("import.title"), sentences, choices, self._window, icon="chevron-down", wide=600
        )
        dialogue.chosen.connect(lambda key: self._bring(plan, key))
        dialogue.open()
        return dialogue

    def _bring(self, plan: ImportPlan, key: str) -> None:
        if key == "new":
            from vtt.save.importing import make_campaign

            places = self._chosen.places
            self._steward.bring(
                told("wait.importing"), lambda _: make_campaign(plan, places.campaigns, backups=places.backups)
            )
        elif key == "characters":
            self._bring_characters(plan)

    def _bring_characters(self, plan: ImportPlan) -> None:
        from vtt.save.errors import ImportDoesNotFit
        from vtt.save.importing import bring_characters

        opened, session = self._steward.opened, self._steward.session
        if opened is None or session is None:
            return
        seats = session.lens(SHARED).view.seats.values()
        gm = next((seat.id for seat in seats if seat.role == "gm"), "")
        try:
            arrival = bring_characters(plan, opened.timeline.table, gm, [a.id for a in plan.characters])
        except ImportDoesNotFit as error:
            self._steward.work_failed(error)
            return
        for picture in arrival.pictures:
            if session.picture(picture.id) is None and not session.keep_picture(picture):
                return
        for command in arrival.commands:
            if not session.submit(command):
                return
        names = ", ".join(short(actor.name, 30) for actor in plan.characters[:MOST_NAMES])
        self._window.notices.say(told("said.imported", name=names))
        for line in arrival.left_behind:
            self._window.notices.note(told("said.left_behind", what=short(line, 120)))

    def check(self) -> None:
        """Look through the campaign's file, and through its backups, and say what was found; play goes on meanwhile."""
        opened = self._steward.opened
        if opened is None:
            return
        from vtt.save.backups import good_backups, list_backups
        from vtt.save.opening import check_campaign

        def look(progress: Progress) -> tuple[CheckedFile | CampaignError, int, tuple[Backup, ...]]:
            found: CheckedFile | CampaignError
            try:
                found = check_campaign(opened.path, progress=progress)
            except Cancelled:
                raise
            except CampaignError as error:
                found = error
            return found, len(list_backups(opened.backups)), good_backups(opened.backups)

        self._steward.work(told("wait.checking"), look, lambda found: self._show_check(*found))

    def _show_check(self, found: CheckedFile | CampaignError, count: int, good: tuple[Backup, ...]) -> Dialogue:
        choices = [Choice("", told("button.close"), "primary")]
        if isinstance(found, CampaignError):
            whole = False
            sentences = [str(found)]
        else:
            whole = True
            sentences = [
                told("check.whole", gestures=found.gestures, size=max(1, found.size // 1024)),
                told("check.kept", pictures=found.pictures, sheets=found.sheets, encounters=found.encounters),
            ]
        if good:
            newest = spoken_time(good[0].made)
            sentences.append(told("check.backups", good=len(good), count=count, newest=newest))
            choices.append(Choice("restore", told("action.restore")))
        else:
            sentences.append(told("check.no_backups", count=count))
        dialogue = Dialogue(
            self._hub,
            told("check.title_whole" if whole else "check.title_broken"),
            sentences,
            choices,
            self._window,
            icon="check" if whole else "warning",
            wide=600,
        )
        dialogue.chosen.connect(lambda key: self._show_backups(good) if key == "restore" else None)
        dialogue.open()
        return dialogue

    def look_for_backups(self) -> None:
        """Look which backups are whole, and offer them."""
        opened = self._steward.opened
        if opened is None:
            return
        from vtt.save.backups import good_backups

        folder = opened.backups
        self._steward.work(told("wait.restoring"), lambda _: good_backups(folder), self._show_backups)

    def _show_backups(self, backups: tuple[Backup, ...]) -> Dialogue | None:
        opened = self._steward.opened
        if opened is None:
            return None
        path = opened.path
        if not backups:
            self._window.notices.say(told("backups.none"))
            return None
        moments = QListWidget()
        moments.setAccessibleName(told("backups.title"))
        moments.setMinimumHeight(self._hub.theme.metrics.control * 5)
        for backup in backups:
            kind = "before_restore" if backup.replaced else "moment"
            when, size = spoken_time(backup.made), max(1, backup.size // 1024)
            moments.addItem(QListWidgetItem(told(f"backups.{kind}", when=when, size=size)))
        moments.setWordWrap(True)
        moments.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        moments.setCurrentRow(0)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(moments)
        dialogue = Dialogue(
            self._hub,
            told("backups.title"),
            (told("backups.asks"),),
            (Choice("", told("button.cancel"), "primary"), Choice("restore", told("button.restore"), "danger")),
            self._window,
            icon="clock",
            content=content,
            wide=600,
        )
        dialogue.chosen.connect(
            lambda key: self._steward.restore(backups[moments.currentRow()].path, path) if key == "restore" else None
        )
        dialogue.open()
        return dialogue


def _button_of(conflict: Message) -> str:
    """Return the words of the button to which a sentence about an import belongs."""
    return told("button.import_characters" if conflict.key == "save.conflict.character" else "button.import")
