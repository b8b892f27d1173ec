"""Records within a record, such as the effects of a card: each a card of its own that opens and folds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QWidget

from engine.kit.content_editor.view_models import EditorField, EditorRow
from vtt.prep.record_form.form_control import FormControl
from vtt.prep.record_form.form_field import EditKind, FieldEdit, FormTools, RecordFieldGroup, RecordFormField
from vtt.prep.record_form.tab_order import chain_before, in_order
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import ElidedLabel, button_text, short
from vtt.widgets.scroll_areas import bring_into_sight
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

_AT_ONCE: Final = 2
"""So many folded ones are shown at once; the others follow step by step."""
_ONE_LINE: Final = 40
"""A folded row with so short an explanation needs one line only."""
_ALL_OPEN: Final = 2
"""Up to so many rows are open from the beginning."""


class NestedRecordCard(QFrame):
    """One record within a record."""

    def __init__(self, tools: FormTools, control: NestedRecordsControl, shown: EditorRow) -> None:
        super().__init__(control)
        self.setProperty("role", "sunken")
        self._tools = tools
        self._control = control
        self.row = shown
        hub, lengths = tools.hub, tools.hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_s, margin=lengths.pad_s)
        head = row(gap=lengths.pad_xs)
        self.fold = IconButton(hub, "chevron-right", ui_text("prep", "row.open"), self)
        self.name = ElidedLabel("", "heading", self)
        head.addWidget(self.fold)
        head.addWidget(self.name, 1)
        self._head = head
        self.tools: NestedRecordButtons | None = None
        self._ends = (False, False)
        self._lay.addLayout(head)
        self._explanation = prose("", "muted", self)
        self._trouble = prose("", "danger", self)
        self._lay.addWidget(self._explanation)
        self._lay.addWidget(self._trouble)
        self.host: RecordFieldGroup | None = None
        self._typing = ""
        self.is_open = False
        self._stale = True
        self.fold.clicked.connect(lambda: self.set_open(not self.is_open))
        self.fold.installEventFilter(self)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Bring the tools."""
        super().enterEvent(event)
        self.bring_tools()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the buttons on keyboard focus."""
        if event.type() is QEvent.Type.FocusIn:
            self.bring_tools()
        return super().eventFilter(watched, event)

    def bring_tools(self) -> NestedRecordButtons:
        """Return the buttons, which are made on first approach: most cards of a long list never need them."""
        if self.tools is None:
            self.tools = NestedRecordButtons(self._tools.hub, self)
            self._head.addWidget(self.tools)
            self._control.connect_tools(self, self.tools)  # its layout shows it, when the window has its turn
            self.set_ends(*self._ends)
            in_order((self.fold, *self.tools.all))
        return self.tools

    def set_ends(self, first: bool, last: bool) -> None:
        """Mark the card as the first or the last one."""
        self._ends = first, last
        if self.tools is not None:
            self.tools.up.setEnabled(not first)
            self.tools.down.setEnabled(not last)

    def is_behind(self, shown: EditorRow) -> bool:
        """Return whether the card does not show this record yet."""
        return self._stale or shown != self.row

    def show_row(self, shown: EditorRow, typing: str) -> None:
        """Show the record."""
        if shown == self.row and not self._stale:
            return
        self.row, self._stale = shown, False
        is_one_line = not self.is_open and bool(shown.told) and len(shown.told) <= _ONE_LINE
        head = f"{shown.title}: {shown.told}" if is_one_line else shown.title
        if self.name.text != head:
            self.name.set_text(head)
            self.setAccessibleName(short(head, 100))
        set_prose(self._explanation, "" if is_one_line else shown.told)
        _show(self._explanation, bool(shown.told) and not is_one_line)
        problems = "\n".join(shown.problems)
        folded = "" if self.is_open else "\n".join(words for part in shown.parts for words in part.problems)
        set_prose(self._trouble, "\n".join(filter(None, (problems, folded))))
        _show(self._trouble, bool(self._trouble.text()))
        if self.is_open:
            self._show_parts(typing)

    def set_open(self, is_open: bool) -> None:
        """Open it or fold it."""
        for _ in self.turning(is_open):
            pass

    def turning(self, is_open: bool) -> Iterator[None]:
        """Open it or fold it step by step."""
        if is_open == self.is_open:
            return
        self.is_open = is_open
        if is_open:
            self.bring_tools()
            yield
        self.fold.set_icon("chevron-down" if is_open else "chevron-right")
        words = ui_text("prep", "row.fold" if is_open else "row.open")
        self.fold.setAccessibleName(words)
        self.fold.setToolTip(words)
        self._stale = True
        self.show_row(self._control.row_of(self), "")
        yield
        if self.host is not None:
            self.host.setVisible(self.is_open)
            self._control.order()

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return [
            self.fold,
            *(self.tools.all if self.tools is not None else ()),
            *(self.host.stops() if self.host is not None else ()),
        ]

    def go_in(self) -> None:
        """Go to its first part, and bring all of it into sight."""
        if self.host is not None and self.host.boxes:
            first = self.host.boxes[0].control.first_stop()
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            margin = self._tools.hub.theme.metrics.pad_m
            QTimer.singleShot(0, self, lambda: bring_into_sight(self, first, margin))  # once it has its place

    def _show_parts(self, typing: str) -> None:
        if self.host is None:
            self.host = RecordFieldGroup(self._tools, self)
            self.host.hide()  # until it is made
            self.host.edited.connect(self._control.edited)
            self._lay.addWidget(self.host)
        self.host.show_parts(self.row.parts, typing, self.row.path)


class NestedRecordButtons(QWidget):
    """The buttons of a card as a whole."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        lay = row(self, gap=hub.theme.metrics.pad_xs)
        self.up = IconButton(hub, "chevron-up", ui_text("prep", "row.up"), self)
        self.down = IconButton(hub, "chevron-down", ui_text("prep", "row.down"), self)
        self.double = IconButton(hub, "copy", ui_text("prep", "row.double"), self)
        self.remove = IconButton(hub, "close", ui_text("prep", "row.remove"), self)
        self.all = (self.up, self.down, self.double, self.remove)
        for tool in self.all:
            lay.addWidget(tool)


class NestedRecordsControl(FormControl):
    """All of them, and the button that adds one."""

    def __init__(self, tools: FormTools, parent: QWidget) -> None:
        super().__init__(tools.hub, parent)
        self._tools = tools
        lengths = tools.hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_s)
        self.cards: list[NestedRecordCard] = []
        self.add = button("", parent=self)
        self.add.setIcon(tools.hub.icon("plus", size=lengths.icon_s))
        self.add.setIconSize(QSize(lengths.icon_s, lengths.icon_s))
        self._lay.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.clicked.connect(self._add)
        self.first = self.add
        self._typing = ""
        self._making: GradualTask | None = None
        self._behind = 0
        """The cards before this one show what they should."""
        self._opens = True
        """Another record has come: if it has but a few, they are open from the beginning."""
        self._fresh = -1
        """The place of a card that has just been added and is to be gone to."""

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show the records: those that are open at once, the folded ones step by step."""
        self.part, self._typing = part, typing
        while len(self.cards) > len(part.rows):
            self._drop(self.cards.pop())
        at_once = 0
        for at, card in enumerate(self.cards):
            if card.is_open or at_once < _AT_ONCE:
                at_once += not card.is_open
                self._show_at(at)
        for at in range(len(self.cards), min(len(part.rows), _AT_ONCE)):
            self._show_at(at)
        self._behind = 0
        if part.rows and not self.is_making:
            self._making = GradualTask(self._make_rest(), self)
        if self.add.text() != button_text(part.adds):
            self.add.setText(button_text(part.adds))
        self.add.setVisible(bool(part.adds))

    def box_at(self, path: str, *, opening: bool = False) -> RecordFormField | None:
        """Return the part at a path in one of the records, which is opened for it if that is wished."""
        if opening:
            for _ in self._make_rest():
                pass
        for card in self.cards:
            if path == card.row.path or path.startswith(f"{card.row.path}."):
                if opening:
                    card.set_open(True)
                if card.host is None:
                    return None
                card.host.finish()
                return card.host.box_at(path) or next(iter(card.host.boxes), None)
        return None

    def fold_all(self) -> None:
        """Fold every card: another record comes."""
        self._opens = True
        if self._making is not None:
            self._making.stop()
        for card in self.cards:
            card.set_open(False)

    def _make(self, at: int, shown: EditorRow) -> None:
        card = NestedRecordCard(self._tools, self, shown)
        card.hide()  # until everything stands on it: whatever comes into sight has the whole form measured anew
        self.cards.insert(at, card)
        self._lay.insertWidget(at, card)

    def connect_tools(self, card: NestedRecordCard, tools: NestedRecordButtons) -> None:
        """Let the tools of a card do what they are for."""
        tools.up.clicked.connect(partial(self._move, card, -1))
        tools.down.clicked.connect(partial(self._move, card, 1))
        tools.double.clicked.connect(partial(self._double, card))
        tools.remove.clicked.connect(partial(self._remove, card))

    def _show_at(self, at: int) -> None:
        part = self.part
        if part is None or at >= len(part.rows):
            return
        if at >= len(self.cards):
            self._make(at, part.rows[at])
        card = self.cards[at]
        card.show_row(part.rows[at], self._typing)
        card.set_ends(at == 0, at == len(part.rows) - 1)
        _show(card, True)

    def _make_rest(self) -> Iterator[None]:
        while self.part is not None and self._behind < len(self.part.rows):
            at = self._behind
            self._behind += 1
            is_behind = at >= len(self.cards) or self.cards[at].is_behind(self.part.rows[at])
            self._show_at(at)
            if is_behind:
                yield
            if at == self._fresh:
                self._fresh = -1
                card = self.cards[at]
                yield  # its form is made once the card itself is seen
                yield from self._open(card)
                if card in self.cards:
                    card.go_in()
            elif self._opens and len(self.part.rows) <= _ALL_OPEN:
                yield from self._open(self.cards[at])
        self._opens = False
        self.order()

    def stops(self) -> list[QWidget]:
        """Return the cards with all that is in them, and the button that adds one."""
        return [*(stop for card in self.cards for stop in card.stops()), self.add]

    def order(self) -> None:
        """Set the Tab order of the cards."""
        chain_before(self.add, self.stops()[:-1])

    def begin(self) -> None:
        """Open what is to be open of a record that has just come, also where it says the same as the last one."""
        if self._opens and self.part is not None and self.part.rows and not self.is_making:
            self._behind = 0
            self._making = GradualTask(self._make_rest(), self)

    def _open(self, card: NestedRecordCard) -> Iterator[None]:
        """Open a card step by step, unless it is taken away meanwhile."""
        if card in self.cards:
            for _ in card.turning(True):
                yield
                if card not in self.cards:
                    return
            yield

    @property
    def is_making(self) -> bool:
        """Whether some cards are not up to date yet."""
        return self._making is not None and self._making.under_way

    def row_of(self, card: NestedRecordCard) -> EditorRow:
        """Return what a card should show: one that is behind still shows another."""
        at = self.cards.index(card) if card in self.cards else -1
        return self.part.rows[at] if self.part is not None and 0 <= at < len(self.part.rows) else card.row

    def _path(self, card: NestedRecordCard) -> str:
        """Return the path of a card by its place: one that is behind may still bear another."""
        assert self.part is not None
        return f"{self.part.path}[{self.cards.index(card)}]"

    def _drop(self, card: NestedRecordCard) -> None:
        self._lay.removeWidget(card)
        card.hide()
        card.deleteLater()

    # The cards change places at once, so that each keeps what is open and where the focus is.

    def _add(self) -> None:
        if self.part is not None:
            self._fresh = len(self.part.rows)
            self.edited.emit(FieldEdit(EditKind.ADD, self.part.path))

    def _move(self, card: NestedRecordCard, by: int) -> None:
        at = self.cards.index(card)
        to, path = at + by, self._path(card)
        if not 0 <= to < len(self.cards):
            return
        self.cards.insert(to, self.cards.pop(at))
        self._lay.removeWidget(card)
        self._lay.insertWidget(to, card)
        self.edited.emit(FieldEdit(EditKind.MOVE, path, to))
        tools = card.bring_tools()
        tool, other = (tools.up, tools.down) if by < 0 else (tools.down, tools.up)
        (tool if tool.isEnabled() else other).setFocus()

    def _double(self, card: NestedRecordCard) -> None:
        at, path = self.cards.index(card), self._path(card)
        self._make(at + 1, card.row)
        self._fresh = at + 1
        self.edited.emit(FieldEdit(EditKind.DOUBLE, path))

    def _remove(self, card: NestedRecordCard) -> None:
        at, path = self.cards.index(card), self._path(card)
        self.cards.pop(at)
        self._drop(card)
        self.edited.emit(FieldEdit(EditKind.REMOVE, path))
        (self.cards[min(at, len(self.cards) - 1)].fold if self.cards else self.add).setFocus()


def _show(part: QWidget, shown: bool) -> None:
    if part.isHidden() == shown:
        part.setVisible(shown)
