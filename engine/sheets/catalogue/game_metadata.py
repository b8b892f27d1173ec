"""Facts about games that the sheets need: which games have sheets, their names, and the conditions they propose."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from engine.asset_folder import ASSETS

_FOLDER = ASSETS / "rulesets"


@cache
def games_with_sheets() -> tuple[str, ...]:
    """Return the ids of the games that have record sheets."""
    return tuple(sorted(path.name for path in _FOLDER.iterdir() if any((path / "sheets").glob("*.toml"))))


@cache
def game_name(ruleset: str) -> str:
    """Return the name of a game; its id if its assets have no name."""
    name = _ruleset(ruleset).get("name")
    return name if isinstance(name, str) else ruleset


@cache
def proposed_conditions(ruleset: str) -> tuple[str, ...] | None:
    """Return the conditions that a game proposes for adding by hand; None if its assets do not list any."""
    path = ASSETS / "rulesets" / ruleset / "conditions.toml"
    if not ruleset.isidentifier() or not path.is_file():
        return None
    return tuple(map(str, tomllib.loads(path.read_text(encoding="utf-8"))["proposed"]))


@cache
def lists_beside(ruleset: str) -> frozenset[str]:
    """Return the lists that hold only the group's own entries, in addition to the game's; other lists hold both."""
    found = _ruleset(ruleset).get("lists_beside")
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


def _ruleset(ruleset: str) -> Mapping[str, object]:
    path = _FOLDER / ruleset / "ruleset.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if ruleset.isidentifier() and path.is_file() else {}
