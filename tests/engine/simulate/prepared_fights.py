"""Prepared fights of each game, and the steps in which bots fight them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.bots.tactics import TACTICS
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import bot_of, game_of
from engine.simulate.simulation import MOST_COMMANDS
from engine.simulate.tactical_fights import TacticalFightBot

FIGHTS = Path(__file__).parent / "fights"
"""Prepared fights of four heroes against six foes, as scripts that end with the start of the fight."""
GAMES = tuple(sorted(path.stem for path in FIGHTS.glob("*.json")))


@cache
def begun(ruleset: str) -> Table:
    """Return the table at the start of the prepared fight of a game."""
    played = play_script((FIGHTS / f"{ruleset}.json").read_bytes(), game_of)
    assert played.stopped is None, played.stopped
    return played.history.table


def bot_with(ruleset: str, party: str = "balanced", opposition: str = "balanced") -> TacticalFightBot:
    """Return the bot of a game with a tactic for each side."""
    bot = bot_of(ruleset)
    assert isinstance(bot, TacticalFightBot)
    return bot.with_tactics({"party": TACTICS[party], "opposition": TACTICS[opposition]})


def steps(
    table: Table, bot: TacticalFightBot, seed: int, most: int = MOST_COMMANDS
) -> Iterator[tuple[Table, Command, Table]]:
    """Yield each command of a fight with the table before and after it, until the fight is over."""
    game, chance = game_of(table.ruleset), SeededChance(seed)
    for _ in range(most):
        if not bot.is_fight_running(table):
            return
        command = bot.next_command(game, table)
        assert command is not None, f"nobody can continue: {table.procedures[-1]}"
        after = game.apply(table, command, chance).table
        yield table, command, after
        table = after
    assert most < MOST_COMMANDS, "the fight does not end"
