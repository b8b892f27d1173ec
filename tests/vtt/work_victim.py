"""Works on campaign files until it is killed: `python -m tests.vtt.work_victim FOLDER`.

Each line on its input is a kind of work and a number: `restore 7`. It forks a worker and says the worker's process;
the worker does that work again and again, and says `done` after each time. With a number above 0 it kills itself
before that many things are done to files; with 0 it waits to be killed. When it is dead, `over`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.rulesets.loader import game_of, ruleset_ids
from vtt.storage.backups import back_up, list_backups, restore
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_import import import_campaign, preview_import
from vtt.storage.campaign_opening import backup_folder, open_campaign
from vtt.storage.database_copies import save_copy

TOUCHING = ("open", "os.", "sqlite3.connect", "shutil.")


def back_up_on(folder: Path) -> None:
    """Make a backup."""
    path = folder / "campaign.ktable"
    back_up(path, backup_folder(path, folder / "backups"))


def copy_on(folder: Path) -> None:
    """Copy over a copy."""
    save_copy(folder / "campaign.ktable", folder / "copies" / "copy.ktable", replace=True)


def export_on(folder: Path) -> None:
    """Export over an export."""
    export_campaign(folder / "campaign.ktable", folder / "exports" / "export.ktable.zip", replace=True)


def import_on(folder: Path) -> None:
    """Import once more."""
    plan = preview_import(folder / "kept.ktable.zip", folder=folder / "imports")
    import_campaign(plan, folder / "imports", backups=folder / "backups").store.close()


def migrate_on(folder: Path) -> None:
    """Open an old file; what is of the present version is opened only."""
    open_campaign(folder / "old.ktable", backups=folder / "backups").store.close()


def restore_on(folder: Path) -> None:
    """Go back to the last of the backups."""
    path = folder / "campaign.ktable"
    restore(list_backups(backup_folder(path, folder / "backups"))[-1].path, path)


WORK: Mapping[str, Callable[[Path], None]] = {
    "backup": back_up_on,
    "copy": copy_on,
    "export": export_on,
    "import": import_on,
    "migration": migrate_on,
    "restore": restore_on,
}


def count_down(left: int) -> None:
    """Let the process kill itself before it has done so many things to files."""

    def touched(event: str, _details: object) -> None:
        nonlocal left
        if event.startswith(TOUCHING):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(touched)


def work_on(kind: str, steps: int, folder: Path) -> None:
    """Work for ever."""
    if steps:
        count_down(steps)
    while True:
        WORK[kind](folder)
        os.write(sys.stdout.fileno(), b"done\n")


def main() -> None:
    """Fork a worker a line."""
    folder = Path(sys.argv[1])
    for ruleset in ruleset_ids():
        game_of(ruleset)  # loaded once, for all
    for line in sys.stdin:
        kind, steps = line.split()
        child = os.fork()
        if child == 0:
            try:
                work_on(kind, int(steps), folder)
            finally:
                os._exit(3)
        os.write(sys.stdout.fileno(), f"{child}\n".encode())
        os.waitpid(child, 0)
        os.write(sys.stdout.fileno(), b"over\n")


if __name__ == "__main__":
    main()
