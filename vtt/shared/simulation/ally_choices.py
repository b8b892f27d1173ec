"""The allies of the party in a simulated combat: characters of the GM, behind a button until somebody wants them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from vtt.widgets.basic_widgets import button, column, prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text

MOST: Final = 40
"""The maximum number of characters that are offered."""
_LONGEST: Final = 40


class AllyChoices(QWidget):
    """A button for each character of the GM; those that are pressed fight for the party.

    Signals:
        changed: other characters fight for the party.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        lay = column(self, gap=hub.theme.metrics.pad_s)
        self.more = button(ui_text("simulation", "allies"), "", ui_text("simulation", "allies_help"), self)
        self.more.setCheckable(True)
        self._help = prose(ui_text("simulation", "allies_help"), "muted", self)
        self._row = FlowRow(self, spacing=hub.theme.metrics.pad_s)
        lay.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        lay.addWidget(self._help)
        lay.addWidget(self._row)
        self.more.toggled.connect(self._open)
        self.buttons: dict[str, QPushButton] = {}
        self._open(False)
        self.hide()

    @property
    def allies(self) -> tuple[str, ...]:
        """The characters that fight for the party."""
        return tuple(actor for actor, ally in self.buttons.items() if ally.isChecked())

    def show_characters(self, names: Mapping[str, str]) -> None:
        """Add a button for each character of the GM that has none yet, by its id with its name."""
        new = [actor for actor in names if actor not in self.buttons][: MOST - len(self.buttons)]
        for actor in new:
            self.buttons[actor] = self._ally_button(names[actor])
        if new:
            self._row.flow.hold([*self.buttons.values()])
            self._row.fit()
        self.setVisible(bool(self.buttons))

    def _open(self, is_open: bool) -> None:
        self._help.setVisible(is_open)
        self._row.setVisible(is_open)
        self._row.fit()

    def _ally_button(self, name: str) -> QPushButton:
        size = self._hub.theme.metrics.icon_s
        made = QPushButton(button_text(short(name, _LONGEST)), self._row)
        made.setCheckable(True)
        made.setAutoDefault(False)
        made.setAccessibleName(short(name, 100))
        made.setToolTip(tip(name if len(name) > _LONGEST else ""))
        made.setIconSize(QSize(size, size))

        def sign(on: bool) -> None:
            mark, ink = ("check", "on_selection") if on else ("plus", "text")
            made.setIcon(self._hub.icon(mark, role=ink, size=size))

        sign(False)
        made.toggled.connect(sign)
        made.clicked.connect(lambda _on: self.changed.emit())
        made.show()
        return made
