"""The program, playing by itself: `python -m tests.vtt.window_victim FILE FOLDER`.

It opens a campaign in its real window, and says after each gesture how many are kept: one line each, on its output.
Each line on its input lets it do so many gestures more.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize, QSocketNotifier

from engine.core.manual_moves import Say
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions
from vtt.shell.start import run_application
from vtt.system.user_folders import folders_under


def say(line: object) -> None:
    """Say something to whoever started this."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def watch(house: Application) -> None:
    """Play as soon as the campaign is open and somebody wishes it."""
    asked = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, house)
    asked.setEnabled(False)

    def go_on() -> None:
        words = os.read(sys.stdin.fileno(), 100).split()
        campaign = house.controller.campaign
        if not words or campaign is None:
            asked.setEnabled(False)
            return
        for _ in range(sum(map(int, words))):
            done = campaign.submit(Say(seat="gm", text=f"Line {campaign.position}"))
            say(campaign.position if done else "refused")

    def laid() -> None:
        if house.controller.opened is None:
            return
        say(f"open {house.controller.opened.history.cursor}")
        asked.activated.connect(go_on)
        asked.setEnabled(True)

    house.controller.laid.connect(laid)


if __name__ == "__main__":
    start = StartOptions(campaign=Path(sys.argv[1]), size=QSize(1280, 720))
    sys.exit(run_application(start, folders_under(Path(sys.argv[2])), watch=watch))
