"""Plays into a campaign file as fast as it can until it is killed: `python -m tests.vtt.save_victim FILE BACKUPS`.

For each line on its input it forks a player and says the player's process; the player says after each gesture how
many there are, how many count, and a mark of the table. When it is dead, `over`.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from tests.vtt import save_kit as kit
from vtt.storage.campaign_opening import open_campaign


def play_on(path: Path, backups: Path, seed: int) -> None:
    """Do and undo, and change pictures between, for ever."""
    opened = open_campaign(path, games=kit.games, backups=backups)
    choice = random.Random(seed)
    timeline = opened.history
    while True:
        if choice.random() < 0.05:
            opened.store.keep_picture(kit.some_picture(choice))
        if timeline.cursor > 3 and choice.random() < 0.15:
            kit.go_to(opened, timeline.cursor - choice.randint(1, 3))
        elif timeline.redoable() is not None and choice.random() < 0.3:
            kit.go_to(opened, len(timeline.entries))
        else:
            kit.play(opened, 1, seed=choice.randrange(1 << 30))
        said = f"{len(timeline.entries)} {timeline.cursor} {kit.mark_of(timeline.table)}\n"
        os.write(sys.stdout.fileno(), said.encode())


def main() -> None:
    """Fork a player a line."""
    path, backups = Path(sys.argv[1]), Path(sys.argv[2])
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                play_on(path, backups, int(line))
            finally:
                os._exit(3)
        os.write(sys.stdout.fileno(), f"{child}\n".encode())
        os.waitpid(child, 0)
        os.write(sys.stdout.fileno(), b"over\n")


if __name__ == "__main__":
    main()
