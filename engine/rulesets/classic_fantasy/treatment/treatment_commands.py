"""Commands of care for wounds: First Aid, Healing, spells, and the GM's corrections (CF-HEAL, CF-REST-6 to -8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, need_controller, need_known
from engine.rulesets.classic_fantasy.character.character_conditions import LIMB_LOST, in_story, is_dead, place_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import write
from engine.rulesets.classic_fantasy.character.resource_pools import MAGIC, pool, set_pool
from engine.rulesets.classic_fantasy.character.session_state import (
    CareAttempt,
    CareKind,
    Injury,
    SessionState,
    injury_of,
    set_injury,
)
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, call_for_check, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.checks.effect_roll_procedure import EffectPurpose, EffectRoll
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import end_last_act
from engine.rulesets.classic_fantasy.combat.turn_order import use_turn_action
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, repeated_attempt_modifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.success_levels import succeeds
from engine.rulesets.classic_fantasy.game_calendar import DueEvent, seconds_of
from engine.rulesets.classic_fantasy.health.body_state import healing_rate, need_location
from engine.rulesets.classic_fantasy.health.death import stabilise
from engine.rulesets.classic_fantasy.health.incapacity import need_offence
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import maim, start_wound_histories, treat
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest, rest
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance, need_idle
from engine.rulesets.classic_fantasy.time.time_hooks import Tick
from engine.rulesets.classic_fantasy.time.time_passage_procedure import PassedTime, TimePurpose
from engine.rulesets.classic_fantasy.treatment import emergency_care, treatment_rules
from engine.rulesets.classic_fantasy.treatment.treatment_results import apply_care, need_hurt
from engine.rulesets.classic_fantasy.wounds import healing_tables
from engine.rulesets.classic_fantasy.wounds.wound_tables import numbers as wound_numbers

SKILLS: Final[dict[CareKind, str]] = {"first_aid": "First Aid", "healing": "Healing"}
KITS: Final[dict[CareKind, str]] = {"first_aid": "first_aid_kit", "healing": "healing_kit"}
"""The fields of the sheet that count the uses left of a kit."""
RULES: Final[dict[CareKind, str]] = {"first_aid": "CF-REST-6", "healing": "CF-REST-7"}
MOST_MAGIC = 99


class Tend(Request):
    """A character treats a wound with First Aid or Healing; in combat only to prevent death."""

    RULES = ("CF-REST-6", "CF-REST-7", "CF-X-30", "CF-X-40", "CF-HEAL-4", "CF-BLOOD-5", "CF-WOUND-10", "CF-AMB-32")
    actor: ActorId
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    how: Annotated[CareKind, Meta(description="first_aid or healing")] = "first_aid"
    emergency: Annotated[bool, Meta(description="only stop death and blood, as in a fight")] = False
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"


class CastHealing(Request):
    """A healing spell works on a wound; it stabilises all wounds of the patient, and treats what it can."""

    RULES = ("CF-HEAL-8", "CF-HEAL-9", "CF-HEAL-10", "CF-X-34", "CF-REST-8", "CF-HEAL-4", "CF-WOUND-5", "CF-X-27")
    actor: ActorId
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    spell: Annotated[str, Meta(description="cure_minor, cure_serious, cure_major, heal or regenerate")]
    magic: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="Magic Points that it costs")] = 1
    intensity: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="of the spell")] = 1


class MagicStabilises(Request):
    """The GM declares that healing magic has stabilised all wounds of a character."""

    RULES = ("CF-HEAL-9", "CF-BLOOD-5")
    actor: ActorId


class Maim(Request):
    """The GM maims a location: hit points are lost for good."""

    RULES = ("CF-HEAL-6", "CF-HEAL-7", "CF-WOUND-19", "CF-AMB-38")
    FAR_REACHING = True
    actor: ActorId
    location: Annotated[str, Meta(description="which")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many")] = 1


class SetCare(Request):
    """The GM corrects the care that a wound has had."""

    RULES = ("CF-HEAL-4", "CF-X-30")
    actor: ActorId
    location: Annotated[str, Meta(description="which wound")]
    treated: Annotated[bool | None, Meta(description="a Major Wound can heal by nature; null leaves it")] = None
    aided: Annotated[bool | None, Meta(description="it has had its First Aid; null leaves it")] = None


# ---- First Aid and Healing -------------------------------------------------------------------------------------------


def need_ready(table: Table, actor: str, action: str, rule: str) -> None:
    """Raise Refused in a rest for a character that has not spent the time of an action in its steps (CF-REST-2)."""
    rest_now = rest(table)
    if rest_now is not None and rest_now.ready.get(actor) != action:
        raise Refused("d100_not_ready", rule, actor=actor_name(table, actor))


def verify_tend(table: Table, command: Tend) -> None:
    """Allow the carer's player, for a wound that the care may help, at a time that allows it."""
    rule = RULES[command.how]
    need_controller(table, command, command.actor, rule)
    need_known(table, command.seat, command.patient)
    need_nothing_pending(table, rule)
    if is_dead(table, command.patient):
        raise Refused("d100_is_dead", rule, actor=actor_name(table, command.patient))
    spot = need_hurt(table, command.patient, command.location, rule)
    if current_combat(table) is not None and not command.emergency:
        raise Refused("d100_only_emergency", "CF-AMB-32")
    emergency_care.need_action(table, command.actor)
    if not command.emergency:
        need_ready(table, command.actor, command.how, rule)
    injury = injury_of(table, command.patient, command.location)
    given = injury is not None and injury.aided
    if command.how == "first_aid":
        treatment_rules.first_aid(spot.hp, spot.most, succeeded=False, given=given, emergency=command.emergency)
    roll_of(table, command.actor, SKILLS[command.how], command.grade, _repeat_modifiers(injury, command.how))


def _repeat_modifiers(injury: Injury | None, kind: CareKind) -> tuple[DifficultyModifier, ...]:
    modifier = repeated_attempt_modifier(injury.tried.get(kind, 0) if injury is not None else 0)
    return () if modifier is None else (modifier,)


def seconds_for(table: Table, command: Tend) -> int:
    """Return the seconds of care; none where a rest or combat has already spent them (CF-REST-6, CF-REST-7)."""
    settings = settings_of(table)
    if command.emergency:
        return 0 if current_combat(table) is not None else treatment_rules.stabilise_seconds(settings=settings)
    if rest(table) is not None:
        return 0
    return seconds_of("rest_action" if command.how == "first_aid" else "hour", settings)


def tend(draft: Draft, command: Tend) -> None:
    """Let the time of the care pass, unless a rest or combat has spent it, then roll."""
    start_wound_histories(draft)
    settings = settings_of(draft.table)
    care = CareAttempt(
        actor=command.actor,
        patient=command.patient,
        location=command.location,
        how=command.how,
        grade=command.grade,
        emergency=command.emergency,
    )
    if command.emergency and current_combat(draft.table) is not None:
        use_turn_action(draft, command.actor)
        seconds = treatment_rules.stabilise_seconds(settings=settings)
        if seconds:
            emergency_care.begin(draft, seconds, care)
        else:
            roll_care(draft, care)
    elif command.emergency or rest(draft.table) is None:
        advance(draft, seconds_for(draft.table, command), CareTime(care=care))
    else:
        _use_ready_action(draft, command.actor)
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


def _finish_emergency_care(draft: Draft, due: DueEvent) -> None:
    """Roll for emergency care that takes longer than a Turn, once it is done."""
    care = emergency_care.finish(draft, due)
    if care is not None:
        roll_care(draft, care, call_for_check)


EMERGENCIES = Tick("rescue", emergency_care.entries, _finish_emergency_care, dice=True)


def _use_ready_action(draft: Draft, actor: str) -> None:
    rest_now = draft.procedure(Rest)
    if rest_now is not None and actor in rest_now.ready:
        draft.replace_procedure(
            replace(rest_now, ready={member: action for member, action in rest_now.ready.items() if member != actor})
        )


def _mark_cast(draft: Draft, actor: str) -> None:
    rest_now = draft.procedure(Rest)
    if rest_now is not None and actor not in rest_now.cast:
        draft.replace_procedure(replace(rest_now, cast=(*rest_now.cast, actor)))


class CareRoll(Frozen, CheckPurpose, tag_field="then", tag="tending"):
    """The roll for care."""

    care: CareAttempt

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Count a failure, treat the wound, or throw for the hit points."""
        attempt, table, settings = self.care, draft.table, settings_of(draft.table)
        end_last_act(draft, attempt.actor)
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
        dice = "" if attempt.emergency or spot.level == "major" else treatment_rules.first_aid_dice()
        then = FirstAidDice(care=attempt)
        _throw_care(draft, then, patient, location, dice, attempt.actor, result.check.lucky)


def _throw_care(
    draft: Draft,
    then: EffectPurpose,
    patient: str,
    location: str,
    dice: str,
    carer: str,
    lucky: tuple[str, ...] = (),
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
        care = treatment_rules.first_aid(
            spot.hp,
            spot.most,
            succeeded=True,
            die=result.value,
            emergency=attempt.emergency,
            settings=settings_of(table),
        )
        if attempt.how == "healing":
            care = replace(care, treats=spot.level == "major")
        apply_care(draft, patient, location, care, by=attempt.how)


# ---- magic -----------------------------------------------------------------------------------------------------------


def is_severed(table: Table, actor: str, location: str) -> bool:
    """Say whether a limb is off (CF-WOUND-13)."""
    injury = injury_of(table, actor, location)
    severed = any(place_of(condition) == location for condition in table.actors[actor].conditions_named(LIMB_LOST))
    return severed and (injury is None or injury.limb_kind in (None, *wound_numbers().limbs.dismembered))


def verify_cast(table: Table, command: CastHealing) -> None:
    """Allow the player of a caster that can begin a spell (CF-WOUND-5) and has the Magic Points, for a wound."""
    need_controller(table, command, command.actor, "CF-HEAL-8")
    need_known(table, command.seat, command.patient)
    need_nothing_pending(table, "CF-HEAL-8")
    if is_dead(table, command.patient):
        raise Refused("d100_is_dead", "CF-HEAL-8", actor=actor_name(table, command.patient))
    emergency_care.need_action(table, command.actor)
    need_offence(table, command.actor)
    spot = need_location(table, command.patient, command.location)
    need_ready(table, command.actor, "cast_spells", "CF-REST-8")
    treatment_rules.spell_dice(command.spell, spot.hp, spot.most)
    if spot.level == "none" and not is_severed(table, command.patient, command.location):
        raise Refused("nothing_to_treat", "CF-HEAL-8")
    magic_points = pool(table, command.actor, MAGIC)
    if magic_points < command.magic:
        raise Refused("d100_magic_points", "CF-REST-8", cost=command.magic, have=magic_points)


def cast(draft: Draft, command: CastHealing) -> None:
    """Pay, throw, and apply the spell; it takes a step in a rest and a moment elsewhere."""
    start_wound_histories(draft)
    patient, location, table = command.patient, command.location, draft.table
    use_turn_action(draft, command.actor)
    _mark_cast(draft, command.actor)
    set_pool(draft, command.actor, MAGIC, pool(table, command.actor, MAGIC) - command.magic)
    add_log_line(draft, command.actor, "d100_casts", "CF-HEAL-8", spell=command.spell, points=command.magic)
    spot = need_location(table, patient, location)
    dice = treatment_rules.spell_dice(command.spell, spot.hp, spot.most)
    end_last_act(draft, command.actor)
    then = SpellDice(patient=patient, location=location, spell=command.spell, intensity=command.intensity)
    _throw_care(draft, then, patient, location, dice, command.actor)


class SpellDice(Frozen, EffectPurpose, tag_field="then", tag="spell"):
    """The dice for the hit points that a spell restores."""

    patient: str
    location: str
    spell: str
    intensity: int

    def bound_actors(self) -> tuple[str, ...]:
        """Return the patient."""
        return (self.patient,)

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Apply the spell to the wound as it is now."""
        table, patient, location = draft.table, self.patient, self.location
        spot, injury = need_location(table, patient, location), injury_of(table, patient, location)
        severed = is_severed(table, patient, location)
        if spot.level == "none" and not severed:
            return
        care = treatment_rules.cast(
            self.spell,
            spot.hp,
            spot.most,
            die=result.value,
            hr=healing_rate(table, patient),
            dismembered=severed,
            age_seconds=table.clock - injury.injured if injury is not None else 0,
            intensity=self.intensity,
        )
        apply_care(draft, patient, location, care, by="magic", later=result.value)


def verify_stabilises(table: Table, command: MagicStabilises) -> None:
    """Allow only the GM."""
    need_gm(table, command, "CF-HEAL-9")
    need_readable_record(table, command.seat, command.actor)


def stabilises(draft: Draft, command: MagicStabilises) -> None:
    """Prevent death and stop bleeding, but not lack of air or poison (CF-HEAL-10)."""
    start_wound_histories(draft)
    if not stabilise(draft, command.actor, None, by="magic"):
        add_log_line(draft, command.actor, "d100_stable", "CF-HEAL-9")


# ---- the GM's word ---------------------------------------------------------------------------------------------------


def verify_maim(table: Table, command: Maim) -> None:
    """Allow only the GM, for a location above the minimum."""
    need_gm(table, command, "CF-HEAL-6")
    need_readable_record(table, command.seat, command.actor)
    need_idle(table, "CF-HEAL-6")
    if need_location(table, command.actor, command.location).most <= healing_tables.numbers().maim_least:
        raise Refused("d100_cannot_maim", "CF-HEAL-6")


def maim_by_hand(draft: Draft, command: Maim) -> None:
    """Maim the location."""
    maim(draft, command.actor, command.location, command.points)


def verify_set_care(table: Table, command: SetCare) -> None:
    """Allow only the GM, for a wound."""
    need_gm(table, command, "CF-HEAL-4")
    need_readable_record(table, command.seat, command.actor)
    need_hurt(table, command.actor, command.location, "CF-HEAL-4")


def set_care(draft: Draft, command: SetCare) -> None:
    """Write the care; healing begins with the treatment."""
    start_wound_histories(draft)
    if command.treated:
        treat(draft, command.actor, command.location)
    injury = injury_of(draft.table, command.actor, command.location)
    assert injury is not None
    treated = injury.treated if command.treated is None else command.treated
    aided = injury.aided if command.aided is None else command.aided
    set_injury(draft, command.actor, command.location, replace(injury, treated=treated, aided=aided))
    add_log_line(
        draft, command.actor, "d100_care_set", "CF-HEAL-4", location=command.location, treated=treated, aided=aided
    )


MOVES = (
    Move(Tend, verify_tend, tend),
    Move(CastHealing, verify_cast, cast),
    Move(MagicStabilises, verify_stabilises, stabilises),
    Move(Maim, verify_maim, maim_by_hand),
    Move(SetCare, verify_set_care, set_care),
)


def need_nothing_pending(table: Table, *rules: str) -> None:
    """Raise Refused while a roll or damage is in progress; combat may be."""
    if table.procedures and not isinstance(table.procedures[-1], SessionState | Combat | Rest):
        raise Refused("d100_under_way", *rules)
