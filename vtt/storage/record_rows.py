"""Rows of the records beside the game (pictures, settings, sheets and encounters of older files), and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, insert, select

from engine.model.frozen import Frozen, Json
from vtt.campaign.campaign_records import CampaignExtras, StoredEncounter, StoredPicture, StoredSheet
from vtt.storage.campaign_database import InvalidContent
from vtt.storage.database_tables import ENCOUNTER, PICTURE, SETTING, SHEET

R = TypeVar("R", bound=Frozen)


def json_text(value: object) -> str:
    """Return a value as the text that goes into a column."""
    return msgspec.json.encode(value).decode()


def sheet_row(sheet: StoredSheet) -> dict[str, object]:
    """Return a sheet as a row."""
    return {"id": sheet.id, "name": sheet.name, "content": json_text(sheet.content), "picture": sheet.picture}


def encounter_row(encounter: StoredEncounter) -> dict[str, object]:
    """Return an encounter as a row."""
    return {"id": encounter.id, "name": encounter.name, "content": json_text(encounter.content)}


def picture_row(picture: StoredPicture) -> dict[str, object]:
    """Return a picture as a row."""
    return {"id": picture.id, "name": picture.name, "media_type": picture.media_type, "content": picture.content}


def setting_row(name: str, value: Json) -> dict[str, object]:
    """Return a setting as a row."""
    return {"name": name, "content": json_text(value)}


def sheets(connection: Connection) -> tuple[StoredSheet, ...]:
    """Return the sheets, by name."""
    return tuple(
        _record(StoredSheet, row) for row in connection.execute(select(SHEET).order_by(SHEET.c.name, SHEET.c.id))
    )


def encounters(connection: Connection) -> tuple[StoredEncounter, ...]:
    """Return the encounters, by name."""
    rows = connection.execute(select(ENCOUNTER).order_by(ENCOUNTER.c.name, ENCOUNTER.c.id))
    return tuple(_record(StoredEncounter, row) for row in rows)


def pictures(connection: Connection) -> tuple[StoredPicture, ...]:
    """Return the pictures, by name."""
    rows = connection.execute(select(PICTURE).order_by(PICTURE.c.name, PICTURE.c.id))
    return tuple(map(_picture, rows))


def picture(connection: Connection, picture_id: str) -> StoredPicture | None:
    """Return one picture, or None."""
    row = connection.execute(select(PICTURE).where(PICTURE.c.id == picture_id)).first()
    return None if row is None else _picture(row)


def settings(connection: Connection) -> Mapping[str, Json]:
    """Return the settings of the campaign by name."""
    return {row.name: _json(row.content) for row in connection.execute(select(SETTING).order_by(SETTING.c.name))}


def extras(connection: Connection) -> CampaignExtras:
    """Return everything that a campaign file holds beside the game."""
    return CampaignExtras(
        sheets=sheets(connection),
        encounters=encounters(connection),
        pictures=pictures(connection),
        settings=settings(connection),
    )


def fill(connection: Connection, kept: CampaignExtras) -> None:
    """Write all records into a new file; pictures first, because sheets point to them."""
    for table, rows in (
        (PICTURE, [picture_row(picture) for picture in kept.pictures]),
        (SHEET, [sheet_row(sheet) for sheet in kept.sheets]),
        (ENCOUNTER, [encounter_row(encounter) for encounter in kept.encounters]),
        (SETTING, [setting_row(name, value) for name, value in kept.settings.items()]),
    ):
        if rows:
            connection.execute(insert(table), rows)


def _picture(row: Row[Any]) -> StoredPicture:
    """Return a picture. SQLite accepts any type in any column, and a file may come from anybody."""
    fields = dict(row._mapping)
    content = fields.pop("content")
    if not isinstance(content, bytes) or not all(isinstance(words, str) for words in fields.values()):
        raise InvalidContent("picture")
    return StoredPicture(**fields, content=content)


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidContent("record") from error


def _record(kind: type[R], row: Row[Any]) -> R:
    return kind(**{**row._mapping, "content": _json(row.content)})
