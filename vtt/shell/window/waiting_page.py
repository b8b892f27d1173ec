"""The page during long work: a sentence, the progress, and a way to cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from vtt.table.painting.cloth import paint_plain
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text, label
from vtt.widgets.tasks.task_runner import Task
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

PATIENCE = 300
"""Milliseconds of work before the page says anything."""


class WaitingPage(QWidget):
    """A page for the time before the table is shown.

    Signals:
        cancelled: the user does not want to wait.
    """

    cancelled = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._box = QFrame()
        self._box.setProperty("role", "plate")
        self._text = label("", "title")
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._cancel = QPushButton(button_text(ui_text("shell", "button.cancel")))
        self._cancel.clicked.connect(self.cancelled)
        self._inside = QVBoxLayout(self._box)
        self._inside.addWidget(self._text, 0, Qt.AlignmentFlag.AlignCenter)
        self._inside.addWidget(self._bar)
        self._inside.addWidget(self._cancel, 0, Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(self._box, 0, Qt.AlignmentFlag.AlignCenter)
        row.addStretch(1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATIENCE)
        self._timer.timeout.connect(self._box.show)
        follow_theme(hub, self._apply_theme)

    def begin(self, sentence: str) -> None:
        """Show what is being done, if it takes long."""
        self._text.setText(sentence)
        self._bar.setRange(0, 0)
        self._box.hide()
        self._timer.start()

    def progress(self, done: int, total: int) -> None:
        """Show how far it is."""
        self._bar.setRange(0, total)
        self._bar.setValue(done)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the empty table."""
        painter = QPainter(self)
        paint_plain(painter, self.rect(), self._hub.theme)
        painter.end()

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._inside.setContentsMargins(lengths.pad_xl, lengths.pad_l, lengths.pad_xl, lengths.pad_l)
        self._inside.setSpacing(lengths.pad_m)


class WaitingDialog(MessageDialog):
    """The same for work that is done while a campaign is open. It comes up only if the work takes a while."""

    def __init__(self, hub: ThemeHub, sentence: str, job: Task, parent: QWidget) -> None:
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        super().__init__(
            hub,
            sentence,
            (),
            (DialogButton("cancel", ui_text("shell", "button.cancel")),),
            parent,
            icon="hourglass",
            content=bar,
            wide=420,
        )
        self._bar = bar
        self._ended = False
        job.progressed.connect(self._progress)
        job.ended.connect(self._end)
        self.chosen.connect(lambda _key: None if self._ended else job.cancel())
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self.open)
        timer.start(PATIENCE)

    def _progress(self, done: int, total: int) -> None:
        self._bar.setRange(0, total)
        self._bar.setValue(done)

    def _end(self) -> None:
        self._ended = True
        if self.isVisible():
            self.accept()
        self.deleteLater()
