"""Commands of travel: pace, map, light, and the time that a distance takes (CF-TIME-4 to CF-TIME-10)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.kit.schedule.time_flow import PassedTime, TimePurpose
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.session_state import Pace, session_state
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance, count_exploration_time, is_mapped, need_idle
from engine.rulesets.classic_fantasy.travel import travel_rules
from engine.rulesets.classic_fantasy.travel.travel_rules import Journey

MOST_FEET = 99_999


class SetWay(Request):
    """The GM sets how the party travels: pace, map, dark, light; null leaves each unchanged."""

    RULES = ("CF-TIME-4", "CF-TIME-5", "CF-TIME-6", "CF-TIME-8", "CF-TIME-9", "CF-TIME-10")
    pace: Annotated[Pace | None, Meta(description="exploration or combat_rounds"), Asks("d100_pace")] = None
    mapping: Annotated[bool | None, Meta(description="somebody draws a map"), Asks("d100_mapping")] = None
    map_shown: Annotated[bool | None, Meta(description="the table shows the map"), Asks("d100_map_shown")] = None
    dark: Annotated[bool | None, Meta(description="it is dark there"), Asks("d100_dark")] = None
    light: Annotated[bool | None, Meta(description="the party carries light"), Asks("d100_light")] = None


class Walk(Request):
    """The party goes a number of feet; the clock advances by whole Rounds of its pace."""

    RULES = ("CF-TIME-3", "CF-TIME-4", "CF-TIME-6")
    feet: Annotated[int, Meta(ge=1, le=MOST_FEET, description="how far"), Asks("d100_feet")]


class CountAnew(Request):
    """The GM resets the time that the party has explored."""

    RULES = ("CF-TIME-4",)


def feet_of(table: Table, actor: str) -> tuple[D100Step, ...]:
    """Return the feet of a character's Move action with its calculation (CF-X-19, CF-FATIGUE-5)."""
    return fatigue_rules.movement(character_sheet_of(table, actor).movement, fatigue_level(table, actor))


@memo_of_moment
def round_feet(table: Table, viewer: str = "") -> tuple[D100Step, ...]:
    """Return the feet that the party goes in a Round, from its members that a viewer knows of (CF-TIME-4)."""
    members = [member for member in party(table) if not viewer or table.may_read(table.actors[member], viewer)]
    feet = [total(feet_of(table, actor)) for actor in members]
    return travel_rules.round_feet(feet, session_state(table).pace)


def verify_set(table: Table, command: SetWay | CountAnew) -> None:
    """Allow only the GM."""
    need_gm(table, command, "CF-TIME-4")


def set_way(draft: Draft, command: SetWay) -> None:
    """Write the changes to the state of the session."""
    given = {name: getattr(command, name) for name in ("pace", "mapping", "map_shown", "dark", "light")}
    before = session_state(draft.table)
    session = replace(before, **{name: value for name, value in given.items() if value is not None})
    if session.pace != before.pace:
        session = replace(session, gone=(0, 0))
    draft.set_outermost(session)
    draft.note(
        "d100_way_set",
        "CF-TIME-4",
        pace=session.pace,
        mapped=is_mapped(draft.table),
        dark=session.dark,
        light=session.light,
    )


def feet_gone(table: Table) -> int:
    """Return the feet that the party has already gone of its last Round: the rest of that Round costs no time."""
    feet, moment = session_state(table).gone
    return feet if moment == table.clock else 0


def need_journey(table: Table, feet: int) -> Journey:
    """Return what a distance takes beyond the Round already begun. Raises Refused for a party that cannot move."""
    pace, settings, mapped = session_state(table).pace, settings_of(table), is_mapped(table)
    feet_before = feet_gone(table)
    journey_time = travel_rules.journey(feet_before + feet, total(round_feet(table)), pace, settings, mapped=mapped)
    if journey_time is None:
        raise Refused("d100_cannot_go", "CF-TIME-4")
    if not feet_before:
        return journey_time
    seconds = travel_rules.round_seconds(pace, settings, mapped=mapped)
    return Journey(rounds=journey_time.rounds - 1, seconds=journey_time.seconds - seconds)


def verify_walk(table: Table, command: Walk) -> None:
    """Allow only the GM, while nothing else is in progress, for a party that can move."""
    need_gm(table, command, "CF-TIME-4")
    need_idle(table, "CF-TIME-4")
    need_journey(table, command.feet)


def walk(draft: Draft, command: Walk) -> None:
    """Let the time of the distance pass."""
    journey_time, parts = need_journey(draft.table, command.feet), round_feet(draft.table)
    draft.record_results(rounds=journey_time.rounds, seconds=journey_time.seconds)
    feet_before = feet_gone(draft.table)
    feet_in_round = feet_before + command.feet - (journey_time.rounds - (0 if feet_before else 1)) * total(parts)
    if not journey_time.rounds:
        draft.note("d100_walked_on", "CF-TIME-4", feet=command.feet)
        _set_feet_gone(draft, feet_in_round, total(parts))
        return
    way = WalkedWay(feet=command.feet, rounds=journey_time.rounds, gone=feet_in_round, of=total(parts))
    draft.note(
        "d100_sets_out",
        "CF-TIME-4",
        feet=command.feet,
        rounds=journey_time.rounds,
        reckoning=[part.words for part in parts],
    )
    advance(draft, journey_time.seconds, way)


class WalkedWay(Frozen, TimePurpose, tag_field="then", tag="way"):
    """A distance that the party goes.

    Attributes:
        feet: the distance.
        rounds: the Rounds that it takes.
        gone: the feet that the party will have gone of its last Round.
        of: the feet that it goes in a Round.
    """

    feet: int
    rounds: int
    gone: int
    of: int

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Count the time as exploration, and the rest of the last Round."""
        count_exploration_time(draft, result)
        day, time = clock_of(draft.table.clock)
        if result.whole:
            _set_feet_gone(draft, self.gone, self.of)
            draft.note("d100_walked", "CF-TIME-4", feet=self.feet, rounds=self.rounds, day=day, time=time)


def _set_feet_gone(draft: Draft, feet: int, per_round: int) -> None:
    """Write how much of the last Round is used up; nothing for a Round that is used up completely."""
    value = (feet, draft.table.clock) if feet < per_round else (0, 0)
    draft.set_outermost(replace(session_state(draft.table), gone=value))


def count_anew(draft: Draft, command: CountAnew) -> None:
    """Set the time of exploration to 0."""
    draft.set_outermost(replace(session_state(draft.table), wandered=0))
    draft.note("d100_counted_anew", "CF-TIME-4")


MOVES = (
    Move(SetWay, verify_set, set_way),
    Move(Walk, verify_walk, walk),
    Move(CountAnew, verify_set, count_anew),
)
