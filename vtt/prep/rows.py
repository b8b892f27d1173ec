"""Records within a record, such as the effects of a card: each a card of its own that opens and folds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QWidget

from engine.workshop.bench import Part, Row
from vtt.panels.parts import button, column, prose, row, set_prose
from vtt.prep.controls import Control
from vtt.prep.part_box import Doing, Edit, PartBox, PartsHost, Tools
from vtt.prep.words import told
from vtt.widgets.dressing import IconButton
from vtt.widgets.gradual import Gradual
from vtt.widgets.text import ElidedLabel, button_text, short
from vtt.widgets.theme import ThemeHub

_AT_ONCE: Final = 3
_ALL_OPEN: Final = 2
"""Up to so many rows are open from the beginning."""


class RowCard(QFrame):
    """One record within a record."""

    def __init__(self, tools: Tools, control: RowsControl, shown: Row) -> None:
        super().__init__(control)
        self.setProperty("role", "sunken")
        self._tools = tools
        self._control = control
        self.row = shown
        hub, lengths = tools.hub, tools.hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_s, margin=lengths.pad_s)
        head = row(gap=lengths.pad_xs)
        self.fold = IconButton(hub, "chevron-right", told("row.open"), self)
        self.name = ElidedLabel("", "heading", self)
        head.addWidget(self.fold)
        head.addWidget(self.name, 1)
        self._head = head
        self.tools: RowTools | None = None
        self._ends = (False, False)
        self._lay.addLayout(head)
        self._told = prose("", "muted", self)
        self._trouble = prose("", "danger", self)
        self._lay.addWidget(self._told)
        self._lay.addWidget(self._trouble)
        self.host: PartsHost | None = None
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
        """Bring the tools to whoever comes by keys."""
        if event.type() is QEvent.Type.FocusIn:
            self.bring_tools()
        return super().eventFilter(watched, event)

    def bring_tools(self) -> RowTools:
        """Return the tools, which are made once somebody comes near: of many cards few are ever touched."""
        if self.tools is None:
            self.tools = RowTools(self._tools.hub, self)
            self._head.addWidget(self.tools)
            self._control.connect_tools(self, self.tools)
            self.tools.show()
            self.set_ends(*self._ends)
            before: QWidget = self.fold
            for tool in self.tools.all:
                QWidget.setTabOrder(before, tool)
                before = tool
        return self.tools

    def set_ends(self, first: bool, last: bool) -> None:
        """Stand at the head of all, or at their end."""
        self._ends = first, last
        if self.tools is not None:
            self.tools.up.setEnabled(not first)
            self.tools.down.setEnabled(not last)

    def show_row(self, shown: Row, typing: str) -> None:
        """Show the record."""
        if shown == self.row and not self._stale:
            return
        self.row, self._stale = shown, False
        if self.name.text != shown.title:
            self.name.set_text(shown.title)
            self.setAccessibleName(short(shown.title, 100))
        set_prose(self._told, shown.told)
        self._told.setVisible(bool(shown.told))
        problems = "\n".join(shown.problems)
        folded = "" if self.is_open else "\n".join(words for part in shown.parts for words in part.problems)
        set_prose(self._trouble, "\n".join(filter(None, (problems, folded))))
        self._trouble.setVisible(bool(self._trouble.text()))
        if self.is_open:
            self._show_parts(typing)

    def set_open(self, is_open: bool) -> None:
        """Open it or fold it."""
        if is_open == self.is_open:
            return
        self.is_open = is_open
        if is_open:
            self.bring_tools()
        self.fold.set_icon("chevron-down" if is_open else "chevron-right")
        words = told("row.fold" if is_open else "row.open")
        self.fold.setAccessibleName(words)
        self.fold.setToolTip(words)
        self._stale = True
        self.show_row(self.row, "")
        if self.host is not None:
            self.host.setVisible(is_open)

    def go_in(self) -> None:
        """Open it and go to its first part."""
        self.set_open(True)
        if self.host is not None and self.host.boxes:
            self.host.boxes[0].control.first_stop().setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_parts(self, typing: str) -> None:
        if self.host is None:
            self.host = PartsHost(self._tools, self)
            self.host.edited.connect(self._control.edited)
            self._lay.addWidget(self.host)
        self.host.show_parts(self.row.parts, typing, self.row.path)


class RowTools(QWidget):
    """What can be done with a card as a whole."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        lay = row(self, gap=hub.theme.metrics.pad_xs)
        self.up = IconButton(hub, "chevron-up", told("row.up"), self)
        self.down = IconButton(hub, "chevron-down", told("row.down"), self)
        self.double = IconButton(hub, "copy", told("row.double"), self)
        self.remove = IconButton(hub, "close", told("row.remove"), self)
        self.all = (self.up, self.down, self.double, self.remove)
        for tool in self.all:
            lay.addWidget(tool)


class RowsControl(Control):
    """All of them, and the button that adds one."""

    def __init__(self, tools: Tools, parent: QWidget) -> None:
        super().__init__(tools.hub, parent)
        self._tools = tools
        lengths = tools.hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_s)
        self.cards: list[RowCard] = []
        self.add = button("", parent=self)
        self.add.setIcon(tools.hub.icon("plus", size=lengths.icon_s))
        self._lay.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.clicked.connect(self._add)
        self.setFocusProxy(self.add)
        self._typing = ""
        self._making: Gradual | None = None
        self._fresh = -1
        """The place of a card that has just been added and is to be gone to."""

    def show_part(self, part: Part, typing: str) -> None:
        """Show the records."""
        first, self.part = self.part is None, part
        self._typing = typing
        while len(self.cards) > len(part.rows):
            self._drop(self.cards.pop())
        for at in range(len(self.cards)):
            self._show_at(at)
        for at in range(len(self.cards), min(len(part.rows), len(self.cards) + _AT_ONCE)):
            self._show_at(at)
        if len(self.cards) < len(part.rows) and not (self._making is not None and self._making.under_way):
            self._making = Gradual(self._make_rest(), self)
        if first and len(part.rows) <= _ALL_OPEN:
            for card in self.cards:
                card.set_open(True)
        self.add.setText(button_text(part.adds))
        self.add.setVisible(bool(part.adds))
        if 0 <= self._fresh < len(self.cards):
            card = self.cards[self._fresh]
            self._fresh = -1
            QTimer.singleShot(0, card, card.go_in)  # its form is made once the card itself is seen

    def box_at(self, path: str, *, opening: bool = False) -> PartBox | None:
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
        for card in self.cards:
            card.set_open(len(self.cards) <= _ALL_OPEN)

    def _make(self, at: int, shown: Row) -> None:
        card = RowCard(self._tools, self, shown)
        self.cards.insert(at, card)
        self._lay.insertWidget(at, card)
        card.show()

    def connect_tools(self, card: RowCard, tools: RowTools) -> None:
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
        self.cards[at].show_row(part.rows[at], self._typing)
        self.cards[at].set_ends(at == 0, at == len(part.rows) - 1)

    def _make_rest(self) -> Iterator[None]:
        while self.part is not None and len(self.cards) < len(self.part.rows):
            self._show_at(len(self.cards))
            yield

    def _drop(self, card: RowCard) -> None:
        self._lay.removeWidget(card)
        card.hide()
        card.deleteLater()

    # The cards change places at once, so that each keeps what is open and where the focus is.

    def _add(self) -> None:
        if self.part is not None:
            self._fresh = len(self.part.rows)
            self.edited.emit(Edit(Doing.ADD, self.part.path))

    def _move(self, card: RowCard, by: int) -> None:
        at = self.cards.index(card)
        to = at + by
        if not 0 <= to < len(self.cards):
            return
        self.cards.insert(to, self.cards.pop(at))
        self._lay.removeWidget(card)
        self._lay.insertWidget(to, card)
        self.edited.emit(Edit(Doing.MOVE, card.row.path, to))
        tools = card.bring_tools()
        tool, other = (tools.up, tools.down) if by < 0 else (tools.down, tools.up)
        (tool if tool.isEnabled() else other).setFocus()

    def _double(self, card: RowCard) -> None:
        at = self.cards.index(card)
        self._make(at + 1, card.row)
        self._fresh = at + 1
        self.edited.emit(Edit(Doing.DOUBLE, card.row.path))

    def _remove(self, card: RowCard) -> None:
        at = self.cards.index(card)
        self.cards.pop(at)
        self._drop(card)
        self.edited.emit(Edit(Doing.REMOVE, card.row.path))
        (self.cards[min(at, len(self.cards) - 1)].fold if self.cards else self.add).setFocus()
