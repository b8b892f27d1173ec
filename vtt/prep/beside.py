"""Beside the form: how it will look, what it says in plain words, what is wrong, what it does, and its numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.workshop.bench import Desk, Note, NoteKind, Problem
from vtt.panels.parts import column, prose, row, set_prose
from vtt.prep.face_view import FaceView
from vtt.prep.notes import NoteView
from vtt.prep.problem_line import ProblemLine
from vtt.prep.trying import Trying, TryView
from vtt.prep.words import told
from vtt.widgets.dressing import IconButton
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

_MOST_PROBLEMS = 40


class Fold(QFrame):
    """A heading under which something can be folded away."""

    def __init__(self, hub: ThemeHub, title: str, held: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._held = held
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_m)
        head = row(gap=lengths.pad_s)
        head.addWidget(label(title, "heading", parent=self), 1)
        self.sign = IconButton(hub, "chevron-up", told("fold", what=title), self)
        head.addWidget(self.sign)
        lay.addLayout(head)
        held.setParent(self)
        lay.addWidget(held)
        self.sign.clicked.connect(self.turn)

    def turn(self) -> None:
        """Fold or open it."""
        self._held.setVisible(self._held.isHidden())
        self.sign.set_icon("chevron-down" if self._held.isHidden() else "chevron-up")


class Beside(QWidget):
    """All of it in one column that scrolls.

    Signals:
        path_wanted: somebody wants to go where a problem is.
    """

    path_wanted = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        lengths = hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_m)
        self.face = FaceView(hub, self)
        self._reading = prose("", parent=self)
        self._problems = QWidget(self)
        self._problems_lay = column(self._problems, gap=lengths.pad_xs)
        self._lines: list[ProblemLine] = []
        self._shown: tuple[Problem, ...] = ()
        self._used = prose("", "muted", self)
        self.trying = TryView(hub, self)
        self._numbers = QWidget(self)
        self._numbers_lay = column(self._numbers, gap=lengths.pad_m)
        self.notes: list[NoteView] = []
        self.folds = {
            name: Fold(hub, told(f"beside.{name}"), held, self)
            for name, held in (
                ("reading", self._reading),
                ("problems", self._problems),
                ("try", self.trying),
                ("numbers", self._numbers),
            )
        }
        self._lay.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        for fold in self.folds.values():
            self._lay.addWidget(fold)
        self._lay.addWidget(self._used)
        self._lay.addStretch(1)
        self.area = PageScroll(self)

    @property
    def reading(self) -> str:
        """What it says in plain words."""
        return self._reading.text()

    def show_desk(self, desk: Desk, trying: Trying | None, *, other: bool) -> None:
        """Show what a desk says; with `other` it is another record than before."""
        self.face.show_face(desk.face)
        set_prose(self._reading, "\n".join(desk.reading))
        self.folds["reading"].setVisible(bool(desk.reading))
        self._show_problems(desk.problems)
        self.folds["try"].setVisible(trying is not None)
        self.trying.show_trying(trying, other=other)
        self._show_notes(desk.notes)
        used = told("used_by", what=list(desk.used_by)) if desk.used_by else ""
        set_prose(self._used, "\n".join(filter(None, (used, desk.footnote))))
        self._used.setVisible(bool(self._used.text()))
        if other:
            self.area.verticalScrollBar().setValue(0)

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        shown = problems[:_MOST_PROBLEMS]
        if shown == self._shown:
            self.folds["problems"].setVisible(bool(shown))
            return
        self._shown = shown
        while len(self._lines) < len(shown):
            line = ProblemLine(self._hub, self._problems)
            line.path_wanted.connect(self.path_wanted)
            self._lines.append(line)
            self._problems_lay.addWidget(line)
        for line, problem in zip(self._lines, shown, strict=False):
            line.show_problem(problem)
        for at, line in enumerate(self._lines):
            line.setVisible(at < len(shown))
            if at >= len(shown):
                line.show_problem(Problem(path="", text=""))  # what is not seen must not be found either
        self.folds["problems"].setVisible(bool(shown))

    def _show_notes(self, notes: tuple[Note, ...]) -> None:
        while len(self.notes) < len(notes):
            view = NoteView(self._hub, self._numbers)
            self.notes.append(view)
            self._numbers_lay.addWidget(view)
        for view, note in zip(self.notes, notes, strict=False):
            view.show_note(note)
        for at, view in enumerate(self.notes):
            view.setVisible(at < len(notes))
            if at >= len(notes):
                view.show_note(Note(id="", title="", kind=NoteKind.FIGURES))
        self.folds["numbers"].setVisible(bool(notes))
