"""Helpers that keep a widget in step with the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from vtt.widgets.look.theme import Theme, ThemeHub


def follow_theme(hub: ThemeHub, wear: Callable[[Theme], None]) -> None:
    """Call a widget's bound method with the theme, now and at each change; the connection ends with the widget.

    Raises:
        TypeError: it is another function, which would be called after the widget is gone.
    """
    if not isinstance(getattr(wear, "__self__", None), QObject):
        raise TypeError(f"{wear!r} is no method of a widget")
    hub.changed.connect(wear)
    wear(hub.theme)


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget another role of the style sheet while it is shown."""
    set_property(widget, "role", role)


def set_property(widget: QWidget, name: str, value: str | bool) -> None:
    """Give a widget another value of a property that the style sheet knows while it is shown."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def clear_hover_after(menu: QMenu, button: QToolButton) -> None:
    """Clear a button's hover state when its menu closes: Qt does not report that the pointer has left it."""

    def rest() -> None:
        if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            button.setDown(False)
            button.update()

    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, button, rest))
