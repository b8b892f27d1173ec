"""The command line: what it draws, and what it says to nonsense."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from vtt import __version__
from vtt.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
BARE = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}


def run(*words: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Start the program without a display."""
    home = {f"XDG_{name}_HOME": str(cwd / name) for name in ("CONFIG", "DATA", "CACHE", "STATE")}
    return subprocess.run(
        [sys.executable, "-m", "vtt", *words],
        cwd=cwd,
        env={**BARE, **home, "PYTHONPATH": str(ROOT), **(env or {})},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "no display" in done.stderr
    assert "--screenshot FILE" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_demo_is_drawn_to_a_picture_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run(
        *("--demo", "imaginality", "--screenshot", "made/table.png", "--size", "1024x640", "--look", "light"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    picture = QImage(str(tmp_path / "made" / "table.png"))
    assert (picture.width(), picture.height()) == (1024, 640)
    colours = {picture.pixel(x, y) for x in range(0, 1024, 8) for y in range(0, 640, 8)}
    assert len(colours) > 200
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_the_program_tries_itself_out(tmp_path: Path) -> None:
    done = run("--smoke-test", str(tmp_path / "played"), cwd=tmp_path, env={"QT_QPA_PLATFORM": "offscreen"})
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert list((tmp_path / "played").glob("*.ktable"))


def test_a_file_that_cannot_be_opened_gives_one_sentence_and_no_picture(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ktable"
    broken.write_bytes(b"not a campaign at all" * 100)
    done = run(str(broken), "--screenshot", "out.png", cwd=tmp_path)
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert len(said) == 1
    assert "broken.ktable" in said[0]
    assert not (tmp_path / "out.png").exists()
    assert broken.read_bytes() == b"not a campaign at all" * 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["one.ktable", "two.ktable"], "Only one file can be opened at a time; “two.ktable” is one too many."),
        (["--demos"], "There is no option “--demos”. “--help” lists all options."),
        (["--demo", "chess"], "There is no demo “chess”"),
        (["--scale", "9"], "0.75 to 3"),
        (["--size", "large"], "1280x720"),
        (["--screenshot", "x.png", "--demo", "imaginality", "--viewer", "gm"], "shared screen"),
        (["--screenshot", "x.png", "All.ktable.zip"], "import it first"),
        (["--screenshot", "x.png", "All.ktravel"], "import it first"),
        (["--screenshot", "x.png", "--room", "story"], "To show a room, name a campaign"),
    ],
)
def test_bad_arguments_are_answered_with_valid_ones(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"Kitchen Table {__version__}\n")


def test_a_file_that_the_desktop_opens_while_the_program_runs_is_wanted(tmp_path: Path) -> None:
    """MacOS says so by an event to the application, of which a process can have only one."""
    code = """
from PySide6.QtGui import QFileOpenEvent
from vtt.shell.first_window import make_application
app = make_application([])
app.file_wanted.connect(print)
app.sendEvent(app, QFileOpenEvent("/a/Thursday.ktable"))
"""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "/a/Thursday.ktable\n"
