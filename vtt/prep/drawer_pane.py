"""The left side: the drawers, and what is in the one that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QButtonGroup, QComboBox, QMenu, QPushButton, QToolButton, QWidget

from engine.workshop.bench import Drawer, Entry, Facet, Origin
from vtt.panels.fit import TileFlow
from vtt.panels.parts import button, column, empty, prose, row
from vtt.panels.search_list import Entry as ListEntry
from vtt.panels.search_list import SearchList
from vtt.prep.filters import Filters
from vtt.prep.words import told
from vtt.widgets.dressing import IconButton
from vtt.widgets.text import button_text, label, short
from vtt.widgets.theme import ThemeHub

_ICONS: Final = {Origin.PRINTED: "file", Origin.HOUSE: "star", Origin.CHANGED: "note", Origin.OWN: "hand"}


class DrawerPane(QWidget):
    """Drawers, search, filters, the list, and what can be done with an entry.

    Signals:
        drawer_wanted: the kind of another drawer.
        entry_wanted: the key of an entry that is marked.
        entered: the same, and somebody wants to go into it.
        new_wanted, double_wanted: something new, or like the one that is shown.
    """

    drawer_wanted = Signal(str)
    entry_wanted = Signal(object)
    entered = Signal(object)
    new_wanted = Signal()
    double_wanted = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._title = label(told("title"), "title", parent=self)
        self._chips = QWidget(self)
        self._flow = TileFlow(self._chips, spacing=hub.theme.metrics.pad_xs)
        self._group = QButtonGroup(self)
        self.drawers: dict[str, QPushButton] = {}
        self.box = QComboBox(self)
        self.box.setAccessibleName(told("drawers"))
        self.box.hide()
        self._help = prose("", "muted", self)
        self.list = SearchList(hub, told("search"), self)
        self.filter = QPushButton(button_text(told("filter.title")), self)
        self.filter.setAutoDefault(False)
        self.filter.setCheckable(True)
        self.filters = Filters(hub, self)
        self.closed = prose("", "muted", self)
        self.new = button("", "primary", parent=self)
        self.double = IconButton(hub, "copy", told("double"), self)
        self.more = IconButton(hub, "more", told("more"), self)
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._tools = row()
        self._tools.addWidget(self.new, 1)
        self._tools.addWidget(self.filter)
        self._tools.addWidget(self.double)
        self._tools.addWidget(self.more)
        self._lay = column(self)
        for part in (self._title, self._chips, self.box, self._help, self.closed):
            self._lay.addWidget(part)
        self._lay.addWidget(self.list, 1)
        self._lay.addWidget(self.filters)
        self._lay.addLayout(self._tools)
        self._lay.addStretch(0)
        self.setFocusProxy(self.list)
        self._entries: tuple[Entry, ...] = ()
        self._unsaved: Mapping[str, str] = {}
        self._shown: tuple[ListEntry, ...] | None = None
        self._is_filling = False
        self._menu_lines: tuple[QAction, ...] = ()
        self.filters.hide()
        self.box.activated.connect(lambda at: self.drawer_wanted.emit(self.box.itemData(at)))
        self.filter.toggled.connect(self._open_filters)
        self.filters.changed.connect(self._fill)
        self.list.current_changed.connect(self._marked)
        self.list.chosen.connect(self.entered)
        self.list.list.clicked.connect(lambda _index: self._clicked())
        self.new.clicked.connect(self.new_wanted)
        self.double.clicked.connect(self.double_wanted)
        self.wear()

    def wear(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self._hub.theme.metrics
        self._lay.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_s, lengths.pad_m)
        self._lay.setSpacing(lengths.pad_s)
        self._tools.setSpacing(lengths.pad_xs)

    def set_low(self, low: bool) -> None:
        """In a low window the list is worth more than words, and than all drawers at a time."""
        self._title.setVisible(not low)
        self._chips.setVisible(not low)
        self.box.setVisible(low)
        self._help.setMaximumHeight(0 if low else 16777215)

    def show_drawers(self, drawers: Sequence[Drawer], kind: str, closed: frozenset[str]) -> None:
        """Show the drawers, of which some may not be opened here."""
        if list(self.drawers) != [drawer.kind for drawer in drawers]:
            empty(self._flow)
            self.drawers = {}
            for drawer in drawers:
                chip = QPushButton(button_text(drawer.title), self._chips)
                chip.setCheckable(True)
                chip.setAutoDefault(False)
                chip.setProperty("role", "drawer")
                chip.setAccessibleName(drawer.title)
                chip.clicked.connect(partial(self.drawer_wanted.emit, drawer.kind))
                self._group.addButton(chip)
                self._flow.addWidget(chip)
                self.drawers[drawer.kind] = chip
                chip.show()
            self.box.clear()
            for drawer in drawers:
                self.box.addItem(short(drawer.title, 40), drawer.kind)
        self.box.setCurrentIndex(self.box.findData(kind))
        size = self._hub.theme.metrics.icon_s
        for name, chip in self.drawers.items():
            chip.setChecked(name == kind)
            chip.setIcon(self._hub.icon("lock", size=size) if name in closed else QIcon())
        found = next((drawer for drawer in drawers if drawer.kind == kind), None)
        if found is None:
            return
        is_closed = kind in closed
        self._help.setText(found.help)
        self._help.setVisible(bool(found.help) and not is_closed)
        self.closed.setText(told("closed", what=found.title))
        self.closed.setVisible(is_closed)
        self.new.setText(button_text(told("new", what=found.one)))
        self.new.setAccessibleName(told("new", what=found.one))
        for part in (self.list, self.new, self.filter, self.double, self.more):
            part.setVisible(not is_closed)
        self.filters.setVisible(not is_closed and self.filter.isChecked())
        self._lay.setStretch(self._lay.count() - 1, 1 if is_closed else 0)

    def show_entries(self, entries: Sequence[Entry], facets: Sequence[Facet], unsaved: Mapping[str, str]) -> None:
        """Show what is in the drawer.

        Args:
            entries: what stands in the library.
            facets: by what it can be filtered.
            unsaved: the names of what is not saved yet, by key; the key of something saved is its id.
        """
        self._entries, self._unsaved = tuple(entries), dict(unsaved)
        self._is_filling = True
        self.filters.show_facets(facets)
        self._is_filling = False
        self._fill()

    def mark(self, key: str) -> None:
        """Mark an entry without going there."""
        self._is_filling = True
        self.list.set_current(key)
        if self.list.current() != key:
            self.list.list.setCurrentIndex(QModelIndex())  # such as something new in which nothing is written yet
        self._is_filling = False

    def lines(self) -> tuple[ListEntry, ...]:
        """Return what the list can show, filtered but not searched."""
        return self._shown or ()

    def fill_menu(self, lines: Sequence[QAction | None]) -> None:
        """Put what else can be done into the menu."""
        for old in self._menu_lines:
            old.deleteLater()
        self._menu_lines = tuple(line for line in lines if line is not None)
        self.menu.clear()
        for line in lines:
            if line is None:
                self.menu.addSeparator()
            else:
                self.menu.addAction(line)

    def _open_filters(self, on: bool) -> None:
        self.filters.setVisible(on)
        if on:
            self.filters.fit()
        elif self.filters.chosen:
            self.filters.clear()

    def _fill(self) -> None:
        if self._is_filling:
            return
        known = {entry.id for entry in self._entries}
        fresh = [
            ListEntry(title=name, payload=key, detail=told("unsaved.new"), hint=told("unsaved.mark"), icon="plus")
            for key, name in self._unsaved.items()
            if key not in known
        ]
        shown = (*fresh, *(self._line(entry) for entry in self._entries if self.filters.fits(entry)))
        if shown == self._shown:
            return
        self._shown = shown
        current = self.list.current()
        self._is_filling = True
        self.list.set_entries(shown)
        if isinstance(current, str):
            self.list.set_current(current)
        self._is_filling = False

    def _line(self, entry: Entry) -> ListEntry:
        unsaved = entry.id in self._unsaved
        marks = (*((told("unsaved.mark"),) if unsaved else ()), *entry.marks)
        icon = "eye-off" if entry.disabled else "warning" if entry.problems else _ICONS[entry.origin]
        return ListEntry(
            title=entry.name,
            payload=entry.id,
            detail=entry.line,
            hint=" · ".join(marks),
            icon=icon,
            beside=(entry.text,),
        )

    def _marked(self, key: object) -> None:
        if not self._is_filling:
            self.entry_wanted.emit(key)

    def _clicked(self) -> None:
        """A click on what is marked already goes there as well."""
        self.entry_wanted.emit(self.list.current())
