"""A thumbnail of the player window in the GM's window, with its three modes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.tile_button import framed_picture
from vtt.widgets.ui_texts import ui_text

SETTLED = 350
"""Milliseconds from a change until the players' screen is at rest."""


class PlayerWindowMonitor(QFrame):
    """A thumbnail of the player window."""

    def __init__(
        self, campaign: OpenCampaign, window: PlayerWindow, hub: ThemeHub, actions: dict[str, QAction], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._hub = hub
        self.setProperty("role", "card")
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(label(ui_text("shell", "players.shows"), "muted"), 1)
        icons = {"follow": "eye", "freeze": "hourglass", "blackout": "curtain"}
        for name, icon in icons.items():
            head.addWidget(IconButton(hub, icon, action=actions[name]))
        if "hide_handout" in actions:
            head.addWidget(IconButton(hub, "eye-off", action=actions["hide_handout"]))
        self._column.addLayout(head)
        self.picture = label()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column.addWidget(self.picture)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED)
        self._timer.timeout.connect(self.refresh)
        campaign.changed.connect(self._later)
        window.table.status_page_panel.open_page_changed.connect(self._timer.start)
        window.shown_changed.connect(self.refresh)
        window.handouts.moved.connect(self._timer.start)
        follow_theme(hub, self._theme_changed)

    def refresh(self) -> None:
        """Show what the players see now."""
        width = max(80, self.width() - 2 * self._hub.theme.metrics.pad_m)
        size = QSize(width, width * 9 // 16)
        image = self._window.picture()
        self.picture.setPixmap(framed_picture(image, size, self._hub, self.devicePixelRatioF(), "monitor"))
        self.picture.setFixedHeight(size.height())
        words = {
            PlayerWindowMode.FOLLOW: "following",
            PlayerWindowMode.FREEZE: "frozen",
            PlayerWindowMode.BLACKOUT: "dark",
        }
        self.picture.setAccessibleName(ui_text("shell", f"players.{words[self._window.shown]}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the picture in its new size, once the size no longer changes."""
        super().resizeEvent(event)
        self._timer.start()

    def _later(self, _change: object) -> None:
        self._timer.start()

    def _theme_changed(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_xs)
        self._timer.start()
