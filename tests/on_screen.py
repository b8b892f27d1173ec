"""Windows under test, on a display with a slow window manager."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.patience import PATIENCE_MS


def put_up(window: QWidget) -> None:
    """Show a window, and wait until it is on the screen as large as it asked to be.

    A window manager may give it another size for a moment first; what is measured meanwhile is not what people see.
    """
    if not window.isVisible():
        window.show()
    wanted = window.size()
    on_screen(window)
    assert _comes(lambda: window.size() == wanted), (window.size(), wanted)


def lay_out(window: QWidget) -> None:
    """Lay a window out without a screen: it has its new size at once and keeps it."""
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()


def on_screen(window: QWidget) -> None:
    """Wait until a window that has been shown is on the screen and in its frame."""
    assert QTest.qWaitForWindowExposed(window, PATIENCE_MS)
    if not window.isFullScreen() and _is_managed():
        assert _comes(lambda: _is_framed(window))


def _is_framed(window: QWidget) -> bool:
    return not window.window().windowHandle().frameMargins().isNull()


@cache
def _is_managed() -> bool:
    """Say whether windows get frames here; there is no window manager where the tests draw to no display."""
    if QGuiApplication.platformName() == "offscreen":
        return False
    bare = QWidget()
    bare.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    bare.show()
    assert QTest.qWaitForWindowExposed(bare, PATIENCE_MS)
    found = _comes(lambda: _is_framed(bare), 1000)
    bare.close()
    return found


def _comes(condition: Callable[[], bool], patience: int = PATIENCE_MS) -> bool:
    """Wait some milliseconds for a condition; return whether it became true."""
    deadline = QDeadlineTimer(patience)
    while not condition():
        if deadline.hasExpired():
            return False
        QTest.qWait(2)
    return True
