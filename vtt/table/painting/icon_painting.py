"""Draws an icon of the theme into a picture of the table."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPixmap

from vtt.widgets.look.theme import ThemeHub


def paint_icon(
    painter: QPainter, hub: ThemeHub, name: str, middle: QPointF, side: float, colour: QColor | str, dpr: float
) -> None:
    """Draw an icon around a point, on whole pixels. `colour` is a colour or the name of one of the theme's."""
    size = max(4, round(side))
    pixmap: QPixmap
    if isinstance(colour, str):
        pixmap = hub.pixmap(name, size, role=colour, dpr=dpr)
    else:
        pixmap = hub.icons.pixmap(name, colour.name(), size, dpr)
    painter.drawPixmap(QPointF(round(middle.x() - size / 2), round(middle.y() - size / 2)), pixmap)
