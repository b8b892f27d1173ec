"""The bar at the top of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import ui_metrics
from vtt.widgets.overflow_bar import OverflowBar
from vtt.widgets.plain_text import ElidedLabel
from vtt.widgets.theme_binding import clear_hover_after, follow_theme
from vtt.widgets.ui_texts import ui_text


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


class ViewerButtons(QFrame):
    """Two buttons that say who views the main window: everybody, or the GM."""

    def __init__(self, actions: WindowActions, hub: ThemeHub) -> None:
        super().__init__()
        self.setProperty("role", "sunken")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for name in ("eyes_shared", "eyes_gm"):
            button = IconButton(hub, "people" if name == "eyes_shared" else "crown", action=actions[name])
            button.set_text_beside()
            self._row.addWidget(button)


def usual_bar_height() -> int:
    """Return the height of the toolbar at 100 %."""
    usual = ui_metrics(1.0)
    return usual.control + 2 * usual.pad_m + usual.hair


class ZoomControl(QWidget):
    """Smaller, how large, larger."""

    def __init__(self, actions: WindowActions, hub: ThemeHub, steps: Sequence[QAction]) -> None:
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
        clear_hover_after(menu, self._percent)
        self._row.addWidget(IconButton(hub, "minus", action=actions["zoom_out"]))
        self._row.addWidget(self._percent)
        self._row.addWidget(IconButton(hub, "plus", action=actions["zoom_in"]))
        follow_theme(hub, self._apply_theme)

    def _apply_theme(self, theme: Theme) -> None:
        percent = round(theme.scale * 100)
        self._percent.setText(f"{percent} %")
        self._percent.setAccessibleName(ui_text("shell", "tip.zoom", percent=percent))
        self._percent.setToolTip(ui_text("shell", "tip.zoom", percent=percent))


class TopBar(OverflowBar):
    """The campaign's name, the viewer, undo and redo, and the actions of the view."""

    def __init__(
        self,
        hub: ThemeHub,
        actions: WindowActions,
        menu: QMenu,
        zoom_steps: Sequence[QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(hub, Qt.Orientation.Horizontal, ui_text("shell", "menu.more"), parent)
        self.setObjectName("top_bar")
        self.menu_button = IconButton(hub, "menu", ui_text("shell", "action.menu"))
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.name = ElidedLabel("", "heading")
        looks = [actions[f"look_{look}"] for look in ("light", "dark", "high_contrast")]
        motion = [actions[name] for name in ("reduced_motion", "four_colour", "suit_letters")]

        def add(name: str, icon: str, priority: int) -> IconButton:
            button = IconButton(hub, icon, action=actions[name])
            self.add(button, (actions[name],), priority, end=True)
            return button

        eyes = ViewerButtons(actions, hub)
        self.add(self.menu_button, (), 100)
        self.add(self.name, (), 60, flexible=True)
        self.add(eyes, (actions["eyes_shared"], actions["eyes_gm"]), 50, end=True)
        self._players = add("player_window", "monitor", 45)
        self._campaign_parts = (
            eyes,
            add("undo", "undo", 95),
            add("redo", "redo", 90),
            add("free_hand", "hand", 40),
            add("curtain", "curtain", 38),
            self._players,
            add("palette", "search", 42),
        )
        add("messages", "note", 30)
        self.add(
            menu_button(hub, "moon", ui_text("shell", "tip.look"), [*looks, None, *motion]),
            (*looks, *motion),
            20,
            end=True,
        )
        zoom = (actions["zoom_out"], actions["zoom_reset"], actions["zoom_in"])
        self.add(ZoomControl(actions, hub, zoom_steps), zoom, 80, end=True)
        add("full_screen", "fullscreen", 10)

    def show_campaign(self, name: str | None) -> None:
        """Show an open campaign's name and what can be done with it; None where there is none."""
        self.name.set_text(name or "")
        self.want(self._campaign_parts, name is not None)

    def show_players(self, icon: str) -> None:
        """Show in the button of the player window what the players see."""
        self._players.set_icon(icon)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a hairline below."""
        painter = QPainter(self)
        painter.setPen(self._hub.theme.colour("line"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()
