"""Copies of one campaign that somebody keeps side by side on purpose: neither is reported when the other is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.model.frozen import Json
from vtt.shell.user_settings import UserSettings
from vtt.system.atomic_files import real_path

SETTING: Final = "travel.kept_both"
"""The setting with the pairs of files, the latest last."""
MOST_PAIRS: Final = 50


def keep_side_by_side(user_settings: UserSettings, one: Path, other: Path) -> None:
    """Remember that two copies are kept on purpose."""
    pair: Json = sorted((str(real_path(one)), str(real_path(other))))
    others = [each for each in _pairs(user_settings) if each != pair]
    user_settings.keep_extra(SETTING, [*others, pair][-MOST_PAIRS:])


def kept_beside(user_settings: UserSettings, path: Path) -> frozenset[Path]:
    """Return the copies that are kept on purpose beside a file."""
    here = str(real_path(path))
    pairs = (pair for pair in _pairs(user_settings) if here in pair)
    return frozenset(Path(file) for pair in pairs for file in pair if file != here)


def _pairs(user_settings: UserSettings) -> list[list[str]]:
    """Return the pairs; what is no pair of texts, in a file of settings that somebody edited, is left out."""
    stored = user_settings.extra(SETTING)
    pairs = [pair for pair in stored if isinstance(pair, list | tuple)] if isinstance(stored, list | tuple) else []
    named = ([file for file in pair if isinstance(file, str)] for pair in pairs if len(pair) == 2)
    return [files for files in named if len(files) == 2]
