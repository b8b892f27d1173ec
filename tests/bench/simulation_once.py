"""Simulated fights in a process of their own, as the program plays them. Prints the name and the value of each row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import process_time

from engine.asset_folder import game_folder
from engine.core.memo import clear_memos
from engine.presentation.scripts.script import PlayedScript, play_script
from engine.rulesets.loader import bot_of, game_of, ruleset_ids
from engine.simulate.simulation import FightBot, PlayedFight, PreparedFight, play_fight
from tests.engine.simulate.prepared_fights import GAMES, begun

FIGHTS = 8
RUNS = 3


def rows() -> Iterator[tuple[str, float]]:
    """Yield the name of each row, and the milliseconds at work of a fight."""
    for fight in fights_of_games():
        times, fights = fight_times(fight)
        commands = sum(played.result.commands for played in fights) / len(fights)
        name = f"a simulated fight of {fight.table.ruleset}, {commands:.0f} commands, at work"
        yield name, sum(times) / len(times) * 1e3


def fights_of_games() -> Iterator[PreparedFight]:
    """Yield the fight of four against six of each game; without one, the fight of its demo from its first command."""
    for ruleset in ruleset_ids():
        bot = bot_of(ruleset)
        if ruleset in GAMES and bot is not None:
            yield PreparedFight(game_of(ruleset), begun(ruleset), bot, 0)
        elif bot is not None:
            yield from _demo_fight(ruleset, bot)


def _demo_fight(ruleset: str, bot: FightBot) -> Iterator[PreparedFight]:
    played: PlayedScript = play_script((game_folder(ruleset) / "demo.json").read_bytes(), game_of)
    tables = [played.history.table_at(number) for number in range(len(played.history.entries) + 1)]
    for number, entry in enumerate(played.history.entries):
        if not bot.is_fight_running(tables[number]) and bot.is_fight_running(tables[number + 1]):
            yield PreparedFight(played.game, tables[number], bot, 0, entry.command)
            break


def fight_times(fight: PreparedFight) -> tuple[list[float], list[PlayedFight]]:
    """Return the least time at work of each fight in some runs, and the fights."""
    fights = [play_fight(fight, number) for number in range(FIGHTS)]
    runs: list[list[float]] = []
    for _ in range(RUNS):
        clear_memos()
        play_fight(fight, FIGHTS)
        runs.append([_time_of(fight, number) for number in range(FIGHTS)])
    return [min(times) for times in zip(*runs, strict=True)], fights


def _time_of(fight: PreparedFight, number: int) -> float:
    begun = process_time()
    play_fight(fight, number)
    return process_time() - begun


if __name__ == "__main__":
    print(json.dumps([*rows()]))
