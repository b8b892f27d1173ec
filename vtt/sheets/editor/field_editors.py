"""A control for each simple kind of field on a record sheet.

Every widget is made inside its parent: one that is reparented later would be styled twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QPlainTextEdit, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.catalogue.listed_entries import Entry, is_picker, proposed_names, shows_entry
from engine.sheets.editing.list_fill import entry_of_field
from engine.sheets.model.field_values import LONGEST, UnreadableText, choice_label, choices_of, parse_value, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChoiceField,
    DiceField,
    Field,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    TextField,
)
from vtt.shared.option_fields import calm
from vtt.sheets.editor.keep_button import KeepButton
from vtt.sheets.editor.mark_boxes import MarkBoxes
from vtt.sheets.editor.name_proposals import ListLine, Proposal, close_proposals, list_opens, proposals_of, propose
from vtt.sheets.editor.note_line import NoteLine
from vtt.widgets.basic_widgets import NarrowComboBox, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.undo_aware_line_edit import is_undo_for_table

_LONG_CHOICE = 12
"""A choice with more letters has itself as its tooltip."""


def form_text(key: str, **params: Json) -> str:
    """Return a sentence of the form: `sheets.form.<key>` in the language file."""
    return say(Message(key=f"sheets.form.{key}", params=params))


class FieldEditor(QWidget):
    """The control of one field of a sheet.

    Attributes:
        tools: buttons of its own beside the label, if it has any.
        keep: the one of them that keeps what is filled in from a list.
        more_entries: returns the entries of the library that a list of the campaign lacks.

    Signals:
        written: the path and the new value; None clears it.
        unreadable: the path and why the text so far is invalid; empty when it is valid again.
        unread: the path, the text and why it is invalid, once the editor loses the focus.
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
        self.keep: KeepButton | None = None
        self.more_entries: Callable[[str], tuple[Entry, ...]] = _no_entries

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the value of the sheet, unless the control holds unsent text."""
        raise NotImplementedError

    def flush(self) -> None:
        """Send unsent text."""

    def refused(self, sheet: FilledSheet) -> None:
        """React to a refused value: text stays as written, everything else shows the sheet again."""
        self.show_sheet(sheet)

    def forget(self) -> None:
        """Discard unsent and refused text, because another character is shown."""

    def stops(self) -> tuple[QWidget, ...]:
        """Return the Tab stops, in the order of the paper."""
        return (self.focusProxy() or self,)

    def needs(self) -> int:
        """Return the least usable width in pixels."""
        return 0

    def hold(self, control: QWidget) -> None:
        """Use one control, which is a child of this widget."""
        lay = column(self)
        lay.addWidget(control)
        control.setAccessibleName(self.field.label)
        self.setFocusProxy(control)

    def let_keep(self, parent: QWidget) -> None:
        """Have a button beside the label that keeps what the field is filled in with."""
        high = round(1.5 * self.hub.theme.metrics.font_body)
        self.tools = self.keep = KeepButton(parent, form_text("keep_field_help"), high)

    def offer_to_keep(self, sheet: FilledSheet) -> None:
        """Show that button if the list does not have what the field is filled in with."""
        if self.keep is not None:
            self.keep.offer(entry_of_field(sheet, self.path) is not None)


class FieldLine(ListLine):
    """A line edit that restores its text on Escape and proposes names; an empty one lists them at a click.

    Signals:
        given_back: the old text was restored.
    """

    given_back = Signal()

    def __init__(self, parent: QWidget, hub: ThemeHub) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.shown = ""
        self._hub = hub
        self._source: Callable[[], tuple[Proposal, ...]] | None = None
        self._proposed: tuple[Proposal, ...] = ()

    def show_text(self, words: str) -> None:
        """Show a text, unless the line holds unsent text."""
        if self.text() == self.shown:
            if words != self.shown:
                self.setText(words)
                self.setCursorPosition(0)
            self.shown = words

    def taken(self) -> str | None:
        """Return the text if it was edited since it was shown, else None."""
        now = self.text()
        if now == self.shown:
            return None
        self.shown = now
        return now

    def forget(self) -> None:
        """Discard unsent text, and close the list of names that fits it."""
        self.shown = ""
        self.clear()
        close_proposals(self)

    def propose(self, source: Callable[[], tuple[Proposal, ...]]) -> None:
        """Propose names while something is written; `source` returns them when they are needed."""
        self._source = source
        if self.hasFocus():
            self._complete()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the table, unless there is unsent text."""
        if is_undo_for_table(event, writing=self.text() != self.shown):
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Prepare the proposed names when editing can begin."""
        self._complete()
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Restore the old text on Escape."""
        if event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self.setText(self.shown)
            self.given_back.emit()
        else:
            super().keyPressEvent(event)

    def _complete(self) -> None:
        proposals = self._source() if self._source is not None else ()
        if proposals != self._proposed:
            self._proposed = proposals
            propose(self, proposals, self._hub)


class LineEditor(FieldEditor):
    """Text, a number or dice in one line. Problems are shown while typing; invalid text is sent too."""

    def __init__(self, field: TextField | NumberField | DiceField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.line = FieldLine(self, hub)
        if field.brief and not isinstance(field, TextField):
            self.line.setProperty("role", "number")  # a number that is needed in every scene
        self.hold(self.line)
        if shows_entry(field):
            self.let_keep(parent)
        self._sheet: FilledSheet | None = None
        self.line.editingFinished.connect(self.flush)
        self.line.textEdited.connect(self._look)
        self.line.given_back.connect(lambda: self.unreadable.emit(self.path, ""))

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the value; a calculated one can be overridden."""
        self._sheet = sheet
        if isinstance(self.field, TextField) and self.field.list:
            self.line.propose(partial(self._proposals, sheet, self.field))
        writable = sheet.writable(self.path)
        if self.line.isReadOnly() == writable:
            self.line.setReadOnly(not writable)
        self.line.show_text(self._words(sheet))
        self.offer_to_keep(sheet)

    def flush(self) -> None:
        """Send unsent text; text that cannot be parsed is sent as text."""
        words = self.line.taken()
        if words is not None:
            self.written.emit(self.path, self._read(words))

    def refused(self, sheet: FilledSheet) -> None:
        """Keep the written text; Escape restores the value of the sheet."""
        self.line.shown = self._words(sheet)

    def forget(self) -> None:
        """Discard unsent text."""
        self.line.forget()

    def _proposals(self, sheet: FilledSheet, field: TextField) -> tuple[Proposal, ...]:
        more = self.more_entries(field.list) if is_picker(field) else ()
        return proposals_of(sheet, field, more, sheet.plan.fields.values())

    def _words(self, sheet: FilledSheet) -> str:
        if sheet.value(self.path) is None:
            return ""
        words = sheet.shown(self.path)
        if isinstance(self.field, NumberField) and self.field.unit:
            words = words.removesuffix(self.field.unit).rstrip()
        return words

    def _read(self, words: str) -> Json:
        try:
            return self._found(words)
        except UnreadableText as error:
            self.unread.emit(self.path, words.strip(), error.text)
            return words.strip()

    def _look(self, words: str) -> None:
        try:
            self._found(words)
        except UnreadableText as error:
            self.unreadable.emit(self.path, error.text)
        else:
            self.unreadable.emit(self.path, "")

    def _found(self, words: str) -> Json:
        return parse_value(self.field, words) if self._sheet is None else self._sheet.read(self.path, words)


class LongTextArea(QPlainTextEdit):
    """A text area that signals the end of editing; Tab moves the focus."""

    left = Signal()
    given_back = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown = ""
        self.setTabChangesFocus(True)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the table, unless there is unsent text."""
        if is_undo_for_table(event, writing=self.toPlainText() != self.shown):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Signal the end of editing."""
        super().focusOutEvent(event)
        self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Signal the end of editing."""
        self.left.emit()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send the text on Ctrl+Enter without moving on; restore the old text on Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.given_back.emit()
        else:
            super().keyPressEvent(event)


class LongTextEditor(FieldEditor):
    """Several lines of text."""

    def __init__(self, field: LongTextField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.area = LongTextArea(self)
        lengths = hub.theme.metrics
        self.area.setFixedHeight(round(1.5 * lengths.font_body * max(2, min(field.lines, 8))) + 2 * lengths.pad_m)
        self.hold(self.area)
        self.area.left.connect(self.flush)
        self.area.given_back.connect(self._give_back)

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the text."""
        words = plain_text(sheet.value(self.path))
        if self.area.toPlainText() == self.area.shown:
            if words != self.area.shown:
                self.area.setPlainText(words)
            self.area.shown = self.area.toPlainText()
        else:
            self.area.shown = words

    def flush(self) -> None:
        """Send unsent text."""
        now = self.area.toPlainText()[:LONGEST]
        if now != self.area.shown:
            self.area.shown = now
            self.written.emit(self.path, now or None)

    def refused(self, sheet: FilledSheet) -> None:
        """Keep the written text."""
        self.area.shown = plain_text(sheet.value(self.path))

    def forget(self) -> None:
        """Discard unsent text."""
        self.area.shown = ""
        self.area.clear()

    def _give_back(self) -> None:
        self.area.setPlainText(self.area.shown)


class MarksEditor(FieldEditor):
    """A level as dots, or boxes to tick."""

    def __init__(self, field: LevelField | BoxesField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        boxes = isinstance(field, BoxesField)
        per_row = field.per_row if isinstance(field, BoxesField) else 12
        self.marks = MarkBoxes(hub, field.label, self, square=boxes, per_row=per_row)
        self.word = NoteLine(hub, self)
        lay = row(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.marks)
        lay.addWidget(self.word, 1)
        self.setFocusProxy(self.marks)
        self.marks.chosen.connect(self._choose)

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show them."""
        value = sheet.value(self.path)
        number = value if isinstance(value, int) and not isinstance(value, bool) else 0
        if isinstance(self.field, BoxesField):
            count = sheet.count(self.field, self.path)
            self.marks.show_marks(count, number, self.field.names)
            named = self.field.names[number - 1] if 0 < number <= len(self.field.names) else ""
            self.word.set_text(named or (f"{number} / {count}" if number else ""))
        elif isinstance(self.field, LevelField):
            self.marks.show_marks(self.field.most, number, self.field.names[1 if self.field.least == 0 else 0 :])
            self.word.set_text(sheet.shown(self.path))

    def _choose(self, number: int) -> None:
        if isinstance(self.field, LevelField):
            number = max(self.field.least, number)
        self.written.emit(self.path, number)


class ChoiceEditor(FieldEditor):
    """One of several names, or free text if the field allows it. A name that is no longer on the list stays."""

    def __init__(self, field: ChoiceField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.combo = NarrowComboBox(4, self)
        self.combo.setEditable(field.other)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        calm(self.combo)
        self.hold(self.combo)
        self._names: tuple[str, ...] | None = None
        self._chosen = ""
        self._shown = ""
        self.combo.activated.connect(lambda at: self._send(str(self.combo.itemData(at) or "")))
        if field.other:
            list_opens(self.combo)
        line = self.combo.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST)
            line.editingFinished.connect(self.flush)
        if field.other and shows_entry(field):
            self.let_keep(parent)

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the choice."""
        assert isinstance(self.field, ChoiceField)
        self.offer_to_keep(sheet)
        chosen = plain_text(sheet.value(self.path))
        shown = choice_label(self.field, chosen)
        names = proposed_names(sheet, self.field) if self.field.other else choices_of(self.field, sheet.lists)
        if chosen and chosen not in names:
            names = (*names, chosen)
        line = self.combo.lineEdit()
        unsent = line.text() if line is not None and line.hasFocus() and line.text() != self._shown else None
        if names != self._names:
            self._names = names
            self.combo.clear()
            self.combo.addItem("" if self.field.other else "–", "")
            for name in names:
                self.combo.addItem(short(choice_label(self.field, name), 60), name)
        if unsent is None:
            self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))
        if line is not None and line.text() != (words := shown if unsent is None else unsent):
            line.setText(words)
            line.setCursorPosition(0 if unsent is None else len(words))
        self.combo.setToolTip(tip(shown) if len(shown) > _LONG_CHOICE else "")  # a narrow list cuts it
        self._chosen, self._shown = chosen, shown

    def flush(self) -> None:
        """Send unsent text."""
        line = self.combo.lineEdit()
        if line is not None and (words := line.text().strip()) != self._shown:
            self._send(plain_text(parse_value(self.field, words)))

    def forget(self) -> None:
        """Discard unsent text."""
        self._chosen = self._shown = ""
        line = self.combo.lineEdit()
        if line is not None:
            line.clear()

    def _send(self, name: str) -> None:
        if name != self._chosen:
            self._chosen, self._shown = name, choice_label(self.field, name)
            self.written.emit(self.path, name or None)


class FlagEditor(FieldEditor):
    """Yes or no."""

    def __init__(self, field: FlagField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self.box = QCheckBox(button_text(short(field.label, 120)), self)
        self.hold(self.box)
        self.box.clicked.connect(lambda on: self.written.emit(self.path, on or None))

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show it."""
        self.box.setChecked(sheet.value(self.path) is True)


def _no_entries(_list: str) -> tuple[Entry, ...]:
    return ()
