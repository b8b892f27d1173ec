"""Hazards that the group has made up: saved, started on a character, and run step by step (CF-GEN-1, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.content_editor.dice_numbers import dice_numbers, dice_range, highest_result, rolled
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since, condition_ends, condition_of
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused, needed
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, built_from, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_conditions import condition_id, in_story, lift, place_of
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of, untrained_value
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, call_for_check, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, Harm, LocationNames
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.damage.damage_sources import DamageSource, weapon_damage
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard, HazardArmour, HazardStep, OnSuccess
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit, seconds_of
from engine.rulesets.classic_fantasy.hazards import custom_hazard_rules
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.health import fatigue_rules, fatigue_state
from engine.rulesets.classic_fantasy.health.fatigue_commands import add_fatigue_and_log
from engine.rulesets.classic_fantasy.settings import settings_of

HAZARDS: Final = "hazards"
HAZARD_RECORDS = TableRecords(HAZARDS, CustomHazard)
"""The group's list of hazards."""
known_hazards = HAZARD_RECORDS.all


class RolledHazard(Frozen):
    """The rolled numbers of a hazard for a character, by their names; `id` names both."""

    id: str
    numbers: Mapping[str, int] = {}


ROLLED_HAZARDS: Final = "rolled_hazards"
"""The list of the numbers that were rolled for the characters in hazards; only the GM may know it."""
_ROLLED_RECORDS = TableRecords(ROLLED_HAZARDS, RolledHazard, key="id")
IN_HAZARD: Final = "hazard"
"""Condition: in a hazard; its level counts the steps so far, its end is the time of the next step."""
PACES: tuple[ClockUnit, ...] = ("second", "combat_round", "minute", "rest_action", "hour", "day", "week")
"""The units of time of hazards and poisons."""


def need_hazard(table: Table, name: str) -> CustomHazard:
    """Return a hazard by its name. Raises Refused for an unknown one."""
    return needed(HAZARD_RECORDS.find(table, name), "d100_no_such_hazard", "CF-GEN-1", hazard=name[:60])


def hazard_for(table: Table, actor: str, name: str) -> CustomHazard | None:
    """Return a hazard with the numbers rolled for a character; dice that were not are their highest result."""
    hazard = HAZARD_RECORDS.find(table, name)
    if hazard is None or next(dice_numbers(hazard), None) is None:
        return hazard
    kept = _ROLLED_RECORDS.find(table, _rolled_id(actor, name)) or RolledHazard(id="")
    return rolled(hazard, lambda number: kept.numbers.get(number.path, highest_result(number)))


def _roll_numbers(draft: Draft, actor: str, hazard: CustomHazard) -> CustomHazard:
    """Roll the numbers of a hazard that begins; nobody sees the dice."""
    numbers = {each.path: throw(draft, each.text, secret=True) for each in dice_numbers(hazard)}
    if numbers:
        _ROLLED_RECORDS.write(draft, RolledHazard(id=_rolled_id(actor, hazard.name), numbers=numbers))
    return rolled(hazard, lambda number: numbers[number.path])


def _rolled_id(actor: str, hazard: str) -> str:
    return f"{actor}:{hazard}"


def _fixed(number: int | str) -> int:
    """Return a number whose dice are rolled."""
    return dice_range(number).most


def plain_name(text: str) -> str:
    """Return a name without the characters that separate the parts of a condition's name."""
    return " ".join(text.replace(":", " ").split())


# ---- the list --------------------------------------------------------------------------------------------------------


class HazardWriting(GmRequest):
    """A command by which the GM writes a hazard down; one of the same name is replaced."""

    ABSTRACT = True

    def written(self, table: Table) -> CustomHazard:
        """Return the hazard."""
        raise NotImplementedError

    def verify(self, table: Table) -> None:
        """Allow the GM, for a hazard without faults."""
        super().verify(table)
        for fault in custom_hazard_rules.hazard_faults(self.written(table)):
            place, _, name = fault.key.rpartition(".")
            raise Refused(name if place == "refused" else f"d100_hazard_{name}", "CF-GEN-1", **fault.params)

    def decide(self, draft: Draft) -> None:
        """Save the hazard."""
        hazard = self.written(draft.table)
        HAZARD_RECORDS.write(draft, hazard, last=True)
        draft.note("d100_hazard_saved", "CF-GEN-1", audience=(draft.table.gm(),), name=hazard.name)


class SaveHazard(HazardWriting):
    """The GM writes a hazard down, for the campaign; one of the same name is replaced."""

    RULES = ("CF-GEN-1",)
    hazard: Annotated[CustomHazard, Meta(description="what it is")]

    def written(self, table: Table) -> CustomHazard:
        """Return the hazard as it is given."""
        return self.hazard


class MakeHazard(HazardWriting):
    """The GM makes a hazard up, part by part; one of the same name is replaced."""

    RULES = ("CF-GEN-1", "CF-UI-11")
    name: Annotated[str, Meta(min_length=1, max_length=60, description="what it is called"), Asks("hazard_name")]
    damage: Annotated[
        str,
        Meta(description="dice for each location that is hurt, each step; empty for none"),
        Asks("hazard_damage", choices=DICE, own_words=True),
    ] = ""
    locations: Annotated[
        str,
        Meta(description="dice for how many locations, or `all`"),
        Asks("hazard_locations", choices=WHERE, own_words=True),
    ] = "1"
    near: Annotated[
        bool, Meta(description="they are those nearest to where it touches; else dice say where"), Asks(rare=True)
    ] = False
    armour: Annotated[HazardArmour, Meta(description="which Armor Points help"), Asks("armour_points")] = "all"
    fatigue: Annotated[
        str,
        Meta(description="dice for levels of Fatigue, each step; empty for none"),
        Asks("hazard_fatigue", choices=DICE[:5], own_words=True),
    ] = ""
    cause: Annotated[Cause, Meta(description="the cause that these levels have")] = "other"
    recovery: Annotated[
        ClockUnit | None,
        Meta(description="in what a level goes away once it is over; null as usual"),
        Asks(choices=PACES),
    ] = None
    skill: Annotated[
        str,
        Meta(description="what is rolled against it; empty for nothing"),
        Asks("hazard_skill", choices=RESISTANCES, own_words=True),
    ] = ""
    grade: Annotated[Grade, Meta(description="how hard that is")] = "Standard"
    on_success: Annotated[OnSuccess, Meta(description="what is left for who succeeds")] = "nothing"
    every: Annotated[
        ClockUnit | None, Meta(description="from step to step; null for what happens once"), Asks(choices=PACES)
    ] = None
    steps: Annotated[int, Meta(ge=0, le=9999, description="how many steps at the most; 0 for no end")] = 0
    notes: Annotated[str, Meta(max_length=500, description="what else the GM wants to be told"), Asks(rare=True)] = ""

    def written(self, table: Table) -> CustomHazard:
        """Return the hazard of these parts."""
        settings = settings_of(table)
        return built_from(
            CustomHazard,
            self,
            name=plain_name(self.name),
            every=seconds_of(self.every, settings) if self.every is not None else 0,
            damage=self.damage.strip(),
            locations=self.locations.strip() or "1",
            fatigue=self.fatigue.strip(),
            skill=self.skill.strip(),
            recovery=seconds_of(self.recovery, settings) if self.recovery is not None else 0,
            notes=self.notes.strip(),
        )


class RemoveHazard(GmRequest):
    """The GM takes a hazard off the list."""

    RULES = ("CF-GEN-1",)
    FAR_REACHING = True
    name: Annotated[str, Meta(description="which"), Asks("hazard")]

    def verify(self, table: Table) -> None:
        """Allow the GM, for a saved hazard that no character is in."""
        super().verify(table)
        need_hazard(table, self.name)
        if is_in_use(table, self.name):
            raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=self.name)

    def decide(self, draft: Draft) -> None:
        """Take the hazard off the list."""
        HAZARD_RECORDS.remove(draft, self.name)
        draft.note("d100_hazard_removed", "CF-GEN-1", audience=(draft.table.gm(),), name=self.name)


def is_in_use(table: Table, hazard: str) -> bool:
    """Say whether a character is in a hazard; only the GM may know that."""
    return any(_is_in(table, actor, hazard) for actor in table.actors)


def _is_in(table: Table, actor: str, hazard: str) -> bool:
    return condition_id(IN_HAZARD, hazard) in {condition.id for condition in table.actors[actor].conditions}


# ---- in a hazard -----------------------------------------------------------------------------------------------------


class LetHazard(GmActorRequest):
    """The GM starts a hazard on a character; its steps follow by themselves until it ends."""

    RULES = ("CF-GEN-1",)
    name: Annotated[str, Meta(description="which hazard of the list"), Asks("hazard")]
    start: LocationNames = ()

    def verify(self, table: Table) -> None:
        """Allow the GM, for a saved hazard and locations that the body has."""
        super().verify(table)
        need_free(table)
        hazard = need_hazard(table, self.name)
        for place in self.start:
            hit_chart_of(table, self.actor).place(place)
        if hazard.near and hazard.damage and hazard.locations != custom_hazard_rules.ALL and not self.start:
            raise Refused("d100_locations_named", "CF-GEN-1", count=1)
        if hazard.skill:
            roll_of(table, self.actor, hazard.skill)

    def decide(self, draft: Draft) -> None:
        """Take the first step at once."""
        hazard, name = _roll_numbers(draft, self.actor, need_hazard(draft.table, self.name)), self.name
        if hazard.every and hazard.steps != 1:
            until, start = draft.table.clock + _fixed(hazard.every), ", ".join(self.start)
            condition = Condition(id=f"{IN_HAZARD}:{name}", name=IN_HAZARD, level=1, note=start, until=until)
            draft.lay_condition(self.actor, condition)
        add_log_line(draft, self.actor, "d100_hazard_begins", "CF-GEN-1", name=name)
        if hazard.notes:
            gm = (draft.table.gm(),)
            draft.note("d100_hazard_notes", "CF-GEN-1", audience=gm, name=name, text=hazard.notes)
        _take_step(draft, self.actor, hazard, self.start)


def _take_step(
    draft: Draft,
    actor: str,
    hazard: CustomHazard,
    start: tuple[str, ...],
    open_roll: Callable[[Draft, Check], None] = CHECKS.open,
) -> None:
    if not hazard.skill:
        _apply_step(draft, actor, hazard, start, None)
        return
    value = untrained_value(draft.table, actor, hazard.skill)  # it may be gone from the sheet since the first step
    roll = roll_of(draft.table, actor, hazard.skill, hazard.grade, value=value)
    open_roll(draft, Check(then=HazardRoll(hazard=hazard.name, start=start), rolls=(roll,), what=hazard.name))


class HazardRoll(Frozen, CheckPurpose, tag_field="then", tag="hazard"):
    """The roll of a character in a hazard, by its name, with the locations where it starts."""

    hazard: str
    start: tuple[str, ...]

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the step of the hazard."""
        hazard = hazard_for(draft.table, result.actor, self.hazard)
        if hazard is not None:
            _apply_step(draft, result.actor, hazard, self.start, result.rolls[0].level, result.check.lucky)


def _apply_step(
    draft: Draft,
    actor: str,
    hazard: CustomHazard,
    start: tuple[str, ...],
    level: SuccessLevel | None,
    lucky: tuple[str, ...] = (),
) -> None:
    """Apply a step: Fatigue of its cause, then damage to locations."""
    step = custom_hazard_rules.hazard_step(hazard, level)
    if not step.fatigue:
        _apply_damage(draft, actor, hazard, start, step)
        return
    effect_roll = EffectRoll(
        then=HazardFatigue(hazard=hazard.name, start=start, level=level),
        actor=actor,
        dice=step.fatigue,
        word="d100_hazard_levels",
        best="least",
        params={"what": hazard.name},
        lucky=lucky,
    )
    roll_effect(draft, effect_roll)


class HazardFatigue(Frozen, EffectPurpose, tag_field="then", tag="hazard"):
    """The Fatigue of a step of a hazard, by its name; the level of the roll before it, None without one."""

    hazard: str
    start: tuple[str, ...]
    level: SuccessLevel | None

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Add the Fatigue, then the damage."""
        actor, hazard = result.actor, hazard_for(draft.table, result.actor, self.hazard)
        if hazard is None:
            return
        step = custom_hazard_rules.hazard_step(hazard, self.level)
        levels = custom_hazard_rules.hazard_fatigue(replace(step, fatigue=result.dice), result.value)
        if levels:
            add_fatigue_and_log(draft, actor, hazard.cause, levels, "CF-GEN-1", "CF-FATIGUE-3")
            recover(draft, actor, hazard)
        _apply_damage(draft, actor, hazard, self.start, step)


def _apply_damage(draft: Draft, actor: str, hazard: CustomHazard, start: tuple[str, ...], step: HazardStep) -> None:
    if step.damage:
        harm = Harm(
            actor=actor,
            source="hazard",
            what=hazard.name,
            dice=step.damage,
            locations=step.locations,
            start=start if hazard.near else (),
            hazard=hazard,
            step=step,
        )
        deal_harm(draft, harm)
    elif not step.fatigue:
        add_log_line(draft, actor, "d100_hazard_spares", "CF-GEN-1", name=hazard.name)


def recover(draft: Draft, actor: str, hazard: CustomHazard) -> None:
    """Let the Fatigue of a hazard recover at its own pace once the hazard is over (CF-GEN-1)."""
    if not hazard.recovery:
        return
    fatigue = fatigue_rules.with_recovery_pace(
        fatigue_state.fatigue_of(draft.table, actor), hazard.cause, _fixed(hazard.recovery)
    )
    if not _is_in(draft.table, actor, hazard.name):
        fatigue = fatigue_rules.start_recovery(fatigue, hazard.cause, draft.table.clock)
    fatigue_state.set_fatigue(draft, actor, fatigue)


class EndHazard(GmActorRequest):
    """A hazard of a character ends."""

    RULES = ("CF-GEN-1",)
    name: Annotated[str, Meta(description="which; empty for all"), Asks("hazard")] = ""

    def verify(self, table: Table) -> None:
        """Allow the GM, for a character in a hazard."""
        super().verify(table)
        if not table.actors[self.actor].has_condition(IN_HAZARD):
            raise Refused("d100_in_no_hazard", "CF-GEN-1")

    def decide(self, draft: Draft) -> None:
        """End the hazard for a character."""
        names = [place_of(condition) for condition in draft.table.actors[self.actor].conditions_named(IN_HAZARD)]
        lift(draft, self.actor, IN_HAZARD, self.name or None)
        for hazard in known_hazards(draft.table):
            own = hazard_for(draft.table, self.actor, hazard.name)
            if own is not None and hazard.name in names and self.name in ("", hazard.name):
                recover(draft, self.actor, own)
        add_log_line(draft, self.actor, "d100_hazard_ends", "CF-GEN-1")


# ---- step by step ---------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    return condition_ends("hazard", table, in_story(table), (IN_HAZARD,))


def _run_due_step(draft: Draft, due: DueEvent) -> None:
    actor, condition = condition_of(draft.table, due)
    hazard = hazard_for(draft.table, actor, condition.id.partition(":")[2])
    if hazard is None or not hazard.every:
        draft.emit(ConditionGone(actor=actor, id=condition.id))
        return
    steps = condition.level + 1
    if hazard.steps and steps >= _fixed(hazard.steps):
        draft.emit(ConditionGone(actor=actor, id=condition.id))
    else:
        draft.lay_condition(actor, replace(condition, level=steps, until=int(due.at) + _fixed(hazard.every)))
    _take_step(draft, actor, hazard, tuple(place for place in condition.note.split(", ") if place), call_for_check)


def _custom_hazard_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    harm, blow = process.harm, process.blows[index]
    if harm.hazard is None or harm.step is None:
        return weapon_damage(table, process, index)
    return custom_hazard_rules.hazard_damage(
        harm.hazard, harm.step, blow.base or 0, worn=blow.worn, natural=blow.natural
    )


CUSTOM_HAZARD = DamageSource(_custom_hazard_damage)
HAZARD_STEPS = EventSource("hazard", _entries, _run_due_step, dice=True)
