"""A table for trying a game out in tests: commands by name, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.history import History
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import ActorLine, Script, SeatLine, read_commands, starting_table


class TrialTable:
    """A table with a GM and some players; each of these plays a character with the name of the seat.

    >>> from engine.kit.game_factory import make_game
    >>> from engine.kit.manual_game import ManualGame
    >>> trial = TrialTable(make_game(ManualGame("example")), "ann", "bob")
    >>> trial.do("say", seat="ann", text="Hello!")
    >>> trial.log("bob")
    ('ann: Hello!',)
    >>> trial.refused("move_cards", seat="ann", cards=["8H"], target="deck")
    'no_such_zone'

    Args:
        game: the game.
        players: the ids of the players.
        zones: the cards that are in some zones at the start, the top or the leftmost one first.
        dice: the next faces of some dice: `{"d6": [6, 1]}`.
        seed: the seed of all other chance.
    """

    def __init__(
        self,
        game: Game,
        *players: str,
        zones: Mapping[str, tuple[str, ...]] | None = None,
        dice: Mapping[str, Sequence[int]] | None = None,
        seed: int = 1,
    ) -> None:
        seats = (SeatLine(id="gm", role=Role.GM), *(SeatLine(id=player) for player in players))
        actors = tuple(ActorLine(id=player, seat=player) for player in players)
        script = Script(ruleset=game.ruleset.id, seats=seats, actors=actors, zones=zones or {})
        self.game = game
        self._chance = ScriptedChance(dice or {}, SeededChance(seed))
        self._history = History(starting_table(script, game, self._chance))

    @property
    def table(self) -> Table:
        """The table now."""
        return self._history.table

    def do(self, command: str, **fields: Any) -> None:
        """Do a command, named as in scripts. Raises Refused."""
        outcome = self.game.apply(self.table, self._command(command, fields), self._chance)
        self._history.add(outcome.entry(), outcome.table)

    def refused(self, command: str, **fields: Any) -> str:
        """Return the key of the sentence by which a command is refused; an empty text for an allowed one."""
        refused = self.game.refusal(self.table, self._command(command, fields))
        return "" if refused is None else refused.message.plain_key.removeprefix("refused.")

    def offers(self, seat: str) -> tuple[str, ...]:
        """Return the names of the offers that a seat can take now."""
        return tuple(offer.name for offer in self.game.offers(self.table, seat) if offer.denial is None)

    def log(self, viewer: str) -> tuple[str, ...]:
        """Return the lines of the log that a viewer may read, oldest first."""
        return tuple(say(line.message) for line in self._history.log(viewer))

    def number(self, actor: str, track: str) -> int:
        """Return a number of a character."""
        return self.table.actors[actor].tracks[track].value

    def _command(self, kind: str, fields: Mapping[str, Any]) -> Any:
        if kind not in self.game.commands:
            raise Refused("no_such_command", command=kind)
        return read_commands([{"kind": kind, **msgspec.to_builtins(fields)}], self.game)[0]
