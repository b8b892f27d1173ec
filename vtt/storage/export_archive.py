"""The form of an export: a zip of JSON with a version, and pictures. A reader believes nothing that it says.

The reader is that of other zips of this program as well (`ArchiveForm`).
"""

from __future__ import annotations

import errno
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from engine.messages.invalid_data import invalid_data
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json
from engine.zip_bounds import zip_directory
from vtt.campaign.campaign_records import PICTURE_KINDS
from vtt.storage.campaign_errors import CampaignError, NotImportable, campaign_error_for, shortened

FORMAT = "kitchen-table-campaign"
EXPORT_VERSION = 3
CHUNK = 5000
"""Gestures in one file of the journal, so that each stays readable."""
MOST_MEMBERS = 2000
MOST_JSON_BYTES = 64 << 20
"""One file of JSON: thirteen thousand bytes for each of five thousand gestures, ten times what they need."""
MOST_BYTES = 512 << 20
"""The whole of it unpacked. All of these bound what a file of a few kilobytes can make this program hold."""
_DIRECTORY_BYTES = 1 << 20
_ENDINGS = "|".join(re.escape(ending) for ending, _ in PICTURE_KINDS.values())
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, struct.error)
_PIECE = 1 << 20
"""Bytes of a large file that are unpacked in one go, so that stopping is felt at once."""
F = TypeVar("F")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveForm:
    """A kind of zip that this program writes.

    Attributes:
        format, version: what its manifest says; a larger version is refused.
        members: the names that files in it may have.
        stranger: the text that says that a file is no such zip, in the group `save.import_problem`.
    """

    format: str
    version: int
    members: re.Pattern[str]
    stranger: str


EXPORT = ArchiveForm(
    format=FORMAT,
    version=EXPORT_VERSION,
    members=re.compile(
        r"(manifest|campaign|table|asides|sheets|encounters|settings|pictures)\.json"
        rf"|journal/\d{{4}}\.json|pictures/\d{{4}}({_ENDINGS})"
    ),
    stranger="not_zip",
)


class Manifest(Frozen):
    """The format of the export. It comes first, so that a newer format can be told from a broken file."""

    format: str
    version: int


class CampaignForm(Frozen):
    """The campaign itself. `position` is how many gestures count, `entries` how many there are."""

    name: str
    ruleset: str
    created: str
    exported: str
    position: int
    entries: int


class TableForm(Frozen):
    """The table at the start, and the table now, which follows from it and the journal."""

    start: msgspec.Raw
    now: msgspec.Raw


class EntryForm(Frozen):
    """Gestures, oldest first."""

    entries: tuple[msgspec.Raw, ...]


class AsideForm(Frozen):
    """Lines of the log that are no gestures."""

    asides: tuple[msgspec.Raw, ...] = ()


class PictureForm(Frozen):
    """A picture; `file` is its path in the zip."""

    id: str
    name: str
    media_type: str
    file: str


class SettingsForm(Frozen):
    """Choices that go with the campaign."""

    settings: Mapping[str, Json] = {}


def archive_place(key: str, **params: Json) -> str:
    """Return a place in an export, in words. A field of a file is named as it is written there."""
    return say(Message(key=f"save.import_place.{key}", params=params))


def problem(key: str, **params: Json) -> str:
    """Return what is wrong with an export, in words."""
    return say(Message(key=f"save.import_problem.{key}", params=params))


def complaint(error: Exception) -> str:
    """Return what is wrong with a file of JSON, on one line and not too long."""
    return shortened(invalid_data(error) if isinstance(error, msgspec.ValidationError) else str(error), 160)


class ExportArchive:
    """An export that is being read: never unpacked by name, never more of it than has room, nothing in it unknown.

    Args:
        path: the file.
        form: the kind of zip that it should be.

    Attributes:
        version: the version of its form.

    Raises:
        NotImportable: from everything here, with the place and what is wrong there.
    """

    def __init__(self, path: Path, form: ArchiveForm = EXPORT) -> None:
        self.path = path
        self._form = form
        try:
            self._need_small_directory()
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise campaign_error_for(error, path) from error
        except (zipfile.BadZipFile, ValueError, struct.error, UnicodeDecodeError, NotImplementedError) as error:
            raise NotImportable(path, "", problem(form.stranger)) from error
        self._left = MOST_BYTES
        self._members: dict[str, zipfile.ZipInfo] = {}
        try:
            self._look_over()
        except BaseException:
            self._zip.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def fail(self, place: str, key: str, **params: Json) -> NotImportable:
        """Return the error for a place in this export."""
        return NotImportable(self.path, shortened(place, 80), problem(key, **params))

    def names(self, folder: str) -> list[str]:
        """Return the files of a folder, in order."""
        return sorted(name for name in self._members if name.startswith(folder))

    def read(self, name: str, most: int = MOST_JSON_BYTES) -> bytes:
        """Return a file, however large it says it is, up to so many bytes."""
        with self._member(name) as file:
            data = self._read(file, name, min(most, self._left) + 1)
        self._count(name, len(data), most)
        return data

    def unpack(self, name: str, target: Path, go_on: Callable[[int, int], object] = lambda _done, _whole: None) -> None:
        """Write a file to a place that the caller has chosen.

        Args:
            name: the file in the archive.
            target: the place.
            go_on: is called now and then with the bytes written and what the file says is its size; it may raise.
        """
        said = self._members[name].file_size if name in self._members else 0
        done = 0
        with self._member(name) as file:
            try:
                with target.open("wb") as written:
                    while data := self._read(file, name, _PIECE):
                        self._count(name, len(data), MOST_BYTES)
                        written.write(data)
                        done += len(data)
                        go_on(done, max(done, said))
            except NotImportable:
                raise
            except OSError as error:
                raise campaign_error_for(error, target) from error

    def has(self, name: str) -> bool:
        """Say whether there is a file of this name."""
        return name in self._members

    def _member(self, name: str) -> IO[bytes]:
        if name not in self._members:
            raise self.fail(name, "missing_member")
        try:
            return self._zip.open(self._members[name])
        except (*_BROKEN, OSError) as error:
            raise self._trouble(error, name) from error

    def _read(self, file: IO[bytes], name: str, most: int) -> bytes:
        try:
            return file.read(most)
        except (*_BROKEN, OSError) as error:
            raise self._trouble(error, name) from error

    def _trouble(self, error: Exception, name: str) -> CampaignError:
        """Return the error for a file in the zip that cannot be read. A zip may name a place that no file has."""
        if isinstance(error, OSError) and error.errno != errno.EINVAL:
            return campaign_error_for(error, self.path)
        return self.fail(name, "broken_member")

    def _count(self, name: str, size: int, most: int) -> None:
        """Take so many bytes from what the whole archive may still hold."""
        most = min(most, self._left)
        if size > most:
            raise self.fail(name, "too_large", most=most >> 20)
        self._left -= size

    def form(self, name: str, kind: type[F]) -> F:
        """Return a file of JSON as what it should be. Unknown keys are refused by name."""
        try:
            return msgspec.json.decode(self.read(name), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NotImportable(self.path, name, complaint(error)) from error

    def _need_small_directory(self) -> None:
        with self.path.open("rb") as file:
            count, size = zip_directory(file)
        if count > MOST_MEMBERS or size > _DIRECTORY_BYTES:
            raise self.fail(self.path.name, "too_many", most=MOST_MEMBERS)

    def _look_over(self) -> None:
        infos = self._zip.infolist()
        if len(infos) > MOST_MEMBERS:
            raise self.fail(self.path.name, "too_many", most=MOST_MEMBERS)
        names = {info.filename for info in infos}
        if "manifest.json" not in names:
            raise self.fail(
                self.path.name, "no_manifest" if any(map(self._form.members.fullmatch, names)) else self._form.stranger
            )
        for info in infos:
            if info.flag_bits & 0x1:
                raise self.fail(info.filename, "locked_member")
            if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise self.fail(info.filename, "odd_packing")
            if info.filename in self._members:
                raise self.fail(info.filename, "member_twice")
            self._members[info.filename] = info
        self._need_version()
        for name in names:
            if not self._form.members.fullmatch(name):
                raise self.fail(name, "unknown_member")

    def _need_version(self) -> None:
        try:
            manifest = json.loads(self.read("manifest.json", 1 << 16))
            known, version = manifest.get("format") == self._form.format, manifest.get("version")
        except (ValueError, AttributeError, RecursionError) as error:
            raise NotImportable(self.path, "manifest.json", complaint(error)) from error
        if not known:
            raise self.fail("manifest.json", self._form.stranger)
        if isinstance(version, int) and version > self._form.version:
            raise self.fail("manifest.json", "newer_version", found=version, known=self._form.version)
        self.version = self.form("manifest.json", Manifest).version
