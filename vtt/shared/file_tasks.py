"""Files that a room reads and writes in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject

from vtt.system.disk_reasons import disk_reason
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

_T = TypeVar("_T")


class FileTasks(QObject):
    """Runs tasks for the viewer of a room. A result that comes after the viewer has changed is dropped.

    Args:
        room: the room, or what works for it.
        say: shows a sentence.
    """

    def __init__(self, room: QObject, say: Callable[[str], object]) -> None:
        super().__init__(room)
        self._say = say
        self._viewers = 0
        self.runner = TaskRunner(self)
        # Not a bound method of this object: at that time only its children still exist.
        self.destroyed.connect(self.runner.close)

    @property
    def busy(self) -> bool:
        """Whether any task is running."""
        return self.runner.busy

    def drop(self) -> None:
        """Stop all tasks and drop their results, because the viewer changes."""
        self._viewers += 1
        self.runner.cancel()

    def start(self, task: Callable[[Progress], _T], then: Callable[[_T], object], *expected: type[Exception]) -> None:
        """Run a task; an OSError or another expected error is said in a sentence."""
        viewers = self._viewers

        def done(result: _T) -> None:
            if viewers == self._viewers:
                then(result)

        def failed(error: Exception) -> None:
            if viewers == self._viewers:
                reason = disk_reason(error) if isinstance(error, OSError) else str(error)
                self._say(getattr(error, "text", "") or ui_text("prep", "file.trouble", why=reason))

        self.runner.start(task, done, failed, lambda: (OSError, *expected))
