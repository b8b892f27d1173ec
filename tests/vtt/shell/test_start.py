"""The start: the window is there before the rest of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_a_window_closed_while_the_program_is_loaded_stays_closed(tmp_path: Path) -> None:
    """Closing the last window ends the process, so it has one of its own."""
    code = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from vtt.shell.first_window import FirstWindow, StartOptions
from vtt.shell.start import run_application
from vtt.system.user_folders import folders_under
load = FirstWindow.load
def load_and_close(first, task):
    QTimer.singleShot(0, first.window, first.window.close)
    load(first, task)
FirstWindow.load = load_and_close
print(run_application(StartOptions(), folders_under(Path(sys.argv[1])), watch=lambda house: print("still open")))
"""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")
