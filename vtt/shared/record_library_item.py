"""A record of a game as an entry of the library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    EditorView,
    Lists,
    Options,
)
from engine.model.frozen import Json
from engine.sheets.catalogue.game_metadata import display_name
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import LibraryContent, LibraryEntry, LibraryItem
from vtt.shared.record_details import record_details

_PICTURE: Final = re.compile("[0-9a-f]{64}")
"""The id of a picture: the SHA-256 of its content."""


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
    records = (content_editor.record(lists, options, kind, id_) for kind, id_ in (*chosen, *needed))
    pictures = (picture(id_) for id_ in named_pictures(tuple(records)))
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


def named_pictures(value: Json) -> tuple[str, ...]:
    """Return the possible ids of pictures in records, each once: also the portrait of a kept character.

    >>> named_pictures({"name": "Map", "character": {"portrait": "ab" * 32}}) == ("ab" * 32,)
    True
    """
    return tuple(dict.fromkeys(text for text in _texts(value) if _PICTURE.fullmatch(text)))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts(part)
