"""The Library room: the entries of the chosen library on the left, the marked one on the right. For the GM's eyes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QSplitter, QWidget

from vtt.campaign.library_protocol import (
    CHARACTER,
    LibraryContent,
    LibraryEntry,
    LibraryItem,
    LibraryQuery,
)
from vtt.campaign.open_campaign import OpenCampaign
from vtt.library.campaign_copies import CampaignCopies
from vtt.library.entry_filters import LibraryFilters
from vtt.library.entry_pane import EntryPane
from vtt.library.entry_showing import EntryShowing
from vtt.library.library_chooser import LibraryChooser
from vtt.library.library_files import LibraryFiles
from vtt.library.library_messages import LibraryMessages
from vtt.library.open_libraries import OpenLibraries
from vtt.library.several_actions import SeveralActions
from vtt.library.several_pane import SeveralPane
from vtt.shared.campaign_panel import CampaignPanel, may_open_library
from vtt.shared.lists.entry_drag import LIBRARY_FORM, EntryDragSource
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import label, short
from vtt.widgets.ui_texts import ui_text

MOST_SHOWN = 400
"""Entries that the list shows at once; a search or a filter finds the others."""
_LIST_EM = 24
_NARROW_EM = 46


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a viewer in the library."""

    query: LibraryQuery
    marked: object
    in_entry: bool


class LibraryRoom(CampaignPanel):
    """The chosen library.

    Args:
        campaign: the open campaign.
        viewer: a seat, or `shared`.
        theme_hub: the theme.
        libraries: the libraries that are open.
        parent: the Qt parent.

    Signals:
        said: a sentence with the IDs of its rules.
        character_wanted: the content of a character file, for a new character.
        character_update_wanted: the id of a character, and the content of a file to compare it with.
    """

    said = Signal(str, object)
    character_wanted = Signal(str)
    character_update_wanted = Signal(str, str)

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        theme_hub: ThemeHub,
        libraries: OpenLibraries,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.libraries = libraries
        self.found: tuple[LibraryEntry, ...] = ()
        self._is_stale = True
        """Whether other entries, another viewer or other lengths are to be shown than are shown now."""
        self._in_entry = False
        self._place: _Place | None = None
        """Where the viewer comes back to, once the room is visible."""
        self._dialog: QDialog | None = None
        messages = LibraryMessages(theme_hub, self, self.say, self.tell, self.open_dialog)
        self.copies = CampaignCopies(campaign, lambda: self.viewer_campaign, messages)
        self.showing = EntryShowing(campaign, lambda: self.viewer_campaign, self, self.say)
        self.files = LibraryFiles(messages, libraries)
        self.several_actions = SeveralActions(messages, libraries, self.copies, lambda: self.chosen)
        self.closed = QWidget(self)
        self._closed_column = column(self.closed)
        self._closed_column.addWidget(label(ui_text("library", "title"), "title"))
        self._closed_column.addWidget(prose(ui_text("library", "closed"), "muted"))
        self._build()
        libraries.changed.connect(self._libraries_changed)
        campaign.handout_changed.connect(self._handout_changed)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self._go_back)
        self.restyle()

    def _build(self) -> None:
        hub, lengths = self.hub, self.theme.metrics
        self._title = label(ui_text("library", "title"), "title")
        self.chooser = LibraryChooser(hub, self.libraries, lambda: bool(self.found), self.open_dialog)
        self.list = SearchList(hub, ui_text("library", "search"), filters=False)
        self.list.list.setAccessibleName(ui_text("library", "title"))
        self.filters = LibraryFilters(hub, self.campaign.game.ruleset.id)
        self.count = prose("", "muted")
        self.list.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._dragging = EntryDragSource(hub, self.list, self.may_add, LIBRARY_FORM)
        self.pane = EntryPane(hub)
        self.several = SeveralPane(hub)
        self.back = button(ui_text("library", "back"))
        self._left, self._right = QWidget(), QWidget()
        left = self._left_column = column(self._left, gap=lengths.pad_s)
        left.addWidget(self._title)
        left.addWidget(self.chooser)
        left.addWidget(self.filters)
        left.addWidget(self.list, 1)
        left.addWidget(self.count)
        left.addStretch(0)
        right = self._right_column = column(self._right, gap=lengths.pad_s)
        back_row = row()
        back_row.addWidget(self.back)
        back_row.addStretch(1)
        right.addLayout(back_row)
        right.addWidget(self.pane, 1)
        right.addWidget(self.several, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._left)
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(1, 1)
        page = self._page = column(self)
        page.addWidget(self.closed)
        page.addWidget(self._splitter, 1)
        page.addStretch(0)
        self.setFocusProxy(self.list)
        self.chooser.import_wanted.connect(self.files.ask_import)
        self.chooser.export_wanted.connect(self._export_listed)
        self.list.searched.connect(self._search)
        self.list.current_changed.connect(self._mark)
        self.list.list.selectionModel().selectionChanged.connect(self._selection_changed)
        self.list.chosen.connect(self._enter)
        self.filters.changed.connect(self._search)
        self.back.clicked.connect(self._go_back)
        self.pane.add_wanted.connect(self.add_to_campaign)
        self.pane.update_wanted.connect(self.update_copy)
        self.pane.copy_wanted.connect(self._copy_to_own)
        self.pane.export_wanted.connect(self._export_one)
        self.pane.delete_wanted.connect(self.ask_delete)
        self.pane.show_wanted.connect(self.show_to_players)
        self.pane.hide_wanted.connect(self.campaign.hide_handout)
        self.pane.edited.connect(self._store)
        self.several.add_wanted.connect(self.several_actions.add)
        self.several.copy_wanted.connect(self.several_actions.copy)
        self.several.export_wanted.connect(self._export_several)
        self.several.delete_wanted.connect(self.ask_delete)
        self.several.tags_wanted.connect(self.several_actions.tag)
        self.several_actions.added.connect(self._mark)

    # What is shown -----------------------------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        """Whether the viewer may not see the library."""
        return not may_open_library(self.view)

    @property
    def entry(self) -> LibraryEntry | None:
        """The marked entry."""
        library, id_ = self.libraries.current, self.list.current()
        return library.entries.get(id_) if library is not None and isinstance(id_, str) else None

    @property
    def chosen(self) -> tuple[LibraryEntry, ...]:
        """All chosen entries, in the order of the list; none before other eyes."""
        library, rows = self.libraries.current, self.list.list.selectionModel().selectedIndexes()
        if library is None or self.is_closed:
            return ()
        lines = (self.list.model.entry(row) for row in sorted(index.row() for index in rows))
        ids = (line.payload for line in lines if line is not None)
        return tuple(library.entries[id_] for id_ in ids if isinstance(id_, str) and id_ in library.entries)

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        self.refresh()
        self._take_place()

    @Slot()
    def refresh(self) -> None:
        """Show what is in the chosen library now; before other eyes nothing."""
        if not self.isVisible():
            return
        closed = self.is_closed
        if not self._is_stale and closed == self.closed.isVisible():
            self._mark()  # the campaign may have another copy of the marked entry now
            return
        self._is_stale = False
        self.closed.setVisible(closed)
        self._splitter.setVisible(not closed)
        if closed:
            self._hold_nothing()
            return
        self.libraries.need()
        library = self.libraries.current
        self.chooser.refresh()
        for part in (self.filters, self.list, self.count):
            part.setVisible(library is not None)
        self.filters.show_values(library)
        self._search()

    def viewer_changed(self) -> None:
        """Close what is open, and show what the new viewer may know."""
        if self._dialog is not None:
            self._dialog.reject()
        self.files.leave()
        self.showing.leave()
        self.several_actions.leave()
        self._hold_nothing()
        self._place = None
        self._is_stale = True
        self.refresh()

    def place(self) -> object:
        """Return the search and the marked entry; what is being written there is stored."""
        if self._place is not None:
            return self._place
        if self.is_closed or self._is_stale:
            return None
        self.pane.finish()
        return _Place(self.filters.query(self.list.field.text()), self.list.current(), self._in_entry)

    def return_to(self, place: object) -> None:
        """Search again, and mark the entry, once the room is visible."""
        self._place = place if isinstance(place, _Place) else None
        self._take_place()

    def _take_place(self) -> None:
        place = self._place
        if place is None or not self.isVisible() or self.is_closed:
            return
        self._place = None
        self.filters.choose(place.query)
        self.list.field.setText(place.query.words)
        self._search()
        self.list.set_current(place.marked)
        self._in_entry = place.in_entry
        self._arrange()

    def restyle(self) -> None:
        """Apply the lengths of the theme."""
        lengths = self.theme.metrics
        self._left_column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._right_column.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._closed_column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        self._closed_column.setSpacing(lengths.pad_s)
        self._splitter.setSizes([_LIST_EM * lengths.font_body, 1000])
        self._arrange()
        self._is_stale = True
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show list and entry side by side if there is room, else one at a time."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _libraries_changed(self) -> None:
        self._is_stale = True
        self.refresh()

    def _hold_nothing(self) -> None:
        """Let go of everything that is the GM's."""
        self.found = ()
        self.list.field.clear()
        self.list.set_entries(())
        self.filters.show_values(None)
        self.chooser.clear()
        self.pane.clear()
        self.several.clear()
        set_prose(self.count, "")
        self._in_entry = False

    @Slot()
    def _search(self) -> None:
        library = self.libraries.current
        if library is None or self.is_closed:
            self.found = ()
            self.pane.setVisible(False)
            self.several.setVisible(False)
            return
        marked = self.list.current()
        query = self.filters.query(self.list.field.text())
        self.found = tuple(library.search(query))
        self.list.list.selectionModel().blockSignals(True)
        self.list.set_entries([_line(entry, query) for entry in self.found[:MOST_SHOWN]])
        self.list.set_current(marked)
        self.list.list.selectionModel().blockSignals(False)
        self.list.list.viewport().update()
        total, count = len(library.entries), len(self.found)
        if not total and self.list.list.hasFocus():
            self.list.setFocus()  # else hiding it would give the keys to the menu of the window
        self.list.list.setVisible(bool(total))  # the hint of an empty library needs the room
        self._left_column.setStretchFactor(self.list, int(total > 0))
        self._left_column.setStretch(self._left_column.count() - 1, int(not total))
        if not total:
            set_prose(self.count, ui_text("library", "empty", included=ui_text("library", "included.title")))
        elif count > MOST_SHOWN:
            set_prose(self.count, ui_text("library", "count_some", shown=MOST_SHOWN, count=count, total=total))
        else:
            set_prose(self.count, ui_text("library", "count", count=count, total=total))
        self._mark()

    def _selection_changed(self) -> None:
        """Show other buttons when one entry becomes several, or several one."""
        if len(self.list.list.selectionModel().selectedIndexes()) > 1 or self.several.isVisible():
            self._mark()

    @Slot()
    def _mark(self) -> None:
        """Show the marked entry, or what can be done with several."""
        library, entry, chosen_entries = self.libraries.current, self.entry, self.chosen
        self.several.setVisible(len(chosen_entries) > 1)
        if len(chosen_entries) > 1 and library is not None:
            self.pane.clear()
            self.pane.setVisible(False)
            self.several.show_entries(
                [short(each.name, 40) for each in chosen_entries],
                can_add=any(not self.copies.why_not(each) for each in chosen_entries),
                can_write=not library.view_only,
                can_copy=self.libraries.chosen is not self.libraries.own,
            )
            self._arrange()
            return
        self.several.clear()
        if self.is_closed or library is None or entry is None:
            self.pane.clear()
            self.pane.setVisible(False)
            self._in_entry = False
            self._arrange()
            return
        try:
            content = library.content(entry.id)
        except OSError as error:
            self.say(str(error))
            content = LibraryContent(content="")
        chosen = self.libraries.chosen
        is_file = chosen is None or chosen.is_file
        why_not = self.copies.why_not(entry)
        has_record = not why_not and self.copies.has_record(entry)
        is_included = chosen is not None and not chosen.is_file and not chosen.is_backup
        if has_record and is_included and self.copies.is_same(content.content):
            why_not = ui_text("library", "why_not.included")
        can_show = self.showing.can_show(entry, content.content)
        self.pane.show_entry(
            entry,
            content.details,
            [folder.value for folder in library.filter_values("folder")],
            why_not=why_not,
            can_update=not why_not and (has_record or bool(self.copies.character(entry))),
            can_write=not library.view_only,
            can_copy=chosen is not self.libraries.own,
            can_show=can_show,
            can_hide=self.campaign.handout is not None,
            has_filing=is_file,
        )
        self.pane.add.setVisible(not has_record)
        self.pane.setVisible(True)
        self._arrange()

    def _arrange(self) -> None:
        narrow = self.width() < _NARROW_EM * self.theme.metrics.font_body
        self._left.setVisible(not narrow or not self._in_entry)
        self._right.setVisible(not narrow or self._in_entry)
        self.back.setVisible(narrow)
        self._title.setVisible(not narrow and self.height() >= self.theme.metrics.control * 12)

    @Slot(object)
    def _enter(self, _id: object) -> None:
        """Go from the list to the entry; while several are chosen, stay to choose more."""
        if len(self.chosen) > 1:
            return
        self._in_entry = True
        self._arrange()
        first = self.pane.add if self.pane.add.isVisible() and self.pane.add.isEnabled() else self.pane.export
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _go_back(self) -> None:
        self._in_entry = False
        self._arrange()
        self.list.setFocus()

    # What is done ------------------------------------------------------------------------------------------

    def may_add(self) -> bool:
        """Say whether the marked entry, or the chosen ones, can be added to the campaign."""
        adding = self.several.add if len(self.chosen) > 1 else self.pane.add
        return not self.is_closed and self.entry is not None and adding.isEnabled() and not adding.isHidden()

    def add_dropped(self) -> None:
        """Add the marked entry, or the chosen ones, that were dropped on another room."""
        if self.may_add():
            if len(self.chosen) > 1:
                self.several_actions.add()
            else:
                self.add_to_campaign()

    def add_to_campaign(self) -> None:
        """Add a copy of the marked entry to the campaign."""
        if self.entry is not None and not self.copies.why_not(self.entry):
            self._with_content(self._add)

    def update_copy(self) -> None:
        """Bring the campaign's copy of the marked entry up to date; the difference is shown first."""
        if self.entry is not None and not self.copies.why_not(self.entry):
            self._with_content(self._update)

    @Slot()
    def show_to_players(self) -> None:
        """Show the marked entry to the players; the campaign gets a copy of its picture only."""

        def failed() -> None:
            self.tell(ui_text("library", "not_shown"))

        self._with_content(lambda item: self.showing.show(item, failed))

    @Slot()
    def _handout_changed(self) -> None:
        self.pane.show_can_hide(self.campaign.handout is not None)

    def _add(self, item: LibraryItem) -> None:
        if item.entry.kind == CHARACTER:
            self.character_wanted.emit(item.content.content)
        else:
            self.copies.add_records(item)
            self._mark()

    def _update(self, item: LibraryItem) -> None:
        if item.entry.kind == CHARACTER:
            self.character_update_wanted.emit(self.copies.character(item.entry), item.content.content)
        else:
            self.copies.add_records(item)

    def _with_content(self, do: Callable[[LibraryItem], object]) -> None:
        """Do something with the content of the marked entry."""
        library, entry = self.libraries.current, self.entry
        if library is None or entry is None or self.is_closed:
            return
        try:
            items = library.items([entry.id])
        except OSError as error:
            self.say(str(error))
            return
        for item in items:
            do(item)

    def ask_delete(self) -> None:
        """Ask whether the marked entry, or the chosen ones, are to be deleted."""
        entry, chosen = self.entry, self.chosen
        if len(chosen) > 1:
            self.several_actions.ask_delete()
            return
        if entry is None:
            return

        def answer(key: str) -> None:
            library = self.libraries.current
            if key == "delete" and library is not None:
                self._do(lambda: library.remove([entry.id]))

        choices = (
            DialogButton("delete", ui_text("library", "delete.yes"), "danger"),
            DialogButton("", ui_text("library", "cancel"), "primary"),
        )
        sentences = (ui_text("library", "delete.sentence", name=short(entry.name, 60)),)
        title = ui_text("library", "delete.title", name=short(entry.name, 60))
        self.open_dialog(ask(self.hub, self.window(), title, sentences, choices, answer, icon="library"))

    @Slot(object)
    def _store(self, entry: LibraryEntry) -> None:
        library = self.libraries.current
        if library is not None and entry.id in library.entries:
            self._do(lambda: library.store_entries([entry]))

    def _do(self, change: Callable[[], object]) -> None:
        """Change the library, and say why if that is not possible."""
        try:
            change()
        except OSError as error:
            self.say(str(error))
        self.libraries.changed.emit()

    def _copy_to_own(self) -> None:
        """Save a copy of the marked entry to the user's own library."""
        self._with_content(self.libraries.copy_wanted.emit)

    def _export_one(self) -> None:
        if self.entry is not None:
            self.files.ask_export((self.entry,), self.entry.name)

    def _export_several(self) -> None:
        if self.chosen:
            self.files.ask_export(self.chosen, self.libraries.chosen.name if self.libraries.chosen is not None else "")

    def _export_listed(self) -> None:
        self.files.ask_export(self.found, self.libraries.chosen.name if self.libraries.chosen is not None else "")

    def say(self, sentence: str) -> None:
        """Show a sentence in passing, which names nothing of the library."""
        self.said.emit(sentence, ())

    def tell(self, sentence: str) -> None:
        """Show a sentence that may name entries: it goes when the viewer changes, and no list of messages has it."""
        choices = (DialogButton("", ui_text("library", "close"), "primary"),)
        title = ui_text("library", "title")
        self.open_dialog(ask(self.hub, self.window(), title, (sentence,), choices, lambda _key: None, icon="warning"))

    def open_dialog(self, dialog: QDialog) -> None:
        """Hold a dialog, so that it goes when the viewer changes."""
        self._dialog = dialog

        def gone(_result: int) -> None:
            if self._dialog is dialog:
                self._dialog = None

        dialog.finished.connect(gone)
        if not dialog.isVisible():
            dialog.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete the marked entry with Delete, from the list."""
        library = self.libraries.current
        if event.key() == Qt.Key.Key_Delete and library is not None and not library.view_only and self.entry:
            self.ask_delete()
            return
        super().keyPressEvent(event)


def _line(entry: LibraryEntry, query: LibraryQuery) -> ListEntry:
    """Return an entry as the list shows it, without what the filters say of every one."""
    icon = "star" if entry.favourite else "people" if entry.kind == CHARACTER else "file"
    kind, game = "" if query.kind else entry.kind_name, "" if query.game else entry.game_name
    detail = " · ".join(filter(None, (kind, game, entry.line)))
    return ListEntry(title=entry.name, payload=entry.id, detail=detail, hint=entry.folder, icon=icon)
