"""Time that passes: Wind comes back or runs out, sleepers wake, and wounds come due (FI-HEAL, FI-BLEED, FI-STUN-6)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ClockSet
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import breath, elements, healing, mending, people, states
from engine.rulesets.future_imperfect.clock import MINUTE
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.leading import note_of
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.settings import number
from engine.table.table import Table

HOUR, DAY = 60, 24 * 60
"""In minutes."""
UNITS = (("days", DAY), ("hours", HOUR), ("minutes", 1))
"""In which time is told: the largest in which it is a whole number."""


class AdvanceTime(Request):
    """The Master lets time pass: Wind returns, or bleeds away; who lies unconscious wakes; healing comes due."""

    RULES = ("FI-HEAL-1", "FI-HEAL-6", "FI-HEAL-9", "FI-BLEED-2", "FI-STUN-6", "FI-INIT-1")
    minutes: Annotated[int, Meta(ge=0, le=9999, description="how many minutes go by")] = 0
    hours: Annotated[int, Meta(ge=0, le=9999, description="and hours")] = 0
    days: Annotated[int, Meta(ge=0, le=9999, description="and days")] = 0

    def is_far_reaching(self) -> bool:
        """A day or more is a long jump."""
        return minutes_of(self) >= DAY


def minutes_of(command: AdvanceTime) -> int:
    """Return all of the time in minutes."""
    return command.minutes + command.hours * HOUR + command.days * DAY


def verify_advance(table: Table, command: AdvanceTime) -> None:
    """The Master, out of a conflict."""
    need_gm(table, command, "FI-HEAL-1")
    need_free(table)
    if fight(table) is not None:
        raise Refused("conflict_runs", "FI-HEAL-1")
    if not minutes_of(command):
        raise Refused("no_time", "FI-HEAL-1")


def advance(draft: Draft, command: AdvanceTime) -> None:
    """Let it pass for everybody."""
    pass_time(draft, minutes_of(command))


def pass_time(draft: Draft, minutes: int) -> None:
    """Set the clock so many minutes on, and let everybody in the story live through them."""
    clock = draft.table.clock + minutes * MINUTE
    draft.emit(ClockSet(seconds=clock))
    unit, each = next((unit, each) for unit, each in UNITS if minutes % each == 0)
    day, time = divmod(clock, DAY * MINUTE)
    draft.note(f"{unit}_passed", "FI-HEAL-1", count=minutes // each, day=day + 1, clock=time)
    for actor in tuple(draft.table.actors.values()):
        if not actor.archived and not actor.has(states.DEAD):
            _live_through(draft, actor.id, minutes)


def _live_through(draft: Draft, actor: str, minutes: int) -> None:
    losing = _bleeding(draft.table, actor)
    smoke = elements.held_by(draft.table, actor, elements.SMOKE) is not None
    if losing:
        _bleed_away(draft, actor, minutes, losing)
    elif smoke:
        note_of(draft, actor, "smoke_goes_on", "FI-HEAL-9", "FI-FIRE-2")
    now, start = breath.wind_of(draft.table, actor), people.wind_start(draft.table.actors[actor])
    rested = healing.wind_after_rest(now, start, minutes, losing=bool(losing) or smoke)
    breath.regain_wind(draft, actor, rested - now, "FI-HEAL-1")
    if draft.table.actors[actor].has(states.DEAD):
        return
    for found in draft.table.actors[actor].named(states.UNCONSCIOUS):
        if found.until is not None and found.until <= draft.table.clock:
            states.leave(draft, actor, states.UNCONSCIOUS, "FI-STUN-6")
    areas = mending.heals_now(draft.table, actor)
    if areas:
        note_of(draft, actor, "healing_due", "FI-HEAL-6", areas=list(areas), calls_for=("heal_naturally",))


def _bleeding(table: Table, actor: str) -> int:
    """Return the Wind that a character bleeds in a round (FI-BLEED-1, FI-BLEED-2)."""
    return total(breath.bleeding(table, actor))


def _bleed_away(draft: Draft, actor: str, minutes: int, each: int) -> None:
    """Take the Wind of all the rounds in that time, as far as there is any life left in it (FI-DEATH-1)."""
    rounds = healing.rounds_in(minutes, round_seconds=number(draft.table, "round_seconds"))
    limit = max(each, breath.wind_of(draft.table, actor) + people.wind_start(draft.table.actors[actor]))
    rounds = min(rounds, -(-limit // each))
    lost = min(each * rounds, limit)
    part = Part(reason="bled_rounds", value=lost, params={"each": each, "rounds": rounds})
    breath.lose_wind(draft, actor, (part,), "continuing", "FI-BLEED-2")


MOVES = (Move(AdvanceTime, verify_advance, advance),)
