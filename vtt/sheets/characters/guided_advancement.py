"""Advancing a character in steps, from its form; a draft outlives its dialog until the sheet changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from engine.kit.creation.advancement import advancement_of
from engine.kit.creation.creation_file import ADVANCEMENT_FILE, step_plan
from engine.messages.refusal import Refused
from engine.model.seats import Role
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.model.character_record import Record
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.shared.table_queries import may_read_record
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.sheets.creation.advancement_dialog import AdvancementDialog
    from vtt.sheets.creation.draft_history import DraftHistory

# The dialog is slow to import, so it is imported when somebody advances a character.


class GuidedAdvancement(QObject):
    """The way to advance a character in steps, for the games that declare them.

    Args:
        campaign: the open campaign.
        viewer: returns the viewer of the room.
        hub: the theme.
        room: the widget that the dialogs belong to.

    Attributes:
        dialog: the dialog with the steps, or with what has happened, while it is open.
    """

    def __init__(self, campaign: OpenCampaign, viewer: Callable[[], str], hub: ThemeHub, room: QWidget) -> None:
        super().__init__(room)
        self._campaign = campaign
        self._viewer = viewer
        self._hub = hub
        self._room = room
        self._drafts: dict[tuple[str, str], tuple[Record, DraftHistory]] = {}
        self.dialog: AdvancementDialog | MessageDialog | None = None
        campaign.closing.connect(self.leave)

    @Slot(str)
    def start(self, actor: str) -> None:
        """Advance a character, or go on with what this viewer has chosen for it."""
        from vtt.sheets.creation.advancement_dialog import AdvancementDialog
        from vtt.sheets.creation.draft_history import DraftHistory

        viewer = self._viewer()
        view = self._campaign.viewer_campaign(viewer).view
        if not may_advance(view, actor):
            return
        title = ui_text("creation", "advance")
        try:
            making = advancement_of(view, actor, is_gm=_is_gm(view))
        except (Refused, ValueError) as error:
            self._tell(title, (error.text if isinstance(error, Refused) else str(error),))
            return
        if making is None:
            return
        record, history = self._drafts.get((viewer, actor), (None, None))
        if history is None or record != making.start.record:
            history = DraftHistory()
        self._drafts[viewer, actor] = (making.start.record, history)
        dialog = AdvancementDialog(self._campaign, viewer, self._hub, making, history, actor, self._room.window())
        dialog.finished_by.connect(self._advanced)
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        dialog.open()

    @Slot()
    def leave(self) -> None:
        """Close what is open, because the viewer changes or the campaign closes."""
        if self.dialog is not None:
            self.dialog.reject()

    @Slot(str)
    def _advanced(self, actor: str) -> None:
        viewer, dialog = self._viewer(), self.dialog
        self._drafts.pop((viewer, actor), None)
        found = self._campaign.viewer_campaign(viewer).view.actors.get(actor)
        lines = getattr(dialog, "lines", ())
        if found is not None and len(lines) > 1:  # the first line says only that the character advances
            self._tell(ui_text("creation", "advanced", name=short(found.name, 60)), lines[1:], "check")

    def _tell(self, title: str, sentences: tuple[str, ...], icon: str = "warning") -> None:
        choices = (DialogButton("", ui_text("creation", "understood"), "primary"),)
        told = ask(self._hub, self._room.window(), title, sentences, choices, lambda _key: None, icon=icon)
        told.finished.connect(self._closed)
        self.dialog = told

    @Slot()
    def _closed(self, _result: int = 0) -> None:
        if self.sender() is self.dialog:
            self.dialog = None


def may_advance(view: VisibleTable, actor: str) -> bool:
    """Say whether a viewer can write on a character whose sheet has steps of advancement."""
    found = view.actors.get(actor)
    if found is None or not may_read_record(view, found) or not (acting_seat(view) == found.seat or _is_gm(view)):
        return False
    try:
        plan = step_plan(view.ruleset, ADVANCEMENT_FILE)
    except (Refused, ValueError):
        return True  # what is wrong is said when somebody wants to advance
    sheet = sheet_of_actor(view, actor) if plan is not None else None
    return plan is not None and sheet is not None and sheet.description.id == plan.sheet


def _is_gm(view: VisibleTable) -> bool:
    seat = acting_seat(view)
    return seat in view.seats and view.seats[seat].role is Role.GM
