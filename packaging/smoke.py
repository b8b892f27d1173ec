"""Try out the frozen program: does it open the demo, play, close, open again and find what was played?

    python packaging/smoke.py dist/kitchen-table

The program does this by itself when it is started with --smoke-test FOLDER, in which it keeps its campaigns.
Here it gets a home and a folder of its own and none of the checkout's settings, and what it left is looked at.
In the folder lies the zip of a small game, which it installs and plays. That game also looks whether the program can
read the code of its own modules: the start finds the order of its imports there, and else imports everything at once.
"""

import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

PATIENCE = 180
"""Seconds that the whole try may take on a slow machine."""
MOST_MEGABYTES = 160
"""The size limit of the folder."""
SQLITE_MAGIC = b"SQLite format 3\0"

RARE_MODULES = (
    "bdb",
    "calendar",
    "graphlib",
    "mailbox",
    "sched",
    "statistics",
    "wsgiref.util",
    "xmlrpc.client",
    "zoneinfo",
)
"""Modules of the standard library that the program itself does not use: a game of other people may."""
LATE_MODULE, ITS_FEWEST_IMPORTS = "vtt.prep.prep_room", 10
"""A module of the window that is imported late, and a number of modules that it imports at least."""
GAME = {
    "game.toml": """
id = "smoke_bell"
name = "Smoke Bell"
pitch = "Somebody rings a bell."
version = "1.0"
ruleset = "smoke_bell.ruleset:SmokeBell"
""",
    "ruleset.toml": "[table]\nhands = true\n",
    "texts/en/bell.toml": """
[log]
bell_rung = "{seat} rings the bell"

[offer]
ring_bell = "Ring the bell"
""",
    "smoke_bell/__init__.py": "",
    "smoke_bell/ruleset.py": f"""
import {", ".join(RARE_MODULES)}

from engine.core.commands import Move, Request, need_seat
from engine.kit.manual_game import ManualGame
from engine.messages.display_names import seat_name
from engine.presentation.offers import make_offer
from vtt.widgets.tasks.window_imports import code_of, imported_by

code = code_of("{LATE_MODULE}")
if code is None or len(set(imported_by(code))) < {ITS_FEWEST_IMPORTS}:
    raise ImportError("The program cannot read the code of its modules: the start would import them all at once.")


class RingBell(Request):
    'Ring the bell.'


def ring(draft, command):
    draft.note("bell_rung", seat=seat_name(draft.table, command.seat))


class SmokeBell(ManualGame):
    moves = (Move(RingBell, need_seat, ring),)

    def __init__(self):
        super().__init__("smoke_bell")

    def offers(self, table, seat, viewer):
        return (make_offer("ring_bell", RingBell(seat=seat)),)
""",
}
"""The files of a small game with one command, as other people would write it."""


def zip_of_game(path: Path) -> None:
    """Write the zip of the small game."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in GAME.items():
            archive.writestr(f"smoke_bell/{name}", text)


def program_in(folder: Path) -> Path:
    """The program in a folder that PyInstaller made."""
    return folder.resolve() / ("kitchen-table.exe" if os.name == "nt" else "kitchen-table")


def bare_environment(home: Path) -> dict[str, str]:
    """Return an environment without Python, this checkout or a display, as a frozen program finds it."""
    env = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "QT_", "VIRTUAL_ENV")) and key not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    env["QT_QPA_PLATFORM"] = "offscreen"
    for name in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "RUNTIME_DIR", "STATE_HOME"):
        folder = home / name.lower()
        folder.mkdir(mode=0o700)
        env[f"XDG_{name}"] = str(folder)
    return env


def fault(program: Path, home: Path) -> str | None:
    """Try the program out; what is wrong with it, or None."""
    played = home / "played"
    played.mkdir()
    zip_of_game(played / "smoke_bell.zip")
    try:
        done = subprocess.run(
            [program, "--smoke-test", played],
            check=False,
            cwd=home,
            env=bare_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
        )
    except OSError as error:
        return f"It cannot be started: {error}"
    except subprocess.TimeoutExpired as late:
        return f"{(late.stdout or b'').decode(errors='replace')}\nIt did not end within {PATIENCE} seconds."
    if done.returncode != 0:
        return f"{done.stdout.decode(errors='replace')}\nIt ended with status {done.returncode}."
    if not any(played.rglob("smoke_bell.ktable")):
        return f"{done.stdout.decode(errors='replace')}\nIt did not play the game of the zip."
    if not any(file.read_bytes().startswith(SQLITE_MAGIC) for file in played.rglob("*.ktable")):
        return f"{done.stdout.decode(errors='replace')}\nIt left no campaign file."
    return None


def megabytes(folder: Path) -> float:
    """Return the size of a folder; links inside it count nothing."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir()) / 1e6


def main(words: list[str]) -> int:
    """Try out the frozen program in the folder that is named; the exit status."""
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(words[0])
    program = program_in(folder)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kitchen-table-smoke-") as home:
        found = fault(program, Path(home))
    if found:
        print(f"{found}\nThe frozen program does not pass: {program}", file=sys.stderr)
        return 1
    size = megabytes(folder)
    if size > MOST_MEGABYTES:
        print(f"It takes {size:.0f} MB; {MOST_MEGABYTES} is the most: {folder}", file=sys.stderr)
        return 1
    print(f"The frozen program passes: {program}")
    print(f"{size:.0f} MB; tried out in {time.monotonic() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
