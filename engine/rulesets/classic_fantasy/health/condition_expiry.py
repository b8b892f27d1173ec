"""Scheduled events of conditions: their ends, deaths that are due, and loss of blood (CF-WOUND, CF-BLOOD)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since, condition_ends, condition_of
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    DEADLINE,
    MAIMING,
    SPELL_REST,
    in_story,
    is_dead,
    place_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.health.body_state import die, has_location, need_location, set_hit_points
from engine.rulesets.classic_fantasy.health.fatigue_commands import add_fatigue_and_log
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import maim
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TIME_HOOKS
from engine.rulesets.classic_fantasy.wounds import bleeding_rules
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding
from engine.sheets.model.condition_names import condition_label


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    ends_elsewhere = TIME_HOOKS.features.ends_elsewhere
    for actor in in_story(table):
        names = {condition.name for condition in table.actors[actor].conditions}.difference(ends_elsewhere)
        if names:
            yield from condition_ends("until", table, (actor,), names - {DEADLINE}, kind="condition")
        if DEADLINE in names:
            yield from condition_ends("until", table, (actor,), (DEADLINE,), kind="deadline")


def _strike(draft: Draft, due: DueEvent) -> None:
    actor, condition = condition_of(draft.table, due)
    place = place_of(condition)
    draft.emit(ConditionGone(actor=actor, id=condition.id))
    if condition.name == DEADLINE:
        die(draft, actor, "d100_dies_of_wound", "CF-WOUND-15", "CF-WOUND-18", location=place)
    elif condition.name == SPELL_REST and has_location(draft.table, actor, place):
        set_hit_points(draft, actor, place, need_location(draft.table, actor, place).hp + condition.level)
        points = condition.level
        add_log_line(draft, actor, "d100_spell_works", "CF-X-34", numbers=True, location=place, points=points)
    elif condition.name == MAIMING and has_location(draft.table, actor, place):
        maim(draft, actor, place)
    else:
        add_log_line(draft, actor, "d100_state_ends", "CF-TIME-1", state=condition_label(condition.name))


# ---- blood -----------------------------------------------------------------------------------------------------------


def _bleeding_entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in in_story(table):
        for condition in table.actors[actor].conditions_named(BLEEDING):
            name = f"bleeding:{actor}:{condition.id}"
            bleeding = Bleeding(since=int(since(name)), levels=max(1, condition.level))
            event = bleeding_rules.bleeding_event(bleeding, name)
            if event is not None:
                yield event


def _bleed(draft: Draft, due: DueEvent) -> None:
    actor, condition = condition_of(draft.table, due)
    if not is_dead(draft.table, actor):
        add_fatigue_and_log(draft, actor, "blood", max(1, condition.level), "CF-BLOOD-1", "CF-X-31")


UNTIL = EventSource("until", _entries, _strike)
BLOOD_LOSS = EventSource("bleeding", _bleeding_entries, _bleed)
