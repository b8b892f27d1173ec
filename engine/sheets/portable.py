"""One character as a file that other tables can read: strict, bounded, and nothing but data.

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

from engine.play.commands import MOST_EXACT
from engine.play.strict import KeyTwice, load_once, too_deep
from engine.play.words import Message, say
from engine.sheets.description import Picture, SheetDescription
from engine.sheets.migrating import up_to_date, version_of
from engine.sheets.record import RESERVED, SHEET, SHEET_VERSION, Record
from engine.sheets.values import LONGEST
from engine.table.body import Body
from engine.table.frozen import Frozen, Json, replace
from engine.table.tracks import Track

FORMAT: Final = "kitchen-table-character"
VERSION: Final = 1
MOST_BYTES = 48 << 20
MOST_PICTURE_BYTES = 32 << 20
MOST_LEVELS = 12
MOST_VALUES = 20_000
_MOST_SIGNS = 1_000_000
"""Signs between values that a file may have, counted before it is read: empty lists take up twenty times their size."""
LONGEST_NAME = 200
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
_ORDINARY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class NotPortable(ValueError):
    """A file that is no character, or not one that this program can read. `text` is the sentence that says why."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = say(Message(key=f"sheets.portable.{key}", params=params))
        super().__init__(self.text)


class Portable(Frozen, kw_only=True):
    """A character as it stands in a file.

    Attributes:
        ruleset: the game.
        sheet: the id of the record sheet, and `sheet_version` its version.
        name: the character's name.
        fields: what is written on the sheet, without pictures.
        tracks: the numbers beside the character.
        body: its body.
        portrait: a picture in base64. Nobody has looked at it yet.
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
        """Return the portrait's bytes; whoever shows them has to look first whether they are a picture at all."""
        return None if self.portrait is None else base64.b64decode(self.portrait, validate=True)


def portable_of(description: SheetDescription, ruleset: str, record: Record, portrait: bytes | None = None) -> Portable:
    """Return a character ready to be written; `portrait` are the bytes of its picture."""
    record = up_to_date(description, record)
    apart = {*RESERVED, *picture_keys(description)}
    return Portable(
        ruleset=ruleset,
        sheet=description.id,
        sheet_version=max(description.version, version_of(record.sheet)),
        name=record.name,
        fields={key: value for key, value in record.sheet.items() if key not in apart},
        tracks=record.tracks,
        body=record.body,
        portrait=None if portrait is None else base64.b64encode(portrait).decode("ascii"),
    )


def write(portable: Portable) -> bytes:
    """Return the file. What was read from it is equal to what was written."""
    form = {"format": portable.format, "version": portable.version}  # defaults, but they stand in every file
    return msgspec.json.format(msgspec.json.encode({**form, **msgspec.to_builtins(portable)}), indent=2) + b"\n"


def read(text: bytes) -> Portable:
    """Read a file. Raises NotPortable, which names the key and the place (`$.fields.skills[2].level`)."""
    if len(text) > MOST_BYTES:
        raise NotPortable("too_large", most=MOST_BYTES >> 20)
    if sum(text.count(sign) for sign in (b",", b"[", b"{")) > _MOST_SIGNS:
        raise NotPortable("too_much", most=MOST_VALUES)
    try:
        raw = load_once(text.removeprefix(codecs.BOM_UTF8))
    except KeyTwice as error:
        raise NotPortable("key_twice", name=error.name[:60]) from error
    except (ValueError, RecursionError) as error:
        raise NotPortable("no_json", reason=str(error)[:200]) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise NotPortable("other_format")
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        raise NotPortable("newer", version=version if version <= MOST_EXACT else MOST_EXACT)
    _need_bounds(raw)
    try:
        found = msgspec.convert(raw, Portable)
    except msgspec.ValidationError as error:
        raise NotPortable("form", reason=str(error)[:300]) from error
    _need_picture(found)
    return found


def record_from(portable: Portable, description: SheetDescription, old: Record, portrait: str | None = None) -> Record:
    """Return what a character's record would be if it said what a file says.

    What no file speaks of stays: who plays the character, what lies on it, the player's chips, bounds of numbers, and
    pictures; `portrait` is the id of the new one, if it was taken in.

    Args:
        portable: the file.
        description: the sheet on which it comes in.
        old: the record as it is now; that of a blank character for one that is new.
        portrait: the id of the picture that came with it.
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
    return up_to_date(
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
    """Return the fields of a sheet that hold pictures; the first is the portrait."""
    return tuple(f.key for section in description.sections for f in section.fields if isinstance(f, Picture))


def _need_bounds(raw: dict[str, object]) -> None:
    """Raise NotPortable for what is too deep, too long, too much, or a number that is not carried exactly."""
    if too_deep(raw, MOST_LEVELS):
        raise NotPortable("too_deep", most=MOST_LEVELS)
    apart = {key: part for key, part in raw.items() if key != "portrait"}
    for count, (place, value) in enumerate(_walk("$", apart)):
        if count > MOST_VALUES:
            raise NotPortable("too_much", most=MOST_VALUES)
        match value:
            case str() if len(value) > LONGEST:
                raise NotPortable("too_long", place=place, most=LONGEST)
            case str():
                _need_whole_signs(value)
            case int() if abs(value) > MOST_EXACT:
                raise NotPortable("number", place=place)
            case float() if not math.isfinite(value):
                raise NotPortable("number", place=place)
            case dict():
                for key in value:
                    if not key or len(key) > LONGEST_NAME:
                        raise NotPortable("key", place=place, name=key[:60], most=LONGEST_NAME)
                    _need_whole_signs(key)
            case _:
                pass


def _need_whole_signs(text: str) -> None:
    """Raise NotPortable for half a sign, such as JSON can spell and no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotPortable("no_json", reason=str(error)) from error


def _walk(place: str, value: object) -> Iterator[tuple[str, object]]:
    yield place, value
    if isinstance(value, dict):
        for key, part in value.items():
            name = f".{key}" if _ORDINARY.fullmatch(key) else f"[“{key[:60]}”]"
            yield from _walk(f"{place}{name}", part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _walk(f"{place}[{number}]", part)


def _need_picture(portable: Portable) -> None:
    try:
        picture = portable.picture()
    except (binascii.Error, ValueError) as error:
        raise NotPortable("portrait") from error
    if picture is not None and len(picture) > MOST_PICTURE_BYTES:
        raise NotPortable("portrait_large", most=MOST_PICTURE_BYTES >> 20)
