"""The dialog in which the GM chooses the players' monitor and its scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLabel, QRadioButton, QWidget

from vtt.player_window.monitors import Monitor
from vtt.widgets.basic_widgets import button, column, prose, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import title_font
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import label
from vtt.widgets.ui_texts import ui_text

IDENTIFY_MS = 4000
"""Milliseconds for which each monitor shows its number."""


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The chosen monitor and scale of the player window.

    Attributes:
        monitor: the monitor that it fills; None for a window.
        percent: its scale in per cent; 0 for the scale of the program.
    """

    monitor: Monitor | None = None
    percent: int = 0


class MonitorNumber(QWidget):
    """A large number on a monitor, for a few seconds."""

    def __init__(self, number: int, monitor: Monitor, hub: ThemeHub, parent: QWidget) -> None:
        flags = Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(parent, flags)
        self._hub = hub
        self._number = number
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAccessibleName(ui_text("shell", "monitor.number", number=number))
        side = min(monitor.geometry.width(), monitor.geometry.height()) // 2
        self.resize(side, side)
        self.move(monitor.geometry.center() - self.rect().center())
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self.hide)
        timer.start(IDENTIFY_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the number as large as it fits."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("plate"))
        painter.setPen(theme.colour("on_plate"))
        painter.setFont(title_font(self.height() * 2 // 3))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), str(self._number))
        painter.end()


class _RadioWords(QLabel):
    """The words of a radio button, in several lines where it needs them. A click chooses the button."""

    def __init__(self, words: str, radio: QRadioButton, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setText(words)
        self._radio = radio

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Choose the button."""
        self._radio.setFocus(Qt.FocusReason.MouseFocusReason)
        self._radio.click()


class MonitorPicker(MessageDialog):
    """Lists the monitors in plain words, with their numbers.

    Args:
        monitors: all that are connected, from left to right.
        here: the one with the GM's window. The player window never fills it.
        now: what is chosen now.
        steps: the scales in per cent.
        hub: the theme.
        parent: the window.
    """

    def __init__(
        self,
        monitors: Sequence[Monitor],
        here: Monitor,
        now: PlayerPlace,
        steps: Sequence[int],
        hub: ThemeHub,
        parent: QWidget,
    ) -> None:
        others = [monitor for monitor in monitors if not monitor.geometry.intersects(here.geometry)]
        content = QWidget()
        super().__init__(
            hub,
            ui_text("shell", "monitor.title"),
            (ui_text("shell", "monitor.asks" if others else "monitor.none"),),
            (
                DialogButton("", ui_text("shell", "button.cancel")),
                DialogButton("ok", ui_text("shell", "monitor.ok"), "primary"),
            ),
            parent,
            icon="monitor",
            content=content,
        )
        self._monitors = tuple(monitors)
        self._places: tuple[Monitor | None, ...] = (*others, None)
        self._group = QButtonGroup(self)
        self.radios: list[QRadioButton] = []
        self.numbers: tuple[MonitorNumber, ...] = ()
        lines = column(content, gap=hub.theme.metrics.pad_s)
        for at, monitor in enumerate(self._places):
            words, radio = self._line(monitor, here), QRadioButton()
            radio.setAccessibleName(words)
            radio.setChecked(monitor == now.monitor if monitor is not None else now.monitor not in others)
            self._group.addButton(radio, at)
            self.radios.append(radio)
            line = row(gap=0)
            line.addWidget(radio)
            line.addWidget(_RadioWords(words, radio, content), 1)
            lines.addLayout(line)
        self.identify = button(ui_text("shell", "monitor.identify"), "", ui_text("shell", "monitor.identify_help"))
        self.identify.clicked.connect(self.show_numbers)
        lines.addWidget(self.identify, 0, Qt.AlignmentFlag.AlignLeft)
        lines.addWidget(label(ui_text("shell", "monitor.scale"), "heading"))
        self.scale = QComboBox()
        self.scale.setAccessibleName(ui_text("shell", "monitor.scale"))
        self.scale.addItem(ui_text("shell", "monitor.same_scale"), 0)
        for step in steps:
            self.scale.addItem(f"{step} %", step)
        self.scale.setCurrentIndex(max(0, self.scale.findData(now.percent)))
        lines.addWidget(self.scale, 0, Qt.AlignmentFlag.AlignLeft)
        lines.addWidget(prose(ui_text("shell", "monitor.scale_help"), "muted"))

    @property
    def place(self) -> PlayerPlace:
        """The chosen monitor and scale."""
        return PlayerPlace(self._places[self._group.checkedId()], int(self.scale.currentData()))

    def show_numbers(self) -> None:
        """Show on each monitor its number."""
        for number in self.numbers:
            number.hide()
        self.numbers = tuple(
            MonitorNumber(at, monitor, self._hub, self) for at, monitor in enumerate(self._monitors, 1)
        )
        for number in self.numbers:
            number.show()

    def _line(self, monitor: Monitor | None, here: Monitor) -> str:
        if monitor is None:
            return ui_text("shell", "monitor.window", monitor=here.words)
        return ui_text("shell", "monitor.line", number=self._monitors.index(monitor) + 1, monitor=monitor.words)
