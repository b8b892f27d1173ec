"""A row of a record sheet as an entry of the library: it can fill the same row in every campaign of its game."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.messages.display_names import readable_id
from engine.model.frozen import Frozen, Json
from engine.sheets.catalogue.game_metadata import display_name
from engine.sheets.catalogue.listed_entries import Entry, is_keepable
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.game_words import list_label
from vtt.campaign.library_protocol import LibraryContent, LibraryDetail, LibraryEntry, LibraryItem
from vtt.widgets.ui_texts import ui_text

LIST_ENTRY: Final = "list-entry"
"""The kind of library entries that fill a row of a sheet."""
_MOST_VALUES: Final = 100
_LARGEST: Final = 200_000


class ListEntryFile(Frozen):
    """The content of such an entry.

    Attributes:
        list: the list that it belongs to, such as `weapons`.
        entry: its values; it has a `name`.
    """

    list: Annotated[str, Meta(min_length=1, max_length=60)]
    entry: Annotated[Mapping[str, Json], Meta(max_length=_MOST_VALUES)]


def list_entry_item(game: str, list_name: str, entry: Entry) -> LibraryItem:
    """Return an entry of a list as a library entry."""
    details = (
        LibraryDetail(label=readable_id(key), value=plain_text(value)) for key, value in entry.items() if key != "name"
    )
    return LibraryItem(
        entry=LibraryEntry(
            id=uuid.uuid4().hex,
            game=game,
            game_name=display_name(game),
            kind=LIST_ENTRY,
            kind_name=ui_text("library", "list_entry"),
            source=f"{list_name}:{plain_text(entry['name'])}",
            name=plain_text(entry["name"]),
            line=list_label(game, list_name),
        ),
        content=LibraryContent(
            content=msgspec.json.encode(ListEntryFile(list=list_name, entry=entry)).decode(), details=tuple(details)
        ),
    )


def list_entry_file(content: str) -> ListEntryFile | None:
    """Return what the content of a library entry says; None if it is not of this kind, or damaged."""
    try:
        file = msgspec.json.decode(content, type=ListEntryFile) if len(content) <= _LARGEST else None
    except (msgspec.MsgspecError, RecursionError):
        return None
    return file if file is not None and is_keepable(file.entry) else None
