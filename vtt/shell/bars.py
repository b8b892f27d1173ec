"""The bar at the head of the window and the rail at its side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from vtt.shell.actions import Actions
from vtt.shell.words import told
from vtt.widgets.dressing import IconButton, dress, go_dark_after
from vtt.widgets.strip import Strip
from vtt.widgets.text import ElidedLabel
from vtt.widgets.theme import Theme, ThemeHub

ROOMS = ("table", "characters", "prep", "story", "options")


def menu_button(hub: ThemeHub, icon: str, name: str, fill: Sequence[QAction | None]) -> IconButton:
    """Return an icon that opens a menu; None is a line between."""
    button = IconButton(hub, icon, name)
    menu = QMenu(button)
    for action in fill:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


class EyesSwitch(QFrame):
    """Whose eyes the main window has: the common screen's or the GM's, told in words."""

    def __init__(self, actions: Actions, hub: ThemeHub) -> None:
        super().__init__()
        self.setProperty("role", "sunken")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for name in ("eyes_shared", "eyes_gm"):
            button = IconButton(hub, "people" if name == "eyes_shared" else "crown", action=actions[name])
            button.set_text_beside()
            self._row.addWidget(button)


class ZoomControl(QWidget):
    """Smaller, how large, larger."""

    def __init__(self, actions: Actions, hub: ThemeHub, steps: Sequence[QAction]) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._percent = QToolButton()
        self._percent.setAutoRaise(True)
        self._percent.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._percent.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._percent)
        menu.addActions(list(steps))
        self._percent.setMenu(menu)
        go_dark_after(menu, self._percent)
        self._row.addWidget(IconButton(hub, "minus", action=actions["zoom_out"]))
        self._row.addWidget(self._percent)
        self._row.addWidget(IconButton(hub, "plus", action=actions["zoom_in"]))
        dress(hub, self._wear)

    def _wear(self, theme: Theme) -> None:
        percent = round(theme.scale * 100)
        self._percent.setText(f"{percent} %")
        self._percent.setAccessibleName(told("tip.zoom", percent=percent))
        self._percent.setToolTip(told("tip.zoom", percent=percent))


class TopBar(Strip):
    """The campaign's name, whose eyes, undo and redo, and what the view can do."""

    def __init__(
        self,
        hub: ThemeHub,
        actions: Actions,
        menu: QMenu,
        zoom_steps: Sequence[QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(hub, Qt.Orientation.Horizontal, told("menu.more"), parent)
        self.setObjectName("top_bar")
        self.menu_button = IconButton(hub, "menu", told("action.menu"))
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.name = ElidedLabel("", "heading")
        looks = [actions[f"look_{look}"] for look in ("light", "dark", "high_contrast")]
        motion = [actions[name] for name in ("reduced_motion", "four_colour", "suit_letters")]

        def add(name: str, icon: str, priority: int) -> QWidget:
            button = IconButton(hub, icon, action=actions[name])
            self.add(button, (actions[name],), priority, end=True)
            return button

        eyes = EyesSwitch(actions, hub)
        self.add(self.menu_button, (), 100)
        self.add(self.name, (), 60, flexible=True)
        self.add(eyes, (actions["eyes_shared"], actions["eyes_gm"]), 50, end=True)
        self._campaign_parts = (
            eyes,
            add("undo", "undo", 95),
            add("redo", "redo", 90),
            add("free_hand", "hand", 40),
            add("curtain", "curtain", 38),
            add("player_window", "monitor", 45),
            add("palette", "search", 42),
        )
        add("messages", "note", 30)
        self.add(menu_button(hub, "moon", told("tip.look"), [*looks, None, *motion]), (*looks, *motion), 20, end=True)
        zoom = (actions["zoom_out"], actions["zoom_reset"], actions["zoom_in"])
        self.add(ZoomControl(actions, hub, zoom_steps), zoom, 80, end=True)
        add("full_screen", "fullscreen", 10)

    def show_campaign(self, name: str | None) -> None:
        """Show an open campaign's name and what can be done with it; None where there is none."""
        self.name.set_text(name or "")
        self.want(self._campaign_parts, name is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a hairline below."""
        painter = QPainter(self)
        painter.setPen(self._hub.theme.colour("line"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


class RoomButton(IconButton):
    """A room on the rail: its icon with its name below, or the icon alone where the rail is short."""

    def __init__(self, hub: ThemeHub, icon: str, action: QAction) -> None:
        super().__init__(hub, icon, action=action, role="on_rail")
        self.setProperty("role", "room")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)


class Rail(QFrame):
    """The rooms of the house down the side, help at its foot; `rooms` are those that this game has."""

    def __init__(
        self, hub: ThemeHub, actions: Actions, parent: QWidget | None = None, rooms: Sequence[str] = ROOMS
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self.setProperty("role", "rail")
        self.setObjectName("rail")
        self.setAccessibleName(told("tip.rail"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.strip = Strip(hub, Qt.Orientation.Vertical, told("menu.more"), self)
        column.addWidget(self.strip)
        self._buttons: list[RoomButton] = []
        icons = {"characters": "people"}
        for at, room in enumerate(rooms):
            button = RoomButton(hub, icons.get(room, room), actions[f"room_{room}"])
            self._buttons.append(button)
            self.strip.add(button, (actions[f"room_{room}"],), 90 - at)
        self.help = RoomButton(hub, "help", actions["help"])
        self._buttons.append(self.help)
        self.strip.add(self.help, (actions["help"],), 50, end=True)
        dress(hub, self._wear)

    def set_short(self, short: bool) -> None:
        """Show icons alone, or icons with names."""
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if short else Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        for button in self._buttons:
            button.setToolButtonStyle(style)
        self.strip.updateGeometry()
        self.updateGeometry()

    def fitting(self, size: QSize) -> bool:
        """Whether names fit beside a page of this size."""
        lengths = self._hub.theme.metrics
        return size.width() >= lengths.control * 22 and size.height() >= lengths.control * 14

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the wood and its lit edge."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("rail"))
        painter.fillRect(self.width() - theme.metrics.ring, 0, theme.metrics.ring, self.height(), theme.colour("inlay"))
        painter.end()

    def _wear(self, theme: Theme) -> None:
        lengths, colours = theme.metrics, theme.colours
        self.setStyleSheet(
            f"QToolButton {{ color: {colours.on_rail}; font-size: {lengths.font_small}px; font-weight: 600;"
            f" padding: {lengths.pad_s}px {lengths.pad_xs}px; }}"
            f"QToolButton:hover {{ background: {colours.rail_light}; color: {colours.on_rail}; }}"
            f"QToolButton:checked {{ background: {colours.selection}; color: {colours.on_selection}; }}"
            f"QMenu {{ color: {colours.text}; }}"
        )
