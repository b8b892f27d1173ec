"""Copies of library entries in the open campaign: whether there is one, and adding or updating it."""

from __future__ import annotations

from collections.abc import Callable

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import (
    EditRefused,
    ImportedFile,
    ImportedRecord,
    ImportStatus,
    Lists,
    Options,
)
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.messages.display_names import readable_id
from engine.model.frozen import replace
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.listed_entries import same_name
from engine.sheets.editing.list_entry_moves import KeepListEntry
from engine.sheets.model.field_values import plain_text
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import CHARACTER, LibraryEntry, LibraryItem
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.library.library_messages import LibraryMessages
from vtt.shared.campaign_panel import gm_seat
from vtt.shared.import_preview import ImportPreviewDialog
from vtt.shared.list_entry_item import LIST_ENTRY, list_entry_file
from vtt.shared.record_details import changed_details
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

_MOST_DIFFERENCES = 12


def _unsaid(_why: str) -> None:
    """Say nothing: one of many entries is left out."""


class CampaignCopies:
    """The copies of entries in a campaign, for the GM.

    Args:
        campaign: the open campaign.
        viewer: returns the campaign as the viewer sees it.
        messages: the theme, sentences and dialogs of the room.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: Callable[[], ViewerCampaign],
        messages: LibraryMessages,
    ) -> None:
        self._campaign = campaign
        self._viewer = viewer
        self._messages = messages
        self._content_editor: ContentEditor = content_editor_of(campaign.game)
        self._kinds = {category.kind: category for category in self._content_editor.categories()}

    def why_not(self, entry: LibraryEntry) -> str:
        """Return why an entry cannot be added to the campaign; empty if it can."""
        if self._campaign.view_only:
            return ui_text("library", "why_not.view_only")
        if not self._fits_game(entry):
            return ui_text("library", "why_not.other_game", game=entry.game_name or entry.game)
        if entry.kind == LIST_ENTRY:
            return ""
        if entry.kind != CHARACTER and entry.kind not in self._kinds:
            return ui_text("library", "why_not.unknown_kind", kind=entry.kind_name or entry.kind)
        return ""

    def _fits_game(self, entry: LibraryEntry) -> bool:
        """Say whether an entry is for the game of the campaign, or for every game, as handouts and notes are."""
        category = self._kinds.get(entry.kind)
        return entry.game == self._view.ruleset or (category is not None and category.any_game)

    def character(self, entry: LibraryEntry) -> str:
        """Return the character of the campaign that an entry is likely a copy of; empty if there is none."""
        if entry.kind != CHARACTER or entry.game != self._view.ruleset:
            return ""
        actors = self._view.actors
        same_name = next((actor.id for actor in actors.values() if actor.name == entry.name), "")
        return same_name or (entry.source if entry.source in actors else "")

    def has_record(self, entry: LibraryEntry) -> bool:
        """Say whether the campaign has a record with the id of an entry."""
        if not self._fits_game(entry) or entry.kind not in self._kinds:
            return False
        return self._content_editor.record(self._lists, self._options, entry.kind, entry.source) is not None

    def is_same(self, content: str) -> bool:
        """Say whether the campaign has all records of an entry with the same content."""
        try:
            incoming = self._content_editor.read_file(self._lists, self._options, content)
        except EditRefused:
            return False
        return {record.arrival for record in incoming.records} == {ImportStatus.SAME}

    def add_records(self, item: LibraryItem) -> None:
        """Add the records of an entry to the campaign. What would change records of the campaign is shown first."""
        editor = self._content_editor
        if item.entry.kind == LIST_ENTRY:
            self._ask_list_entry(item)
            return
        try:
            incoming = editor.read_file(self._lists, self._options, item.content.content)
        except EditRefused as why:
            self._messages.tell(why.text)
            return
        statuses = {record.arrival for record in incoming.records}
        if statuses == {ImportStatus.SAME}:
            self._messages.say(ui_text("library", "said.same"))
        elif statuses <= {ImportStatus.NEW, ImportStatus.SAME}:
            if self._take(incoming, tuple(record.at for record in incoming.records), item.pictures):
                self._messages.say(ui_text("library", "said.added"))
        else:

            def take(chosen: tuple[int, ...]) -> bool:
                done = self._take(incoming, chosen, item.pictures)
                if done:
                    self._messages.say(ui_text("library", "said.added"))
                return done

            shown = replace(incoming, records=tuple(map(self._with_difference, incoming.records)))
            self._messages.opened(
                ImportPreviewDialog(
                    self._messages.hub,
                    shown,
                    tuple(self._kinds.values()),
                    lambda _record: False,
                    take,
                    self._messages.room.window(),
                    title=ui_text("library", "update_title"),
                )
            )

    def add_new(self, item: LibraryItem) -> bool:
        """Add the records of an entry to the campaign if they change nothing there; return whether they are there."""
        if self.why_not(item.entry) or item.entry.kind == CHARACTER:
            return False
        if item.entry.kind == LIST_ENTRY:
            differences = self._list_differences(item)
            return self._add_list_entry(item) if differences is None else not differences
        try:
            incoming = self._content_editor.read_file(self._lists, self._options, item.content.content)
        except EditRefused:
            return False
        statuses = {record.arrival for record in incoming.records}
        if statuses == {ImportStatus.SAME}:
            return True
        all_records = tuple(record.at for record in incoming.records)
        is_new = statuses <= {ImportStatus.NEW, ImportStatus.SAME}
        return is_new and self._take(incoming, all_records, item.pictures)

    def _ask_list_entry(self, item: LibraryItem) -> None:
        """Add an entry to the group's list; what would change there is shown first."""

        def add(key: str = "replace") -> None:
            if key and self._add_list_entry(item, self._messages.tell):
                self._messages.say(ui_text("library", "said.added"))

        differences = self._list_differences(item)
        if differences is None:
            add()
        elif not differences:
            self._messages.say(ui_text("library", "said.same"))
        else:
            choices = (
                DialogButton("replace", ui_text("library", "save.replace"), "primary"),
                DialogButton("", ui_text("library", "cancel")),
            )
            title = ui_text("library", "update_title")
            self._messages.opened(
                ask(self._messages.hub, self._messages.room.window(), title, differences, choices, add)
            )

    def _list_differences(self, item: LibraryItem) -> tuple[str, ...] | None:
        """Return what an entry changes in the row of its name in the group's list; None if there is no such row."""
        file = list_entry_file(item.content.content)
        rows = self._lists.get(file.list, ()) if file is not None else ()
        name = same_name(file.entry["name"]) if file is not None else ""
        there = next((row for row in rows if same_name(row.get("name")) == name), None)
        if file is None or there is None:
            return None
        nothing = ui_text("library", "nothing")
        changes = [
            (key, plain_text(there.get(key)), plain_text(file.entry.get(key)))
            for key in {**there, **file.entry}
            if there.get(key) != file.entry.get(key)
        ]
        lines = [
            ui_text(
                "library",
                "difference",
                what=short(readable_id(key), 60),
                before=short(before, 60) or nothing,
                after=short(after, 60) or nothing,
            )
            for key, before, after in changes
        ]
        left = len(lines) - _MOST_DIFFERENCES
        more = (ui_text("library", "more_differences", count=left),) if left > 0 else ()
        head = (short(plain_text(file.entry["name"]), 60),) if lines else ()
        return (*head, *lines[:_MOST_DIFFERENCES], *more)

    def _add_list_entry(self, item: LibraryItem, refused: Callable[[str], object] = _unsaid) -> bool:
        """Add an entry to the group's list from which sheets are filled; `refused` gets the reason if it cannot be."""
        file = list_entry_file(item.content.content)
        if file is None:
            refused(ui_text("library", "list_entry_damaged"))
            return False
        command = KeepListEntry(seat=gm_seat(self._view), list=file.list, entry=file.entry)
        why = self._campaign.refusal(command)
        if why is not None:
            refused(why.text)
            return False
        return self._viewer().submit(command, self._messages.room)

    def _with_difference(self, record: ImportedRecord) -> ImportedRecord:
        """Return an imported record with a line for each field that it changes."""
        editor = self._content_editor
        if record.record is None or record.arrival in (ImportStatus.NEW, ImportStatus.SAME):
            return record
        present = editor.record(self._lists, self._options, record.kind, record.id)
        if present is None:
            return record
        before, after = (
            editor.editor_view(self._lists, self._options, record.kind, each) for each in (present, record.record)
        )
        lines = changed_details(before, after)
        left = len(lines) - _MOST_DIFFERENCES
        more = (ui_text("library", "more_differences", count=left),) if left > 0 else ()
        return replace(record, told="\n".join((record.told, *lines[:_MOST_DIFFERENCES], *more)))

    def _take(self, incoming: ImportedFile, chosen: tuple[int, ...], pictures: tuple[StoredPicture, ...]) -> bool:
        """Store the pictures that the campaign lacks, then the records that name them."""
        editor = self._content_editor
        try:
            command = editor.import_command(gm_seat(self._view), self._lists, incoming, chosen)
        except EditRefused as why:
            self._messages.tell(why.text)
            return False
        for picture in pictures:
            if self._campaign.picture(picture.id) is None and not self._campaign.store_picture(picture):
                return False
        return self._viewer().submit(command, self._messages.room)

    @property
    def _view(self) -> VisibleTable:
        return self._viewer().view

    @property
    def _lists(self) -> Lists:
        return self._view.lists

    @property
    def _options(self) -> Options:
        view = self._view
        return {**view.options, **view.scene}
