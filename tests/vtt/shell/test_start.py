"""The start: the window is there before the rest of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_a_fault_ends_the_loading_and_a_window_closed_meanwhile_stays_closed(tmp_path: Path) -> None:
    """Closing the last window ends the process, so it has one of its own."""
    code = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from vtt.shell.first_window import FirstWindow, StartOptions
from vtt.shell.start import run_application
from vtt.system.user_folders import folders_under
load = FirstWindow.load
def read_slowly(progress):
    for _ in range(300):
        if progress.cancelled:
            return
        time.sleep(0.01)
    print("nobody has stopped the work")
def load_and_close(first, task):
    for fault in (ImportError("fails"), SystemExit("ends")):
        try:
            load(first, lambda _progress: (_ for _ in ()).throw(fault))
        except BaseException as error:
            print(error)
    first.task_runner.start(read_slowly, print)
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
    assert (done.returncode, done.stdout, done.stderr) == (0, "fails\nends\n0\n", "")
