"""One entry of the library: what people read of it, its tags, folder and mark, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QPushButton, QWidget

from engine.model.frozen import replace
from vtt.campaign.library_protocol import LONGEST_FOLDER, LibraryDetail, LibraryEntry, one_line, tags_of
from vtt.widgets.basic_widgets import NarrowComboBox, button, clear_layout, column, prose, set_prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, tip
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

_MOST_DETAILS = 80


class EntryPane(QWidget):
    """The chosen entry.

    Signals:
        add_wanted: add a copy of the entry to the campaign.
        update_wanted: bring the campaign's copy up to date; the difference is shown first.
        copy_wanted: copy the entry to the user's own library.
        export_wanted: write the entry to a file.
        delete_wanted: delete the entry.
        show_wanted: show the entry to the players.
        hide_wanted: hide what the players are shown.
        edited: a LibraryEntry with other tags, another folder or mark.
    """

    add_wanted = Signal()
    update_wanted = Signal()
    copy_wanted = Signal()
    export_wanted = Signal()
    delete_wanted = Signal()
    show_wanted = Signal()
    hide_wanted = Signal()
    edited = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._entry: LibraryEntry | None = None
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m)
        self.name = prose("", "title", self)
        self.what = prose("", "muted", self)
        self.line = prose("", "", self)
        buttons = FlowRow(self, spacing=lengths.pad_s)
        self.add = self._button("add", "primary", buttons)
        self.update_copy = self._button("update", "", buttons)
        self.show_players = self._button("show", "", buttons)
        self.hide_players = self._button("hide", "", buttons)
        self.copy = self._button("copy", "", buttons)
        self.export = self._button("export", "", buttons)
        self.delete = self._button("delete", "danger", buttons)
        self._buttons = buttons
        self.why_not = prose("", "muted", self)
        self.favourite = QCheckBox(button_text(ui_text("library", "entry.favourite")), self)
        self.favourite.setToolTip(tip(ui_text("library", "entry.favourite_help")))
        self.tags = UndoAwareLineEdit(ui_text("library", "entry.tags_hint"))
        self.tags.setAccessibleName(ui_text("library", "entry.tags"))
        self.tags.setToolTip(tip(ui_text("library", "entry.tags_help")))
        self.folder = NarrowComboBox(10, self)
        self.folder.setEditable(True)
        self.folder.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.folder.setAccessibleName(ui_text("library", "entry.folder"))
        self.folder.setToolTip(tip(ui_text("library", "entry.folder_help")))
        self.filing = QWidget(self)
        places = QGridLayout(self.filing)
        places.setContentsMargins(0, 0, 0, 0)
        places.setSpacing(lengths.pad_s)
        places.addWidget(label(ui_text("library", "entry.tags"), parent=self.filing), 0, 0)
        places.addWidget(self.tags, 0, 1)
        places.addWidget(label(ui_text("library", "entry.folder"), parent=self.filing), 1, 0)
        places.addWidget(self.folder, 1, 1)
        places.addWidget(self.favourite, 2, 1)
        places.setColumnStretch(1, 1)
        page = QWidget(self)
        self._details = QGridLayout(page)
        self._details.setContentsMargins(0, 0, 0, 0)
        self._details.setSpacing(lengths.pad_s)
        self._details.setColumnStretch(1, 1)
        self.area = PageScroll(page, self)
        for part in (self.name, self.what, self.line, buttons, self.why_not):
            lay.addWidget(part)
        lay.addWidget(self.filing)
        lay.addWidget(self.area, 1)
        self.add.clicked.connect(self.add_wanted)
        self.update_copy.clicked.connect(self.update_wanted)
        self.copy.clicked.connect(self.copy_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.delete.clicked.connect(self.delete_wanted)
        self.show_players.clicked.connect(self.show_wanted)
        self.hide_players.clicked.connect(self.hide_wanted)
        self.favourite.clicked.connect(self._edit)
        self.tags.editingFinished.connect(self._edit)
        self.folder.activated.connect(self._edit)
        line_edit = self.folder.lineEdit()
        assert line_edit is not None
        line_edit.editingFinished.connect(self._edit)

    def show_entry(
        self,
        entry: LibraryEntry,
        details: Sequence[LibraryDetail],
        folders: Sequence[str],
        *,
        why_not: str,
        can_update: bool,
        can_write: bool,
        can_copy: bool,
        can_show: bool,
        can_hide: bool,
        has_filing: bool,
    ) -> None:
        """Show an entry.

        Args:
            entry: the entry.
            details: what people read of it.
            folders: the folders that there are.
            why_not: why it cannot be added to the campaign; empty if it can.
            can_update: the campaign has a copy.
            can_write: the library can be changed.
            can_copy: the library is not the user's own.
            can_show: players can be shown the entry.
            can_hide: players are shown something that can be hidden here.
            has_filing: entries have tags, a folder and a mark there.
        """
        is_other = self._entry is None or self._entry.id != entry.id
        self._entry = entry
        set_prose(self.name, entry.name)
        self.name.setAccessibleName(entry.name)
        set_prose(self.what, ui_text("library", "entry.what", kind=entry.kind_name, game=entry.game_name))
        set_prose(self.line, entry.line)
        self.line.setVisible(bool(entry.line))
        self.add.setEnabled(not why_not)
        self.update_copy.setVisible(can_update)
        self.copy.setVisible(can_copy)
        self.show_players.setVisible(can_show)
        self.show_can_hide(can_hide)
        set_prose(self.why_not, why_not)
        self.why_not.setVisible(bool(why_not))
        self.delete.setVisible(has_filing)
        self.delete.setEnabled(can_write)
        self.filing.setVisible(has_filing)
        self.filing.setEnabled(can_write)
        self.favourite.setChecked(entry.favourite)
        self.tags.setText(", ".join(entry.tags))
        self.folder.blockSignals(True)
        self.folder.clear()
        self.folder.addItems(["", *folders])
        self.folder.setCurrentText(entry.folder)
        self.folder.blockSignals(False)
        self._buttons.fit()
        self._show_details(details)
        if is_other:
            self.area.verticalScrollBar().setValue(0)

    def show_can_hide(self, can_hide: bool) -> None:
        """Show whether players are shown something that can be hidden here."""
        self.hide_players.setVisible(can_hide and not self.show_players.isHidden())
        self._buttons.fit()

    def finish(self) -> None:
        """Store what is being written, as when the focus leaves."""
        self._edit()

    def clear(self) -> None:
        """Show nothing, and hold nothing that others could find."""
        self._entry = None
        for shown in (self.name, self.what, self.line, self.why_not):
            set_prose(shown, "")
        self.name.setAccessibleName("")
        self.tags.clear()
        self.folder.clear()
        self._show_details(())

    def _show_details(self, details: Sequence[LibraryDetail]) -> None:
        clear_layout(self._details)
        for at, detail in enumerate(details[:_MOST_DETAILS]):
            value = prose(detail.value)
            if detail.label:
                heading = label(detail.label, "muted", wrap=True)
                heading.setMinimumWidth(7 * self._hub.theme.metrics.font_body)
                self._details.addWidget(heading, at, 0, Qt.AlignmentFlag.AlignTop)
                self._details.addWidget(value, at, 1)
            else:
                self._details.addWidget(value, at, 0, 1, 2)
        left = len(details) - _MOST_DETAILS
        if left > 0:
            self._details.addWidget(
                prose(ui_text("library", "entry.more", count=left), "muted"), _MOST_DETAILS, 0, 1, 2
            )
        self._details.setRowStretch(_MOST_DETAILS + 1, 1)

    def _button(self, key: str, role: str, parent: FlowRow) -> QPushButton:
        made = button(ui_text("library", f"entry.{key}"), role, ui_text("library", f"entry.{key}_help"), parent)
        parent.flow.addWidget(made)
        return made

    def _edit(self) -> None:
        entry = self._entry
        if entry is None or not self.filing.isEnabled():
            return
        edited = replace(
            entry,
            favourite=self.favourite.isChecked(),
            tags=tags_of(self.tags.text()),
            folder=one_line(self.folder.currentText(), LONGEST_FOLDER),
        )
        if edited != entry:
            self._entry = edited
            self.edited.emit(edited)
