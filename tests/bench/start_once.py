"""One start of the program, from nothing to a table that answers: prints the seconds since its parent began it.

Like the program, it imports nothing of the window before the first window is painted, and the rest a few modules at a
time between the events of that window.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.asset_folder import has_bundled_demo
from vtt.__main__ import make_parser
from vtt.system import startup_tuning

if TYPE_CHECKING:
    from vtt.shell.application import Application


def main(begun: float, folder: Path) -> int:
    """Start the demo, wait until its table is painted and an offer is there, print how long that took, and end."""
    given = make_parser().parse_args(["--demo", "imaginality"])
    assert has_bundled_demo(given.demo)
    startup_tuning.prepare_process()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from vtt.shell.first_window import StartOptions, has_display
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

    assert has_display()
    return run_application(StartOptions(demo=given.demo), folders_under(folder), keep=False, watch=watch)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2])))
