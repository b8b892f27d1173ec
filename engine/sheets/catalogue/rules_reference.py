"""The quick reference that a game brings as data: `reference.toml`, one or two pages of its rules for the table."""

from __future__ import annotations

import tomllib
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.messages.invalid_data import invalid_data
from engine.model.frozen import Frozen
from engine.presentation.card_faces import QuickReference, QuickReferenceSection

LARGEST: Final = 65536
"""The size limit of the file, in bytes."""
_Short = Annotated[str, Meta(min_length=1, max_length=80)]
_Meaning = Annotated[str, Meta(max_length=500)]


class _Part(Frozen):
    """A part of the file: a title, and words with their meanings. `rules` are the rules that it tells."""

    title: _Short
    lines: Annotated[tuple[tuple[_Short, _Meaning], ...], Meta(min_length=1, max_length=40)]
    rules: tuple[str, ...] = ()


class _File(Frozen):
    title: _Short
    parts: Annotated[tuple[_Part, ...], Meta(min_length=1, max_length=30)]
    notice: Annotated[str, Meta(max_length=160)] = ""


@cached_per_game
def rules_reference_of(ruleset: str) -> QuickReference | None:
    """Return the quick reference in a game's folder; None for a game without one.

    Raises:
        ValueError: the file is invalid; the message names it and the place.
    """
    path = game_folder(ruleset) / "reference.toml" if is_game_id(ruleset) else None
    if path is None or not path.is_file():
        return None
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"larger than {LARGEST // 1024} kB")
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (ValueError, RecursionError) as error:  # also of msgspec and of tomllib
        raise ValueError(f"{ruleset}/reference.toml: {invalid_data(error)}") from error
    parts = tuple(QuickReferenceSection(title=part.title, lines=part.lines) for part in found.parts)
    return QuickReference(title=found.title, parts=parts, notice=found.notice)
