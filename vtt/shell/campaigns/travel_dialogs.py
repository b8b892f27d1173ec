"""Dialogs for taking a campaign to another computer, and for its arrival there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QListWidget, QVBoxLayout, QWidget

from vtt.library.entry_ticks import EntryTicks
from vtt.shared.campaign_panel import may_open_library
from vtt.shared.game_choices import game_name
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.campaigns.group_preferences import differing_preferences, group_preferences, use_preferences
from vtt.shell.campaigns.kept_copies import keep_side_by_side, kept_beside
from vtt.shell.campaigns.travel_loading import (
    ArrivedCampaign,
    look_into,
    newer_copy,
    open_beside,
    open_in_place,
    write_travel,
)
from vtt.shell.campaigns.what_if_loading import what_if_of
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.storage.campaign_errors import CampaignError
from vtt.system.timestamps import short_time, spoken_stored_time, spoken_weekday, stored_time
from vtt.system.user_folders import TRAVEL_SUFFIX, free_path
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.wrapping_items import wrap_items

if TYPE_CHECKING:
    from vtt.storage.campaign_opening import OpenedCampaign
    from vtt.storage.travel.story_comparison import OwnMoves, StoryComparison


class TravelDialogs(QObject):
    """Connects “Take to another computer…” with its dialogs, and shows what a travel file would bring."""

    def __init__(
        self,
        window: MainWindow,
        hub: ThemeHub,
        user_settings: UserSettings,
        controller: CampaignController,
        task_runner: TaskRunner,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._user_settings = user_settings
        self._controller = controller
        self._task_runner = task_runner
        self._waits = False
        """Whether it is asked once the libraries are open."""
        self._beside: tuple[Path, Path] | None = None
        """The copy that was here, and the one that has just been put beside it."""
        window.named_actions.on("travel", self.ask)
        controller.laid.connect(self._look_for_newer_copy)

    # Going -------------------------------------------------------------------------------------------------------

    def ask(self) -> MessageDialog | None:
        """Ask what goes along, then for the file. Only the GM is shown the entries of the library."""
        page = self._window.page
        if self._controller.opened is None or page is None:
            return None
        libraries = self._window.libraries
        may_open = may_open_library(page.campaign.viewer_campaign(page.viewer).view)
        if may_open and not libraries.shown:
            if not self._waits:
                self._waits = True
                libraries.changed.connect(self._ask_again, Qt.ConnectionType.SingleShotConnection)
            libraries.need()
            return None
        settings = QCheckBox(button_text(ui_text("shell", "travel.settings")))
        settings.setToolTip(tip(ui_text("shell", "travel.settings_help")))
        settings.setChecked(True)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(settings)
        library = libraries.current
        ticks = None
        sentences = [ui_text("shell", "travel.what")]
        if not may_open:
            sentences.append(ui_text("shell", "travel.closed"))
        elif library is None:
            sentences.append(ui_text("shell", "travel.no_library"))
        elif not library.entries:
            sentences.append(ui_text("shell", "travel.empty_library"))
        else:
            ticks = EntryTicks(self._hub, library)
            column.addWidget(ticks)
        dialogue = MessageDialog(
            self._hub,
            ui_text("shell", "travel.title"),
            sentences,
            (
                DialogButton("go", ui_text("shell", "travel.choose_file"), "primary"),
                DialogButton("", ui_text("shell", "button.cancel")),
            ),
            self._window,
            icon="folder",
            content=content,
            wide=640,
        )

        def answer(key: str) -> None:
            if key == "go":
                self._choose_file(tuple(ticks.ticked) if ticks is not None else (), has_settings=settings.isChecked())

        dialogue.chosen.connect(answer)
        page.viewer_changed.connect(dialogue.reject)
        dialogue.open()
        return dialogue

    def _ask_again(self) -> None:
        """Ask now that the libraries are open, unless others look at the screen by now."""
        self._waits = False
        page = self._window.page
        if page is not None and may_open_library(page.campaign.viewer_campaign(page.viewer).view):
            self.ask()

    def _choose_file(self, entries: Sequence[str], *, has_settings: bool) -> None:
        opened = self._controller.opened
        if opened is None:
            return
        near = free_path(self._controller.folder_to_save, opened.name, TRAVEL_SUFFIX)
        dialog = QFileDialog(self._window, ui_text("shell", "travel.title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([ui_text("shell", "file.travels")])
        dialog.setDefaultSuffix(TRAVEL_SUFFIX.removeprefix("."))
        self._controller.ask_file(dialog, lambda target: self.write(target, entries, has_settings=has_settings))

    def write(self, target: Path, entries: Sequence[str] = (), *, has_settings: bool = True) -> None:
        """Write the travel file, while play continues."""
        opened = self._controller.opened
        if opened is None:
            return
        library = self._window.libraries.current
        preferences = group_preferences(self._user_settings) if has_settings else {}
        self._controller.work(
            ui_text("shell", "wait.travel"),
            lambda progress: write_travel(opened, target, library, entries, preferences, progress),
            lambda _: self._window.notices.say(ui_text("shell", "travel.written", name=short(target.name))),
        )

    # Arriving ----------------------------------------------------------------------------------------------------

    def preview(self, source: Path) -> None:
        """Look into a travel file, and say what it would bring. Nothing is changed yet."""
        places, recent = self._user_settings.places, self._recent()
        self._controller.work(
            ui_text("shell", "wait.arriving"),
            lambda progress: look_into(source, places, recent, progress),
            self.show_arrival,
        )

    def show_arrival(self, arrival: ArrivedCampaign) -> MessageDialog:
        """Show what a travel file would bring, and how it is to the copy that is here."""
        story, copy, relation = arrival.story, arrival.copy, arrival.relation
        sentences = [
            ui_text(
                "shell",
                "travel.arrives",
                name=short(story.name),
                game=game_name(story.ruleset),
                count=story.moves,
                when=spoken_stored_time(story.changed),
            )
        ]
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        if copy is not None and relation is not None:
            about = {"file": short(copy.path.name), "when": spoken_stored_time(copy.changed)}
            sentences.append(ui_text("shell", f"travel.is_{relation}", **about))
            for moves, titles, which in (
                (arrival.of_copy, arrival.titles[1], "here"),
                (arrival.of_file, arrival.titles[0], "file"),
            ):
                if moves is not None and moves.count:
                    self._list_moves(column, moves, titles, which)
        elif arrival.is_name_taken:
            sentences.append(ui_text("shell", "travel.same_name", name=short(story.name)))
        for game in arrival.missing:
            name, version = short(game.name, 40), short(game.version, 20)
            which = "missing_game" if game.id == story.ruleset else "missing_entry_game"
            sentences.append(ui_text("shell", f"travel.{which}", name=name, version=version))
        if arrival.form.entries > 0:
            button = ui_text("library", "menu.import")
            sentences.append(ui_text("shell", "travel.entries", count=arrival.form.entries, button=button))
        others = differing_preferences(self._user_settings, arrival.form.preferences)
        settings = QCheckBox(button_text(ui_text("shell", "travel.use_settings")))
        settings.setToolTip(tip(ui_text("shell", "travel.use_settings_help")))
        settings.setVisible(bool(others))
        column.addWidget(settings)
        dialogue = MessageDialog(
            self._hub,
            ui_text("shell", "travel.arrival_title"),
            sentences,
            _choices(arrival),
            self._window,
            icon="folder",
            content=content,
            wide=640,
        )

        def answer(key: str) -> None:
            if key and settings.isChecked() and others:
                use_preferences(self._user_settings, self._hub, others)
            self._open(arrival, key)

        dialogue.chosen.connect(answer)
        dialogue.open()
        return dialogue

    def _list_moves(self, column: QVBoxLayout, moves: OwnMoves, titles: Sequence[str], which: str) -> None:
        """List the moves that only one copy has, by the titles that everybody may read."""
        heading = ui_text("shell", f"travel.moves_{which}", count=moves.count, first=moves.first, **_played(moves))
        lines = QListWidget()
        lines.setAccessibleName(heading)
        wrap_items(lines)
        for number, (title, made) in enumerate(zip(titles, moves.times, strict=True), moves.first):
            moment = stored_time(made)
            when = short_time(moment) if moment is not None else ""
            lines.addItem(ui_text("shell", "travel.move", number=number, title=short(title, 200), when=when))
        left = moves.count - len(titles)
        if left > 0:
            lines.addItem(ui_text("shell", "travel.more_moves", count=left))
        lines.setFixedHeight(self._hub.theme.metrics.control * min(4, lines.count() + 1))
        column.addWidget(label(heading, wrap=True))
        column.addWidget(lines)

    def _open(self, arrival: ArrivedCampaign, key: str) -> None:
        places, controller = self._user_settings.places, self._controller
        sentence = ui_text("shell", "wait.opening")
        if key == "here" and arrival.copy is not None:
            controller.open(arrival.copy.path)
        elif key == "beside":

            def keep_both(progress: Progress) -> OpenedCampaign:
                opened = open_beside(arrival, places, progress)
                self._beside = (arrival.copy.path, opened.path) if arrival.copy is not None else None
                return opened

            controller.open_in_background(sentence, keep_both)
        elif key == "file":

            def replace(progress: Progress) -> OpenedCampaign:
                opened, beside = open_in_place(arrival, places, progress)
                self._beside = (opened.path, beside) if beside is not None else None
                said = "travel.replaced" if beside is None else "travel.replaced_beside"
                controller.say_once_open(ui_text("shell", said, name=short(beside.name) if beside else ""))
                return opened

            controller.open_in_background(sentence, replace)

    # A copy that is newer ----------------------------------------------------------------------------------------

    def _look_for_newer_copy(self) -> None:
        """Say, beside play, whether another copy of the campaign has moves that this one lacks.

        Copies that were put beside this one on purpose are left out.
        """
        opened = self._controller.opened
        if opened is None or what_if_of(opened, self._user_settings.places) is not None:
            return
        beside, self._beside = self._beside, None
        if beside is not None:
            keep_side_by_side(self._user_settings, *beside)
        places, recent = self._user_settings.places, self._recent()
        left_out = kept_beside(self._user_settings, opened.path)

        def found(compared: StoryComparison | None) -> None:
            if compared is None or self._controller.opened is not opened:
                return
            moves, other = compared.of_other, compared.other
            key = "travel.newer_copy" if not compared.of_one.count else "travel.diverged_copy"
            sentence = ui_text(
                "shell",
                key,
                file=short(other.path.name),
                when=spoken_stored_time(other.changed),
                own=compared.of_one.count,
                count=moves.count,
                first=moves.first,
                **_played(moves),
            )
            self._window.notices.say(sentence)

        self._task_runner.start(
            lambda _: newer_copy(opened, places, recent, left_out), found, lambda _: None, lambda: (CampaignError,)
        )

    def _recent(self) -> tuple[Path, ...]:
        return tuple(Path(recent.path) for recent in self._user_settings.values.recent)


def _choices(arrival: ArrivedCampaign) -> tuple[DialogButton, ...]:
    cancel = DialogButton("", ui_text("shell", "button.cancel"))
    here, there = ui_text("shell", "travel.open_here"), ui_text("shell", "travel.open_file")
    both = DialogButton("beside", ui_text("shell", "travel.keep_both"))
    match arrival.relation:
        case None:
            return DialogButton("beside", ui_text("shell", "travel.open"), "primary"), cancel
        case "same":
            return DialogButton("here", here, "primary"), both, cancel
        case "behind":
            return DialogButton("here", here, "primary"), both, cancel
        case "ahead":
            return DialogButton("file", there, "primary"), both, cancel
        case _:
            copy = arrival.copy
            is_newer = copy is None or _moment(arrival.story.changed) > _moment(copy.changed)
            roles = ("", "primary") if is_newer else ("primary", "")
            return DialogButton("here", here, roles[0]), DialogButton("file", there, roles[1]), both, cancel


def _played(moves: OwnMoves) -> dict[str, str]:
    """Return when the first and the last of some moves were made, for a text; empty if it is not known of both."""
    known = [stored_time(made) for made in (*moves.times[:1], moves.last_time)]
    first, last = (spoken_weekday(each) if each is not None else "" for each in known) if len(known) == 2 else ("", "")
    return {"played": first if last else "", "until": last if first and last != first else ""}


def _moment(text: str) -> float:
    moment = stored_time(text)
    return moment.timestamp() if moment is not None else 0.0
