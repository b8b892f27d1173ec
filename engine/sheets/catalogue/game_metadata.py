"""Facts about games that the sheets need: which games have sheets, their names, and what they say of conditions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from engine.asset_folder import BUNDLED_GAMES, cached_per_game, game_folder, is_game_id, registered_game_folders
from engine.messages.display_names import readable_id


@cached_per_game
def games_with_sheets() -> tuple[str, ...]:
    """Return the ids of the games that have record sheets."""
    folders = {**{path.name: path for path in BUNDLED_GAMES.iterdir()}, **dict(registered_game_folders())}
    return tuple(sorted(game for game, path in folders.items() if any((path / "sheets").glob("*.toml"))))


@cached_per_game
def game_name(ruleset: str) -> str:
    """Return the name of a game; its id if it is not installed."""
    name = _read(ruleset, "game").get("name")
    return name if isinstance(name, str) else ruleset


def display_name(ruleset: str) -> str:
    """Return the name of a game for people; one made from its id if it is not installed, an empty text for none."""
    name = game_name(ruleset)
    return readable_id(ruleset) if name == ruleset else name


@cached_per_game
def proposed_conditions(ruleset: str) -> tuple[str, ...] | None:
    """Return the conditions that a game proposes for adding by hand; None if its assets do not list any."""
    proposed = _read(ruleset, "conditions").get("proposed")
    return tuple(map(str, proposed)) if isinstance(proposed, list) else None


@cached_per_game
def incapacitating_conditions(ruleset: str) -> tuple[str, ...]:
    """Return the conditions in which a character of a game cannot act, the most severe first; empty if none are listed.

    They are named before others. A file that cannot be read lists none.
    """
    return _listed_conditions(ruleset, "incapacitating")


@cached_per_game
def urgent_conditions(ruleset: str) -> tuple[str, ...]:
    """Return the conditions of a game that ask for an answer at once, the most urgent first; empty if none are listed.

    They are named right after those in which a character cannot act.
    """
    return _listed_conditions(ruleset, "urgent")


def _listed_conditions(ruleset: str, name: str) -> tuple[str, ...]:
    try:
        listed = _read(ruleset, "conditions").get(name)
    except ValueError:
        return ()
    return tuple(dict.fromkeys(map(str, listed))) if isinstance(listed, list) else ()


@cached_per_game
def lists_beside(ruleset: str) -> frozenset[str]:
    """Return the lists that hold only the group's own entries, in addition to the game's; other lists hold both."""
    found = _read(ruleset, "ruleset").get("lists_beside")
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


@cached_per_game
def starting_body(ruleset: str) -> Mapping[str, object]:
    """Return the body of a new character as the game's data have it; empty for a game without bodies."""
    actor = _read(ruleset, "ruleset").get("actor")
    body = actor.get("body") if isinstance(actor, dict) else None
    return body if isinstance(body, dict) and isinstance(body.get("locations", {}), dict) else {}


def _read(ruleset: str, name: str) -> Mapping[str, object]:
    path = game_folder(ruleset) / f"{name}.toml" if is_game_id(ruleset) else None
    return tomllib.loads(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else {}
