"""The passage of time: Wind returns or is lost, sleepers wake, wounds heal (FI-HEAL, FI-BLEED, FI-STUN-6)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ClockSet
from engine.kit.calculation import CalculationStep, total
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage import wind
from engine.rulesets.future_imperfect.health import healing_rules, natural_healing_commands
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import add_log_line
from engine.rulesets.future_imperfect.settings import number
from engine.rulesets.future_imperfect.time_units import MINUTE

HOUR, DAY = 60, 24 * 60
"""In minutes."""
UNITS = (("days", DAY), ("hours", HOUR), ("minutes", 1))
"""Units of time in texts: the largest one that gives a whole number is used."""


class AdvanceTime(Request):
    """Let time pass, as the GM: Wind returns or is lost, unconscious characters wake, healing comes due."""

    RULES = ("FI-HEAL-1", "FI-HEAL-6", "FI-HEAL-9", "FI-BLEED-2", "FI-STUN-6", "FI-INIT-1")
    minutes: Annotated[int, Meta(ge=0, le=9999, description="how many minutes go by")] = 0
    hours: Annotated[int, Meta(ge=0, le=9999, description="and hours")] = 0
    days: Annotated[int, Meta(ge=0, le=9999, description="and days")] = 0

    def is_far_reaching(self) -> bool:
        """Whether a day or more passes."""
        return minutes_of(self) >= DAY

    def verify(self, table: Table) -> None:
        """Require the GM, outside a conflict."""
        need_gm(table, self, "FI-HEAL-1")
        need_free(table)
        if current_conflict(table) is not None:
            raise Refused("conflict_runs", "FI-HEAL-1")
        if not minutes_of(self):
            raise Refused("no_time", "FI-HEAL-1")

    def decide(self, draft: Draft) -> None:
        """Let the time pass for everybody."""
        pass_time(draft, minutes_of(self))


def minutes_of(command: AdvanceTime) -> int:
    """Return the whole time in minutes."""
    return command.minutes + command.hours * HOUR + command.days * DAY


def pass_time(draft: Draft, minutes: int) -> None:
    """Advance the clock, and apply the time to every character in the story."""
    clock = draft.table.clock + minutes * MINUTE
    draft.emit(ClockSet(seconds=clock))
    unit, each = next((unit, each) for unit, each in UNITS if minutes % each == 0)
    day, time = divmod(clock, DAY * MINUTE)
    draft.note(f"{unit}_passed", "FI-HEAL-1", count=minutes // each, day=day + 1, clock=time)
    for actor in tuple(draft.table.actors.values()):
        if not actor.archived and not actor.has_condition(character_conditions.DEAD):
            _apply_minutes(draft, actor.id, minutes)


def _apply_minutes(draft: Draft, actor: str, minutes: int) -> None:
    losing = _bleeding(draft.table, actor)
    smoke = hazard_conditions.hazard_condition(draft.table, actor, hazard_conditions.SMOKE) is not None
    if losing:
        _bleed_away(draft, actor, minutes, losing)
    elif smoke:
        add_log_line(draft, actor, "smoke_goes_on", "FI-HEAL-9", "FI-FIRE-2")
    wind_now, start = wind.wind_of(draft.table, actor), character_sheet.wind_start(draft.table.actors[actor])
    rested = healing_rules.wind_after_rest(wind_now, start, minutes, losing=bool(losing) or smoke)
    wind.regain_wind(draft, actor, rested - wind_now, "FI-HEAL-1")
    if draft.table.actors[actor].has_condition(character_conditions.DEAD):
        return
    for condition in draft.table.actors[actor].conditions_named(character_conditions.UNCONSCIOUS):
        if condition.until is not None and condition.until <= draft.table.clock:
            character_conditions.remove_condition(draft, actor, character_conditions.UNCONSCIOUS, "FI-STUN-6")
    areas = natural_healing_commands.heals_now(draft.table, actor)
    if areas:
        add_log_line(draft, actor, "healing_due", "FI-HEAL-6", areas=list(areas), calls_for=("heal_naturally",))


def _bleeding(table: Table, actor: str) -> int:
    """Return the Wind that a character bleeds in a round (FI-BLEED-1, FI-BLEED-2)."""
    return total(wind.bleeding(table, actor))


def _bleed_away(draft: Draft, actor: str, minutes: int, each: int) -> None:
    """Take the Wind of all rounds in that time, until the character is dead (FI-DEATH-1)."""
    rounds = healing_rules.rounds_in(minutes, round_seconds=number(draft.table, "round_seconds"))
    limit = max(each, wind.wind_of(draft.table, actor) + character_sheet.wind_start(draft.table.actors[actor]))
    rounds = min(rounds, -(-limit // each))
    lost = min(each * rounds, limit)
    part = CalculationStep(reason="bled_rounds", value=lost, params={"each": each, "rounds": rounds})
    wind.lose_wind(draft, actor, (part,), "continuing", "FI-BLEED-2")
