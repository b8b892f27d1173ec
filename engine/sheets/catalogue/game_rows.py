"""The rows that a game brings in a file of its folder, such as its cards, foes or ready-made heroes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.core.strict_parsing import load_toml
from engine.model.frozen import Json

LARGEST: Final = 1_048_576
"""The number of bytes that a file of a game folder may have."""
MOST_LEVELS: Final = 12
"""The number of parts that a dotted key in such a file may have."""


@cached_per_game
def rows_of_game(ruleset: str, subject: str) -> tuple[Mapping[str, Json], ...]:
    """Return the rows that a game brings for a subject or a list of its sheets, such as its `cards`.

    Raises:
        ValueError: the file is invalid; the message names it.
    """
    safe = is_game_id(ruleset) and re.fullmatch(r"[a-z0-9_]+", subject) is not None
    path = game_folder(ruleset) / f"{subject}.toml" if safe else None
    if path is None or not path.is_file():
        return ()
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"larger than {LARGEST // 1024} kB")
        tables = load_toml(path.read_text(encoding="utf-8"), MOST_LEVELS)
    except RecursionError as error:
        raise ValueError(f"{ruleset}/{path.name}: nested too deep") from error
    except ValueError as error:
        raise ValueError(f"{ruleset}/{path.name}: {error}") from error
    rows = next((rows for rows in tables.values() if isinstance(rows, list)), [])
    return tuple(row for row in rows if isinstance(row, dict))
