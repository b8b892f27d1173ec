"""The parts around the table fold away: toolbar and log on a television, everything with "Table only"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from engine.model.frozen import Json
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import TELEVISION_SCALE

PARTS = ("tool_bar", "log_column")
"""The actions of the parts that fold away at a large scale."""
CHOICES = "window.shown_parts"
"""The name of the setting with the choices: by `usual` and `large`, the parts that are shown."""

_NAMES = {False: "usual", True: "large"}


class Folding(QObject):
    """Remembers for usual and for large scales which parts are shown; at a large scale none is at first.

    Args:
        hub: the theme.
        actions: the actions of the window.
        user_settings: the user's settings.
        parent: the Qt parent.

    Signals:
        changed: the toolbar is to be shown, or not; or the table is to be alone, or not.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, actions: WindowActions, user_settings: UserSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._user_settings = user_settings
        kept = user_settings.extra(CHOICES)
        self._shown = {
            is_large: {name: _is_shown(kept, name, is_large=is_large) for name in PARTS} for is_large in (False, True)
        }
        self._is_large = False
        for name, shown in self._shown[False].items():
            actions[name].setChecked(shown)
        for name in ("tool_bar", "table_only"):
            actions[name].toggled.connect(lambda _on: self.changed.emit())
        for name in PARTS:  # who asks for one of them wants to see it
            actions[name].triggered.connect(lambda _on=False: actions["table_only"].setChecked(False))
            actions[name].triggered.connect(self._keep)
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

    @Slot()
    def _keep(self) -> None:
        """Keep the choices for the next start."""
        self._shown[self._is_large] = {name: self._actions[name].isChecked() for name in PARTS}
        chosen = {
            _NAMES[is_large]: [name for name, shown in parts.items() if shown]
            for is_large, parts in self._shown.items()
        }
        self._user_settings.keep_extra(CHOICES, chosen)


def _is_shown(kept: Json, name: str, *, is_large: bool) -> bool:
    """Return whether a part is shown, by the user's choice if there is one."""
    chosen = kept.get(_NAMES[is_large]) if isinstance(kept, Mapping) else None
    return name in chosen if isinstance(chosen, Sequence) and not isinstance(chosen, str) else not is_large
