"""A record of a game as an entry of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    EditorFieldKind,
    EditorView,
    Lists,
    Options,
)
from engine.sheets.catalogue.game_metadata import display_name
from vtt.campaign.campaign_records import StoredPicture
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
    picture: Callable[[str], StoredPicture | None] = lambda _id: None,
) -> LibraryItem:
    """Return a record as a library entry, with the records that it needs and the pictures that they name.

    Args:
        content_editor: the content editor of the game.
        game: the id of the game.
        lists: the group's own lists.
        options: the options in force.
        category: the kind of the record.
        listed: the record as Prep lists it.
        editor_view: its form.
        entry_id: the id of the entry.
        picture: returns a picture of the campaign by its id.

    Raises:
        EditRefused: the record cannot be exported.
    """
    chosen = ((category.kind, listed.id),)
    needed = content_editor.dependencies(lists, options, chosen)
    named = dict.fromkeys(_named_pictures(editor_view))
    for kind, id_ in needed:
        record = content_editor.record(lists, options, kind, id_)
        if record is not None:
            named |= dict.fromkeys(_named_pictures(content_editor.editor_view(lists, options, kind, record)))
    pictures = (picture(id_) for id_ in named)
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
        pictures=tuple(each for each in pictures if each is not None and each.fits() and each.is_intact()),
    )


def _named_pictures(editor_view: EditorView) -> Iterator[str]:
    """Yield the ids of the pictures that a record names."""
    for group in editor_view.groups:
        for part in group.parts:
            if part.kind is EditorFieldKind.PICTURE and isinstance(part.value, str) and part.value:
                yield part.value
