"""The filters of the library: game, kind, tag, folder and favourites."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from vtt.campaign.library_protocol import FILTERS, EntryLibrary, FilterValue, LibraryQuery
from vtt.widgets.basic_widgets import NarrowComboBox
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text

MOST_VALUES = 300
"""Values that a box lists, those with the most entries; the search finds the words of the others."""


class LibraryFilters(QWidget):
    """A box for each filter; each lists the values that there are, with the number of their entries.

    Signals:
        changed: another value is chosen.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(hub.theme.metrics.pad_s)
        self.boxes: dict[str, QComboBox] = {}
        for at, name in enumerate(FILTERS):
            box = NarrowComboBox(8, self)
            box.setAccessibleName(ui_text("library", f"filter.{name}"))
            box.setToolTip(tip(ui_text("library", f"filter.{name}_help")))
            box.currentIndexChanged.connect(self.changed)
            grid.addWidget(box, at // 2, at % 2)
            self.boxes[name] = box
        self.favourites = QCheckBox(button_text(ui_text("library", "filter.favourites")), self)
        self.favourites.setToolTip(tip(ui_text("library", "filter.favourites_help")))
        self.favourites.toggled.connect(self.changed)
        grid.addWidget(self.favourites, 2, 0, 1, 2)

    def query(self, words: str) -> LibraryQuery:
        """Return the search for some words with the chosen filters."""
        chosen = {name: str(box.currentData() or "") for name, box in self.boxes.items()}
        return LibraryQuery(words=words, favourites=self.favourites.isChecked(), **chosen)

    def choose(self, query: LibraryQuery) -> None:
        """Choose the filters of a search, as far as the library has such entries."""
        for name, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(getattr(query, name))))
        self.favourites.setChecked(query.favourites)

    def show_values(self, library: EntryLibrary | None) -> None:
        """List the values in a library. A chosen value stays chosen as long as an entry has it."""
        for name, box in self.boxes.items():
            chosen = box.currentData()
            box.blockSignals(True)
            box.clear()
            box.addItem(ui_text("library", f"filter.every_{name}"), "")
            values = library.filter_values(name) if library is not None else ()
            for each in _listed(values, chosen):
                shown = ui_text("library", "filter.value", value=short(each.name, 40), count=each.count)
                box.addItem(shown, each.value)
            box.setCurrentIndex(max(0, box.findData(chosen) if chosen else 0))
            box.blockSignals(False)


def _listed(values: Sequence[FilterValue], chosen: object) -> Sequence[FilterValue]:
    """Return as many values as a box can list, by name; the chosen one is among them."""
    if len(values) <= MOST_VALUES:
        return values
    kept = nlargest(MOST_VALUES, values, key=lambda each: (each.value == chosen, each.count))
    shown = {each.value for each in kept}
    return [each for each in values if each.value in shown]
