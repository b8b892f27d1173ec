"""A record of a game as an entry of the library."""

from __future__ import annotations

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import Category, CategoryEntry, EditorView, Lists, Options
from engine.sheets.catalogue.game_metadata import display_name
from vtt.campaign.library_protocol import LibraryContent, LibraryEntry, LibraryItem
from vtt.shared.record_details import record_details


def record_library_item(
    content_editor: ContentEditor,
    *,
    game: str,
    lists: Lists,
    options: Options,
    category: Category,
    listed: CategoryEntry,
    editor_view: EditorView,
    entry_id: str,
) -> LibraryItem:
    """Return a record as a library entry, with the records that it needs.

    Args:
        content_editor: the content editor of the game.
        game: the id of the game.
        lists: the group's own lists.
        options: the options in force.
        category: the kind of the record.
        listed: the record as Prep lists it.
        editor_view: its form.
        entry_id: the id of the entry.

    Raises:
        EditRefused: the record cannot be exported.
    """
    chosen = ((category.kind, listed.id),)
    needed = content_editor.dependencies(lists, options, chosen)
    return LibraryItem(
        entry=LibraryEntry(
            id=entry_id,
            game=game,
            game_name=display_name(game),
            kind=category.kind,
            kind_name=category.one,
            source=listed.id,
            name=editor_view.name or listed.id,
            line=listed.line,
        ),
        content=LibraryContent(
            content=content_editor.export_file(lists, options, (*chosen, *needed), "json"),
            details=record_details(editor_view),
        ),
    )
