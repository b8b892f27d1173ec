"""Medicine: restoring Wind, treating wounds and bleeding, waking characters (FI-HEAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.continuation import name_of
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.character import character_sheet, wound_levels
from engine.rulesets.future_imperfect.checks.character_rolls import level_of, skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage import wind
from engine.rulesets.future_imperfect.damage.wound_marks import (
    INJURY,
    AreaField,
    chart_for,
    last_injury,
    level_at,
    lower_wound,
    minutes_since,
)
from engine.rulesets.future_imperfect.health import healing_rules, rest_commands
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import (
    ParticipantRequest,
    add_log_line,
    need_known,
    record_result,
)
from engine.rulesets.future_imperfect.settings import limit
from engine.rulesets.future_imperfect.time_units import MINUTE

MEDICINE = "medicine"
KINDS: tuple[healing_rules.Medicine, ...] = ("general", "surgery")


class TreatmentRequest(ParticipantRequest):
    """A command to roll Medicine for a patient."""

    ABSTRACT = True

    patient: Annotated[ActorId, Asks("treating")]

    def verify(self, table: Table) -> None:
        """Require the controller of an able healer; in a conflict an action too."""
        super().verify(table)
        need_known(table, self.seat, self.patient)
        action_cost.need_action(table, self, self.actor, *self.RULES[:1])
        if table.actors[self.patient].has_condition(character_conditions.DEAD):
            raise Refused("is_dead", *self.RULES[:1], actor=actor_name(table, self.patient))

    def best_medicine(self, table: Table) -> healing_rules.Medicine:
        """Return the medicine that the healer knows best; any will do, a default roll too (FI-HEAL-1)."""
        return max(KINDS, key=lambda kind: level_of(table, self.actor, MEDICINE, kind))

    def open_roll(self, draft: Draft, then: CheckPurpose, tn: int, medicine: str = "") -> None:
        """Open the roll, with the best medicine if none is named."""
        roll = skill_roll(draft.table, self.actor, MEDICINE, medicine or self.best_medicine(draft.table))
        CHECKS.open(draft, Check.against(tn, name_of(then), roll, then, name_of(then)))


class TreatWound(TreatmentRequest):
    """Roll medicine for one wounded area: it improves by a level and stops bleeding."""

    RULES = ("FI-HEAL-2", "FI-HEAL-3", "FI-HEAL-4", "FI-HEAL-5", "FI-HEAL-7", "FI-HEAL-8", "FI-BLEED-3")
    area: AreaField
    medicine: Annotated[Literal["general", "surgery"], Meta(description="general or surgery")] = "general"

    def verify(self, table: Table) -> None:
        """Require a wound in time, the right medicine, and an injury not treated yet."""
        super().verify(table)
        treatment_of(table, self)
        skill_roll(table, self.actor, MEDICINE, self.medicine)

    def decide(self, draft: Draft) -> None:
        """Open the roll against the TN of the level."""
        then = TreatPurpose(patient=self.patient, area=self.area, medicine=self.medicine)
        self.open_roll(draft, then, treatment_of(draft.table, self).tn, self.medicine)


class TreatWind(TreatmentRequest):
    """Roll medicine to restore all Wind of a character within some minutes."""

    RULES = ("FI-HEAL-1",)

    def verify(self, table: Table) -> None:
        """Require a patient that lacks Wind, and no conflict.

        A bleeding patient would hardly survive the minutes; only the GM may take that risk.
        """
        super().verify(table)
        minutes = wound_levels.wound_tables().healing.wind_minutes
        if current_conflict(table) is not None:
            raise Refused("takes_minutes", "FI-HEAL-1", minutes=minutes)
        if wind.wind_of(table, self.patient) >= character_sheet.wind_start(table.actors[self.patient]):
            raise Refused("wind_full", "FI-HEAL-1", actor=actor_name(table, self.patient))
        if wind.bleeding(table, self.patient) and not table.is_gm(self.seat):
            raise Refused("bleeding_first", "FI-HEAL-1", "FI-BLEED-2", actor=actor_name(table, self.patient))
        skill_roll(table, self.actor, MEDICINE, self.best_medicine(table))

    def decide(self, draft: Draft) -> None:
        """Open the roll."""
        then = TreatWindPurpose(patient=self.patient)
        self.open_roll(draft, then, wound_levels.wound_tables().healing.wind_tn)


class WakeUp(TreatmentRequest):
    """Roll medicine to wake an unconscious character."""

    RULES = ("FI-HEAL-10", "FI-STUN-6")

    def verify(self, table: Table) -> None:
        """Require an unconscious patient."""
        super().verify(table)
        if not table.actors[self.patient].has_condition(character_conditions.UNCONSCIOUS):
            raise Refused("not_unconscious", "FI-HEAL-10", actor=actor_name(table, self.patient))
        skill_roll(table, self.actor, MEDICINE, self.best_medicine(table))

    def decide(self, draft: Draft) -> None:
        """Open the roll."""
        self.open_roll(draft, WakePurpose(patient=self.patient), wound_levels.wound_tables().healing.wake_tn)


def treatment_of(table: Table, command: TreatWound) -> healing_rules.Treatment:
    """Return the possible effect of the roll; an injury of unknown time counts as fresh (FI-HEAL-2).

    Raises:
        Refused: there is no effect.
    """
    injury = last_injury(table.actors[command.patient], command.area)
    return healing_rules.treatment(
        level_at(table, command.patient, command.area),
        deadly=command.area in chart_for(table, command.patient).deadly,
        minutes=minutes_since(table, command.patient, command.area) or 0,
        medicine=command.medicine,
        attempts=injury.level if injury is not None else 0,
        heal_attempts=limit(table, "heal_attempts"),
    )


class TreatmentPurpose(action_cost.ActionPurpose):
    """A roll of Medicine for a `patient`."""

    __slots__ = ()
    if TYPE_CHECKING:
        patient: str

    def named_target(self, table: Table) -> str:
        """Return the patient's name; empty for a secret one, and for one that the GM has removed meanwhile."""
        patient = table.actors.get(self.patient)
        return "" if patient is None or patient.secret else patient.name

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Treat the patient, unless the GM has removed them meanwhile."""
        if self.patient in draft.table.actors:
            self.treat(draft, result)

    def treat(self, draft: Draft, result: CheckResult) -> None:
        """Change what the roll changes for the patient."""
        raise NotImplementedError


class TreatPurpose(Frozen, TreatmentPurpose, tag_field="then", tag="treat"):
    """The treatment of the wound of an `area`."""

    called = "treating"
    patient: str = ""
    area: str = ""
    medicine: str = ""

    def treat(self, draft: Draft, result: CheckResult) -> None:
        """Lower the wound and stop its bleeding after a success; each attempt counts."""
        patient, area = self.patient, self.area
        level = level_at(draft.table, patient, area)
        _count_attempt(draft, patient, area)
        if not result.successes or not level:
            add_log_line(draft, patient, "treatment_fails", "FI-HEAL-4", area=area)
            record_result(draft, patient, level=level)
            return
        deadly = area in chart_for(draft.table, patient).deadly
        maimed = wound_levels.is_maimed(level)
        lower_wound(draft, patient, area, level if maimed else level - 1)
        if wound_levels.wound_level_row(level).bleeds:
            add_log_line(draft, patient, "bleeding_stopped", "FI-BLEED-3", area=area)
        if maimed:
            add_log_line(draft, patient, "maimed_stays_deadly" if deadly else "maimed_stays", "FI-HEAL-7", area=area)


def _count_attempt(draft: Draft, actor: str, area: str) -> None:
    """Record that this injury was treated (FI-HEAL-8)."""
    injury = last_injury(draft.table.actors[actor], area)
    if injury is None:
        until = draft.table.clock + wound_levels.wound_tables().healing.limit_minutes * MINUTE
        injury = Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until)
    draft.lay_condition(actor, replace(injury, level=injury.level + 1))


class TreatWindPurpose(Frozen, TreatmentPurpose, tag_field="then", tag="treat_wind"):
    """The treatment of lost Wind."""

    called = "treating_wind"
    patient: str = ""

    def pay(self, draft: Draft, check: Check) -> None:
        """Cost no action: it takes minutes."""

    def treat(self, draft: Draft, result: CheckResult) -> None:
        """Let the minutes pass for everybody; a living patient then has all Wind, or only as much as by rest."""
        patient, minutes = self.patient, wound_levels.wound_tables().healing.wind_minutes
        rest_commands.pass_time(draft, minutes)
        if draft.table.actors[patient].has_condition(character_conditions.DEAD):
            return
        if not result.successes:
            add_log_line(draft, patient, "wind_not_treated", "FI-HEAL-1")
            return
        add_log_line(draft, patient, "wind_treated", "FI-HEAL-1", minutes=minutes)
        missing = character_sheet.wind_start(draft.table.actors[patient]) - wind.wind_of(draft.table, patient)
        wind.regain_wind(draft, patient, missing, "FI-HEAL-1")


class WakePurpose(Frozen, TreatmentPurpose, tag_field="then", tag="wake"):
    """The attempt to wake an unconscious patient."""

    called = "waking"
    patient: str = ""

    def treat(self, draft: Draft, result: CheckResult) -> None:
        """Wake the patient after a success."""
        if result.successes:
            character_conditions.remove_condition(draft, self.patient, character_conditions.UNCONSCIOUS, "FI-HEAL-10")
        else:
            add_log_line(draft, self.patient, "sleeps_on", "FI-HEAL-10")
