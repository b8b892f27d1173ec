"""The start: what is not loaded, not read and not collected until the table stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
assert gc.isenabled() and gc.get_freeze_count() > 1000
"""


def test_the_start_loads_no_database_reads_no_source_and_collects_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
