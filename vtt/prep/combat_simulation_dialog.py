"""Simulated combat: bots play an encounter many times; the dialog shows how hard it is likely to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QProgressBar, QWidget

from engine.kit.bots.tactics import Tactic
from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.simulate.simulation_results import BodyResults, SimulationResults
from vtt.prep.tactic_choices import TacticChoices, side_words
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.ui_texts import ui_text

_LOOK: Final = 250
"""Milliseconds between two looks at how far it is."""
_WIDE_EM: Final = 40

Fights = Callable[[int, Callable[[SimulationResults], bool], Mapping[str, Tactic]], SimulationResults]
"""Fights so many times, each side by its tactic, tells after each, and gives what came of all."""


def notes_of(tally: SimulationResults) -> tuple[Note, ...]:
    """Return what came of fights, as statistics."""
    won = tuple(
        StatisticBar(
            label=side_words(side),
            told=str(share.count)
            if tally.certain
            else ui_text("prep", "fight.share", count=share.count, of=share.of, low=share.low, high=share.high),
            of=share.count,
            among=share.of,
        )
        for side, share in tally.won().items()
    )
    nobody = ((ui_text("prep", "fight.drawn"), tally.drawn()), (ui_text("prep", "fight.undecided"), tally.undecided()))
    won += tuple(
        StatisticBar(label=words, told=str(count), of=count, among=tally.times) for words, count in nobody if count
    )
    certainty = "" if tally.certain else ui_text("prep", "fight.won_help")
    rounds = tally.rounds()
    most = max(rounds.values(), default=0)
    long_ = tuple(
        StatisticBar(label=ui_text("prep", "fight.rounds", count=number), told=str(count), of=count, among=most)
        for number, count in rounds.items()
    )
    bodies = tuple(
        StatisticBar(
            label=short(left.name, 60),
            told=ui_text("prep", "fight.body", fell=left.fell.count, **_above(left)),
            of=left.fell.count,
            among=left.fell.of,
        )
        for left in tally.bodies().values()
    )
    notes = (
        Note(id="won", title=ui_text("prep", "fight.won"), kind=NoteKind.SHARES, rows=won, help=certainty),
        Note(id="rounds", title=ui_text("prep", "fight.how_long"), kind=NoteKind.BARS, rows=long_),
        Note(id="bodies", title=ui_text("prep", "fight.fell"), kind=NoteKind.FIGURES, rows=bodies),
    )
    return tuple(note for note in notes if note.rows)


def _above(left: BodyResults) -> dict[str, Json]:
    """Return the Health that is left, at least 0: damage below zero says nothing about the combat."""
    return {"least": max(0, left.least), "middle": max(0, left.middle), "most": max(0, left.most)}


class CombatSimulationDialog(QDialog):
    """Fights, shows how far it is and what has come of it so far, and can be stopped.

    Signals:
        fought: the SimulationResults, when it is over or was stopped.
    """

    fought = Signal(object)

    def __init__(
        self, hub: ThemeHub, title: str, fights: Fights, work: TaskRunner, parent: QWidget, times: int
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(ui_text("prep", "fight.title"))
        self._hub = hub
        self._times = times
        self._latest: SimulationResults | None = None
        """The results so far; the simulating thread writes them, the GUI thread reads them."""
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        lay.addWidget(label(short(title, 80), "title", wrap=True, parent=self))
        self.said = prose(ui_text("prep", "fight.under_way"), "muted", self)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, times)
        self.bar.setAccessibleName(ui_text("prep", "fight.title"))
        lay.addWidget(self.said)
        lay.addWidget(self.bar)
        body = QWidget()
        self._notes_lay = column(body, gap=lengths.pad_m)
        self.choices = TacticChoices(hub, body)
        self.choices.changed.connect(self._start)
        self._notes_lay.addWidget(self.choices)
        self._notes_lay.addStretch(1)
        self.notes: list[StatisticsWidget] = []
        lay.addWidget(PageScroll(body, self), 1)
        self.stop = button(ui_text("prep", "fight.stop"), parent=self)
        self.stop.clicked.connect(self._stop)
        lay.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeft)
        room = self.screen().availableGeometry().size()
        self.resize(
            min(_WIDE_EM * lengths.font_body, room.width() - 40), min(34 * lengths.font_body, room.height() - 60)
        )
        self._fights, self._work = fights, work
        self._is_over = self._is_gone = False
        self._run = 0
        """The number of the run that counts; another tactic begins a new one."""
        self._job: Task | None = None
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look)
        self._start()

    def _start(self) -> None:
        """Begin from the first fight, with the tactics that are chosen now."""
        if self._job is not None and not self._is_over:
            self._job.cancel()
        self._run += 1
        run, tactics, fights, times = self._run, self.choices.tactics, self._fights, self._times
        self._is_over, self._latest = False, None
        set_prose(self.said, ui_text("prep", "fight.under_way"))
        self.bar.setValue(0)
        self.bar.show()
        self.stop.setEnabled(True)
        self.stop.setText(button_text(ui_text("prep", "fight.stop")))
        self._clock.start(_LOOK)

        def task(progress: Progress) -> SimulationResults:
            def tell(tally: SimulationResults) -> bool:
                if run == self._run:
                    self._latest = tally
                return not progress.cancelled

            return fights(times, tell, tactics)

        def over(tally: SimulationResults) -> None:
            if run == self._run:
                self._over(tally)

        def failed(error: Exception) -> None:
            if run == self._run:
                self._failed(error)

        self._job = self._work.start(task, over, failed, lambda: (Refused,))

    def done(self, result: int) -> None:
        """Stop, whatever is under way."""
        self._is_gone = True
        if self._job is not None and not self._is_over:
            self._job.cancel()
        super().done(result)

    def _stop(self) -> None:
        if self._is_over:
            self.accept()
        elif self._job is not None:
            self._job.cancel()
            self.stop.setEnabled(False)

    def _look(self) -> None:
        if self._latest is not None and not self._is_over:
            self._show(self._latest)

    def _show(self, tally: SimulationResults) -> None:
        self.bar.setValue(tally.times)
        self.choices.show_sides(tally.won())
        notes = notes_of(tally)
        while len(self.notes) < len(notes):
            view = StatisticsWidget(self._hub, self)
            self.notes.append(view)
            self._notes_lay.insertWidget(len(self.notes), view)
        for view, note in zip(self.notes, notes, strict=False):
            view.show_note(note)

    def _over(self, tally: SimulationResults) -> None:
        if self._is_gone:
            return
        self._show(tally)
        self._end(
            ui_text("prep", "fight.certain") if tally.certain else ui_text("prep", "fight.over", count=tally.times)
        )
        self.fought.emit(tally)

    def _failed(self, error: Exception) -> None:
        if self._is_gone:
            return
        self._end(getattr(error, "text", str(error)))

    def _end(self, words: str) -> None:
        self._is_over = True
        self._clock.stop()
        set_prose(self.said, words)
        self.bar.hide()
        self.stop.setEnabled(True)
        self.stop.setText(button_text(ui_text("prep", "fight.close")))
        self.stop.setFocus()
