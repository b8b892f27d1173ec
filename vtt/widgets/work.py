"""Long work beside the window: on a thread of its own, with progress and a way to stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

T = TypeVar("T")
Expected = Callable[[], tuple[type[Exception], ...]]


class Cancelled(Exception):
    """The person has stopped the work."""


class Progress:
    """What a piece of work tells while it goes on, and how it learns that nobody wants it any more."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        self._tell = tell
        self._stop = threading.Event()

    def __call__(self, done: int, total: int) -> bool:
        """Tell how much is done; return whether to go on."""
        self._tell(done, total)
        return not self._stop.is_set()

    def check(self) -> None:
        """Raise Cancelled once the work is to stop."""
        if self._stop.is_set():
            raise Cancelled

    @property
    def cancelled(self) -> bool:
        """Whether the work is to stop."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop at the next moment when it can."""
        self._stop.set()


class Job(QObject):
    """One piece of work under way.

    Signals:
        progressed: how much is done, of how much.
        ended: it is over, whichever way; what comes of it has been told.
    """

    progressed = Signal(int, int)
    ended = Signal()
    _over = Signal()

    def __init__(
        self,
        task: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[Exception], object],
        expected: Expected,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.progress = Progress(self.progressed.emit)
        self._task: Callable[[Progress], Any] = task
        self._then: Callable[[Any], object] = then
        self._failed = failed
        self._expected = expected
        self._result: Any = None
        self._error: BaseException | None = None
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="work")
        self._thread.start()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self.progress.cancel()

    def wait(self) -> None:
        """Wait until the thread has ended; what comes of it is told by the event loop, or not at all after `cancel`."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._result = self._task(self.progress)
        except BaseException as error:  # it is told, or raised, in the window's own thread
            self._error = error
        self._over.emit()

    @Slot()
    def _finish(self) -> None:
        self._thread.join()
        error, self._error = self._error, None
        try:
            match error:
                case None:
                    # What was finished before anybody could stop it is told as well: it may hold a file open.
                    self._then(self._result)
                case Cancelled():
                    pass
                case Exception() if isinstance(error, self._expected()):
                    if not self.progress.cancelled:
                        self._failed(error)
                case _:
                    raise error
        finally:
            self.ended.emit()
            self.deleteLater()


class Workshop(QObject):
    """Where long work is done, so that the window never waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []

    @property
    def busy(self) -> bool:
        """Whether any work is under way."""
        return bool(self._jobs)

    def start(
        self,
        task: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[Exception], object] = lambda error: None,
        expected: Expected = lambda: (),
    ) -> Job:
        """Do a task on a thread and tell its result in this one.

        Args:
            task: gets a Progress; touches no widget.
            then: gets the result.
            failed: gets an error of an expected kind; any other error is raised here, for the crash handler.
            expected: tells the kinds of errors that are part of life; it is asked only if there is one.
        """
        job = Job(task, then, failed, expected, self)
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
