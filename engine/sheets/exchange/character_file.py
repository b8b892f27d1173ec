"""Character files: one character as JSON, to move it to another campaign. Reading is strict, with limits.

{"format": "kitchen-table-character", "version": 1, "ruleset": …, "sheet": …, "sheet_version": …, "name": …,
 "fields": …, "tracks": …, "body": …, "portrait": base64 or null}
"""

from __future__ import annotations

import base64
import binascii
import codecs
import math
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from engine.core.commands import MAX_EXACT_INTEGER
from engine.core.strict_parsing import DuplicateKey, is_too_deep, load_json
from engine.messages.invalid_data import invalid_data, invalid_problem
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.body import Body
from engine.model.frozen import Frozen, Json, replace
from engine.model.tracks import Track
from engine.sheets.model.character_record import RESERVED, SHEET, SHEET_VERSION, Record
from engine.sheets.model.field_values import LONGEST
from engine.sheets.model.record_migration import migrate_record, version_of
from engine.sheets.model.sheet_description import PictureField, SheetDescription

FORMAT: Final = "kitchen-table-character"
VERSION: Final = 1
MOST_BYTES = 48 << 20
MOST_PICTURE_BYTES = 32 << 20
MOST_LEVELS = 12
MOST_VALUES = 20_000
_MOST_SEPARATORS = 1_000_000
"""The maximum number of commas and brackets, counted before parsing: a parsed empty list takes 20 times its text."""
LONGEST_NAME = 200
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class CharacterFileError(ValueError):
    """A file holds no character, or this version cannot read it. `text` is the reason, as a sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = say(Message(key=f"sheets.portable.{key}", params=params))
        super().__init__(self.text)


class PortableCharacter(Frozen, kw_only=True):
    """A character as it is stored in a file.

    Attributes:
        ruleset: the game.
        sheet: the id of the record sheet.
        sheet_version: the version of that sheet.
        name: the character's name.
        fields: the fields of the sheet, without pictures.
        tracks: the character's tracks.
        body: its body.
        portrait: a picture in base64, not yet checked; None for none.
    """

    format: Literal["kitchen-table-character"] = FORMAT
    version: Literal[1] = VERSION
    ruleset: Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,60}$")]
    sheet: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    sheet_version: Annotated[int, Meta(ge=1, le=100_000)]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    fields: Mapping[str, Json]
    tracks: Mapping[_Name, Track]
    body: Body | None
    portrait: str | None

    def picture(self) -> bytes | None:
        """Return the portrait's bytes. Before it shows them, the caller must check that they are a picture."""
        return None if self.portrait is None else base64.b64decode(self.portrait, validate=True)


def portable_character(
    description: SheetDescription, ruleset: str, record: Record, portrait: bytes | None = None
) -> PortableCharacter:
    """Return a record as a character for a file. `portrait` is the content of its picture."""
    record = migrate_record(description, record)
    excluded = {*RESERVED, *picture_keys(description)}
    return PortableCharacter(
        ruleset=ruleset,
        sheet=description.id,
        sheet_version=max(description.version, version_of(record.sheet)),
        name=record.name,
        fields={key: value for key, value in record.sheet.items() if key not in excluded},
        tracks=record.tracks,
        body=record.body,
        portrait=None if portrait is None else base64.b64encode(portrait).decode("ascii"),
    )


def write_character(portable: PortableCharacter) -> bytes:
    """Return the content of a character's file. Reading it gives an equal character."""
    header = {"format": portable.format, "version": portable.version}  # encoding omits defaults; a file needs these
    return msgspec.json.format(msgspec.json.encode({**header, **msgspec.to_builtins(portable)}), indent=2) + b"\n"


def read_character(content: bytes) -> PortableCharacter:
    """Read the content of a file.

    Raises:
        CharacterFileError: the content is no valid character; where it can, the text names the place
            (`fields.skills[2].level`).
    """
    if len(content) > MOST_BYTES:
        raise CharacterFileError("too_large", most=MOST_BYTES >> 20)
    if sum(content.count(separator) for separator in (b",", b"[", b"{")) > _MOST_SEPARATORS:
        raise CharacterFileError("too_much", most=MOST_VALUES)
    try:
        raw = load_json(content.removeprefix(codecs.BOM_UTF8))
    except DuplicateKey as error:
        raise CharacterFileError("key_twice", name=error.name[:60]) from error
    except (ValueError, RecursionError) as error:
        raise CharacterFileError("no_json", reason=invalid_problem(error)) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise CharacterFileError("other_format")
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        raise CharacterFileError("newer", version=min(version, MAX_EXACT_INTEGER))
    _need_limits(raw)
    try:
        character = msgspec.convert(raw, PortableCharacter)
    except msgspec.ValidationError as error:
        raise CharacterFileError("form", reason=invalid_data(error)) from error
    _need_portrait(character)
    return character


def record_from(
    portable: PortableCharacter, description: SheetDescription, old: Record, portrait: str | None = None
) -> Record:
    """Return a character's record with the values of a file.

    Values that are never in a file stay: player, conditions, chips, limits of tracks, and pictures.

    Args:
        portable: the character from the file.
        description: the character's record sheet.
        old: the present record; a blank one for a new character.
        portrait: the id of the imported picture; None to keep the old portrait.
    """
    pictures = picture_keys(description)
    sheet: dict[str, Json] = {key: old.sheet[key] for key in (SHEET, *pictures) if key in old.sheet}
    sheet |= {key: value for key, value in portable.fields.items() if key not in {*RESERVED, *pictures}}
    if portable.sheet_version > 1:
        sheet[SHEET_VERSION] = portable.sheet_version
    if portrait is not None and pictures:
        sheet[pictures[0]] = portrait
    tracks = {
        name: replace(track, value=track.clamped(portable.tracks[name].value)) if name in portable.tracks else track
        for name, track in old.tracks.items()
    }
    return migrate_record(
        description,
        replace(
            old,
            name=portable.name,
            sheet=sheet,
            tracks=tracks if old.actor else {**portable.tracks, **tracks},
            body=old.body if portable.body is None else portable.body,
        ),
    )


def picture_keys(description: SheetDescription) -> tuple[str, ...]:
    """Return the keys of a sheet's picture fields; the first is the portrait."""
    return tuple(
        field.key for section in description.sections for field in section.fields if isinstance(field, PictureField)
    )


def _need_limits(raw: dict[str, object]) -> None:
    """Raise CharacterFileError for a value that is too deep, too long, too large, or not exact."""
    if is_too_deep(raw, MOST_LEVELS):
        raise CharacterFileError("too_deep", most=MOST_LEVELS)
    without_portrait = {key: value for key, value in raw.items() if key != "portrait"}
    for count, (place, value) in enumerate(_walk("", without_portrait)):
        if count > MOST_VALUES:
            raise CharacterFileError("too_much", most=MOST_VALUES)
        match value:
            case str() if len(value) > LONGEST:
                raise CharacterFileError("too_long", place=place, most=LONGEST)
            case str():
                _need_encodable(value)
            case int() if abs(value) > MAX_EXACT_INTEGER:
                raise CharacterFileError("number", place=place)
            case float() if not math.isfinite(value):
                raise CharacterFileError("number", place=place)
            case dict():
                for key in value:
                    if not key or len(key) > LONGEST_NAME:
                        raise CharacterFileError("key", place=place, name=key[:60], most=LONGEST_NAME)
                    _need_encodable(key)
            case _:
                pass


def _need_encodable(text: str) -> None:
    """Raise CharacterFileError for text with half of a surrogate pair: JSON can escape it, UTF-8 cannot encode it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CharacterFileError("no_json", reason=str(error)) from error


def _walk(place: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield a value and all values in it, each after its place in the file (`fields.skills[2]`)."""
    yield place, value
    if isinstance(value, dict):
        for key, child in value.items():
            step = key if _IDENTIFIER.fullmatch(key) else f"[“{key[:60]}”]"
            dot = "." if place and step is key else ""
            yield from _walk(f"{place}{dot}{step}", child)
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _walk(f"{place}[{index}]", child)


def _need_portrait(portable: PortableCharacter) -> None:
    """Raise CharacterFileError for a portrait that is no base64, or too large."""
    try:
        picture = portable.picture()
    except (binascii.Error, ValueError) as error:
        raise CharacterFileError("portrait") from error
    if picture is not None and len(picture) > MOST_PICTURE_BYTES:
        raise CharacterFileError("portrait_large", most=MOST_PICTURE_BYTES >> 20)
