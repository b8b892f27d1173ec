"""Layouts that are asked for are made, and changed pieces noted, before their window is painted."""

from __future__ import annotations

from collections.abc import Callable
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


def handle_laid_out(event: QEvent, handle: Callable[[QEvent], bool]) -> bool:
    """Handle an event of a window; if it is about to be painted, make the layouts that wait before.

    A graphics view whose scene has changed lets its window be painted at once, even before what was asked to be laid
    out in the same turn: the first frame would show buttons at their old places, and the next would paint them again.
    A frame that waits since a piece moved would also come before the scene notes what a gesture changes, and it would
    be painted twice.

    Args:
        event: any event of the window.
        handle: how the window handles it.
    """
    if event.type() != QEvent.Type.UpdateRequest:
        return bool(handle(event))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    scenes = [scene for scene in _SCENES if isValid(scene)]
    for scene in scenes:
        QCoreApplication.sendPostedEvents(scene, QEvent.Type.MetaCall.value)
        scene.is_noted = True
    try:
        return bool(handle(event))
    finally:
        for scene in scenes:
            scene.is_noted = False
