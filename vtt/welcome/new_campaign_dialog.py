"""The dialog for a new campaign: the game, its name, the people at the table, and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine.model.frozen import Json
from engine.model.seats import Seat
from vtt.shared.game_choices import GameCard
from vtt.system.user_folders import SUFFIX, free_path
from vtt.welcome.people_list import PeopleList, SeatEntry, problem_of, seats_of
from vtt.widgets.layouts.flow_layout import FlowLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import ElidedLabel, button_text, label
from vtt.widgets.theme_binding import set_role
from vtt.widgets.tile_button import TileButton
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.shared.option_fields import OptionField

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewCampaignPlan:
    """A campaign that shall be made."""

    name: str
    ruleset: str
    people: tuple[SeatEntry, ...]
    path: Path
    options: Mapping[str, Json] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of its table."""
        return seats_of(self.people)


class NewCampaignDialog(MessageDialog):
    """Asks for everything that a new campaign needs. Everything has a default, so that one click starts it.

    Args:
        hub: the theme.
        games: the games to choose from.
        people: the people at the table last time.
        folder: the folder of campaigns.
        parent: the window.

    Signals:
        planned: the NewCampaignPlan, once the user confirms one that is complete.
    """

    planned = Signal(object)

    def __init__(
        self,
        hub: ThemeHub,
        games: Sequence[GameCard],
        people: Sequence[SeatEntry],
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        self._folder = folder
        self._chosen_path: Path | None = None
        self._plan: NewCampaignPlan | None = None
        lengths = hub.theme.metrics
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(lengths.pad_s)

        self.games: dict[str, TileButton] = {}
        self._advised = {game.id: game.advised for game in games}
        self._deals = {game.id: game.deals for game in games}
        self._group = QButtonGroup(content)
        column.addWidget(label(ui_text("shell", "new.game"), "muted"))
        shelf = QWidget()
        flow = FlowLayout(shelf, spacing=lengths.pad_m)
        # No wider than the dialog can be, or the buttons beside the people would lie out of reach.
        screen = QGuiApplication.primaryScreen() if parent is None else parent.screen()
        room = (screen.availableGeometry().width() - 40 - 3 * lengths.pad_xl - lengths.scrollbar) / hub.theme.scale
        wide = min(636 if len(games) == 1 else 312, int(room))  # two columns
        for game in games:
            tile = TileButton(hub, "deck", game.name, f"{game.like}\n{game.kind}", wide=wide)
            tile.setCheckable(True)
            tile.setChecked(not self.games)
            self._group.addButton(tile)
            self.games[game.id] = tile
            flow.addWidget(tile)
        for tile in self.games.values():
            tile.set_least_height(max(each.words_height() for each in self.games.values()))
        column.addWidget(shelf)

        column.addSpacing(lengths.pad_s)
        column.addWidget(label(ui_text("shell", "new.name"), "muted"))
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(ui_text("shell", "new.name"))
        self.name.setPlaceholderText(ui_text("shell", "new.name_hint"))
        column.addWidget(self.name)

        column.addSpacing(lengths.pad_s)
        column.addWidget(label(ui_text("shell", "new.people"), "muted", wrap=True))
        self.people = PeopleList(hub, people)
        column.addWidget(self.people)

        self.options: dict[str, dict[str, OptionField]] = {}
        self._user_settings: dict[str, dict[str, Json]] = {}
        self._forms: dict[str, QWidget] = {}
        for game in games:
            form = self._forms[game.id] = self._options_of(hub, game)
            form.setVisible(self.games[game.id].isChecked() and bool(game.options))
            column.addWidget(form)

        column.addWidget(label(ui_text("shell", "new.place"), "muted"))
        place = QHBoxLayout()
        self._place = ElidedLabel()
        change = QPushButton(button_text(ui_text("shell", "new.change_place")))
        change.setProperty("role", "quiet")
        change.setAutoDefault(False)
        change.clicked.connect(self._choose_place)
        place.addWidget(self._place, 1)
        place.addWidget(change)
        column.addLayout(place)
        self.problem = label("", "danger", wrap=True)
        column.addWidget(self.problem)
        column.addStretch(1)  # the dialog keeps its height when somebody is removed
        super().__init__(
            hub,
            ui_text("shell", "new.title"),
            (ui_text("shell", "new.subtitle"),),
            (
                DialogButton("create", ui_text("shell", "button.create"), "primary"),
                DialogButton("", ui_text("shell", "button.cancel")),
            ),
            parent,
            icon="plus",
            content=content,
            wide=720,
        )
        self.name.setText(next(iter(games)).name)
        self.name.textChanged.connect(self._check)
        self.people.changed.connect(self._check)
        self._group.buttonToggled.connect(self._game_chosen)
        self.buttons["create"].setFocus()
        self._check()

    @property
    def plan(self) -> NewCampaignPlan:
        """The campaign as entered in the form."""
        ruleset = next(game for game, tile in self.games.items() if tile.isChecked())
        name = " ".join(self.name.text().split())
        path = self._chosen_path or free_path(self._folder, name)
        return NewCampaignPlan(name, ruleset, self.people.people, path, dict(self._user_settings[ruleset]))

    def choose(self, key: str) -> None:
        """Close with a plan that will do; say what is wrong with another."""
        if key == "create":
            if self._check():
                return
            self._plan = self.plan
        super().choose(key)

    def done(self, result: int) -> None:
        """Tell the plan once the dialog is gone."""
        super().done(result)
        if self._plan is not None:
            self.planned.emit(self._plan)

    def _check(self) -> str:
        plan = self.plan
        problem = problem_of(plan.people) if plan.name else ui_text("shell", "new.no_name")
        decks = self._advised[plan.ruleset](sum(not p.gm for p in plan.people)).get("deck_count")
        hint = ui_text("shell", "new.two_decks", decks=decks) if decks else ""
        self.problem.setText(problem or hint)
        set_role(self.problem, "danger" if problem else "muted")
        self.problem.setVisible(bool(problem or hint))
        self._place.set_text(str(plan.path))
        create = self.buttons["create"]
        words = ui_text("shell", "button.create" if self._deals[plan.ruleset] else "button.create_by_hand")
        create.setText(button_text(words))
        create.setAccessibleName(words)
        create.setEnabled(not problem)
        return problem

    def _options_of(self, hub: ThemeHub, game: GameCard) -> QWidget:
        """Return the controls of the options that a game wants chosen at the start."""
        from vtt.shared.option_fields import option_field  # no other part of the first page needs the panels

        lengths = hub.theme.metrics
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, lengths.pad_s, 0, 0)
        column.setSpacing(lengths.pad_s)
        self._user_settings[game.id] = {}
        fields = self.options[game.id] = {}
        for name, spec in game.options.items():
            column.addWidget(label(f"{spec.label}: {spec.help}", "muted", wrap=True))
            option = fields[name] = option_field(name, spec, hub, game.id)
            option.show_value(spec.default)
            option.chosen.connect(partial(self._option_chosen, game.id, name))
            column.addWidget(option)
        return form

    def _option_chosen(self, game: str, name: str, value: Json) -> None:
        self._user_settings[game][name] = value
        self.options[game][name].show_value(value)

    def _game_chosen(self) -> None:
        for game, tile in self.games.items():
            self._forms[game].setVisible(tile.isChecked() and bool(self.options[game]))
        names = {tile.heading for tile in self.games.values()}
        if self.name.text() in names:
            self.name.setText(next(tile.heading for tile in self.games.values() if tile.isChecked()))
        self._check()

    def _choose_place(self) -> None:
        dialog = QFileDialog(self, ui_text("shell", "file.new_title"), str(self.plan.path))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([ui_text("shell", "file.campaigns")])
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._place_chosen)
        dialog.open()

    def _place_chosen(self, file: str) -> None:
        self._chosen_path = Path(file)
        self._check()
