"""Rich moments to begin a property from: demos and kept scripts of a game, to any depth, and played on at random."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from engine.asset_folder import game_folder
from engine.core.commands import Command
from engine.kit.conformance.rich_tables import play_on, rich_table
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import PlayedScript, play_script
from engine.rulesets.loader import game_of

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FIGHTS = ("start_fight", "start_conflict", "start_battle", "d100_start_fight")


@cache
def scripts_of(ruleset: str) -> tuple[PlayedScript, ...]:
    """Return the demo and the kept scripts of a game, played."""
    kept = [path for path in sorted((GOLDEN / ruleset).glob("*.json")) if not path.name.endswith(".answer.json")]
    return tuple(play_script(path.read_bytes(), game_of) for path in (game_folder(ruleset) / "demo.json", *kept))


def a_moment(ruleset: str, random: Random) -> Table:
    """Return the table at some moment of a script, often with secret characters of the GM."""
    return rich_table(game_of(ruleset), [played.history for played in scripts_of(ruleset)], random)


def a_moment_of_play(game: Game, random: Random) -> tuple[Table, Command | None, int]:
    """Return a rich moment after some more gestures, and which is done next with which seed, if any is."""
    table = a_moment(game.ruleset.id, random)
    steps = play_on(game, table, random, random.randint(1, 12))
    return steps[-1] if steps else (table, None, 0)
