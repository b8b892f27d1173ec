"""Advance of time (CF-TIME): everything that takes time calls `advance`; the GM's commands and offers for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, get_args

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.schedule.time_flow import PassedTime, TimePurpose
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy import game_calendar
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit, clock_of, seconds_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import GAME_TIME, TIME_HOOKS, time_passage
from engine.rulesets.classic_fantasy.time.time_preview import forecast, forecast_summary

CLOCK_UNITS: Final[tuple[ClockUnit, ...]] = get_args(ClockUnit)
BUTTONS: Final[tuple[ClockUnit, ...]] = (
    "combat_round",
    "exploration_round",
    "rest_action",
    "hour",
    "day",
    "week",
    "month",
)
"""The units with a button of their own, the shortest first (CF-UI-8)."""
MOST_COUNT: Final = 9999
MOST_ASKED: Final = 12
"""The maximum number of one unit in a step that is offered; more time needs a larger unit."""
ANY: Final = "d100_pass_any"


def is_mapped(table: Table) -> bool:
    """Say whether the party counts as mapping (CF-TIME-6, CF-TIME-10)."""
    session, settings = session_state(table), settings_of(table)
    if session.mapping is not None and not session.map_shown:
        return session.mapping
    return game_calendar.is_mapping(settings, map_shown=session.map_shown)


def length_of(table: Table, unit: ClockUnit, count: int = 1) -> int:
    """Return the seconds of a number of units (CF-TIME-3 to CF-TIME-6)."""
    return count * seconds_of(unit, settings_of(table), mapped=is_mapped(table))


def need_idle(table: Table, command: Request) -> None:
    """Raise Refused while another procedure is in progress that must end first."""
    if table.procedures and not isinstance(table.procedures[-1], SessionState):
        raise Refused("d100_under_way", *command.cited)


def advance(draft: Draft, seconds: int, then: TimePurpose | None = None, *, rest: bool | None = None) -> None:
    """Let an amount of time pass: events, ends, healing and deaths happen at their moments (CF-TIME-1).

    `then` is carried out at the end. With `rest` all rest completely meanwhile, or none do; None changes nothing (CF-
    FATIGUE-11, -13).
    """
    if rest is not None:
        TIME_HOOKS.features.set_resting(draft, in_story(draft.table), rest)
    GAME_TIME.advance(draft, seconds, then)


def count_exploration_time(draft: Draft, passed: PassedTime) -> None:
    """Add the time that has passed to the time that the party has explored."""
    before = session_state(draft.table)
    draft.set_outermost(replace(before, wandered=before.wandered + draft.table.clock - passed.start))


class AdvanceTime(GmRequest):
    """The GM lets time pass; all events that become due happen in their order."""

    RULES = ("CF-TIME-1", "CF-TIME-3", "CF-TIME-4", "CF-TIME-6", "CF-TIME-11", "CF-TIME-12", "CF-GEN-1")
    NEEDS = (need_idle,)
    unit: Annotated[ClockUnit, Meta(description="by what the clock is moved"), Asks("d100_unit", optional=False)] = (
        "combat_round"
    )
    count: Annotated[
        int, Meta(ge=1, le=MOST_COUNT, description="how many of them"), Asks("d100_count", most=MOST_ASKED)
    ] = 1
    rest: Annotated[
        bool | None,
        Meta(description="everybody rests completely meanwhile, or nobody does; null leaves it as it is"),
        Asks("d100_rest_meanwhile", rare=True),
    ] = None

    def is_far_reaching(self) -> bool:
        """A day or more is a long jump."""
        return self.count * seconds_of(self.unit) >= seconds_of("day")

    def decide(self, draft: Draft) -> None:
        """Advance the clock; exploration adds to the time that the party has explored."""
        seconds = length_of(draft.table, self.unit, self.count)
        advance(draft, seconds, ClockAdvance(unit=self.unit, count=self.count), rest=self.rest)


class ClockAdvance(Frozen, TimePurpose, tag_field="then", tag="time"):
    """Time that the GM lets pass."""

    unit: ClockUnit
    count: int

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Log the new moment; exploration adds to the time that the party has explored."""
        if self.unit == "exploration_round":
            count_exploration_time(draft, result)
        day, time = clock_of(draft.table.clock)
        if result.whole:
            unit = f"{self.unit}-{'one' if self.count == 1 else 'many'}"
            draft.note("d100_time_passed", "CF-TIME-1", unit=unit, count=self.count, day=day, time=time)


class StopTime(GmRequest):
    """The GM stops the time that passes; rolls and answers that are still needed stay."""

    RULES = ("CF-TIME-1",)

    def verify(self, table: Table) -> None:
        """Allow only the GM, while time waits for something."""
        super().verify(table)
        if time_passage(table) is None:
            raise Refused("d100_no_time_passes", "CF-TIME-1")

    def decide(self, draft: Draft) -> None:
        """End the time that passes at the present moment."""
        day, time = clock_of(draft.table.clock)
        draft.note("d100_time_stopped", "CF-TIME-1", day=day, time=time)
        GAME_TIME.stop(draft)


# ---- offers ----------------------------------------------------------------------------------------------------------


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers to let time pass, while nothing is in progress."""
    if isinstance(front_procedure(table), SessionState) and table.is_gm(seat):
        yield offer_of(table, AdvanceTime(seat=seat, unit="hour"), name=ANY, lazy=True)
        for unit in BUTTONS:
            command = AdvanceTime(seat=seat, unit=unit)
            yield offer_of(table, command, name=f"d100_pass:{unit}", asks={"unit": None}, direct=True, unit=unit)


def complete_offer(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return the offer to let any time pass with a preview for each unit that brings something (CF-UI-8).

    It looks as far ahead as a month.
    """
    month = length_of(table, "month")
    upcoming = forecast(table, month, viewer=viewer)
    lengths = {unit: length_of(table, unit) for unit in CLOCK_UNITS}
    parts = {unit: upcoming.within(table.clock + length) for unit, length in lengths.items() if length <= month}
    brings = {unit: part for unit, part in parts.items() if part.lines or part.unknown is not None}
    previews = {unit: forecast_summary(part) for unit, part in brings.items()}
    questions = [replace(asked, told=previews) if asked.field == "unit" else asked for asked in offer.questions]
    return replace(offer, questions=tuple(questions))
