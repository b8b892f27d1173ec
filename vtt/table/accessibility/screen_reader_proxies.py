"""Invisible widgets that tell a screen reader what is on the table, one for each focus target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget


class ScreenReaderTarget(Protocol):
    """The part of a focus target that a screen reader needs."""

    @property
    def name(self) -> str:
        """The text that a screen reader says."""
        ...

    @property
    def rect(self) -> QRectF:
        """The target's rectangle."""
        ...


class ScreenReaderProxy(QWidget):
    """An invisible widget for a card, a pile or a seat: only a name and a rectangle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class ScreenReaderProxies:
    """The invisible widgets of one table, created while a screen reader runs.

    Args:
        parent: the widget that they cover.
    """

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._proxies: list[ScreenReaderProxy] = []

    def follow(self, targets: Sequence[ScreenReaderTarget]) -> None:
        """Make one widget for each target, with its rectangle and its name."""
        while len(self._proxies) > len(targets):
            gone = self._proxies.pop()
            gone.hide()
            gone.deleteLater()
        while len(self._proxies) < len(targets):
            made = ScreenReaderProxy(self._parent)
            made.show()
            self._proxies.append(made)
        for proxy, target in zip(self._proxies, targets, strict=True):
            if proxy.accessibleName() != target.name:
                proxy.setAccessibleName(target.name)
            proxy.setGeometry(target.rect.toAlignedRect())

    def speak(self, number: int) -> None:
        """Tell the screen reader that a target now has the keyboard focus."""
        if QAccessible.isActive() and 0 <= number < len(self._proxies):
            QAccessible.updateAccessibility(QAccessibleEvent(self._proxies[number], QAccessible.Event.Focus))
