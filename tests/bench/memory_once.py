"""One start of the program: prints its resident megabytes once everything is loaded that the start sets going."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.resident_memory import megabytes
from vtt.system import startup_tuning

if TYPE_CHECKING:
    from vtt.shell.application import Application

LOADED = 9_000
"""Milliseconds after which nothing is loaded any more."""


def main(folder: Path, demo: str = "") -> int:
    """Start with a demo, or for an empty name on the first page; print the memory, and end."""
    startup_tuning.prepare_process()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from vtt.shell.first_window import StartOptions
    from vtt.shell.start import run_application
    from vtt.system.user_folders import folders_under

    def tell() -> None:
        print(megabytes(), flush=True)
        QApplication.quit()

    def watch(house: Application) -> None:
        QTimer.singleShot(LOADED, house, tell)

    return run_application(StartOptions(demo=demo), folders_under(folder), keep=False, watch=watch)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[-1]), *sys.argv[1:-1]))
