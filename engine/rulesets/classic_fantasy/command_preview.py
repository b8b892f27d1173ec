"""The preview of every command that advances the clock: the events that become due meanwhile (CF-UI-8, CF-UI-9).

Everything in it, also how much time passes and whether any does, is calculated without the characters that are secret
to the viewer.
"""

from __future__ import annotations

from typing import Final

from engine.core.commands import Command
from engine.core.manual_moves import SetClock
from engine.kit.schedule.time_flow import ForecastLine
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.game_capabilities import TimePreview
from engine.rulesets.classic_fantasy.character.character_conditions import MAIMING, in_story, is_dead, party
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound
from engine.rulesets.classic_fantasy.game_calendar import clock_of, seconds_of, units
from engine.rulesets.classic_fantasy.health.ageing_commands import SkipYears, ageing_years_in
from engine.rulesets.classic_fantasy.health.rest_commands import ChooseRest, RestOn, Sleep
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.status_pages.death_warnings import deaths
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime, length_of
from engine.rulesets.classic_fantasy.time.time_preview import forecast, forecast_summary, without_secret_characters
from engine.rulesets.classic_fantasy.travel.party_travel import Walk, need_journey
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend

WELCOME: Final[frozenset[str]] = frozenset({"healing", "fatigue", "study"})
"""Kinds of events that need no confirmation."""


def seconds_by(table: Table, command: Command) -> int:
    """Return by how many seconds a command advances the clock if it is allowed; 0 for one that does not."""
    match command:
        case AdvanceTime(unit=unit, count=count):
            return length_of(table, unit, count)
        case SkipYears(years=years):
            return length_of(table, "year", years)
        case Sleep(hours=hours):
            return hours * seconds_of("hour")
        case Walk(feet=feet):
            try:
                return need_journey(table, feet).seconds
            except Refused:
                return 0
        case Tend():
            return command.seconds(table)
        case EndRound():
            return units().combat_round_seconds
        case ChooseRest(actor=actor):
            return units().rest_action_seconds if _is_last_rest_choice(table, actor) else 0
        case RestOn():
            rest_now = rest(table)
            return units().rest_action_seconds if rest_now is not None and not rest_now.used_up else 0
        case SetClock(seconds=seconds):
            return max(0, seconds - table.clock)
        case _:
            return 0


def _is_last_rest_choice(table: Table, actor: str) -> bool:
    """Say whether a rest waits for this character's choice only."""
    rest_now = rest(table)
    return rest_now is not None and all(
        member == actor or member in rest_now.chosen or is_dead(table, member)
        for member in rest_now.members
        if member in table.actors
    )


def time_preview(table: Table, command: Command, viewer: str) -> TimePreview | None:
    """Return the events that become due during a command; None for a command that does not advance the clock (CF-UI-9).

    It needs a confirmation if an unwelcome event becomes due, or much time passes; a Combat Round only if a character
    may die in it. The rules may refuse the command because of a character that the viewer does not know; the preview is
    the same then.
    """
    visible = without_secret_characters(table, viewer)
    seconds = seconds_by(visible, command)
    if not seconds:
        return None
    until = table.clock + seconds
    upcoming = forecast(table, seconds, viewer=viewer, resting=_resting(visible, command))
    message = _message(until, forecast_summary(upcoming), _rolling_for_age(visible, command))
    if seconds <= units().combat_round_seconds:
        return TimePreview(message=message, asks=any(deaths(visible, actor, until) for actor in in_story(visible)))
    urgent = upcoming.unknown is not None or any(_is_unwelcome(line) for line in upcoming.lines)
    return TimePreview(message=message, asks=urgent or seconds >= units().hour_seconds)


def _is_unwelcome(line: ForecastLine) -> bool:
    """Say whether an event is unwelcome; of conditions that end by themselves only the one that maims is."""
    return line.kind not in WELCOME and (line.kind != "condition" or f":{MAIMING}" in line.name)


def _resting(table: Table, command: Command) -> tuple[str, ...]:
    match command:
        case AdvanceTime(rest=True):
            return in_story(table)
        case Sleep(actors=actors):
            return party(table, actors)
        case _:
            return ()


def _rolling_for_age(table: Table, command: Command) -> tuple[str, ...]:
    """Return the names of the characters that must roll against age after the years (CF-AGE-2, CF-UI-14)."""
    if not isinstance(command, SkipYears):
        return ()
    older = command.older_at_the_end(table)
    return tuple(table.actors[actor].name for actor in older if ageing_years_in(table, actor, command.years))


def _message(until: int, text: Message, rolling_for_age: tuple[str, ...]) -> Message:
    day, time = clock_of(until)
    key = "d100.foretold_age" if rolling_for_age else "d100.foretold"
    return Message(key=key, params={"day": day, "time": time, "what": say(text), "actors": list(rolling_for_age)})
