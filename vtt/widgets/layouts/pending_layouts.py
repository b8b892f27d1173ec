"""Layouts that are asked for are made, and changed pieces noted, before their window is painted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent

from vtt.widgets.layouts.punctual_scene import all_changes_noted


def handle_paint_request(event: QEvent, handle: Callable[[QEvent], bool]) -> bool:
    """Handle an event of a window; if it is about to be painted, make the layouts that wait before.

    A graphics view whose scene has changed lets its window be painted at once, even before what was asked to be laid
    out in the same turn: the first frame would show buttons at their old places, and the next would paint them again.
    A widget that has just come asks for its painting in a deferred event: it would be painted in both frames, too.
    A frame that waits since a piece moved would also come before the scene notes what a gesture changes, and it would
    be painted twice.

    Args:
        event: any event of the window.
        handle: how the window handles it.
    """
    if event.type() != QEvent.Type.UpdateRequest:
        return bool(handle(event))
    for waits in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateLater):
        QCoreApplication.sendPostedEvents(None, waits.value)
    with all_changes_noted():
        return bool(handle(event))
