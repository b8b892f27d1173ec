"""Showing an entry of the library to the players, without adding it to the campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from engine.kit.content_editor.view_models import Category, EditRefused, Record
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_records import HANDOUTS, Handout
from engine.kit.notes.note_records import NOTES, NoteRecord
from engine.presentation.card_faces import CardFace
from vtt.campaign.library_protocol import LibraryEntry, LibraryItem
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import ShownHandout, shown_handout, shown_note
from vtt.campaign.viewer_campaign import ViewerCampaign


class _Kind(NamedTuple):
    """A kind of records: its category, and whether its records are cards."""

    category: Category
    has_face: bool


class EntryShowing:
    """Shows handouts, notes and cards of a library. The campaign gets a copy of their picture, and nothing else.

    Args:
        campaign: the open campaign.
        viewer: returns the campaign as the viewer sees it.
    """

    def __init__(self, campaign: OpenCampaign, viewer: Callable[[], ViewerCampaign]) -> None:
        self._campaign = campaign
        self._viewer = viewer
        self._editor = content_editor_of(campaign.game)
        self._kinds: dict[str, _Kind] = {}

    def can_show(self, entry: LibraryEntry) -> bool:
        """Say whether an entry is of a kind that players can be shown."""
        view, kind = self._viewer().view, self._kind(entry.kind)
        if kind is None or not (entry.game == view.ruleset or kind.category.any_game):
            return False
        return kind.has_face or (entry.kind in (HANDOUTS, NOTES) and kind.category.any_game)

    def show(self, item: LibraryItem) -> bool:
        """Show an entry to everybody. Return whether that was done: not for content that cannot be read."""
        record = self._record(item)
        if record is None or not self.can_show(item.entry):
            return False
        try:
            face = self._face(item.entry.kind, record)
            if face is not None:
                return self._viewer().show_face(face)
            is_note = item.entry.kind == NOTES
            shown = (
                shown_note(msgspec.convert(dict(record), NoteRecord))
                if is_note
                else shown_handout(msgspec.convert(dict(record), Handout))
            )
        except (EditRefused, msgspec.ValidationError):
            return False
        return self._store_picture(item, shown) and self._viewer().show_prepared(shown)

    def _store_picture(self, item: LibraryItem, shown: ShownHandout) -> bool:
        """Store the picture that is shown, if the campaign lacks it."""
        missing = [
            picture
            for picture in item.pictures
            if picture.id == shown.picture and self._campaign.picture(picture.id) is None
        ]
        return all(self._campaign.store_picture(picture) for picture in missing)

    def _record(self, item: LibraryItem) -> Record | None:
        view, entry = self._viewer().view, item.entry
        try:
            incoming = self._editor.read_file(view.lists, {**view.options, **view.scene}, item.content.content)
        except EditRefused:
            return None
        found = (each.record for each in incoming.records if (each.kind, each.id) == (entry.kind, entry.source))
        return next(found, None)

    def _face(self, kind: str, record: Record) -> CardFace | None:
        view = self._viewer().view
        return self._editor.editor_view(view.lists, {**view.options, **view.scene}, kind, record).face

    def _has_face(self, kind: str) -> bool:
        view = self._viewer().view
        try:
            blank = self._editor.blank(view.lists, {**view.options, **view.scene}, kind)
            return self._face(kind, blank) is not None
        except EditRefused:
            return False

    def _kind(self, kind: str) -> _Kind | None:
        if kind not in self._kinds:
            category = next((each for each in self._editor.categories() if each.kind == kind), None)
            if category is None:
                return None
            self._kinds[kind] = _Kind(category, self._has_face(kind))
        return self._kinds[kind]
