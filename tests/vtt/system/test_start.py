"""The start: what is not loaded, not read and not collected until the table stands."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from vtt.system.gui_thread_gc import GuiThreadCollector

PIECES = 5000
ROOT = Path(__file__).resolve().parents[3]
STARTED = """
import gc, linecache, sys
from vtt.system import startup_tuning
startup_tuning.prepare_process()
assert not gc.isenabled()
import vtt.shell.application
late = ("sqlalchemy", "sqlmodel", "engine.rulesets", "vtt.storage.campaign_opening",
        "vtt.welcome.welcome_page", "vtt.sheets.characters.characters_room")
assert not [name for name in late if name in sys.modules], sorted(sys.modules)
read = [name for name in linecache.cache if name.endswith(".py")]
assert len(read) < 10, read
startup_tuning.freeze_startup_objects()
assert not gc.isenabled() and gc.get_freeze_count() > 1000
"""


def test_the_start_loads_no_database_reads_no_source_and_collects_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_other_thread_collects_garbage(qtbot: QtBot) -> None:
    threads: list[int] = []

    class Piece:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            threads.append(threading.get_ident())

    parent = QObject()
    GuiThreadCollector(parent)
    worker = threading.Thread(target=lambda: [Piece() for _ in range(PIECES)] and None)
    worker.start()
    worker.join()
    assert threads == []
    qtbot.waitUntil(lambda: len(threads) == PIECES)
    assert set(threads) == {threading.get_ident()}
    parent.deleteLater()
