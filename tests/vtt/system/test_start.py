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
import vtt.shell.start
late = ("vtt.shell.application", "vtt.campaign.open_campaign", "engine.presentation.game", "engine.core.events",
        "vtt.shell.window.campaign_page", "vtt.welcome.welcome_page")
assert not [name for name in late if name in sys.modules], sorted(sys.modules)
import vtt.shell.application
late = ("sqlalchemy", "sqlmodel", "engine.rulesets", "vtt.storage.campaign_opening",
        "vtt.welcome.welcome_page", "vtt.sheets.characters.characters_room")
assert not [name for name in late if name in sys.modules], sorted(sys.modules)
read = [name for name in linecache.cache if name.endswith(".py")]
assert len(read) < 10, read
startup_tuning.freeze_startup_objects()
assert not gc.isenabled() and gc.get_freeze_count() > 1000
"""

WITH_DATABASE = """
import sys
from vtt.system import startup_tuning
startup_tuning.prepare_process()
import vtt.storage.campaign_opening
assert "ssl" not in sys.modules
import asyncio
from sqlalchemy.util.concurrency import is_exit_exception, iscoroutine

async def one() -> int:
    return 1

coroutine = one()
assert iscoroutine(coroutine) and not iscoroutine(one)
assert asyncio.run(coroutine) == 1 and isinstance(sys.modules["asyncio"].CancelledError, type)
assert is_exit_exception(asyncio.CancelledError()) and is_exit_exception(KeyboardInterrupt())
assert not is_exit_exception(ValueError())
"""

FROM_THREADS = """
import sys, threading, time
from vtt.system.startup_tuning import DeferredAsyncio, defer_asyncio

def slowly(frame, event, argument):
    if frame.f_code is not DeferredAsyncio.__getattr__.__code__:
        return None
    time.sleep(0.01)  # so that all threads stand at the same line
    return slowly

defer_asyncio()
stand_in, found = sys.modules["asyncio"], []
threading.settrace(slowly)
threads = [threading.Thread(target=lambda: found.append(stand_in.run)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert found == [sys.modules["asyncio"].run] * 4, found
"""


def run(script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_start_loads_no_database_reads_no_source_and_collects_nothing() -> None:
    run(STARTED)


def test_the_database_loads_no_networks_and_asyncio_works_once_it_is_used() -> None:
    run(WITH_DATABASE)


def test_threads_that_use_asyncio_at_the_same_moment_get_the_same_module() -> None:
    run(FROM_THREADS)


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
