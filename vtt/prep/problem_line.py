"""A line with one problem of a prepared record. A click or Enter goes to the field with the problem."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import Problem
from vtt.widgets.basic_widgets import prose, row, set_prose, unbroken_rule_ids
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label, short
from vtt.widgets.theme_binding import set_role


def problem_words(problem: Problem, theme: Theme) -> str:
    """Return the text of a problem: its place, if it does not begin with that, and its rule, where rules are shown."""
    place = "" if problem.text.startswith(f"{problem.place}: ") else problem.place
    words = ": ".join(filter(None, (place, problem.text)))
    return unbroken_rule_ids(theme.with_rules(words, (problem.rule,) if problem.rule else ()))


class ProblemLine(QWidget):
    """One problem as an icon and a text, for the mouse and the keyboard.

    Signals:
        path_wanted: the path of the field with the problem; somebody wants to go there.
    """

    path_wanted = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._problem = Problem(path="", text="")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        lengths = hub.theme.metrics
        layout = row(self, gap=lengths.pad_s, margin=lengths.ring)
        self._icon_label = label(parent=self)
        self._text_label = prose("", "danger", self)
        layout.addWidget(self._icon_label, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text_label, 1)

    @property
    def words(self) -> str:
        """The text of the problem."""
        return self._text_label.text()

    def show_problem(self, problem: Problem) -> None:
        """Show another problem."""
        self._problem = problem
        role = "warning" if problem.warning else "danger"
        size = self._hub.theme.metrics.icon_s
        icon = "note" if problem.warning else "warning"
        self._icon_label.setPixmap(self._hub.pixmap(icon, size, role=role, dpr=self.devicePixelRatioF()))
        set_role(self._text_label, role)
        words = problem_words(problem, self._hub.theme)
        set_prose(self._text_label, words)
        self.setAccessibleName(short(words, 300))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the field on a click."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.path_wanted.emit(self._problem.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the field on Enter and Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.path_wanted.emit(self._problem.path)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a focus ring while the line has the focus."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self._hub.theme.colour("focus"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()
