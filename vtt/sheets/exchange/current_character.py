"""The character that a room shows, the room's viewer, and the dialog that is open about the character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engine.model.seats import Actor, Role
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.shared.table_queries import may_read_record
from vtt.sheets.exchange.background_tasks import BackgroundTasks
from vtt.sheets.exchange.import_changes import ImportChanges
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import MessageDialog

if TYPE_CHECKING:
    from vtt.sheets.exchange.paper_entry import PaperEntryDialog


class CurrentCharacter:
    """The character that a room shows.

    Args:
        campaign: the open campaign.
        viewer: returns the viewer of the room.
        hub: the theme.
        room: the widget that the dialogs belong to.
        current: returns the id of the character that is shown; an empty string for none.

    Attributes:
        tasks: background work and file dialogs.
        import_changes: turns imported changes into one command.
        dialog: the open dialog, if any.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: Callable[[], str],
        hub: ThemeHub,
        room: QWidget,
        current: Callable[[], str],
    ) -> None:
        self.campaign = campaign
        self.hub = hub
        self.room = room
        self._viewer = viewer
        self._current = current
        self.tasks = BackgroundTasks(hub, room, self.open)
        self.import_changes = ImportChanges(campaign, viewer, hub, room)
        self.dialog: MessageDialog | PaperEntryDialog | None = None

    @property
    def viewer_campaign(self) -> ViewerCampaign:
        """The viewer's part of the campaign."""
        return self.campaign.viewer_campaign(self._viewer())

    @property
    def name(self) -> str:
        """The character's name; empty for none."""
        actor = self.actor
        return actor.name if actor is not None else ""

    @property
    def actor(self) -> Actor | None:
        """The character, if the viewer may read it."""
        view = self.viewer_campaign.view
        actor = view.actors.get(self._current())
        return actor if actor is not None and may_read_record(view, actor) else None

    @property
    def sheet(self) -> FilledSheet | None:
        """Its sheet."""
        actor = self.actor
        return None if actor is None else sheet_of_actor(self.viewer_campaign.view, actor.id)

    @property
    def is_gm(self) -> bool:
        """Whether the viewer is the GM."""
        view = self.viewer_campaign.view
        seat = view.seats.get(acting_seat(view))
        return seat is not None and seat.role is Role.GM

    def may_write(self, actor: Actor) -> bool:
        """Say whether the viewer may write on a record."""
        return acting_seat(self.viewer_campaign.view) == actor.seat or self.is_gm

    def preview(
        self,
        actor: str,
        title: str,
        sentences: Sequence[str],
        changes: FormChanges,
        picture: StoredPicture | None = None,
    ) -> None:
        """Preview changes; the ticked ones are written."""
        dialog = self.import_changes.preview(actor, title, sentences, changes, picture)
        if dialog is not None:
            self.open(dialog)

    def open(self, dialog: MessageDialog | PaperEntryDialog) -> None:
        """Open a dialog about the character."""
        self.dialog = dialog
        dialog.finished.connect(partial(self._closed, dialog))
        if not dialog.isVisible():
            dialog.open()

    def _closed(self, dialog: object, _result: int) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def leave(self) -> None:
        """Close what is open and stop what is running, because the viewer changes."""
        match self.dialog:
            case MessageDialog() as dialogue:
                dialogue.reject()
            case None:
                pass
            case paper:
                paper.abandon()
        self.tasks.cancel()
