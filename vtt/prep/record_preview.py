"""The preview beside the form: card face, rules text, problems, trial run and statistics."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.kit.content_editor.view_models import EditorView, MarkdownPage, Note, NoteKind, Problem
from vtt.prep.card_face_preview import CardFacePreview
from vtt.prep.problem_line import ProblemLine
from vtt.prep.trial_run_pane import TrialRun, TrialRunPane
from vtt.shared.notes.note_targets import NoteTargets
from vtt.shared.notes.note_view import NoteView
from vtt.shared.pictures.picture_store import PictureStore
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.ui_texts import ui_text

_MOST_PROBLEMS = 40


class FoldingSection(QFrame):
    """A heading under which something can be folded away."""

    def __init__(self, hub: ThemeHub, title: str, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._content = content
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_m)
        head = row(gap=lengths.pad_s)
        head.addWidget(label(title, "heading", parent=self), 1)
        self.sign = IconButton(hub, "chevron-up", ui_text("prep", "fold", what=title), self)
        head.addWidget(self.sign)
        lay.addLayout(head)
        content.setParent(self)
        lay.addWidget(content)
        self.sign.clicked.connect(self.turn)

    def turn(self) -> None:
        """FoldingSection or open it."""
        self._content.setVisible(self._content.isHidden())
        self.sign.set_icon("chevron-down" if self._content.isHidden() else "chevron-up")


class RecordPreview(QWidget):
    """Everything about the record, in one column that scrolls.

    Signals:
        path_wanted: go to the field with a problem.
    """

    path_wanted = Signal(str)

    def __init__(self, hub: ThemeHub, pictures: PictureStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        lengths = hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_m)
        self.face = CardFacePreview(hub, self)
        self.page = NoteView(hub, pictures, self)
        self.page.hide()
        self.note_targets: Callable[[], NoteTargets] | None = None
        self._reading = prose("", parent=self)
        self._problems = QWidget(self)
        self._problems_lay = column(self._problems, gap=lengths.pad_xs)
        self._lines: list[ProblemLine] = []
        self._shown: tuple[Problem, ...] = ()
        self._used = prose("", "muted", self)
        self.trying = TrialRunPane(hub, self)
        self._numbers = QWidget(self)
        self._numbers_lay = column(self._numbers, gap=lengths.pad_m)
        self.notes: list[StatisticsWidget] = []
        self.folds = {
            name: FoldingSection(hub, ui_text("prep", f"beside.{name}"), content, self)
            for name, content in (
                ("reading", self._reading),
                ("problems", self._problems),
                ("try", self.trying),
                ("numbers", self._numbers),
            )
        }
        self._lay.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        self._lay.addWidget(self.page, 4)
        for fold in self.folds.values():
            self._lay.addWidget(fold)
        self._lay.addWidget(self._used)
        self._lay.addStretch(1)
        self.area = PageScroll(self)

    @property
    def reading(self) -> str:
        """The record in plain words."""
        return self._reading.text()

    def show_record(self, editor_view: EditorView, trying: TrialRun | None, *, other: bool) -> None:
        """Show the face, the text and the problems of a record; with `other` it is another record than before."""
        self.face.show_face(editor_view.face)
        self._show_page(editor_view.page, other=other)
        set_prose(self._reading, "\n".join(editor_view.reading))
        self.folds["reading"].setVisible(bool(editor_view.reading))
        self._show_problems(editor_view.problems)
        self.folds["try"].setVisible(trying is not None)
        self.trying.show_trying(trying, other=other)
        self._show_notes(editor_view.notes)
        used = (
            ui_text("prep", "used_by", what=list(editor_view.used_by))
            if editor_view.used_by and not (editor_view.page and editor_view.page.whole)
            else ""
        )
        set_prose(self._used, "\n".join(filter(None, (used, editor_view.footnote))))
        self._used.setVisible(bool(self._used.text()))
        if other:
            self.area.verticalScrollBar().setValue(0)

    def _show_page(self, page: MarkdownPage | None, *, other: bool) -> None:
        """Show a note as its readers see it, or the texts of another record."""
        self.page.setVisible(page is not None)
        if page is None or self.note_targets is None:
            self.page.forget()
        else:
            share = 0.75 if page.whole else 0.4
            least = (12 if page.whole else 7) * self._hub.theme.metrics.control
            self.page.setMinimumHeight(max(least, round(self.area.viewport().height() * share)))
            self.page.show_note(page.text, self.note_targets(), page.picture, other=other)

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
            view = StatisticsWidget(self._hub, self._numbers)
            self.notes.append(view)
            self._numbers_lay.addWidget(view)
        for view, note in zip(self.notes, notes, strict=False):
            view.show_note(note)
        for at, view in enumerate(self.notes):
            view.setVisible(at < len(notes))
            if at >= len(notes):
                view.show_note(Note(id="", title="", kind=NoteKind.FIGURES))
        self.folds["numbers"].setVisible(bool(notes))
