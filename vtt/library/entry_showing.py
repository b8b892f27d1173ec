"""Showing an entry of the library to the players, without adding it to the campaign."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QObject

from engine.kit.content_editor.content_file_format import ContentFiles
from engine.kit.content_editor.view_models import Category, EditRefused, Record
from engine.kit.encounters.encounter_records import KEPT, KeptCharacter
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_records import HANDOUTS, Handout
from engine.kit.notes.note_records import NOTES, NoteRecord
from engine.model.frozen import Json
from engine.presentation.card_faces import CardFace
from engine.sheets.catalogue.sheet_library import description_for
from engine.sheets.exchange.character_file import CharacterFileError, picture_keys, read_character
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
        if item.entry.kind in (CHARACTER, KEPT):

            def show(picture: StoredPicture | None) -> None:
                if picture is None or not self._show_portrait(picture):
                    failed()

            self._tasks.start(lambda _progress: _portrait(item), show)
        elif not self._show_record(item):
            failed()

    def _show_portrait(self, picture: StoredPicture) -> bool:
        is_stored = self._campaign.picture(picture.id) is not None or self._campaign.store_picture(picture)
        return is_stored and self._viewer().show_unnamed_portrait(picture.id)

    def _show_record(self, item: LibraryItem) -> bool:
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


def _portrait(item: LibraryItem) -> StoredPicture | None:
    """Return the portrait of a character; None if it has none that can be read. May be called in any thread."""
    if item.entry.kind == KEPT:
        named = _named_portrait(item)
        return next((picture for picture in item.pictures if picture.id == named), None)
    try:
        picture = read_character(item.content.content.encode()).picture()
        return None if picture is None else read_bytes(picture)
    except (CharacterFileError, PictureError):
        return None


def _named_portrait(item: LibraryItem) -> Json:
    """Return the id of the portrait of a kept character; None for none. Its sheet may have other pictures too."""
    game, source = item.entry.game, item.entry.source
    try:
        records = ContentFiles(game, (KEPT,), any_game=True).read(item.content.content)
        kept = [msgspec.convert(record, KeptCharacter) for _, _, record in records]
        sheet = next((each.character.get("sheet") for each in kept if each.id == source), None)
        description = description_for(game, sheet, {}) if isinstance(sheet, Mapping) else None
    except (EditRefused, ValueError):  # of the file, or of the sheets of a game from a folder
        return None
    if description is None or not isinstance(sheet, Mapping):
        return None
    return next((sheet.get(key) for key in picture_keys(description)), None)
