"""Long work beside the window: reported in the window's thread, stopped on demand, never silent about a failure."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from tests.patience import PATIENCE_MS
from vtt.widgets.tasks.task_runner import Progress, TaskRunner


@pytest.fixture
def workshop(qtbot: QtBot) -> TaskRunner:
    return TaskRunner()


def test_the_result_comes_in_the_windows_own_thread(qtbot: QtBot, workshop: TaskRunner) -> None:
    told: list[tuple[int, str]] = []
    job = workshop.start(
        lambda _: threading.current_thread().name, lambda name: told.append((threading.get_ident(), name))
    )
    with qtbot.waitSignal(job.ended):
        pass
    assert told == [(threading.get_ident(), "work")]
    assert not workshop.busy


def test_the_window_reacts_while_work_is_done(qtbot: QtBot, workshop: TaskRunner) -> None:
    let_go = threading.Event()
    QTimer.singleShot(0, workshop, let_go.set)
    heard: list[bool] = []
    job = workshop.start(lambda _: let_go.wait(PATIENCE_MS / 1000), heard.append)
    with qtbot.waitSignal(job.ended, timeout=2 * PATIENCE_MS):
        assert workshop.busy
    assert heard == [True], "the work waited for the window, which went on"


def test_progress_is_reported_and_work_can_be_stopped(qtbot: QtBot, workshop: TaskRunner) -> None:
    seen: list[tuple[int, int]] = []
    results: list[int] = []

    def count(progress: Progress) -> int:
        done = 0
        while done < 100_000:
            progress(done, 10)
            progress.check()
            done += 1
            threading.Event().wait(0.001)
        return done

    job = workshop.start(count, results.append)
    job.progressed.connect(lambda done, total: seen.append((done, total)))
    qtbot.waitUntil(lambda: len(seen) > 3)
    with qtbot.waitSignal(job.ended):
        job.cancel()
    assert {total for _, total in seen} == {10}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert results == []


def test_an_expected_failure_is_reported_and_any_other_is_raised(qtbot: QtBot, workshop: TaskRunner) -> None:
    failures: list[str] = []

    def fail(_progress: Progress) -> None:
        raise OSError("the disk is full")

    job = workshop.start(fail, lambda _: None, lambda error: failures.append(str(error)), lambda: (OSError,))
    with qtbot.waitSignal(job.ended):
        pass
    assert failures == ["the disk is full"]
    with capture_exceptions() as caught:
        job = workshop.start(fail, lambda _: None, lambda error: failures.append(str(error)), lambda: (KeyError,))
        with qtbot.waitSignal(job.ended):
            pass
    assert [kind for kind, _, _ in caught] == [OSError]
    assert failures == ["the disk is full"]


def test_closing_the_workshop_leaves_no_thread(qtbot: QtBot, workshop: TaskRunner) -> None:
    at_work: list[threading.Thread] = []
    both = threading.Barrier(3)

    def go_on(progress: Progress) -> None:
        at_work.append(threading.current_thread())
        both.wait(PATIENCE_MS / 1000)
        while progress(0, 1):
            threading.Event().wait(0.001)

    workshop.start(go_on, lambda _: None)
    workshop.start(go_on, lambda _: None)
    both.wait(PATIENCE_MS / 1000)
    assert len({thread.ident for thread in at_work} - {threading.get_ident()}) == 2
    assert all(thread.is_alive() for thread in at_work)
    workshop.close()
    assert not any(thread.is_alive() for thread in at_work)
    qtbot.waitUntil(lambda: not workshop.busy)


def test_a_runner_that_goes_with_its_last_task_is_destroyed_once(qtbot: QtBot) -> None:
    def drop() -> None:
        runner.pop()

    runner = [TaskRunner()]
    task = runner[0].start(lambda _: None, lambda _: None)
    ended = [task.ended.connect(drop)]  # only the connection inside the task keeps the runner now
    with qtbot.waitSignal(task.destroyed):
        del task
    assert ended
    assert not runner


def test_work_for_the_window_is_done_in_its_thread_and_the_task_waits_for_it(
    qtbot: QtBot, workshop: TaskRunner
) -> None:
    done: list[int] = []

    def ask(progress: Progress) -> list[int]:
        progress.in_window(lambda: done.append(threading.get_ident()))
        with pytest.raises(ZeroDivisionError):
            progress.in_window(lambda: 1 // 0)
        return [*done]

    heard: list[list[int]] = []
    with qtbot.waitSignal(workshop.start(ask, heard.append).ended):
        pass
    assert heard == [[threading.get_ident()]]


def test_a_task_that_waits_for_the_window_does_not_hold_up_its_end(workshop: TaskRunner) -> None:
    done: list[int] = []
    begun = threading.Event()

    def ask(progress: Progress) -> int:
        begun.set()
        progress.in_window(lambda: done.append(1))
        return 2

    workshop.start(ask, done.append)
    assert begun.wait(PATIENCE_MS / 1000)
    workshop.close()  # the window's thread waits for the task, and answers nothing
    QApplication.processEvents()
    assert done == []
