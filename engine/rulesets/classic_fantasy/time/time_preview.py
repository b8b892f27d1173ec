"""Preview of time: it passes on a hidden copy of the table, up to the first event that dice decide (CF-UI-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.draft import Draft
from engine.core.events import ClockSet, Noted
from engine.core.memo import memo_of_moment
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.game_calendar import DueEvent, Kind, ScheduledEvent, iter_due_events
from engine.rulesets.classic_fantasy.time.scheduled_events import NotForeseeable, run_scheduled_events
from engine.rulesets.classic_fantasy.time.time_advance import clock_of
from engine.rulesets.classic_fantasy.time.time_hooks import TIME_HOOKS
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TimePassage

MOST_FORESEEN: Final = 40
"""The maximum number of events in a preview."""


TOLD: Final = 3
"""The maximum number of events that one line names."""


class ForecastLine(Frozen):
    """A future event.

    Attributes:
        at: its moment.
        message: its line in the log.
        name: the name of the scheduled event.
        kind: its kind.
    """

    at: int
    message: Message
    name: str = ""
    kind: Kind = "other"


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
        return Forecast(lines=lines, unknown=self.unknown, dice=self.dice) if ends else Forecast(lines=lines)


class _NoChance:
    """A source of chance that has no results: each throw raises `NotForeseeable`."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        raise NotForeseeable

    def roll(self, sides: int) -> int:
        raise NotForeseeable


def forecast_summary(part: Forecast) -> Message:
    """Return one line about what an amount of time will bring."""
    first = "; ".join(_forecast_line(line.at, line.message) for line in part.lines[:TOLD])
    key = "some" if part.lines else "nothing"
    count = len(part.lines) if len(part.lines) > TOLD else 0
    suffix = "_then_dice" if part.unknown is not None else ""
    return Message(key=f"d100.preview.{key}{suffix}", params={"count": count, "first": first})


def _forecast_line(at: int, message: Message) -> str:
    day, time = clock_of(at)
    return say(Message(key="d100.preview.line", params={"day": day, "time": time, "what": say(message)}))


def without_secret_characters(table: Table, viewer: str) -> Table:
    """Return a table without the characters that are secret to a viewer; an empty viewer knows all."""
    readable = {
        name: character for name, character in table.actors.items() if not viewer or table.may_read(character, viewer)
    }
    return table if len(readable) == len(table.actors) else replace(table, actors=readable)


def forecast(table: Table, seconds: int, *, viewer: str = "", resting: tuple[str, ...] = ()) -> Forecast:
    """Return what will happen in an amount of time, up to the first dice; the table does not change (CF-UI-8).

    Args:
        table: the present table.
        seconds: the amount of time.
        viewer: the reader of the forecast; characters secret to them are left out. Empty for all.
        resting: the characters that rest completely from now on.
    """
    return _foresee(table, seconds, viewer, resting)


@memo_of_moment
def _foresee(table: Table, seconds: int, viewer: str, resting: tuple[str, ...]) -> Forecast:
    table = without_secret_characters(table, viewer)
    draft, unknown, dice = Draft(table, _NoChance()), None, ""
    began = list[tuple[int, DueEvent]]()
    TIME_HOOKS.features.before_time_passes(draft)
    if resting:
        TIME_HOOKS.features.set_resting(draft, [actor for actor in in_story(draft.table) if actor in resting], True)
    before = len(draft.events)
    draft.push_procedure(TimePassage(start=table.clock, until=table.clock + seconds))
    try:
        run_scheduled_events(
            draft, most=MOST_FORESEEN, dice=False, watch=lambda due: began.append((len(draft.events), due))
        )
    except NotForeseeable as undecided:
        unknown = int(undecided.due.at) if undecided.due is not None else draft.table.clock
        dice = undecided.due.name if undecided.due is not None else ""
    lines, at, due, waiting = list[ForecastLine](), table.clock, DueEvent(at=table.clock, name=""), iter(began)
    following = next(waiting, None)
    for number, event in enumerate(draft.events):
        while following is not None and following[0] <= number:
            due, following = following[1], next(waiting, None)
        match event:
            case ClockSet(seconds=moment):
                at = moment
            case Noted(message=message) if number >= before:
                lines.append(ForecastLine(at=at, message=message, name=due.name, kind=due.kind))
            case _:
                pass
    return Forecast(lines=tuple(lines), unknown=unknown, dice=dice)


def next_scheduled(table: Table, after: int, until: int, viewer: str = "") -> tuple[DueEvent, ...]:
    """Return the next occurrence of each scheduled event by the present table; dice before it may change it.

    Args:
        table: the present table.
        after: only occurrences after this moment count.
        until: the last moment that counts.
        viewer: the reader; characters secret to them are left out.
    """
    visible = without_secret_characters(table, viewer)
    draft = Draft(visible, _NoChance())
    TIME_HOOKS.features.before_time_passes(draft)

    def since(_name: str) -> int:
        return visible.clock

    entries = [entry for tick in TIME_HOOKS.features.scheduled for entry in tick.entries(draft.table, since)]
    return tuple(iter_due_events((_next_occurrence(entry, visible.clock) for entry in entries), after, until))


def _next_occurrence(entry: ScheduledEvent, moment: int) -> ScheduledEvent:
    """Return the first future occurrence of a scheduled event."""
    if entry.every is None or entry.at > moment:
        return replace(entry, every=None, times=None)
    occurrences_past = int((moment - entry.at) // entry.every) + 1
    return replace(entry, at=entry.at + occurrences_past * entry.every, every=None, times=None)
