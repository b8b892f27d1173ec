"""The head of a character's form: the name, who leads it, which sheet it follows, and what becomes of it as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget

from engine.play.sight import View
from engine.sheets.record import SHEET
from engine.table.seats import Actor
from vtt.panels.fit import TileFlow
from vtt.panels.option_fields import calm
from vtt.panels.panel import text
from vtt.panels.parts import button, column, empty, prose, set_prose
from vtt.table.naming import name_of_seat
from vtt.widgets.text import button_text, label, short, tip
from vtt.widgets.theme import ThemeHub


class CharacterHead(QWidget):
    """What stands above the sheet.

    Signals:
        renamed, led, kept_secret, archived, followed: the new name, the seat, whether, whether, the id of the sheet.
        removed, windowed, copied, tailored: somebody wants that.
    """

    renamed = Signal(str)
    led = Signal(str)
    kept_secret = Signal(bool)
    archived = Signal(bool)
    followed = Signal(str)
    removed = Signal()
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
        self.leader = QComboBox(top)
        self.leader.activated.connect(lambda at: self.led.emit(str(self.leader.itemData(at))))
        self.sheet = QComboBox(top)
        self.sheet.activated.connect(lambda at: self.followed.emit(str(self.sheet.itemData(at))))
        for combo in (self.leader, self.sheet):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(10)
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
        self, view: View, actor: Actor, states: tuple[str, ...], sheets: Mapping[str, str], is_gm: bool
    ) -> None:
        """Show a character.

        Args:
            view: all that the viewer may know.
            actor: the character.
            states: what has befallen it, in words.
            sheets: the titles of the sheets that it can follow, by their ids.
            is_gm: the GM's gestures can be made from here.
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
        """Say why something was not done, and what is wrong with what stands here; None leaves what was said."""
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
        empty(self._badges)
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
