"""Rest: time passes, Wind returns or is lost, sleepers wake, wounds heal naturally (FI-HEAL, FI-BLEED, FI-STUN-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import ClockSet
from engine.core.memo import memo
from engine.kit.calculation import CalculationStep, total
from engine.kit.gm_requests import GmRequest
from engine.kit.schedule.calendar import Calendar
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.actions.ammunition import finish_reloading
from engine.rulesets.future_imperfect.character import character_sheet, wound_levels
from engine.rulesets.future_imperfect.checks.character_rolls import trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage import wind
from engine.rulesets.future_imperfect.damage.wound_marks import MENDING, AreaField, last_injury, level_at, lower_wound
from engine.rulesets.future_imperfect.health import healing_rules
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, add_log_line
from engine.rulesets.future_imperfect.settings import number
from engine.rulesets.future_imperfect.time_units import DAY, HOUR, MINUTE

UNITS = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))
"""Units of time in texts: the largest one that gives a whole number is used."""


# ---- the passage of time ---------------------------------------------------------------------------------------------


class AdvanceTime(GmRequest):
    """Let time pass, as the GM: Wind returns or is lost, characters wake, weapons are loaded, healing comes due."""

    RULES = ("FI-HEAL-1", "FI-HEAL-6", "FI-HEAL-9", "FI-BLEED-2", "FI-STUN-6", "FI-INIT-1", "FI-RELOAD-2")
    PASSES_TIME = True
    minutes: Annotated[int, Meta(ge=0, le=9999, description="how many minutes go by")] = 0
    hours: Annotated[int, Meta(ge=0, le=9999, description="and hours")] = 0
    days: Annotated[int, Meta(ge=0, le=9999, description="and days")] = 0

    def is_far_reaching(self) -> bool:
        """Whether a day or more passes."""
        return self.whole_minutes * MINUTE >= DAY

    @property
    def whole_minutes(self) -> int:
        """The whole time in minutes."""
        return self.minutes + (self.hours * HOUR + self.days * DAY) // MINUTE

    def verify(self, table: Table) -> None:
        """Require the GM, outside a conflict."""
        super().verify(table)
        need_free(table)
        if current_conflict(table) is not None:
            raise Refused("conflict_runs", "FI-HEAL-1")
        if not self.whole_minutes:
            raise Refused("no_time", "FI-HEAL-1")

    def decide(self, draft: Draft) -> None:
        """Let the time pass for everybody."""
        pass_time(draft, self.whole_minutes)


def pass_time(draft: Draft, minutes: int) -> None:
    """Advance the clock, and apply the time to every character in the story."""
    seconds = minutes * MINUTE
    clock = draft.table.clock + seconds
    draft.emit(ClockSet(seconds=clock))
    unit, each = next((unit, each) for unit, each in UNITS if seconds % each == 0)
    day, time = Calendar().day_and_time(clock)
    draft.note(f"{unit}_passed", "FI-HEAL-1", count=seconds // each, day=day, clock=time)
    for actor in tuple(draft.table.actors.values()):
        if not actor.archived and not actor.has_condition(character_conditions.DEAD):
            _apply_minutes(draft, actor.id, minutes)


def _apply_minutes(draft: Draft, actor: str, minutes: int) -> None:
    losing = total(wind.bleeding(draft.table, actor))  # in a round (FI-BLEED-1, FI-BLEED-2)
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
    _rest_from_stun(draft, actor, minutes)
    finish_reloading(draft, actor)
    areas = heals_now(draft.table, actor)
    if areas:
        add_log_line(draft, actor, "healing_due", "FI-HEAL-6", areas=list(areas), calls_for=("heal_naturally",))


def _rest_from_stun(draft: Draft, actor: str, minutes: int) -> None:
    """End stun after an hour in all, and until then keep the moment of its end.

    No rule says so; it is a ruling, as the rules count recovery in actions, of which there are hundreds in an hour.
    """
    clock = draft.table.clock
    for condition in draft.table.actors[actor].conditions_named(character_conditions.STUNNED):
        end = condition.until
        if end is None:
            end = clock - minutes * MINUTE + wound_levels.wound_tables().stun_hours * HOUR
            if end > clock:
                draft.lay_condition(actor, replace(condition, until=end))
        if end <= clock:
            character_conditions.remove_condition(draft, actor, character_conditions.STUNNED)


def _bleed_away(draft: Draft, actor: str, minutes: int, each: int) -> None:
    """Take the Wind of all rounds in that time, until the character is dead (FI-DEATH-1)."""
    rounds = healing_rules.rounds_in(minutes, round_seconds=number(draft.table, "round_seconds"))
    limit = max(each, wind.wind_of(draft.table, actor) + character_sheet.wind_start(draft.table.actors[actor]))
    rounds = min(rounds, -(-limit // each))
    lost = min(each * rounds, limit)
    part = CalculationStep(reason="bled_rounds", value=lost, params={"each": each, "rounds": rounds})
    wind.lose_wind(draft, actor, (part,), "continuing", "FI-BLEED-2")


# ---- natural healing -------------------------------------------------------------------------------------------------


class HealNaturally(ParticipantRequest):
    """Make the Vigor roll, every five days, by which one wounded area heals naturally."""

    RULES = ("FI-HEAL-6", "FI-HEAL-7", "FI-HEAL-8")
    area: AreaField

    def verify(self, table: Table) -> None:
        """Require the character's controller and enough days; if the time is unknown, the GM."""
        super().verify(table)
        need_free(table)
        name = actor_name(table, self.actor)
        if table.actors[self.actor].has_condition(character_conditions.DEAD):
            raise Refused("is_dead", "FI-HEAL-6", actor=name)
        if healing_rules.natural_tn(level_at(table, self.actor, self.area)) is None:
            raise Refused("heals_not", "FI-HEAL-6", "FI-HEAL-7", area=self.area)
        due = _due_at(table.actors[self.actor], self.area)
        if due is None and not table.is_gm(self.seat):
            raise Refused("gm_only", "FI-HEAL-6")
        if due is not None and due > table.clock:
            raise Refused("heals_later", "FI-HEAL-6", days=-(-(due - table.clock) // DAY))

    def decide(self, draft: Draft) -> None:
        """Open the Vigor roll, with the penalty of the wounds."""
        tn = healing_rules.natural_tn(level_at(draft.table, self.actor, self.area))
        assert tn is not None
        roll = trait_roll(draft.table, self.actor, "vigor")
        CHECKS.open(draft, Check.against(tn, "natural", roll, NaturalHealingPurpose(area=self.area), "natural"))


@memo
def healing_due(character: Actor) -> Mapping[str, int | None]:
    """Return the areas of a body that heal naturally, each with the time of its next roll (FI-HEAL-6, FI-HEAL-7)."""
    levels = character_sheet.wound_levels(character)
    return {
        area: _due_at(character, area) for area, level in levels.items() if healing_rules.natural_tn(level) is not None
    }


def _due_at(character: Actor, area: str) -> int | None:
    """Return the time of an area's next natural healing; None if the time of the injury is unknown (FI-HEAL-6)."""
    next_one = next((condition for condition in character.conditions_named(MENDING) if condition.note == area), None)
    if next_one is not None and next_one.until is not None:
        return next_one.until
    injury = last_injury(character, area)
    if injury is None or injury.until is None:
        return None
    rules = wound_levels.wound_tables().healing
    return injury.until - rules.limit_minutes * MINUTE + rules.natural_days * DAY


def heals_now(table: Table, actor: str) -> tuple[str, ...]:
    """Return the areas with a natural healing roll due."""
    due = healing_due(table.actors[actor])
    return tuple([area for area, time in due.items() if time is not None and time <= table.clock])


class NaturalHealingPurpose(Frozen, CheckPurpose, tag_field="then", tag="natural"):
    """The natural healing of the wound of an `area`."""

    off = CallOffPolicy.BEGINNER
    called = "natural_healing"
    area: str = ""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Lower the wound after a success; the next roll is due some days later."""
        actor, area = result.check.rolls[0].actor, self.area
        level = level_at(draft.table, actor, area)
        due = _due_at(draft.table.actors[actor], area)
        days = wound_levels.wound_tables().healing.natural_days
        until = (draft.table.clock if due is None else due) + days * DAY
        draft.lay_condition(actor, Condition(id=f"{MENDING}:{area}", name=MENDING, note=area, until=until))
        if result.successes and level:
            lower_wound(draft, actor, area, level - 1)
        else:
            add_log_line(draft, actor, "wound_stays", "FI-HEAL-6", area=area, days=days)
