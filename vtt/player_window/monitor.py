"""What the players see, small, in the GM's window, with the three things that can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vtt.player_window.veil import Shown
from vtt.player_window.window import PlayerWindow
from vtt.session import Session
from vtt.shell.words import told
from vtt.widgets.dressing import IconButton, dress
from vtt.widgets.text import label
from vtt.widgets.theme import Theme, ThemeHub
from vtt.widgets.tile import framed

SETTLED = 350
"""Milliseconds after a change until the players' screen has come to rest."""


class Monitor(QFrame):
    """A thumbnail of the player window."""

    def __init__(
        self, session: Session, window: PlayerWindow, hub: ThemeHub, actions: dict[str, QAction], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._hub = hub
        self.setProperty("role", "card")
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(label(told("players.shows"), "muted"), 1)
        icons = {"follow": "eye", "freeze": "hourglass", "blackout": "curtain"}
        for name, icon in icons.items():
            head.addWidget(IconButton(hub, icon, action=actions[name]))
        self._column.addLayout(head)
        self.picture = label()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column.addWidget(self.picture)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED)
        self._timer.timeout.connect(self.refresh)
        session.changed.connect(self._later)
        window.table.slate.leafed.connect(self._timer.start)
        window.shown_changed.connect(self.refresh)
        dress(hub, self._wear)

    def refresh(self) -> None:
        """Show what the players see now."""
        width = max(80, self.width() - 2 * self._hub.theme.metrics.pad_m)
        size = QSize(width, width * 9 // 16)
        image = self._window.picture()
        self.picture.setPixmap(framed(image, size, self._hub, self.devicePixelRatioF(), "monitor"))
        self.picture.setFixedHeight(size.height())
        words = {Shown.FOLLOW: "following", Shown.FREEZE: "frozen", Shown.BLACKOUT: "dark"}
        self.picture.setAccessibleName(told(f"players.{words[self._window.shown]}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the picture in its new size, once the size has settled."""
        super().resizeEvent(event)
        self._timer.start()

    def _later(self, _change: object) -> None:
        self._timer.start()

    def _wear(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_xs)
        self._timer.start()
