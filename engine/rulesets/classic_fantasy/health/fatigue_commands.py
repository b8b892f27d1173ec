"""Commands of fatigue: efforts, causes set by the GM, complete rest, and levels that go away (CF-FATIGUE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.kit.rules_data import sheet_table
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import FATIGUE, in_story, is_dead
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
from engine.rulesets.classic_fantasy.health.healing_commands import exert
from engine.rulesets.classic_fantasy.health.rest_commands import set_resting
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.time.time_advance import need_idle

MOST_LEVELS = 9


def level_name(level: int) -> str:
    """Return the name of a level, such as `Winded`."""
    names: Mapping[int, str] = sheet_table(RULESET, "fatigue", dict[int, str])
    return names[min(max(level, 0), max(names))]


def add_fatigue_and_log(draft: Draft, actor: str, cause: Cause, levels: int, *rules: str) -> None:
    """Add levels of Fatigue and log them; the last level is death (CF-FATIGUE-10)."""
    added = add_fatigue(draft, actor, cause, levels)
    level = fatigue_level(draft.table, actor)
    add_log_line(
        draft,
        actor,
        "d100_tires",
        "CF-FATIGUE-1",
        *rules,
        seen="d100_tires_seen",
        public=("cause",),
        cause=cause,
        levels=added,
        level=level_name(level),
    )
    record_result(draft, actor, fatigue=level)
    if level >= fatigue_rules.dead():
        add_log_line(draft, actor, "d100_tired_to_death", "CF-FATIGUE-10", cause=cause)


def log_relief(draft: Draft, actor: str, old_level: int, *rules: str) -> None:
    """Log how many levels a character has lost."""
    level = fatigue_level(draft.table, actor)
    seen, levels = "d100_freshens_seen", old_level - level
    add_log_line(draft, actor, "d100_freshens", *rules, seen=seen, levels=levels, level=level_name(level))
    record_result(draft, actor, fatigue=level)


def need_alive(table: Table, command: GmActorRequest | CharacterRequest) -> None:
    """Raise Refused for a dead character."""
    if is_dead(table, command.actor):
        raise Refused("d100_is_dead", "CF-FATIGUE-10", actor=actor_name(table, command.actor))


def need_tired(table: Table, command: Refresh | EndCause | FatigueMagic) -> None:
    """Raise Refused for a character without levels of the cause; of any, if none is given."""
    fatigue, cause = fatigue_of(table, command.actor), command.cause
    if not (fatigue.level if cause is None else fatigue.of(cause)):
        raise Refused("d100_not_tired", *command.cited, actor=actor_name(table, command.actor))


# ---- efforts ---------------------------------------------------------------------------------------------------------


class RollEffort(GmActorRequest):
    """The GM asks for a roll against exertion; a failure costs a level of Fatigue."""

    RULES = ("CF-FATIGUE-2", "CF-FATIGUE-4", "CF-FATIGUE-8")
    NEEDS = (need_alive, need_idle)
    skill: Annotated[
        str, Meta(description="Athletics, Brawn or Endurance"), Asks("d100_effort_skill", optional=False)
    ] = "Endurance"
    grade: Annotated[Grade, Meta(description="how hard it is by itself"), Asks("d100_grade")] = "Standard"
    strenuous: Annotated[
        bool,
        Meta(description="so strenuous that wounds heal worse for it (CF-HEAL-3)"),
        Asks("d100_strenuous", rare=True),
    ] = True

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a living character, with one of three skills."""
        super().verify(table)
        skills = fatigue_rules.numbers().effort.skills
        if self.skill not in skills:
            raise Refused("d100_effort_skill", "CF-FATIGUE-2", skill=self.skill[:40], known=list(skills))
        roll_of(table, self.actor, self.skill)

    def decide(self, draft: Draft) -> None:
        """Open the roll; an effort interrupts complete rest."""
        if self.strenuous:
            exert(draft, self.actor)
        else:
            set_resting(draft, (self.actor,), False)
        roll = roll_of(draft.table, self.actor, self.skill, self.grade)
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


# ---- by the GM -------------------------------------------------------------------------------------------------------


class Weary(GmActorRequest):
    """The GM adds levels of Fatigue of a cause to a character."""

    RULES = ("CF-FATIGUE-1", "CF-FATIGUE-3", "CF-FATIGUE-10", "CF-GEN-1")
    NEEDS = (need_alive,)
    cause: Annotated[Cause, Meta(description="what brings them"), Asks()]
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many"), Asks("d100_levels")] = 1

    def decide(self, draft: Draft) -> None:
        """Add the levels."""
        add_fatigue_and_log(draft, self.actor, self.cause, self.levels, "CF-FATIGUE-3")


class Refresh(GmActorRequest):
    """The GM removes levels of Fatigue, of one cause or of any."""

    RULES = ("CF-FATIGUE-12", "CF-AMB-23")
    NEEDS = (need_alive, need_tired)
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many"), Asks("d100_levels")] = 1
    cause: Annotated[Cause | None, Meta(description="of which; null for the one that has most")] = None

    def decide(self, draft: Draft) -> None:
        """Remove the levels."""
        before, moment = fatigue_of(draft.table, self.actor), draft.table.clock
        set_fatigue(draft, self.actor, fatigue_rules.remove_levels(before, self.levels, moment, self.cause))
        log_relief(draft, self.actor, before.level, "CF-FATIGUE-12")


class EndCause(GmActorRequest):
    """The GM ends a cause of Fatigue: its levels go away from now on."""

    RULES = ("CF-FATIGUE-12", "CF-ASPHYX-11", "CF-BLOOD-3")
    NEEDS = (need_alive, need_tired)
    cause: Annotated[Cause, Meta(description="which"), Asks()]

    def decide(self, draft: Draft) -> None:
        """End the cause."""
        fatigue = fatigue_of(draft.table, self.actor)
        set_fatigue(draft, self.actor, fatigue_rules.start_recovery(fatigue, self.cause, draft.table.clock))
        add_log_line(draft, self.actor, "d100_cause_ends", "CF-FATIGUE-12", cause=self.cause)


# ---- by anybody ------------------------------------------------------------------------------------------------------


class FatigueMagic(CharacterRequest):
    """A spell or a potion removes Fatigue."""

    RULES = ("CF-X-35", "CF-AMB-57")
    cause = None
    NEEDS = (need_alive, need_idle, need_tired)
    potion: Annotated[
        bool, Meta(description="a potion, which does not help against loss of blood"), Asks("d100_potion")
    ] = False

    def decide(self, draft: Draft) -> None:
        """Throw for the levels."""
        magic, then = fatigue_rules.numbers().magic, Refreshment(potion=self.potion)
        dice = magic.potion if self.potion else magic.cure
        roll_effect(draft, EffectRoll(then=then, actor=self.actor, dice=dice, word="d100_refreshing_dice", best="most"))


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


class SetResting(CharacterRequest):
    """A character begins or ends complete rest."""

    RULES = ("CF-FATIGUE-11", "CF-FATIGUE-13", "CF-FATIGUE-14")
    NEEDS = (need_alive, need_idle)
    rest: Annotated[bool, Meta(description="rests completely")] = True

    def verify(self, table: Table) -> None:
        """Allow the character's player or the GM."""
        super().verify(table)
        fatigue, name = fatigue_of(table, self.actor), actor_name(table, self.actor)
        if (fatigue.resting is not None) == self.rest:
            raise Refused("d100_rests_already" if self.rest else "d100_rests_not", "CF-FATIGUE-11", actor=name)
        if not self.rest and fatigue_rules.row_of(fatigue.level).helpless:
            raise Refused("d100_cannot_rise", "CF-FATIGUE-14", actor=name)

    def decide(self, draft: Draft) -> None:
        """Begin or end complete rest."""
        set_resting(draft, (self.actor,), self.rest)
        add_log_line(draft, self.actor, "d100_rests" if self.rest else "d100_rises", "CF-FATIGUE-11", "CF-FATIGUE-13")


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in in_story(table):
        if not table.actors[actor].has_condition(FATIGUE):
            continue
        fatigue = fatigue_of(table, actor)
        for loss in fatigue_rules.next_level_losses(fatigue, healing_rate(table, actor)) if fatigue.causes else ():
            yield ScheduledEvent(name=f"fatigue:{loss.cause}:{actor}", at=loss.at, kind="fatigue")


def _lose_level(draft: Draft, due: DueEvent) -> None:
    _, cause, actor = due.name.split(":", 2)
    fatigue = fatigue_of(draft.table, actor)
    falls = fatigue_rules.next_level_losses(fatigue, healing_rate(draft.table, actor))
    fall = next(fall for fall in falls if fall.cause == cause and fall.at == due.at)
    set_fatigue(draft, actor, fatigue_rules.after_level_loss(fatigue, fall))
    rule = {"asphyxiation": "CF-ASPHYX-10", "blood": "CF-BLOOD-3"}.get(cause, "CF-FATIGUE-11")
    log_relief(draft, actor, fatigue.level, rule)


RECOVERY = EventSource("fatigue", _entries, _lose_level)
