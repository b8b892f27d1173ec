"""Where things go: campaigns among a person's documents, backups and preferences where programs keep theirs."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import platformdirs

from vtt.save.files import real, write_whole

APP = "kitchen-table"
SUFFIX = ".ktable"
EXPORT_SUFFIX = ".ktable.zip"
NAME_BYTES = 80
"""How long a file name made from a campaign's name may get; with suffix and number far below the 255 of disks."""
_PNG = b"\x89PNG\r\n\x1a\n"
_RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The folders of one person.

    Attributes:
        campaigns: where a new campaign is put unless somebody chooses another place.
        backups: where backups go, a folder for each campaign.
        pictures: where the small pictures of recent campaigns go.
        preferences: the file with the person's choices.
    """

    campaigns: Path
    backups: Path
    pictures: Path
    preferences: Path


def usual_places() -> Places:
    """Return the folders that this system has for such things. Nothing is made yet."""
    data = platformdirs.user_data_path(APP, appauthor=False)
    return Places(
        campaigns=platformdirs.user_documents_path() / "Kitchen Table",
        backups=data / "backups",
        pictures=data / "pictures",
        preferences=platformdirs.user_config_path(APP, appauthor=False) / "preferences.json",
    )


def places_under(folder: Path) -> Places:
    """Return places that lie in one folder, for tests and for a program carried on a stick."""
    return Places(
        campaigns=folder / "campaigns",
        backups=folder / "backups",
        pictures=folder / "pictures",
        preferences=folder / "preferences.json",
    )


def file_stem(name: str) -> str:
    """Return a campaign's name as a file name that every system takes: short, visible, and no path."""
    kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", name))
    kept = " ".join(re.sub(r'[<>:"/\\|?*]', " ", kept).split()).strip(". ")
    while len(kept.encode()) > NAME_BYTES:
        kept = kept[: len(kept) * NAME_BYTES // len(kept.encode())].strip(". ")
    return f"{kept} campaign" if kept.casefold() in _RESERVED else kept or "campaign"


def paths(folder: Path, name: str, suffix: str = SUFFIX) -> Iterator[Path]:
    """Give the paths in a folder for files of this name: `Rivertown.ktable`, `Rivertown 2.ktable`, and so on."""
    stem = file_stem(name)
    yield folder / f"{stem}{suffix}"
    for number in count(2):
        yield folder / f"{stem} {number}{suffix}"


def free_path(folder: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Return a path in a folder for a new file of this name that overwrites nothing."""
    return next(path for path in paths(folder, name, suffix) if not path.exists())


def key_of(path: Path) -> str:
    """Return a short name that stands for a campaign file, readable and different for each place."""
    import hashlib  # it brings OpenSSL along, and no table waits for that

    place = os.path.normcase(real(path))
    return f"{file_stem(path.stem)[:40]}-{hashlib.sha256(place.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


def picture_path(places: Places, campaign: Path) -> Path:
    """Return where the small picture of a campaign lies, if it has one."""
    return places.pictures / f"{key_of(campaign)}.png"


def keep_picture(places: Places, campaign: Path, png: bytes) -> Path:
    """Keep the small picture of where a campaign stopped, which must show the shared view only.

    Raises:
        ValueError: if it is no PNG.
        OSError: if it cannot be written.
    """
    if not png.startswith(_PNG):
        raise ValueError("a campaign's picture must be a PNG")
    path = picture_path(places, campaign)
    write_whole(path, png)
    return path


def documents() -> Path:
    """Return where file dialogs open that know no better place: a person's documents, or their home."""
    found = platformdirs.user_documents_path()
    return found if found.is_dir() else Path.home()
