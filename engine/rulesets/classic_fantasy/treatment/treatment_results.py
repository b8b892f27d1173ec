"""Results of care, applied to the table (CF-HEAL-4, CF-HEAL-9, CF-WOUND-10, CF-X-30, CF-X-34)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    LIMB_LOST,
    SPELL_REST,
    UNCONSCIOUS,
    lay,
    lift,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.character.session_state import injury_of, set_injury
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health.body_state import BodyLocation, need_location, set_hit_points
from engine.rulesets.classic_fantasy.health.death import stabilise
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import treat
from engine.rulesets.classic_fantasy.treatment.treatment_rules import Care
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import StoppedBy


def need_hurt(table: Table, actor: str, location: str, *rules: str) -> BodyLocation:
    """Return a wounded location. Raises Refused for an unhurt one."""
    spot = need_location(table, actor, location)
    if spot.level == "none":
        raise Refused("nothing_to_treat", *rules)
    return spot


def apply_care(draft: Draft, actor: str, location: str, care: Care, *, by: StoppedBy, later: int = 0) -> None:
    """Apply care to a wound.

    Args:
        draft: the draft to write to.
        actor: the patient.
        location: the wound.
        care: the result of the care.
        by: the kind of care; magic stabilises all wounds at once (CF-HEAL-9).
        later: hit points that are restored only after days of rest (CF-X-34).
    """
    if care.stabilises:
        stabilise(draft, actor, None if by == "magic" else location, by=by)
    if care.treats:
        treat(draft, actor, location)
    if care.regrows:
        lift(draft, actor, LIMB_LOST, location)
    injury = injury_of(draft.table, actor, location)
    if injury is not None and (care.used_up or care.regrows):
        kind = None if care.regrows else injury.limb_kind
        set_injury(draft, actor, location, replace(injury, aided=injury.aided or care.used_up, limb_kind=kind))
    if care.points:
        set_hit_points(draft, actor, location, need_location(draft.table, actor, location).hp + care.points)
    if care.wakes:
        _wake(draft, actor, location)
    if care.rest_days and later:
        until = draft.table.clock + care.rest_days * units().day_seconds
        lay(draft, actor, SPELL_REST, location, level=later, until=until)
    spot = need_location(draft.table, actor, location)
    add_log_line(
        draft,
        actor,
        "d100_cared_for",
        "CF-HEAL-9",
        numbers=True,
        location=location,
        points=care.points,
        hp=spot.hp,
        most=spot.most,
        treated=care.treats,
        days=care.rest_days,
        reckoning=[part.words for part in care.parts],
    )
    record_result(draft, actor, healed=care.points, hp=spot.hp)


def _wake(draft: Draft, actor: str, location: str) -> None:
    """Wake a patient made unconscious by a Serious Wound there; a Major Wound does not allow it (CF-WOUND-10)."""
    for condition in draft.table.actors[actor].conditions_named(UNCONSCIOUS):
        if place_of(condition) == location and until_of(condition) == "time":
            draft.emit(ConditionGone(actor=actor, id=condition.id))
            add_log_line(draft, actor, "d100_wakes", "CF-WOUND-10")
