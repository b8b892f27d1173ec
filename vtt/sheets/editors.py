"""A control for each plain kind of field on a record sheet. It shows what a `Sheet` says and tells what was written.

Every widget is made inside its parent: one that is taken in later would be styled twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QLineEdit, QPlainTextEdit, QWidget

from engine.play.words import Message, say
from engine.sheets.description import Boxes, Choice, Dice, Field, Flag, Level, LongText, Number, Text
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import proposed
from engine.sheets.values import LONGEST, Unreadable, choices_of, plain_text, read
from engine.table.frozen import Json
from vtt.panels.option_fields import calm
from vtt.panels.parts import column, row
from vtt.sheets.marks import Marks
from vtt.sheets.quiet import QuietLine
from vtt.widgets.lines import leaves_to_the_table
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub


def told(key: str, **params: Json) -> str:
    """Return a sentence of the form: `sheets.form.<key>` in the language file."""
    return say(Message(key=f"sheets.form.{key}", params=params))


class Editor(QWidget):
    """One field of a sheet.

    Attributes:
        tools: buttons of its own that stand beside the label, if it has any.

    Signals:
        written: the path and what is to stand there; None clears it.
        unreadable: the path and why what is being written cannot stand there; empty when it can again.
        unread: the path, the words and why they cannot be read, once their writer has moved on.
    """

    written = Signal(str, object)
    unreadable = Signal(str, str)
    unread = Signal(str, str, str)

    def __init__(self, field: Field, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self.hub = hub
        self.path = field.key
        self.tools: QWidget | None = None

    def show_sheet(self, sheet: Sheet) -> None:
        """Show what the sheet says, unless somebody is writing something else just now."""
        raise NotImplementedError

    def flush(self) -> None:
        """Send what was written but not yet sent."""

    def refused(self, sheet: Sheet) -> None:
        """What was sent was not taken: words stay as they were written, everything else shows the sheet again."""
        self.show_sheet(sheet)

    def forget(self) -> None:
        """Let go of what was written and not taken: another character comes."""

    def stops(self) -> tuple[QWidget, ...]:
        """Return where Tab stops, in the order of the paper."""
        return (self.focusProxy() or self,)

    def needs(self) -> int:
        """Return the width in pixels without which it can hardly be used."""
        return 0

    def hold(self, control: QWidget) -> None:
        """Be made of one control, a child of this."""
        lay = column(self)
        lay.addWidget(control)
        control.setAccessibleName(self.field.label)
        self.setFocusProxy(control)


class Line(QLineEdit):
    """A line that gives back on Escape what it had, and proposes names.

    Signals:
        given_back: somebody took back what was written.
    """

    given_back = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.shown = ""
        self._names: tuple[str, ...] = ()
        self._proposed: tuple[str, ...] = ()

    def show_text(self, words: str) -> None:
        """Show something, unless somebody has written something else."""
        if self.text() == self.shown:
            if words != self.shown:
                self.setText(words)
                self.setCursorPosition(0)
            self.shown = words

    def taken(self) -> str | None:
        """Return what was written since it was shown, or None."""
        now = self.text()
        if now == self.shown:
            return None
        self.shown = now
        return now

    def forget(self) -> None:
        """Let go of what was written."""
        self.shown = ""
        self.clear()

    def propose(self, names: tuple[str, ...]) -> None:
        """Propose names while something is written."""
        self._names = names
        if self.hasFocus():
            self._complete()

    def event(self, event: QEvent) -> bool:
        """Let undo and redo go to the table, unless something is being written here."""
        if leaves_to_the_table(event, writing=self.text() != self.shown):
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Have the names ready, now that somebody may write."""
        self._complete()
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape takes back."""
        if event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self.setText(self.shown)
            self.given_back.emit()
        else:
            super().keyPressEvent(event)

    def _complete(self) -> None:
        if self._names != self._proposed:
            self._proposed = self._names
            propose(self, self._names)


class LineEditor(Editor):
    """Text, a number or dice in one line. What is wrong is said while it is written; nothing is ever kept back."""

    def __init__(self, field: Text | Number | Dice, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.line = Line(self)
        self.hold(self.line)
        self._sheet: Sheet | None = None
        self.line.editingFinished.connect(self.flush)
        self.line.textEdited.connect(self._look)
        self.line.given_back.connect(lambda: self.unreadable.emit(self.path, ""))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the line; one that is reckoned shows what it comes to, and can be written over."""
        self._sheet = sheet
        if isinstance(self.field, Text) and self.field.list:
            self.line.propose(proposed(sheet, self.field))
        writable = sheet.writable(self.path)
        if self.line.isReadOnly() == writable:
            self.line.setReadOnly(not writable)
        self.line.show_text(self._words(sheet))

    def flush(self) -> None:
        """Send what was written; what cannot be read as what it should be is kept as it is."""
        words = self.line.taken()
        if words is not None:
            self.written.emit(self.path, self._read(words))

    def refused(self, sheet: Sheet) -> None:
        """Keep what was written, and Escape for what the sheet says."""
        self.line.shown = self._words(sheet)

    def forget(self) -> None:
        """Let go of what was written."""
        self.line.forget()

    def _words(self, sheet: Sheet) -> str:
        if sheet.value(self.path) is None:
            return ""
        words = sheet.shown(self.path)
        if isinstance(self.field, Number) and self.field.unit:
            words = words.removesuffix(self.field.unit).rstrip()
        return words

    def _read(self, words: str) -> Json:
        try:
            return self._found(words)
        except Unreadable as error:
            self.unread.emit(self.path, words.strip(), error.text)
            return words.strip()

    def _look(self, words: str) -> None:
        try:
            self._found(words)
        except Unreadable as error:
            self.unreadable.emit(self.path, error.text)
        else:
            self.unreadable.emit(self.path, "")

    def _found(self, words: str) -> Json:
        return read(self.field, words) if self._sheet is None else self._sheet.read(self.path, words)


class LongArea(QPlainTextEdit):
    """Text of several lines that tells when its writer moves on; Tab moves on as well."""

    left = Signal()
    given_back = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown = ""
        self.setTabChangesFocus(True)

    def event(self, event: QEvent) -> bool:
        """Let undo and redo go to the table, unless something is being written here."""
        if leaves_to_the_table(event, writing=self.toPlainText() != self.shown):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell."""
        super().focusOutEvent(event)
        self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell."""
        self.left.emit()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter sends without moving on; Escape takes back."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.given_back.emit()
        else:
            super().keyPressEvent(event)


class LongEditor(Editor):
    """Several lines of text."""

    def __init__(self, field: LongText, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.area = LongArea(self)
        lengths = hub.theme.metrics
        self.area.setFixedHeight(round(1.5 * lengths.font_body * max(2, min(field.lines, 8))) + 2 * lengths.pad_m)
        self.hold(self.area)
        self.area.left.connect(self.flush)
        self.area.given_back.connect(self._give_back)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the text."""
        words = plain_text(sheet.value(self.path))
        if self.area.toPlainText() == self.area.shown:
            if words != self.area.shown:
                self.area.setPlainText(words)
            self.area.shown = self.area.toPlainText()
        else:
            self.area.shown = words

    def flush(self) -> None:
        """Send what was written."""
        now = self.area.toPlainText()[:LONGEST]
        if now != self.area.shown:
            self.area.shown = now
            self.written.emit(self.path, now or None)

    def refused(self, sheet: Sheet) -> None:
        """Keep what was written."""
        self.area.shown = plain_text(sheet.value(self.path))

    def forget(self) -> None:
        """Let go of what was written."""
        self.area.shown = ""
        self.area.clear()

    def _give_back(self) -> None:
        self.area.setPlainText(self.area.shown)


class MarksEditor(Editor):
    """A level as dots, or boxes to tick."""

    def __init__(self, field: Level | Boxes, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        boxes = isinstance(field, Boxes)
        per_row = field.per_row if isinstance(field, Boxes) else 12
        self.marks = Marks(hub, field.label, self, square=boxes, per_row=per_row)
        self.word = QuietLine(hub, self)
        lay = row(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.marks)
        lay.addWidget(self.word, 1)
        self.setFocusProxy(self.marks)
        self.marks.chosen.connect(self._choose)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show them."""
        value = sheet.value(self.path)
        number = value if isinstance(value, int) and not isinstance(value, bool) else 0
        if isinstance(self.field, Boxes):
            count = sheet.count(self.field, self.path)
            self.marks.show_marks(count, number, self.field.names)
            named = self.field.names[number - 1] if 0 < number <= len(self.field.names) else ""
            self.word.set_text(named or (f"{number} / {count}" if number else ""))
        elif isinstance(self.field, Level):
            self.marks.show_marks(self.field.most, number, self.field.names[1 if self.field.least == 0 else 0 :])
            self.word.set_text(sheet.shown(self.path))

    def _choose(self, number: int) -> None:
        if isinstance(self.field, Level):
            number = max(self.field.least, number)
        self.written.emit(self.path, number)


class ChoiceEditor(Editor):
    """One of several names, or where the field allows it another one. A name no longer on the list stays."""

    def __init__(self, field: Choice, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.combo = QComboBox(self)
        self.combo.setEditable(field.other)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(4)
        calm(self.combo)
        self.hold(self.combo)
        self._names: tuple[str, ...] | None = None
        self._shown = ""
        self.combo.activated.connect(lambda at: self._send(str(self.combo.itemData(at) or "")))
        line = self.combo.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST)
            line.editingFinished.connect(self.flush)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the choice."""
        assert isinstance(self.field, Choice)
        chosen = plain_text(sheet.value(self.path))
        names = choices_of(self.field, sheet.lists)
        if chosen and chosen not in names:
            names = (*names, chosen)
        line = self.combo.lineEdit()
        unsent = line.text() if line is not None and line.hasFocus() and line.text() != self._shown else None
        if names != self._names:
            self._names = names
            self.combo.clear()
            self.combo.addItem("" if self.field.other else "–", "")
            for name in names:
                self.combo.addItem(short(name, 60), name)
        if unsent is None:
            self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))
        if line is not None and line.text() != (words := chosen if unsent is None else unsent):
            line.setText(words)
            line.setCursorPosition(0 if unsent is None else len(words))
        self._shown = chosen

    def flush(self) -> None:
        """Send what was written."""
        line = self.combo.lineEdit()
        if line is not None:
            self._send(line.text().strip())

    def forget(self) -> None:
        """Let go of what was written."""
        self._shown = ""
        line = self.combo.lineEdit()
        if line is not None:
            line.clear()

    def _send(self, name: str) -> None:
        if name != self._shown:
            self._shown = name
            self.written.emit(self.path, name or None)


class FlagEditor(Editor):
    """Yes or no."""

    def __init__(self, field: Flag, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.box = QCheckBox(button_text(short(field.label, 120)), self)
        self.hold(self.box)
        self.box.clicked.connect(lambda on: self.written.emit(self.path, on or None))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show it."""
        self.box.setChecked(sheet.value(self.path) is True)


def propose(line: QLineEdit, names: Sequence[str]) -> None:
    """Let a line propose names while something is written."""
    completer = QCompleter(list(names), line)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    line.setCompleter(completer)
