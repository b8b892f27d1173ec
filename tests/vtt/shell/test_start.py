"""The start: the window is there before the rest of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from engine.rulesets.loader import game_of
from tests.vtt.shell_kit import make_file, open_house, play_at

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


def test_the_editor_of_each_game_is_made_before_a_room_needs_it(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house._is_settled = True
        for game in ("card_the_drawing", "imaginality"):
            path = make_file(tmp_path, game, ruleset=game)
            vars(game_of(game).ruleset).pop("content_editor", None)
            campaign, page = play_at(house, path)
            qtbot.waitUntil(lambda campaign=campaign: "content_editor" in vars(campaign.game.ruleset))  # type: ignore[misc]
            qtbot.waitUntil(lambda: not house.task_runner.busy)
            assert [*page._rooms] == ["table"]
            house.controller.close()
