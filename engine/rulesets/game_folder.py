"""A game as a folder: its `game.toml`, read and checked. Its code is not imported here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

import msgspec

from engine.asset_folder import is_game_id
from engine.messages.invalid_data import invalid_data
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen

GAME_FILE: Final = "game.toml"
INTERFACE: Final = 1
"""The newest interface between the program and a game that this program knows."""
LARGEST: Final = 65536
"""The size limit of a `game.toml`, in bytes."""

_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
_Sentence = Annotated[str, msgspec.Meta(max_length=600, pattern=r"^[^\x00-\x1f\x7f]*$")]


class GameOrigin(StrEnum):
    """The way in which a game came to the program."""

    BUNDLED = "bundled"
    FOLDER = "folder"
    DISTRIBUTION = "distribution"


class GameFile(Frozen):
    """The content of a `game.toml`.

    Attributes:
        id: the id of the game; campaigns, scripts and texts name it.
        name: the name of the game.
        pitch: one or two sentences about the game, for people who choose one.
        details: setting, number of players and weight in a few words.
        version: the version of the game.
        authors: the names of its authors.
        licence: the licence of its rules text and code.
        credits: acknowledgements for the program's About dialog.
        interface: the interface between program and game that it is written for.
        ruleset: the class of its ruleset, `package.module:Class`, in the package named after the id; empty for a
            game without code.
    """

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    name: _Line
    pitch: _Sentence = ""
    details: _Sentence = ""
    version: _Line = "1.0"
    authors: Annotated[tuple[_Line, ...], msgspec.Meta(max_length=40)] = ()
    licence: _Line = "not stated"
    credits: _Sentence = ""
    interface: Annotated[int, msgspec.Meta(ge=1)] = INTERFACE
    ruleset: Annotated[str, msgspec.Meta(max_length=200)] = ""


class GameFolder(Frozen):
    """A game on the disk: its folder, the content of its `game.toml`, and its origin."""

    path: Path
    file: GameFile
    origin: GameOrigin

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.file.id

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.file.name

    @property
    def demo(self) -> Path | None:
        """Its demo, a script; None if it has none."""
        path = self.path / "demo.json"
        return path if path.is_file() else None

    @property
    def ruleset(self) -> tuple[str, str] | None:
        """The module of its ruleset and the name of the class; None for a game without code."""
        module, _, name = self.file.ruleset.partition(":")
        return (module, name) if module else None


FolderState = frozenset[tuple[str, int, int]]
"""The files of a folder: for each its path below the folder, the time of its last change in ns, and its bytes."""
MOST_FILES: Final = 2000
"""The number of files that are looked at to see whether a game has changed."""


def folder_state(path: Path) -> FolderState:
    """Return the files of a game as they are now, without hidden ones and what Python keeps; none if it is gone."""
    state: set[tuple[str, int, int]] = set()
    with suppress(OSError):
        for file in islice(_files_of(path), MOST_FILES):
            facts = file.stat()
            state.add((file.relative_to(path).as_posix(), facts.st_mtime_ns, facts.st_size))
    return frozenset(state)


def _files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files_of(path)
        elif path.is_file():
            yield path


def read_game_folder(path: Path, origin: GameOrigin) -> GameFolder:
    """Return the game in a folder. Raises Refused with one sentence if its `game.toml` is missing or wrong."""
    try:
        with (path / GAME_FILE).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Refused("game_file_missing", folder=path.name[:60], reason=reason) from error
    return GameFolder(path=path, file=parse_game_file(raw, path.name), origin=origin)


def parse_game_file(raw: bytes, folder: str) -> GameFile:
    """Return the content of a `game.toml`. Raises Refused with one sentence.

    Args:
        raw: the bytes of the file; more than LARGEST are refused.
        folder: the name of its folder or file, for the sentence.
    """
    folder = folder[:60]
    if len(raw) > LARGEST:
        raise Refused("game_file_large", folder=folder, most=LARGEST // 1024)
    try:
        content = tomllib.loads(raw.decode("utf-8"))
        interface = content.get("interface", INTERFACE)
        if isinstance(interface, int) and interface > INTERFACE:
            raise Refused("game_too_new", folder=folder, interface=interface, known=INTERFACE)
        file = msgspec.convert(content, GameFile)
    except (msgspec.ValidationError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Refused("game_file_wrong", folder=folder, reason=invalid_data(error)) from error
    if not is_game_id(file.id):
        raise Refused("game_id_wrong", folder=folder, id=file.id)
    module, colon, name = file.ruleset.partition(":")
    parts = module.split(".")
    if file.ruleset and not (
        colon and name.isidentifier() and all(map(str.isidentifier, parts)) and parts[0] == file.id
    ):
        raise Refused("game_entry_wrong", folder=folder, entry=file.ruleset[:80], id=file.id)
    return file
