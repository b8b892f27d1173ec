"""The travel file: a campaign with its whole history and its pictures, on its way to another computer.

It is a zip: `manifest.json`, `travel.json` (`TravelForm`), `campaign.ktable`, and `library.ktentries.zip` with library
entries, if any were chosen. A reader believes nothing that it says, and installs nothing.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Annotated, Final

from msgspec import Meta
from msgspec.json import encode

from engine.model.frozen import Frozen, Json
from vtt.storage.backups import restore
from vtt.storage.campaign_database import as_campaign_errors, connect
from vtt.storage.campaign_errors import (
    AlreadyThere,
    FileTaskCancelled,
    TooLarge,
    told_of,
)
from vtt.storage.database_copies import Progress, no_progress, save_copy
from vtt.storage.export_archive import MOST_BYTES, ArchiveForm, ExportArchive, Manifest
from vtt.storage.file_header import VERSION, read_header
from vtt.storage.file_migrations import migrate
from vtt.storage.integrity_checks import check_copy
from vtt.storage.travel.story_comparison import StoryRelation, compare_stories, read_story
from vtt.system.atomic_files import discard, part_file_for, put_in_place, real_path
from vtt.system.timestamps import now_text

FORMAT: Final = "kitchen-table-travel"
TRAVEL_VERSION: Final = 1
CAMPAIGN: Final = "campaign.ktable"
ENTRIES: Final = "library.ktentries.zip"
MOST_GAMES: Final = 50
MOST_PREFERENCES: Final = 50
_TRAVEL: Final = ArchiveForm(
    format=FORMAT,
    version=TRAVEL_VERSION,
    members=re.compile(r"manifest\.json|travel\.json|campaign\.ktable|library\.ktentries\.zip"),
    stranger="not_travel",
)
_WITHOUT_LOSS: Final = (StoryRelation.SAME, StoryRelation.AHEAD)
"""The relations of a travel file to a copy that has no move of its own."""
_PIECE = 1 << 20
_ROOM = 1 << 20
"""Bytes of what a travel file may hold that are left for the files beside the campaign, but for the entries."""
_Short = Annotated[str, Meta(max_length=200)]


class TravelGame(Frozen):
    """A game that does not come with the program, which the file needs."""

    id: _Short
    name: _Short
    version: _Short


class TravelForm(Frozen):
    """The part of a travel file beside its campaign.

    Attributes:
        written: when it was written, an ISO time.
        games: the games from other people that it needs.
        entries: how many library entries it holds.
        preferences: the settings of the group.
    """

    written: _Short
    games: Annotated[tuple[TravelGame, ...], Meta(max_length=MOST_GAMES)] = ()
    entries: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    preferences: Annotated[Mapping[str, Json], Meta(max_length=MOST_PREFERENCES)] = {}


def write_travel_file(
    path: Path,
    target: Path,
    progress: Progress = no_progress,
    *,
    games: tuple[TravelGame, ...] = (),
    preferences: Mapping[str, Json] | None = None,
    entries: int = 0,
    write_entries: Callable[[IO[bytes]], object] | None = None,
    replace: bool = False,
) -> None:
    """Write a travel file of a campaign, open here or not. Any thread may call it.

    Args:
        path: the campaign.
        target: the travel file.
        progress: is called now and then with what is done and the whole; False stops the work.
        games: the games from other people that it needs.
        preferences: the settings of the group.
        entries: how many library entries come with it.
        write_entries: writes the zip with the library entries.
        replace: the target may be overwritten.

    Raises:
        AlreadyThere: the target exists and may not be replaced.
        FileTaskCancelled: `progress` returned False.
        TooLarge: the campaign is larger than a travel file may be.
        CampaignError: the campaign is damaged, or the file cannot be written. The target is as it was.
    """
    if real_path(target) == real_path(path) or (target.exists() and not replace):
        raise AlreadyThere(target)
    form = TravelForm(written=now_text(), games=games, entries=entries, preferences=preferences or {})
    with as_campaign_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    copy, part = part_file_for(target), part_file_for(target)
    try:
        with told_of(target, copy):
            save_copy(path, copy, _half(progress, 0))
        _need_readable(path, copy)
        with as_campaign_errors(target):
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("manifest.json", encode(Manifest(format=FORMAT, version=TRAVEL_VERSION)))
                archive.writestr("travel.json", encode(form))
                _pack(archive, copy, target, _half(progress, 1))
                if write_entries is not None:
                    with archive.open(zipfile.ZipInfo(ENTRIES), "w") as member:  # stored: it is packed already
                        write_entries(member)
            put_in_place(part, target)
    finally:
        discard(copy)
        discard(part)


def _need_readable(path: Path, copy: Path) -> None:
    """Raise TooLarge for a campaign that the other computer would refuse."""
    if copy.stat().st_size > MOST_BYTES - _ROOM:
        raise TooLarge(path, most=(MOST_BYTES - _ROOM) >> 20)


def _half(progress: Progress, half: int) -> Progress:
    """Return the progress of one of two halves of the work."""
    return lambda done, whole: progress(half * whole + done, 2 * whole)


def _pack(archive: zipfile.ZipFile, copy: Path, target: Path, progress: Progress) -> None:
    whole, done = copy.stat().st_size, 0
    with copy.open("rb") as source, archive.open(CAMPAIGN, "w") as member:
        while data := source.read(_PIECE):
            if not progress(done, whole):
                raise FileTaskCancelled(target)
            member.write(data)
            done += len(data)


def read_travel_form(path: Path) -> TravelForm:
    """Return what a travel file says of itself. Raises NotImportable and CampaignError."""
    with closing(ExportArchive(path, _TRAVEL)) as archive:
        return archive.form("travel.json", TravelForm)


def read_travel_entries(path: Path) -> bytes:
    """Return the zip with the library entries of a travel file; empty if there is none. Raises CampaignError."""
    with closing(ExportArchive(path, _TRAVEL)) as archive:
        return archive.read(ENTRIES, most=256 << 20) if archive.has(ENTRIES) else b""


@contextmanager
def travelling_campaign(path: Path, progress: Progress = no_progress) -> Iterator[Path]:
    """Give the campaign of a travel file, of the present version, in a folder that goes away after.

    Raises:
        FileTaskCancelled: `progress` returned False.
        NotImportable: it is no travel file.
        CampaignError: its campaign is damaged, or of a newer version.
    """
    with as_campaign_errors(path):
        temporary = tempfile.TemporaryDirectory(prefix="kitchen-table-")
    with temporary as folder:
        copy = Path(folder) / CAMPAIGN
        unpack_campaign(path, copy, progress)
        yield copy


def unpack_campaign(path: Path, target: Path, progress: Progress = no_progress, *, name: str = "") -> None:
    """Write the campaign of a travel file to a place where nothing is, checked and of the present version.

    Args:
        path: the travel file.
        target: the place.
        progress: as for `write_travel_file`.
        name: another name for the campaign.

    Raises:
        AlreadyThere: something is there.
        CampaignError: as for `travelling_campaign`; nothing is left of it.
    """

    def go_on(done: int, whole: int) -> None:
        if not progress(done, whole):
            raise FileTaskCancelled(path)

    with as_campaign_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() or target.is_symlink():
            raise AlreadyThere(target)
    part = part_file_for(target)
    try:
        with closing(ExportArchive(path, _TRAVEL)) as archive:
            archive.unpack(CAMPAIGN, part, go_on)
        with told_of(path, part):
            _bring_up_to_date(part, name)
        with as_campaign_errors(target):
            put_in_place(part, target)
    finally:
        discard(part)


def _bring_up_to_date(part: Path, name: str) -> None:
    older = read_header(part).version < VERSION
    check_copy(part)
    if older or name:
        with as_campaign_errors(part), closing(connect(part, "rw")) as raw:
            if older:
                migrate(raw)
            if name:
                raw.execute("UPDATE campaign SET name = ?", (name,))
        check_copy(part)


def put_in_place_of(
    travel: Path, path: Path, folder: Path, progress: Progress = no_progress, *, beside: Path | None = None
) -> Path | None:
    """Put the campaign of a travel file in the place of a copy that is not open.

    What was there is kept among the backups. If it has moves that the travel file lacks by now, it is kept beside its
    place as well, if the caller says where. Whenever this is cut off, the campaign is there under its name, as it was
    or as it is in the travel file.

    Args:
        travel: the travel file.
        path: the copy.
        folder: the folder of the copy's backups.
        progress: as for `write_travel_file`.
        beside: a place where nothing is, for what was there; its name becomes that of the campaign there.

    Returns:
        The backup of what was there.

    Raises:
        CampaignError: the copy is open, or one of the files is damaged; all is as it was.
    """
    with travelling_campaign(travel, progress) as copy:
        if beside is None or compare_stories(read_story(copy), read_story(path)).relation in _WITHOUT_LOSS:
            return restore(copy, path, progress, folder=folder)
        save_copy(path, beside, progress)
        try:
            with as_campaign_errors(beside), closing(connect(beside, "rw")) as raw:
                raw.execute("UPDATE campaign SET name = ?", (beside.stem,))
            return restore(copy, path, progress, folder=folder)
        except BaseException:
            discard(beside)  # the copy is still in its place
            raise
