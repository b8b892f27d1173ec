"""The dialog of licences: the works of other people at the left, the licence of the chosen one at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QWidget

from vtt.help.licences import ThirdParty
from vtt.system.disk_reasons import disk_reason
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.wrapping_items import wrap_items


class LicencesDialog(LargeDialog):
    """The works of other people in this program, each with its licence.

    Args:
        hub: the theme.
        works: the works of other people.
        parent: the window.
    """

    def __init__(self, hub: ThemeHub, works: Sequence[ThirdParty], parent: QWidget) -> None:
        super().__init__(hub, ui_text("help", "licences.title"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._works = works
        lengths = hub.theme.metrics
        self.list = QListWidget()
        self.list.setAccessibleName(ui_text("help", "licences.list"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        wrap_items(self.list)
        for work in works:
            self.list.addItem(work.title)
        self.heading = prose(role="heading")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(ui_text("help", "licences.text"))
        right = column(gap=lengths.pad_s)
        right.addWidget(self.heading)
        right.addWidget(self.text, 1)
        middle = row(gap=lengths.pad_m)
        middle.addWidget(self.list, 2)
        middle.addLayout(right, 5)
        close = button(ui_text("help", "close"), "primary")
        close.clicked.connect(self.accept)
        below = row(gap=lengths.pad_m)
        below.addStretch(1)
        below.addWidget(close)
        layout = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        layout.addWidget(prose(ui_text("help", "licences.what"), "muted"))
        layout.addLayout(middle, 1)
        layout.addLayout(below)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)

    def _show(self, line: int) -> None:
        work = self._works[line]
        set_prose(self.heading, f"{work.title} · {work.licence}")
        try:
            self.text.setPlainText(work.text())
        except OSError as error:
            self.text.setPlainText(ui_text("help", "licences.unreadable", reason=disk_reason(error)))
