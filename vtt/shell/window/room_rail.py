"""The rail at the side of the window, with one button for each room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import TELEVISION_SCALE, UiMetrics, ui_metrics
from vtt.widgets.overflow_bar import OverflowBar
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

ROOMS = ("table", "characters", "prep", "library", "story", "options")
_AROUND_ICON, _AROUND_NAME = 33, 30
"""At 100 %: the width of the rail without its widest icon, and without its widest name."""

_LEAST_SHARE = 0.034
"""The part of a wide window's width that is the rail's at every large scale."""


class RoomButton(IconButton):
    """A room on the rail: its icon with its name below, or the icon alone where the rail is short."""

    def __init__(self, hub: ThemeHub, icon: str, action: QAction) -> None:
        super().__init__(hub, icon, action=action, role="on_rail")
        self.setProperty("role", "room")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)


class RoomRail(QFrame):
    """The rail down the side with the rooms, and help at its foot; `rooms` are those that this game has."""

    def __init__(
        self, hub: ThemeHub, actions: WindowActions, parent: QWidget | None = None, rooms: Sequence[str] = ROOMS
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self.setProperty("role", "rail")
        self.setObjectName("rail")
        self.setAccessibleName(ui_text("shell", "tip.rail"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.strip = OverflowBar(hub, Qt.Orientation.Vertical, ui_text("shell", "menu.more"), self)
        column.addWidget(self.strip)
        self._buttons: list[RoomButton] = []
        # Where the toolbar is folded away, its menu and the log are here.
        self._folded: list[RoomButton] = []
        for name, icon in (("menu", "menu"), ("log_column", "note")):
            button = RoomButton(hub, icon, actions[name])
            self._buttons.append(button)
            self._folded.append(button)
            self.strip.add(button, (actions[name],), 95)
        self._shows_folded = False
        self.strip.want(self._folded, False)
        self.room_buttons: dict[str, RoomButton] = {}
        icons = {"characters": "people"}
        for at, room in enumerate(rooms):
            button = RoomButton(hub, icons.get(room, room), actions[f"room_{room}"])
            self._buttons.append(button)
            self.room_buttons[room] = button
            self.strip.add(button, (actions[f"room_{room}"],), 90 - at)
        self.help = RoomButton(hub, "help", actions["help"])
        self._buttons.append(self.help)
        self.strip.add(self.help, (actions["help"],), 50, end=True)
        follow_theme(hub, self._apply_theme)

    @property
    def folded_buttons(self) -> Sequence[RoomButton]:
        """The buttons that are here only while the toolbar is folded away."""
        return self._folded

    def show_folded(self, folded: bool) -> None:
        """Show the menu and the log here, because the toolbar is folded away; or leave them out."""
        if folded != self._shows_folded:
            self._shows_folded = folded
            self.strip.want(self._folded, folded)

    def set_short(self, short: bool) -> None:
        """Show icons alone, or icons with names."""
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if short else Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        for button in self._buttons:
            button.setToolButtonStyle(style)
        self.strip.updateGeometry()
        self.updateGeometry()

    def fitting(self, size: QSize) -> bool:
        """Return whether names fit beside a page of this size."""
        theme = self._hub.theme
        lengths = theme.metrics
        if theme.scale >= TELEVISION_SCALE:
            return False
        return _has_room_for_names(size, lengths)

    def least_width(self, width: int) -> int:
        """Return the width that it keeps beside a page: the same at every large scale, so that the table keeps its own.

        In a narrow window its icons need more at the largest scales.
        """
        return round(width * _LEAST_SHARE) if self._hub.theme.scale >= TELEVISION_SCALE else 0

    def usual_width(self, size: QSize) -> int:
        """Return its width at 100 % beside a page of this size."""
        usual = ui_metrics(1.0)
        if not _has_room_for_names(size, usual):
            return usual.icon + _AROUND_ICON
        font = QFontMetrics(ui_font(usual.font_small, weight=QFont.Weight.DemiBold))
        return max(font.horizontalAdvance(button.text()) for button in self._buttons[2:]) + _AROUND_NAME

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the wood and its lit edge."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("rail"))
        painter.fillRect(self.width() - theme.metrics.ring, 0, theme.metrics.ring, self.height(), theme.colour("inlay"))
        painter.end()

    def _apply_theme(self, theme: Theme) -> None:
        lengths, colours = theme.metrics, theme.colours
        self.setStyleSheet(
            f"QToolButton {{ color: {colours.on_rail}; font-size: {lengths.font_small}px; font-weight: 600;"
            f" padding: {lengths.pad_s}px {lengths.pad_xs}px; }}"
            f"QToolButton:hover {{ background: {colours.rail_light}; color: {colours.on_rail}; }}"
            f"QToolButton:checked {{ background: {colours.selection}; color: {colours.on_selection}; }}"
            f"QMenu {{ color: {colours.text}; }}"
        )


def _has_room_for_names(size: QSize, lengths: UiMetrics) -> bool:
    return size.width() >= lengths.control * 22 and size.height() >= lengths.control * 14
