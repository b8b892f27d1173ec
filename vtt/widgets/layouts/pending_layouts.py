"""Layouts that are asked for are made before their window is painted."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent


def lay_out_before_painting(event: QEvent) -> None:
    """Make the layouts that wait, if a window is about to be painted.

    A graphics view whose scene has changed lets its window be painted at once, even before what was asked to be laid
    out in the same turn: the first frame would show buttons at their old places, and the next would paint them again.

    Args:
        event: any event of the window, before the window handles it.
    """
    if event.type() == QEvent.Type.UpdateRequest:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
