"""The flow of time in a game: the clock advances, stops at what is due, and can be forecast.

A game lists its sources of events, and subclasses `TimeProcedure` for the time that passes. Here a torch goes out:

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Actor
>>> class Passing(TimeProcedure, tag_field="procedure", tag="passing"):
...     '''Time that passes.'''
>>> def torches(table, since):
...     return condition_ends("torch", table, table.actors, {"torch"})
>>> def goes_out(draft, due):
...     actor, torch = condition_of(draft.table, due)
...     draft.lift_condition(actor, torch.name)
...     draft.note("torch_out", actor=actor)
>>> TORCHES = EventSource("torch", torches, goes_out)
>>> flow = TimeFlow(Passing, Schedule(lambda: ("other",)), lambda: (TORCHES,))

>>> torch = Condition(id="torch", name="torch", until=90)
>>> hild = Actor(id="hild", name="Hild", seat="p1", conditions=(torch,))
>>> table = Table(ruleset="example", clock=30, actors={"hild": hild})
>>> forecast = flow.forecast(table, 100)
>>> [(line.at, line.message.key) for line in forecast.lines], forecast.within(80).lines
([(90, 'log.torch_out')], ())
>>> draft = Draft(table, SeededChance(1))
>>> flow.advance(draft, 100)
>>> draft.table.clock, draft.table.actors["hild"].conditions, draft.table.procedures
(130, (), ())
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, TypeVar

from engine.core.chance import ChanceNeeded, NoChance
from engine.core.continuation import Continuation
from engine.core.draft import Draft, find_procedure
from engine.core.events import ClockSet, Noted
from engine.kit.schedule.scheduled_events import DueEvent, Schedule, ScheduledEvent
from engine.messages.message import Message
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.table import Procedure, Table
from engine.sheets.formulas.exact_numbers import Exact, tidy

MOST_EVENTS: Final = 1_000
"""The maximum number of events in one advance of time; then the clock stops where it is."""
MOST_FORESEEN: Final = 40
"""The maximum number of events in a forecast."""
Since = Callable[[str], Exact]
"""The moment up to which an event was handled, by its name: the start of the time, or its last occurrence."""


@dataclass(frozen=True, slots=True)
class EventSource:
    """A kind of scheduled event, as a feature of a game lists it.

    Attributes:
        word: the names of its events begin with it, before a `:`.
        entries: the scheduled events of a table.
        happen: makes one event happen; the clock of the table shows its moment, rounded down. Afterwards the table,
            or `Since`, must not give the event for that moment any more.
        dice: dice decide its result, so that no forecast goes beyond it.
    """

    word: str
    entries: Callable[[Table, Since], Iterable[ScheduledEvent]]
    happen: Callable[[Draft, DueEvent], None]
    dice: bool = False


@dataclass(frozen=True, slots=True)
class PassedTime:
    """Time that has passed since `start`; `whole` unless it was stopped before its end."""

    start: int
    whole: bool


class TimePurpose(Continuation[PassedTime]):
    """The purpose for which time passes, with its data: carried out at its end."""

    __slots__ = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the time passes for; none by default."""
        return ()


class TimeProcedure(Frozen, Procedure):
    """Time that has not passed completely yet; it waits below what comes up meanwhile.

    Attributes:
        start: when it began.
        until: when it will end.
        reckoned: the moment up to which each event was handled meanwhile, by its name; a fraction as text (`3/2`).
        then: its purpose; None for time that passes for nothing in particular.
    """

    start: int
    until: int
    reckoned: Mapping[str, int | str] = {}
    then: TimePurpose | None = None

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the passing time is for."""
        return () if self.then is None else self.then.bound_actors()


class ForecastLine(Frozen):
    """A future event: its moment, its line in the log, and the name and kind of the scheduled event."""

    at: int
    message: Message
    name: str = ""
    kind: str = "other"


class Forecast(Frozen):
    """The events to come.

    Attributes:
        lines: what will happen, in order.
        unknown: the moment from which dice decide, or there are too many events; None if the forecast is complete.
        dice: the name of the event that is due then; empty where there are too many.
    """

    lines: tuple[ForecastLine, ...] = ()
    unknown: int | None = None
    dice: str = ""

    def within(self, until: int) -> Forecast:
        """Return the part of the forecast up to a moment."""
        lines = tuple(line for line in self.lines if line.at <= until)
        ends = self.unknown is not None and self.unknown <= until
        return replace(self, lines=lines) if ends else Forecast(lines=lines)


class _Unforeseeable(ChanceNeeded):
    """The next event depends on dice or an answer, or there are too many; `due` is that event."""

    def __init__(self, due: DueEvent | None = None) -> None:
        super().__init__(due.name if due else "")
        self.due = due


class _AnswerNeeded(Exception):
    """Something else is in front now: time waits below it."""


P = TypeVar("P", bound=TimeProcedure)


class TimeFlow(Generic[P]):
    """The flow of time in a game.

    Attributes:
        kind: the procedure of the time that passes.
        schedule: the order of events.
        sources: returns the sources of events of all features.
    """

    def __init__(self, kind: type[P], schedule: Schedule, sources: Callable[[], Sequence[EventSource]]) -> None:
        self.kind = kind
        self.schedule = schedule
        self.sources = sources

    # ---- what a game says

    def before_time_passes(self, draft: Draft) -> None:
        """Prepare the table before time passes or is forecast; by default nothing."""

    def log_too_many_events(self, draft: Draft) -> None:
        """Log that time stops because too many events fall due; by default nothing."""

    # ---- look-ups

    def passing(self, table: Table) -> P | None:
        """Return the time that passes."""
        return find_procedure(table, self.kind)

    def is_passing(self, table: Table) -> bool:
        """Say whether time passes and no procedure is above it."""
        return bool(table.procedures) and isinstance(table.procedures[-1], self.kind)

    def procedures_above(self, table: Table) -> tuple[Procedure, ...]:
        """Return the procedures that have come up while time passes; all procedures while none does."""
        kinds = [isinstance(procedure, self.kind) for procedure in table.procedures]
        return table.procedures[len(kinds) - kinds[::-1].index(True) :] if any(kinds) else table.procedures

    # ---- the flow

    def advance(self, draft: Draft, seconds: int, then: TimePurpose | None = None) -> None:
        """Let an amount of time pass, then carry out its purpose.

        When an event needs a roll or an answer, time waits below it; `go_on` lets it pass on afterwards.
        """
        moment = draft.table.clock
        draft.push_procedure(self.kind(start=moment, until=moment + seconds, then=then))
        self.go_on(draft)

    def go_on(self, draft: Draft) -> None:
        """Let time pass while no procedure is above it; at its end carry out its purpose."""
        while self.is_passing(draft.table):
            self.before_time_passes(draft)
            whole = self._run(draft)
            if whole and not self.is_passing(draft.table):
                draft.record_results(clock=draft.table.clock)
                return
            if not whole:
                self.log_too_many_events(draft)
            self.stop(draft, whole=whole)
            draft.record_results(clock=draft.table.clock)

    def stop(self, draft: Draft, *, whole: bool = False) -> None:
        """End the time that passes at the present moment, and carry out its purpose."""
        passing = self.passing(draft.table)
        assert passing is not None
        others = tuple(procedure for procedure in draft.table.procedures if procedure is not passing)
        draft.set_procedures(others)
        if passing.then is not None:
            passing.then.resume(draft, PassedTime(start=passing.start, whole=whole))

    def _run(self, draft: Draft, watch: Callable[[DueEvent], None] | None = None) -> bool:
        """Run the events up to the end of the time that passes, and set the clock; say whether they were not too many.

        For a forecast `watch` is called with each event before it happens, and `_Unforeseeable` is raised before dice
        are thrown, something is asked, or there are more than `MOST_FORESEEN` events.
        """
        passing = self.passing(draft.table)
        assert passing is not None
        reckoned = {name: tidy(Fraction(moment)) for name, moment in passing.reckoned.items()}
        sources = {source.word: source for source in self.sources()}
        events_left = MOST_EVENTS if watch is None else MOST_FORESEEN

        def entries(here: Draft) -> Iterator[ScheduledEvent]:
            for source in sources.values():
                yield from source.entries(here.table, lambda name: reckoned.get(name, passing.start))

        def happen(here: Draft, due: DueEvent) -> Draft:
            nonlocal events_left
            source = sources[due.name.partition(":")[0]]
            if watch is not None and source.dice:
                raise _Unforeseeable(due)
            events_left -= 1
            if events_left < 0:
                raise _Unforeseeable
            if watch is not None:
                watch(due)
            _set_clock(here, int(due.at))
            reckoned[due.name] = due.at
            source.happen(here, due)
            if not self.is_passing(here.table):
                raise _Unforeseeable(due) if watch is not None else _AnswerNeeded
            return here

        try:
            self.schedule.run(draft, passing.until, entries, happen)
        except _AnswerNeeded:
            stored = {name: moment if isinstance(moment, int) else str(moment) for name, moment in reckoned.items()}
            draft.replace_procedure(replace(passing, reckoned=stored))
            return True
        except ChanceNeeded:
            if watch is not None:
                raise
            return False
        _set_clock(draft, passing.until)
        return True

    # ---- the forecast

    def forecast(self, table: Table, seconds: int, prepare: Callable[[Draft], None] | None = None) -> Forecast:
        """Return what will happen in an amount of time, up to the first dice; the table does not change.

        Args:
            table: the present table, without what the reader may not know.
            seconds: the amount of time.
            prepare: changes the copy of the table before time passes on it.
        """
        draft = self._copy(table)
        if prepare is not None:
            prepare(draft)
        before = len(draft.events)
        draft.push_procedure(self.kind(start=table.clock, until=table.clock + seconds))
        begun = list[tuple[int, DueEvent]]()
        unknown, dice = None, ""
        try:
            self._run(draft, lambda due: begun.append((len(draft.events), due)))
        except ChanceNeeded as undecided:
            due = undecided.due if isinstance(undecided, _Unforeseeable) else None
            unknown, dice = (int(due.at), due.name) if due is not None else (draft.table.clock, "")
        lines = list[ForecastLine]()
        at, due = table.clock, DueEvent(at=table.clock, name="")
        for number, event in enumerate(draft.events):
            while begun and begun[0][0] <= number:
                _, due = begun.pop(0)
            match event:
                case ClockSet(seconds=moment):
                    at = moment
                case Noted(message=message) if number >= before:
                    lines.append(ForecastLine(at=at, message=message, name=due.name, kind=due.kind))
                case _:
                    pass
        return Forecast(lines=tuple(lines), unknown=unknown, dice=dice)

    def next_occurrences(self, table: Table, after: int, until: int) -> tuple[DueEvent, ...]:
        """Return the next occurrence of each scheduled event between two moments; dice before it may change it."""
        here = self._copy(table).table
        entries = [entry for source in self.sources() for entry in source.entries(here, lambda _: table.clock)]
        return tuple(self.schedule.due([entry.next_after(table.clock) for entry in entries], after, until))

    def _copy(self, table: Table) -> Draft:
        draft = Draft(table, NoChance())
        self.before_time_passes(draft)
        return draft


def _set_clock(draft: Draft, seconds: int) -> None:
    """Set the clock forward; it never goes back."""
    if seconds > draft.table.clock:
        draft.emit(ClockSet(seconds=seconds))


def condition_ends(
    word: str, table: Table, actors: Iterable[str], names: Collection[str], *, kind: str = "other"
) -> Iterator[ScheduledEvent]:
    """Yield the ends of some characters' conditions as events `word:character:condition`, which `condition_of` reads.

    Args:
        word: the word of the source of events.
        table: the table.
        actors: the characters.
        names: the names of the conditions; those without an end are passed over.
        kind: the kind of the events.
    """
    for actor in actors:
        for condition in table.actors[actor].conditions:
            if condition.until is not None and condition.name in names:
                yield ScheduledEvent(name=f"{word}:{actor}:{condition.id}", at=condition.until, kind=kind)


def condition_of(table: Table, due: DueEvent) -> tuple[str, Condition]:
    """Return the character and the condition of an event `word:character:condition`."""
    _, actor, condition_id = due.name.split(":", 2)
    return actor, next(condition for condition in table.actors[actor].conditions if condition.id == condition_id)
