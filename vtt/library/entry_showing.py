"""Showing an entry of the library to the players, without adding it to the campaign."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QObject

from engine.kit.content_editor.view_models import Category, EditRefused, Record
from engine.kit.encounters.encounter_records import KEPT
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_records import HANDOUTS, Handout
from engine.kit.notes.note_records import NOTES, NoteRecord
from engine.presentation.card_faces import CardFace
from engine.sheets.exchange.character_file import CharacterFileError, read_character
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import CHARACTER, LibraryEntry, LibraryItem
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import ShownHandout, shown_handout, shown_note
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.file_tasks import FileTasks
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.picture_reader import read_bytes

_NAMED_PICTURE: Final = re.compile('"[0-9a-f]{64}"')


class _Kind(NamedTuple):
    """A kind of records: its category, and whether its records are cards."""

    category: Category
    has_face: bool


class _CharacterFile(msgspec.Struct):
    """The part of a character file that says whether there is a portrait."""

    portrait: str | None = None


class EntryShowing:
    """Shows handouts, notes, cards and portraits of a library. The campaign gets a copy of their picture alone.

    A portrait is shown without a name: players need not know of the character.

    Args:
        campaign: the open campaign.
        viewer: returns the campaign as the viewer sees it.
        room: the room of the library.
        say: shows a sentence.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: Callable[[], ViewerCampaign],
        room: QObject,
        say: Callable[[str], object],
    ) -> None:
        self._campaign = campaign
        self._viewer = viewer
        self._tasks = FileTasks(room, say)
        self._editor = content_editor_of(campaign.game)
        self._kinds: dict[str, _Kind] = {}

    def leave(self) -> None:
        """Show nothing that is still being read, because the viewer changes."""
        self._tasks.drop()

    def can_show(self, entry: LibraryEntry, content: str) -> bool:
        """Say whether an entry is of a kind that players can be shown; a character is, if it has a portrait."""
        if entry.kind == CHARACTER:
            return _has_portrait(content)
        if entry.kind == KEPT:
            return _NAMED_PICTURE.search(content) is not None
        view, kind = self._viewer().view, self._kind(entry.kind)
        if kind is None or not (entry.game == view.ruleset or kind.category.any_game):
            return False
        return kind.has_face or (entry.kind in (HANDOUTS, NOTES) and kind.category.any_game)

    def show(self, item: LibraryItem, failed: Callable[[], object]) -> None:
        """Show an entry to everybody; a portrait, once it has been read.

        Args:
            item: the entry.
            failed: is called if it could not be shown, as of content that cannot be read.
        """
        if item.entry.kind == CHARACTER:

            def show(picture: StoredPicture | None) -> None:
                if picture is None or not self._show_portrait(picture):
                    failed()

            self._tasks.start(lambda _progress: _read_portrait(item.content.content), show)
        elif not self._show_record(item):
            failed()

    def _show_portrait(self, picture: StoredPicture) -> bool:
        is_stored = self._campaign.picture(picture.id) is not None or self._campaign.store_picture(picture)
        return is_stored and self._viewer().show_unnamed_portrait(picture.id)

    def _show_record(self, item: LibraryItem) -> bool:
        if item.entry.kind == KEPT:
            portrait = next((each for each in item.pictures if f'"{each.id}"' in item.content.content), None)
            return portrait is not None and self._show_portrait(portrait)
        record = self._record(item)
        if record is None or not self.can_show(item.entry, item.content.content):
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


def _has_portrait(content: str) -> bool:
    try:
        return bool(msgspec.json.decode(content, type=_CharacterFile).portrait)
    except (msgspec.DecodeError, RecursionError):
        return False


def _read_portrait(content: str) -> StoredPicture | None:
    """Return the portrait of a character file; None if it has none that can be read. May be called in any thread."""
    try:
        picture = read_character(content.encode()).picture()
        return None if picture is None else read_bytes(picture)
    except (CharacterFileError, PictureError):
        return None
