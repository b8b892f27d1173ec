"""Every journey has a desk of its own, and nothing of it is left when the journey is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.journeys.kit import Desk


@pytest.fixture(autouse=True)
def still_caret(qapp: QApplication) -> Iterator[None]:
    """Let no caret blink and no pointer rest on a window: two pictures of one moment must be the same picture."""
    QCursor.setPos(0, 0)
    before = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    yield
    qapp.setCursorFlashTime(before)


@pytest.fixture(autouse=True)
def _real_windows(qapp: QApplication) -> None:
    """Leave journeys out where there is no screen: only a window manager brings windows to the front and gives keys."""
    if qapp.platformName() == "offscreen":
        pytest.skip("a journey needs a screen with a window manager")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.close()
