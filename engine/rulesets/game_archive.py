"""A game as a zip: read with bounds, shown before it is installed, and put into a games folder whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.game_folder import GAME_FILE, LARGEST, GameFile, parse_game_file
from engine.zip_bounds import zip_directory

MOST_FILES: Final = 2_000
LARGEST_FILE: Final = 16_000_000
LARGEST_GAME: Final = 64_000_000
"""The size limit of all its files together, in bytes. The zip itself has the same limit."""
DEEPEST: Final = 8
"""The number of folders below each other."""
LONGEST_PATH: Final = 180
_CHUNK: Final = 1 << 18
_DIRECTORY_BYTES: Final = 1 << 20
"""The list of twice as many files as may be, each with a path of ordinary length."""
_ENCRYPTED: Final = 0x1
_LEFT_OUT_FOLDERS: Final = frozenset({"__macosx", "__pycache__"})
_LEFT_OUT_FILES: Final = frozenset({"thumbs.db", "desktop.ini"})
_ARCHIVES: Final = (".zip", ".whl", ".egg", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".ktable")
_MACHINE_CODE: Final = (
    *(".so", ".pyd", ".dll", ".dylib", ".pyc", ".pth"),
    *(".exe", ".com", ".scr", ".msi", ".bat", ".cmd", ".ps1", ".vbs", ".js", ".hta", ".lnk", ".url", ".reg"),
    *(".sh", ".command", ".desktop", ".app", ".jar", ".pyw", ".pyz"),
)
"""The ends of names of files that a system runs or opens by itself."""
_RESERVED: Final = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
_NEW, _OLD, _GONE = ".new-", ".old-", ".gone-"
"""The beginnings of folders that are not in place: being written, about to be replaced, being removed."""


class ArchiveMember(Frozen):
    """A file of the game: its path inside the game's folder, its size in bytes, and its checksum."""

    path: str
    size: int
    checksum: int


class GameArchive(Frozen):
    """A zip with a game, as it is shown before it is installed.

    Attributes:
        path: the zip.
        root: the folder inside the zip that holds the game, with a slash at the end; empty if the zip itself does.
        file: the content of its `game.toml`.
        members: its files, without those that are left out: tests, caches, and what file managers add.
    """

    path: Path
    root: str
    file: GameFile
    members: tuple[ArchiveMember, ...]

    @property
    def size(self) -> int:
        """The size of all files together, in bytes."""
        return sum(member.size for member in self.members)

    @property
    def has_code(self) -> bool:
        """Whether it brings code, which runs with all rights of the person who plays it."""
        return bool(self.file.ruleset) or any(member.path.casefold().endswith(".py") for member in self.members)


def read_game_archive(path: Path) -> GameArchive:
    """Return the game in a zip. Nothing is unpacked.

    Raises:
        Refused: with one sentence, if the file is no zip, holds no game, or anything that a game must not bring.
    """
    with _opened(path) as archive:
        return _read(path, archive)


def install_game(
    archive: GameArchive,
    games_folder: Path,
    replaces: Path | None = None,
    progress: Callable[[int, int], bool] = lambda _done, _total: True,
) -> Path:
    """Unpack a game into a games folder, and return its folder there.

    The game is in place whole or not at all, also if the program is killed meanwhile: see `tidy_games_folder`.

    Args:
        archive: the zip as it was shown; it must not have changed since.
        games_folder: the games folder; it is made if needed.
        replaces: the folder of the version that it replaces, in the same games folder.
        progress: is called with the number of files written and their total; False stops it.

    Raises:
        Refused: the zip has changed, does not hold what it says, or a folder is in the way; nothing has changed.
        OSError: the disk does not take it; nothing has changed.
    """
    target = games_folder / archive.file.id
    if target != replaces and _is_there(target):
        raise Refused("archive_in_the_way", folder=archive.file.id)
    games_folder.mkdir(parents=True, exist_ok=True)
    draft = games_folder / f"{_NEW}{os.urandom(6).hex()}"
    try:
        draft.mkdir()
        with _opened(archive.path) as opened:
            if _read(archive.path, opened) != archive:
                raise Refused("archive_changed", file=archive.path.name[:60])
            for done, member in enumerate(archive.members):
                if not progress(done, len(archive.members)):
                    raise Refused("archive_stopped")
                _unpack(archive, opened, member, draft)
        _flush_folders(draft)
        if replaces is not None:
            _set_aside(replaces, archive.file.id)
        draft.rename(target)
        _flush(games_folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        _settle(games_folder, archive.file.id)
    return target


def remove_game(folder: Path) -> None:
    """Remove the folder of a game from its games folder. Of a link only the link goes. Raises OSError."""
    if folder.is_symlink():
        folder.unlink()
        return
    gone = folder.with_name(f"{_GONE}{os.urandom(6).hex()}")
    folder.rename(gone)
    _flush(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)


def tidy_games_folder(games_folder: Path, older_than: float) -> None:
    """Finish what a killed program left half done: the older or the newer version of a game is there. Never raises.

    Args:
        games_folder: the games folder; it need not exist.
        older_than: folders that are being written and changed since then may be those of another window, and stay;
            a time as files have it.
    """
    with contextlib.suppress(OSError):
        for entry in sorted(games_folder.iterdir()):
            if entry.name.startswith(_GONE) or (entry.name.startswith(_NEW) and entry.stat().st_mtime < older_than):
                shutil.rmtree(entry, ignore_errors=True)
            elif entry.name.startswith(_OLD) and entry.stat().st_mtime < older_than:
                _settle(games_folder, entry.name.removeprefix(_OLD))


# Reading


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip; whatever is wrong with it is one sentence."""
    name = path.name[:60]
    try:
        if not path.is_file():
            raise Refused("archive_no_zip", file=name)
        if path.stat().st_size > LARGEST_GAME:
            raise Refused("archive_too_large", file=name, most=LARGEST_GAME // 1_000_000)
        with path.open("rb") as file:
            _, directory = zip_directory(file)
            if directory > _DIRECTORY_BYTES:
                raise Refused("archive_too_many", file=name, most=MOST_FILES)
            with zipfile.ZipFile(file) as archive:
                yield archive
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        ValueError,
        RuntimeError,
        struct.error,
    ) as error:
        raise Refused("archive_no_zip", file=name) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip names a place before its beginning
            raise Refused("archive_no_zip", file=name) from error
        raise


def _read(path: Path, archive: zipfile.ZipFile) -> GameArchive:
    name = path.name[:60]
    infos = archive.infolist()
    if len(infos) > 2 * MOST_FILES:
        raise Refused("archive_too_many", file=name, most=MOST_FILES)
    files = [info for info in infos if _is_wanted(info, name)]
    root = _root_of(files, name)
    members: list[ArchiveMember] = []
    for info in files:
        inside = info.filename.removeprefix(root)
        if inside.casefold().startswith("tests/"):
            continue
        _need_harmless(info, inside, name)
        members.append(ArchiveMember(path=inside, size=info.file_size, checksum=info.CRC))
    if len(members) > MOST_FILES:
        raise Refused("archive_too_many", file=name, most=MOST_FILES)
    if sum(member.size for member in members) > LARGEST_GAME:
        raise Refused("archive_too_large", file=name, most=LARGEST_GAME // 1_000_000)
    _need_no_clash([member.path for member in members], name)
    with archive.open(f"{root}{GAME_FILE}") as stream:
        game_file = parse_game_file(stream.read(LARGEST + 1), path.name)
    return GameArchive(path=path, root=root, file=game_file, members=tuple(sorted(members, key=lambda m: m.path)))


def _is_wanted(info: zipfile.ZipInfo, archive: str) -> bool:
    """Say whether an entry of a zip is a file that counts. Raises Refused for one that no zip of a game has."""
    name = info.filename
    kind = stat.S_IFMT(info.external_attr >> 16)
    parts = name.removesuffix("/").split("/")
    visible = all(unicodedata.category(sign)[0] != "C" for sign in name)
    if not visible or len(name) > LONGEST_PATH or "\\" in name or info.orig_filename != name:
        raise Refused("archive_bad_name", file=archive, name=_shown(name))
    if any(part in ("", ".", "..") or part[-1] in ". " or _has_odd_sign(part) for part in parts):
        raise Refused("archive_bad_name", file=archive, name=_shown(name))
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Refused("archive_link", file=archive, name=_shown(name))
    packed = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) and not info.flag_bits & _ENCRYPTED
    if not packed or (info.is_dir() and info.file_size):
        raise Refused("archive_no_zip", file=archive)
    if info.is_dir():
        return False
    folded = [part.casefold() for part in parts]
    hidden = any(part.startswith(".") for part in parts)
    return not (hidden or folded[-1] in _LEFT_OUT_FILES or not _LEFT_OUT_FOLDERS.isdisjoint(folded))


def _has_odd_sign(part: str) -> bool:
    return any(sign in '<>:"|?*' for sign in part) or part.partition(".")[0].casefold() in _RESERVED


def _root_of(files: list[zipfile.ZipInfo], archive: str) -> str:
    """Return the folder that holds the game. Raises Refused if the zip holds no game, or more than one game."""
    names = [info.filename for info in files]
    if GAME_FILE in names:
        return ""
    roots = {name.partition("/")[0] for name in names}
    if len(roots) != 1 or f"{min(roots)}/{GAME_FILE}" not in names:
        raise Refused("archive_no_game", file=archive)
    return f"{min(roots)}/"


def _need_harmless(info: zipfile.ZipInfo, inside: str, archive: str) -> None:
    """Raise Refused for a file that a game must not bring: too large, deep, packed twice, or machine code."""
    shown, folded = _shown(inside), inside.casefold()
    if info.file_size > LARGEST_FILE:
        raise Refused("archive_file_large", file=archive, name=shown, most=LARGEST_FILE // 1_000_000)
    if inside.count("/") > DEEPEST:
        raise Refused("archive_bad_name", file=archive, name=shown)
    if folded.endswith(_ARCHIVES):
        raise Refused("archive_in_archive", file=archive, name=shown)
    if folded.endswith(_MACHINE_CODE):
        raise Refused("archive_machine_code", file=archive, name=shown)


def _need_no_clash(paths: list[str], archive: str) -> None:
    """Raise Refused if two files would be the same on some disk, or a file is a folder too."""
    taken: set[str] = set()
    folders: set[str] = set()
    for path in paths:
        plain = unicodedata.normalize("NFC", path).casefold()
        if plain in taken:
            raise Refused("archive_twice", file=archive, name=_shown(path))
        taken.add(plain)
        folders.update(str(folder) for folder in PurePosixPath(plain).parents)
    if not taken.isdisjoint(folders):
        raise Refused("archive_twice", file=archive, name=_shown(min(taken & folders)))


def _shown(name: str) -> str:
    """Return a name from a stranger's file for a sentence: short, with nothing invisible in it."""
    plain = "".join(sign if unicodedata.category(sign)[0] != "C" else "?" for sign in name)
    return plain if len(plain) <= 60 else f"{plain[:59]}…"


# Writing


def _unpack(archive: GameArchive, opened: zipfile.ZipFile, member: ArchiveMember, draft: Path) -> None:
    """Write one file. What the zip says of its size is a promise, and no more than that is ever written."""
    path = draft.joinpath(*member.path.split("/"))
    path.parent.mkdir(parents=True, exist_ok=True)
    left = member.size
    with opened.open(f"{archive.root}{member.path}") as source, path.open("xb") as file:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise Refused("archive_no_zip", file=archive.path.name[:60])
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if left:
        raise Refused("archive_no_zip", file=archive.path.name[:60])


def _set_aside(folder: Path, game: str) -> None:
    """Move the older version of a game into a hidden folder, from where `_settle` takes it back if need be."""
    aside = folder.with_name(f"{_OLD}{game}")
    aside.mkdir(exist_ok=True)
    folder.rename(aside / folder.name)
    _flush(folder.parent)


def _settle(games_folder: Path, game: str) -> None:
    """Drop the older version of a game if the newer one is in place; else put the older one back. Never raises."""
    aside = games_folder / f"{_OLD}{game}"
    with contextlib.suppress(OSError):
        if not aside.is_dir():
            return
        for older in aside.iterdir():
            if not _is_there(games_folder / game) and not _is_there(games_folder / older.name):
                older.rename(games_folder / older.name)
        if not any(aside.iterdir()) or _is_there(games_folder / game):
            shutil.rmtree(aside, ignore_errors=True)


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _flush_folders(folder: Path) -> None:
    for place, _, _ in os.walk(folder):
        _flush(Path(place))


def _flush(folder: Path) -> None:
    """Make a folder's list of names safe against a pulled plug, where the system can be asked for that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
