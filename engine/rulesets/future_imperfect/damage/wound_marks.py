"""Wounds by damage, and their marks on a body: levels, time of the injury, next healing (FI-WOUND, FI-BRAWL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import BodySet, ConditionGone, LocationSet
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.body import Location
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.hit_locations import HitChart, chart_named, unhurt_body
from engine.rulesets.future_imperfect.character.wound_levels import is_maimed, wound_level_row, wound_tables
from engine.rulesets.future_imperfect.damage.stun import AreaWound
from engine.rulesets.future_imperfect.distance import whole_times
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, record_result
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.time_units import MINUTE

INJURY: Final = "injury"
MENDING: Final = "mending"
"""The condition for an area's next natural healing, at its `until`; its `note` names the area (FI-HEAL-6)."""
AreaField = Annotated[str, Meta(description="a wound area, such as `left_arm`", max_length=40)]
WoundOverflow = Literal["lost", "to_guts"]


class NonlethalResult(Frozen):
    """The result of a blow that is not meant to kill.

    Attributes:
        wounds: real levels to mark; chips may cancel them (FI-FATE-15).
        wind: Wind lost directly, in place of all dice for this hit.
        wind_dice: open-ended dice of Wind, where the group has a light blow cost some.
    """

    wounds: int
    wind: int
    wind_dice: int = 0


class MarkedWounds(Frozen):
    """The wounds of a body after a change.

    Attributes:
        levels: by area; areas without a wound may be missing.
        lost: the levels beyond the last one of an area (FI-WOUND-8).
    """

    levels: Mapping[str, int]
    lost: int = 0


def wounds_of(damage: int, size: float) -> int:
    """Return the wound levels by damage to a body of a Size: a level for each full Size (FI-DMG-5)."""
    return whole_times(max(0, damage), size)


def nonlethal(levels: int, *, brawl_min_wind: int) -> NonlethalResult:
    """Return the result of nonlethal wound levels: Wind, and a real wound for every second level (FI-BRAWL-1 to -3).

    The levels are those by the damage of bare hands or a light club (FI-BRAWL-4 for heavy ones).
    """
    table = wound_tables().nonlethal
    return NonlethalResult(
        wounds=levels // table.levels_per_wound,
        wind=levels * table.wind_per_level,
        wind_dice=0 if levels else brawl_min_wind,
    )


def mark_wounds(
    chart: HitChart, levels: Mapping[str, int], area: str, wounds: int, *, overflow: WoundOverflow
) -> MarkedWounds:
    """Return the wounds after new ones; they add up only within an area (FI-WOUND-1 to FI-WOUND-3, FI-WOUND-8).

    Levels beyond the worst are lost, or marked on the guts, by the option `overflow`.
    """
    had = levels.get(area, 0)
    taken = min(wounds, chart.boxes - had)
    marked, lost = {**levels, area: had + taken}, wounds - taken
    if lost and overflow == "to_guts":
        return mark_wounds(chart, marked, chart.core, lost, overflow="lost")
    return MarkedWounds(levels=marked, lost=lost)


def maimed_areas(chart: HitChart, levels: Mapping[str, int], *, deadly: bool) -> tuple[str, ...]:
    """Return the maimed areas: the deadly ones, or the others, limbs that are lost (FI-WOUND-4, -5, FI-DEATH-3)."""
    return tuple(area for area in chart.areas if is_maimed(levels.get(area, 0)) and (area in chart.deadly) is deadly)


# ---- at the table ----------------------------------------------------------------------------------------------------


def chart_for(table: Table, actor: str) -> HitChart:
    """Return the hit chart of a character."""
    return chart_named(character_sheet.hit_chart(table.actors[actor], table.lists))


def mark(draft: Draft, actor: str, area: str, wounds: int) -> AreaWound:
    """Mark levels in an area; deep ones bleed, and a new injury may be treated again (FI-BLEED-1, FI-BLEED-3)."""
    chart = chart_for(draft.table, actor)
    character = draft.table.actors[actor]
    if character.body is None:
        draft.emit(BodySet(actor=actor, body=unhurt_body(character_sheet.hit_chart(character, draft.table.lists))))
    before = character_sheet.wound_levels(draft.table.actors[actor])
    marked = mark_wounds(chart, before, area, wounds, overflow=word(draft.table, "overflow"))
    for where, level in marked.levels.items():
        if level != before.get(where, 0) or where == area:
            set_level(draft, actor, chart, where, level)
    name, level = actor_name(draft.table, actor), marked.levels[area]
    row = wound_level_row(level)
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
    for maimed in chart.areas:
        if is_maimed(marked.levels.get(maimed, 0)) and not is_maimed(before.get(maimed, 0)):
            key, rule = ("maimed_deadly", "FI-WOUND-4") if maimed in chart.deadly else ("maimed_limb", "FI-WOUND-5")
            draft.note(key, rule, actor=name, area=maimed)
    return AreaWound(inflicted=wounds, after=level)


def set_level(draft: Draft, actor: str, chart: HitChart, area: str, level: int) -> None:
    """Set an area to a new level after a wound, with the present time as that of the injury (FI-HEAL-2)."""
    body = draft.table.actors[actor].body
    old = (body.locations.get(area) if body is not None else None) or Location(most=chart.boxes)
    bleeding = wound_level_row(level).bleeds > 0
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=bleeding)))
    until = draft.table.clock + wound_tables().healing.limit_minutes * MINUTE
    draft.lay_condition(actor, Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until))


def bleed_by_hand(draft: Draft, actor: str, area: str) -> None:
    """Let a wound that was set deeper by hand bleed as its level does (FI-BLEED-1)."""
    before, after = draft.before.actors[actor].body, draft.table.actors[actor].body
    if before is None or after is None:
        return
    old, new = before.locations[area], after.locations[area]
    if new.level > old.level and not new.bleeding and wound_level_row(new.level).bleeds:
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
    return wound_tables().healing.limit_minutes - (injury.until - table.clock) // MINUTE


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
        named = wound_level_row(level).name
        add_log_line(draft, actor, "wound_better", "FI-HEAL-4", "FI-HEAL-6", area=area, level=named)
        return
    add_log_line(draft, actor, "wound_healed", "FI-HEAL-4", "FI-HEAL-6", area=area)
    for kind in (INJURY, MENDING):
        for condition in draft.table.actors[actor].conditions_named(kind):
            if condition.note == area:
                draft.emit(ConditionGone(actor=actor, id=condition.id))
