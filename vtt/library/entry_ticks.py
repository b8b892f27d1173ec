"""Entries of a library to be ticked, found by a search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from vtt.campaign.library_protocol import EntryLibrary, LibraryQuery
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

MOST_LISTED = 200


class EntryTicks(QWidget):
    """A search over a list of entries with a tick each; none is ticked at first.

    Args:
        hub: the theme.
        library: the library.
    """

    def __init__(self, hub: ThemeHub, library: EntryLibrary) -> None:
        super().__init__()
        self._library = library
        self.ticked: dict[str, None] = {}
        lengths = hub.theme.metrics
        self.field = UndoAwareLineEdit(ui_text("library", "search"))
        self.list = QListWidget()
        self.list.setAccessibleName(ui_text("library", "ticks.title"))
        self.list.setMinimumHeight(lengths.control * 4)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.count = prose("", "muted")
        buttons = FlowRow(spacing=lengths.pad_s)
        self.all = button(ui_text("library", "ticks.all"), "", ui_text("library", "ticks.all_help"), buttons)
        self.none = button(ui_text("library", "ticks.none"), "", ui_text("library", "ticks.none_help"), buttons)
        for pressed in (self.all, self.none):
            buttons.flow.addWidget(pressed)
        lay = column(self, gap=lengths.pad_s)
        for part in (prose(ui_text("library", "ticks.asks")), self.field, self.list, buttons, self.count):
            lay.addWidget(part)
        self.field.textChanged.connect(self._search)
        self.list.itemChanged.connect(self._changed)
        self.all.clicked.connect(self._tick_all)
        self.none.clicked.connect(self._tick_none)
        self._search()

    def _search(self) -> None:
        self._found = self._library.search(LibraryQuery(words=self.field.text()))
        self.list.blockSignals(True)
        self.list.clear()
        for entry in self._found[:MOST_LISTED]:
            line = QListWidgetItem(" · ".join((short(entry.name, 60), entry.kind_name, entry.game_name)))
            line.setData(Qt.ItemDataRole.UserRole, entry.id)
            line.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            line.setCheckState(Qt.CheckState.Checked if entry.id in self.ticked else Qt.CheckState.Unchecked)
            self.list.addItem(line)
        self.list.blockSignals(False)
        self._tell()

    def _changed(self, line: QListWidgetItem) -> None:
        id_ = str(line.data(Qt.ItemDataRole.UserRole))
        if line.checkState() is Qt.CheckState.Checked:
            self.ticked[id_] = None
        else:
            self.ticked.pop(id_, None)
        self._tell()

    def _tick_all(self) -> None:
        self.ticked |= dict.fromkeys(entry.id for entry in self._found)
        self._search()

    def _tick_none(self) -> None:
        self.ticked.clear()
        self._search()

    def _tell(self) -> None:
        found, listed = len(self._found), min(len(self._found), MOST_LISTED)
        set_prose(self.count, ui_text("library", "ticks.count", ticked=len(self.ticked), listed=listed, found=found))
