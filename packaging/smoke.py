"""Try out the frozen program: does it open the demo, play, close, open again and find what was played?

    python packaging/smoke.py dist/kitchen-table

The program does this by itself when it is started with --smoke-test FOLDER, in which it keeps its campaign.
Here it gets a home and a folder of its own and none of the checkout's settings, and what it left is looked at.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 180
"""Seconds that the whole try may take on a slow machine."""
SQLITE_MAGIC = b"SQLite format 3\0"


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
    print(f"The frozen program passes: {program}")
    print(f"{megabytes(folder):.0f} MB; tried out in {time.monotonic() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
