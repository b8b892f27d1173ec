"""Imports changes as one command: what the table would accept, the preview, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_changes import FieldChange, command_for, label_at
from engine.sheets.forms.form_entries import UnreadEntry
from engine.sheets.forms.form_import import FormChanges, close_row_gaps
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.campaign_panel import acting_seat
from vtt.sheets.exchange.changes_preview import ChangesDialog
from vtt.widgets.look.theme import ThemeHub

_NOTHING: Final = "refused.nothing_to_write"


class ImportChanges:
    """Imports changes into characters of one table.

    Args:
        campaign: the open campaign.
        viewer: returns the viewer.
        hub: the theme.
        room: the widget that the preview belongs to.
    """

    def __init__(self, campaign: OpenCampaign, viewer: Callable[[], str], hub: ThemeHub, room: QWidget) -> None:
        self._campaign = campaign
        self._viewer = viewer
        self._hub = hub
        self._room = room

    @property
    def _viewer_campaign(self) -> ViewerCampaign:
        return self._campaign.viewer_campaign(self._viewer())

    def preview(
        self,
        actor: str,
        title: str,
        sentences: Sequence[str],
        changes: FormChanges,
        picture: StoredPicture | None = None,
    ) -> ChangesDialog | None:
        """Return a preview of changes, of which the ticked ones are written; None for a character without a sheet."""
        view = self._viewer_campaign.view
        sheet = sheet_of_actor(view, actor) if actor in view.actors else None
        if sheet is None:
            return None
        changes = self.possible(sheet, changes)
        then = partial(self.write, actor, picture=picture)
        return ChangesDialog(self._hub, title, sentences, sheet.description, changes, then, self._room.window())

    def possible(self, sheet: FilledSheet, form_changes: FormChanges) -> FormChanges:
        """Return the changes that the table would accept; the others become unread entries with the table's reason."""
        changes, unread = self._sifted(sheet, form_changes.changes)
        stale, _ = self._sifted(sheet, form_changes.stale)
        return FormChanges(changes=changes, stale=stale, unread=(*form_changes.unread, *unread))

    def _sifted(
        self, sheet: FilledSheet, changes: tuple[FieldChange, ...]
    ) -> tuple[tuple[FieldChange, ...], tuple[UnreadEntry, ...]]:
        seat = acting_seat(self._viewer_campaign.view)
        if not changes or self._campaign.refusal(command_for(sheet.description, seat, sheet.record, changes)) is None:
            return changes, ()
        kept: list[FieldChange] = []
        unread: list[UnreadEntry] = []
        for change in changes:
            alone = close_row_gaps(sheet, (change,))
            refused = self._campaign.refusal(command_for(sheet.description, seat, sheet.record, alone))
            if refused is None:
                kept.append(change)
            elif refused.message.key != _NOTHING:
                label = change.label or label_at(sheet.plan, sheet.record, parse_path(change.path))
                unread.append(UnreadEntry(label=label, text=plain_text(change.after)[:200], why=refused.text))
        return tuple(kept), tuple(unread)

    def write(self, actor: str, changes: tuple[FieldChange, ...], picture: StoredPicture | None = None) -> None:
        """Write changes as one command; a refusal is shown by the window. A new picture is stored first."""
        view = self._viewer_campaign.view
        sheet = sheet_of_actor(view, actor) if actor in view.actors else None
        if sheet is None or not changes:
            return
        wanted = picture is not None and any(change.after == picture.id for change in changes)
        if picture is not None and wanted and not self._campaign.store_picture(picture):
            return  # the error was shown; no record may name a missing picture
        command = command_for(sheet.description, acting_seat(view), sheet.record, close_row_gaps(sheet, changes))
        refused = self._campaign.refusal(command)
        if refused is None or refused.message.key != _NOTHING:
            self._viewer_campaign.submit(command, self)
