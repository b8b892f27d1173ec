"""The part of a widget that the widgets around it let through."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def visible_part(widget: QWidget) -> QRect:
    """Return the part of a widget that no ancestor cuts off, in its own coordinates; all of it if nothing is left."""
    part, offset, inner = widget.rect(), QPoint(), widget
    while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
        offset += inner.pos()
        part = part.intersected(outer.rect().translated(-offset))
        inner = outer
    return part if not part.isEmpty() else widget.rect()
