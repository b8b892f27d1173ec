"""A list of things to tick, with All and None."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from vtt.sheets.print_room.print_options import print_text
from vtt.widgets.basic_widgets import button
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label, short, tip
from vtt.widgets.theme_binding import follow_theme

_LINES = 5
"""The number of visible lines; the rest scrolls."""


class TickList(QWidget):
    """A list of things to tick. The arrow keys move, Space ticks.

    Args:
        hub: the theme.
        name: the label of the list.
        parent: the Qt parent.

    Signals:
        changed: other things are ticked.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self.list = QListWidget(self)
        self.list.setAccessibleName(name)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._head = FlowRow(self)
        self._name = label(name, "muted", parent=self._head)
        self.all = button(print_text("all"), "quiet", parent=self._head)
        self.none = button(print_text("none"), "quiet", parent=self._head)
        self.all.setAccessibleName(print_text("all_of", what=name))
        self.none.setAccessibleName(print_text("none_of", what=name))
        for part in (self._name, self.all, self.none):
            self._head.flow.addWidget(part)
        QWidget.setTabOrder(self.none, self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.list)
        self.list.itemChanged.connect(self.changed)
        self.all.clicked.connect(lambda: self._tick_all(True))
        self.none.clicked.connect(lambda: self._tick_all(False))
        follow_theme(hub, self._apply_theme)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tick."""
        return not self.list.count()

    @property
    def ticked(self) -> tuple[str, ...]:
        """The keys of the ticked things."""
        return tuple(key for key, is_on in self._lines() if is_on)

    @property
    def unticked(self) -> tuple[str, ...]:
        """The keys of the other things."""
        return tuple(key for key, is_on in self._lines() if not is_on)

    def show_lines(self, lines: Sequence[tuple[str, str]], ticked: Collection[str] | None) -> None:
        """Show keys with their words; None ticks all of them."""
        self.list.blockSignals(True)
        self.list.clear()
        for key, words in lines:
            item = QListWidgetItem(short(words, 80) or "–")
            item.setToolTip(tip(words))
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            is_on = ticked is None or key in ticked
            item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        if lines:
            self.list.setCurrentRow(0)
            self.list.clearSelection()
        self.list.blockSignals(False)
        self._apply_theme(self._hub.theme)

    def tick(self, key: str, is_on: bool) -> None:
        """Tick or untick one thing."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == key:
                item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)

    def _lines(self) -> list[tuple[str, bool]]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return [(item.data(Qt.ItemDataRole.UserRole), item.checkState() is Qt.CheckState.Checked) for item in items]

    def _tick_all(self, is_on: bool) -> None:
        self.list.blockSignals(True)
        for row in range(self.list.count()):
            self.list.item(row).setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)
        self.changed.emit()

    def _apply_theme(self, theme: Theme) -> None:
        lines = max(1, min(_LINES, self.list.count()))
        row = self.list.sizeHintForRow(0) if self.list.count() else theme.metrics.control
        self.list.setFixedHeight(lines * row + 2 * self.list.frameWidth() + 2 * theme.metrics.hair)
        self._name.setMinimumHeight(self.all.sizeHint().height())
        self._head.flow.setSpacing(theme.metrics.pad_xs)
        self._head.fit()
