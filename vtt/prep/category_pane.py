"""The left side: the categories, and the entries of the open one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QButtonGroup, QComboBox, QMenu, QPushButton, QToolButton, QWidget

from engine.kit.content_editor.view_models import Category, CategoryEntry, Facet, RecordOrigin
from vtt.prep.entry_filters import EntryFilters
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.widgets.basic_widgets import button, clear_layout, column, prose, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short
from vtt.widgets.ui_texts import ui_text

_ICONS: Final = {
    RecordOrigin.PRINTED: "file",
    RecordOrigin.HOUSE: "star",
    RecordOrigin.CHANGED: "note",
    RecordOrigin.OWN: "hand",
}


class CategoryPane(QWidget):
    """Categories, search, filters, the list of entries, and the menu of an entry.

    Signals:
        drawer_wanted: the kind of another category.
        entry_wanted: the key of the marked entry.
        entered: the key of an entry to be opened and edited.
        new_wanted, double_wanted: a new entry, or a copy of the marked one.
    """

    category_wanted = Signal(str)
    entry_wanted = Signal(object)
    entered = Signal(object)
    new_wanted = Signal()
    double_wanted = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._title = label(ui_text("prep", "title"), "title", parent=self)
        self._button_row = QWidget(self)
        self._flow = TileFlow(self._button_row, spacing=hub.theme.metrics.pad_xs)
        self._group = QButtonGroup(self)
        self.category_buttons: dict[str, QPushButton] = {}
        self.box = QComboBox(self)
        self.box.setAccessibleName(ui_text("prep", "drawers"))
        self.box.hide()
        self._help = prose("", "muted", self)
        self.list = SearchList(hub, ui_text("prep", "search"), self)
        self.filter = QPushButton(button_text(ui_text("prep", "filter.title")), self)
        self.filter.setAutoDefault(False)
        self.filter.setCheckable(True)
        self.filters = EntryFilters(hub, self)
        self.closed = prose("", "muted", self)
        self.new = button("", "primary", parent=self)
        self.double = IconButton(hub, "copy", ui_text("prep", "double"), self)
        self.more = IconButton(hub, "more", ui_text("prep", "more"), self)
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._tools = row()
        self._tools.addWidget(self.new, 1)
        self._tools.addWidget(self.filter)
        self._tools.addWidget(self.double)
        self._tools.addWidget(self.more)
        self._lay = column(self)
        for part in (self._title, self._button_row, self.box, self._help, self.closed):
            self._lay.addWidget(part)
        self._lay.addWidget(self.list, 1)
        self._lay.addWidget(self.filters)
        self._lay.addLayout(self._tools)
        self._lay.addStretch(0)
        self.setFocusProxy(self.list)
        self._entries: tuple[CategoryEntry, ...] = ()
        self._unsaved: Mapping[str, str] = {}
        self._shown: tuple[ListEntry, ...] | None = None
        self._is_filling = False
        self._menu_lines: tuple[QAction, ...] = ()
        self.filters.hide()
        self.box.activated.connect(lambda at: self.category_wanted.emit(self.box.itemData(at)))
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
        """In a low window the list is worth more than words, and than all categories at a time."""
        self._title.setVisible(not low)
        self._button_row.setVisible(not low)
        self.box.setVisible(low)
        self._help.setMaximumHeight(0 if low else 16777215)

    def show_categories(self, categories: Sequence[Category], kind: str, closed: frozenset[str]) -> None:
        """Show the categories; some may not be opened here."""
        if list(self.category_buttons) != [category.kind for category in categories]:
            clear_layout(self._flow)
            self.category_buttons = {}
            for category in categories:
                button = QPushButton(button_text(category.title), self._button_row)
                button.setCheckable(True)
                button.setAutoDefault(False)
                button.setProperty("role", "drawer")
                button.setAccessibleName(category.title)
                button.clicked.connect(partial(self.category_wanted.emit, category.kind))
                self._group.addButton(button)
                self._flow.addWidget(button)
                self.category_buttons[category.kind] = button
                button.show()
            self.box.clear()
            for category in categories:
                self.box.addItem(short(category.title, 40), category.kind)
        self.box.setCurrentIndex(self.box.findData(kind))
        size = self._hub.theme.metrics.icon_s
        for name, button in self.category_buttons.items():
            button.setChecked(name == kind)
            button.setIcon(self._hub.icon("lock", size=size) if name in closed else QIcon())
        open_category = next((category for category in categories if category.kind == kind), None)
        if open_category is None:
            return
        is_closed = kind in closed
        self._help.setText(open_category.help)
        self._help.setVisible(bool(open_category.help) and not is_closed)
        self.closed.setText(ui_text("prep", "closed", what=open_category.title))
        self.closed.setVisible(is_closed)
        self.new.setText(button_text(ui_text("prep", "new", what=open_category.one)))
        self.new.setAccessibleName(ui_text("prep", "new", what=open_category.one))
        for part in (self.list, self.new, self.filter, self.double, self.more):
            part.setVisible(not is_closed)
        self.filters.setVisible(not is_closed and self.filter.isChecked())
        self._lay.setStretch(self._lay.count() - 1, 1 if is_closed else 0)

    def show_entries(
        self, entries: Sequence[CategoryEntry], facets: Sequence[Facet], unsaved: Mapping[str, str]
    ) -> None:
        """Show the entries of the category.

        Args:
            entries: the saved entries.
            facets: the facets by which they can be filtered.
            unsaved: the names of unsaved records, by key; the key of a saved record is its id.
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
        entry_ids = {entry.id for entry in self._entries}
        new_entries = [
            ListEntry(
                title=name,
                payload=key,
                detail=ui_text("prep", "unsaved.new"),
                hint=ui_text("prep", "unsaved.mark"),
                icon="plus",
            )
            for key, name in self._unsaved.items()
            if key not in entry_ids
        ]
        shown = (*new_entries, *(self._line(entry) for entry in self._entries if self.filters.fits(entry)))
        if shown == self._shown:
            return
        self._shown = shown
        current = self.list.current()
        self._is_filling = True
        self.list.set_entries(shown)
        if isinstance(current, str):
            self.list.set_current(current)
        self._is_filling = False

    def _line(self, entry: CategoryEntry) -> ListEntry:
        unsaved = entry.id in self._unsaved
        marks = (*((ui_text("prep", "unsaved.mark"),) if unsaved else ()), *entry.marks)
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
