"""The user's folders: campaigns among the documents, backups and settings where programs keep theirs."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import platformdirs

from vtt.system.atomic_files import real_path, write_atomically

APP = "kitchen-table"
SUFFIX = ".ktable"
LIBRARY_SUFFIX = ".ktlibrary"
EXPORT_SUFFIX = ".ktable.zip"
TRAVEL_SUFFIX = ".ktravel"
LIBRARY_NAME = "My library"
NAME_BYTES = 80
"""The length limit of a file name made from a campaign's name; with suffix and number far below the 255 of disks."""
_PNG = b"\x89PNG\r\n\x1a\n"
_RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


@dataclass(frozen=True, slots=True, kw_only=True)
class UserFolders:
    """The folders of one user.

    Attributes:
        campaigns: where new campaigns go by default.
        games: the games of other people, a folder for each.
        library: the file of the library that carries content from one campaign to the next.
        backups: the backups, a folder for each campaign and library.
        what_ifs: what was tried beside a campaign, a folder for each.
        pictures: the thumbnails of recent campaigns.
        preferences: the file of the user's settings.
    """

    campaigns: Path
    games: Path
    library: Path
    backups: Path
    what_ifs: Path
    pictures: Path
    preferences: Path


def default_folders() -> UserFolders:
    """Return the folders that this system has for such things. Nothing is made yet."""
    # The package of the games is not loaded before the first window is there.
    from engine.rulesets.user_games_folder import user_documents_folder, user_games_folder

    data = platformdirs.user_data_path(APP, appauthor=False)
    return UserFolders(
        campaigns=user_documents_folder(),
        games=user_games_folder(),
        library=data / f"{LIBRARY_NAME}{LIBRARY_SUFFIX}",
        backups=data / "backups",
        what_ifs=data / "what_ifs",
        pictures=data / "pictures",
        preferences=platformdirs.user_config_path(APP, appauthor=False) / "preferences.json",
    )


def folders_under(folder: Path) -> UserFolders:
    """Return folders below one folder, for tests and for a program on a USB stick."""
    return UserFolders(
        campaigns=folder / "campaigns",
        games=folder / "games",
        library=folder / f"{LIBRARY_NAME}{LIBRARY_SUFFIX}",
        backups=folder / "backups",
        what_ifs=folder / "what_ifs",
        pictures=folder / "pictures",
        preferences=folder / "preferences.json",
    )


def is_export(path: Path) -> bool:
    """Return whether a file is an export of a campaign, by its name."""
    return path.name.lower().endswith(EXPORT_SUFFIX)


def is_travel_file(path: Path) -> bool:
    """Return whether a file takes a campaign to another computer, by its name."""
    return path.name.lower().endswith(TRAVEL_SUFFIX)


def file_stem(name: str) -> str:
    """Return a campaign's name as a file name that every system takes: short, visible, and no path."""
    kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", name))
    kept = " ".join(re.sub(r'[<>:"/\\|?*]', " ", kept).split()).strip(". ")
    while len(kept.encode()) > NAME_BYTES:
        kept = kept[: len(kept) * NAME_BYTES // len(kept.encode())].strip(". ")
    return f"{kept} campaign" if kept.casefold() in _RESERVED else kept or "campaign"


def numbered_paths(folder: Path, name: str, suffix: str = SUFFIX) -> Iterator[Path]:
    """Give the paths in a folder for files of this name: `Rivertown.ktable`, `Rivertown 2.ktable`, and so on."""
    stem = file_stem(name)
    yield folder / f"{stem}{suffix}"
    for number in count(2):
        yield folder / f"{stem} {number}{suffix}"


def free_path(folder: Path, name: str, suffix: str = SUFFIX) -> Path:
    """Return a path in a folder for a new file of this name that overwrites nothing."""
    return next(path for path in numbered_paths(folder, name, suffix) if not path.exists())


def folder_key(path: Path) -> str:
    """Return a short, readable name for a campaign file that differs for each path."""
    return f"{file_stem(path.stem)[:40]}-{key_of_text(os.path.normcase(real_path(path)))[:10]}"


def key_of_text(text: str) -> str:
    """Return a name for a file or folder, safe on every system, that differs for each text."""
    import hashlib  # it brings OpenSSL along, and no table waits for that

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def thumbnail_path(places: UserFolders, campaign: Path) -> Path:
    """Return the path of a campaign's thumbnail, if it has one."""
    return places.pictures / f"{folder_key(campaign)}.png"


def save_thumbnail(places: UserFolders, campaign: Path, png: bytes) -> Path:
    """Keep the small picture of where a campaign stopped, which must show the shared view only.

    Raises:
        ValueError: if it is no PNG.
        OSError: if it cannot be written.
    """
    if not png.startswith(_PNG):
        raise ValueError("a campaign's picture must be a PNG")
    path = thumbnail_path(places, campaign)
    write_atomically(path, png)
    return path


def pictures() -> Path:
    """Return where a dialog that asks for a picture opens first: a person's pictures, or their documents."""
    folder = platformdirs.user_pictures_path()
    return folder if folder.is_dir() else documents()


def documents() -> Path:
    """Return where file dialogs open that know no better place: a person's documents, or their home."""
    folder = platformdirs.user_documents_path()
    return folder if folder.is_dir() else Path.home()
