"""The data of a game: its numbers, read when they are first needed, and other files of its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from engine.asset_folder import game_folder
from engine.messages.invalid_data import invalid_place, invalid_problem
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen

T = TypeVar("T", bound=Frozen)
LARGEST_FILE: Final = 262144
"""The size limit of a data file, in bytes."""


def rules_table(game: str, name: str, kind: type[T]) -> Callable[[], T]:
    """Return a function that gives the content of `rules/<name>.toml`. The file is read once, at the first call.

    A misspelt or missing key raises `msgspec.ValidationError` there.

    Args:
        game: the id of the game.
        name: the name of the file, without its ending.
        kind: the struct with a field for each key.

    >>> class Falling(Frozen, forbid_unknown_fields=False):
    ...     object_size_from_above: str
    >>> falling = rules_table("classic_fantasy", "falling", Falling)
    """
    return cache(partial(_read, game, name, kind))


def _read(game: str, name: str, kind: type[T]) -> T:
    text = (game_folder(game) / "rules" / f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), kind)


def data_file(path: Path, kind: type[T]) -> T:
    """Return a data file as a struct; the struct's defaults for a file that is not there.

    Raises Refused, with one sentence that names the file, the place and the expectation.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return kind()
    except OSError as error:
        raise data_refused(path.name, "the file", error.strerror or type(error).__name__) from error
    if len(raw) > LARGEST_FILE:
        raise data_refused(path.name, "the file", f"at most {LARGEST_FILE // 1024} kB")
    try:
        return msgspec.convert(tomllib.loads(raw.decode("utf-8")), kind)
    except msgspec.ValidationError as error:
        raise data_refused(path.name, invalid_place(error) or "the file", invalid_problem(error)) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise data_refused(path.name, "the file", invalid_problem(error)) from error


def data_refused(file: str, place: str, problem: str) -> Refused:
    """Return the refusal of a data file: a place in it, and the problem there or what is expected."""
    return Refused("game_data_wrong", file=file, place=place, problem=problem.rstrip("."))


@cache
def sheet_table(game: str, name: str, kind: Any) -> Any:
    """Return a table that the record sheets of a game use too (`tables.toml`), converted to a type.

    Args:
        game: the id of the game.
        name: the name of the table.
        kind: its type, such as `tuple[tuple[int, int], ...]`.
    """
    # Imported here: a table opens sooner without the sheets.
    from engine.sheets.catalogue.sheet_library import tables_of

    return msgspec.convert(tables_of(game)[name], kind, strict=False)
