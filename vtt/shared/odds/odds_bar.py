"""A chance as a bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from vtt.widgets.look.theme import ThemeHub


def paint_bar(
    painter: QPainter, hub: ThemeHub, where: QRectF, share: float, before: float | None = None, ink: str = "text"
) -> None:
    """Draw a chance as a bar; a notch marks the chance before.

    Args:
        painter: the painter.
        hub: the theme.
        where: the whole bar.
        share: the chance, from 0 to 1.
        before: the chance before; None for none.
        ink: the role of its colour.
    """
    theme = hub.theme
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = where.height() / 2
    painter.setBrush(theme.colour(ink, 0.25))
    painter.drawRoundedRect(where, radius, radius)
    painter.setBrush(theme.colour(ink))
    painter.save()
    painter.setClipRect(QRectF(where.topLeft(), QSizeF(where.width() * share, where.height())))
    painter.drawRoundedRect(where, radius, radius)
    painter.restore()
    if before is not None:
        wide = max(2.0, theme.metrics.ring)
        at = where.left() + (where.width() - wide) * before
        reach = where.height() / 2
        notch = QRectF(at, where.top() - reach, wide, where.height() + 2 * reach)
        painter.drawRect(notch)
    painter.restore()
