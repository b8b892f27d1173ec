"""An evening in a dungeon in the window, books open in turn. Prints each time, by the wall and at work."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path

from engine.core.chance import SeededChance
from engine.rulesets.loader import game_of
from tests.bench.dungeon import Evening, dungeon
from tests.bench.firefight_once import Watch
from vtt.system import startup_tuning

BEFORE = 60
"""So many gestures have been made when the file is opened: there are wounds and dead to keep books on."""


class DungeonWatch(Watch):
    """Opens one ledger after the other on the slate, one for each gesture, so that each is seen while much happens."""

    def _get_ready(self) -> bool:
        status_page_panel = self._page().table_room.table.status_page_panel
        keys = [tab.key for tab in status_page_panel.tabs]
        status_page_panel.open(keys[len(self._submits) % len(keys)])
        return True


def lay(path: Path, backups: Path) -> None:
    """Make the file of an evening that has been going on for a while."""
    from vtt.storage.campaign_opening import create_campaign

    game, chance, evening = game_of("classic_fantasy"), SeededChance(7), Evening(seed=7)
    start = table = dungeon(game)
    entries = []
    for _ in range(BEFORE):
        outcome = game.apply(table, evening.next_command(game, table), chance)
        table = outcome.table
        entries.append(outcome.entry())
    with closing(create_campaign(path, "Dungeon", start, game, entries=tuple(entries), backups=backups).store):
        pass


def main(folder: Path, profiled: int | None = None) -> int:
    """Play, and print how long things took: by the wall and at work, in milliseconds; or where one gesture's time went.

    Args:
        folder: the folder for the files.
        profiled: the number of that gesture.
    """
    startup_tuning.prepare_process()
    path, evening = folder / "dungeon.ktable", Evening()
    lay(path, folder / "backups")
    return DungeonWatch.run(folder, path, partial(evening.next_command, game_of("classic_fantasy")), profiled)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[-1]), *map(int, sys.argv[1:-1])))
