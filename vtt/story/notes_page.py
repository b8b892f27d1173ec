"""The notes that a viewer may read: a list of pages, and the open one; the GM reads all, the others the shared ones."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.notes.note_records import (
    LISTS,
    NOTES,
    NoteRecord,
    note_in,
    notes_in,
    pages_linked_from,
    search_parts,
    text_with_backlinks,
)
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import shown_note
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.shared.notes.note_link_actions import NoteLinkActions
from vtt.shared.notes.note_targets import NoteTarget, NoteTargets
from vtt.shared.notes.note_view import NoteView
from vtt.shared.notes.shipped_targets import ShippedTargets
from vtt.widgets.basic_widgets import button, column, prose, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.ui_texts import ui_text


class NotesPage(CampaignPanel):
    """The notes to read. Everything in it is made from what the viewer may know.

    Signals:
        target_wanted: a NoteTarget that is no note is to be opened, or a note to be edited.
        note_wanted: a note with this title is to be written.
        said: a sentence with the IDs of its rules.
    """

    target_wanted = Signal(object)
    note_wanted = Signal(str)
    said = Signal(str, object)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        editor = content_editor_of(campaign.game)
        self._categories = editor.categories()
        self._shipped = ShippedTargets(editor, self.view.options, self)
        self._shipped.changed.connect(self._show_links)
        self._open = ""
        self._known: tuple[object, ...] = ()
        self._targets = NoteTargets(self.view, ())
        self.list = SearchList(theme_hub, ui_text("notes_page", "search"), self)
        self.empty = prose("", "muted", self)
        self.heading = label("", "heading", wrap=True)
        self.view_page = NoteView(theme_hub, campaign)
        self.edit = button(ui_text("notes_page", "edit"))
        self.new = button(ui_text("notes_page", "new"))
        self.show_note = button(ui_text("notes_page", "show"))
        self.links = NoteLinkActions(self, lambda: self._targets)
        left, right = QWidget(), QWidget()
        self._left, self._right, self._tools = column(left), column(right), row()
        for part in (self.list, self.empty, self.new):
            self._left.addWidget(part, 1 if part is self.list else 0)
        self._tools.addWidget(self.heading, 1)
        self._tools.addWidget(self.edit)
        self._tools.addWidget(self.show_note)
        self._right.addLayout(self._tools)
        self._right.addWidget(self.view_page, 1)
        self._sides = QSplitter()
        self._sides.setChildrenCollapsible(False)
        for at, side in enumerate((left, right)):
            self._sides.addWidget(side)
            self._sides.setStretchFactor(at, (2, 5)[at])
        column(self).addWidget(self._sides)
        self.setFocusProxy(self.list)
        self.list.current_changed.connect(self._choose)
        self.view_page.link_wanted.connect(self.links.follow)
        self.links.target_wanted.connect(self._go_to)
        self.links.note_wanted.connect(self.note_wanted)
        self.links.said.connect(self.said)
        self.edit.clicked.connect(self._edit)
        self.new.clicked.connect(lambda: self.note_wanted.emit(""))
        self.show_note.clicked.connect(self._turn_shown)
        campaign.handout_changed.connect(self._show_buttons)
        self.restyle()

    def open_note(self, id_: str) -> None:
        """Open a page, if the viewer may read it."""
        self.list.field.clear()
        self._open = id_
        self.refresh()
        self._show_page(other=True)
        self.list.set_current(id_)

    def refresh(self) -> None:
        """Show the pages that there are now; one that is not shared any more is gone."""
        if not self.isVisible():
            return
        view = self.view
        known = (self.viewer, *(view.lists.get(category) for category in self._list_names()), view.actors)
        if len(known) == len(self._known) and all(a is b for a, b in zip(known, self._known, strict=True)):
            return
        self._known = known
        self._targets = NoteTargets(view, self._categories, self._shipped.targets())
        is_gm, notes = self._targets.is_gm, notes_in(view.lists)
        self.list.blockSignals(True)  # or the first page would be opened whenever anything changes
        self.list.change_entries(
            [
                ListEntry(
                    title=note.name,
                    payload=note.id,
                    detail=", ".join(note.tags),
                    hint=ui_text("notes_page", "shared") if is_gm and note.shared else "",
                    icon="eye" if note.shared else "lock",
                    beside=search_parts(note, is_gm=is_gm),
                )
                for note in notes
            ]
        )
        self.list.set_current(self._open)
        self.list.blockSignals(False)
        self._choose(self.list.current())
        self.list.setVisible(bool(notes))
        self.empty.setText("" if notes else ui_text("notes_page", "empty_gm" if is_gm else "empty"))
        self.empty.setVisible(not notes)
        self.new.setVisible(is_gm)
        self._show_page(other=False)

    @Slot()
    def _show_links(self) -> None:
        self._known = ()
        self.refresh()

    def _list_names(self) -> tuple[str, ...]:
        return (*LISTS, *(name for category in self._categories for name in category.lists))

    def _show_page(self, *, other: bool) -> None:
        lists = self.view.lists
        note = note_in(lists, self._open)
        if note is None:
            self._open = ""
            self.heading.setText("")
            self.view_page.show_note(ui_text("notes_page", "none") if notes_in(lists) else "", self._targets)
        else:
            linking = [each for each in pages_linked_from(lists, note.name) if each.id != note.id]
            self.heading.setText(note.name)
            self.view_page.show_note(text_with_backlinks(note, linking), self._targets, note.picture, other=other)
        self._show_buttons()

    @Slot()
    def _show_buttons(self) -> None:
        note = note_in(self.view.lists, self._open)
        for part in (self.edit, self.show_note):
            part.setVisible(note is not None and self._targets.is_gm)
        self.show_note.setText(ui_text("notes_page", "hide" if self._is_shown(note) else "show"))

    def _is_shown(self, note: NoteRecord | None) -> bool:
        return note is not None and self.campaign.handout == shown_note(note)

    @Slot()
    def _turn_shown(self) -> None:
        if self._is_shown(note_in(self.view.lists, self._open)):
            self.campaign.hide_handout()
        else:
            self.viewer_campaign.show_note(self._open)

    @Slot()
    def _edit(self) -> None:
        self.target_wanted.emit(NoteTarget(NOTES, self._open, "", ""))

    @Slot(object)
    def _choose(self, id_: object) -> None:
        if isinstance(id_, str) and id_ != self._open:
            self._open = id_
            self._show_page(other=True)

    @Slot(object)
    def _go_to(self, target: NoteTarget) -> None:
        if target.kind == NOTES:
            self.open_note(target.id)
        else:
            self.target_wanted.emit(target)

    def viewer_changed(self) -> None:
        """Show what the new viewer may read, and nothing of what the old one read."""
        self.links.leave()
        self._open, self._known = "", ()
        self.list.field.clear()
        self.list.set_entries(())
        self.heading.setText("")
        self.view_page.forget()
        self.refresh()

    def place(self) -> object:
        """Return the open page, and the words that are searched."""
        return self._open, self.list.field.text()

    def return_to(self, place: object) -> None:
        """Open the page again, and search again."""
        match place:
            case (str(id_), str(words)):
                self.list.field.setText(words)
                self._open, self._known = id_, ()
                self.refresh()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        for lay in (self._left, self._right):
            lay.setSpacing(lengths.pad_s)
        self._left.setContentsMargins(0, 0, lengths.pad_s, 0)
        self._right.setContentsMargins(lengths.pad_s, 0, 0, 0)
        self._tools.setSpacing(lengths.pad_s)
        self._known = ()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        self.refresh()
