"""What games say of themselves to those who show sheets: which bring some, and what they are called."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from engine.play.words import ASSETS

_FOLDER = ASSETS / "rulesets"


@cache
def games_with_sheets() -> tuple[str, ...]:
    """Return the ids of the games that have record sheets."""
    return tuple(sorted(path.name for path in _FOLDER.iterdir() if any((path / "sheets").glob("*.toml"))))


@cache
def game_name(ruleset: str) -> str:
    """Return what a game is called; its id if its assets do not say."""
    name = _ruleset(ruleset).get("name")
    return name if isinstance(name, str) else ruleset


@cache
def proposed_conditions(ruleset: str) -> tuple[str, ...] | None:
    """Return the conditions that are proposed by hand in a game; None where its assets do not say."""
    path = ASSETS / "rulesets" / ruleset / "conditions.toml"
    if not ruleset.isidentifier() or not path.is_file():
        return None
    return tuple(map(str, tomllib.loads(path.read_text(encoding="utf-8"))["proposed"]))


@cache
def lists_beside(ruleset: str) -> frozenset[str]:
    """Return the lists in which a group has only its own, beside all that the game brings; others hold that as well."""
    found = _ruleset(ruleset).get("lists_beside")
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


def _ruleset(ruleset: str) -> Mapping[str, object]:
    path = _FOLDER / ruleset / "ruleset.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if ruleset.isidentifier() and path.is_file() else {}
