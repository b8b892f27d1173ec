"""A row or a column of buttons that loses none: what does not fit goes into a menu at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from vtt.widgets.dressing import IconButton, dress
from vtt.widgets.theme import Theme, ThemeHub


@dataclass(slots=True)
class _Place:
    widget: QWidget
    actions: tuple[QAction, ...]
    priority: int
    end: bool
    flexible: bool
    wanted: bool = True
    along: int = 0


class Strip(QWidget):
    """Lays widgets along a line.

    Each widget stands for some actions. When there is no room, the widgets of the lowest priority go, and their actions
    are found in the menu of the last button.
    """

    def __init__(self, hub: ThemeHub, orientation: Qt.Orientation, more: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._across = orientation is Qt.Orientation.Horizontal
        self._places: list[_Place] = []
        self._spacing = 4
        self._margin = 4
        self.more = IconButton(hub, "more", more, self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.more)
        self.more.setMenu(self._menu)
        self.more.hide()
        dress(hub, self._wear)

    def add(
        self,
        widget: QWidget,
        actions: Sequence[QAction],
        priority: int,
        *,
        end: bool = False,
        flexible: bool = False,
    ) -> None:
        """Add a widget that stands for some actions.

        Args:
            widget: it belongs to the strip from now on.
            actions: what is found in the menu when the widget does not fit.
            priority: the lowest goes first.
            end: it lies at the far end of the line.
            flexible: it makes do with its least size where others need the room.
        """
        widget.setParent(self)
        widget.show()
        self._places.append(_Place(widget, tuple(actions), priority, end, flexible))
        self.updateGeometry()
        self._fit()

    def want(self, widgets: Sequence[QWidget], wanted: bool) -> None:
        """Show some widgets or leave them out altogether, menu included."""
        for place in self._places:
            if place.widget in widgets:
                place.wanted = wanted
        self.updateGeometry()
        self._fit()

    def hidden_actions(self) -> tuple[QAction, ...]:
        """Return the actions that are now in the menu."""
        return tuple(self._menu.actions())

    def sizeHint(self) -> QSize:
        """Return the room for everything."""
        along = sum(self._along(p.widget) + self._spacing for p in self._places if p.wanted) + 2 * self._margin
        return self._size(along)

    def minimumSizeHint(self) -> QSize:
        """Return the room for the menu alone."""
        return self._size(self._along(self.more) + 2 * self._margin)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose what fits."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Choose anew when a widget wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit()
        return super().event(event)

    def _wear(self, theme: Theme) -> None:
        self._spacing = theme.metrics.pad_xs
        self._margin = theme.metrics.pad_s
        self.updateGeometry()
        self._fit()

    def _along(self, widget: QWidget) -> int:
        hint = widget.sizeHint()
        return hint.width() if self._across else hint.height()

    def _least(self, place: _Place) -> int:
        if not place.flexible:
            return self._along(place.widget)
        hint = place.widget.minimumSizeHint()
        return hint.width() if self._across else hint.height()

    def _size(self, along: int) -> QSize:
        hints = [p.widget.sizeHint() for p in self._places] + [self.more.sizeHint()]
        if self._across:
            return QSize(along, max(h.height() for h in hints) + 2 * self._margin)
        return QSize(max(h.width() for h in hints) + 2 * self._margin, along)

    def _fit(self) -> None:
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return  # it has no length yet
        room = (self.width() if self._across else self.height()) - 2 * self._margin + self._spacing
        wanted = [p for p in self._places if p.wanted]
        kept = list(wanted)
        for place in kept:
            place.along = self._least(place)
        needed = sum(p.along + self._spacing for p in kept)
        if needed > room:
            needed += self._along(self.more) + self._spacing
            for place in sorted(wanted, key=lambda p: p.priority):
                if needed <= room:
                    break
                kept.remove(place)
                needed -= place.along + self._spacing
        spare = max(0, room - needed)
        for place in kept:
            if place.flexible:
                more = min(spare, max(0, self._along(place.widget) - place.along))
                place.along += more
                spare -= more
        gone = [p for p in wanted if p not in kept]
        self._fill_menu(gone)
        self._lay(kept, spare)
        for place in self._places:
            place.widget.setVisible(place in kept)
        self.more.setVisible(bool(gone))

    def _lay(self, kept: list[_Place], spare: int) -> None:
        at = self._margin
        for place in kept:
            if not place.end:
                at = self._put(place.widget, at, place.along)
        at += spare
        for place in kept:
            if place.end:
                at = self._put(place.widget, at, place.along)
        self._put(self.more, at, self._along(self.more))

    def _put(self, widget: QWidget, at: int, along: int) -> int:
        breadth = (self.height() if self._across else self.width()) - 2 * self._margin
        if self._across:
            height = min(breadth, widget.sizeHint().height())
            widget.setGeometry(QRect(at, self._margin + (breadth - height) // 2, along, height))
        else:
            widget.setGeometry(QRect(self._margin, at, breadth, along))
        return at + along + self._spacing

    def _fill_menu(self, gone: list[_Place]) -> None:
        wanted = [action for place in gone for action in place.actions]
        if wanted == self._menu.actions():
            return
        # Only our own entries are taken out; the actions themselves belong to the window.
        for action in self._menu.actions():
            self._menu.removeAction(action)
        self._menu.addActions(wanted)
