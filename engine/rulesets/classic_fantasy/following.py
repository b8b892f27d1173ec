"""What follows from moves by hand: bodies follow records, fatigue its boxes, and wounds get their history."""

from __future__ import annotations

from engine.play.commands import Command
from engine.play.draft import Draft
from engine.play.events import (
    ActorLeft,
    ActorSet,
    ClockSet,
    ConditionGone,
    ConditionSet,
    Event,
    LocationSet,
    SheetEdited,
    TrackSet,
)
from engine.play.moves import SetClock
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.at_table import (
    FATIGUE_TRACK,
    begin_bleeding,
    bleeds_at,
    ease_blood,
    end_with_level,
    fatigue_of,
    follow_track,
    mark_bleeding,
    set_fatigue,
    stop_bleeding,
)
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.mending import hurt_at, know_wounds
from engine.rulesets.classic_fantasy.passing import advance, need_free
from engine.rulesets.classic_fantasy.procedures.evening import Injury, evening, injury_of, set_injury
from engine.rulesets.classic_fantasy.recording import follow_sheet
from engine.rulesets.classic_fantasy.rest_window import leave
from engine.rulesets.classic_fantasy.states import BLEEDING, FATIGUE, place_of
from engine.table.table import Table


def follow_hands(draft: Draft, command: Command) -> None:
    """Answer to what was moved by hand: to be called for commands that are none of the game's own.

    Args:
        draft: after the command.
        command: which; what it has done stands in the draft.
    """
    if isinstance(command, SetClock):
        _let_pass(draft)
        return
    for event in tuple(draft.events):
        match event:
            case SheetEdited(actor=actor) if actor in draft.table.actors:
                follow_sheet(draft, actor)
            case TrackSet(actor=actor, name=name) if name == FATIGUE_TRACK and actor in draft.table.actors:
                follow_track(draft, actor)
            case ConditionSet(actor=actor, condition=condition):
                _follow_state(draft, actor, condition.id)
            case ConditionGone(actor=actor, id=found):
                _follow_state(draft, actor, found)
            case LocationSet(actor=actor, name=location):
                _follow_wound(draft, event, actor, location)
            case ActorSet():
                know_wounds(draft)
            case ActorLeft(actor=actor):
                leave(draft, actor)
            case _:
                pass


def need_clock_free(table: Table, command: SetClock) -> None:
    """Raise Refused for a clock that is set while something waits, or back while anything hangs on it (CF-TIME-1)."""
    need_free(table, "CF-TIME-1")
    now = evening(table)
    timed = any(held.until is not None for one in table.actors.values() for held in one.conditions)
    if command.seconds < table.clock and (timed or now.tired or now.injuries or now.breathless or now.days):
        raise Refused("d100_clock_back", "CF-TIME-1")


def _let_pass(draft: Draft) -> None:
    """Let time pass up to where the clock was set by hand, so that nothing on the way is left out (CF-TIME-1)."""
    before, after = draft.before.clock, draft.table.clock
    if after > before:
        draft.emit(ClockSet(seconds=before))
        advance(draft, after - before)


def _follow_state(draft: Draft, actor: str, found: str) -> None:
    """Let the track follow levels of Fatigue, and the body what bleeds."""
    actors = (table.actors.get(actor) for table in (draft.before, draft.table))
    states = [held for one in actors if one is not None for held in one.conditions if held.id == found]
    if any(held.name == FATIGUE for held in states):
        set_fatigue(draft, actor, fatigue_of(draft.table, actor))
    bleeding = [held for held in states if held.name == BLEEDING]
    for held in bleeding:
        mark_bleeding(draft, actor, place_of(held))
    if bleeding:
        ease_blood(draft, actor)


def _follow_wound(draft: Draft, event: Event, actor: str, location: str) -> None:
    """Begin a wound's history anew that was dealt by hand, and end what hung on one that is better (CF-WOUND-22)."""
    old = draft.before.actors[actor].body if actor in draft.before.actors else None
    before = old.locations.get(location) if old is not None else None
    new = draft.table.actors[actor].body
    if before is None or new is None:
        return
    level, now = new.locations[location].level, draft.table.clock
    bleeds = bleeds_at(draft.table, actor, location)
    if new.locations[location].bleeding and not bleeds:
        begin_bleeding(draft, actor, location)
    elif before.bleeding and not new.locations[location].bleeding:
        stop_bleeding(draft, actor, location, by="healing")
    if level < before.level:
        set_injury(draft, actor, location, Injury(injured=now, since=now, damage=before.level - level))
        know_wounds(draft)
    elif level > before.level:
        end_with_level(draft, actor, location)
        if location not in hurt_at(draft.table, actor) and injury_of(draft.table, actor, location) is not None:
            set_injury(draft, actor, location, None)
    if bleeds and level != before.level and not bleeds_at(draft.table, actor, location):
        note_of(draft, actor, "d100_bleeding_stops_at", "CF-BLOOD-5", location=location)
