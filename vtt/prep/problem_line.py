"""A line that says what is wrong, and leads there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.workshop.bench import Problem
from vtt.panels.parts import prose, row, set_prose, whole_ids
from vtt.widgets.dressing import set_role
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub


def problem_words(problem: Problem) -> str:
    """Return a problem in words, with its place, unless they begin with it, and its rule."""
    place = "" if problem.text.startswith(f"{problem.place}: ") else problem.place
    words = ": ".join(filter(None, (place, problem.text)))
    return whole_ids(f"{words} ({problem.rule})" if problem.rule else words)


class ProblemLine(QWidget):
    """One problem.

    Signals:
        path_wanted: somebody wants to go where it is.
    """

    path_wanted = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._problem = Problem(path="", text="")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        lengths = hub.theme.metrics
        lay = row(self, gap=lengths.pad_s, margin=lengths.ring)
        self._sign = label(parent=self)
        self._said = prose("", "danger", self)
        lay.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        lay.addWidget(self._said, 1)

    @property
    def words(self) -> str:
        """What it says."""
        return self._said.text()

    def show_problem(self, problem: Problem) -> None:
        """Say another one."""
        self._problem = problem
        role = "warning" if problem.warning else "danger"
        size = self._hub.theme.metrics.icon_s
        icon = "note" if problem.warning else "warning"
        self._sign.setPixmap(self._hub.pixmap(icon, size, role=role, dpr=self.devicePixelRatioF()))
        set_role(self._said, role)
        set_prose(self._said, problem_words(problem))
        self.setAccessibleName(short(problem_words(problem), 300))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.path_wanted.emit(self._problem.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space go there."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.path_wanted.emit(self._problem.path)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a ring while it has the focus."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self._hub.theme.colour("focus"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()
