"""Editors for a character's conditions and tracks."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.model.conditions import Condition
from engine.model.seats import Actor
from engine.model.tracks import Track
from engine.sheets.catalogue.game_metadata import proposed_conditions
from engine.sheets.model import condition_names
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field
from vtt.shared.campaign_panel import text
from vtt.shared.option_fields import calm
from vtt.shared.screen_names import word_for
from vtt.sheets.editor.field_editors import FieldEditor
from vtt.sheets.editor.name_proposals import list_opens
from vtt.widgets.basic_widgets import button, clear_layout, column
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import label, short, tip

_DEEP = 9999


def condition_word(name: str) -> str:
    """Return the label of a condition."""
    return word_for(name, "condition")


def known_conditions(ruleset: str, asked: Iterable[str], actors: Iterable[Actor]) -> tuple[str, ...]:
    """Return the condition names to propose: those of the game, and those that any character has.

    Args:
        ruleset: the game.
        asked: the conditions with questions of their own, in a game that has such; else the game's conditions that need
            only a name are proposed (`proposed_conditions`).
        actors: the characters.
    """
    present = [c.name for a in actors for c in a.conditions]
    own = tuple(asked) or proposed_conditions(ruleset)
    return tuple(dict.fromkeys((*(condition_names.known_condition_names() if own is None else own), *present)))


class ConditionRow(QWidget):
    """One condition: its name, its level if it has one, a note, and a button that removes it."""

    def __init__(self, condition: Condition, hub: ThemeHub, *, graded: bool) -> None:
        super().__init__()
        self.condition = condition
        lengths = hub.theme.metrics
        flow = TileFlow(self, spacing=lengths.pad_s)
        word = condition_word(condition.name)
        shown = label(short(word, 40))
        shown.setToolTip(tip(word) if len(word) > 40 else "")
        shown.setMinimumWidth(6 * lengths.font_body)
        flow.addWidget(shown)
        self.level = NumberBox()
        self.level.setRange(min(0, condition.level), max(_DEEP, condition.level))
        self.level.setValue(condition.level)
        self.level.setKeyboardTracking(False)
        self.level.setAccessibleName(text("state.level_of", condition=short(word, 60)))
        self.level.setToolTip(tip(text("state.level")))
        calm(self.level)
        flow.addWidget(self.level)
        self.level.setVisible(graded)
        self.note = QLineEdit(condition.note)
        self.note.setCursorPosition(0)
        self.note.setPlaceholderText(text("state.note"))
        self.note.setAccessibleName(text("state.note_of", condition=short(word, 60)))
        self.note.setMinimumWidth(10 * lengths.font_body)
        flow.addWidget(self.note)
        self.away = IconButton(hub, "close", text("state.lift", condition=short(word, 60)))
        flow.addWidget(self.away)


class ConditionsEditor(QWidget):
    """The conditions of one character.

    Signals:
        laid: name, level and note of a new condition.
        lifted: the id of a removed condition.
        changed: a Condition as it was, and its new level and note.
    """

    laid = Signal(str, int, str)
    lifted = Signal(str)
    changed = Signal(object, int, str)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._known: tuple[Condition, ...] | None = None
        self._asked: frozenset[str] = frozenset()
        lengths = hub.theme.metrics
        self.rows: list[ConditionRow] = []
        lay = column(self, gap=lengths.pad_xs)
        self._rows = QWidget()
        self._rows_column = column(self._rows, gap=lengths.pad_xs)
        lay.addWidget(self._rows)
        foot = QWidget()
        flow = TileFlow(foot, spacing=lengths.pad_s)
        self.name = QComboBox()
        self.name.setEditable(True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name.setAccessibleName(text("state.new"))
        self.name.setMinimumWidth(13 * lengths.font_body)
        self._written = list_opens(self.name)
        self._written.setPlaceholderText(text("state.new"))
        self._written.returnPressed.connect(self._add)
        self.name.editTextChanged.connect(self._mind_level)
        calm(self.name)
        self.level = NumberBox()
        self.level.setRange(0, _DEEP)
        self.level.setAccessibleName(text("state.level"))
        self.level.setToolTip(tip(text("state.level")))
        calm(self.level)
        self.add = button(text("state.add"))
        self.add.clicked.connect(self._add)
        for widget in (self.name, self.level, self.add):
            flow.addWidget(widget)
        lay.addWidget(foot)

    def show_conditions(
        self,
        conditions: tuple[Condition, ...],
        proposed: tuple[str, ...],
        asked: frozenset[str],
        plain: frozenset[str],
    ) -> None:
        """Show the character's present conditions.

        Args:
            conditions: the conditions.
            proposed: names for new ones.
            asked: the conditions that the game knows; their offers ask for the level if it matters.
            plain: those of `asked` that have no level.
        """
        self._asked = asked
        names = [self.name.itemData(n) for n in range(self.name.count())]
        if tuple(names) != proposed:
            written = self.name.currentText()
            self.name.clear()
            for name in proposed:
                self.name.addItem(condition_word(name), name)
            self.name.setCurrentIndex(-1)
            self.name.setEditText(written)
        if conditions == self._known:
            return
        self._known = conditions
        clear_layout(self._rows_column)
        self.rows = []
        for condition in conditions:
            graded = condition.name not in plain or condition.level != 0
            made = ConditionRow(condition, self._hub, graded=graded)
            made.level.valueChanged.connect(lambda _level, r=made: self._edited(r))
            made.note.editingFinished.connect(lambda r=made: self._edited(r))
            made.away.clicked.connect(lambda _=False, c=condition: self.lifted.emit(c.id))
            self.rows.append(made)
            self._rows_column.addWidget(made)
        self._rows.setVisible(bool(conditions))

    def forget(self) -> None:
        """Discard the text for a new condition."""
        self.name.setCurrentIndex(-1)
        self.name.setEditText("")
        self.level.setValue(0)

    def _edited(self, edited: ConditionRow) -> None:
        level, note = edited.level.value(), edited.note.text()
        if edited in self.rows and (level, note) != (edited.condition.level, edited.condition.note):
            self.changed.emit(edited.condition, level, note)

    def _name(self) -> str:
        """Return the name of the new condition: the game's own for one that it knows."""
        written = self.name.currentText().strip()
        proposed = (str(self.name.itemData(at)) for at in range(self.name.count()))
        return condition_names.condition_from_text(written, proposed)

    def _mind_level(self) -> None:
        self.level.setVisible(self._name() not in self._asked)

    def _add(self) -> None:
        name = self._name()
        if name:
            level = 0 if name in self._asked else self.level.value()
            self.forget()
            self.laid.emit(name, level, "")


class ConditionsFieldEditor(FieldEditor):
    """The conditions, at their place on the sheet. The owner of the form fills `conditions`."""

    def __init__(self, field: Field, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.conditions = ConditionsEditor(hub, self)
        column(self).addWidget(self.conditions)
        self.setFocusProxy(self.conditions.name)

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Do nothing: the owner of the form fills `conditions`, because a sheet does not hold all of their data."""

    def forget(self) -> None:
        """Discard unsent text."""
        self.conditions.forget()


class TracksEditor(QWidget):
    """The numbers of one character.

    Signals:
        chosen: the name of a track and its new value.
    """

    chosen = Signal(str, int)

    def __init__(self, hub: ThemeHub) -> None:
        super().__init__()
        self._hub = hub
        self.spins: dict[str, NumberBox] = {}
        self._flow = TileFlow(self, spacing=hub.theme.metrics.pad_m)

    def show_tracks(self, tracks: dict[str, Track]) -> None:
        """Show the present values of the tracks."""
        if list(tracks) != list(self.spins):
            clear_layout(self._flow)
            self.spins = {}
            for name in tracks:
                self._add(name)
        for name, track in tracks.items():
            spin = self.spins[name]
            spin.blockSignals(True)
            spin.setRange(-_DEEP if track.least is None else track.least, _DEEP if track.most is None else track.most)
            spin.full = track.most
            spin.setSuffix("" if track.most is None else f" / {track.most}")
            spin.setValue(track.value)
            spin.blockSignals(False)

    def _add(self, name: str) -> None:
        lengths = self._hub.theme.metrics
        cell = QWidget()
        lay = column(cell, gap=lengths.pad_xs)
        word = word_for(name, "track")
        lay.addWidget(label(short(word, 40), "muted"))
        spin = NumberBox()
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(short(word, 100))
        calm(spin)
        spin.valueChanged.connect(lambda value: self.chosen.emit(name, value))
        lay.addWidget(spin)
        self.spins[name] = spin
        self._flow.addWidget(cell)
