"""The flow of time with moments that are fractions: each event happens once, at its own moment."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.kit.schedule.scheduled_events import DueEvent, Schedule, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since, TimeFlow, TimeProcedure
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.sheets.formulas.exact_numbers import Exact

PERIODS = (Fraction(1, 3), Fraction(2, 3), Fraction(3, 2), Fraction(7, 4), 2)


class Passing(TimeProcedure, tag_field="procedure", tag="passing"):
    """Time that passes."""


class AskedSomething(Frozen, Procedure, tag_field="procedure", tag="asked_something"):
    """Something that must be answered before time passes on."""


class Drips:
    """A tap that drips once in a period, and may ask something each time."""

    def __init__(self, period: Exact, *, asks: bool) -> None:
        self.period = period
        self.asks = asks
        self.moments: list[tuple[Exact, int]] = []
        self.flow = TimeFlow(
            Passing, Schedule(lambda: ("other",)), lambda: (EventSource("drip", self.entries, self.drip),)
        )

    def entries(self, table: Table, since: Since) -> Iterator[ScheduledEvent]:
        yield ScheduledEvent(name="drip", at=self.period, every=self.period).next_after(since("drip"))

    def drip(self, draft: Draft, due: DueEvent) -> None:
        self.moments.append((due.at, draft.table.clock))
        if self.asks:
            draft.push_procedure(AskedSomething())


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("asks", [False, True])
def test_an_event_at_a_fraction_happens_once_and_time_may_wait_after_it(period: Exact, asks: bool) -> None:
    drips = Drips(period, asks=asks)
    draft = Draft(Table(ruleset="example"), SeededChance(1))
    drips.flow.advance(draft, 7)
    while draft.table.procedures:
        *below, top = draft.table.procedures
        assert isinstance(top, AskedSomething)
        passing = msgspec.json.decode(msgspec.json.encode(below[0]), type=Passing)
        assert passing == below[0], "what waits is stored"
        draft.pop_procedure(AskedSomething)
        drips.flow.go_on(draft)
    assert drips.moments == [(number * period, int(number * period)) for number in range(1, int(7 // period) + 1)]
    assert draft.table.clock == 7
