"""The options of a game, as its rules read them: their specifications, and the values in force at a table.

>>> from engine.model.frozen import replace
>>> options = GameOptions("imaginality")
>>> options.specs()["skill_mode"].kind.value
'choice'
>>> table = Table(ruleset="imaginality", options={"lucky": True, "hand": 5, "most": 0, "ties": "defender"})
>>> options.flag(table, "lucky"), options.number(table, "hand"), options.limit(table, "most")
(True, 5, None)
>>> options.word(replace(table, scene={"ties": "attacker"}), "ties")
'attacker'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options
from engine.model.frozen import Json
from engine.model.table import Table


class GameOptions:
    """The options of a game, from the file `options.toml` in its folder.

    Attributes:
        specs: returns all options with their texts; the file is read at the first call.
        value: returns the value of an option that is in force: that of the scene or the table, unless the game has
            narrower scopes.
    """

    def __init__(self, game: str, value: Callable[[Table, str], Json] = Table.option) -> None:
        self.specs: Final[Callable[[], Mapping[str, OptionSpec]]] = cache(
            partial(read_options, game_folder(game) / "options.toml")
        )
        self.value: Final = value

    def flag(self, table: Table, name: str) -> bool:
        """Return whether a switch is on."""
        return bool(self.value(table, name))

    def number(self, table: Table, name: str) -> int:
        """Return a number."""
        value = self.value(table, name)
        assert isinstance(value, int)
        return value

    def limit(self, table: Table, name: str) -> int | None:
        """Return a number that is a limit; None where the group has set 0 for none."""
        return self.number(table, name) or None

    def word(self, table: Table, name: str) -> str:
        """Return a choice."""
        return str(self.value(table, name))
