"""Long work in worker threads, so that the window never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

T = TypeVar("T")
Expected = Callable[[], tuple[type[Exception], ...]]
_CHECK_SECONDS = 0.05
"""A task that waits for the window looks so often whether it is to stop."""


class TaskCancelled(Exception):
    """The person has stopped the work."""


class _WindowWork:
    """What a task wants to be done in the window's thread."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self.done = threading.Event()
        self.error: BaseException | None = None

    def __call__(self) -> None:
        try:
            self._work()
        except BaseException as error:  # it is raised in the task
            self.error = error
        self.done.set()


class Progress:
    """The progress report of a task; also tells the task whether it was cancelled.

    Args:
        tell: gets how much is done, of how much.
        ask_window: hands work to the window's thread; without it, that is done at once.
    """

    def __init__(
        self, tell: Callable[[int, int], None], ask_window: Callable[[_WindowWork], object] = _WindowWork.__call__
    ) -> None:
        self._tell = tell
        self._ask_window = ask_window
        self._stop = threading.Event()

    def __call__(self, done: int, total: int) -> bool:
        """Report how much is done; return whether to go on."""
        self._tell(done, total)
        return not self._stop.is_set()

    def check(self) -> None:
        """Raise TaskCancelled once the work is to stop."""
        if self._stop.is_set():
            raise TaskCancelled

    def in_window(self, work: Callable[[], object]) -> None:
        """Have something done in the window's thread between its events, and wait for it.

        Raises:
            TaskCancelled: the work is to stop; nobody waits for it any more.
            BaseException: what it raises.
        """
        asked = _WindowWork(work)
        self.check()
        self._ask_window(asked)
        while not asked.done.wait(_CHECK_SECONDS):
            self.check()
        if asked.error is not None:
            raise asked.error

    @property
    def cancelled(self) -> bool:
        """Whether the task must stop."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop at the next moment when it can."""
        self._stop.set()


class Task(QObject):
    """One task that is running.

    Signals:
        progressed: how much is done, of how much.
        ended: it is over, whatever its result; the result has been delivered.
    """

    progressed = Signal(int, int)
    ended = Signal()
    _over = Signal()
    _asked = Signal(object)

    def __init__(
        self,
        task: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[Exception], object],
        expected: Expected,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.progress = Progress(self.progressed.emit, self._asked.emit)
        self._task: Callable[[Progress], Any] = task
        self._then: Callable[[Any], object] = then
        self._failed = failed
        self._expected = expected
        self._result: Any = None
        self._error: BaseException | None = None
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="work")
        self._thread.start()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self.progress.cancel()

    def wait(self) -> None:
        """Wait until the thread has ended. The event loop delivers the result, or nobody does after `cancel`."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._result = self._task(self.progress)
        except BaseException as error:  # it is reported, or raised, in the window's thread
            self._error = error
        self._over.emit()

    @Slot(object)
    def _answer(self, asked: _WindowWork) -> None:
        if not self.progress.cancelled:
            asked()

    @Slot()
    def _finish(self) -> None:
        self._thread.join()
        error, self._error = self._error, None
        try:
            match error:
                case None:
                    # A result that was finished before the cancellation is delivered too: it may hold a file open.
                    self._then(self._result)
                case TaskCancelled():
                    pass
                case Exception() if isinstance(error, self._expected()):
                    if not self.progress.cancelled:
                        self._failed(error)
                case _:
                    raise error
        finally:
            self.ended.emit()
            # What listens to `ended` may own the runner and goes with this object; the runner must not delete it again.
            self.setParent(None)
            self.deleteLater()


class TaskRunner(QObject):
    """Runs long tasks, so that the window never waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Task] = []

    @property
    def busy(self) -> bool:
        """Return whether any task is running."""
        return bool(self._jobs)

    def start(
        self,
        task: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[Exception], object] = lambda error: None,
        expected: Expected = lambda: (),
    ) -> Task:
        """Do a task on a thread and tell its result in this one.

        Args:
            task: gets a Progress; touches no widget.
            then: gets the result.
            failed: gets an error of an expected kind; any other error is raised here, for the crash handler.
            expected: tells the kinds of errors that are part of life; it is asked only if there is one.
        """
        job = Task(task, then, failed, expected, self)
        self._jobs.append(job)
        job.ended.connect(lambda: self._jobs.remove(job))
        return job

    def cancel(self) -> None:
        """Ask all work to stop."""
        for job in self._jobs:
            job.cancel()

    def close(self) -> None:
        """Stop all work and wait for it."""
        self.cancel()
        for job in self._jobs:
            job.wait()
