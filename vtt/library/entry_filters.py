"""The filters of the library: game, kind, tag, folder and favourites."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from vtt.campaign.library_protocol import FILTERS, EntryLibrary, FilterValue, LibraryQuery
from vtt.widgets.basic_widgets import CHOSEN_TEXT, NarrowComboBox
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text

_PLACES: Final = {"game": (0, 2), "kind": (2, 1), "tag": (3, 1), "folder": (4, 1)}
"""Where the box of a filter begins, counted through the two columns, and how many it takes: games have long names."""
MOST_VALUES = 300
"""Values that a box lists, those with the most entries; the search finds the words of the others."""


class LibraryFilters(QWidget):
    """A box for each filter; each lists the values that there are in the chosen game, with the number of their entries.

    Until another game is chosen, it is the usual one, as long as the library has entries of that.

    Args:
        hub: the theme.
        usual_game: the id of a game.
        parent: the Qt parent.

    Signals:
        changed: another value is chosen.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, usual_game: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usual_game = usual_game
        """Empty as soon as a game was chosen."""
        self._library: EntryLibrary | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(hub.theme.metrics.pad_s)
        self.boxes: dict[str, QComboBox] = {}
        for name, (at, wide) in _PLACES.items():
            box = NarrowComboBox(8, self)
            box.setAccessibleName(ui_text("library", f"filter.{name}"))
            box.setToolTip(tip(ui_text("library", f"filter.{name}_help")))
            box.currentIndexChanged.connect(self._game_chosen if name == "game" else self.changed)
            grid.addWidget(box, at // 2, at % 2, 1, wide)
            self.boxes[name] = box
        self.favourites = QCheckBox(button_text(ui_text("library", "filter.favourites")), self)
        self.favourites.setToolTip(tip(ui_text("library", "filter.favourites_help")))
        self.favourites.toggled.connect(self.changed)
        grid.addWidget(self.favourites, 2, 1)

    def query(self, words: str) -> LibraryQuery:
        """Return the search for some words with the chosen filters."""
        chosen = {name: str(box.currentData() or "") for name, box in self.boxes.items()}
        return LibraryQuery(words=words, favourites=self.favourites.isChecked(), **chosen)

    def choose(self, query: LibraryQuery) -> None:
        """Choose the filters of a search, as far as the library has such entries."""
        for name, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(getattr(query, name))))
        self._usual_game = ""
        self.favourites.setChecked(query.favourites)

    def show_values(self, library: EntryLibrary | None) -> None:
        """List the values in a library. A chosen value stays chosen as long as an entry has one of its name."""
        self._library = library
        self._list("game", self._usual_game)
        self._list_of_game()

    @Slot()
    def _game_chosen(self) -> None:
        """List what the chosen game has."""
        self._usual_game = ""
        self._list_of_game()
        self.changed.emit()

    def _list_of_game(self) -> None:
        for name in FILTERS:
            if name != "game":
                self._list(name)

    def _list(self, name: str, usual: str = "") -> None:
        box, game = self.boxes[name], "" if name == "game" else str(self.boxes["game"].currentData() or "")
        chosen, chosen_name = usual or box.currentData(), box.currentData(CHOSEN_TEXT)
        box.blockSignals(True)
        box.clear()
        box.addItem(ui_text("library", f"filter.every_{name}"), "")
        values = self._library.filter_values(name, game) if self._library is not None else ()
        for each in _listed(values, chosen):
            value_name = short(each.name, 40)
            box.addItem(ui_text("library", "filter.value", value=value_name, count=each.count), each.value)
            box.setItemData(box.count() - 1, value_name, CHOSEN_TEXT)
        at = box.findData(chosen) if chosen else 0
        if at < 0 and chosen_name and not usual:  # kinds with the same name are one value, now another
            at = box.findData(chosen_name, CHOSEN_TEXT)
        box.setCurrentIndex(max(0, at))
        box.blockSignals(False)


def _listed(values: Sequence[FilterValue], chosen: object) -> Sequence[FilterValue]:
    """Return as many values as a box can list, by name; the chosen one is among them."""
    if len(values) <= MOST_VALUES:
        return values
    kept = nlargest(MOST_VALUES, values, key=lambda each: (each.value == chosen, each.count))
    shown = {each.value for each in kept}
    return [each for each in values if each.value in shown]
