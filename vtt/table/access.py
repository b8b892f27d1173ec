"""What a screen reader finds on the table: an unseen widget for each stop, while there is a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget


class Named(Protocol):
    """A stop, as far as a screen reader is concerned."""

    @property
    def name(self) -> str:
        """What is said of it."""
        ...

    @property
    def rect(self) -> QRectF:
        """Where it is."""
        ...


class Proxy(QWidget):
    """Stands for a card, a pile or a seat: a name and a place, and nothing to see."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class Proxies:
    """The unseen widgets.

    Args:
        parent: the widget on which they lie.
    """

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._proxies: list[Proxy] = []

    def follow(self, stops: Sequence[Named]) -> None:
        """Let there be one for each stop, in its place and with its name."""
        while len(self._proxies) > len(stops):
            gone = self._proxies.pop()
            gone.hide()
            gone.deleteLater()
        while len(self._proxies) < len(stops):
            made = Proxy(self._parent)
            made.show()
            self._proxies.append(made)
        for proxy, stop in zip(self._proxies, stops, strict=True):
            if proxy.accessibleName() != stop.name:
                proxy.setAccessibleName(stop.name)
            proxy.setGeometry(stop.rect.toAlignedRect())

    def speak(self, number: int) -> None:
        """Tell the screen reader that the keyboard stands at a stop now."""
        if QAccessible.isActive() and 0 <= number < len(self._proxies):
            QAccessible.updateAccessibility(QAccessibleEvent(self._proxies[number], QAccessible.Event.Focus))
