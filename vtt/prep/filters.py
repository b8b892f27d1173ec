"""A row of filters over entries: one list of values for each facet, and what they leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from engine.workshop.bench import Entry, Facet
from vtt.panels.option_fields import calm
from vtt.prep.words import told
from vtt.widgets.flow import FlowRow
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub

_LETTERS: Final = 10
"""How wide a list of values is at least."""


class Filters(FlowRow):
    """Chooses at most one value of each facet.

    Signals:
        changed: another choice.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent, spacing=hub.theme.metrics.pad_xs)
        self._hub = hub
        self._facets: tuple[Facet, ...] = ()
        self.combos: dict[str, QComboBox] = {}

    def fit(self) -> None:
        """Stand in columns of one width."""
        lengths, gap = self._hub.theme.metrics, self.flow.spacing()
        columns = max(1, min(6, self.width() // (_LETTERS * lengths.font_body)))
        for combo in self.combos.values():
            combo.setFixedWidth(max(1, (self.width() - gap * (columns - 1)) // columns))
        super().fit()

    @property
    def chosen(self) -> Mapping[str, str]:
        """What is chosen, by facet."""
        found = {facet: str(combo.currentData() or "") for facet, combo in self.combos.items()}
        return {facet: value for facet, value in found.items() if value}

    def show_facets(self, facets: Sequence[Facet]) -> None:
        """Offer these; what was chosen stays chosen where it is still there."""
        if tuple(facets) == self._facets:
            return
        self._facets = tuple(facets)
        before = self.chosen
        wanted = [facet.id for facet in facets if facet.values]
        for gone in [facet for facet in self.combos if facet not in wanted]:
            combo = self.combos.pop(gone)
            combo.hide()
            combo.deleteLater()
        for facet in facets:
            if not facet.values:
                continue
            combo = self.combos.get(facet.id) or self._make(facet.id)
            combo.setAccessibleName(told("filter.by", what=facet.label))
            combo.blockSignals(True)
            combo.clear()
            combo.addItem(told("filter.all", what=facet.label), "")
            for value in facet.values:
                combo.addItem(told("filter.value", what=short(value.label, 40), count=value.count), value.value)
            combo.setCurrentIndex(max(0, combo.findData(before.get(facet.id, ""))))
            combo.blockSignals(False)
        self.flow.hold([self.combos[facet] for facet in wanted])
        self.fit()
        if self.chosen != before:
            self.changed.emit()

    def clear(self) -> None:
        """Let everything through."""
        for combo in self.combos.values():
            combo.blockSignals(True)
            combo.setCurrentIndex(0)
            combo.blockSignals(False)
        self.changed.emit()

    def fits(self, entry: Entry) -> bool:
        """Say whether an entry has all that is chosen."""
        return all(value in entry.facets.get(facet, ()) for facet, value in self.chosen.items())

    def _make(self, facet: str) -> QComboBox:
        combo = self.combos[facet] = QComboBox(self)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(3)
        calm(combo)
        combo.currentIndexChanged.connect(lambda _at: self.changed.emit())
        combo.show()
        return combo
