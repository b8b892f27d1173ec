"""A live thumbnail of the player window in the GM's window, with its three modes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.widgets.basic_widgets import set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.tile_button import framed_picture
from vtt.widgets.ui_texts import ui_text

EVERY = 350
"""Milliseconds from a change until the thumbnail shows it; while it goes on, the thumbnail is drawn so often."""
MODE_TEXTS = {
    PlayerWindowMode.FOLLOW: "following",
    PlayerWindowMode.FREEZE: "frozen",
    PlayerWindowMode.BLACKOUT: "dark",
}


class PlayerWindowMonitor(QFrame):
    """A thumbnail of the player window.

    Args:
        campaign: the open campaign.
        window: the player window.
        hub: the theme.
        actions: the actions of its buttons, by name.
        parent: the Qt parent.
    """

    def __init__(
        self, campaign: OpenCampaign, window: PlayerWindow, hub: ThemeHub, actions: dict[str, QAction], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._hub = hub
        self._missing = ""
        self.setProperty("role", "card")
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        self.state = label("", "muted", wrap=True)
        self._column.addWidget(self.state)
        head.addStretch(1)
        icons = {
            "follow": "eye",
            "freeze": "hourglass",
            "blackout": "curtain",
            "hide_handout": "eye-off",
            "player_monitor": "monitor",
        }
        for name, icon in icons.items():
            if name in actions:
                head.addWidget(IconButton(hub, icon, action=actions[name]))
        self._column.addLayout(head)
        self.picture = label()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column.addWidget(self.picture)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.refresh)
        campaign.changed.connect(self._soon)
        window.table.status_page_panel.open_page_changed.connect(self._soon)
        window.table.table_scene.changed.connect(self._soon)
        window.shown_changed.connect(self.refresh)
        window.result_shown.connect(self._soon)
        window.handouts.moved.connect(self._soon)
        follow_theme(hub, self._theme_changed)
        self._say()

    def set_missing(self, monitor: str) -> None:
        """Say that the window waits for its monitor, by its name; or with an empty string that it does not."""
        if monitor != self._missing:
            self._missing = monitor
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what the players see now."""
        self._timer.stop()
        self._say()
        if not self.isVisible():
            return  # it is drawn when somebody sees it again
        width = max(80, self.width() - 2 * self._hub.theme.metrics.pad_m)
        size = QSize(width, width * 9 // 16)
        dpr = self.devicePixelRatioF()
        image = self._window.thumbnail(size, dpr)
        self.picture.setPixmap(framed_picture(image, size, self._hub, dpr, "monitor"))
        self.picture.setFixedHeight(size.height())

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        self._soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the picture in its new size, once the size no longer changes."""
        super().resizeEvent(event)
        self._timer.start()

    def _say(self) -> None:
        """Say in words what the players see."""
        words = ui_text("shell", f"players.{MODE_TEXTS[self._window.shown]}")
        self.picture.setAccessibleName(words)
        key = "waits" if self._missing else "shows"
        set_prose(self.state, ui_text("shell", f"players.{key}", what=words, monitor=self._missing))

    @Slot()
    def _soon(self, *_change: object) -> None:
        """Draw it a moment later; changes that go on do not put it off."""
        if not self._timer.isActive():
            self._timer.start()

    def _theme_changed(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_xs)
        self._timer.start()
