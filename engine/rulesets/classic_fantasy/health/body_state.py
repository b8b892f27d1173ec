"""Hit locations of a character on the table: hit points, armour, injuries, bleeding and death."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import ConditionGone, LocationSet
from engine.core.memo import memo
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    DEAD,
    DEADLINE,
    STAUNCHED,
    UNCONSCIOUS,
    lay,
    lift,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.character.character_sheet import (
    LocationArmour,
    armour_on_sheet,
    character_sheet_of,
    hit_chart_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import Injury, session_state, with_value_of
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_of, set_fatigue
from engine.rulesets.classic_fantasy.wounds import bleeding_rules, wound_rules
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitLocation
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel, level_of


class BodyLocation(Frozen):
    """A location of a character's body: its place on the hit chart, its hit points now and unhurt, and its armour."""

    place: HitLocation
    hp: int
    most: int
    armour: LocationArmour = LocationArmour()

    @property
    def level(self) -> WoundLevel:
        """The level of its wound (CF-WOUND-1 to CF-WOUND-3)."""
        return level_of(self.hp, self.most)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def need_location(table: Table, actor: str, location: str) -> BodyLocation:
    """Return a location. Raises Refused for one that the body does not have (CF-HITLOC-3)."""
    place = hit_chart_of(table, actor).place(location)
    hp, most = need_hit_points(table, actor, location)
    return BodyLocation(place=place, hp=hp, most=most, armour=armour_at(table, actor, location))


def need_hit_points(table: Table, actor: str, location: str) -> tuple[int, int]:
    """Return the hit points of a location, now and unhurt. Raises Refused for one that the body does not have."""
    body = table.actors[actor].body
    if body is None or location not in body.locations:
        raise Refused("no_such_location", "CF-HITLOC-3", location=location[:40])
    now = body.locations[location]
    return now.level, now.most if now.most is not None else max(1, now.level)


def need_wound(table: Table, actor: str, location: str, *rules: str) -> BodyLocation:
    """Return a wounded location. Raises Refused for an unhurt one."""
    spot = need_location(table, actor, location)
    if spot.level == "none":
        raise Refused("nothing_to_treat", *rules)
    return spot


def has_location(table: Table, actor: str, location: str) -> bool:
    """Say whether a body has a location: a condition added by hand may name another, or none."""
    body = table.actors[actor].body
    return body is not None and location in body.locations and location in hit_chart_of(table, actor).names


def body_locations(table: Table, actor: str) -> tuple[BodyLocation, ...]:
    """Return all locations of a body, in the order of its hit chart."""
    character = table.actors[actor]
    on_body = character.body.locations if character.body is not None else {}
    return tuple(need_location(table, actor, name) for name in hit_chart_of(table, actor).names if name in on_body)


def wounded_locations(table: Table, actor: str) -> tuple[BodyLocation, ...]:
    """Return the locations with lost hit points."""
    return tuple(spot for spot in body_locations(table, actor) if spot.level != "none")


def armour_at(table: Table, actor: str, location: str) -> LocationArmour:
    """Return the armour of a location: the body has the total, the sheet says how much of it is natural."""
    return _armour_of(table.actors[actor], location)


def heaviest_armour_worn(table: Table, actor: str) -> int:
    """Return the Armor Points of worn armour on the location that has most of them."""
    return _heaviest_armour_worn(table.actors[actor], hit_chart_of(table, actor).names)


@memo
def _heaviest_armour_worn(character: Actor, locations: tuple[str, ...]) -> int:
    return max((_armour_of(character, location).worn for location in locations), default=0)


def _armour_of(character: Actor, location: str) -> LocationArmour:
    body_location = character.body.locations.get(location) if character.body is not None else None
    whole = body_location.armour if body_location is not None else 0
    worn_there = armour_on_sheet(character, location)
    natural = min(whole, worn_there.natural) if worn_there is not None else 0
    return LocationArmour(worn=whole - natural, natural=natural)


def set_hit_points(draft: Draft, actor: str, location: str, hp: int, *, damage: int = 0, at: int | None = None) -> None:
    """Set the hit points of a location, and end all that depended on the old wound level (CF-DMG-6, CF-WOUND-22).

    Fewer hit points are a new wound, which restarts healing; more may reach another level, which has its own period.
    The damage of the wound is by default the lost hit points; `at` is the moment, by default now.
    """
    table = draft.table
    spot, moment = need_location(table, actor, location), table.clock if at is None else at
    body = table.actors[actor].body
    assert body is not None
    new = min(hp, max(spot.most, spot.hp))
    if new != spot.hp:
        body_location = replace(body.locations[location], level=new, least=None, most=spot.most)
        draft.emit(LocationSet(actor=actor, name=location, location=body_location))
    injury = injury_of(table, actor, location)
    if new < spot.hp or damage:
        strain = injury.strain if injury is not None else 0
        new_injury = Injury(injured=moment, since=moment, strain=strain, damage=damage or spot.hp - new)
        set_injury(draft, actor, location, new_injury)
    elif new > spot.hp:
        end_with_level(draft, actor, location)
        level = level_of(new, spot.most)
        if level == "none":
            set_injury(draft, actor, location, None)
        elif injury is not None and level != spot.level:
            set_injury(draft, actor, location, replace(injury, since=moment))


def end_with_level(draft: Draft, actor: str, location: str) -> None:
    """Remove the conditions that end with the present hit points of a location (CF-WOUND-22, CF-WOUND-6)."""
    spot = need_location(draft.table, actor, location)
    for condition in draft.table.actors[actor].conditions:
        if place_of(condition) == location and wound_rules.has_ended(until_of(condition), spot.hp, spot.most):
            draft.emit(ConditionGone(actor=actor, id=condition.id))
    if spot.level == "none":
        stop_bleeding(draft, actor, location, by="")


# ---- injuries ------------------------------------------------------------------------------------------------------


def injury_of(table: Table, actor: str, location: str) -> Injury | None:
    """Return the history of a location; None where it is unknown since when it is wounded."""
    return session_state(table).injuries.get(actor, {}).get(location)


def set_injury(draft: Draft, actor: str, location: str, injury: Injury | None) -> None:
    """Set the history of a location; None removes it."""
    session = session_state(draft.table)
    of_actor = with_value_of(session.injuries.get(actor, {}), location, injury)
    draft.set_outermost(replace(session, injuries=with_value_of(session.injuries, actor, of_actor or None)))


# ---- bleeding -----------------------------------------------------------------------------------------------------


def begin_bleeding(draft: Draft, actor: str, location: str = "", levels: int = 1) -> None:
    """Start bleeding that costs a number of levels of Fatigue a Round (CF-BLOOD-1, CF-X-31)."""
    lift(draft, actor, STAUNCHED, location)
    lay(draft, actor, BLEEDING, location, level=levels)
    show_bleeding(draft, actor, location)


def stop_bleeding(draft: Draft, actor: str, location: str | None = None, *, by: str) -> bool:
    """Stop bleeding; levels come back once nothing bleeds any more (CF-BLOOD-3, CF-BLOOD-5).

    Without a location all bleeding stops. Strain reopens what First Aid has closed (CF-X-31).
    """
    stopped = [
        condition
        for condition in draft.table.actors[actor].conditions_named(BLEEDING)
        if location in (None, place_of(condition))
    ]
    for condition in stopped:
        place = place_of(condition)
        draft.emit(ConditionGone(actor=actor, id=condition.id))
        show_bleeding(draft, actor, place)
        if by == "first_aid":
            lay(draft, actor, STAUNCHED, place, level=condition.level)
    if stopped:
        start_blood_recovery(draft, actor)
    return bool(stopped)


def bleeds_at(table: Table, actor: str, location: str) -> bool:
    """Say whether a location bleeds."""
    return any(place_of(condition) == location for condition in table.actors[actor].conditions_named(BLEEDING))


def start_blood_recovery(draft: Draft, actor: str) -> None:
    """Let the levels lost to bleeding come back, once nothing bleeds any more (CF-BLOOD-3)."""
    if not draft.table.actors[actor].has_condition(BLEEDING):
        set_fatigue(
            draft, actor, fatigue_rules.start_recovery(fatigue_of(draft.table, actor), "blood", draft.table.clock)
        )


def show_bleeding(draft: Draft, actor: str, location: str) -> None:
    """Update on the body whether a location bleeds."""
    body, bleeding = draft.table.actors[actor].body, bleeds_at(draft.table, actor, location)
    body_location = body.locations.get(location) if body is not None else None
    if body_location is not None and body_location.bleeding != bleeding:
        draft.emit(LocationSet(actor=actor, name=location, location=replace(body_location, bleeding=bleeding)))


def healing_rate(table: Table, actor: str) -> int:
    """Return the Healing Rate (CF-X-15)."""
    return character_sheet_of(table, actor).healing_rate


# ---- death ---------------------------------------------------------------------------------------------------------


def die(draft: Draft, actor: str, key: str, *rules: str, location: str = "") -> None:
    """Let a character die."""
    lay(draft, actor, DEAD)
    add_log_line(draft, actor, key, *rules, location=location)


def stabilise(draft: Draft, actor: str, location: str | None = None, *, by: bleeding_rules.StoppedBy) -> bool:
    """Prevent death, stop bleeding, and give the unconsciousness of a destroyed limb an end (CF-HEAL-9).

    Without a location all wounds are stabilised, as by magic.
    """
    stabilised = False
    for condition in draft.table.actors[actor].conditions:
        if location not in (None, place_of(condition)):
            continue
        if condition.name == DEADLINE:
            draft.emit(ConditionGone(actor=actor, id=condition.id))
            add_log_line(draft, actor, "d100_saved", "CF-HEAL-9", location=place_of(condition))
            stabilised = True
        if _ends_when_stabilised(condition):
            until = draft.table.clock + condition.level
            draft.lay_condition(actor, replace(condition, level=0, until=until))
            stabilised = True
    if stop_bleeding(draft, actor, location, by=by):
        add_log_line(draft, actor, "d100_bleeding_stops", "CF-BLOOD-5")
        stabilised = True
    body = draft.table.actors[actor].body
    for place in (location,) if location is not None else tuple(body.locations if body is not None else ()):
        injury = injury_of(draft.table, actor, place)
        if injury is not None and not injury.stabilised:
            set_injury(draft, actor, place, replace(injury, stabilised=True))
    return stabilised


def _ends_when_stabilised(condition: Condition) -> bool:
    return (
        condition.name == UNCONSCIOUS
        and until_of(condition) == "stabilised"
        and condition.until is None
        and condition.level > 0
    )
