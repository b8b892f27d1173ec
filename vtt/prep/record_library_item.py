"""A record of Prep as an entry of the library."""

from __future__ import annotations

import uuid

from engine.kit.content_editor.view_models import EditorView
from engine.sheets.catalogue.game_metadata import display_name
from vtt.campaign.library_protocol import LibraryContent, LibraryEntry, LibraryItem
from vtt.prep.record_room import RecordRoom
from vtt.shared.record_details import record_details


def record_library_item(room: RecordRoom, id_: str, editor_view: EditorView) -> LibraryItem:
    """Return a saved record as a library entry, with the records that it needs. Raises EditRefused."""
    content_editor, category = room.content_editor, room.category
    chosen = ((category.kind, id_),)
    needed = content_editor.dependencies(room.lists, room.options, chosen)
    listed = next((entry for entry in room.visible_records.entries(category.kind) if entry.id == id_), None)
    game = room.view.ruleset
    return LibraryItem(
        entry=LibraryEntry(
            id=uuid.uuid4().hex,
            game=game,
            game_name=display_name(game),
            kind=category.kind,
            kind_name=category.one,
            source=id_,
            name=editor_view.name or id_,
            line=listed.line if listed is not None else "",
        ),
        content=LibraryContent(
            content=content_editor.export_file(room.lists, room.options, (*chosen, *needed), "json"),
            details=record_details(editor_view),
        ),
    )
