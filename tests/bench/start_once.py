"""One start of the program, from nothing to a table that answers: prints the seconds since its parent began it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from vtt import brisk


def main(begun: float, folder: Path) -> int:
    """Start the demo, wait until its table is painted and an offer is there, say how long that took, and end."""
    brisk.get_ready()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from vtt.app import App, Start, play
    from vtt.save.places import places_under

    def watch(house: App) -> None:
        page = house.window.page
        if page is None or not page.table_room.offers.tiles:
            QTimer.singleShot(5, house, lambda: watch(house))
            return
        page.table_room.table.viewport().repaint()
        print(time.time() - begun, flush=True)
        QApplication.quit()

    return play(Start(demo="imaginality"), places_under(folder), keep=False, watch=watch)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2])))
