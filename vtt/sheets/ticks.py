"""A list of things to tick, with All and None."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from vtt.panels.parts import button
from vtt.sheets.order import told
from vtt.widgets.dressing import dress
from vtt.widgets.flow import FlowRow
from vtt.widgets.text import label, short, tip
from vtt.widgets.theme import Theme, ThemeHub

_LINES = 5
"""As many lines are seen at once; the rest scrolls."""


class TickList(QWidget):
    """Things to tick. The arrow keys walk, Space ticks.

    Args:
        hub: the theme.
        name: what is ticked here.
        parent: the Qt parent.

    Signals:
        changed: something else is ticked.
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
        self.all = button(told("all"), "quiet", parent=self._head)
        self.none = button(told("none"), "quiet", parent=self._head)
        self.all.setAccessibleName(told("all_of", what=name))
        self.none.setAccessibleName(told("none_of", what=name))
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
        dress(hub, self._wear)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tick."""
        return not self.list.count()

    @property
    def ticked(self) -> tuple[str, ...]:
        """The keys of what is ticked."""
        return tuple(key for key, is_on in self._lines() if is_on)

    @property
    def unticked(self) -> tuple[str, ...]:
        """The keys of what is not."""
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
        self._wear(self._hub.theme)

    def tick(self, key: str, is_on: bool) -> None:
        """Tick one thing, or take its tick away."""
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

    def _wear(self, theme: Theme) -> None:
        lines = max(1, min(_LINES, self.list.count()))
        row = self.list.sizeHintForRow(0) if self.list.count() else theme.metrics.control
        self.list.setFixedHeight(lines * row + 2 * self.list.frameWidth() + 2 * theme.metrics.hair)
        self._name.setMinimumHeight(self.all.sizeHint().height())
        self._head.flow.setSpacing(theme.metrics.pad_xs)
        self._head.fit()
