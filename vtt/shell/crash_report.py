"""Crash reports: a report without secrets, and one sentence for the user; no fault is lost in silence."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

import PySide6
from PySide6.QtCore import QObject, Qt, Signal

from engine.core.fault_isolation import set_fault_handler
from vtt import __version__

KEPT = 20
ROOT = Path(__file__).resolve().parents[2]


def crash_report(error: BaseException) -> str:
    """Return the report of a fault: kinds of errors and lines of code, but no values of variables.

    Error messages are left out, because they quote cards and names.
    """
    lines = [
        f"Kitchen Table {__version__}, Python {platform.python_version()}",
        f"PySide6 {PySide6.__version__}, {platform.system()}",
        "",
    ]
    seen: set[int] = set()
    fault: BaseException | None = error
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        for frame in traceback.extract_tb(fault.__traceback__):
            lines.append(f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}")
            if frame.line:
                lines.append(f"    {frame.line}")
        lines.append(type(fault).__name__)
        fault = fault.__cause__ or fault.__context__
        if fault is not None:
            lines.append("which came after")
    return "\n".join(lines) + "\n"


def _short(filename: str) -> str:
    """Return a file's name without the folders of this machine, which may bear a person's name."""
    path = Path(filename)
    for base in (ROOT, *(Path(folder) for folder in sys.path if folder)):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.name


def write_report(folder: Path, error: BaseException) -> Path | None:
    """Write a report and return its path, or None if it cannot be written. Old reports are removed."""
    name = f"fault-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(crash_report(error), encoding="utf-8")
        for old in sorted(folder.glob("fault-*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return folder / name


class CrashHandler(QObject):
    """Catches unhandled errors: in slots, in paint events, in threads and in destructors.

    Args:
        folder: the folder of the reports.
        tell: is called with the report's file, or None, in the window's thread.

    Signals:
        caught: the report's file, or None.
    """

    caught = Signal(object)

    def __init__(self, folder: Path, tell: Callable[[Path | None], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._tell = tell
        self._before = (sys.excepthook, sys.unraisablehook, threading.excepthook)
        self._telling = False
        self._written: set[str] = set()
        # A fault in paint must not open a dialog from within paint; one in a thread must not touch widgets.
        self.caught.connect(self._say, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Catch from now on."""
        sys.excepthook = self._except
        sys.unraisablehook = self._unraisable
        threading.excepthook = self._thread
        set_fault_handler(self.write_down)

    def remove(self) -> None:
        """Leave everything as it was before."""
        sys.excepthook, sys.unraisablehook, threading.excepthook = self._before
        set_fault_handler(None)

    def catch(self, error: BaseException) -> None:
        """Report a fault: on the terminal, in the folder, and to the person; each kind once, for paint repeats it."""
        if isinstance(error, (KeyboardInterrupt, SystemExit)) or not self._is_new(error):
            return
        self.caught.emit(write_report(self._folder, error))

    def write_down(self, error: Exception) -> None:
        """Report a fault that hid only one piece and that the user sees there already; no dialog."""
        if self._is_new(error):
            write_report(self._folder, error)

    def _is_new(self, error: BaseException) -> bool:
        report = crash_report(error)
        if report in self._written:
            return False
        self._written.add(report)
        sys.stderr.write(report)
        return True

    def _except(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.catch(error)

    def _unraisable(self, caught: sys.UnraisableHookArgs) -> None:
        if caught.exc_value is not None:
            self.catch(caught.exc_value)

    def _thread(self, caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            self.catch(caught.exc_value)

    def _say(self, report: Path | None) -> None:
        if self._telling:
            return
        self._telling = True
        try:
            self._tell(report)
        finally:
            self._telling = False
