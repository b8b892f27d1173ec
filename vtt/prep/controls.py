"""A control for each plain kind of part. It shows what a desk says, and tells what somebody has just written.

Every keystroke is told at once: the desk is made anew, and only what is different is shown differently. What somebody
is writing just now is left to them (`typing`), however the desk has read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QMenu, QPlainTextEdit, QPushButton, QToolButton, QWidget

from engine.table.frozen import Json
from engine.workshop.bench import Part, PartKind, Way
from vtt.panels.fit import TileFlow
from vtt.panels.option_fields import NewName, calm
from vtt.panels.parts import column, row
from vtt.prep.tab_order import chain_before, stops_in
from vtt.prep.words import told
from vtt.sheets.editors import leaves_to_the_table
from vtt.widgets.dressing import IconButton
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.theme import ThemeHub

_LINES: Final = (2, 8)
"""How many lines of a text are seen at least, and at most."""
_MOST_PROPOSED: Final = 60
_DOWN: Final = "chevron-down"
_MOST_CHIPS: Final = 9
"""Of more words than these only the chosen ones are seen, and a menu has the others."""


def words_of(value: Json) -> str:
    """Return what was written, as it was written."""
    return "" if value is None else str(value)


class Control(QWidget):
    """Shows one part.

    Signals:
        edited: what is to stand there now; None for nothing.
    """

    edited = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.hub = hub
        self.part: Part | None = None
        self.first: QWidget = self
        """What gets the focus first. It is no focus proxy: Tab would come here, and be sent back there, for ever."""

    def show_part(self, part: Part, typing: str) -> None:
        """Show it; `typing` is the path at which somebody is writing just now."""
        raise NotImplementedError

    def fit_height(self, height: int) -> None:
        """The form can be seen for so many pixels; a list of its own takes the part of them that it needs."""

    def first_stop(self) -> QWidget:
        """Return what gets the focus where somebody goes there."""
        return self.first

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return stops_in(self)


class Line(QLineEdit):
    """A line that leaves undo to the room once nothing is left to be undone in it.

    Signals:
        left: whoever wrote here has gone on.
    """

    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Let undo go up."""
        if leaves_to_the_table(event, writing=self.isUndoAvailable()):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell."""
        super().focusOutEvent(event)
        self.left.emit()


class LineControl(Control):
    """A text, a number or an expression in one line; a number has steps, and what is proposed opens at the end."""

    def __init__(self, hub: ThemeHub, parent: QWidget, kind: PartKind) -> None:
        super().__init__(hub, parent)
        self.line = Line(self)
        lay = row(self, gap=hub.theme.metrics.pad_xs)
        self._steps: tuple[IconButton, ...] = ()
        if kind is PartKind.WHOLE:
            less, more = IconButton(hub, "minus", told("less"), self), IconButton(hub, "plus", told("more_of"), self)
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
        self._proposed: Proposals | None = None
        self._lay = lay
        self.first = self.line
        self.line.textEdited.connect(lambda words: self.edited.emit(words if words else None))
        self.line.left.connect(self._settle)

    def show_part(self, part: Part, typing: str) -> None:
        """Show the line."""
        before, self.part = self.part, part
        if typing != part.path:
            self._settle()
        self.line.setPlaceholderText(short(part.placeholder, 80))
        if before is None or before.label != part.label:
            self.line.setAccessibleName(part.label)
        if part.choices and self._proposed is None:
            self._proposed = Proposals(self.hub, self, self._take)
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
        if part is None:
            return
        held = part.value
        if not isinstance(held, int):
            held = _number(part.placeholder)
            by = by if held is not None else 0
            held = held if held is not None else part.least or 0
        found = held + by
        found = found if part.least is None else max(part.least, found)
        found = found if part.most is None else min(part.most, found)
        self.line.setText(str(found))
        self.edited.emit(found)

    def _take(self, value: str) -> None:
        self.line.setText(value)
        self.line.setFocus()
        self.edited.emit(value)


def _number(words: str) -> int | None:
    try:
        return int(words)
    except ValueError:
        return None


class Proposals(IconButton):
    """A button with what is proposed for a line, each with what it means."""

    def __init__(self, hub: ThemeHub, parent: QWidget, take: Callable[[str], object]) -> None:
        super().__init__(hub, _DOWN, told("proposals"), parent)
        self._take = take
        self._ways: tuple[Way, ...] = ()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.aboutToShow.connect(self._fill)

    def show_ways(self, ways: tuple[Way, ...]) -> None:
        """Propose these."""
        self._ways = ways
        self.setVisible(bool(ways))

    def _fill(self) -> None:
        self._menu.clear()
        for way in self._ways[:_MOST_PROPOSED]:
            action = self._menu.addAction(button_text(short(way.label or way.value, 70)))
            action.setToolTip(tip(way.told))
            action.triggered.connect(lambda _=False, value=way.value: self._take(value))


class Area(QPlainTextEdit):
    """A text of several lines: as high as what is written in it, within bounds; Tab goes on."""

    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Let undo go up once nothing is left to be undone here."""
        if leaves_to_the_table(event, writing=self.document().isUndoAvailable()):
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

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        least, most = (count * line for count in _LINES)
        rows = max(1, round(self.document().size().height()))
        around = 2 * self.frameWidth() + 2 * round(self.document().documentMargin()) + 2 * 6
        high = max(least, min(most, rows * line)) + around
        if high != self.minimumHeight():
            self.setFixedHeight(high)


class LinesControl(Control):
    """Text of several lines."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(hub, parent)
        self.area = Area(hub, self)
        column(self).addWidget(self.area)
        self.first = self.area
        self._is_settling = False
        self.area.textChanged.connect(self._changed)
        self.area.left.connect(self._settle)

    def show_part(self, part: Part, typing: str) -> None:
        """Show the text."""
        self.part = part
        if typing != part.path:
            self._settle()
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


class ChoiceControl(Control):
    """One of several; own words too where they may stand."""

    def __init__(self, hub: ThemeHub, parent: QWidget, *, own_words: bool) -> None:
        super().__init__(hub, parent)
        self.combo = QComboBox(self)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(6)
        self.combo.setMaxVisibleItems(14)
        self._own = own_words
        if own_words:
            line = Line(self.combo)
            self.combo.setLineEdit(line)
            self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line.textEdited.connect(lambda words: self.edited.emit(words if words else None))
            line.left.connect(self._settle)
        calm(self.combo)
        column(self).addWidget(self.combo)
        self.first = self.combo
        self._shown: tuple[tuple[Way, ...], str, str] | None = None
        self.combo.activated.connect(self._chosen)

    def show_part(self, part: Part, typing: str) -> None:
        """Show what is chosen."""
        self.part = part
        self.combo.setAccessibleName(part.label)
        if typing != part.path:
            self._settle()

    def _settle(self) -> None:
        part = self.part
        if part is None:
            return
        value = words_of(part.value)
        blank = part.placeholder or told("nothing") if part.optional or not value else ""
        stray = value if value and all(way.value != value for way in part.choices) else ""
        shown = part.choices, blank, stray
        if shown != self._shown:
            self._shown = shown
            self.combo.blockSignals(True)
            self.combo.clear()
            known = {way.value for way in part.choices}
            if blank and "" not in known and not self._own:
                self.combo.addItem(short(blank, 80), "")
            for way in part.choices:
                self.combo.addItem(short(way.label or way.value, 80), way.value)
                if way.told:
                    self.combo.setItemData(self.combo.count() - 1, tip(way.told), Qt.ItemDataRole.ToolTipRole)
            if stray and not self._own:
                self.combo.addItem(short(stray, 80), stray)
            self.combo.blockSignals(False)
            own = self.combo.lineEdit()
            if own is not None:
                own.setPlaceholderText(short(blank, 80))
        at = self.combo.findData(value)
        if at != self.combo.currentIndex():
            self.combo.setCurrentIndex(at)
        line = self.combo.lineEdit()
        if line is not None and at < 0 and line.text() != value:
            line.setText(value)

    def _chosen(self, at: int) -> None:
        value = self.combo.itemData(at)
        self.edited.emit(value if value else None)


class ChoicesControl(Control):
    """Any number of words, each a button that stays down; of many only those that are chosen, the others in a menu.

    Own words come by a line of their own, which is there once somebody wants it.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget, part: Part) -> None:
        super().__init__(hub, parent)
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self._words = QWidget(self)
        self._flow = TileFlow(self._words, spacing=lengths.pad_xs)
        lay.addWidget(self._words)
        self.new = NewName(hub, told("own_word", what=part.label))
        self.new.named.connect(self._add)
        self.new.hide()
        lay.addWidget(self.new)
        self.chips: dict[str, QPushButton] = {}
        self.more = QPushButton(button_text(told("add_word")), self._words)
        self.more.setAutoDefault(False)
        self.more.setIcon(hub.icon("plus", size=lengths.icon_s))
        self.more.setIconSize(QSize(lengths.icon_s, lengths.icon_s))
        self.menu = QMenu(self.more)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.clicked.connect(self._open)
        self._ways: tuple[Way, ...] | None = None

    def show_part(self, part: Part, typing: str) -> None:
        """Show which words are chosen."""
        self.part = part
        chosen = _several(part.value)
        known = {way.value: way for way in part.choices}
        strays = [Way(value=word, label=word) for word in dict.fromkeys(chosen) if word not in known]
        if len(part.choices) > _MOST_CHIPS:
            ways = tuple(known.get(word) or Way(value=word, label=word) for word in dict.fromkeys(chosen))
        else:
            ways = (*part.choices, *strays)
        if ways != self._ways:
            focused = next((word for word, chip in self.chips.items() if chip.hasFocus()), "")
            self._ways = ways
            for chip in self.chips.values():
                chip.hide()
                chip.deleteLater()
            self.chips = {way.value: self._chip(way) for way in ways}
            self._flow.hold([*self.chips.values(), self.more])
            chain_before(self.more, list(self.chips.values()))
            if focused:
                self.chips.get(focused, self.more).setFocus()
        for word, chip in self.chips.items():
            if chip.isChecked() != (word in chosen) or chip.icon().isNull():
                chip.setChecked(word in chosen)
                sign, ink = ("check", "on_selection") if word in chosen else ("plus", "text")
                chip.setIcon(self.hub.icon(sign, role=ink, size=self.hub.theme.metrics.icon_s))
        self.more.setVisible(part.own_words or len(part.choices) > _MOST_CHIPS)
        self.more.setAccessibleName(told("own_word", what=part.label))

    def first_stop(self) -> QWidget:
        """Return the first word."""
        return next(iter(self.chips.values()), self.more)

    def stops(self) -> list[QWidget]:
        """Return the words, the button for others, and the line for one's own."""
        return [*self.chips.values(), self.more, *stops_in(self.new)]

    def _chip(self, way: Way) -> QPushButton:
        chip = QPushButton(button_text(short(way.label or way.value, 40)), self._words)
        chip.setCheckable(True)
        chip.setAutoDefault(False)
        chip.setAccessibleName(short(way.label or way.value, 100))
        chip.setAccessibleDescription(short(way.told, 300))
        chip.setToolTip(tip(way.told or (way.label if len(way.label) > 40 else "")))
        chip.setIconSize(QSize(self.hub.theme.metrics.icon_s, self.hub.theme.metrics.icon_s))
        chip.clicked.connect(lambda _on, word=way.value: self._turn(word))
        chip.show()
        return chip

    def _open(self) -> None:
        """Open the menu of the others; where all are seen, there are only own words to be added."""
        if self.part is not None and len(self.part.choices) > _MOST_CHIPS:
            self.menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
        else:
            self.write_own()

    def write_own(self) -> None:
        """Bring the line for a word of one's own."""
        self.new.show()
        self.new.line.setFocus()

    def _fill_menu(self) -> None:
        self.menu.clear()
        part = self.part
        if part is None:
            return
        chosen = _several(part.value)
        for way in part.choices:
            if way.value not in chosen:
                action = self.menu.addAction(button_text(short(way.label or way.value, 60)))
                action.setToolTip(tip(way.told))
                action.triggered.connect(lambda _=False, word=way.value: self._turn(word))
        if part.own_words:
            self.menu.addSeparator()
            self.menu.addAction(button_text(told("another"))).triggered.connect(self.write_own)

    def _turn(self, word: str) -> None:
        held = _several(self.part.value if self.part is not None else None)
        # In the order in which they were chosen: it is the order in which they are written.
        self.edited.emit([w for w in held if w != word] if word in held else [*held, word])

    def _add(self, word: str) -> None:
        part = self.part
        if part is None:
            return
        held = _several(part.value)
        known = {(way.label or way.value).casefold(): way.value for way in part.choices}
        found = known.get(word.casefold(), word)
        if found not in held:
            self.edited.emit([*held, found])


def _several(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return [str(word) for word in value] if isinstance(value, Sequence) else []


class SwitchControl(Control):
    """Yes or no; what it is called stands beside its box."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(hub, parent)
        self.box = QCheckBox(self)
        column(self).addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)
        self.first = self.box
        self.box.clicked.connect(self._clicked)

    def show_part(self, part: Part, typing: str) -> None:
        """Show whether it is on."""
        self.part = part
        self.box.setText(button_text(short(part.label, 60)))
        self.box.setAccessibleName(part.label)
        self.box.setChecked(part.value is True)

    def _clicked(self, on: bool) -> None:
        self.edited.emit(on)  # not `emit` itself as a slot: it would get no argument
