"""Natural healing as time passes, and untreated Major Wounds that maim (CF-HEAL-1 to CF-HEAL-7).

`natural_healing_rules` has the periods and the hit points; this module applies them to characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.draft import Draft
from engine.core.events import LocationSet
from engine.core.memo import memo, memo_of_each, memo_of_last
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    LIMB_LOST,
    MAIMING,
    condition_id,
    in_story,
    is_in_story,
    lay,
    lift,
    place_of,
)
from engine.rulesets.classic_fantasy.character.character_sheet import folded, rows_of, skill_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import write_row
from engine.rulesets.classic_fantasy.character.session_state import Injury, session_state
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.health import natural_healing_rules
from engine.rulesets.classic_fantasy.health.body_state import (
    healing_rate,
    injury_of,
    need_hit_points,
    need_location,
    set_hit_points,
    set_injury,
)
from engine.rulesets.classic_fantasy.health.natural_healing_rules import HealingState
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import level_of, numbers

HEALING = "Healing"


def wounded_location_names(table: Table, actor: str) -> tuple[str, ...]:
    """Return the names of the wounded locations."""
    return _wounded_location_names(table.actors[actor])


@memo
def _wounded_location_names(character: Actor) -> Iterator[str]:
    on_body = character.body.locations if character.body is not None else {}
    yield from (
        name
        for name, body_location in on_body.items()
        if body_location.most is not None and body_location.level < body_location.most
    )


def start_wound_histories(draft: Draft) -> None:
    """Start the history of wounds that were made by hand, and the time until untreated Major Wounds maim."""
    moment, histories = draft.table.clock, session_state(draft.table).injuries
    for actor, wounded, may_maim in _wounds_without_history(_wounds_to_follow(draft.table.actors), histories):
        known = histories.get(actor, {})
        for location in wounded:
            if location not in known:
                set_injury(draft, actor, location, Injury(injured=moment, since=moment))
            if location in may_maim:
                _threaten_maiming(draft, actor, location)


@memo_of_last
def _wounds_without_history(
    wounds: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]], histories: Mapping[str, Mapping[str, Injury]]
) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Return the characters with wounds that have no history, or may maim, with all their wounds."""
    return tuple(
        [
            (actor, wounded, may_maim)
            for actor, (wounded, may_maim) in wounds.items()
            if may_maim or not histories.get(actor, {}).keys() >= {*wounded}
        ]
    )


@memo_of_each
def _wounds_to_follow(character: Actor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the wounded locations, and those of them for which no moment of maiming is set; none of the dead."""
    hurt = _wounded_location_names(character)
    if not hurt or character.body is None or not is_in_story(character):
        return (), ()
    places = character.body.locations
    major = [name for name in hurt if level_of(places[name].level, places[name].most or 0) == "major"]
    known = {condition.id for condition in character.conditions} if major else ()
    return hurt, tuple([name for name in major if condition_id(MAIMING, name) not in known])


def _threaten_maiming(draft: Draft, actor: str, location: str) -> None:
    """Set the moment at which a Major Wound maims, unless it is treated, or the limb is off already (CF-HEAL-5)."""
    table, injury = draft.table, injury_of(draft.table, actor, location)
    if injury is None or injury.treated or injury.maimed or injury.limb_kind in numbers().limbs.dismembered:
        return
    at = natural_healing_rules.maimed_at(injury.injured, _maim_skill(table, actor), injury.limb_kind)
    if at is not None:
        lay(draft, actor, MAIMING, location, until=max(at, table.clock + 1))


def _maim_skill(table: Table, actor: str) -> int:
    """Return the Healing that counts: the best among the victim's companions, or the victim's own (CF-AMB-37)."""
    side = table.is_gm(table.actors[actor].seat)
    carers = [
        skill_of(table, other, HEALING)
        for other in in_story(table)
        if other != actor and table.is_gm(table.actors[other].seat) == side and not table.actors[other].secret
    ]
    return natural_healing_rules.maim_skill(carers, skill_of(table, actor, HEALING), settings=settings_of(table))


def maim(draft: Draft, actor: str, location: str, lost: int | None = None) -> None:
    """Lower the maximum hit points of a location for good (CF-HEAL-6, CF-AMB-38).

    `lost` are the hit points that the GM sets; None for the proposed number.
    """
    table = draft.table
    spot = need_location(table, actor, location)
    after = natural_healing_rules.maimed(healing_state_of(table, actor, location), lost)
    points_lost = spot.most - after.most
    rows = rows_of(table.actors[actor], "wounds")
    names = [folded(str(row.get("location") or "")) for row in rows]
    place = names.index(folded(location)) if folded(location) in names else None
    before: Json = rows[place].get("maimed") if place is not None else 0
    old_loss = before if isinstance(before, int) else 0
    write_row(draft, actor, "wounds", place, location=location, maimed=old_loss + points_lost)
    # A record without hit points has not updated the body: then the wound gets no worse.
    _set_location(draft, actor, location, after.most, after.hp)
    injury = injury_of(draft.table, actor, location)
    if injury is not None:
        set_injury(draft, actor, location, replace(injury, maimed=True))
    lift(draft, actor, MAIMING, location)
    add_log_line(
        draft,
        actor,
        "d100_maimed",
        "CF-HEAL-6",
        seen="d100_maimed_seen",
        public=("location",),
        location=location,
        points=points_lost,
        most=after.most,
    )


def _set_location(draft: Draft, actor: str, location: str, most: int, hp: int) -> None:
    body = draft.table.actors[actor].body
    assert body is not None
    new = replace(body.locations[location], most=most, level=hp)
    if new != body.locations[location]:
        draft.emit(LocationSet(actor=actor, name=location, location=new))


def treat(draft: Draft, actor: str, location: str) -> None:
    """Mark a Major Wound as treated: it heals naturally from now on, and does not maim (CF-HEAL-4)."""
    injury, moment = injury_of(draft.table, actor, location), draft.table.clock
    history = injury or Injury(injured=moment, since=moment)
    if not history.treated:
        set_injury(draft, actor, location, replace(history, treated=True, since=moment))
    lift(draft, actor, MAIMING, location)


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    injured = session_state(table).injuries
    for actor in in_story(table):
        if actor in injured:
            yield from _entries_of(table, actor, injured[actor])


def _entries_of(table: Table, actor: str, injuries: Mapping[str, Injury]) -> Iterator[ScheduledEvent]:
    settings = settings_of(table)
    lost_places = {place_of(condition) for condition in table.actors[actor].conditions_named(LIMB_LOST)}
    for location in wounded_location_names(table, actor):
        injury = injuries.get(location)
        if injury is None or (location in lost_places and injury.limb_kind in numbers().limbs.dismembered):
            continue
        state = _healing_state(table, actor, location, injury)
        entry = natural_healing_rules.entry(state, f"healing:{actor}:{location}", settings=settings)
        if entry is not None:
            yield entry


def _heal(draft: Draft, due: DueEvent) -> None:
    _, actor, location = due.name.split(":", 2)
    settings = settings_of(draft.table)
    mending = healing_state_of(draft.table, actor, location)
    after, gain = natural_healing_rules.mend(mending, healing_rate(draft.table, actor), settings=settings)
    injury = injury_of(draft.table, actor, location)
    assert injury is not None
    set_injury(draft, actor, location, replace(injury, since=after.since, strain=after.strain))
    set_hit_points(draft, actor, location, after.hp, at=int(due.at))
    level = level_of(after.hp, mending.most)
    add_log_line(
        draft,
        actor,
        "d100_heals" if total(gain.parts) else "d100_heals_nothing",
        "CF-HEAL-1",
        "CF-HEAL-2",
        numbers=True,
        location=location,
        points=total(gain.parts),
        hp=after.hp,
        most=mending.most,
        level="unhurt" if level == "none" else level,
        reckoning=[part.words for part in gain.parts],
    )


WOUND_HEALING = EventSource("healing", _entries, _heal)


def healing_state_of(table: Table, actor: str, location: str) -> HealingState:
    """Return the healing state of a location (CF-HEAL-1 to CF-HEAL-4)."""
    return _healing_state(table, actor, location, injury_of(table, actor, location))


def _healing_state(table: Table, actor: str, location: str, injury: Injury | None) -> HealingState:
    hp, most = need_hit_points(table, actor, location)
    if injury is None:
        return HealingState(hp=hp, most=most, since=table.clock)
    return HealingState(hp=hp, most=most, since=injury.since, treated=injury.treated, strain=injury.strain)
