"""The actions that choose whose odds the GM screen shows, and their setting."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from vtt.campaign.odds_choice import OddsChoice, odds_choice
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.window_actions import WindowActions

GM_ODDS: Final = "view.gm_odds"


class OddsActions(QObject):
    """Wires the actions for odds on the GM screen to the user's settings.

    Signals:
        choice_changed: the GM screen shows other odds (an OddsChoice).
    """

    choice_changed = Signal(object)

    def __init__(self, actions: WindowActions, user_settings: UserSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._user_settings = user_settings
        for choice in OddsChoice:
            actions.on(f"gm_odds_{choice.value}", partial(self._choose, choice))
        actions[f"gm_odds_{self.choice.value}"].setChecked(True)

    @property
    def choice(self) -> OddsChoice:
        """The choice that holds."""
        return odds_choice(self._user_settings.extra(GM_ODDS))

    def _choose(self, choice: OddsChoice) -> None:
        self._user_settings.keep_extra(GM_ODDS, choice.value)
        self.choice_changed.emit(choice)
