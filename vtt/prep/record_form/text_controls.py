"""Controls in which something is written: a word, a number, an expression in one line, or text of several lines."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QToolButton, QWidget

from engine.kit.content_editor.view_models import EditorChoice, EditorField, EditorFieldKind
from engine.sheets.formulas.exact_numbers import NotANumber, read_number
from vtt.prep.record_form.form_control import FormControl, words_of
from vtt.widgets.basic_widgets import column, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import is_undo_for_table

_LINES: Final = (2, 8)
"""Minimum and maximum of visible lines."""
_PAGE: Final = (12, 26)
"""The same for a text that may be as long as a page."""
_LONG: Final = 10_000
_MOST_PROPOSED: Final = 60
_DOWN: Final = "chevron-down"


class TextLine(QLineEdit):
    """A line edit that leaves undo to the room once it has nothing to undo itself.

    Signals:
        left: the user has gone on.
    """

    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Let undo go up."""
        if is_undo_for_table(event, writing=self.isUndoAvailable()):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell."""
        super().focusOutEvent(event)
        self.left.emit()


class LineControl(FormControl):
    """A text, a number, dice or an expression in one line; a number has steps, and a button opens the suggestions."""

    def __init__(self, hub: ThemeHub, parent: QWidget, kind: EditorFieldKind) -> None:
        super().__init__(hub, parent)
        self.line = TextLine(self)
        lay = row(self, gap=hub.theme.metrics.pad_xs)
        self._steps: tuple[IconButton, ...] = ()
        if kind in (EditorFieldKind.WHOLE, EditorFieldKind.DICE):
            less, more = (
                IconButton(hub, "minus", ui_text("prep", "less"), self),
                IconButton(hub, "plus", ui_text("prep", "more_of"), self),
            )
            self._steps = less, more
            for button, by in ((less, -1), (more, 1)):
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys do the same
                button.setAutoRepeat(True)
                button.clicked.connect(lambda _=False, by=by: self._step(by))
            self.line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            lay.addWidget(less)
            lay.addWidget(self.line, 1)
            lay.addWidget(more)
            self.line.installEventFilter(self)
        else:
            lay.addWidget(self.line, 1)
        self.line.setMinimumWidth(3 * hub.theme.metrics.font_body)
        self._proposed: SuggestionModel | None = None
        self._lay = lay
        self.first = self.line
        self.line.textEdited.connect(lambda words: self.edited.emit(words if words else None))
        self.line.left.connect(self._settle)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show the line."""
        before, self.part = self.part, part
        if typing != part.path:
            self._settle()
        self.line.setPlaceholderText(short(part.placeholder, 80))
        if before is None or before.label != part.label:
            self.line.setAccessibleName(part.label)
        for step in self._steps:
            step.setVisible(_has_next(part))  # dice and decimals need the room
        if part.choices and self._proposed is None:
            self._proposed = SuggestionModel(self.hub, self, self._take)
            self._lay.addWidget(self._proposed)
        if self._proposed is not None:
            self._proposed.show_ways(part.choices)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Let the arrow keys step."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            by = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
            if by is not None:
                self._step(by)
                return True
        return False

    def _settle(self) -> None:
        words = words_of(self.part.value) if self.part is not None else ""
        if words != self.line.text():
            self.line.setText(words)

    def _step(self, by: int) -> None:
        part = self.part
        if part is None or not _has_next(part):
            return
        least = None if part.least is None else ceil(part.least)
        most = None if part.most is None else floor(part.most)
        value = part.value
        if not isinstance(value, int):
            value = _number(part.placeholder)
            by = by if value is not None else 0
            value = value if value is not None else least or 0
        new_value = value + by
        new_value = new_value if least is None else max(least, new_value)
        new_value = new_value if most is None else min(most, new_value)
        self.line.setText(str(new_value))
        self.edited.emit(new_value)

    def _take(self, value: str) -> None:
        self.line.setText(value)
        self.line.setFocus()
        self.edited.emit(value)


def _has_next(part: EditorField) -> bool:
    """Return whether a number has a next one: dice, half-written ones, and decimals have none."""
    return part.kind is not EditorFieldKind.DICE or not isinstance(part.value, str | float)


def _number(words: str) -> int | None:
    try:
        number = read_number(words, whole=True)
    except NotANumber:
        return None
    return number if isinstance(number, int) else None


class SuggestionModel(IconButton):
    """A button with what is proposed for a line, each with what it means."""

    def __init__(self, hub: ThemeHub, parent: QWidget, take: Callable[[str], object]) -> None:
        super().__init__(hub, _DOWN, ui_text("prep", "proposals"), parent)
        self._take = take
        self._ways: tuple[EditorChoice, ...] = ()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.aboutToShow.connect(self._fill)

    def show_ways(self, ways: tuple[EditorChoice, ...]) -> None:
        """Propose these."""
        self._ways = ways
        self.setVisible(bool(ways))

    def _fill(self) -> None:
        self._menu.clear()
        for way in self._ways[:_MOST_PROPOSED]:
            action = self._menu.addAction(button_text(short(way.label or way.value, 70)))
            action.setToolTip(tip(way.told))
            action.triggered.connect(lambda _=False, value=way.value: self._take(value))


class TextArea(QPlainTextEdit):
    """A text of several lines: as high as its contents, within bounds; Tab moves on."""

    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._lines = _LINES
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Let undo go up once nothing is left to be undone here."""
        if is_undo_for_table(event, writing=self.document().isUndoAvailable()):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell."""
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other lines at another width."""
        super().resizeEvent(event)
        self._fit()

    def set_longest(self, letters: int | None) -> None:
        """Take more room for a text that may be long."""
        lines = _PAGE if letters is not None and letters >= _LONG else _LINES
        if lines != self._lines:
            self._lines = lines
            self._fit()

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        least, most = (count * line for count in self._lines)
        rows = max(1, round(self.document().size().height()))
        around = 2 * self.frameWidth() + 2 * round(self.document().documentMargin()) + 2 * 6
        high = max(least, min(most, rows * line)) + around
        if high != self.minimumHeight():
            self.setFixedHeight(high)


class LinesControl(FormControl):
    """Text of several lines."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(hub, parent)
        self.area = TextArea(hub, self)
        column(self).addWidget(self.area)
        self.first = self.area
        self._is_settling = False
        self.area.textChanged.connect(self._changed)
        self.area.left.connect(self._settle)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show the text."""
        self.part = part
        if typing != part.path:
            self._settle()
        self.area.set_longest(part.longest)
        self.area.setPlaceholderText(short(part.placeholder, 200))
        self.area.setAccessibleName(part.label)

    def _settle(self) -> None:
        words = words_of(self.part.value) if self.part is not None else ""
        if words != self.area.toPlainText():
            self._is_settling = True
            self.area.setPlainText(words)
            self._is_settling = False

    def _changed(self) -> None:
        if not self._is_settling:
            self.edited.emit(self.area.toPlainText() or None)
