"""A row or a column of buttons that loses none: what does not fit goes into a menu at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.theme_binding import follow_theme


@dataclass(slots=True)
class _Place:
    widget: QWidget
    actions: tuple[QAction, ...]
    priority: int
    end: bool
    flexible: bool
    wanted: bool = True
    along: int = 0


class OverflowBar(QWidget):
    """Places widgets along a line.

    Each widget represents some actions. If there is no room, the widgets of the lowest priority are hidden, and their
    actions are in the menu of the last button.
    """

    def __init__(self, hub: ThemeHub, orientation: Qt.Orientation, more: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._across = orientation is Qt.Orientation.Horizontal
        self._places: list[_Place] = []
        self._spacing = 4
        self._margin = 4
        self._scale = 1.0
        self.more = IconButton(hub, "more", more, self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.more)
        self.more.setMenu(self._menu)
        self.more.hide()
        follow_theme(hub, self._apply_theme)

    def add(
        self,
        widget: QWidget,
        actions: Sequence[QAction],
        priority: int,
        *,
        end: bool = False,
        flexible: bool = False,
    ) -> None:
        """Add a widget for some actions.

        Args:
            widget: the widget; it belongs to the bar from now on.
            actions: the actions in the menu while the widget is hidden.
            priority: the lowest is hidden first.
            end: it is at the far end of the line.
            flexible: it shrinks to its minimum size if others need the room.
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

    def _apply_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
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
        hints = [p.widget.sizeHint() for p in self._places if p.wanted] + [self.more.sizeHint()]
        breadth = max(h.height() if self._across else h.width() for h in hints) + 2 * self._margin
        # Below 100 % it stays as broad as at 100 %, so that the table beside it keeps its size.
        breadth = math.ceil(breadth / min(1.0, self._scale))
        return QSize(along, breadth) if self._across else QSize(breadth, along)

    def _fit(self) -> None:
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return  # it has no length yet
        room = (self.width() if self._across else self.height()) - 2 * self._margin + self._spacing
        wanted_places = [p for p in self._places if p.wanted]
        kept = list(wanted_places)
        for place in kept:
            place.along = self._least(place)
        needed = sum(p.along + self._spacing for p in kept)
        if needed > room:
            needed += self._along(self.more) + self._spacing
            for place in sorted(wanted_places, key=lambda p: p.priority):
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
        hidden_places = [p for p in wanted_places if p not in kept]
        self._fill_menu(hidden_places)
        self._lay(kept, spare)
        for place in self._places:
            place.widget.setVisible(place in kept)
        self.more.setVisible(bool(hidden_places))

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

    def _fill_menu(self, hidden_places: list[_Place]) -> None:
        actions = [action for place in hidden_places for action in place.actions]
        if actions == self._menu.actions():
            return
        # Only our own entries are taken out; the actions themselves belong to the window.
        for action in self._menu.actions():
            self._menu.removeAction(action)
        self._menu.addActions(actions)
