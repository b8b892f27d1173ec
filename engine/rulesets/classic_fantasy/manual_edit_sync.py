"""Consequences of manual moves: bodies follow records, fatigue follows its track, and wounds get a history."""

from __future__ import annotations

from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import (
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
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import BLEEDING, FATIGUE, place_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import follow_sheet
from engine.rulesets.classic_fantasy.character.session_state import (
    Injury,
    at_earlier_clock,
    forget_character,
    session_state,
)
from engine.rulesets.classic_fantasy.health.ageing_commands import forget_birthdays
from engine.rulesets.classic_fantasy.health.body_state import (
    begin_bleeding,
    bleeds_at,
    end_with_level,
    injury_of,
    set_injury,
    show_bleeding,
    start_blood_recovery,
    stop_bleeding,
)
from engine.rulesets.classic_fantasy.health.fatigue_state import FATIGUE_TRACK, fatigue_of, follow_track, set_fatigue
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import (
    start_wound_histories,
    wounded_location_names,
)
from engine.rulesets.classic_fantasy.health.rest_commands import leave
from engine.rulesets.classic_fantasy.time.time_advance import advance


def sync_manual_edit(draft: Draft, command: Command) -> None:
    """Apply the consequences of a manual move; called for commands that are not the game's own.

    Args:
        draft: the draft after the command.
        command: the command; its events are in the draft.
    """
    events = tuple(draft.events)
    if any(isinstance(event, ClockSet) for event in events):
        _follow_clock(draft)
    for event in events:
        match event:
            case SheetEdited(actor=actor) if actor in draft.table.actors:
                follow_sheet(draft, actor)
            case TrackSet(actor=actor, name=name) if name == FATIGUE_TRACK and actor in draft.table.actors:
                follow_track(draft, actor)
            case ConditionSet(actor=actor, condition=condition) if not _ends_earlier_only(draft.before, event):
                _follow_state(draft, actor, condition.id)
            case ConditionGone(actor=actor, id=found):
                _follow_state(draft, actor, found)
            case LocationSet(actor=actor, name=location):
                _follow_wound(draft, event, actor, location)
            case ActorSet(actor=new):
                if _is_replaced(draft.before, new):
                    forget_character(draft, new.id)
                    follow_track(draft, new.id)
                start_wound_histories(draft)
            case ActorLeft(actor=actor):
                leave(draft, actor)
                forget_character(draft, actor)
            case _:
                pass
    forget_birthdays(draft)


def _is_replaced(before: Table, new: Actor) -> bool:
    """Say whether a character has other wounds, numbers or conditions than before, so old times are over."""
    old = before.actors.get(new.id)
    return old is not None and (old.body, old.tracks, old.conditions) != (new.body, new.tracks, new.conditions)


def _ends_earlier_only(before: Table, event: ConditionSet) -> bool:
    """Say whether a condition is as before, except for its end, which the clock took back."""
    conditions = before.actors[event.actor].conditions if event.actor in before.actors else ()
    old = next((old for old in conditions if old.id == event.condition.id), None)
    return old is not None and old.until is not None and replace(event.condition, until=old.until) == old


def _follow_clock(draft: Draft) -> None:
    """Let time pass up to a later moment, so that no event is skipped (CF-TIME-1).

    What began before an earlier moment is as long ago there as it was, and what has happened stays.
    """
    before, after = draft.before.clock, draft.table.clock
    if after > before:
        draft.emit(ClockSet(seconds=before))
        advance(draft, after - before)
    elif after < before:
        session = session_state(draft.table)
        earlier = at_earlier_clock(session, before - after)
        if earlier != session:
            draft.set_outermost(earlier)


def _follow_state(draft: Draft, actor: str, name: str) -> None:
    """Update the track from levels of Fatigue, and the body from bleeding."""
    actors = (table.actors.get(actor) for table in (draft.before, draft.table))
    states = [
        condition
        for character in actors
        if character is not None
        for condition in character.conditions
        if condition.id == name
    ]
    if any(condition.name == FATIGUE for condition in states):
        set_fatigue(draft, actor, fatigue_of(draft.table, actor))
    bleeding = [condition for condition in states if condition.name == BLEEDING]
    for condition in bleeding:
        show_bleeding(draft, actor, place_of(condition))
    if bleeding:
        start_blood_recovery(draft, actor)


def _follow_wound(draft: Draft, event: Event, actor: str, location: str) -> None:
    """Restart the history of a wound dealt manually, and end the conditions of one that is better (CF-WOUND-22)."""
    old_body = draft.before.actors[actor].body if actor in draft.before.actors else None
    before = old_body.locations.get(location) if old_body is not None else None
    new = draft.table.actors[actor].body
    if before is None or new is None:
        return
    level, moment = new.locations[location].level, draft.table.clock
    bleeds = bleeds_at(draft.table, actor, location)
    if new.locations[location].bleeding and not bleeds:
        begin_bleeding(draft, actor, location)
    elif before.bleeding and not new.locations[location].bleeding:
        stop_bleeding(draft, actor, location, by="healing")
    if level < before.level:
        set_injury(draft, actor, location, Injury(injured=moment, since=moment, damage=before.level - level))
        start_wound_histories(draft)
    elif level > before.level:
        end_with_level(draft, actor, location)
        if (
            location not in wounded_location_names(draft.table, actor)
            and injury_of(draft.table, actor, location) is not None
        ):
            set_injury(draft, actor, location, None)
    if bleeds and level != before.level and not bleeds_at(draft.table, actor, location):
        add_log_line(draft, actor, "d100_bleeding_stops_at", "CF-BLOOD-5", location=location)
