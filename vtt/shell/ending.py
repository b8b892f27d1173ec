"""The program is told to end, or may soon be: everything goes into the campaign file itself at once."""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Slot
from PySide6.QtGui import QGuiApplication, QSessionManager

if TYPE_CHECKING:
    from vtt.shell.steward import Steward

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
"""Signals by which systems and terminals ask a program to end."""


class Ending(QObject):
    """Ends the program in order when the system asks for it, and has nothing wait when somebody looks elsewhere.

    A file that is played has a log beside it. Who logs out, switches to the file manager or shuts down must find all
    of it in the file.
    """

    def __init__(self, app: QGuiApplication, steward: Steward, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._steward = steward
        self._before: dict[int, object] = {}
        self._wakeup = -1
        self._heard: socket.socket | None = None
        self._told: socket.socket | None = None
        app.applicationStateChanged.connect(self._state_changed)
        # Directly: the system waits for the answer, and may end the program after it.
        app.commitDataRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)

    def listen(self) -> None:
        """Hear the signals of the system. Python runs no handler while Qt waits, so a socket wakes Qt."""
        self._heard, self._told = socket.socketpair()
        for end in (self._heard, self._told):
            end.setblocking(False)
        notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._asked_to_end)
        self._wakeup = signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        for number in ENDINGS:
            self._before[number] = signal.signal(number, _heard)

    def deafen(self) -> None:
        """Leave the signals to whoever had them before."""
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]
        self._before.clear()
        if self._heard is not None and self._told is not None:
            signal.set_wakeup_fd(self._wakeup)
            for notifier in self.findChildren(QSocketNotifier):
                notifier.setEnabled(False)
            self._heard.close()
            self._told.close()
            self._heard = self._told = None

    @Slot()
    def _asked_to_end(self) -> None:
        self._steward.let_go()
        self._app.exit(0)

    @Slot(Qt.ApplicationState)
    def _state_changed(self, state: Qt.ApplicationState) -> None:
        opened = self._steward.opened
        if state is not Qt.ApplicationState.ApplicationActive and opened is not None:
            opened.store.hurry()

    @Slot(QSessionManager)
    def _session_ends(self, _manager: QSessionManager) -> None:
        opened = self._steward.opened
        if opened is not None:
            opened.store.move_log()


def _heard(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: that there is a handler keeps the program alive until Qt has heard of it."""
