"""What is marked on a character's body: wounds, since when, and when they mend (FI-WOUND, FI-HEAL-2)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.play.draft import Draft
from engine.play.events import BodySet, ConditionGone, LocationSet
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.future_imperfect import harm as reckoning
from engine.rulesets.future_imperfect import people
from engine.rulesets.future_imperfect.clock import MINUTE
from engine.rulesets.future_imperfect.harm import Wounding
from engine.rulesets.future_imperfect.leading import figure_of, note_of
from engine.rulesets.future_imperfect.locations import Chart, body_of, chart_of
from engine.rulesets.future_imperfect.settings import word
from engine.table.body import Location
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table

INJURY: Final = "injury"


def chart_for(table: Table, actor: str) -> Chart:
    """Return the hit chart of a character."""
    return chart_of(people.hit_chart(table.actors[actor], table.lists))


def mark(draft: Draft, actor: str, area: str, wounds: int) -> Wounding:
    """Mark levels in an area; deep ones bleed, and a new injury may be treated anew (FI-BLEED-1, FI-BLEED-3)."""
    chart = chart_for(draft.table, actor)
    if draft.table.actors[actor].body is None:
        draft.emit(BodySet(actor=actor, body=body_of(people.hit_chart(draft.table.actors[actor], draft.table.lists))))
    before = people.wound_levels(draft.table.actors[actor])
    marked = reckoning.mark(chart, before, area, wounds, overflow=word(draft.table, "overflow"))
    for where, level in marked.levels.items():
        if level != before.get(where, 0) or where == area:
            set_level(draft, actor, chart, where, level)
    name, level = actor_name(draft.table, actor), marked.levels[area]
    row = reckoning.row_of(level)
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
    draft.figure(area=area, level=level)
    newly = [one for one in chart.areas if reckoning.is_maimed(marked.levels.get(one, 0) or 0)]
    for one in newly:
        if not reckoning.is_maimed(before.get(one, 0)):
            deadly = one in chart.deadly
            draft.note(
                "maimed_deadly" if deadly else "maimed_limb",
                "FI-WOUND-4" if deadly else "FI-WOUND-5",
                actor=name,
                area=one,
            )
    return Wounding(inflicted=wounds, after=level)


def set_level(draft: Draft, actor: str, chart: Chart, area: str, level: int) -> None:
    """Set an area to a level that it has just been hurt to; now is when the injury happened (FI-HEAL-2)."""
    body = draft.table.actors[actor].body
    old = (body.locations.get(area) if body is not None else None) or Location(most=chart.boxes)
    bleeding = reckoning.row_of(level).bleeds > 0
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=bleeding)))
    until = draft.table.clock + reckoning.numbers().healing.limit_minutes * MINUTE
    draft.lay_condition(actor, Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until))


def bleed_by_hand(draft: Draft, actor: str, area: str) -> None:
    """Let a wound that was set deeper by hand bleed as its level does (FI-BLEED-1)."""
    before, now = draft.before.actors[actor].body, draft.table.actors[actor].body
    if before is None or now is None:
        return
    old, new = before.locations[area], now.locations[area]
    if new.level > old.level and not new.bleeding and reckoning.row_of(new.level).bleeds:
        draft.emit(LocationSet(actor=actor, name=area, location=replace(new, bleeding=True)))
        note_of(draft, actor, "bleeds_by_hand", "FI-BLEED-1", what=area)


def injury_of(actor: Actor, area: str) -> Condition | None:
    """Return when an area was hurt last, and how often its injury was treated (FI-HEAL-2, FI-HEAL-8)."""
    return next((found for found in actor.named(INJURY) if found.note == area), None)


def minutes_since(table: Table, actor: str, area: str) -> int | None:
    """Return how many whole minutes ago an area was hurt; None where nobody knows (FI-HEAL-2)."""
    found = injury_of(table.actors[actor], area)
    if found is None or found.until is None:
        return None
    return reckoning.numbers().healing.limit_minutes - (found.until - table.clock) // MINUTE


MENDING = "mending"
"""When an area's next natural healing is due: the condition's `until`; its `note` names the area (FI-HEAL-6)."""
Area = Annotated[str, Meta(description="a wound area, such as `left_arm`", max_length=40)]


def level_at(table: Table, actor: str, area: str) -> int:
    """Return the wound level of an area. Raises Refused for one that the body has not."""
    levels = people.wound_levels(table.actors[actor])
    if area not in levels:
        raise Refused("no_such_area", area=area[:40], known=list(levels))
    return levels[area]


def lower(draft: Draft, actor: str, area: str, level: int) -> None:
    """Set an area to a level at which it bleeds no more; what is whole again needs no clock."""
    body = draft.table.actors[actor].body
    assert body is not None
    old: Location = body.locations[area]
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=False)))
    figure_of(draft, actor, area=area, level=level)
    if level == old.level:
        return
    if level:
        named = reckoning.row_of(level).name
        note_of(draft, actor, "wound_better", "FI-HEAL-4", "FI-HEAL-6", area=area, level=named)
        return
    note_of(draft, actor, "wound_healed", "FI-HEAL-4", "FI-HEAL-6", area=area)
    for kind in (INJURY, MENDING):
        for held in draft.table.actors[actor].named(kind):
            if held.note == area:
                draft.emit(ConditionGone(actor=actor, id=held.id))
