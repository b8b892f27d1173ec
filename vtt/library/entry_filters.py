"""The filters of the library: game, kind, tag, folder and favourites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import attrgetter

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from vtt.campaign.library_protocol import LibraryEntry, LibraryQuery
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text

_FIELDS = ("game", "kind", "tag", "folder")


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
        for at, name in enumerate(_FIELDS):
            box = QComboBox(self)
            box.setAccessibleName(ui_text("library", f"filter.{name}"))
            box.setToolTip(tip(ui_text("library", f"filter.{name}_help")))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
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

    def clear(self) -> None:
        """Choose no filter."""
        for box in self.boxes.values():
            box.setCurrentIndex(0)
        self.favourites.setChecked(False)

    def show_values(self, entries: Iterable[LibraryEntry]) -> None:
        """List the values of these entries. A chosen value stays chosen as long as an entry has it."""
        listed = tuple(entries)
        tags = Counter(chain.from_iterable(map(attrgetter("tags"), listed)))
        folders = Counter(filter(None, map(attrgetter("folder"), listed)))
        counts: dict[str, Mapping[tuple[str, str], int]] = {
            "game": Counter(map(attrgetter("game_name", "game"), listed)),
            "kind": Counter(map(attrgetter("kind_name", "kind"), listed)),
            "tag": {(each, each): count for each, count in tags.items()},
            "folder": {(each, each): count for each, count in folders.items()},
        }
        for name, box in self.boxes.items():
            chosen = box.currentData()
            box.blockSignals(True)
            box.clear()
            box.addItem(ui_text("library", f"filter.every_{name}"), "")
            for (label, value), count in sorted(counts[name].items(), key=lambda each: each[0][0].casefold()):
                box.addItem(ui_text("library", "filter.value", value=short(label, 40), count=count), value)
            box.setCurrentIndex(max(0, box.findData(chosen) if chosen else 0))
            box.blockSignals(False)
