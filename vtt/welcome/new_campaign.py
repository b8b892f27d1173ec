"""The dialog that makes a campaign: which game, what it is called, who sits there, where the file lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine.table.frozen import Json
from engine.table.seats import Seat
from vtt.save.places import SUFFIX, free_path
from vtt.shell.games import GameCard
from vtt.shell.words import told
from vtt.welcome.people import PeopleList, Person, problem_of, seats_of
from vtt.widgets.dialogue import Choice, Dialogue
from vtt.widgets.dressing import set_role
from vtt.widgets.flow import FlowLayout
from vtt.widgets.text import ElidedLabel, button_text, label
from vtt.widgets.theme import ThemeHub
from vtt.widgets.tile import Tile

if TYPE_CHECKING:
    from vtt.panels.option_fields import OptionField

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """A campaign that shall be made."""

    name: str
    ruleset: str
    people: tuple[Person, ...]
    path: Path
    options: Mapping[str, Json] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of its table."""
        return seats_of(self.people)


class NewCampaign(Dialogue):
    """Asks for everything a new campaign needs; all of it is filled in, so that one click deals.

    Args:
        hub: the theme.
        games: what can be chosen.
        people: who sat at the table the last time.
        folder: where campaigns lie.
        parent: the window.

    Signals:
        planned: the Plan, once somebody wants it and it will do.
    """

    planned = Signal(object)

    def __init__(
        self,
        hub: ThemeHub,
        games: Sequence[GameCard],
        people: Sequence[Person],
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        self._folder = folder
        self._chosen_path: Path | None = None
        self._plan: Plan | None = None
        lengths = hub.theme.metrics
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(lengths.pad_s)

        self.games: dict[str, Tile] = {}
        self._advised = {game.id: game.advised for game in games}
        self._deals = {game.id: game.deals for game in games}
        self._group = QButtonGroup(content)
        column.addWidget(label(told("new.game"), "muted"))
        shelf = QWidget()
        flow = FlowLayout(shelf, spacing=lengths.pad_m)
        # No wider than the dialog can be, or the buttons beside the people would lie out of reach.
        screen = QGuiApplication.primaryScreen() if parent is None else parent.screen()
        room = (screen.availableGeometry().width() - 40 - 3 * lengths.pad_xl - lengths.scrollbar) / hub.theme.scale
        wide = min(636 if len(games) == 1 else 312, int(room))  # two beside each other
        for game in games:
            tile = Tile(hub, "deck", game.name, f"{game.like}\n{game.kind}", wide=wide)
            tile.setCheckable(True)
            tile.setChecked(not self.games)
            self._group.addButton(tile)
            self.games[game.id] = tile
            flow.addWidget(tile)
        for tile in self.games.values():
            tile.set_least_height(max(each.words_height() for each in self.games.values()))
        column.addWidget(shelf)

        column.addSpacing(lengths.pad_s)
        column.addWidget(label(told("new.name"), "muted"))
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(told("new.name"))
        self.name.setPlaceholderText(told("new.name_hint"))
        column.addWidget(self.name)

        column.addSpacing(lengths.pad_s)
        column.addWidget(label(told("new.people"), "muted", wrap=True))
        self.people = PeopleList(hub, people)
        column.addWidget(self.people)

        self.options: dict[str, dict[str, OptionField]] = {}
        self._chosen: dict[str, dict[str, Json]] = {}
        self._forms: dict[str, QWidget] = {}
        for game in games:
            form = self._forms[game.id] = self._options_of(hub, game)
            form.setVisible(self.games[game.id].isChecked() and bool(game.options))
            column.addWidget(form)

        column.addWidget(label(told("new.place"), "muted"))
        place = QHBoxLayout()
        self._place = ElidedLabel()
        change = QPushButton(button_text(told("new.change_place")))
        change.setProperty("role", "quiet")
        change.setAutoDefault(False)
        change.clicked.connect(self._choose_place)
        place.addWidget(self._place, 1)
        place.addWidget(change)
        column.addLayout(place)
        self.problem = label("", "danger", wrap=True)
        column.addWidget(self.problem)
        super().__init__(
            hub,
            told("new.title"),
            (told("new.subtitle"),),
            (Choice("create", told("button.create"), "primary"), Choice("", told("button.cancel"))),
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
    def plan(self) -> Plan:
        """The campaign as it stands in the form."""
        ruleset = next(game for game, tile in self.games.items() if tile.isChecked())
        name = " ".join(self.name.text().split())
        path = self._chosen_path or free_path(self._folder, name)
        return Plan(name, ruleset, self.people.people, path, dict(self._chosen[ruleset]))

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
        problem = problem_of(plan.people) if plan.name else told("new.no_name")
        decks = self._advised[plan.ruleset](sum(not p.gm for p in plan.people)).get("deck_count")
        hint = told("new.two_decks", decks=decks) if decks else ""
        self.problem.setText(problem or hint)
        set_role(self.problem, "danger" if problem else "muted")
        self.problem.setVisible(bool(problem or hint))
        self._place.set_text(str(plan.path))
        create = self.buttons["create"]
        words = told("button.create" if self._deals[plan.ruleset] else "button.create_by_hand")
        create.setText(button_text(words))
        create.setAccessibleName(words)
        create.setEnabled(not problem)
        return problem

    def _options_of(self, hub: ThemeHub, game: GameCard) -> QWidget:
        """Return the controls of the options that a game wants chosen at the start."""
        from vtt.panels.option_fields import option_field  # no other part of the first page needs the panels

        lengths = hub.theme.metrics
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, lengths.pad_s, 0, 0)
        column.setSpacing(lengths.pad_s)
        self._chosen[game.id] = {}
        fields = self.options[game.id] = {}
        for name, spec in game.options.items():
            column.addWidget(label(f"{spec.label}: {spec.help}", "muted", wrap=True))
            made = fields[name] = option_field(name, spec, hub)
            made.show_value(spec.default)
            made.chosen.connect(partial(self._option_chosen, game.id, name))
            column.addWidget(made)
        return form

    def _option_chosen(self, game: str, name: str, value: Json) -> None:
        self._chosen[game][name] = value
        self.options[game][name].show_value(value)

    def _game_chosen(self) -> None:
        for game, tile in self.games.items():
            self._forms[game].setVisible(tile.isChecked() and bool(self.options[game]))
        names = {tile.heading for tile in self.games.values()}
        if self.name.text() in names:
            self.name.setText(next(tile.heading for tile in self.games.values() if tile.isChecked()))
        self._check()

    def _choose_place(self) -> None:
        dialog = QFileDialog(self, told("file.new_title"), str(self.plan.path))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([told("file.campaigns")])
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._place_chosen)
        dialog.open()

    def _place_chosen(self, file: str) -> None:
        self._chosen_path = Path(file)
        self._check()
