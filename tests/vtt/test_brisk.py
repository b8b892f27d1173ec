"""The start: what is not loaded, not read and not collected until the table stands."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from vtt.collecting import Collector

PIECES = 5000
ROOT = Path(__file__).resolve().parents[2]
STARTED = """
import gc, linecache, sys
from vtt import brisk
brisk.get_ready()
assert not gc.isenabled()
import vtt.app
late = ("sqlalchemy", "sqlmodel", "engine.rulesets", "vtt.save.opening", "vtt.welcome.page", "vtt.sheets.characters")
assert not [name for name in late if name in sys.modules], sorted(sys.modules)
read = [name for name in linecache.cache if name.endswith(".py")]
assert len(read) < 10, read
brisk.settle()
assert not gc.isenabled() and gc.get_freeze_count() > 1000
"""


def test_the_start_loads_no_database_reads_no_source_and_collects_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_other_thread_takes_apart_what_nobody_needs_any_more(qtbot: QtBot) -> None:
    threads: list[int] = []

    class Piece:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            threads.append(threading.get_ident())

    parent = QObject()
    Collector(parent)
    worker = threading.Thread(target=lambda: [Piece() for _ in range(PIECES)] and None)
    worker.start()
    worker.join()
    assert threads == []
    qtbot.waitUntil(lambda: len(threads) == PIECES)
    assert set(threads) == {threading.get_ident()}
    parent.deleteLater()
