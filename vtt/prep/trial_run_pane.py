"""“Try it”: uses a record against dummies and tells the result line by line, before anything is saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import EditorChoice, Note, NoteKind, StatisticBar, Trial, TrialQuestion
from vtt.shared.option_fields import calm
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import NarrowComboBox, button, clear_layout, column, prose, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short, tip
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

_PAUSE: Final = 300
"""Milliseconds after the last edit before it is tried again by itself."""
_MOST_LINES: Final = 120


@dataclass(frozen=True, slots=True)
class TrialRun:
    """A trial run: its situations, and a function from situation and answers to a result."""

    situations: tuple[EditorChoice, ...]
    run: Callable[[str, tuple[str, ...]], Trial]


class TrialRunPane(QWidget):
    """The button, the situation, the choices on the way, and what happened.

    Signals:
        tried: a Trial has come.
    """

    tried = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._work = TaskRunner(self)
        self.destroyed.connect(self._work.close)
        self._trying: TrialRun | None = None
        self._answers: tuple[str, ...] = ()
        self._is_on = False
        self._asks = 0
        self._trial: Trial | None = None
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self.situation = NarrowComboBox(10, self)
        self.situation.setAccessibleName(ui_text("prep", "try.situation"))
        calm(self.situation)
        self.meaning = prose("", "muted", self)
        self.start = button(ui_text("prep", "try.start"), parent=self)
        self.start.setToolTip(tip(ui_text("prep", "try.help")))
        self._asked = QWidget(self)
        self._asked_lay = column(self._asked, gap=lengths.pad_xs)
        self.said = prose("", parent=self)
        self.changes = StatisticsWidget(hub, self)
        for part in (self.situation, self.meaning, self.start, self._asked, self.said, self.changes):
            lay.addWidget(part)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(_PAUSE)
        self._clock.timeout.connect(self.run)
        self.start.clicked.connect(self._begin)
        self.situation.activated.connect(self._situation_chosen)
        self._show(None)

    @property
    def trial(self) -> Trial | None:
        """The latest result."""
        return self._trial

    def show_trying(self, trying: TrialRun | None, *, other: bool) -> None:
        """Take on the record as it is now; with `other` it is another one than before."""
        self._trying = trying
        if other:
            self.stop()
        situations = trying.situations if trying is not None else ()
        if [self.situation.itemData(at) for at in range(self.situation.count())] != [way.value for way in situations]:
            chosen = self.situation.currentData()
            self.situation.clear()
            for way in situations:
                self.situation.addItem(short(way.label, 80), way.value)
            self.situation.setCurrentIndex(max(0, self.situation.findData(chosen)))
        self.situation.setVisible(len(situations) > 1)
        meant = next((way.told for way in situations if way.value == self.situation.currentData()), "")
        set_prose(self.meaning, meant)
        self.meaning.setVisible(bool(meant))
        if self._is_on:
            self._clock.start()

    def stop(self) -> None:
        """Let go of what is under way: other eyes come, or another record."""
        self._asks += 1
        self._clock.stop()
        self._work.cancel()
        self._is_on, self._answers = False, ()
        self._show(None)

    def run(self) -> None:
        """Try it as it is now, beside the window."""
        trying = self._trying
        if trying is None:
            return
        self._clock.stop()
        self._asks += 1
        number, answers, situation = self._asks, self._answers, str(self.situation.currentData() or "")

        def task(_progress: Progress) -> Trial:
            return trying.run(situation, answers)

        def done(trial: Trial) -> None:
            if number == self._asks:
                self._show(trial)

        self._work.start(task, done)

    def _begin(self) -> None:
        self._is_on = True
        self.run()

    def _situation_chosen(self, _at: int) -> None:
        self._answers = ()
        if self._trying is not None:
            self.show_trying(self._trying, other=False)
        self._begin()

    def _answer(self, asked: TrialQuestion, value: str) -> None:
        trial = self._trial
        if trial is None:
            return
        answers = {question.at: question.chosen for question in trial.asked}
        answers[asked.at] = value
        # What comes after it may be asked otherwise now.
        self._answers = tuple(answers.get(at, "") for at in range(asked.at + 1))
        self.run()

    def _show(self, trial: Trial | None) -> None:
        self._trial = trial
        clear_layout(self._asked_lay)
        for asked in trial.asked if trial is not None else ():
            self._show_asked(asked)
        self._asked.setVisible(trial is not None and bool(trial.asked))
        if trial is None:
            words = ui_text("prep", "try.help")
        elif trial.wrong:
            words = trial.wrong
        else:
            lines = [
                "\n".join([f"• {line.text}", *(f"      {part}" for part in line.reckoning)])
                for line in trial.lines[:_MOST_LINES]
            ]
            words = "\n".join(lines) or ui_text("prep", "try.nothing")
        self.said.setText(words)
        rows = tuple(
            StatisticBar(
                label=f"{number.who} · {number.what}",
                told=ui_text("prep", "try.change", before=number.before, after=number.after),
            )
            for number in (trial.changes if trial is not None else ())
            if number.before != number.after
        )
        self.changes.show_note(
            Note(id="changes", title=ui_text("prep", "try.changes"), kind=NoteKind.FIGURES, rows=rows)
        )
        self.changes.setVisible(bool(rows))
        if trial is not None:
            self.tried.emit(trial)

    def _show_asked(self, asked: TrialQuestion) -> None:
        shown = label(short(asked.text, 200), "muted", wrap=True, parent=self._asked)
        combo = NarrowComboBox(8, self._asked)
        combo.setAccessibleName(short(asked.text, 200))
        for way in asked.ways:
            combo.addItem(short(way.label or way.value, 80), way.value)
        combo.setCurrentIndex(combo.findData(asked.chosen))
        calm(combo)
        combo.activated.connect(lambda at, question=asked, box=combo: self._answer(question, str(box.itemData(at))))
        self._asked_lay.addWidget(shown)
        self._asked_lay.addWidget(combo)
