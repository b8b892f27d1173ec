"""Hazards that the group has made up: saved, started on a character, and run step by step (CF-GEN-1, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
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
from engine.rulesets.classic_fantasy.damage import hazard_record
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import Harm, LocationNames
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard, HazardArmour, OnSuccess
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit, seconds_of
from engine.rulesets.classic_fantasy.hazards import custom_hazard_rules
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.health import fatigue_rules, fatigue_state
from engine.rulesets.classic_fantasy.health.fatigue_commands import add_fatigue_and_log
from engine.rulesets.classic_fantasy.settings import settings_of

HAZARDS: Final = "hazards"
HAZARD_RECORDS: Final = TableRecords(HAZARDS, CustomHazard)
known_hazards = HAZARD_RECORDS.all
IN_HAZARD: Final = "hazard"
"""Condition: in a hazard; its level counts the steps so far, its end is the time of the next step."""
PACES: tuple[ClockUnit, ...] = ("second", "combat_round", "minute", "rest_action", "hour", "day", "week")
"""The units of time of hazards and poisons."""


class SaveHazard(Request):
    """The GM writes a hazard down, for the campaign; one of the same name is replaced."""

    RULES = ("CF-GEN-1",)
    hazard: Annotated[CustomHazard, Meta(description="what it is")]


class MakeHazard(Request):
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


class RemoveHazard(Request):
    """The GM takes a hazard off the list."""

    RULES = ("CF-GEN-1",)
    FAR_REACHING = True
    name: Annotated[str, Meta(description="which"), Asks("hazard")]


class LetHazard(Request):
    """The GM starts a hazard on a character; its steps follow by themselves until it ends."""

    RULES = ("CF-GEN-1",)
    actor: ActorId
    name: Annotated[str, Meta(description="which hazard of the list"), Asks("hazard")]
    start: LocationNames = ()


class EndHazard(Request):
    """A hazard of a character ends."""

    RULES = ("CF-GEN-1",)
    actor: ActorId
    name: Annotated[str, Meta(description="which; empty for all"), Asks("hazard")] = ""


def need_hazard(table: Table, name: str) -> CustomHazard:
    """Return a hazard by its name. Raises Refused for an unknown one."""
    known_hazard = HAZARD_RECORDS.find(table, name)
    if known_hazard is None:
        raise Refused("d100_no_such_hazard", "CF-GEN-1", hazard=name[:60])
    return known_hazard


def plain_name(text: str) -> str:
    """Return a name without the characters that separate the parts of a condition's name."""
    return " ".join(text.replace(":", " ").split())


def hazard_of(table: Table, command: SaveHazard | MakeHazard) -> CustomHazard:
    """Return the hazard that a command writes down."""
    if isinstance(command, SaveHazard):
        return command.hazard
    settings = settings_of(table)
    return CustomHazard(
        name=plain_name(command.name),
        every=seconds_of(command.every, settings) if command.every is not None else 0,
        steps=command.steps,
        damage=command.damage.strip(),
        locations=command.locations.strip() or "1",
        near=command.near,
        armour=command.armour,
        fatigue=command.fatigue.strip(),
        cause=command.cause,
        skill=command.skill.strip(),
        grade=command.grade,
        on_success=command.on_success,
        recovery=seconds_of(command.recovery, settings) if command.recovery is not None else 0,
        notes=command.notes.strip(),
    )


def verify_save(table: Table, command: SaveHazard | MakeHazard) -> None:
    """Allow the GM, for a hazard without faults."""
    need_gm(table, command, "CF-GEN-1")
    for fault in custom_hazard_rules.hazard_faults(hazard_of(table, command)):
        fault_name = fault.key.rpartition(".")[2]
        raise Refused(
            fault_name if fault.key.startswith("refused.") else f"d100_hazard_{fault_name}", "CF-GEN-1", **fault.params
        )


def save(draft: Draft, command: SaveHazard | MakeHazard) -> None:
    """Save the hazard."""
    hazard = hazard_of(draft.table, command)
    HAZARD_RECORDS.write(draft, hazard, last=True)
    draft.note("d100_hazard_saved", "CF-GEN-1", audience=(draft.table.gm(),), name=hazard.name)


def verify_remove(table: Table, command: RemoveHazard) -> None:
    """Allow the GM, for a saved hazard that no character is in."""
    need_gm(table, command, "CF-GEN-1")
    need_hazard(table, command.name)
    condition_id = character_conditions.condition_id(IN_HAZARD, command.name)
    if any(condition.id == condition_id for actor in table.actors.values() for condition in actor.conditions):
        raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=command.name)


def remove(draft: Draft, command: RemoveHazard) -> None:
    """Take the hazard off the list."""
    HAZARD_RECORDS.remove(draft, command.name)
    draft.note("d100_hazard_removed", "CF-GEN-1", audience=(draft.table.gm(),), name=command.name)


def verify_let(table: Table, command: LetHazard) -> None:
    """Allow the GM, for a saved hazard and locations that the body has."""
    need_gm(table, command, "CF-GEN-1")
    need_controller(table, command, command.actor)
    need_free(table)
    hazard = need_hazard(table, command.name)
    for place in command.start:
        hit_chart_of(table, command.actor).place(place)
    if hazard.near and hazard.damage and hazard.locations != custom_hazard_rules.ALL and not command.start:
        raise Refused("d100_locations_named", "CF-GEN-1", count=1)
    if hazard.skill:
        roll_of(table, command.actor, hazard.skill)


def let(draft: Draft, command: LetHazard) -> None:
    """Take the first step at once."""
    hazard = need_hazard(draft.table, command.name)
    if hazard.every and hazard.steps != 1:
        condition = Condition(
            id=f"{IN_HAZARD}:{command.name}",
            name=IN_HAZARD,
            level=1,
            note=", ".join(command.start),
            until=draft.table.clock + hazard.every,
        )
        draft.lay_condition(command.actor, condition)
    add_log_line(draft, command.actor, "d100_hazard_begins", "CF-GEN-1", name=command.name)
    if hazard.notes:
        gm = (draft.table.gm(),)
        draft.note("d100_hazard_notes", "CF-GEN-1", audience=gm, name=command.name, text=hazard.notes)
    _take_step(draft, command.actor, hazard, command.start)


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
    roll = roll_of(draft.table, actor, hazard.skill, hazard.grade)
    open_roll(draft, Check(then=HazardRoll(hazard=hazard.name, start=start), rolls=(roll,), what=hazard.name))


class HazardRoll(Frozen, CheckPurpose, tag_field="then", tag="hazard"):
    """The roll of a character in a hazard, by its name, with the locations where it starts."""

    hazard: str
    start: tuple[str, ...]

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the step of the hazard."""
        hazard = HAZARD_RECORDS.find(draft.table, self.hazard)
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
        actor, hazard = result.actor, HAZARD_RECORDS.find(draft.table, self.hazard)
        if hazard is None:
            return
        step = custom_hazard_rules.hazard_step(hazard, self.level)
        levels = custom_hazard_rules.hazard_fatigue(replace(step, fatigue=result.dice), result.value)
        if levels:
            add_fatigue_and_log(draft, actor, hazard.cause, levels, "CF-GEN-1", "CF-FATIGUE-3")
            recover(draft, actor, hazard)
        _apply_damage(draft, actor, hazard, self.start, step)


def _apply_damage(
    draft: Draft, actor: str, hazard: CustomHazard, start: tuple[str, ...], step: hazard_record.HazardStep
) -> None:
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
        fatigue_state.fatigue_of(draft.table, actor), hazard.cause, hazard.recovery
    )
    inside = character_conditions.condition_id(IN_HAZARD, hazard.name) in {
        condition.id for condition in draft.table.actors[actor].conditions
    }
    if not inside:
        fatigue = fatigue_rules.start_recovery(fatigue, hazard.cause, draft.table.clock)
    fatigue_state.set_fatigue(draft, actor, fatigue)


def verify_end(table: Table, command: EndHazard) -> None:
    """Allow the GM, for a character in a hazard."""
    need_gm(table, command, "CF-GEN-1")
    need_controller(table, command, command.actor)
    if not table.actors[command.actor].has_condition(IN_HAZARD):
        raise Refused("d100_in_no_hazard", "CF-GEN-1")


def end(draft: Draft, command: EndHazard) -> None:
    """End the hazard for a character."""
    names = [
        character_conditions.place_of(condition)
        for condition in draft.table.actors[command.actor].conditions_named(IN_HAZARD)
    ]
    character_conditions.lift(draft, command.actor, IN_HAZARD, command.name or None)
    for hazard in known_hazards(draft.table):
        if hazard.name in names and command.name in ("", hazard.name):
            recover(draft, command.actor, hazard)
    add_log_line(draft, command.actor, "d100_hazard_ends", "CF-GEN-1")


# ---- step by step ---------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in character_conditions.in_story(table):
        for condition in table.actors[actor].conditions_named(IN_HAZARD):
            if condition.until is not None:
                yield ScheduledEvent(name=f"hazard:{actor}:{condition.id}", at=condition.until)


def _run_due_step(draft: Draft, due: DueEvent) -> None:
    _, actor, condition_id = due.name.split(":", 2)
    condition = next(condition for condition in draft.table.actors[actor].conditions if condition.id == condition_id)
    name = condition.id.partition(":")[2]
    hazard = HAZARD_RECORDS.find(draft.table, name)
    if hazard is None or not hazard.every:
        draft.emit(ConditionGone(actor=actor, id=condition.id))
        return
    steps = condition.level + 1
    if hazard.steps and steps >= hazard.steps:
        draft.emit(ConditionGone(actor=actor, id=condition.id))
    else:
        draft.lay_condition(actor, replace(condition, level=steps, until=int(due.at) + hazard.every))
    _take_step(draft, actor, hazard, tuple(place for place in condition.note.split(", ") if place), call_for_check)


HAZARD_STEPS = EventSource("hazard", _entries, _run_due_step, dice=True)
MOVES = (
    Move(SaveHazard, verify_save, save),
    Move(MakeHazard, verify_save, save),
    Move(RemoveHazard, verify_remove, remove),
    Move(LetHazard, verify_let, let),
    Move(EndHazard, verify_end, end),
)
