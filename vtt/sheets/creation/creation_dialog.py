"""The dialog in which a character is made: its name, the steps, and a character by chance."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QWidget

from engine.core.commands import Command
from engine.kit.creation.character_creation import LONGEST_NAME, CharacterCreation
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.shared.screen_names import name_of_seat
from vtt.sheets.creation.draft_history import DraftHistory
from vtt.sheets.creation.random_filling import RandomFilling
from vtt.sheets.creation.step_pages import creation_text
from vtt.sheets.creation.steps_dialog import StepsDialog
from vtt.widgets.basic_widgets import button
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip


class CreationDialog(StepsDialog):
    """The steps of a new character.

    Args:
        campaign: the open campaign.
        viewer: the viewer; the command is that of the viewer's seat.
        hub: the theme.
        making: the creation of characters of the game.
        history: the draft.
        complete: returns the command with an id for the new character.
        free_name: returns a name like a proposed one that no character has.
        parent: the window.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        making: CharacterCreation,
        history: DraftHistory,
        complete: Callable[[Command], Command],
        free_name: Callable[[str], str],
        parent: QWidget,
    ) -> None:
        self.random = button(creation_text("random"), help_text=creation_text("random_help"))
        super().__init__(
            campaign, viewer, hub, making, history, creation_text("title"), creation_text("create"), parent
        )
        self._complete = complete
        self._free_name = free_name
        self._filling = RandomFilling(making, self._chance, history, self)
        self._filling.filled.connect(self._filled)
        self.random.clicked.connect(self.fill_all)
        self.name = QLineEdit(history.draft.name)
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(creation_text("name"))
        self.name.setAccessibleName(creation_text("name"))
        name_label = label(creation_text("name"), "heading")
        name_label.setBuddy(self.name)
        self._head.addWidget(name_label)
        self._head.addWidget(self.name, 2)
        view = campaign.viewer_campaign(viewer).view
        player = label(creation_text("played_by", name=short(name_of_seat(view, history.leader), 40)), "muted")
        self._head.addWidget(player, 1)
        self.secret = QCheckBox(button_text(creation_text("secret")))
        self.secret.setToolTip(tip(creation_text("secret_help")))
        self.secret.setChecked(history.secret)
        self.secret.setVisible(viewer != SHARED)
        self.secret.toggled.connect(self._keep_secret)
        self._head.addWidget(self.secret)
        self.name.textEdited.connect(self._name)
        self.setTabOrder(self.name, self.secret)
        self.setTabOrder(self.secret, self.list)
        self._refresh()

    def _more_buttons(self) -> tuple[QPushButton, ...]:
        return (self.random,)

    def _refresh(self) -> None:
        super()._refresh()
        if self.name.text() != self.history.draft.name:
            self.name.setText(self.history.draft.name)

    def _why_not(self) -> str:
        open_step = super()._why_not()
        return open_step or ("" if self.history.draft.name.strip() else creation_text("no_name"))

    @Slot(str)
    def _name(self, name: str) -> None:
        self.history.change(self._making.named(self.history.draft, name), typed="name")
        self._refresh()

    @Slot(bool)
    def _keep_secret(self, on: bool) -> None:
        self.history.secret = on

    @Slot()
    def fill_all(self) -> None:
        """Answer every open step by chance."""
        self._filling.start(self._free_name)

    @Slot()
    def _filled(self) -> None:
        self.history.step = self._making.open_step(self.history.draft) or self._shown[-1]
        self._say("")
        self._refresh()

    @Slot()
    def _finish(self) -> None:
        viewer_campaign = self._campaign.viewer_campaign(self._viewer)
        try:
            seat = acting_seat(viewer_campaign.view)
            leader = self.history.leader
            command = self._making.finish(self.history.draft, seat=seat, leader=leader, secret=self.history.secret)
        except Refused as refused:
            self._say(refused.text)
            return
        named = self._complete(command)
        refused_now = self._campaign.refusal(named)
        if refused_now is None and viewer_campaign.submit(named, self):
            self.finished_by.emit(getattr(named, "id", ""))
            self.accept()
            return
        self._say(refused_now.text if refused_now is not None else creation_text("not_kept"))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the name, or where there is one with the step."""
        super().showEvent(event)
        (self.page if self.name.text() else self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_head(self) -> bool:
        if not self.name.hasFocus():
            return False
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        return True
