"""Odds are calculated in another thread, once the window has settled, so that no gesture waits for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from engine.presentation.offers import Offer
from vtt.campaign.campaign_views import OddsCounter
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.shared.odds.odds_figure import OddsFigure, figure_of_ways, odds_figure
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner

SETTLE_MS: Final = 120
"""The time without a change after which the window counts as settled."""

Titled = tuple[str, Offer]
"""An offer with the title of its odds."""
Ways = Sequence[Titled]
"""The ways to do an offer, all of one seat: one, or several while more must be chosen."""


@dataclass(frozen=True, slots=True)
class LazyWays:
    """Offers of one seat with their ways, which take long to find; any thread may find them."""

    seat: str
    find: Callable[[], Mapping[Hashable, Ways]]


Figures = dict[Hashable, OddsFigure]
Job = tuple[Hashable, Ways, OddsCounter]
_MOMENT_S: Final = 0.2
"""After so many seconds the figures that are there are shown, before the others are calculated."""


class OddsRunner(TaskRunner):
    """The threads of a campaign that calculate odds; they outlive the widgets that asked, and end with the campaign."""

    @classmethod
    def of(cls, campaign: OpenCampaign) -> OddsRunner:
        """Return the runner of a campaign."""
        runner = campaign.findChild(cls)
        if runner is None:
            runner = made = cls(campaign)
            campaign.closing.connect(made.close)
            campaign.destroyed.connect(partial(cls.close, made))  # this keeps it until then
        return runner


class OddsReading(QObject):
    """Reads the odds of some offers for one viewer, and again after each change.

    Args:
        campaign: the open campaign.
        parent: the widget that shows them.

    Signals:
        ready: the figures by key, of those offers that have odds; empty where none are shown. Where they take long, it
            comes again with more of them.
    """

    ready = Signal(object)

    def __init__(self, campaign: OpenCampaign, parent: QObject) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._wanted: tuple[str, str, Mapping[Hashable, Ways] | LazyWays] | None = None
        self._task: Task | None = None
        self._number = 0
        self._result_hold = ResultHold(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._start)
        campaign.changed.connect(self._again)
        campaign.odds_chosen.connect(self._again)

    def hold_results(self, hold: ResultHold) -> None:
        """Calculate nothing while a hold is on: odds of the table after a result would tell it."""
        self._result_hold = hold
        hold.ended.connect(self._again)

    @property
    def is_busy(self) -> bool:
        """Whether figures are still to come."""
        return self._timer.isActive() or self._task is not None

    def ask(self, viewer: str, offers: Mapping[Hashable, Ways], looking: str = "") -> None:
        """Ask for the odds of offers by key, in place of all earlier ones.

        Args:
            viewer: the one who is shown them.
            offers: the offers, with all ways in which each can be done.
            looking: the seat whose cards are turned up on this viewer's screen.
        """
        self._wanted = viewer, looking, dict(offers)
        self._again()

    def ask_lazily(self, viewer: str, ways: LazyWays) -> None:
        """Ask for the odds of offers that are found in the background, in place of all earlier ones."""
        self._wanted = viewer, "", ways
        self._again()

    def forget(self) -> None:
        """Ask for nothing any more; what is on its way does not arrive."""
        self._wanted = None
        self._stop()

    def _stop(self) -> None:
        self._number += 1
        self._timer.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    @Slot()
    def _again(self) -> None:
        self._stop()
        if self._result_hold.is_on or self._wanted is None:
            return
        if isinstance(self._wanted[2], LazyWays) or self._wanted[2]:
            self._timer.start()

    @Slot()
    def _start(self) -> None:
        if self._wanted is None or not isValid(self._campaign):  # the campaign may just have been closed
            return
        viewer, looking, offers = self._wanted
        viewer_campaign = self._campaign.viewer_campaign(viewer)
        if isinstance(offers, LazyWays):
            seats = {offers.seat}
        else:
            seats = {offer.command.seat for ways in offers.values() for _, offer in ways}
        counters = {seat: viewer_campaign.odds_counter(seat, looking) for seat in seats}
        shown = {seat: counter for seat, counter in counters.items() if counter is not None}
        if shown:
            self._count(lambda: _jobs(offers, shown), {})
        else:
            self.ready.emit({})

    def _count(self, jobs: Callable[[], Sequence[Job]], known: Figures) -> None:
        """Calculate figures in the background, and show those that are there after a moment."""
        number = self._number

        def deliver(counted: tuple[Figures, Sequence[Job]]) -> None:
            if isValid(self) and number == self._number:
                figures, left = counted
                self._task = None
                if left:
                    self._count(lambda: left, {**known, **figures})
                self.ready.emit({**known, **figures})

        self._task = OddsRunner.of(self._campaign).start(lambda progress: _figures(jobs(), progress), deliver)


def _jobs(
    offers: Mapping[Hashable, Ways] | LazyWays, counters: Mapping[str, OddsCounter]
) -> list[tuple[Hashable, Ways, OddsCounter]]:
    """Return what is to be calculated: for those seats whose odds are shown."""
    found = offers.find() if isinstance(offers, LazyWays) else offers
    seats = {key: ways[0][1].command.seat for key, ways in found.items() if ways}
    return [(key, found[key], counters[seat]) for key, seat in seats.items() if seat in counters]


def _figures(jobs: Sequence[Job], progress: Progress) -> tuple[Figures, Sequence[Job]]:
    """Return figures, and the jobs that are left when a moment is over."""
    found: Figures = {}
    began = perf_counter()
    for done, (key, ways, counter) in enumerate(jobs):
        if done and perf_counter() - began > _MOMENT_S:
            return found, jobs[done:]
        known, is_whole = [], True
        for title, offer in ways:
            progress.check()
            odds = counter.odds(offer)
            if odds is not None:
                known.append(odds_figure(title, odds))
            elif not counter.may_read_all(offer):  # any other way without odds is one that the rules refuse, as a rule
                is_whole = False
        if known:
            found[key] = figure_of_ways(known, is_whole=is_whole)
    return found, ()
