"""The dialog in which a combat is simulated: tactics to choose, the difficulty, and the results as charts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from engine.kit.content_editor.view_models import Note
from engine.messages.refusal import Refused
from engine.presentation.visibility import VisibleTable
from engine.simulate.sensitivity import SensitivityRow
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import WorkerFault
from vtt.campaign.combat_simulation import CombatSimulation, FightLimits
from vtt.shared.simulation.ally_choices import AllyChoices
from vtt.shared.simulation.simulation_page import SimulationPage, changes_note, difficulty_help, simulation_page
from vtt.shared.simulation.tactic_choices import TacticChoices
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.ui_texts import ui_text

LIMITS: Final = FightLimits(times=4000, within=3)
_LOOK: Final = 250
"""Milliseconds between two looks at the results so far."""
_CARD_EM: Final = 25
_CARDS_AT_ONCE: Final = 2
"""New charts that are made in one turn of the event loop; many would hold the window up."""


_Shown = tuple[SimulationResults, SimulationPage]
_Compared = tuple[Sequence[SensitivityRow], Note, int]
"""The rows of the sensitivity table so far, as a chart, and the number of changes."""


class CombatSimulationDialog(LargeDialog):
    """Simulates fights, shows the results so far, and can be stopped at any moment.

    Args:
        hub: the theme.
        title: what is simulated.
        sentence: what the fights begin with.
        simulation: the combat.
        view: the names of people and characters.
        work: runs the simulation aside.
        parent: the window.
        limits: when it stops by itself.

    Attributes:
        results: the latest results, whole only once `fought` was emitted.

    Signals:
        fought: the SimulationResults, when it is over or was stopped.
        compared: the rows of the sensitivity table.
    """

    fought = Signal(object)
    compared = Signal(object)

    def __init__(
        self,
        hub: ThemeHub,
        title: str,
        sentence: str,
        simulation: CombatSimulation,
        view: VisibleTable,
        work: TaskRunner,
        parent: QWidget,
        limits: FightLimits = LIMITS,
    ) -> None:
        super().__init__(hub, ui_text("simulation", "title"), parent)
        self._simulation, self._view, self._work, self._limits = simulation, view, work, limits
        self.results: SimulationResults | None = None
        self._latest: _Shown | None = None
        """The fights so far with their charts; the simulating thread writes them, the GUI thread reads them."""
        self._changes: Note | None = None
        self._compared: _Compared | None = None
        """The changed fights so far while they are simulated; the simulating thread writes them."""
        self._is_over = self._stopped = False
        self._run = 0
        """The number of the run that counts; another tactic begins a new one."""
        self._job: Task | None = None
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_l)
        lay.addWidget(label(short(title, 80), "title", wrap=True, parent=self))
        self.headline = label("", "heading", wrap=True, parent=self)
        self.said = prose("", "muted", self)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(ui_text("simulation", "title"))
        self.bar.setFormat("%p %")
        for part in (self.headline, self.said, self.bar):
            lay.addWidget(part)
        self.headline.hide()
        body = QWidget()
        inside = column(body, gap=lengths.pad_m)
        self.choices = TacticChoices(hub, body)
        self.choices.changed.connect(self._start)
        inside.addWidget(self.choices)
        self.allies = AllyChoices(hub, body)
        self.allies.changed.connect(self._start)
        inside.addWidget(self.allies)
        self.charts = FlowRow(body, spacing=lengths.pad_l)
        inside.addWidget(self.charts)
        self.meaning = prose(difficulty_help(), "muted", body)
        self.meaning.hide()
        inside.addWidget(self.meaning)
        self.premise = prose(" ".join((sentence, ui_text("simulation", "unknown_cards"))), "muted", body)
        inside.addWidget(self.premise)
        inside.addStretch(1)
        self._page = PageScroll(body, self)
        lay.addWidget(self._page, 1)
        self.stop = button(ui_text("simulation", "stop"), parent=self)
        self.stop.clicked.connect(self._stop)
        self.compare = button(ui_text("simulation", "compare"), "", ui_text("simulation", "compare_help"), self)
        self.compare.clicked.connect(self._compare)
        foot = row(gap=lengths.pad_m)
        foot.addWidget(self.compare)
        foot.addStretch(1)
        foot.addWidget(self.stop)
        lay.addLayout(foot)
        self.cards: list[ChartCard] = []
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._show)
        self._start()

    def done(self, result: int) -> None:
        """Stop whatever is in progress, and let the dialog go."""
        self._run += 1
        self._cancel()
        self._clock.stop()
        self._rest.stop()
        super().done(result)
        self.deleteLater()

    def _start(self) -> None:
        """Begin with the first fight, by the tactics that are chosen now."""
        simulation, tactics, limits, view = self._with_allies(), self.choices.tactics, self._limits, self._view
        self._latest = self._changes = self._compared = self.results = None
        run = self._run + 1

        def work(progress: Progress) -> _Shown:
            has_allies = simulation.has_allies()
            results = simulation.results(tactics, limits, self._teller(progress, run, has_allies))
            return results, simulation_page(results, view, has_allies=has_allies)

        self._begin(ui_text("simulation", "starting"), work, self._fought)

    def _fought(self, ended: _Shown) -> None:
        """Show the results, all of them or those until the stop."""
        self._latest = ended
        results = self.results = ended[0]
        self._show()
        self._end(ui_text("simulation", "certain" if results.certain else "over", count=results.times))
        self.fought.emit(results)

    def _compare(self) -> None:
        """Simulate the changed fights, with as many fights for each at most as the fight itself had."""
        results = self.results
        if results is None:
            return
        simulation, tactics = self._with_allies(), self.choices.tactics
        limits = replace(self._limits, times=max(1, results.times))
        run, latest = self._run + 1, 0.0
        self._compared = (), changes_note(results, ()), 1

        def work(progress: Progress) -> _Compared:
            def tell(rows: Sequence[SensitivityRow], of: int) -> bool:
                nonlocal latest
                now = time.monotonic()
                if now - latest > _LOOK / 1000 and run == self._run:
                    self._compared, latest = (rows, changes_note(results, rows), of), now
                return not progress.cancelled

            rows = simulation.sensitivity(tactics, limits, tell)
            return rows, changes_note(results, rows), len(rows)

        self._begin(ui_text("simulation", "starting"), work, self._comparing_ended)
        self._page.verticalScrollBar().setValue(0)  # the chart comes near the top

    def _comparing_ended(self, compared: _Compared) -> None:
        """Show how the changed fights ended, all of them or those until the stop."""
        rows, self._changes, _ = compared
        self._compared = None
        self._show()
        times = self.results.times if self.results is not None else 0
        none = "" if self._changes.rows or self._stopped else ui_text("simulation", "changes_none")
        self._end(none or ui_text("simulation", "over", count=times))
        self.compared.emit(rows)

    def _begin(self, words: str, work: Callable[[Progress], object], over: Callable[..., None]) -> None:
        """Do work aside; the result of the latest one counts."""
        self._cancel()
        self._run += 1
        run, self._is_over, self._stopped = self._run, False, False
        set_prose(self.said, words)
        self.bar.setRange(0, self._limits.times)
        self.bar.setValue(0)
        self.bar.show()
        self.compare.setEnabled(False)
        self._name_stop("stop")
        self._clock.start(_LOOK)

        def ended(result: object) -> None:
            if run == self._run:
                over(result)

        def failed(error: Exception) -> None:
            if run == self._run:
                text = getattr(error, "text", "") or ui_text("simulation", "failed", reason=short(str(error), 200))
                self.premise.setVisible(self._latest is not None)
                self._end(text)

        self._job = self._work.start(work, ended, failed, lambda: (Refused, WorkerFault))

    def _with_allies(self) -> CombatSimulation:
        return replace(self._simulation, allies=self.allies.allies)

    def _teller(self, progress: Progress, run: int, has_allies: bool) -> Callable[[SimulationResults], bool]:
        """Return what the simulating thread calls: it makes the charts a few times a second."""
        latest = 0.0

        def tell(results: SimulationResults) -> bool:
            nonlocal latest
            now = time.monotonic()
            if results.times and now - latest > _LOOK / 1000:
                shown, latest = (results, simulation_page(results, self._view, has_allies=has_allies)), now
                if run == self._run:
                    self._latest = shown
            return not progress.cancelled

        return tell

    def _cancel(self) -> None:
        if self._job is not None and not self._is_over:
            self._job.cancel()

    def _stop(self) -> None:
        """Stop at once, without waiting for the fights in progress; close the dialog if there is nothing to see."""
        if self._is_over or self._latest is None:
            self.accept()
            return
        self._cancel()
        self._run += 1
        self._stopped = True
        if self._compared is not None:
            self._comparing_ended(self._compared)
        else:
            self._fought(self._latest)

    def _look(self) -> None:
        if self._is_over or self._latest is None:
            return
        if self._compared is not None and self.results is not None:
            rows, self._changes, of = self._compared
            if rows:
                done, count = len(rows) - 1, rows[-1].results.times
                words = ui_text("simulation", "comparing", number=done + 1, of=of, count=count)
                set_prose(self.said, words)
                self.bar.setRange(0, of * self.results.times)
                self.bar.setValue(done * self.results.times + count)
        if self.results is None:  # the fight itself, not a changed one
            _, page = self._latest
            words = ui_text("simulation", "under_way", count=page.times, within=self._limits.within)
            set_prose(self.said, words)
            precision = (self._limits.within / max(1.0, page.points)) ** 2  # four times the fights halve the interval
            self.bar.setValue(max(page.times, round(self._limits.times * min(1.0, precision))))
        self._show()

    def _show(self) -> None:
        if self._latest is None:
            return
        _, page = self._latest
        self.choices.show_sides(page.sides)
        self.allies.show_characters(page.possible_allies)
        if self.headline.text() != page.headline:
            self.headline.setText(page.headline)
        for part in (self.headline, self.meaning):
            part.setVisible(bool(page.headline))
        changes = (self._changes,) if self._changes is not None and self._changes.rows else ()
        notes = (*page.notes[:1], *changes, *page.notes[1:])
        if len(notes) != len(self.cards):
            for card in self.cards[len(notes) :]:
                card.hide()
                card.deleteLater()
            made = (ChartCard(self._hub, self.charts) for _ in notes[len(self.cards) :][:_CARDS_AT_ONCE])
            self.cards = [*self.cards[: len(notes)], *made]
            self.charts.flow.hold(self.cards)
        for card, note in zip(self.cards, notes, strict=False):
            card.show_note(note)
        self.charts.fit()
        if len(self.cards) < len(notes):
            self._rest.start()

    def _name_stop(self, key: str) -> None:
        """Name the button that stops, or closes what is over, on it and for screen readers."""
        self.stop.setText(button_text(ui_text("simulation", key)))
        self.stop.setAccessibleName(ui_text("simulation", key))

    def _end(self, words: str) -> None:
        self._is_over = True
        self._clock.stop()
        set_prose(self.said, words)
        self.bar.hide()
        self.compare.setEnabled(self.results is not None and bool(self._latest and self._latest[1].headline))
        self._name_stop("close")
        focus = self.focusWidget()
        if not (self.choices.isAncestorOf(focus) or self.allies.isAncestorOf(focus)):  # there somebody still chooses
            self.stop.setFocus()


class ChartCard(QWidget):
    """A chart with the sentence that explains its numbers."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._parts = column(self, gap=hub.theme.metrics.pad_xs)
        self.chart = StatisticsWidget(hub, self)
        self._help = prose("", "muted", self)
        self._parts.addWidget(self.chart)
        self._parts.addWidget(self._help)
        self._parts.addStretch(1)
        self.show()

    def show_note(self, note: Note) -> None:
        """Show another chart."""
        self.chart.show_note(note)
        set_prose(self._help, note.help)

    def sizeHint(self) -> QSize:
        """Return the height that its lines need at its one width."""
        width = self._hub.theme.metrics.font_body * _CARD_EM
        return QSize(width, self._parts.heightForWidth(width))
