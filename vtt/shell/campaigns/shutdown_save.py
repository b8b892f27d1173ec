"""Saving when the program ends or may end soon: the whole log goes into the campaign file at once."""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Slot
from PySide6.QtGui import QGuiApplication, QSessionManager

if TYPE_CHECKING:
    from vtt.shell.campaigns.campaign_controller import CampaignController

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
"""Signals by which systems and terminals ask a program to end."""


class ShutdownSave(QObject):
    """Ends the program in order when the system asks for it, and empties the log when the window loses the focus.

    A file in play has a log beside it. A user who logs out, shuts down or switches to the file manager must find
    everything in the file itself.
    """

    def __init__(self, app: QGuiApplication, controller: CampaignController, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._controller = controller
        self._before: dict[int, object] = {}
        self._wakeup = -1
        self._receiver: socket.socket | None = None
        self._sender: socket.socket | None = None
        app.applicationStateChanged.connect(self._state_changed)
        # Directly: the system waits for the answer, and may end the program after it.
        app.commitDataRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)

    def listen(self) -> None:
        """Hear the signals of the system. Python runs no handler while Qt waits, so a socket wakes Qt."""
        self._receiver, self._sender = socket.socketpair()
        for end in (self._receiver, self._sender):
            end.setblocking(False)
        notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._asked_to_end)
        self._wakeup = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        for number in ENDINGS:
            self._before[number] = signal.signal(number, _stay_alive)

    def deafen(self) -> None:
        """Give the signals back to their former handlers."""
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]
        self._before.clear()
        if self._receiver is not None and self._sender is not None:
            signal.set_wakeup_fd(self._wakeup)
            for notifier in self.findChildren(QSocketNotifier):
                notifier.setEnabled(False)
            self._receiver.close()
            self._sender.close()
            self._receiver = self._sender = None

    @Slot()
    def _asked_to_end(self) -> None:
        self._controller.close_campaign()
        self._app.exit(0)

    @Slot(Qt.ApplicationState)
    def _state_changed(self, state: Qt.ApplicationState) -> None:
        opened = self._controller.opened
        if state is not Qt.ApplicationState.ApplicationActive and opened is not None:
            opened.store.hurry()

    @Slot(QSessionManager)
    def _session_ends(self, _manager: QSessionManager) -> None:
        opened = self._controller.opened
        if opened is not None:
            opened.store.move_log()


def _stay_alive(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: that there is a handler keeps the program alive until Qt has heard of it."""
