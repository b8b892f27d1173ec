"""How the party goes: pace, map, light, and the time that a way takes (CF-TIME-4 to CF-TIME-10)."""

from __future__ import annotations

from typing import Annotated, cast

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import exploring, fatigue
from engine.rulesets.classic_fantasy.at_table import fatigue_level
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.exploring import Pace, Way
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.rulesets.classic_fantasy.parts import Part, total
from engine.rulesets.classic_fantasy.passing import THEN, advance, clock_of, is_mapped, need_quiet, wandered
from engine.rulesets.classic_fantasy.procedures.evening import evening, set_evening
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.table.frozen import Json, replace
from engine.table.table import Table

MOST_FEET = 99_999


class SetWay(Request):
    """The GM says how the party goes: by which Rounds, with a map, in the dark, with light; null leaves each."""

    RULES = ("CF-TIME-4", "CF-TIME-5", "CF-TIME-6", "CF-TIME-8", "CF-TIME-9", "CF-TIME-10")
    pace: Annotated[Pace | None, Meta(description="exploration or combat_rounds")] = None
    mapping: Annotated[bool | None, Meta(description="somebody draws a map")] = None
    map_shown: Annotated[bool | None, Meta(description="the table shows the map")] = None
    dark: Annotated[bool | None, Meta(description="it is dark there")] = None
    light: Annotated[bool | None, Meta(description="the party carries light")] = None


class Walk(Request):
    """The party goes so many feet; the clock moves by whole Rounds of its pace."""

    RULES = ("CF-TIME-3", "CF-TIME-4", "CF-TIME-6")
    feet: Annotated[int, Meta(ge=1, le=MOST_FEET, description="how far")]


class CountAnew(Request):
    """The GM counts anew for how long the party has wandered."""

    RULES = ("CF-TIME-4",)


def feet_of(table: Table, actor: str) -> tuple[Part, ...]:
    """Return how many feet a Move action carries somebody (CF-X-19, CF-FATIGUE-5)."""
    return fatigue.movement(person_of(table, actor).movement, fatigue_level(table, actor))


def round_feet(table: Table, viewer: str = "") -> tuple[Part, ...]:
    """Return how far the party gets in a Round of its pace, as far as a viewer may know who is in it (CF-TIME-4)."""
    members = [a for a in party(table) if not viewer or table.may_read(table.actors[a], viewer)]
    feet = [total(feet_of(table, actor)) for actor in members]
    return exploring.round_feet(feet, evening(table).pace)


def own_perception(table: Table) -> tuple[Bearing, ...]:
    """Return what the pace makes of the party's own Perception (CF-TIME-7, CF-TIME-9)."""
    return exploring.own_perception(evening(table).pace)


def enemy_perception(table: Table) -> tuple[Bearing, ...]:
    """Return what the pace makes of others' Perception of the party (CF-TIME-8, CF-TIME-9)."""
    now = evening(table)
    return exploring.enemy_perception(now.pace, dark=now.dark, carries_light=now.light)


def verify_set(table: Table, command: SetWay | CountAnew) -> None:
    """The GM."""
    need_gm(table, command, "CF-TIME-4")


def set_way(draft: Draft, command: SetWay) -> None:
    """Write it down."""
    said = {name: getattr(command, name) for name in ("pace", "mapping", "map_shown", "dark", "light")}
    before = evening(draft.table)
    now = replace(before, **{name: value for name, value in said.items() if value is not None})
    if now.pace != before.pace:
        now = replace(now, gone=(0, 0))
    set_evening(draft, now)
    draft.note(
        "d100_way_set", "CF-TIME-4", pace=now.pace, mapped=is_mapped(draft.table), dark=now.dark, light=now.light
    )


def feet_gone(table: Table) -> int:
    """Return how many feet of a Round the party has gone that is still its last one: the rest of it costs no time."""
    feet, over = evening(table).gone
    return feet if over == table.clock else 0


def need_way(table: Table, feet: int) -> Way:
    """Return what a way takes beyond the Round that is begun. Raises Refused for a party that cannot move."""
    pace, settings, mapped = evening(table).pace, settings_of(table), is_mapped(table)
    went = feet_gone(table)
    found = exploring.way(went + feet, total(round_feet(table)), pace, settings, mapped=mapped)
    if found is None:
        raise Refused("d100_cannot_go", "CF-TIME-4")
    if not went:
        return found
    begun = exploring.round_seconds(pace, settings, mapped=mapped)
    return Way(rounds=found.rounds - 1, seconds=found.seconds - begun)


def verify_walk(table: Table, command: Walk) -> None:
    """The GM, while nothing else is under way, for a party that can move."""
    need_gm(table, command, "CF-TIME-4")
    need_quiet(table, "CF-TIME-4")
    need_way(table, command.feet)


def walk(draft: Draft, command: Walk) -> None:
    """Go."""
    found, parts = need_way(draft.table, command.feet), round_feet(draft.table)
    draft.figure(rounds=found.rounds, seconds=found.seconds)
    went = feet_gone(draft.table)
    gone = went + command.feet - (found.rounds - (0 if went else 1)) * total(parts)
    if not found.rounds:
        draft.note("d100_walked_on", "CF-TIME-4", feet=command.feet)
        _has_gone(draft, gone, total(parts))
        return
    about: dict[str, Json] = {"feet": command.feet, "rounds": found.rounds, "gone": gone, "of": total(parts)}
    draft.note(
        "d100_sets_out", "CF-TIME-4", feet=command.feet, rounds=found.rounds, reckoning=[part.words for part in parts]
    )
    advance(draft, found.seconds, then="way", about=about)


def _arrived(draft: Draft, now: Passing, whole: bool) -> None:
    wandered(draft, now)
    day, time = clock_of(draft.table.clock)
    if whole:
        feet, rounds = now.about["feet"], now.about["rounds"]
        _has_gone(draft, cast("int", now.about["gone"]), cast("int", now.about["of"]))
        draft.note("d100_walked", "CF-TIME-4", feet=feet, rounds=rounds, day=day, time=time)


def _has_gone(draft: Draft, feet: int, per_round: int) -> None:
    """Write down how much of the last Round is used up; of one that is wholly gone nothing is left to tell."""
    gone = (feet, draft.table.clock) if feet < per_round else (0, 0)
    set_evening(draft, replace(evening(draft.table), gone=gone))


THEN["way"] = _arrived


def count_anew(draft: Draft, command: CountAnew) -> None:
    """Begin at nothing."""
    set_evening(draft, replace(evening(draft.table), wandered=0))
    draft.note("d100_counted_anew", "CF-TIME-4")


MOVES = (
    Move(SetWay, verify_set, set_way),
    Move(Walk, verify_walk, walk),
    Move(CountAnew, verify_set, count_anew),
)
