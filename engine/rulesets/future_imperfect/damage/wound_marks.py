"""Wounds on a character's body: levels, the time of the injury, and the next healing (FI-WOUND, FI-HEAL-2)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import BodySet, ConditionGone, LocationSet
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.body import Location
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet, wound_levels
from engine.rulesets.future_imperfect.character.hit_locations import HitChart, chart_named, unhurt_body
from engine.rulesets.future_imperfect.damage import wound_rules
from engine.rulesets.future_imperfect.damage.stun_rules import AreaWound
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, record_result
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.time_units import MINUTE

INJURY: Final = "injury"


def chart_for(table: Table, actor: str) -> HitChart:
    """Return the hit chart of a character."""
    return chart_named(character_sheet.hit_chart(table.actors[actor], table.lists))


def mark(draft: Draft, actor: str, area: str, wounds: int) -> AreaWound:
    """Mark levels in an area; deep ones bleed, and a new injury may be treated again (FI-BLEED-1, FI-BLEED-3)."""
    chart = chart_for(draft.table, actor)
    if draft.table.actors[actor].body is None:
        draft.emit(
            BodySet(
                actor=actor, body=unhurt_body(character_sheet.hit_chart(draft.table.actors[actor], draft.table.lists))
            )
        )
    before = character_sheet.wound_levels(draft.table.actors[actor])
    marked = wound_rules.mark_wounds(chart, before, area, wounds, overflow=word(draft.table, "overflow"))
    for where, level in marked.levels.items():
        if level != before.get(where, 0) or where == area:
            set_level(draft, actor, chart, where, level)
    name, level = actor_name(draft.table, actor), marked.levels[area]
    row = wound_levels.wound_level_row(level)
    draft.note(
        "wounds_marked",
        "FI-WOUND-1",
        "FI-WOUND-3",
        "FI-WOUND-7",
        "FI-WOUND-9",
        actor=name,
        area=area,
        count=wounds,
        level=row.name,
        lost=marked.lost,
        reckoning=[Message(key=f"part.level_{row.name.lower()}")],
    )
    draft.record_results(area=area, level=level)
    newly = [area_id for area_id in chart.areas if wound_levels.is_maimed(marked.levels.get(area_id, 0) or 0)]
    for area_id in newly:
        if not wound_levels.is_maimed(before.get(area_id, 0)):
            deadly = area_id in chart.deadly
            draft.note(
                "maimed_deadly" if deadly else "maimed_limb",
                "FI-WOUND-4" if deadly else "FI-WOUND-5",
                actor=name,
                area=area_id,
            )
    return AreaWound(inflicted=wounds, after=level)


def set_level(draft: Draft, actor: str, chart: HitChart, area: str, level: int) -> None:
    """Set an area to a new level after a wound, with the present time as that of the injury (FI-HEAL-2)."""
    body = draft.table.actors[actor].body
    old = (body.locations.get(area) if body is not None else None) or Location(most=chart.boxes)
    bleeding = wound_levels.wound_level_row(level).bleeds > 0
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=bleeding)))
    until = draft.table.clock + wound_levels.wound_tables().healing.limit_minutes * MINUTE
    draft.lay_condition(actor, Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until))


def bleed_by_hand(draft: Draft, actor: str, area: str) -> None:
    """Let a wound that was set deeper by hand bleed as its level does (FI-BLEED-1)."""
    before, after = draft.before.actors[actor].body, draft.table.actors[actor].body
    if before is None or after is None:
        return
    old, new = before.locations[area], after.locations[area]
    if new.level > old.level and not new.bleeding and wound_levels.wound_level_row(new.level).bleeds:
        draft.emit(LocationSet(actor=actor, name=area, location=replace(new, bleeding=True)))
        add_log_line(draft, actor, "bleeds_by_hand", "FI-BLEED-1", what=area)


def last_injury(actor: Actor, area: str) -> Condition | None:
    """Return the time of an area's last injury, and its number of treatments (FI-HEAL-2, FI-HEAL-8)."""
    return next((condition for condition in actor.conditions_named(INJURY) if condition.note == area), None)


def minutes_since(table: Table, actor: str, area: str) -> int | None:
    """Return the whole minutes since an area was hurt; None if unknown (FI-HEAL-2)."""
    injury = last_injury(table.actors[actor], area)
    if injury is None or injury.until is None:
        return None
    return wound_levels.wound_tables().healing.limit_minutes - (injury.until - table.clock) // MINUTE


MENDING = "mending"
"""The condition for an area's next natural healing, at its `until`; its `note` names the area (FI-HEAL-6)."""
AreaField = Annotated[str, Meta(description="a wound area, such as `left_arm`", max_length=40)]


def level_at(table: Table, actor: str, area: str) -> int:
    """Return the wound level of an area. Raises Refused for an area that the body lacks."""
    levels = character_sheet.wound_levels(table.actors[actor])
    if area not in levels:
        raise Refused("no_such_area", area=area[:40], known=list(levels))
    return levels[area]


def lower_wound(draft: Draft, actor: str, area: str, level: int) -> None:
    """Set an area to a level at which it does not bleed; a healed area needs no time of injury."""
    body = draft.table.actors[actor].body
    assert body is not None
    old: Location = body.locations[area]
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=False)))
    record_result(draft, actor, area=area, level=level)
    if level == old.level:
        return
    if level:
        named = wound_levels.wound_level_row(level).name
        add_log_line(draft, actor, "wound_better", "FI-HEAL-4", "FI-HEAL-6", area=area, level=named)
        return
    add_log_line(draft, actor, "wound_healed", "FI-HEAL-4", "FI-HEAL-6", area=area)
    for kind in (INJURY, MENDING):
        for condition in draft.table.actors[actor].conditions_named(kind):
            if condition.note == area:
                draft.emit(ConditionGone(actor=actor, id=condition.id))
