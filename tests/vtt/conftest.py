"""Fixtures of all tests of the window."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from vtt.table.items import picture_layer
from vtt.widgets.look.ui_fonts import SHARED_FONTS, load_fonts


@pytest.fixture(scope="session", autouse=True)
def _application(qapp: QApplication) -> Iterator[None]:
    """Start the application before the first test, as text that is painted without one ends the process.

    It has the program's fonts, so that no test measures with others because it runs first. At the end, nobody may have
    changed a font that all share.
    """
    load_fonts()
    yield
    assert not SHARED_FONTS.changed()


@pytest.fixture(scope="session", autouse=True)
def _drawn_at_once() -> Iterator[None]:
    """Let the table draw every picture at once, however slow the machine is; `test_left_standing` draws them late."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_layer, "_AT_ONCE", math.inf)
        yield
