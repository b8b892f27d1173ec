"""The button of a seat whose place is not seen: badge, name, and whether the table waits for it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton

from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import name_of_seat, table_text
from vtt.shared.seat_badge import paint_seat_badge, seat_index
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, tip
from vtt.widgets.theme_binding import set_property, set_role


def dress_seat_button(
    button: QPushButton, view: VisibleTable, seat: str, hub: ThemeHub, *, waited: bool, brief: bool = False
) -> None:
    """Give a button the badge and the name of a seat, and make it stand out while the table waits for the seat.

    A `brief` one has only the badge, where nothing on the table leaves room for the name.
    """
    name = name_of_seat(view, seat)
    set_role(button, "primary" if waited else "on_table")
    set_property(button, "brief", brief)
    button.setIcon(_icon(seat_index(view, seat), hub, button.devicePixelRatioF(), waited=waited))
    button.setIconSize(_icon_size(hub, waited=waited))
    button.setText("" if brief else button_text(name))
    words = table_text("show_seat", name=name)
    spoken = table_text("spoken.seat_waited", seat=words) if waited else words
    button.setAccessibleName(spoken)
    button.setToolTip(tip(spoken))


def _icon_size(hub: ThemeHub, *, waited: bool) -> QSize:
    side, gap = hub.theme.metrics.icon, hub.theme.metrics.pad_s
    return QSize((side + gap) * (2 if waited else 1), side)


def _icon(index: int, hub: ThemeHub, dpr: float, *, waited: bool) -> QIcon:
    """Return the badge of a seat, and behind it the sign that the table waits for the seat, with gaps after them."""
    size = _icon_size(hub, waited=waited)
    pixmap = QPixmap(size * dpr)
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = size.height()
    paint_seat_badge(painter, QRectF(1, 1, side - 2, side - 2), index)
    if waited:
        painter.drawPixmap(QPointF(size.width() / 2, 0), hub.pixmap("hourglass", side, role="on_accent", dpr=dpr))
    painter.end()
    return QIcon(pixmap)
