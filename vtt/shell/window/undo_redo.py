"""Undo and redo with the names of their steps. The GM is asked first where the history wants consent."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.seats import SHARED
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

LONGEST = 70


class UndoRedo(QObject):
    """The undo and redo actions of the window, and the question to the GM before an undo past a reveal."""

    def __init__(self, campaign: OpenCampaign, actions: WindowActions, hub: ThemeHub, window: QWidget) -> None:
        super().__init__(window)
        self._campaign = campaign
        self._actions = actions
        self._hub = hub
        self._window = window
        self._result_hold = ResultHold(self)
        campaign.changed.connect(self._follow)
        self._follow(None)

    def hold_results(self, hold: ResultHold) -> None:
        """Name no step while a hold is on: the name of a throw tells its result."""
        self._result_hold = hold
        hold.ended.connect(self._name_both)

    def undo(self) -> MessageDialog | None:
        """Undo the last step. Return the question where one was asked."""
        return self.go_to(self._campaign.position - 1)

    def redo(self) -> None:
        """Redo the next step."""
        self._campaign.redo()

    def go_to(self, position: int) -> MessageDialog | None:
        """Go to another position; ask the GM first if that needs consent. Return the question if there is one."""
        if position < 0:
            return None
        if not self._campaign.needs_consent(position):
            self._campaign.go_to(position)
            return None
        learned = self._campaign.unrevealed_by(position)
        return ask(
            self._hub,
            self._window,
            ui_text("shell", "undo.title"),
            (self._what(self._campaign.position - position), ui_text("shell", "undo.asks", names=self._names(learned))),
            (
                DialogButton("undo", ui_text("shell", "button.undo"), "primary"),
                DialogButton("", ui_text("shell", "button.cancel")),
            ),
            lambda key: self._campaign.go_to(position, consent=True) if key == "undo" else None,
            icon="undo",
            aside=True,
        )

    def rest(self) -> None:
        """Disable both actions: no campaign is open any more."""
        for name in ("undo", "redo"):
            self._actions[name].setEnabled(False)
            self._actions.set_words(name, ui_text("shell", f"action.{name}"))

    def _what(self, count: int) -> str:
        """Return a sentence about the steps that are taken back, with the title of the last one."""
        title = self._campaign.undo_title
        named = short(say(title).rstrip("."), LONGEST * 2) if title is not None else ""
        return ui_text("shell", "undo.step" if count == 1 else "undo.steps", title=named, count=count)

    def _names(self, learned: frozenset[str]) -> list[str]:
        seats = self._campaign.viewer_campaign(SHARED).view.seats
        names = [short(seat.name, 40) for seat in seats.values() if seat.id in learned]
        return names if names and not learned - set(seats) else [ui_text("shell", "undo.everyone")]

    @Slot(object)
    def _follow(self, _change: CampaignChange | None) -> None:
        self._name_both()

    @Slot()
    def _name_both(self) -> None:
        self._name("undo", self._campaign.undo_title)
        self._name("redo", self._campaign.redo_title)

    def _name(self, action: str, title: Message | None) -> None:
        self._actions[action].setEnabled(title is not None)
        is_held = self._result_hold.is_on
        named = "" if title is None or is_held else short(say(title).rstrip("."), LONGEST)
        words = (
            ui_text("shell", f"action.{action}_named", title=named) if named else ui_text("shell", f"action.{action}")
        )
        self._actions.set_words(action, words, named)
