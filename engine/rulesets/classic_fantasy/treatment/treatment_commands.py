"""Care for wounds by First Aid and Healing, and what care does to a wound (CF-HEAL, CF-REST-6, CF-REST-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from engine.core.audience import may_read_numbers
from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, PassedTime, Since, TimePurpose
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, built_from, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.presentation.offers import denial
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, need_controller, need_known
from engine.rulesets.classic_fantasy.character.character_conditions import (
    LAST_ACT,
    LIMB_LOST,
    SPELL_REST,
    UNCONSCIOUS,
    in_story,
    is_dead,
    lay,
    lift,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.character.record_writes import write
from engine.rulesets.classic_fantasy.character.session_state import (
    CareAttempt,
    CareKind,
    EmergencyCare,
    Injury,
    SessionState,
    session_state,
    set_emergency_care,
)
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, call_for_check, need_skill, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import end_last_act
from engine.rulesets.classic_fantasy.combat.turn_order import need_action_points, need_turn, use_turn_action
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, repeated_attempt_modifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.success_levels import succeeds
from engine.rulesets.classic_fantasy.game_calendar import seconds_of, units
from engine.rulesets.classic_fantasy.health.body_state import (
    injury_of,
    need_location,
    need_wound,
    set_hit_points,
    set_injury,
    stabilise,
)
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, need_able
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import (
    start_wound_histories,
    treat,
    wounded_location_names,
)
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest, rest
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance
from engine.rulesets.classic_fantasy.treatment import treatment_rules
from engine.rulesets.classic_fantasy.treatment.treatment_rules import Care
from engine.rulesets.classic_fantasy.wounds import healing_tables
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import StoppedBy

SKILLS: Final[dict[CareKind, str]] = {"first_aid": "First Aid", "healing": "Healing"}
KITS: Final[dict[CareKind, str]] = {"first_aid": "first_aid_kit", "healing": "healing_kit"}
"""The fields of the sheet that count the uses left of a kit."""
RULES: Final[dict[CareKind, str]] = {"first_aid": "CF-REST-6", "healing": "CF-REST-7"}


def need_nothing_pending(table: Table, *rules: str) -> None:
    """Raise Refused while a roll or damage is in progress; combat may be."""
    if table.procedures and not isinstance(table.procedures[-1], SessionState | Combat | Rest):
        raise Refused("d100_under_way", *rules)


def need_action(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or has no Turn or Action Point for it in combat (CF-X-27)."""
    need_able(table, actor)
    need_turn(table, actor)
    need_action_points(table, actor, 1)


# ---- First Aid and Healing -------------------------------------------------------------------------------------------


def need_ready(table: Table, actor: str, action: str, rule: str) -> None:
    """Raise Refused in a rest for a character that has not spent the time of an action in its steps (CF-REST-2)."""
    rest_now = rest(table)
    if rest_now is not None and rest_now.ready.get(actor) != action:
        raise Refused("d100_not_ready", rule, actor=actor_name(table, actor), action=action)


def _repeat_modifiers(injury: Injury | None, kind: CareKind) -> tuple[DifficultyModifier, ...]:
    modifier = repeated_attempt_modifier(injury.tried.get(kind, 0) if injury is not None else 0)
    return () if modifier is None else (modifier,)


class Tend(Request):
    """A character treats a wound with First Aid or Healing; in combat only to prevent death."""

    RULES = ("CF-REST-6", "CF-REST-7", "CF-X-30", "CF-X-40", "CF-HEAL-4", "CF-BLOOD-5", "CF-WOUND-10", "CF-AMB-32")
    actor: ActorId
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    how: Annotated[CareKind, Meta(description="first_aid or healing")] = "first_aid"
    emergency: Annotated[bool, Meta(description="only stop death and blood, as in a fight")] = False
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks("d100_grade", rare=True)] = "Standard"

    def verify(self, table: Table) -> None:
        """Allow the carer's player, for a wound that the care may help, at a time that allows it."""
        need_controller(table, self, self.actor, RULES[self.how])
        self._need_wounded_patient(table)
        self._need_free_carer(table)
        self._need_effect(table)
        need_skill(table, self.actor, SKILLS[self.how])

    def need_carer(self, table: Table) -> None:
        """Raise Refused if the carer can give no such care now, for any wound."""
        self._need_free_carer(table)
        need_skill(table, self.actor, SKILLS[self.how])

    def need_treatable_wound(self, table: Table) -> None:
        """Raise Refused if this care cannot help the wound, for any carer."""
        self._need_wounded_patient(table)
        self._need_effect(table)

    def _need_wounded_patient(self, table: Table) -> None:
        rule = RULES[self.how]
        need_known(table, self.seat, self.patient)
        need_nothing_pending(table, rule)
        if is_dead(table, self.patient):
            raise Refused("d100_is_dead", rule, actor=actor_name(table, self.patient))
        need_wound(table, self.patient, self.location, rule)

    def _need_free_carer(self, table: Table) -> None:
        if current_combat(table) is not None and not self.emergency:
            raise Refused("d100_only_emergency", "CF-AMB-32")
        need_action(table, self.actor)
        if not self.emergency:
            need_ready(table, self.actor, self.how, RULES[self.how])

    def _need_effect(self, table: Table) -> None:
        injury = injury_of(table, self.patient, self.location)
        if self.how == "first_aid":
            spot = need_location(table, self.patient, self.location)
            given = injury is not None and injury.aided
            treatment_rules.first_aid(spot.hp, spot.most, succeeded=False, given=given, emergency=self.emergency)
        _repeat_modifiers(injury, self.how)

    def seconds(self, table: Table) -> int:
        """Return the seconds of care; none where a rest or combat has already spent them (CF-REST-6, CF-REST-7)."""
        settings = settings_of(table)
        if self.emergency:
            return 0 if current_combat(table) is not None else treatment_rules.stabilise_seconds(settings=settings)
        if rest(table) is not None:
            return 0
        return seconds_of("rest_action" if self.how == "first_aid" else "hour", settings)

    def decide(self, draft: Draft) -> None:
        """Let the time of the care pass, unless a rest or combat has spent it, then roll."""
        start_wound_histories(draft)
        care = built_from(CareAttempt, self)
        rest_now = rest(draft.table)
        if self.emergency and current_combat(draft.table) is not None:
            use_turn_action(draft, self.actor)
            seconds = treatment_rules.stabilise_seconds(settings=settings_of(draft.table))
            if seconds:
                _begin_emergency_care(draft, seconds, care)
            else:
                roll_care(draft, care)
        elif self.emergency or rest_now is None:
            advance(draft, self.seconds(draft.table), CareTime(care=care))
        else:
            draft.replace_procedure(rest_now.without_ready(self.actor))
            roll_care(draft, care)


class CareTime(Frozen, TimePurpose, tag_field="then", tag="tending"):
    """The time that care takes."""

    care: CareAttempt

    def bound_actors(self) -> tuple[str, ...]:
        """Return the carer and the patient."""
        return (self.care.actor, self.care.patient)

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Roll for the care, if carer and patient are still there."""
        if result.whole and {self.care.actor, self.care.patient} <= set(in_story(draft.table)):
            roll_care(draft, self.care)


def roll_care(draft: Draft, care: CareAttempt, ask: Callable[[Draft, Check], None] = CHECKS.open) -> None:
    """Use up the material of the care, and roll for it."""
    actor, patient, kind = care.actor, care.patient, care.how
    _use_kit(draft, actor, kind)
    injury = injury_of(draft.table, patient, care.location)
    roll = roll_of(draft.table, actor, SKILLS[kind], care.grade, _repeat_modifiers(injury, kind))
    names = f"{actor_name(draft.table, patient)}, {care.location}" if _may_name(draft.table, actor, patient) else ""
    ask(draft, Check(then=CareRoll(care=care), what=names, rolls=(roll,)))


def _may_name(table: Table, carer: str, patient: str) -> bool:
    """Say whether dice may name the patient: not if all seats see the carer but not the patient."""
    return audience_for(table, patient) is None or audience_for(table, carer) is not None


def _use_kit(draft: Draft, actor: str, kind: CareKind) -> None:
    """Use the carer's kit once, if the sheet counts uses (CF-X-30)."""
    uses_left = draft.table.actors[actor].sheet.get(KITS[kind])
    if not isinstance(uses_left, int) or isinstance(uses_left, bool):
        return
    if uses_left > 0:
        write(draft, actor, **{KITS[kind]: uses_left - 1})
    if uses_left <= 1:
        add_log_line(draft, actor, "d100_kit_empty", "CF-X-30", how=kind)


# ---- care in combat (CF-AMB-32) --------------------------------------------------------------------------------------


def _begin_emergency_care(draft: Draft, seconds: int, care: CareAttempt) -> None:
    """Keep a carer busy for a number of seconds."""
    patient = actor_name(draft.table, care.patient)
    set_emergency_care(draft, care.actor, EmergencyCare(at=draft.table.clock + seconds, care=care))
    add_log_line(draft, care.actor, "d100_rescue_begins", "CF-AMB-32", patient=patient, seconds=seconds)


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor, care in session_state(table).rescues.items():
        yield ScheduledEvent(name=f"rescue:{actor}", at=care.at)


def _finish_emergency_care(draft: Draft, due: DueEvent) -> None:
    """Roll for care that is done, unless carer or patient is incapacitated or the wound is healed."""
    actor = due.name.partition(":")[2]
    care = session_state(draft.table).rescues[actor].care
    set_emergency_care(draft, actor, None)
    if not {actor, care.patient} <= set(in_story(draft.table)) or incapacitating_state(draft.table, actor):
        if actor in draft.table.actors:
            add_log_line(draft, actor, "d100_rescue_broken", "CF-AMB-32")
    elif care.location in wounded_location_names(draft.table, care.patient):
        roll_care(draft, care, call_for_check)


EMERGENCIES = EventSource("rescue", _entries, _finish_emergency_care, dice=True)


class CareRoll(Frozen, CheckPurpose, tag_field="then", tag="tending"):
    """The roll for care."""

    care: CareAttempt

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Count a failure, treat the wound, or throw for the hit points."""
        attempt, table, settings = self.care, draft.table, settings_of(draft.table)
        if table.actors[attempt.actor].has_condition(LAST_ACT):
            end_last_act(draft, attempt.actor)
            table = draft.table
        patient, location, kind = attempt.patient, attempt.location, attempt.how
        spot = need_location(table, patient, location)
        injury = injury_of(table, patient, location) or Injury(injured=table.clock, since=table.clock)
        if spot.level == "none":
            return
        if not succeeds(result.rolls[0].level):
            attempts = {**injury.tried, kind: injury.tried.get(kind, 0) + 1}
            set_injury(draft, patient, location, replace(injury, tried=attempts))
            add_log_line(draft, patient, "d100_care_fails", RULES[kind], location=location, how=kind)
            return
        if kind == "healing" and not attempt.emergency:
            care = treatment_rules.healing_skill(spot.hp, spot.most, succeeded=True, settings=settings)
            apply_care(draft, patient, location, care, by=kind)
            return
        dice = "" if attempt.emergency or spot.level == "major" else healing_tables.numbers().first_aid
        then = FirstAidDice(care=attempt)
        throw_care(draft, then, patient, location, dice, attempt.actor, result.check.lucky)


def throw_care(
    draft: Draft, then: EffectPurpose, patient: str, location: str, dice: str, carer: str, lucky: tuple[str, ...] = ()
) -> None:
    """Throw the carer's dice for the hit points."""
    is_named = _may_name(draft.table, carer, patient)
    params: dict[str, Json] = {"patient": actor_name(draft.table, patient), "location": location}
    effect = EffectRoll(
        then=then,
        actor=carer,
        dice=dice,
        word="d100_care_dice" if is_named else "d100_care_dice_for_some",
        best="most",
        params=params if is_named else {},
        lucky=lucky,
    )
    roll_effect(draft, effect)


class FirstAidDice(Frozen, EffectPurpose, tag_field="then", tag="first_aid"):
    """The dice for the hit points that First Aid restores."""

    care: CareAttempt

    def bound_actors(self) -> tuple[str, ...]:
        """Return the carer and the patient."""
        return (self.care.actor, self.care.patient)

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Apply the result to the wound as it is now."""
        attempt, table = self.care, draft.table
        patient, location = attempt.patient, attempt.location
        spot, injury = need_location(table, patient, location), injury_of(table, patient, location)
        given = injury is not None and injury.aided and not attempt.emergency
        if spot.level == "none" or given:
            return
        care = self._care_with(table, result.value)
        if attempt.how == "healing":
            care = replace(care, treats=spot.level == "major")
        apply_care(draft, patient, location, care, by=attempt.how)

    def is_enough(self, table: Table, total: int) -> bool:
        """Return whether they heal the whole wound."""
        return heals_all(table, self.care.patient, self.care.location, lambda: self._care_with(table, total))

    def _care_with(self, table: Table, die: int) -> Care:
        attempt = self.care
        spot = need_location(table, attempt.patient, attempt.location)
        return treatment_rules.first_aid(
            spot.hp, spot.most, succeeded=True, die=die, emergency=attempt.emergency, settings=settings_of(table)
        )


def heals_all(table: Table, patient: str, location: str, care: Callable[[], Care]) -> bool:
    """Return whether care brings a location of a patient, whose numbers everybody may read, to its maximum.

    The body may have changed by hand since the care began.
    """
    if not may_read_numbers(table, SHARED, patient) or denial(need_location, table, patient, location) is not None:
        return False
    spot = need_location(table, patient, location)
    return spot.level != "none" and spot.hp + care().points >= spot.most


# ---- results -------------------------------------------------------------------------------------------------------


def apply_care(draft: Draft, actor: str, location: str, care: Care, *, by: StoppedBy, later: int = 0) -> None:
    """Apply care to a wound.

    Magic stabilises all wounds at once (CF-HEAL-9). The hit points `later` are restored only after days of rest
    (CF-X-34).
    """
    if care.stabilises:
        stabilise(draft, actor, None if by == "magic" else location, by=by)
    if care.treats:
        treat(draft, actor, location)
    if care.regrows:
        lift(draft, actor, LIMB_LOST, location)
    injury = injury_of(draft.table, actor, location)
    if injury is not None and (care.used_up or care.regrows):
        kind = None if care.regrows else injury.limb_kind
        set_injury(draft, actor, location, replace(injury, aided=injury.aided or care.used_up, limb_kind=kind))
    if care.points:
        set_hit_points(draft, actor, location, need_location(draft.table, actor, location).hp + care.points)
    if care.wakes:
        _wake(draft, actor, location)
    if care.rest_days and later:
        until = draft.table.clock + care.rest_days * units().day_seconds
        lay(draft, actor, SPELL_REST, location, level=later, until=until)
    spot = need_location(draft.table, actor, location)
    add_log_line(
        draft,
        actor,
        "d100_cared_for" if care.points else "d100_treated" if care.treats else "d100_stabilised",
        "CF-HEAL-9",
        numbers=True,
        location=location,
        points=care.points,
        hp=spot.hp,
        most=spot.most,
        treated=care.treats,
        days=care.rest_days,
        reckoning=[part.words for part in care.parts],
    )
    record_result(draft, actor, healed=care.points, hp=spot.hp)


def _wake(draft: Draft, actor: str, location: str) -> None:
    """Wake a patient made unconscious by a Serious Wound there; a Major Wound does not allow it (CF-WOUND-10)."""
    for condition in draft.table.actors[actor].conditions_named(UNCONSCIOUS):
        if place_of(condition) == location and until_of(condition) == "time":
            draft.emit(ConditionGone(actor=actor, id=condition.id))
            add_log_line(draft, actor, "d100_wakes", "CF-WOUND-10")
