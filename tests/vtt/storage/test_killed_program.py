"""Whatever a program is killed at, campaigns are there under their names, whole, and so is all that has a name.

One kill of each kind is tried each time, at a moment of chance; `dev.py test --long` tries every step in every game.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.vtt import save_kit as kit
from tests.vtt.storage.test_moved_file import do, playing, ready
from tests.vtt.storage.test_samples import FOLDERS, answer, unpacked
from tests.vtt.work_victim import WORK
from vtt.storage.backups import back_up, is_good, list_backups
from vtt.storage.campaign_import import preview_import
from vtt.storage.campaign_opening import backup_folder, open_campaign
from vtt.storage.full_check import check_campaign
from vtt.system.atomic_files import part_file_for

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
CHOICE = random.Random()
STEPS = {"backup": 40, "copy": 30, "export": 15, "import": 45, "migration": 60, "restore": 60}
"""About how many things each kind of work does to files."""


class Victim:
    """A process whose workers are killed, and their folder."""

    def __init__(self, sample: Path, folder: Path) -> None:
        self.folder, self.sample = folder, sample
        self.path = unpacked(sample, folder)
        shutil.copyfile(sample / "export.ktable.zip", folder / "kept.ktable.zip")
        self.early = answer(sample)["entries"]
        back_up(self.path, self.backups)
        with closing(open_campaign(self.path, backups=folder / "backups").store) as store:
            store.move_cursor(0)
        self.old = folder / "old.ktable"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.vtt.work_victim", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parents[3],
        )

    @property
    def backups(self) -> Path:
        return backup_folder(self.path, self.folder / "backups")

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()

    def kill_at(self, kind: str, steps: int) -> bool:
        """Have a worker kill itself at a step; return whether it came so far in the first round of its work."""
        self._lay(kind)
        self.say(f"{kind} {steps}")
        self.hear()
        rounds = 0
        while self.hear() != "over":
            rounds += 1
        return not rounds

    def kill_after(self, kind: str, seconds: float) -> None:
        """Kill a worker after a while."""
        self._lay(kind)
        self.say(f"{kind} 0")
        worker = int(self.hear())
        time.sleep(seconds)
        os.kill(worker, signal.SIGKILL)
        while self.hear() != "over":
            pass

    def _lay(self, kind: str) -> None:
        if kind == "migration":
            as_version_1(self.path, self.old)

    def holds(self, kind: str) -> None:
        """Everything that has a name is whole, and what has none goes the next time."""
        for path in (self.path, self.old) if kind == "migration" else (self.path,):
            opened = open_campaign(path, backups=self.folder / "backups")
            with closing(opened.store):
                assert len(opened.history.entries) == self.early, kind
                assert opened.history.cursor in {0, answer(self.sample)["cursor"]}, kind
            check_campaign(path)
        for copy in (*self.folder.glob("copies/*.ktable"), *self.folder.glob("imports/*.ktable")):
            check_campaign(copy)
        for export in self.folder.glob("exports/*.zip"):
            assert preview_import(export).entries == self.early
        for place in self.folder.glob("backups/*"):
            found = list_backups(place)
            assert all(map(is_good, found)), kind
            assert len(found) == sum(1 for name in place.iterdir() if not name.name.startswith(".")), kind
        known = {"campaign.ktable", "old.ktable", "kept.ktable.zip", "backups", "copies", "exports", "imports"}
        assert {p.name for p in self.folder.iterdir() if not p.name.startswith(".")} <= known, kind
        left = [p for p in self.folder.rglob(".*") if ".part" in p.name]
        for part in left:
            os.utime(part, (0, 0))
        back_up(self.path, self.backups)
        for place in {part.parent for part in left}:
            part_file_for(place / "whatever comes next")
        assert not [p for p in self.folder.rglob(".*") if ".part" in p.name], kind
        for done in (*self.folder.glob("imports/*.ktable"), *self.folder.glob("copies/*"), self.old):
            done.unlink(missing_ok=True)


def as_version_1(path: Path, old: Path) -> None:
    """Write a campaign as the first version of the program did."""
    for part in old.parent.glob(f"{old.name}*"):
        part.unlink()
    with closing(sqlite3.connect(old, isolation_level=None)) as made:
        script = (Path(__file__).parents[1] / "data" / "campaign_version_1.sql").read_text(encoding="utf-8")
        made.executescript(script)
        for table in ("campaign", "journal", "checkpoint"):
            made.execute(f"DELETE FROM {table}")
        made.execute("ATTACH ? AS now", (str(path),))
        for table in ("campaign", "journal", "checkpoint"):
            columns = ", ".join(row[1] for row in made.execute(f"PRAGMA main.table_info({table})"))
            made.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")


@pytest.fixture
def victim(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Victim]:
    made = Victim(getattr(request, "param", CHOICE.choice(FOLDERS)), tmp_path)
    yield made
    made.end()


def test_a_kill_at_each_kind_of_work_leaves_everything_whole(victim: Victim) -> None:
    for kind, most in STEPS.items():
        steps = CHOICE.randint(1, most)
        print(victim.sample.name, kind, steps)
        victim.kill_at(kind, steps)
        victim.holds(kind)


@pytest.mark.long
@pytest.mark.parametrize("kind", WORK)
@pytest.mark.parametrize("victim", FOLDERS, indirect=True, ids=lambda folder: folder.name)
def test_a_kill_at_every_step_of_every_work_leaves_everything_whole(victim: Victim, kind: str) -> None:
    steps = 1
    while victim.kill_at(kind, steps):
        victim.holds(kind)
        steps += 1
    assert steps > STEPS[kind] // 4
    for _ in range(20):
        victim.kill_after(kind, CHOICE.random() * 0.5)
        victim.holds(kind)


def kill_a_window(sample: Path, folder: Path, count: int) -> None:
    """Kill the program in its window while it plays, and see what it has kept."""
    path = unpacked(sample, folder)
    with playing(path, folder / "home") as process:
        ready(process)
        kept = do(process, 5)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("400\n")
        process.stdin.flush()
        told = [process.stdout.readline() for _ in range(count)]
        process.kill()
        told += process.stdout.readlines()
        kept = max([kept, *(int(line) for line in told if line.endswith("\n"))])
    opened = open_campaign(path, backups=folder / "backups")
    with closing(opened.store):
        assert opened.history.cursor in {kept, kept + 1}, "all that was told, and at most one that was not yet"
        assert not opened.lacks_log
    check_campaign(path)
    assert kit.rows(path, "SELECT entries FROM campaign") == [(opened.history.cursor,)]


def test_a_window_that_is_killed_while_it_is_played_in_loses_nothing_that_it_showed(tmp_path: Path) -> None:
    kill_a_window(CHOICE.choice(FOLDERS), tmp_path, CHOICE.randint(0, 40))


@pytest.mark.long
@pytest.mark.parametrize("sample", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("count", [0, 3, 60, 61, 200])
def test_windows_of_every_game_that_are_killed_lose_nothing(sample: Path, count: int, tmp_path: Path) -> None:
    kill_a_window(sample, tmp_path, count)
