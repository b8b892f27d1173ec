"""What the benchmarks of the start have loaded when the window is about to come is what the program has loaded then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOLD = """
import sys
from pathlib import Path
from vtt.shell import start

def tell(*_arguments, **_options):
    print(*sorted(name for name in sys.modules if name.split(".")[0] in ("engine", "vtt", "PySide6")))
    return 0

start.run_application = tell
"""
PROGRAM = "from vtt.__main__ import main; main(['--demo', 'imaginality'])"
BENCHES = {
    "start": "from tests.bench.start_once import main; main(0.0, Path())",
    "memory": "from tests.bench.memory_once import main; main(Path(), 'imaginality')",
}


def _loaded(started: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", TOLD + started],
        cwd=Path(__file__).resolve().parents[1],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("bench", BENCHES)
def test_a_bench_of_the_start_loads_nothing_that_the_program_loads_later(bench: str) -> None:
    program = _loaded(PROGRAM)
    assert "vtt.shell.first_window" in program
    assert _loaded(BENCHES[bench]) - program == set()
