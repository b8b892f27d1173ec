"""Travel of the party: pace, map, light, perception, and the time that a distance takes (CF-TIME-4 to CF-TIME-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.schedule.time_flow import PassedTime, TimePurpose
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.character_conditions import party
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, folded
from engine.rulesets.classic_fantasy.character.session_state import Pace, SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance, count_exploration_time, is_mapped, need_idle
from engine.rulesets.classic_fantasy.travel import travel_rules
from engine.rulesets.classic_fantasy.travel.travel_rules import Journey

MOST_FEET = 99_999
_WAY = ("pace", "mapping", "map_shown", "dark", "light")
"""The fields of a session that `SetWay` sets."""


# ---- distances -------------------------------------------------------------------------------------------------------


def feet_of(table: Table, actor: str) -> tuple[D100Step, ...]:
    """Return the feet of a character's Move action with its calculation (CF-X-19, CF-FATIGUE-5)."""
    return fatigue_rules.movement(character_sheet_of(table, actor).movement, fatigue_level(table, actor))


def round_feet(table: Table, viewer: str = "") -> tuple[D100Step, ...]:
    """Return the feet that the party goes in a Round, from its members that a viewer knows of (CF-TIME-4)."""
    members = [member for member in party(table) if not viewer or table.may_read(table.actors[member], viewer)]
    feet = [total(feet_of(table, actor)) for actor in members]
    return travel_rules.round_feet(feet, session_state(table).pace)


def feet_gone(table: Table) -> int:
    """Return the feet that the party has already gone of its last Round: the rest of that Round costs no time."""
    feet, moment = session_state(table).gone
    return feet if moment == table.clock else 0


def need_journey(table: Table, feet: int, viewer: str = "") -> Journey:
    """Return what a distance takes beyond the Round already begun, as far as a viewer knows the party.

    Raises Refused for a party that cannot move.
    """
    pace, settings, mapped = session_state(table).pace, settings_of(table), is_mapped(table)
    feet_before = feet_gone(table)
    journey_time = travel_rules.journey(
        feet_before + feet, total(round_feet(table, viewer)), pace, settings, mapped=mapped
    )
    if journey_time is None:
        raise Refused("d100_cannot_go", "CF-TIME-4")
    if not feet_before:
        return journey_time
    seconds = travel_rules.round_seconds(pace, settings, mapped=mapped)
    return Journey(rounds=journey_time.rounds - 1, seconds=journey_time.seconds - seconds)


# ---- commands --------------------------------------------------------------------------------------------------------


class SetWay(GmRequest):
    """The GM sets how the party travels: pace, map, dark, light; null leaves each unchanged."""

    RULES = ("CF-TIME-4", "CF-TIME-5", "CF-TIME-6", "CF-TIME-8", "CF-TIME-9", "CF-TIME-10")
    pace: Annotated[Pace | None, Meta(description="exploration or combat_rounds"), Asks("d100_pace")] = None
    mapping: Annotated[bool | None, Meta(description="somebody draws a map"), Asks("d100_mapping")] = None
    map_shown: Annotated[bool | None, Meta(description="the table shows the map"), Asks("d100_map_shown")] = None
    dark: Annotated[bool | None, Meta(description="it is dark there"), Asks("d100_dark")] = None
    light: Annotated[bool | None, Meta(description="the party carries light"), Asks("d100_light")] = None

    def decide(self, draft: Draft) -> None:
        """Write the changes to the state of the session."""
        given = {name: getattr(self, name) for name in _WAY}
        before = session_state(draft.table)
        session = replace(before, **{name: value for name, value in given.items() if value is not None})
        if session.pace != before.pace:
            session = replace(session, gone=(0, 0))
        draft.set_outermost(session)
        mapped = is_mapped(draft.table)
        draft.note(
            "d100_way_set", "CF-TIME-4", pace=session.pace, mapped=mapped, dark=session.dark, light=session.light
        )


class Walk(GmRequest):
    """The party goes a number of feet; the clock advances by whole Rounds of its pace."""

    RULES = ("CF-TIME-3", "CF-TIME-4", "CF-TIME-6")
    CITED = ("CF-TIME-4",)
    NEEDS = (need_idle, lambda table, command: need_journey(table, command.feet))
    feet: Annotated[int, Meta(ge=1, le=MOST_FEET, description="how far"), Asks("d100_feet")]

    def decide(self, draft: Draft) -> None:
        """Let the time of the distance pass."""
        journey, parts = need_journey(draft.table, self.feet), round_feet(draft.table)
        draft.record_results(rounds=journey.rounds, seconds=journey.seconds)
        feet_before = feet_gone(draft.table)
        feet_in_round = feet_before + self.feet - (journey.rounds - (0 if feet_before else 1)) * total(parts)
        if not journey.rounds:
            draft.note("d100_walked_on", "CF-TIME-4", feet=self.feet)
            _set_feet_gone(draft, feet_in_round, total(parts))
            return
        way = WalkedWay(feet=self.feet, rounds=journey.rounds, gone=feet_in_round, of=total(parts))
        is_secret = any(draft.table.actors[member].secret for member in party(draft.table))
        words = [] if is_secret else [part.words for part in parts]  # the slowest may be one that nobody knows
        draft.note("d100_sets_out", "CF-TIME-4", feet=self.feet, rounds=journey.rounds, reckoning=words)
        advance(draft, journey.seconds, way)


class WalkedWay(Frozen, TimePurpose, tag_field="then", tag="way"):
    """A distance that the party goes.

    `gone` are the feet that it will have gone of its last Round, of those that it goes in a Round.
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


class CountAnew(GmRequest):
    """The GM resets the time that the party has explored."""

    RULES = ("CF-TIME-4",)

    def decide(self, draft: Draft) -> None:
        """Set the time of exploration to 0."""
        draft.set_outermost(replace(session_state(draft.table), wandered=0))
        draft.note("d100_counted_anew", "CF-TIME-4")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of travel, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return

    def as_known(known: Table, walk: Walk) -> None:
        need_idle(known, walk)
        need_journey(known, walk.feet, viewer)

    yield offer_of(table, Walk(seat=seat, feet=30), as_known, name="d100_walk")
    session = session_state(table)
    present = {name: getattr(session, name) for name in _WAY}
    yield offer_of(table, SetWay(seat=seat, **present), name="d100_way")
    yield offer_of(table, CountAnew(seat=seat), name="d100_count_anew")


# ---- perception ------------------------------------------------------------------------------------------------------


def pace_modifiers(table: Table, actor: str, skill: str, against: str = "") -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the party's pace to Perception: its own, and that of others who look for the party.

    They apply while the party explores, not in combat (CF-TIME-7, CF-TIME-8, CF-TIME-9). A character outside the party
    that rolls Perception against no one in particular looks for the party.
    """
    if folded(skill) != folded(travel_rules.numbers().perception) or current_combat(table) is not None:
        return ()
    members = party(table)
    if actor in members:
        return own_perception(table)
    return enemy_perception(table) if members and against in ("", *members) else ()


def own_perception(table: Table) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the pace to the party's own Perception (CF-TIME-7, CF-TIME-9)."""
    return travel_rules.own_perception(session_state(table).pace)


def enemy_perception(table: Table) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of the pace to the Perception of others who look for the party (CF-TIME-8, CF-TIME-9)."""
    session = session_state(table)
    return travel_rules.enemy_perception(session.pace, dark=session.dark, carries_light=session.light)
