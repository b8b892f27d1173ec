"""One start of the program, from nothing to a table that answers: prints the seconds since its parent began it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from vtt.system import startup_tuning


def main(begun: float, folder: Path) -> int:
    """StartOptions the demo, wait until its table is painted and an offer is there, say how long that took, and end."""
    startup_tuning.prepare_process()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from vtt.shell.application import Application
    from vtt.shell.first_window import StartOptions
    from vtt.shell.start import run_application
    from vtt.system.user_folders import folders_under

    def watch(house: Application) -> None:
        page = house.window.page
        if page is None or not page.table_room.offers.tiles:
            QTimer.singleShot(5, house, lambda: watch(house))
            return
        page.table_room.table.viewport().repaint()
        print(time.time() - begun, flush=True)
        QApplication.quit()

    return run_application(StartOptions(demo="imaginality"), folders_under(folder), keep=False, watch=watch)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2])))
