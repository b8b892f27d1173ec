"""A scene that notes where its changed pieces are before a window is painted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QGraphicsScene
from shiboken6 import isValid

_SCENES: Final[WeakSet[PunctualScene]] = WeakSet()


class PunctualScene(QGraphicsScene):
    """A scene that notes where its changed pieces are before every painting of a window, not after one that waits.

    Args:
        parent: the Qt parent.

    Attributes:
        is_noted: a window is being painted for which all changes are noted.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_noted = False
        _SCENES.add(self)


@contextmanager
def all_changes_noted() -> Iterator[None]:
    """Note the changes of every scene, and say so to the scenes while a window is painted."""
    scenes = [scene for scene in _SCENES if isValid(scene)]
    for scene in scenes:
        QCoreApplication.sendPostedEvents(scene, QEvent.Type.MetaCall.value)
    for scene in scenes:  # afterwards: such a call may have had another window painted
        scene.is_noted = True
    try:
        yield
    finally:
        for scene in scenes:
            scene.is_noted = False
