"""Preview of time, as a viewer may know it: up to the first event that dice decide (CF-UI-8)."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.kit.schedule.scheduled_events import DueEvent
from engine.kit.schedule.time_flow import Forecast, ForecastLine
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import GAME_TIME, TIME_HOOKS

TOLD: Final = 3
"""The maximum number of events that one line names."""


def forecast_summary(part: Forecast) -> Message:
    """Return one line about what an amount of time will bring."""
    first = "; ".join(map(_forecast_line, part.lines[:TOLD]))
    key = "some" if part.lines else "nothing"
    count = len(part.lines) if len(part.lines) > TOLD else 0
    suffix = "_then_dice" if part.unknown is not None else ""
    return Message(key=f"d100.preview.{key}{suffix}", params={"count": count, "first": first})


def _forecast_line(line: ForecastLine) -> str:
    day, time = clock_of(line.at)
    return say(Message(key="d100.preview.line", params={"day": day, "time": time, "what": say(line.message)}))


def without_secret_characters(table: Table, viewer: str) -> Table:
    """Return a table without the characters that are secret to a viewer; an empty viewer knows all."""
    readable = {
        name: character for name, character in table.actors.items() if not viewer or table.may_read(character, viewer)
    }
    return table if len(readable) == len(table.actors) else replace(table, actors=readable)


def forecast(table: Table, seconds: int, *, viewer: str = "", resting: tuple[str, ...] = ()) -> Forecast:
    """Return what will happen in an amount of time, up to the first dice; the table does not change (CF-UI-8).

    Characters that are secret to a viewer are left out; those in `resting` rest completely from now on.
    """
    return _foresee(table, seconds, viewer, resting)


@memo_of_moment
def _foresee(table: Table, seconds: int, viewer: str, resting: tuple[str, ...]) -> Forecast:
    def begin_rest(draft: Draft) -> None:
        if resting:
            TIME_HOOKS.features.set_resting(draft, [actor for actor in in_story(draft.table) if actor in resting], True)

    return GAME_TIME.forecast(without_secret_characters(table, viewer), seconds, begin_rest)


def next_scheduled(table: Table, after: int, until: int, viewer: str = "") -> tuple[DueEvent, ...]:
    """Return the next occurrence of each scheduled event between two moments, as a viewer may know them."""
    return GAME_TIME.next_occurrences(without_secret_characters(table, viewer), after, until)
