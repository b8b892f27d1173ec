"""packaging/smoke.py: what it finds wrong with a frozen program, shown with small scripts in the program's place."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAYS = 'printf "SQLite format 3\\0" | tee "$2/demo.ktable" > "$2/smoke_bell.ktable"'
AS_MODULE = "import runpy, sys; sys.path.insert(0, '.'); runpy.run_module('vtt', run_name='__main__')"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are shell scripts")


def smoke(folder: Path, script: str | None) -> subprocess.CompletedProcess[str]:
    if script is not None:
        program = folder / "kitchen-table"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    command = [sys.executable, str(ROOT / "packaging" / "smoke.py"), str(folder)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_a_program_that_plays_and_leaves_a_campaign_passes(tmp_path: Path) -> None:
    done = smoke(tmp_path, f'[ "$1" = --smoke-test ] && {PLAYS}')
    assert done.returncode == 0, done.stderr
    assert "passes" in done.stdout


def test_it_is_started_with_neither_a_display_nor_this_checkout(tmp_path: Path) -> None:
    bare = '[ "$QT_QPA_PLATFORM" = offscreen ] && [ -z "$DISPLAY$PYTHONPATH" ] && [ ! -e pyproject.toml ]'
    assert smoke(tmp_path, f"{bare} && {PLAYS}").returncode == 0


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no demo here; exit 3", "no demo here\n\nIt ended with status 3."),
        ("echo > $2/smoke_bell.ktable", "It left no campaign file."),
        ('echo not ours | tee "$2/demo.ktable" > "$2/smoke_bell.ktable"', "It left no campaign file."),
    ],
    ids=["fails", "leaves nothing", "leaves rubbish"],
)
def test_a_program_that_does_not_is_told_off(tmp_path: Path, script: str, said: str) -> None:
    done = smoke(tmp_path, script)
    assert done.returncode == 1
    assert said in done.stderr


def test_a_program_that_is_not_there_is_told_off(tmp_path: Path) -> None:
    done = smoke(tmp_path, None)
    assert done.returncode == 1
    assert "cannot be started" in done.stderr


def test_the_program_of_the_checkout_passes_with_a_game_from_a_zip(tmp_path: Path) -> None:
    """The same steps as those of the frozen program, so that a break is seen before anybody freezes it."""
    done = smoke(tmp_path, f'cd "{ROOT}" && exec "{sys.executable}" -P -c "{AS_MODULE}" "$@"')
    assert done.returncode == 0, done.stderr


def test_a_program_that_cannot_read_its_modules_is_told_off(tmp_path: Path) -> None:
    """Its start would import everything in one turn of the window."""
    unread = "from vtt.widgets.tasks import window_imports; window_imports.code_of = lambda name: None"
    as_module = AS_MODULE.replace("runpy.run_module", f"exec('{unread}'); runpy.run_module")
    done = smoke(tmp_path, f'cd "{ROOT}" && exec "{sys.executable}" -P -c "{as_module}" "$@"')
    assert done.returncode == 1
    assert "cannot read the code of its modules" in done.stderr


def test_a_program_that_leaves_the_zip_alone_is_told_off(tmp_path: Path) -> None:
    done = smoke(tmp_path, 'printf "SQLite format 3\\0" > "$2/demo.ktable"')
    assert done.returncode == 1
    assert "did not play the game of the zip" in done.stderr


def test_a_program_that_is_too_large_is_told_off(tmp_path: Path) -> None:
    with (tmp_path / "filling").open("wb") as file:
        file.truncate(161_000_000)
    done = smoke(tmp_path, PLAYS)
    assert done.returncode == 1
    assert "160 is the most" in done.stderr
