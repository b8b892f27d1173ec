"""A control for each kind of field on a record. What is written goes out when the writer moves on, as one gesture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from engine.play.sight import View
from engine.table.frozen import Json
from vtt.panels.fit import TileFlow
from vtt.panels.naming import word_for
from vtt.panels.option_fields import calm
from vtt.panels.panel import text
from vtt.panels.parts import button, column, prose, row, set_prose
from vtt.panels.record import RecordField
from vtt.widgets.dressing import IconButton
from vtt.widgets.text import button_text, label, short, tip
from vtt.widgets.theme import ThemeHub

_LONGEST: Final = 20_000


class SheetField(QWidget):
    """One field with its label, and below it why something was not taken.

    Signals:
        written: the field's key and what it shall hold; null clears it.
    """

    written = Signal(str, object)

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__()
        self.field = field
        self.setObjectName(f"field_{field.key}")
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        if field.kind != "flag":
            self._lay.addWidget(label(field.label, "muted", wrap=True))
        self.trouble = prose("", "danger")
        self.trouble.hide()

    def show_value(self, value: Json, view: View) -> None:
        """Show what the sheet holds, unless somebody is writing something else just now."""
        raise NotImplementedError

    def flush(self) -> None:
        """Let go of what was written but not yet sent."""

    def complain(self, why: str) -> None:
        """Say why something was not taken; empty takes it away."""
        set_prose(self.trouble, why)
        self.trouble.setVisible(bool(why))

    def _put(self, widget: QWidget) -> None:
        widget.setAccessibleName(self.field.label)
        if self.field.help:
            widget.setToolTip(tip(self.field.help))
        self._lay.addWidget(widget)
        self._lay.addWidget(self.trouble)
        self.setFocusProxy(widget)


class LineField(SheetField):
    """A line of text."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self.line = QLineEdit()
        self.line.setMaxLength(_LONGEST)
        self._shown = ""
        self._put(self.line)
        self.line.editingFinished.connect(self.flush)

    def show_value(self, value: Json, view: View) -> None:
        """Show the line."""
        words = words_of(value)
        if self.line.text() == self._shown:
            self.line.setText(words)
            self.line.setCursorPosition(0)
        self._shown = words

    def flush(self) -> None:
        """Send what was written."""
        now = self.line.text()
        if now != self._shown:
            self._shown = now
            self.written.emit(self.field.key, now or None)


class LongText(QPlainTextEdit):
    """Text of several lines that tells when its writer moves on. Tab moves on as well."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell."""
        super().focusOutEvent(event)
        self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell."""
        self.left.emit()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter sends without moving on."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers():
            self.left.emit()
        else:
            super().keyPressEvent(event)


class LongField(SheetField):
    """Several lines of text."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self.text = LongText()
        self.text.setFixedHeight(5 * hub.theme.metrics.font_body + 2 * hub.theme.metrics.pad_m)
        self._shown = ""
        self._put(self.text)
        self.text.left.connect(self.flush)

    def show_value(self, value: Json, view: View) -> None:
        """Show the text."""
        words = words_of(value)
        if self.text.toPlainText() == self._shown:
            if words != self._shown:
                self.text.setPlainText(words)
            self._shown = self.text.toPlainText()
        else:
            self._shown = words

    def flush(self) -> None:
        """Send what was written."""
        now = self.text.toPlainText()[:_LONGEST]
        if now != self._shown:
            self._shown = now
            self.written.emit(self.field.key, now or None)


class NumberField(SheetField):
    """A number; one step below its least it is empty."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self.spin = QSpinBox()
        self.spin.setRange(field.least - 1, field.most)
        self.spin.setSpecialValueText("–")
        self.spin.setKeyboardTracking(False)
        calm(self.spin)
        self._put(self.spin)
        self.spin.valueChanged.connect(self._changed)

    def show_value(self, value: Json, view: View) -> None:
        """Show the number."""
        self.spin.blockSignals(True)
        self.spin.setValue(value if isinstance(value, int) else self.field.least - 1)
        self.spin.blockSignals(False)

    def _changed(self, number: int) -> None:
        self.written.emit(self.field.key, None if number < self.field.least else number)


class ChoiceField(SheetField):
    """One of the names of a list, or nothing. A name that is no longer on the list stays."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self.combo = QComboBox()
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(12)
        self._names: tuple[str, ...] = ()
        calm(self.combo)
        self._put(self.combo)
        self.combo.activated.connect(lambda at: self.written.emit(field.key, self.combo.itemData(at) or None))

    def show_value(self, value: Json, view: View) -> None:
        """Show the choice."""
        chosen = words_of(value)
        names = names_from(self.field, view)
        if chosen and chosen not in names:
            names = (*names, chosen)
        if names != self._names or not self.combo.count():
            self._names = names
            self.combo.clear()
            self.combo.addItem("–", "")
            for name in names:
                self.combo.addItem(short(word_for(name) if not self.field.list else name, 60), name)
        self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))


class FlagField(SheetField):
    """Yes or no."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self.box = QCheckBox(button_text(field.label))
        self._put(self.box)
        self.box.clicked.connect(lambda on: self.written.emit(field.key, on or None))

    def show_value(self, value: Json, view: View) -> None:
        """Show it."""
        self.box.setChecked(bool(value))


class ListField(SheetField):
    """Several entries, each with a button that takes it away, and a line for a new one."""

    def __init__(self, field: RecordField, hub: ThemeHub) -> None:
        super().__init__(field, hub)
        self._hub = hub
        self._entries: tuple[str, ...] | None = None
        self._names: tuple[str, ...] = ()
        self._box = QWidget()
        self._flow = TileFlow(self._box, spacing=hub.theme.metrics.pad_xs)
        self._lay.addWidget(self._box)
        foot = QWidget()
        line = row(foot, gap=hub.theme.metrics.pad_s)
        self.new = QLineEdit()
        self.new.setPlaceholderText(text("sheet.new_entry"))
        self.add = button(text("sheet.add"))
        line.addWidget(self.new, 1)
        line.addWidget(self.add)
        self._put(foot)
        self.new.setAccessibleName(text("sheet.new_entry_in", field=field.label))
        self.setFocusProxy(self.new)
        self.new.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)

    def show_value(self, value: Json, view: View) -> None:
        """Show the entries."""
        names = names_from(self.field, view)
        if names != self._names:
            self._names = names
            completer = QCompleter(list(names), self.new)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.new.setCompleter(completer)
        entries = (
            tuple(words_of(v) for v in value) if isinstance(value, Sequence) and not isinstance(value, str) else ()
        )
        if entries == self._entries:
            return
        self._entries = entries
        while (item := self._flow.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for number, entry in enumerate(entries):
            self._flow.addWidget(self._chip(number, entry))
        self._box.setVisible(bool(entries))

    def _chip(self, number: int, entry: str) -> QWidget:
        lengths = self._hub.theme.metrics
        chip = QWidget()
        chip.setProperty("role", "sunken")
        inside = row(chip, gap=lengths.pad_xs)
        shown = label(short(entry, 60))
        shown.setToolTip(tip(entry) if len(entry) > 60 else "")
        inside.addWidget(shown)
        away = IconButton(self._hub, "close", text("sheet.remove_entry", entry=short(entry, 60)))
        away.clicked.connect(lambda _=False: self._remove(number))
        inside.addWidget(away)
        return chip

    def _add(self) -> None:
        entry = self.new.text().strip()
        if entry:
            self.new.clear()
            self.written.emit(self.field.key, [*(self._entries or ()), entry])

    def _remove(self, number: int) -> None:
        left = [e for n, e in enumerate(self._entries or ()) if n != number]
        self.written.emit(self.field.key, left or None)


def words_of(value: Json) -> str:
    """Return a value of a sheet as text."""
    if value is None:
        return ""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(words_of(v) for v in value)
    return str(value)[:_LONGEST]


def names_from(field: RecordField, view: View) -> tuple[str, ...]:
    """Return what a field can hold: the names of its list, or its choices."""
    if field.list:
        return tuple(str(one.get("name", "")) for one in view.lists.get(field.list, ()))
    return field.choices


_KINDS: Final[dict[str, type[SheetField]]] = {
    "text": LineField,
    "long": LongField,
    "number": NumberField,
    "choice": ChoiceField,
    "list": ListField,
    "flag": FlagField,
}


def sheet_field(field: RecordField, hub: ThemeHub) -> SheetField:
    """Return the control for a field; one of an unknown kind is a line of text."""
    return _KINDS.get(field.kind, LineField)(field, hub)
