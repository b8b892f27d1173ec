"""Fixtures of all tests of the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(scope="session", autouse=True)
def _application(qapp: QApplication) -> None:
    """Start the application before the first test: text that is painted without one ends the process."""
