"""How fast the campaign file is: one gesture into it, and opening it, with ten thousand gestures in it."""

from __future__ import annotations

import random
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.vtt import save_kit as kit
from vtt.storage.campaign_opening import create_campaign, open_campaign

ENTRIES = 10_000
COMMITS = 300
OPENINGS = 5


def measure() -> list[tuple[str, float, float, str]]:
    """Return each figure: its name, what was measured, the budget, the unit."""
    with tempfile.TemporaryDirectory() as folder:
        path, backups = Path(folder) / "bench.ktable", Path(folder) / "backups"
        start, entries = kit.some_history(ENTRIES)
        opened = create_campaign(path, "Bench", start, kit.GAME, entries=entries, backups=backups)
        times: list[float] = []
        with closing(opened.store) as store:
            choice = random.Random(2)
            for _ in range(COMMITS):
                entry, table = kit.some_entry(opened.history.table, choice)
                begun = time.perf_counter()
                store.commit(entry, opened.history.cursor + 1, table)
                times.append(time.perf_counter() - begun)
                opened.history.add(entry, table)
        openings: list[float] = []
        for _ in range(OPENINGS):
            begun = time.perf_counter()
            opened = open_campaign(path, games=kit.games, backups=backups)
            openings.append(time.perf_counter() - begun)
            opened.store.close()
    return [
        (
            "commit of one gesture, 10,000 in the file, 95th percentile",
            sorted(times)[COMMITS * 95 // 100] * 1e3,
            5.0,
            "ms",
        ),
        ("opening a campaign with 10,000 entries", sorted(openings)[OPENINGS // 2], 0.5, "s"),
    ]
