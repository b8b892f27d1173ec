"""The head of a character's form: its name, player and sheet, and the actions on the whole character."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget

from engine.model.seats import Actor
from engine.presentation.visibility import VisibleTable
from engine.sheets.model.character_record import SHEET
from vtt.shared.campaign_panel import text
from vtt.shared.option_fields import calm
from vtt.shared.screen_names import name_of_seat
from vtt.widgets.basic_widgets import NarrowComboBox, button, clear_layout, column, prose, set_prose
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.ui_texts import ui_text


class CharacterHeader(QWidget):
    """The head of a character's form, above the sheet.

    Signals:
        renamed: the new name.
        led: the seat of the new player.
        kept_secret: whether the character is secret.
        archived: whether the character is archived.
        followed: the id of the sheet to follow.
        removed, advanced, windowed, copied, tailored: the button was clicked.
    """

    renamed = Signal(str)
    led = Signal(str)
    kept_secret = Signal(bool)
    archived = Signal(bool)
    followed = Signal(str)
    removed = Signal()
    advanced = Signal()
    windowed = Signal()
    copied = Signal()
    tailored = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, *, alone: bool) -> None:
        super().__init__(parent)
        self._hub = hub
        self._actor: Actor | None = None
        self._seats: tuple[tuple[str, str], ...] = ()
        self._sheets: Mapping[str, str] = {}
        self._states: tuple[str, ...] = ()
        self._why = ""
        self._elsewhere: tuple[str, ...] = ()
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        top = QWidget(self)
        flow = TileFlow(top, spacing=lengths.pad_m)
        self.name = QLineEdit(top)
        self.name.setMinimumWidth(16 * lengths.font_body)
        self.name.editingFinished.connect(self._rename)
        self.leader = NarrowComboBox(10, top)
        self.leader.activated.connect(lambda at: self.led.emit(str(self.leader.itemData(at))))
        self.sheet = NarrowComboBox(10, top)
        self.sheet.activated.connect(lambda at: self.followed.emit(str(self.sheet.itemData(at))))
        for combo in (self.leader, self.sheet):
            calm(combo)
        self._cells: dict[str, QWidget] = {}
        for key, widget in (("name", self.name), ("leader", self.leader), ("sheet", self.sheet)):
            words = text(f"characters.{key}")
            widget.setAccessibleName(words)
            cell = QWidget(top)
            inside = column(cell, gap=lengths.pad_xs)
            inside.addWidget(label(words, "muted", parent=cell))
            inside.addWidget(widget)
            flow.addWidget(cell)
            self._cells[key] = cell
        self.secret = QCheckBox(button_text(text("characters.secret_short")), top)
        self.secret.setToolTip(tip(text("characters.secret")))
        self.secret.clicked.connect(self.kept_secret)
        flow.addWidget(self.secret)
        lay.addWidget(top)
        doing = QWidget(self)
        does = TileFlow(doing, spacing=lengths.pad_s)
        self.advance = button(
            ui_text("creation", "advance"), help_text=ui_text("creation", "advance_help"), parent=doing
        )
        self.advance.clicked.connect(self.advanced)
        does.addWidget(self.advance)
        self.own_window = self._button(doing, does, "own_window", self.windowed)
        self.own_window.setHidden(alone)
        self.copy = self._button(doing, does, "copy", self.copied)
        self.copy.setHidden(alone)
        self.tailor = self._button(doing, does, "tailor", self.tailored)
        self.archive = self._button(doing, does, "archive", None)
        self.archive.clicked.connect(self._archive)
        self.remove = self._button(doing, does, "remove", self.removed)
        lay.addWidget(doing)
        self.trouble = prose("", "danger", parent=self)
        self.trouble.hide()
        lay.addWidget(self.trouble)
        badges = QWidget(self)
        self._badges = TileFlow(badges, spacing=lengths.pad_s)
        lay.addWidget(badges)
        self._alone = alone

    def show_actor(
        self, view: VisibleTable, actor: Actor, states: tuple[str, ...], sheets: Mapping[str, str], is_gm: bool
    ) -> None:
        """Show a character.

        Args:
            view: all that the viewer may know.
            actor: the character.
            states: its conditions and other states, in words.
            sheets: the titles of the sheets that it can follow, by their ids.
            is_gm: GM commands can be sent from here.
        """
        self._actor = actor
        writing = self.name.hasFocus() and self.name.isModified()
        if not writing and self.name.text() != actor.name:
            self.name.setText(actor.name)
            self.name.setCursorPosition(0)
        seats = tuple((seat, short(name_of_seat(view, seat), 40)) for seat in view.seats)
        if seats != self._seats:
            self._seats = seats
            _fill(self.leader, dict(seats))
        self.leader.setCurrentIndex(self.leader.findData(actor.seat))
        if sheets != self._sheets:
            self._sheets = dict(sheets)
            _fill(self.sheet, sheets)
        self._cells["sheet"].setVisible(len(sheets) > 1)
        followed = actor.sheet.get(SHEET)
        at = self.sheet.findData(followed) if isinstance(followed, str) else -1
        self.sheet.setCurrentIndex(max(0, at))
        self.secret.setChecked(actor.secret)
        self.tailor.setVisible(bool(sheets) and is_gm)
        self.archive.setText(button_text(text("characters.restore" if actor.archived else "characters.archive")))
        self._show_states(states)

    def complain(self, why: str | None = None, elsewhere: tuple[str, ...] | None = None) -> None:
        """Show why something was not done, and the problems of hidden fields; None leaves the old message."""
        self._why = self._why if why is None else why
        self._elsewhere = self._elsewhere if elsewhere is None else elsewhere
        words = "  ".join(filter(None, (self._why, *self._elsewhere)))
        set_prose(self.trouble, words)
        self.trouble.setVisible(bool(words))

    def _button(self, parent: QWidget, flow: TileFlow, key: str, signal: object) -> QPushButton:
        made = button(text(f"characters.{key}"), parent=parent)
        if signal is not None:
            made.clicked.connect(signal)
        flow.addWidget(made)
        return made

    def _show_states(self, words: tuple[str, ...]) -> None:
        if words == self._states:
            return
        self._states = words
        clear_layout(self._badges)
        for word in words:
            self._badges.addWidget(label(short(word, 40), "warning", parent=self))

    @Slot()
    def _rename(self) -> None:
        written = self.name.text().strip()
        self.name.setModified(False)
        if self._actor is not None and written and written != self._actor.name:
            self.renamed.emit(written)
        elif self._actor is not None:
            self.name.setText(self._actor.name)

    @Slot()
    def _archive(self) -> None:
        if self._actor is not None:
            self.archived.emit(not self._actor.archived)


def _fill(combo: QComboBox, entries: Mapping[str, str]) -> None:
    combo.clear()
    for key, words in entries.items():
        combo.addItem(short(words, 40), key)
