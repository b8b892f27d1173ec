"""A campaign loses no gesture if it is renamed, moved or copied during play, or if its program must end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import Say
from tests.patience import PATIENCE_MS
from tests.vtt import save_kit as kit
from tests.vtt.shell_kit import make_file, open_house, play_at
from tests.vtt.storage.test_samples import FOLDERS, unpacked
from vtt.storage import campaign_errors
from vtt.storage.campaign_database import connect
from vtt.storage.campaign_opening import OpenedCampaign, create_campaign, open_campaign
from vtt.storage.file_header import lacks_log, says_log
from vtt.storage.full_check import check_campaign

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody rename a file that is open")
GESTURES = 33
PATIENCE = PATIENCE_MS / 1000
ROOT = Path(__file__).resolve().parents[3]


def until(happened: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenedCampaign]:
    made = create_campaign(
        tmp_path / "Rivertown.ktable", "Rivertown", kit.new_table(), kit.GAME, backups=tmp_path / "backups"
    )
    yield made
    made.store.close()


def reopened(path: Path) -> OpenedCampaign:
    return open_campaign(path, games=kit.games, backups=path.parent / "backups")


def copy(path: Path, target: Path) -> None:
    """Copy a file as another program does: within this one, closing it would take SQLite's locks away."""
    subprocess.run(["cp", path, target], check=True)


def holds(path: Path, gestures: int) -> bool:
    """Say whether the file alone, without the log beside it, holds so many gestures."""
    alone = path.with_name("alone.ktable")
    copy(path, alone)
    try:
        return kit.rows(alone, "SELECT entries FROM campaign") == [(gestures,)]
    finally:
        for part in path.parent.glob("alone.ktable*"):
            part.unlink()


def rename(path: Path) -> Path:
    return path.rename(path.with_name("Renamed.ktable"))


def move(path: Path) -> Path:
    (path.parent / "elsewhere").mkdir()
    return path.rename(path.parent / "elsewhere" / path.name)


def move_to_another_disk(path: Path) -> Path:
    """As file managers do where a file cannot simply be renamed: it is copied, then deleted."""
    until(lambda: holds(path, GESTURES))
    target = path.with_name("moved.ktable")
    copy(path, target)
    path.unlink()
    return target


@pytest.mark.parametrize("how", [rename, move, move_to_another_disk])
def test_every_gesture_is_in_a_file_that_was_renamed_or_moved_while_it_was_played(
    opened: OpenedCampaign, how: Callable[[Path], Path]
) -> None:
    kit.play(opened, GESTURES)
    there = how(opened.path)
    with pytest.raises(campaign_errors.Vanished, match="in its new location"):
        kit.play(opened, 1)
    opened.store.close()
    assert not [part.name for part in opened.path.parent.iterdir() if part.name.startswith((".", "Rivertown"))]
    check_campaign(there, games=kit.games)
    again = reopened(there)
    with closing(again.store):
        assert again.history.cursor == GESTURES
        assert again.lacks_log == (how is move_to_another_disk)
        kit.play(again, 2)
    third = reopened(there)
    with closing(third.store):
        assert (third.history.cursor, third.lacks_log) == (GESTURES + 2, False)


def test_a_renamed_file_is_one_plain_file_after_closing(opened: OpenedCampaign) -> None:
    kit.play(opened, GESTURES)
    there = rename(opened.path)
    opened.store.close()
    assert holds(there, GESTURES)
    assert not says_log(there)
    assert [part.name for part in there.parent.iterdir()] == ["Renamed.ktable"]


SECOND = """
import sqlite3, sys
second = sqlite3.connect(sys.argv[1])
second.execute("CREATE TABLE mark (word TEXT)")
second.execute("INSERT INTO mark VALUES ('kept')")
second.commit()
print("written", flush=True)
sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no open file")
def test_closing_does_not_take_the_log_from_a_program_that_opened_the_renamed_file(opened: OpenedCampaign) -> None:
    kit.play(opened, GESTURES)
    there = rename(opened.path)
    until(lambda: holds(there, GESTURES))
    with subprocess.Popen(
        [sys.executable, "-c", SECOND, str(there)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as second:
        assert second.stdout
        assert second.stdout.readline() == "written\n"
        opened.store.close()
        assert says_log(there), "the log that lies there now is the other program's"
        second.kill()
    assert kit.rows(there, "SELECT word FROM mark") == [("kept",)]


def test_a_copy_of_the_file_alone_holds_everything_after_a_moment(opened: OpenedCampaign) -> None:
    for last in (5, 17, GESTURES):
        kit.play(opened, last - opened.history.cursor, seed=last)
        until(partial(holds, opened.path, last))
    taken = opened.path.with_name("Copy.ktable")
    copy(opened.path, taken)
    kit.play(opened, 3)
    assert lacks_log(taken)
    looked = open_campaign(taken, games=kit.games, view_only=True)
    with closing(looked.store):
        assert (looked.history.cursor, looked.lacks_log) == (GESTURES, True)
    assert lacks_log(taken), "looking writes nothing"
    again = reopened(taken)
    with closing(again.store):
        assert (again.history.cursor, again.lacks_log) == (GESTURES, True)
    assert not lacks_log(taken)
    check_campaign(taken, games=kit.games)


def test_while_gesture_follows_gesture_the_file_is_not_far_behind(
    opened: OpenedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt.storage.log_checkpoint.LONGEST_SECONDS", 0.2)

    def is_behind() -> bool:
        kit.play(opened, 1, seed=opened.history.cursor)
        return holds(opened.path, 0)

    until(lambda: not is_behind())


def test_a_log_that_vanishes_is_noticed_before_the_next_gesture_and_nothing_is_lost(opened: OpenedCampaign) -> None:
    kit.play(opened, GESTURES)
    opened.path.with_name("Rivertown.ktable-wal").unlink()
    with pytest.raises(campaign_errors.LogVanished, match="open it again"):
        kit.play(opened, 1)
    opened.store.close()
    again = reopened(opened.path)
    with closing(again.store):
        assert (again.history.cursor, again.lacks_log) == (GESTURES, False)
        kit.play(again, 1)


def test_a_file_that_is_cut_off_while_it_is_open_is_noticed_before_the_next_gesture(opened: OpenedCampaign) -> None:
    kit.play(opened, GESTURES)
    until(lambda: holds(opened.path, GESTURES))
    kit.play(opened, 1)
    os.truncate(opened.path, 8192)
    with pytest.raises(campaign_errors.CutOff, match="8192"):
        kit.play(opened, 1)
    assert len(opened.history.entries) == GESTURES + 1


def test_the_window_says_that_a_log_is_missing(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with closing(open_campaign(path, backups=tmp_path / "backups").store):
        copy(path, path.with_name("Copy.ktable"))
    with open_house(tmp_path) as house:
        play_at(house, path.with_name("Copy.ktable"))
        qtbot.waitUntil(lambda: any("without its log file" in notice.text for notice in house.window.notices.messages))


def test_after_focus_loss_or_logout_everything_is_in_the_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt.storage.log_checkpoint.LOOK_SECONDS", PATIENCE)  # no pause is ever long enough
    monkeypatch.setattr("vtt.storage.log_checkpoint.LONGEST_SECONDS", PATIENCE)
    path = make_file(tmp_path)
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        for text in ("One", "Two"):
            assert campaign.submit(Say(seat="tom", text=text))
        assert not holds(path, campaign.position)
        app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
        until(lambda: holds(path, campaign.position))
        assert campaign.submit(Say(seat="tom", text="Three"))
        house.shutdown_save._session_ends(None)  # type: ignore[arg-type]
        assert holds(path, campaign.position), "and at once: the program may be ended next"


def test_a_log_that_somebody_read_when_it_was_to_be_moved_at_once_is_moved_as_soon_as_they_have_ended(
    opened: OpenedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt.storage.log_checkpoint.LOOK_SECONDS", 2 * PATIENCE)
    monkeypatch.setattr("vtt.storage.log_checkpoint.RETRY_SECONDS", 0.01)
    opened.store.hurry()  # from here on no pause is ever long enough
    with closing(connect(opened.path, "ro")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM campaign").fetchone()
        kit.play(opened, 2)
        opened.store.hurry()
        time.sleep(0.1)
        assert not holds(opened.path, 2)
    until(lambda: holds(opened.path, 2))


@contextmanager
def playing(path: Path, folder: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Have the program play in a window and a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.vtt.window_victim", str(path), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **environment},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def do(process: subprocess.Popen[str], count: int) -> int:
    """Let the program do so many gestures; return how many it has kept then."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{count}\n")
    process.stdin.flush()
    lines = [process.stdout.readline() for _ in range(count)]
    return int(lines[-1])


def ready(process: subprocess.Popen[str]) -> None:
    """Wait until its campaign is open."""
    assert process.stdout is not None
    assert process.stdout.readline().startswith("open")


ENDINGS = [
    pytest.param(name, folder, marks=() if name == "SIGTERM" else pytest.mark.long, id=f"{name}-{folder.name}")
    for name, folder in zip(("SIGHUP", "SIGTERM", "SIGINT", "SIGHUP"), FOLDERS, strict=False)
]


@pytest.mark.parametrize(("name", "folder"), ENDINGS)
def test_sigterm_leaves_one_whole_file_under_its_new_name(tmp_path: Path, name: str, folder: Path) -> None:
    path = unpacked(folder, tmp_path)
    with playing(path, tmp_path / "home") as process:
        ready(process)
        kept = do(process, 12)
        there = rename(path)
        os.kill(process.pid, getattr(signal, name))
        assert process.wait(PATIENCE) == 0
    assert holds(there, kept)
    assert not says_log(there)
    assert sorted(part.name for part in tmp_path.iterdir()) == ["Renamed.ktable", "home"]
    again = open_campaign(there, backups=tmp_path / "backups")
    with closing(again.store):
        assert (again.history.cursor, again.lacks_log) == (kept, False)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs a screen of its own")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_logout_that_takes_the_screen_first_leaves_every_gesture_under_a_new_name(
    tmp_path: Path, folder: Path
) -> None:
    path = unpacked(folder, tmp_path)
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as screen:
        assert screen.stdout is not None
        number = screen.stdout.readline().strip()
        with playing(path, tmp_path / "home", QT_QPA_PLATFORM="xcb", DISPLAY=f":{number}") as process:
            ready(process)
            kept = do(process, 12)
            until(partial(holds, path, kept))
            there = rename(path)
            screen.kill()
            assert process.wait(PATIENCE) != 0, "without a screen it cannot go on"
    again = open_campaign(there, backups=tmp_path / "backups")
    with closing(again.store):
        assert again.history.cursor == kept
