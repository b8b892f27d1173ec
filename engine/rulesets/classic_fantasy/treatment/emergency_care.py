"""Care in combat: it needs a Turn's action, and may take longer if nothing else is done meanwhile (CF-AMB-32)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draft import Draft
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import Since
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import (
    CareAttempt,
    EmergencyCare,
    session_state,
    set_emergency_care,
)
from engine.rulesets.classic_fantasy.combat.action_points import need_action_points
from engine.rulesets.classic_fantasy.combat.turn_order import need_turn
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, need_able
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names


def need_action(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or has no Turn or Action Point for it in combat (CF-X-27)."""
    need_able(table, actor)
    need_turn(table, actor)
    need_action_points(table, actor, 1)


def begin(draft: Draft, seconds: int, care: CareAttempt) -> None:
    """Keep a carer busy for a number of seconds."""
    patient = actor_name(draft.table, care.patient)
    set_emergency_care(draft, care.actor, EmergencyCare(at=draft.table.clock + seconds, care=care))
    add_log_line(draft, care.actor, "d100_rescue_begins", "CF-AMB-32", patient=patient, seconds=seconds)


def entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    """Yield when care that takes longer than a Turn is done."""
    for actor, care in session_state(table).rescues.items():
        yield ScheduledEvent(name=f"rescue:{actor}", at=care.at)


def finish(draft: Draft, due: DueEvent) -> CareAttempt | None:
    """End care that is done, and return it unless carer or patient is incapacitated or the wound is healed."""
    actor = due.name.partition(":")[2]
    care = session_state(draft.table).rescues[actor].care
    set_emergency_care(draft, actor, None)
    if not {actor, care.patient} <= set(in_story(draft.table)) or incapacitating_state(draft.table, actor):
        if actor in draft.table.actors:
            add_log_line(draft, actor, "d100_rescue_broken", "CF-AMB-32")
        return None
    return care if care.location in wounded_location_names(draft.table, care.patient) else None
