"""Several chosen entries of the library at once: how many they are, and what can be done with all of them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from vtt.campaign.library_protocol import tags_of
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, tip
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

_MOST_NAMES = 8


class SeveralPane(QWidget):
    """The buttons for several entries.

    Signals:
        add_wanted: add copies of the entries to the campaign.
        copy_wanted: copy the entries to the user's own library.
        export_wanted: write the entries to a file.
        delete_wanted: delete the entries.
        tags_wanted: tags to be added to all entries.
    """

    add_wanted = Signal()
    copy_wanted = Signal()
    export_wanted = Signal()
    delete_wanted = Signal()
    tags_wanted = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m)
        self.title = label("", "title", wrap=True)
        self.names = prose("", "muted", self)
        buttons = self._buttons = FlowRow(self, spacing=lengths.pad_s)
        self.add = self._button("add", "primary")
        self.copy = self._button("copy", "")
        self.export = self._button("export", "")
        self.delete = self._button("delete", "danger")
        self.tags = UndoAwareLineEdit(ui_text("library", "entry.tags_hint"))
        self.tags.setAccessibleName(ui_text("library", "several.tags"))
        self.tags.setToolTip(tip(ui_text("library", "several.tags_help")))
        self.put_tags = button(ui_text("library", "several.tags"), "", ui_text("library", "several.tags_help"))
        self.filing = FlowRow(self, spacing=lengths.pad_s)
        self.filing.flow.addWidget(self.tags)
        self.filing.flow.addWidget(self.put_tags)
        for part in (self.title, self.names, buttons, self.filing):
            lay.addWidget(part)
        lay.addStretch(1)
        self.add.clicked.connect(self.add_wanted)
        self.copy.clicked.connect(self.copy_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.delete.clicked.connect(self.delete_wanted)
        self.put_tags.clicked.connect(self._put_tags)
        self.tags.returnPressed.connect(self._put_tags)

    def show_entries(self, names: list[str], *, can_add: bool, can_write: bool, can_copy: bool) -> None:
        """Show how many entries are chosen.

        Args:
            names: the names of some of them.
            can_add: some can be added to the campaign.
            can_write: the library can be changed.
            can_copy: the library is not the user's own.
        """
        self.title.setText(ui_text("library", "several.title", count=len(names)))
        set_prose(self.names, ui_text("library", "several.names", names=names[:_MOST_NAMES], count=len(names)))
        self.add.setEnabled(can_add)
        self.copy.setVisible(can_copy)
        self.delete.setVisible(can_write)
        self.filing.setVisible(can_write)
        self._buttons.fit()
        self.filing.fit()

    def clear(self) -> None:
        """Show nothing, and hold nothing that others could find."""
        self.title.setText("")
        set_prose(self.names, "")
        self.tags.clear()

    def _put_tags(self) -> None:
        tags = tags_of(self.tags.text())
        if tags:
            self.tags.clear()
            self.tags_wanted.emit(tags)

    def _button(self, key: str, role: str) -> QPushButton:
        made = button(ui_text("library", f"several.{key}"), role, ui_text("library", f"several.{key}_help"), self)
        self._buttons.flow.addWidget(made)
        return made
