"""The part of a widget that the widgets around it let through."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtWidgets import QWidget


def visible_part(widget: QWidget) -> QRect:
    """Return the part of a widget that no ancestor cuts off, in its own coordinates; all of it if nothing is left."""
    part, offset, inner = widget.rect(), QPoint(), widget
    while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
        offset += inner.pos()
        part = part.intersected(outer.rect().translated(-offset))
        inner = outer
    return part if not part.isEmpty() else widget.rect()


def visible_boxes(widgets: Iterable[QWidget], page: QWidget) -> list[QRectF]:
    """Return where those of some widgets are that can be seen, as far as they can be, in the coordinates of a page."""
    boxes = [(widget, widget.visibleRegion().boundingRect()) for widget in widgets if widget.isVisible()]
    return [
        QRectF(box.translated(page.mapFromGlobal(widget.mapToGlobal(QPoint()))))
        for widget, box in boxes
        if not box.isEmpty()
    ]
