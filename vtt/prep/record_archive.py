"""Exported records with their pictures: a zip with `records.toml` and `pictures/`, bounded before it is unpacked.

A picture has the SHA-256 of its content as its name, as records name it. Nothing in a zip is written under its name.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import Final

from engine.kit.content_editor.content_file_format import MOST_BYTES as MOST_TEXT
from engine.zip_bounds import zip_directory
from vtt.campaign.campaign_records import PICTURE_BYTES, PICTURE_KINDS, StoredPicture
from vtt.widgets.ui_texts import ui_text

MOST_PICTURES: Final = 200
MOST_BYTES: Final = 128 << 20
"""The size limit of a zip, and of everything in it unpacked."""
RECORDS: Final = "records.toml"
_DIRECTORY_BYTES: Final = 64 << 10
_ENDINGS: Final = "|".join(re.escape(ending) for ending, _ in PICTURE_KINDS.values())
_PICTURE: Final = re.compile(rf"pictures/([0-9a-f]{{64}})({_ENDINGS})")
_KINDS: Final = {ending: kind for kind, (ending, _) in PICTURE_KINDS.items()}
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, struct.error, KeyError, EOFError, ValueError, RuntimeError, OSError)
"""The errors of reading a zip that is not whole, or whose author meant harm."""


class RecordArchiveRefused(ValueError):
    """A zip that is no such export, or that holds too much. `text` is the reason, as a sentence."""

    def __init__(self, key: str) -> None:
        self.text = ui_text("prep", f"file.zip_{key}", most=MOST_BYTES >> 20, pictures=MOST_PICTURES)
        super().__init__(self.text)


def is_zip(data: bytes) -> bool:
    """Say whether a file is a zip and no text."""
    return data.startswith(b"PK\x03\x04")


def write_record_archive(records: str, pictures: Iterable[StoredPicture]) -> bytes:
    """Return a zip with records and the pictures that they name. Raises RecordArchiveRefused for too many of them."""
    data = io.BytesIO()
    text = records.encode()
    count, size = 0, len(text)
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(RECORDS, text)
        for picture in pictures:
            count, size = count + 1, size + len(picture.content)
            if count > MOST_PICTURES or size > MOST_BYTES:
                raise RecordArchiveRefused("too_much")
            name = f"pictures/{picture.id}{PICTURE_KINDS[picture.media_type][0]}"
            archive.writestr(name, picture.content, zipfile.ZIP_STORED)
    return data.getvalue()


def read_record_archive(data: bytes) -> tuple[bytes, tuple[StoredPicture, ...]]:
    """Return the records in a zip as text, and its pictures. Raises RecordArchiveRefused."""
    try:
        _, directory = zip_directory(io.BytesIO(data))
        if len(data) > MOST_BYTES or directory > _DIRECTORY_BYTES:
            raise RecordArchiveRefused("too_much")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            _need_bounded(members)
            records = _member(archive, RECORDS, MOST_TEXT)
            names = (name for member in members if (name := _PICTURE.fullmatch(member.filename)))
            return records, tuple(_picture(archive, name) for name in names)
    except RecordArchiveRefused:
        raise
    except _BROKEN as error:
        raise RecordArchiveRefused("broken") from error


def _need_bounded(members: list[zipfile.ZipInfo]) -> None:
    names = [member.filename for member in members]
    if len(names) > MOST_PICTURES + 1 or sum(member.file_size for member in members) > MOST_BYTES:
        raise RecordArchiveRefused("too_much")
    if len(set(names)) < len(names) or any(name != RECORDS and not _PICTURE.fullmatch(name) for name in names):
        raise RecordArchiveRefused("strange")
    if any(member.flag_bits & 1 or member.compress_type not in _PACKINGS for member in members):
        raise RecordArchiveRefused("strange")


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a member. What its header says of its size is not believed."""
    with archive.open(name) as member:
        data = member.read(most + 1)
    if len(data) > most:
        raise RecordArchiveRefused("too_much")
    return data


def _picture(archive: zipfile.ZipFile, name: re.Match[str]) -> StoredPicture:
    content = _member(archive, name[0], PICTURE_BYTES)
    picture = StoredPicture(id=name[1], name="", media_type=_KINDS[name[2]], content=content)
    if not picture.fits() or not picture.is_intact():
        raise RecordArchiveRefused("broken")
    return picture
