"""The difficulty of the encounter in the form: calculated aside while it is being built, on the GM's screen alone."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QLabel

from engine.kit.content_editor.view_models import EditRefused
from engine.messages.refusal import Refused
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import WorkerFault, core_count
from vtt.campaign.combat_simulation import CombatSimulation, FightLimits
from vtt.prep.record_room import RecordRoom
from vtt.shared.simulation.simulation_page import difficulty_help, difficulty_words, is_without_end
from vtt.widgets.basic_widgets import set_prose
from vtt.widgets.plain_text import tip
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.ui_texts import ui_text

PAUSE: Final = 1200
"""Milliseconds after the last change before the fights begin."""
LIMITS: Final = FightLimits(times=300, within=5, workers=max(1, core_count() - 1))
"""Fewer fights than in the dialog, and one core stays free for the window."""


class FindsSimulation(Protocol):
    """The actions on the open record, as far as they are needed here."""

    def can_simulate(self) -> bool:
        """Return whether the open record is an encounter whose fight bots can play."""
        ...

    def simulation(self) -> CombatSimulation | None:
        """Return the simulation of the open encounter. Raises EditRefused while it cannot be saved."""
        ...


class LiveDifficulty(QObject):
    """Follows the open record, and shows in a line how hard its fight is.

    Args:
        room: the Prep room.
        actions: find the simulation.
        work: runs the fights aside.

    Attributes:
        line: the line; the room makes it anew with each theme.
    """

    def __init__(self, room: RecordRoom, actions: FindsSimulation, work: TaskRunner) -> None:
        super().__init__(room)
        self._room, self._actions, self._work = room, actions, work
        self.line = QLabel()
        self._known: tuple[object, ...] = ()
        self._words = ""
        self._run = 0
        self._results: SimulationResults | None = None
        """The fights so far; the simulating thread writes them, the GUI thread reads them."""
        self._job: Task | None = None
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(PAUSE)
        self._clock.timeout.connect(self._begin)

    def set_line(self, line: QLabel) -> None:
        """Show the difficulty in another line."""
        self.line = line
        line.setToolTip(tip(f"{ui_text('simulation', 'live.help')}\n{difficulty_help()}"))
        self._say(self._words)

    @Slot()
    def follow(self) -> None:
        """Begin anew, a moment later, if the encounter or a player's character is not as it was."""
        record = self._room.open_record
        if record is None or not self._room.isVisible() or not self._actions.can_simulate():
            self.stop()
            return
        view = self._room.view
        heroes = [a for a in view.actors.values() if a.seat in view.seats and not view.seats[a.seat].is_gm]
        known = (record.kind, record.id, record.record, view.lists, view.options, view.scene, heroes)
        if known != self._known:
            self.stop()
            self._known = known
            self._say(ui_text("simulation", "live.waiting"))
            self._clock.start()

    def stop(self) -> None:
        """Stop, and show nothing: another viewer or another record may come."""
        self._run += 1
        self._clock.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._known = ()
        self._say("")

    @Slot()
    def _begin(self) -> None:
        try:
            simulation = self._actions.simulation()
        except EditRefused as why:
            self._say(ui_text("simulation", "live.none", reason=why.text))
            return
        if simulation is None:
            self._say("")
            return
        self._run += 1
        run, self._results = self._run, None

        def work(progress: Progress) -> SimulationResults:
            def tell(results: SimulationResults) -> bool:
                if run == self._run:
                    self._results = results
                return progress(results.times, LIMITS.times)

            return simulation.results({}, LIMITS, tell)

        def over(results: SimulationResults) -> None:
            if run == self._run:
                self._job = None
                self._show(results)

        def failed(error: Exception) -> None:
            if run == self._run:
                self._job = None
                self._say(ui_text("simulation", "live.none", reason=getattr(error, "text", str(error))))

        self._job = self._work.start(work, over, failed, lambda: (Refused, WorkerFault))
        self._job.progressed.connect(self._look)

    @Slot()
    def _look(self) -> None:
        if self._job is not None and self._results is not None and self._results.times:
            self._show(self._results)

    def _show(self, results: SimulationResults) -> None:
        words = difficulty_words(results)
        if words is None:
            self._say("")
            return
        if is_without_end(results):
            self._say(ui_text("simulation", "live.none", reason=ui_text("simulation", "no_winner")))
            return
        difficulty, chance = words
        key = "certain" if results.certain else "so_far"
        said = ui_text("simulation", f"live.{key}", difficulty=difficulty, chance=chance, count=results.times)
        self._say(said)

    def _say(self, words: str) -> None:
        self._words = words
        set_prose(self.line, words)
        self.line.setVisible(bool(words))
