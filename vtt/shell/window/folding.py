"""The parts around the table fold away: toolbar and log on a television, everything with "Table only"."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import TELEVISION_SCALE

PARTS = ("tool_bar", "log_column")
"""The actions of the parts that fold away at a large scale."""


class Folding(QObject):
    """Remembers for usual and for large scales which parts are shown; at a large scale none is at first.

    Signals:
        changed: the toolbar is to be shown, or not; or the table is to be alone, or not.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, actions: WindowActions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._shown = {False: dict.fromkeys(PARTS, True), True: dict.fromkeys(PARTS, False)}
        self._is_large = False
        for name in PARTS:
            actions[name].setChecked(True)
        for name in ("tool_bar", "table_only"):
            actions[name].toggled.connect(lambda _on: self.changed.emit())
        for name in PARTS:  # who asks for one of them wants to see it
            actions[name].triggered.connect(lambda _on=False: actions["table_only"].setChecked(False))
        hub.changed.connect(self._follow)
        self._follow(hub.theme)

    @property
    def table_only(self) -> bool:
        """Whether the table is to be alone."""
        return self._actions["table_only"].isChecked()

    @property
    def tool_bar(self) -> bool:
        """Whether the toolbar is to be shown over an open campaign."""
        return self._actions["tool_bar"].isChecked() and not self.table_only

    @Slot(object)
    def _follow(self, theme: Theme) -> None:
        is_large = theme.scale >= TELEVISION_SCALE
        if is_large == self._is_large:
            return
        self._shown[self._is_large] = {name: self._actions[name].isChecked() for name in PARTS}
        self._is_large = is_large
        for name, shown in self._shown[is_large].items():
            self._actions[name].setChecked(shown)
