"""The longest time that a test waits for an expected result, on a busy machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

PATIENCE_MS: Final = 60_000
"""Milliseconds. Only what never comes takes so long; what comes is not waited for a moment longer."""


class PatientBot(QtBot):
    """The bot of pytest-qt, which otherwise gives up after five seconds of the machine's clock."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        """Wait until something is so."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(
        self,
        signal: Any,  # a signal of any signature, as in pytest-qt
        *,
        timeout: int = PATIENCE_MS,
        raising: bool | None = None,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> SignalBlocker:
        """Wait for a signal."""
        return super().waitSignal(signal, timeout=timeout, raising=raising, check_params_cb=check_params_cb)
