"""A game without a table of its own here, played on in the window from its file. Prints each time, as a fight does.

Imaginality is played at a crowded table, by what is on offer; Card: the Drawing in the battle of its demo, by its bot.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import HistoryEntry
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import bot_of, game_of
from tests.bench.evening import crowded_table, on_offer
from tests.bench.firefight_once import Watch
from vtt.system import startup_tuning

BEFORE = 12
"""So many gestures have been made when the file is opened; a battle has few more than those that follow."""


BATTLES = {"card_the_drawing": "start_battle"}
"""The games that are played from their demo, by their bot, and the command with which the battle there begins."""


class EveningPlay:
    """A table of a game, and what is done at it.

    Args:
        ruleset: the game.
    """

    def __init__(self, ruleset: str) -> None:
        self.game = game_of(ruleset)
        self._random = Random(7)
        self._bot = bot_of(ruleset) if ruleset in BATTLES else None
        if self._bot is None:
            self.start = crowded_table(self.game)
        else:
            self.start = _battle(game_folder(ruleset) / "demo.json", BATTLES[ruleset])

    def next_command(self, table: Table) -> Command | None:
        """Return what somebody does now; None if nothing is left to do."""
        if self._bot is not None:
            return self._bot.next_command(self.game, table) if self._bot.is_fight_running(table) else None
        seats = self._random.sample(list(table.seats), len(table.seats))
        return next(filter(None, (on_offer(self.game, table, seat, self._random) for seat in seats)), None)

    def entries(self) -> Sequence[HistoryEntry]:
        """Return what has been done when the file is opened."""
        table, chance, entries = self.start, SeededChance(7), []
        for _ in range(BEFORE):
            command = self.next_command(table)
            if command is None:
                break
            outcome = self.game.apply(table, command, chance)
            table = outcome.table
            entries.append(outcome.entry())
        return entries


def _battle(demo: Path, first: str) -> Table:
    """Return the table on which the battle of a demo has just begun, with the command of this kind."""
    script = json.loads(demo.read_text(encoding="utf-8"))
    begins = [command["kind"] for command in script["commands"]].index(first)
    script["commands"] = script["commands"][: begins + 1]
    return play_script(json.dumps(script).encode(), game_of).history.table


def lay(play: EveningPlay, path: Path, backups: Path) -> None:
    """Make the file of an evening that has been going on for a while."""
    from vtt.storage.campaign_opening import create_campaign

    with closing(
        create_campaign(path, "Evening", play.start, play.game, entries=tuple(play.entries()), backups=backups).store
    ):
        pass


def main(ruleset: str, folder: Path, profiled: int | None = None) -> int:
    """Play, and print how long things took: by the wall and at work, in milliseconds; or where one gesture's time went.

    Args:
        ruleset: the game.
        folder: the folder for the files.
        profiled: the number of that gesture.
    """
    startup_tuning.prepare_process()
    play, path = EveningPlay(ruleset), folder / "evening.ktable"
    lay(play, path, folder / "backups")
    return Watch.run(folder, path, play.next_command, profiled)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[-1]), *map(int, sys.argv[2:-1])))
