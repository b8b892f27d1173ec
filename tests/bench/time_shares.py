"""Where the time of a profile went, by folder of the project."""

from __future__ import annotations

from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
_DEEP: Final = 3
"""The longest path of a folder that is named."""


def time_shares(profile: Profile) -> dict[str, float]:
    """Return the share of each folder, the largest first; calls into Qt and Python count for their caller."""
    stats: dict[Any, Any] = Stats(profile).stats  # type: ignore[attr-defined]
    seconds: dict[str, float] = {}
    for function, (_, _, own, _, callers) in stats.items():
        folder = _folder(function[0])
        if folder:
            seconds[folder] = seconds.get(folder, 0.0) + own
            continue
        for caller, (_, _, own_for_caller, _) in callers.items():
            named = _folder(caller[0]) or "Qt and Python"
            seconds[named] = seconds.get(named, 0.0) + own_for_caller
    whole = sum(seconds.values()) or 1.0
    return {folder: spent / whole for folder, spent in sorted(seconds.items(), key=lambda pair: -pair[1])}


def _folder(file: str) -> str:
    """Return the folder of a file of the project, such as `vtt/table/seats`; empty for any other file."""
    path = Path(file)
    if not path.is_relative_to(ROOT) or "site-packages" in path.parts:
        return ""
    return "/".join(path.relative_to(ROOT).parent.parts[:_DEEP])
