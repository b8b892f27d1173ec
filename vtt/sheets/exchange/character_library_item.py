"""A character as an entry of the library."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from engine.sheets.catalogue.game_metadata import display_name
from engine.sheets.exchange.character_file import PortableCharacter, write_character
from engine.sheets.model.field_values import display_row, display_text, is_blank
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import FigureField, PictureField, ReferenceField, RowsField
from vtt.campaign.library_protocol import CHARACTER, LibraryContent, LibraryDetail, LibraryEntry, LibraryItem
from vtt.sheets.exchange.changes_preview import exchange_text


def character_library_item(portable: PortableCharacter, sheet: FilledSheet) -> LibraryItem:
    """Return a character as a library entry."""
    return LibraryItem(
        entry=LibraryEntry(
            id=uuid.uuid4().hex,
            game=portable.ruleset,
            game_name=display_name(portable.ruleset),
            kind=CHARACTER,
            kind_name=exchange_text("library_kind"),
            source=sheet.record.actor,
            name=portable.name,
            line=sheet.description.title,
        ),
        content=LibraryContent(content=write_character(portable).decode(), details=tuple(_details(sheet))),
    )


def _details(sheet: FilledSheet) -> Iterator[LibraryDetail]:
    """Yield what people read of a sheet: each field that is filled in, section by section."""
    for section in sheet.sections():
        for field in section.fields:
            value = sheet.value(field.key)
            if isinstance(field, PictureField | ReferenceField | FigureField) or is_blank(value):
                continue
            if isinstance(field, RowsField):
                rows = value if isinstance(value, list | tuple) else ()
                text = "\n".join(filter(None, (display_row(field, each) for each in rows)))
            else:
                text = display_text(field, value)
            if text:
                yield LibraryDetail(label=field.label or section.title, value=text)
