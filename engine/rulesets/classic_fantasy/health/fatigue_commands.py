"""Commands of fatigue: efforts, causes set by the GM, complete rest, and levels that go away (CF-FATIGUE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.rules_data import sheet_table
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_conditions import in_story, is_dead
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result, stored_phrase
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.body_state import healing_rate
from engine.rulesets.classic_fantasy.health.fatigue_state import add_fatigue, fatigue_level, fatigue_of, set_fatigue
from engine.rulesets.classic_fantasy.health.rest_commands import set_resting
from engine.rulesets.classic_fantasy.health.strain_commands import exert
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.time.time_advance import need_idle

MOST_LEVELS = 9


class RollEffort(Request):
    """The GM asks for a roll against exertion; a failure costs a level of Fatigue."""

    RULES = ("CF-FATIGUE-2", "CF-FATIGUE-4", "CF-FATIGUE-8")
    actor: ActorId
    skill: Annotated[
        str, Meta(description="Athletics, Brawn or Endurance"), Asks("d100_effort_skill", optional=False)
    ] = "Endurance"
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks("d100_grade")] = "Standard"
    strenuous: Annotated[
        bool,
        Meta(description="so strenuous that wounds heal worse for it (CF-HEAL-3)"),
        Asks("d100_strenuous", rare=True),
    ] = True


class Weary(Request):
    """The GM adds levels of Fatigue of a cause to a character."""

    RULES = ("CF-FATIGUE-1", "CF-FATIGUE-3", "CF-FATIGUE-10", "CF-GEN-1")
    actor: ActorId
    cause: Annotated[Cause, Meta(description="what brings them"), Asks()]
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many"), Asks("d100_levels")] = 1


class Refresh(Request):
    """The GM removes levels of Fatigue, of one cause or of any."""

    RULES = ("CF-FATIGUE-12", "CF-AMB-23")
    actor: ActorId
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many"), Asks("d100_levels")] = 1
    cause: Annotated[Cause | None, Meta(description="of which; null for the one that has most")] = None


class EndCause(Request):
    """The GM ends a cause of Fatigue: its levels go away from now on."""

    RULES = ("CF-FATIGUE-12", "CF-ASPHYX-11", "CF-BLOOD-3")
    actor: ActorId
    cause: Annotated[Cause, Meta(description="which"), Asks()]


class FatigueMagic(Request):
    """A spell or a potion removes Fatigue."""

    RULES = ("CF-X-35", "CF-AMB-57")
    actor: ActorId
    potion: Annotated[
        bool, Meta(description="a potion, which does not help against loss of blood"), Asks("d100_potion")
    ] = False


class SetResting(Request):
    """A character begins or ends complete rest."""

    RULES = ("CF-FATIGUE-11", "CF-FATIGUE-13", "CF-FATIGUE-14")
    actor: ActorId
    rest: Annotated[bool, Meta(description="rests completely")] = True


def level_name(level: int) -> str:
    """Return the name of a level, such as `Winded`."""
    names: Mapping[int, str] = sheet_table(RULESET, "fatigue", dict[int, str])
    return names[min(max(level, 0), max(names))]


def add_fatigue_and_log(draft: Draft, actor: str, cause: Cause, levels: int, *rules: str) -> None:
    """Add levels of Fatigue and log them; the last level is death (CF-FATIGUE-10)."""
    added = add_fatigue(draft, actor, cause, levels)
    level = fatigue_level(draft.table, actor)
    add_log_line(draft, actor, "d100_tires", "CF-FATIGUE-1", *rules, cause=cause, levels=added, level=level_name(level))
    record_result(draft, actor, fatigue=level)
    if level >= fatigue_rules.dead():
        add_log_line(draft, actor, "d100_tired_to_death", "CF-FATIGUE-10", cause=cause)


def log_relief(draft: Draft, actor: str, old_level: int, *rules: str) -> None:
    """Log how many levels a character has lost."""
    level = fatigue_level(draft.table, actor)
    add_log_line(draft, actor, "d100_freshens", *rules, levels=old_level - level, level=level_name(level))
    record_result(draft, actor, fatigue=level)


def need_alive(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused for a dead character."""
    if is_dead(table, actor):
        raise Refused("d100_is_dead", *rules, actor=actor_name(table, actor))


# ---- efforts ---------------------------------------------------------------------------------------------------------


def verify_effort(table: Table, command: RollEffort) -> None:
    """Allow only the GM, for a living character, with one of three skills."""
    need_gm(table, command, "CF-FATIGUE-2")
    need_readable_record(table, command.seat, command.actor)
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_idle(table, "CF-FATIGUE-2")
    if command.skill not in fatigue_rules.numbers().effort.skills:
        skills = list(fatigue_rules.numbers().effort.skills)
        raise Refused("d100_effort_skill", "CF-FATIGUE-2", skill=command.skill[:40], known=skills)
    roll_of(table, command.actor, command.skill)


def roll_effort(draft: Draft, command: RollEffort) -> None:
    """Open the roll; an effort interrupts complete rest."""
    if command.strenuous:
        exert(draft, command.actor)
    else:
        set_resting(draft, (command.actor,), False)
    roll = roll_of(draft.table, command.actor, command.skill, command.grade)
    CHECKS.open(draft, Check(then=EffortRoll(), what=stored_phrase("effort"), rolls=(roll,)))


class EffortRoll(Frozen, CheckPurpose, tag_field="then", tag="effort"):
    """A roll against the Fatigue of an effort."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Add the levels that the effort costs."""
        levels = fatigue_rules.effort_levels(result.rolls[0].level)
        if levels:
            add_fatigue_and_log(draft, result.actor, "exertion", levels, "CF-FATIGUE-2")
        else:
            add_log_line(draft, result.actor, "d100_effort_borne", "CF-FATIGUE-2")


# ---- by hand, and by magic -------------------------------------------------------------------------------------------


def verify_weary(table: Table, command: Weary | Refresh | EndCause) -> None:
    """Allow only the GM, for a living character; levels or causes to remove must exist."""
    need_gm(table, command, "CF-FATIGUE-3")
    need_readable_record(table, command.seat, command.actor)
    need_alive(table, command.actor, "CF-FATIGUE-10")
    if isinstance(command, Weary):
        return
    fatigue = fatigue_of(table, command.actor)
    if (command.cause is None and not fatigue.level) or (
        command.cause is not None and fatigue.of(command.cause) is None
    ):
        raise Refused("d100_not_tired", "CF-FATIGUE-12", actor=actor_name(table, command.actor))


def weary(draft: Draft, command: Weary) -> None:
    """Add the levels."""
    add_fatigue_and_log(draft, command.actor, command.cause, command.levels, "CF-FATIGUE-3")


def refresh(draft: Draft, command: Refresh) -> None:
    """Remove the levels."""
    before, moment = fatigue_of(draft.table, command.actor), draft.table.clock
    set_fatigue(draft, command.actor, fatigue_rules.remove_levels(before, command.levels, moment, command.cause))
    log_relief(draft, command.actor, before.level, "CF-FATIGUE-12")


def end_cause(draft: Draft, command: EndCause) -> None:
    """End the cause."""
    fatigue = fatigue_of(draft.table, command.actor)
    set_fatigue(draft, command.actor, fatigue_rules.start_recovery(fatigue, command.cause, draft.table.clock))
    add_log_line(draft, command.actor, "d100_cause_ends", "CF-FATIGUE-12", cause=command.cause)


def verify_magic(table: Table, command: FatigueMagic) -> None:
    """Allow the character's player or the GM; there must be a level to remove."""
    need_controller(table, command, command.actor, "CF-X-35")
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_idle(table, "CF-X-35")
    if not fatigue_level(table, command.actor):
        raise Refused("d100_not_tired", "CF-X-35", actor=actor_name(table, command.actor))


def fatigue_magic(draft: Draft, command: FatigueMagic) -> None:
    """Throw for the levels."""
    magic, actor = fatigue_rules.numbers().magic, command.actor
    dice, then = magic.potion if command.potion else magic.cure, Refreshment(potion=command.potion)
    roll_effect(draft, EffectRoll(then=then, actor=actor, dice=dice, word="d100_refreshing_dice", best="most"))


class Refreshment(Frozen, EffectPurpose, tag_field="then", tag="refreshing"):
    """Levels of Fatigue that magic takes away; a potion spares some causes."""

    potion: bool

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Take the levels away."""
        before = fatigue_of(draft.table, result.actor)
        spared = fatigue_rules.numbers().magic.potion_not_for if self.potion else ()
        after = fatigue_rules.remove_levels(before, result.value, draft.table.clock, but_not=spared)
        set_fatigue(draft, result.actor, after)
        log_relief(draft, result.actor, before.level, "CF-X-35")


def verify_resting(table: Table, command: SetResting) -> None:
    """Allow the character's player or the GM."""
    need_controller(table, command, command.actor, "CF-FATIGUE-11")
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_idle(table, "CF-FATIGUE-11")
    fatigue = fatigue_of(table, command.actor)
    if (fatigue.resting is not None) == command.rest:
        key = "d100_rests_already" if command.rest else "d100_rests_not"
        raise Refused(key, "CF-FATIGUE-11", actor=actor_name(table, command.actor))
    if not command.rest and fatigue_rules.row_of(fatigue.level).helpless:
        raise Refused("d100_cannot_rise", "CF-FATIGUE-14", actor=actor_name(table, command.actor))


def resting(draft: Draft, command: SetResting) -> None:
    """Begin or end complete rest."""
    set_resting(draft, (command.actor,), command.rest)
    add_log_line(draft, command.actor, "d100_rests" if command.rest else "d100_rises", "CF-FATIGUE-11", "CF-FATIGUE-13")


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in in_story(table):
        yield from _entries_of(table, actor)


def _entries_of(table: Table, actor: str) -> tuple[ScheduledEvent, ...]:
    fatigue = fatigue_of(table, actor)
    if not fatigue.causes:
        return ()
    entries = fatigue_rules.entries(fatigue, healing_rate(table, actor), actor)
    return tuple(replace(entry, name=f"fatigue:{entry.name}") for entry in entries)


def _lose_level(draft: Draft, due: DueEvent) -> None:
    _, cause, actor = due.name.split(":", 2)
    fatigue = fatigue_of(draft.table, actor)
    falls = fatigue_rules.next_level_losses(fatigue, healing_rate(draft.table, actor))
    fall = next(fall for fall in falls if fall.cause == cause and fall.at == due.at)
    set_fatigue(draft, actor, fatigue_rules.after_level_loss(fatigue, fall))
    rule = {"asphyxiation": "CF-ASPHYX-10", "blood": "CF-BLOOD-3"}.get(cause, "CF-FATIGUE-11")
    log_relief(draft, actor, fatigue.level, rule)


RECOVERY = EventSource("fatigue", _entries, _lose_level)


MOVES = (
    Move(RollEffort, verify_effort, roll_effort),
    Move(Weary, verify_weary, weary),
    Move(Refresh, verify_weary, refresh),
    Move(EndCause, verify_weary, end_cause),
    Move(FatigueMagic, verify_magic, fatigue_magic),
    Move(SetResting, verify_resting, resting),
)
