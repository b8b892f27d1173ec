"""Making a character step by step, from the dialog for a new character; a draft outlives its dialog here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.creation.character_creation import CharacterCreation, creation_of
from engine.kit.creation.creation_file import has_steps, step_plan
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.presentation.visibility import VisibleTable
from engine.sheets.editing.new_character_moves import JoinActor
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.sheets.characters.add_character import free_name, with_id
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.sheets.creation.creation_dialog import CreationDialog
    from vtt.sheets.creation.draft_history import DraftHistory
    from vtt.sheets.creation.random_filling import RandomFilling

# The dialog is slow to import, so it is imported when somebody makes a character step by step.


class GuidedCreation(QObject):
    """The way to a character in steps, for the games that declare them.

    Args:
        campaign: the open campaign.
        viewer: returns the viewer of the room.
        hub: the theme.
        room: the widget that the dialogs belong to.

    Attributes:
        dialog: the dialog with the steps, while it is open.

    Signals:
        created: a character is there; its id.
    """

    created = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: Callable[[], str], hub: ThemeHub, room: QWidget) -> None:
        super().__init__(room)
        self._campaign = campaign
        self._viewer = viewer
        self._hub = hub
        self._room = room
        self._drafts: dict[str, DraftHistory] = {}
        self._filling: RandomFilling | None = None
        self.dialog: CreationDialog | MessageDialog | None = None
        campaign.closing.connect(self.leave)

    def add_to(self, dialog: QuestionDialog) -> None:
        """Offer the steps in the dialog for a new character, if the game has any."""
        if has_steps(self._campaign.game.ruleset.id):
            dialog.add_other_way(ui_text("creation", "open"), ui_text("creation", "open_help"), self.start)
            dialog.add_other_way(
                ui_text("creation", "random"), ui_text("creation", "random_now_help"), self.make_random
            )
            QTimer.singleShot(0, dialog, self._get_ready)  # the dialog is shown first

    def _get_ready(self) -> None:
        """Read the steps while somebody types the name, so that their dialog opens at once."""
        from vtt.sheets.creation import creation_dialog

        assert creation_dialog.CreationDialog is not None
        with suppress(Refused, ValueError):  # said when the steps are opened
            step_plan(self._campaign.game.ruleset.id)

    def start(self, command: Command) -> None:
        """Make a character step by step, or go on with the one that this viewer has begun.

        Args:
            command: a `JoinActor` with the name, the player and the secrecy that are wanted.
        """
        from vtt.sheets.creation.draft_history import DraftHistory

        viewer, joining = self._viewer(), cast(JoinActor, command)
        making = self._making(joining)
        if making is None:
            return
        history = self._drafts.setdefault(viewer, DraftHistory())
        history.leader = joining.leader
        history.secret = joining.secret or (
            history.secret and history.can_undo
        )  # what was begun in secret stays secret
        if joining.name.strip():
            history.change(making.named(history.draft, joining.name))
        self._open(making, history)

    def make_random(self, command: Command) -> None:
        """Make a character by chance at once; if a step stays open, go on with that step.

        Args:
            command: a `JoinActor` with the name, the player and the secrecy that are wanted.
        """
        from vtt.sheets.creation.draft_history import DraftHistory
        from vtt.sheets.creation.random_filling import RandomFilling

        joining = cast(JoinActor, command)
        making = self._making(joining)
        if making is None or self._filling is not None:
            return
        history = DraftHistory(leader=joining.leader, secret=joining.secret)
        history.change(making.named(history.draft, joining.name.strip()))
        chance = SeededChance(SystemRandom().getrandbits(64))
        self._filling = RandomFilling(making, chance, history, self)
        self._filling.filled.connect(partial(self._filled, self._viewer(), making, history))
        self._filling.start(lambda name: free_name(self._view(), name))

    def _filled(self, viewer: str, making: CharacterCreation, history: DraftHistory) -> None:
        """Add the character that chance has made, unless another viewer looks now."""
        self._filling = None
        if viewer != self._viewer():
            return
        view, viewer_campaign = self._view(), self._campaign.viewer_campaign(viewer)
        try:
            made = making.finish(history.draft, seat=acting_seat(view), leader=history.leader, secret=history.secret)
        except Refused:
            self._drafts[viewer] = history
            self._open(making, history)
            return
        named = with_id(frozenset(view.actors), made)
        if viewer_campaign.submit(named, self):
            self.created.emit(getattr(named, "id", ""))

    def _making(self, joining: JoinActor) -> CharacterCreation | None:
        """Return the steps; None, and why in a dialog, if no character can be made in steps now."""
        view = self._view()
        if joining.secret and self._viewer() == SHARED:
            self._tell(ui_text("creation", "secret_elsewhere"))
            return None
        try:
            return creation_of(view.ruleset, {**view.options, **view.scene}, view.lists)
        except (Refused, ValueError) as error:
            self._tell(error.text if isinstance(error, Refused) else str(error))
            return None

    def _open(self, making: CharacterCreation, history: DraftHistory) -> None:
        from vtt.sheets.creation.creation_dialog import CreationDialog

        dialog = CreationDialog(
            self._campaign,
            self._viewer(),
            self._hub,
            making,
            history,
            lambda wanted: with_id(frozenset(self._view().actors), wanted),
            lambda name: free_name(self._view(), name),
            self._room.window(),
        )
        dialog.finished_by.connect(self._created)
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        dialog.open()

    def _view(self) -> VisibleTable:
        return self._campaign.viewer_campaign(self._viewer()).view

    @Slot()
    def leave(self) -> None:
        """Close what is open, because the viewer changes or the campaign closes; a draft waits for its viewer."""
        if self.dialog is not None:
            self.dialog.reject()

    def _tell(self, words: str) -> None:
        choices = (DialogButton("", ui_text("creation", "understood"), "primary"),)
        title = ui_text("creation", "title")
        self.dialog = ask(self._hub, self._room.window(), title, (words,), choices, lambda _key: self._closed())

    @Slot(str)
    def _created(self, actor: str) -> None:
        self._drafts.pop(self._viewer(), None)
        self.created.emit(actor)

    @Slot()
    def _closed(self, _result: int = 0) -> None:
        self.dialog = None
