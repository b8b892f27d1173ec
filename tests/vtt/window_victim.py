"""The program, playing by itself: `python -m tests.vtt.window_victim FILE FOLDER`.

It opens a campaign in its real window, and says after each gesture how many are kept: one line each, on its output.
Each line on its input lets it do so many gestures more.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize, QSocketNotifier

from engine.play.moves import Say
from vtt.app import App, Start, play
from vtt.save.places import places_under


def say(line: object) -> None:
    """Say something to whoever started this."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def watch(house: App) -> None:
    """Play as soon as the campaign is open and somebody wishes it."""
    asked = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, house)
    asked.setEnabled(False)

    def go_on() -> None:
        words = os.read(sys.stdin.fileno(), 100).split()
        session = house.steward.session
        if not words or session is None:
            asked.setEnabled(False)
            return
        for _ in range(sum(map(int, words))):
            done = session.submit(Say(seat="gm", text=f"Line {session.position}"))
            say(session.position if done else "refused")

    def laid() -> None:
        if house.steward.opened is None:
            return
        say(f"open {house.steward.opened.timeline.cursor}")
        asked.activated.connect(go_on)
        asked.setEnabled(True)

    house.steward.laid.connect(laid)


if __name__ == "__main__":
    start = Start(campaign=Path(sys.argv[1]), size=QSize(1280, 720))
    sys.exit(play(start, places_under(Path(sys.argv[2])), watch=watch))
