"""Care in combat: it needs a Turn's action, and may take longer if nothing else is done meanwhile (CF-AMB-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import EmergencyCare, session_state, set_emergency_care
from engine.rulesets.classic_fantasy.combat.action_points import need_action_points
from engine.rulesets.classic_fantasy.combat.turn_order import need_turn
from engine.rulesets.classic_fantasy.game_calendar import DueEvent, ScheduledEvent
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, need_able
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names
from engine.rulesets.classic_fantasy.time.scheduled_events import Since


def need_action(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or has no Turn or Action Point for it in combat (CF-X-27)."""
    need_able(table, actor)
    need_turn(table, actor)
    need_action_points(table, actor, 1)


def begin(draft: Draft, seconds: int, about: Mapping[str, Json]) -> None:
    """Keep a carer busy for a number of seconds."""
    actor, patient = str(about["actor"]), actor_name(draft.table, str(about["patient"]))
    set_emergency_care(draft, actor, EmergencyCare(at=draft.table.clock + seconds, about=about))
    add_log_line(draft, actor, "d100_rescue_begins", "CF-AMB-32", patient=patient, seconds=seconds)


def entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    """Yield when care that takes longer than a Turn is done."""
    for actor, care in session_state(table).rescues.items():
        yield ScheduledEvent(name=f"rescue:{actor}", at=care.at)


def finish(draft: Draft, due: DueEvent, roll_care: Callable[[Draft, Mapping[str, Json]], None]) -> None:
    """End care that is done: roll for it, unless carer or patient is incapacitated or the wound is healed.

    Args:
        draft: the draft to write to.
        due: the scheduled event.
        roll_care: rolls for the care, with its carer, patient and kind.
    """
    actor = due.name.partition(":")[2]
    about = session_state(draft.table).rescues[actor].about
    set_emergency_care(draft, actor, None)
    patient, location = str(about["patient"]), str(about["location"])
    if not {actor, patient} <= set(in_story(draft.table)) or incapacitating_state(draft.table, actor):
        if actor in draft.table.actors:
            add_log_line(draft, actor, "d100_rescue_broken", "CF-AMB-32")
    elif location in wounded_location_names(draft.table, patient):
        roll_care(draft, about)
