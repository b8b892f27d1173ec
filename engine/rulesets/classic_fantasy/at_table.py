"""The table as plain values for the rules, and the writers of what rules change: hit points, bleeding, fatigue, pools.

Hit points lie on the body, states and what is timed are conditions (`states`), pools are tracks, and the rest stands on
the record (`characters`, `recording`). The times that nobody needs to read stand in `procedures.evening`.
"""

from __future__ import annotations

from typing import Final, get_args

from engine.play.draft import Draft
from engine.play.events import ConditionGone, ConditionSet, LocationSet, TrackSet
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import fatigue as tiring
from engine.rulesets.classic_fantasy import wounds
from engine.rulesets.classic_fantasy.bodies import Place
from engine.rulesets.classic_fantasy.characters import Armour, armour_on_sheet, chart_of_actor, person_of
from engine.rulesets.classic_fantasy.fatigue import Cause, Fatigue, Weariness
from engine.rulesets.classic_fantasy.healing import Mending
from engine.rulesets.classic_fantasy.procedures.evening import (
    Injury,
    Tired,
    evening,
    injury_of,
    set_injury,
    set_tired,
)
from engine.rulesets.classic_fantasy.states import (
    BLEEDING,
    DEAD,
    FATIGUE,
    STAUNCHED,
    condition_id,
    is_dead,
    lay,
    lift,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.wounds import WoundLevel, level_of
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, replace
from engine.table.table import Table
from engine.table.tracks import Track

LUCK: Final = "Luck"
MAGIC: Final = "Magic"
FATIGUE_TRACK: Final = "Fatigue"
ACTION_POINTS: Final = "Action Points"

CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)


class Spot(Frozen):
    """A location of somebody's body.

    Attributes:
        place: what it is on the chart.
        hp, most: its hit points now and unhurt.
        armour: what protects it.
    """

    place: Place
    hp: int
    most: int
    armour: Armour = Armour()

    @property
    def level(self) -> WoundLevel:
        """The level of its wound (CF-WOUND-1 to CF-WOUND-3)."""
        return level_of(self.hp, self.most)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def need_spot(table: Table, actor: str, location: str) -> Spot:
    """Return a location. Raises Refused for one that the body has not (CF-HITLOC-3)."""
    place = chart_of_actor(table, actor).place(location)
    found = table.actors[actor]
    held = found.body.locations.get(location) if found.body is not None else None
    if held is None:
        raise Refused("no_such_location", "CF-HITLOC-3", location=location[:40])
    most = held.most if held.most is not None else max(1, held.level)
    return Spot(place=place, hp=held.level, most=most, armour=armour_at(table, actor, location))


def has_spot(table: Table, actor: str, location: str) -> bool:
    """Say whether somebody's body has a location: a state that was laid by hand may name another, or none."""
    body = table.actors[actor].body
    return body is not None and location in body.locations and location in chart_of_actor(table, actor).names


def spots(table: Table, actor: str) -> tuple[Spot, ...]:
    """Return all locations of a body, from the lowest number of its chart on."""
    found = table.actors[actor]
    held = found.body.locations if found.body is not None else {}
    return tuple(need_spot(table, actor, name) for name in chart_of_actor(table, actor).names if name in held)


def hurt(table: Table, actor: str) -> tuple[Spot, ...]:
    """Return the locations that are hurt."""
    return tuple(spot for spot in spots(table, actor) if spot.level != "none")


def armour_at(table: Table, actor: str, location: str) -> Armour:
    """Return what protects a location: the body says how much in all, the sheet how much of it has grown there."""
    found = table.actors[actor]
    held = found.body.locations.get(location) if found.body is not None else None
    whole = held.armour if held is not None else 0
    said = armour_on_sheet(found, location)
    natural = min(whole, said.natural) if said is not None else 0
    return Armour(worn=whole - natural, natural=natural)


def set_hp(draft: Draft, actor: str, location: str, hp: int, *, damage: int = 0, at: int | None = None) -> None:
    """Let a location have these hit points, and let all end that hung on the old level (CF-DMG-6, CF-WOUND-22).

    Fewer are a fresh wound, with which healing begins anew; more may be another level, which has its own period.

    Args:
        draft: where it is written down.
        actor: whose.
        location: which.
        hp: how many; no more than the most.
        damage: what a wound came to; 0 for as many as are lost.
        at: when; None for now.
    """
    table = draft.table
    spot, moment = need_spot(table, actor, location), table.clock if at is None else at
    body = table.actors[actor].body
    assert body is not None
    new = min(hp, max(spot.most, spot.hp))
    if new != spot.hp:
        held = replace(body.locations[location], level=new, least=None, most=spot.most)
        draft.emit(LocationSet(actor=actor, name=location, location=held))
    known = injury_of(table, actor, location)
    if new < spot.hp or damage:
        strain = known.strain if known is not None else 0
        fresh = Injury(injured=moment, since=moment, strain=strain, damage=damage or spot.hp - new)
        set_injury(draft, actor, location, fresh)
    elif new > spot.hp:
        end_with_level(draft, actor, location)
        level = level_of(new, spot.most)
        if level == "none":
            set_injury(draft, actor, location, None)
        elif known is not None and level != spot.level:
            set_injury(draft, actor, location, replace(known, since=moment))


def end_with_level(draft: Draft, actor: str, location: str) -> None:
    """Lift all that ends with the hit points of a location as they are now (CF-WOUND-22, CF-WOUND-6)."""
    spot = need_spot(draft.table, actor, location)
    for held in draft.table.actors[actor].conditions:
        if place_of(held) == location and wounds.has_ended(until_of(held), spot.hp, spot.most):
            draft.emit(ConditionGone(actor=actor, id=held.id))
    if spot.level == "none":
        stop_bleeding(draft, actor, location, by="")


def mending_of(table: Table, actor: str, location: str) -> Mending:
    """Return a location as time finds it (CF-HEAL-1 to CF-HEAL-4)."""
    spot, known = need_spot(table, actor, location), injury_of(table, actor, location)
    since = table.clock if known is None else known.since
    treated, strain = (False, 0) if known is None else (known.treated, known.strain)
    return Mending(hp=spot.hp, most=spot.most, since=since, treated=treated, strain=strain)


# ---- bleeding -----------------------------------------------------------------------------------------------------


def begin_bleeding(draft: Draft, actor: str, location: str = "", levels: int = 1) -> None:
    """Let somebody bleed from now on, as many levels of Fatigue a Round (CF-BLOOD-1, CF-X-31)."""
    lift(draft, actor, STAUNCHED, location)
    lay(draft, actor, BLEEDING, location, level=levels)
    mark_bleeding(draft, actor, location)


def stop_bleeding(draft: Draft, actor: str, location: str | None = None, *, by: str) -> bool:
    """Stop what bleeds; levels come back from now on once nothing bleeds any more (CF-BLOOD-3, CF-BLOOD-5).

    Args:
        draft: where it is written down.
        actor: who bleeds.
        location: where; None for everywhere.
        by: what stops it; what First Aid has closed, strain opens again (CF-X-31).
    """
    stopped = [held for held in draft.table.actors[actor].named(BLEEDING) if location in (None, place_of(held))]
    for held in stopped:
        where = place_of(held)
        draft.emit(ConditionGone(actor=actor, id=held.id))
        mark_bleeding(draft, actor, where)
        if by == "first_aid":
            lay(draft, actor, STAUNCHED, where, level=held.level)
    if stopped:
        ease_blood(draft, actor)
    return bool(stopped)


def bleeds_at(table: Table, actor: str, location: str) -> bool:
    """Say whether somebody bleeds at a location."""
    return any(place_of(held) == location for held in table.actors[actor].named(BLEEDING))


def ease_blood(draft: Draft, actor: str) -> None:
    """Let the levels that blood has cost somebody come back, once nothing bleeds any more (CF-BLOOD-3)."""
    if not draft.table.actors[actor].has(BLEEDING):
        set_fatigue(draft, actor, tiring.ease(fatigue_of(draft.table, actor), "blood", draft.table.clock))


def mark_bleeding(draft: Draft, actor: str, location: str) -> None:
    """Let the body show whether a location bleeds."""
    body, bleeding = draft.table.actors[actor].body, bleeds_at(draft.table, actor, location)
    held = body.locations.get(location) if body is not None else None
    if held is not None and held.bleeding != bleeding:
        draft.emit(LocationSet(actor=actor, name=location, location=replace(held, bleeding=bleeding)))


# ---- fatigue ---------------------------------------------------------------------------------------------------------


def fatigue_of(table: Table, actor: str) -> Fatigue:
    """Return all that tires somebody."""
    times = evening(table).tired.get(actor) or Tired()
    causes = dict[Cause, int]()
    for held in table.actors[actor].named(FATIGUE):
        cause: Cause = held.note if held.note in CAUSES else "other"
        causes[cause] = causes.get(cause, 0) + held.level
    found = tuple(
        Weariness(
            cause=cause,
            levels=levels,
            since=times.since.get(cause, 0),
            eased=times.eased.get(cause),
            pace=times.paces.get(cause),
        )
        for cause, levels in causes.items()
        if levels > 0
    )
    return Fatigue(causes=found, resting=times.resting, rested=times.rested)


def fatigue_level(table: Table, actor: str) -> int:
    """Return somebody's level of Fatigue (CF-FATIGUE-1)."""
    return fatigue_of(table, actor).level


def set_fatigue(draft: Draft, actor: str, fatigue: Fatigue) -> None:
    """Write down what tires somebody: a condition a cause, and the track; at its end is death (CF-FATIGUE-10)."""
    wanted = {
        condition_id(FATIGUE, one.cause): Condition(
            id=condition_id(FATIGUE, one.cause), name=FATIGUE, level=one.levels, note=one.cause
        )
        for one in fatigue.causes
        if one.levels > 0
    }
    for held in draft.table.actors[actor].named(FATIGUE):
        if held.id not in wanted:
            draft.emit(ConditionGone(actor=actor, id=held.id))
    lying = {held.id: held for held in draft.table.actors[actor].conditions}
    for name, condition in wanted.items():
        if lying.get(name) != condition:
            draft.emit(ConditionSet(actor=actor, condition=condition))
    times = Tired(
        since={one.cause: one.since for one in fatigue.causes},
        eased={one.cause: one.eased for one in fatigue.causes if one.eased is not None},
        resting=fatigue.resting,
        rested=fatigue.rested,
        paces={one.cause: one.pace for one in fatigue.causes if one.pace is not None},
    )
    if (evening(draft.table).tired.get(actor) or Tired()) != times:
        set_tired(draft, actor, times)
    set_pool(draft, actor, FATIGUE_TRACK, fatigue.level, most=tiring.dead())
    if fatigue.level >= tiring.dead() and not is_dead(draft.table, actor):
        lay(draft, actor, DEAD)


def tire(draft: Draft, actor: str, cause: Cause, levels: int) -> int:
    """Bring levels of Fatigue on somebody; return how many there are more (CF-FATIGUE-3)."""
    before = fatigue_of(draft.table, actor)
    set_fatigue(draft, actor, tiring.tire(before, cause, levels, draft.table.clock))
    return fatigue_level(draft.table, actor) - before.level


def follow_track(draft: Draft, actor: str) -> None:
    """Let the causes follow the boxes that somebody has ticked by hand: more is exertion, less is any (CF-AMB-23)."""
    track = draft.table.actors[actor].tracks.get(FATIGUE_TRACK)
    fatigue = fatigue_of(draft.table, actor)
    if track is None or track.value == fatigue.level:
        return
    now, more = draft.table.clock, track.value - fatigue.level
    changed = tiring.tire(fatigue, "exertion", more, now) if more > 0 else tiring.relieved(fatigue, -more, now)
    set_fatigue(draft, actor, changed)


# ---- pools and the sheet ---------------------------------------------------------------------------------------------


def pool(table: Table, actor: str, name: str) -> int:
    """Return what is left of a pool; 0 for one that somebody has not."""
    found = table.actors[actor].tracks.get(name)
    return found.value if found is not None else 0


def set_pool(draft: Draft, actor: str, name: str, value: int, *, most: int | None = None) -> None:
    """Let a pool hold so much."""
    old = draft.table.actors[actor].tracks.get(name)
    new = replace(old, value=old.clamped(value)) if old is not None else Track(value=value, most=most)
    if new != old:
        draft.emit(TrackSet(actor=actor, name=name, track=new))


def healing_rate(table: Table, actor: str) -> int:
    """Return the Healing Rate (CF-X-15)."""
    return person_of(table, actor).healing_rate
