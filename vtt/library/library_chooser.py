"""The choice of a library: which one is shown, the menu of its files, and why it cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from vtt.library.open_libraries import OpenLibraries
from vtt.widgets.basic_widgets import NarrowComboBox, button, column, prose, row, set_prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text


class LibraryChooser(QWidget):
    """The open libraries, of which one is chosen.

    Args:
        hub: the theme.
        libraries: the libraries that are open.
        can_export: returns whether any entries are listed.
        opened: is called with a dialog that opens.

    Signals:
        import_wanted: import entries into the chosen library.
        export_wanted: export all entries that are listed.
    """

    import_wanted = Signal()
    export_wanted = Signal()

    def __init__(
        self,
        hub: ThemeHub,
        libraries: OpenLibraries,
        can_export: Callable[[], bool],
        opened: Callable[[QDialog], object],
    ) -> None:
        super().__init__()
        self._hub = hub
        self._libraries = libraries
        self._opened = opened
        self._can_export = can_export
        lengths = hub.theme.metrics
        self.box = NarrowComboBox(10)
        self.box.setAccessibleName(ui_text("library", "which"))
        self.box.setToolTip(tip(ui_text("library", "which_help")))
        self.more = button(ui_text("library", "more"), "", ui_text("library", "more_help"))
        self.menu = QMenu(self.more)
        self.menu.setToolTipsVisible(True)
        self.trouble = prose("", "warning")
        self.remark = prose("", "muted")
        self.trouble_buttons = FlowRow(spacing=lengths.pad_s)
        self.restore = button(ui_text("library", "restore"), "primary", ui_text("library", "restore_help"))
        self.anew = button(ui_text("library", "anew"), "danger", ui_text("library", "anew_help"))
        for pressed in (self.restore, self.anew):
            self.trouble_buttons.flow.addWidget(pressed)
        choice = row(gap=lengths.pad_s)
        choice.addWidget(self.box, 1)
        choice.addWidget(self.more)
        lay = column(self, gap=lengths.pad_s)
        lay.addLayout(choice)
        lay.addWidget(self.trouble)
        lay.addWidget(self.remark)
        lay.addWidget(self.trouble_buttons)
        self.box.activated.connect(self._choose)
        self.more.clicked.connect(self._open_menu)
        self.restore.clicked.connect(libraries.restore_wanted)
        self.anew.clicked.connect(self._ask_anew)

    def refresh(self) -> None:
        """Show the libraries as they are now."""
        libraries = self._libraries
        chosen = libraries.chosen
        self.box.clear()
        for shown in libraries.shown:
            self.box.addItem(short(shown.name, 40), str(shown.path))
        if chosen is not None:
            self.box.setCurrentIndex(self.box.findData(str(chosen.path)))
        sentence = ui_text("library", "opening") if chosen is None else chosen.sentence
        told, other = (self.trouble, self.remark) if chosen is None or chosen.is_file else (self.remark, self.trouble)
        set_prose(told, sentence)
        told.setVisible(bool(sentence))
        other.setVisible(False)
        is_in_trouble = chosen is not None and libraries.current is None and not chosen.is_busy
        self.trouble_buttons.setVisible(is_in_trouble)
        self.restore.setVisible(chosen is not None and chosen.can_restore)
        self.trouble_buttons.fit()

    def clear(self) -> None:
        """Show nothing, and hold nothing that others could find."""
        self.menu.close()
        self.box.clear()
        set_prose(self.trouble, "")
        set_prose(self.remark, "")

    @Slot(int)
    def _choose(self, at: int) -> None:
        self._libraries.choose(Path(str(self.box.itemData(at))))

    def _open_menu(self) -> None:
        """Open the menu of the library."""
        self.fill_menu()
        self.menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def fill_menu(self) -> None:
        """Put into the menu what can be done with the chosen library."""
        libraries = self._libraries
        library = libraries.current
        can_write = library is not None and not library.view_only
        chosen = libraries.chosen
        is_file = chosen is not None and chosen.is_file
        can_close = chosen is not None and ((is_file and not chosen.is_own) or chosen.is_backup)
        lines: tuple[tuple[str, Callable[[], object], bool] | None, ...] = (
            ("open", libraries.open_wanted.emit, True),
            ("new", libraries.new_wanted.emit, True),
            ("close", libraries.close_wanted.emit, can_close),
            ("backups", libraries.backups_wanted.emit, is_file and library is not None),
            None,
            ("import", self.import_wanted.emit, can_write),
            ("export", self.export_wanted.emit, self._can_export()),
        )
        self.menu.clear()
        for line in lines:
            if line is None:
                self.menu.addSeparator()
                continue
            key, do, enabled = line
            action = self.menu.addAction(button_text(ui_text("library", f"menu.{key}")))
            action.setEnabled(enabled)
            action.setToolTip(tip(ui_text("library", f"menu.{key}_help")))
            action.triggered.connect(lambda _=False, do=do: do())

    def _ask_anew(self) -> None:
        choices = (
            DialogButton("anew", ui_text("library", "anew"), "danger"),
            DialogButton("", ui_text("library", "cancel"), "primary"),
        )

        def answer(key: str) -> None:
            if key == "anew":
                self._libraries.anew_wanted.emit()

        sentences = (ui_text("library", "anew_help"),)
        self._opened(ask(self._hub, self.window(), ui_text("library", "anew"), sentences, choices, answer))
