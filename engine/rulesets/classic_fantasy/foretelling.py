"""The preview of every command that moves the clock: what falls due meanwhile (CF-UI-8, CF-UI-9)."""

from __future__ import annotations

from typing import Final

from engine.play.commands import Command
from engine.play.game import Foretold
from engine.play.moves import SetClock
from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.ageing import SkipYears, older_at_the_end, tolls_in
from engine.rulesets.classic_fantasy.clock import Kind, seconds_of, units
from engine.rulesets.classic_fantasy.foreseeing import Foreseen, brought, foresee, seen_by
from engine.rulesets.classic_fantasy.ledgers.dangers import deaths
from engine.rulesets.classic_fantasy.passing import AdvanceTime, clock_of, length_of
from engine.rulesets.classic_fantasy.procedures.rest import rest
from engine.rulesets.classic_fantasy.rest_window import ChooseRest, RestOn, Sleep, party
from engine.rulesets.classic_fantasy.rounds import EndRound
from engine.rulesets.classic_fantasy.states import MAIMING, in_story, is_dead
from engine.rulesets.classic_fantasy.tending import Tend, seconds_for
from engine.rulesets.classic_fantasy.wandering import Walk, need_way
from engine.table.table import Table

WELCOME: Final[frozenset[Kind]] = frozenset({"healing", "fatigue", "study"})
"""What falls due and needs no asking."""


def seconds_by(table: Table, command: Command) -> int:
    """Return by how much a command moves the clock; 0 for one that does not, or may not be done."""
    match command:
        case AdvanceTime(unit=unit, count=count):
            return length_of(table, unit, count)
        case SkipYears(years=years):
            return length_of(table, "year", years)
        case Sleep(hours=hours):
            return hours * seconds_of("hour")
        case Walk(feet=feet):
            try:
                return need_way(table, feet).seconds
            except Refused:
                return 0
        case Tend():
            return seconds_for(table, command)
        case EndRound():
            return units().combat_round_seconds
        case ChooseRest(actor=actor):
            return units().rest_action_seconds if _is_last(table, actor) else 0
        case RestOn():
            now = rest(table)
            return units().rest_action_seconds if now is not None and not now.used_up else 0
        case SetClock(seconds=seconds):
            return max(0, seconds - table.clock)
        case _:
            return 0


def _is_last(table: Table, actor: str) -> bool:
    """Say whether a rest waits for nobody else to choose."""
    now = rest(table)
    return now is not None and all(
        one == actor or one in now.chosen or is_dead(table, one) for one in now.members if one in table.actors
    )


def foretold(table: Table, command: Command, viewer: str) -> Foretold | None:
    """Return what falls due while a command lets time pass; None for one that leaves the clock alone (CF-UI-9).

    It asks where something falls due that is no blessing, or much time passes; a Combat Round asks only where somebody
    may die in it.
    """
    seconds = seconds_by(table, command)
    if not seconds:
        return None
    until = table.clock + seconds
    found = foresee(table, seconds, viewer=viewer, resting=_resting(table, command))
    message = _message(until, brought(found), _aged(seen_by(table, viewer), command))
    if seconds <= units().combat_round_seconds:
        seen = seen_by(table, viewer)
        return Foretold(message=message, asks=any(deaths(seen, actor, until) for actor in in_story(seen)))
    pressing = found.unknown is not None or any(_presses(line) for line in found.lines)
    return Foretold(message=message, asks=pressing or seconds >= units().hour_seconds)


def _presses(line: Foreseen) -> bool:
    """Say whether something that falls due is no blessing; of states that end by themselves only one maims."""
    return line.kind not in WELCOME and (line.kind != "condition" or f":{MAIMING}" in line.name)


def _resting(table: Table, command: Command) -> tuple[str, ...]:
    match command:
        case AdvanceTime(rest=True):
            return in_story(table)
        case Sleep(actors=actors):
            return party(table, actors)
        case _:
            return ()


def _aged(table: Table, command: Command) -> tuple[str, ...]:
    """Return the names of those who must roll against age once the years are over (CF-AGE-2, CF-UI-14)."""
    if not isinstance(command, SkipYears):
        return ()
    older = older_at_the_end(table, command)
    return tuple(table.actors[actor].name for actor in older if tolls_in(table, actor, command.years))


def _message(until: int, what: Message, aged: tuple[str, ...]) -> Message:
    day, time = clock_of(until)
    key = "d100.foretold_age" if aged else "d100.foretold"
    return Message(key=key, params={"day": day, "time": time, "what": say(what), "actors": list(aged)})
