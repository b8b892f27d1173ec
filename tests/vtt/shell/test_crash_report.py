"""A fault in the program is never silent, and its report tells no secret."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vtt.shell.crash_report import KEPT, CrashHandler, crash_report, write_report


class Told(list[Path | None]):
    """The report files that were announced."""


@pytest.fixture
def told(qtbot: QtBot, tmp_path: Path) -> Iterator[Told]:
    found = Told()
    handler = CrashHandler(tmp_path / "reports", found.append)
    # pytest-qt put its own hook in; this test looks at ours, and puts everything back.
    handler.install()
    yield found
    handler.remove()


def secret_fault() -> None:
    hand = {"tom": ("8H", "XR")}
    try:
        raise KeyError(f"Tom Miller holds {hand['tom']}")
    except KeyError as error:
        raise ValueError("the Queen of Hearts") from error


def test_a_report_has_the_lines_of_code_and_no_card_or_name() -> None:
    with pytest.raises(ValueError, match="Queen") as caught:
        secret_fault()
    report = crash_report(caught.value)
    assert "in secret_fault" in report
    assert "tests/vtt/shell/test_crash_report.py" in report
    assert "ValueError\nwhich came after" in report
    assert "KeyError" in report
    assert "PySide6 6." in report
    # Source lines stand there, as they do in the repository; what they worked on does not.
    assert "Tom Miller holds ('8H'" not in report
    assert str(Path.home()) not in report


@pytest.mark.qt_no_exception_capture
def test_faults_in_slots_in_paint_and_in_threads_are_all_reported(qtbot: QtBot, told: Told, tmp_path: Path) -> None:
    class Broken(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            raise ZeroDivisionError

    def in_slot() -> None:
        raise ValueError

    def in_thread() -> None:
        raise KeyError

    widget = Broken()
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: len(told) == 1)
    widget.update()  # it is broken again and again, but that is said once
    QTimer.singleShot(0, in_slot)
    qtbot.waitUntil(lambda: len(told) == 2)
    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(told) == 3)
    widget.close()
    kinds = sorted(path.read_text(encoding="utf-8").splitlines()[-1] for path in told if path is not None)
    assert kinds == ["KeyError", "ValueError", "ZeroDivisionError"]


def test_a_folder_that_cannot_be_written_costs_only_the_report(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way", encoding="utf-8")
    assert write_report(tmp_path / "reports", ValueError()) is None


def test_old_reports_go(tmp_path: Path) -> None:
    for _ in range(KEPT + 3):
        assert write_report(tmp_path, ValueError()) is not None
    assert len(list(tmp_path.iterdir())) == KEPT


def test_the_hooks_are_put_back(qtbot: QtBot, tmp_path: Path) -> None:
    before = (sys.excepthook, sys.unraisablehook, threading.excepthook)
    handler = CrashHandler(tmp_path, lambda _: None)
    handler.install()
    assert sys.excepthook != before[0]
    handler.remove()
    assert (sys.excepthook, sys.unraisablehook, threading.excepthook) == before
