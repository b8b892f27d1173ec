"""A row of filters over entries: one list of values for each facet, and what they leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from engine.kit.content_editor.view_models import CategoryEntry, Facet
from vtt.shared.option_fields import calm
from vtt.widgets.basic_widgets import NarrowComboBox
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

_LETTERS: Final = 10
"""Minimum width of a list of values, in letters."""


class EntryFilters(FlowRow):
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
        """Lay out the filters in columns of equal width."""
        lengths, gap = self._hub.theme.metrics, self.flow.spacing()
        columns = max(1, min(6, self.width() // (_LETTERS * lengths.font_body)))
        for combo in self.combos.values():
            combo.setFixedWidth(max(1, (self.width() - gap * (columns - 1)) // columns))
        super().fit()

    @property
    def chosen(self) -> Mapping[str, str]:
        """The chosen values, by facet."""
        chosen_values = {facet: str(combo.currentData() or "") for facet, combo in self.combos.items()}
        return {facet: value for facet, value in chosen_values.items() if value}

    def show_facets(self, facets: Sequence[Facet]) -> None:
        """Offer these; what was chosen stays chosen where it is still there."""
        if tuple(facets) == self._facets:
            return
        self._facets = tuple(facets)
        before = self.chosen
        facet_ids = [facet.id for facet in facets if facet.values]
        for old_facet in [facet for facet in self.combos if facet not in facet_ids]:
            combo = self.combos.pop(old_facet)
            combo.hide()
            combo.deleteLater()
        for facet in facets:
            if not facet.values:
                continue
            combo = self.combos.get(facet.id) or self._make(facet.id)
            combo.setAccessibleName(ui_text("prep", "filter.by", what=facet.label))
            combo.blockSignals(True)
            combo.clear()
            combo.addItem(ui_text("prep", "filter.all", what=facet.label), "")
            for value in facet.values:
                combo.addItem(
                    ui_text("prep", "filter.value", what=short(value.label, 40), count=value.count), value.value
                )
            combo.setCurrentIndex(max(0, combo.findData(before.get(facet.id, ""))))
            combo.blockSignals(False)
        self.flow.hold([self.combos[facet] for facet in facet_ids])
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

    def fits(self, entry: CategoryEntry) -> bool:
        """Say whether an entry has all that is chosen."""
        return all(value in entry.facets.get(facet, ()) for facet, value in self.chosen.items())

    def _make(self, facet: str) -> QComboBox:
        combo = self.combos[facet] = NarrowComboBox(3, self)
        calm(combo)
        combo.currentIndexChanged.connect(lambda _at: self.changed.emit())
        combo.show()
        return combo
