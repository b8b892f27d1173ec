"""Commands of asphyxiation: a breath that runs out, then a roll each Round until there is air again (CF-ASPHYX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_conditions import BREATHLESS, in_story, is_dead, lay, lift
from engine.rulesets.classic_fantasy.character.character_sheet import skill_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result, stored_phrase
from engine.rulesets.classic_fantasy.character.session_state import BreathState, session_state, set_breath
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import call_for_check, effective_skills, skill_calculation
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.health import asphyxiation_rules, fatigue_rules
from engine.rulesets.classic_fantasy.health.fatigue_commands import add_fatigue_and_log, need_alive
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of, set_fatigue
from engine.rulesets.classic_fantasy.settings import settings_of

ENDURANCE = "Endurance"
MOST_SECONDS = 9999


RULES: Final[dict[SuccessLevel, str]] = {
    "critical": "CF-ASPHYX-5",
    "success": "CF-ASPHYX-6",
    "failure": "CF-ASPHYX-7",
    "fumble": "CF-ASPHYX-8",
}


def need_breathless(table: Table, actor: str) -> BreathState:
    """Return the lack of air of a character. Raises Refused for one that has air."""
    breath = session_state(table).breathless.get(actor)
    if breath is None:
        raise Refused("d100_has_air", "CF-ASPHYX-10", actor=actor_name(table, actor))
    return breath


class LoseBreath(GmActorRequest):
    """A character has no air from now on: under water, in smoke, strangled."""

    RULES = ("CF-ASPHYX-1", "CF-ASPHYX-2", "CF-ASPHYX-3")
    prepared: Annotated[bool, Meta(description="could fill the lungs"), Asks("d100_prepared")] = False
    strenuous: Annotated[bool, Meta(description="exerts itself meanwhile"), Asks("d100_strenuous")] = False

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a living character that has air."""
        super().verify(table)
        need_alive(table, self)
        if self.actor in session_state(table).breathless:
            raise Refused("d100_breathless_already", "CF-ASPHYX-1", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Begin to count the breath."""
        table, actor = draft.table, self.actor
        parts = asphyxiation_rules.breath(
            skill_of(table, actor, ENDURANCE),
            prepared=self.prepared,
            strenuous=self.strenuous,
            fatigue=fatigue_level(table, actor),
            settings=settings_of(table),
        )
        seconds, reasons = max(0, total(parts)), [part.words for part in parts]
        set_breath(draft, actor, BreathState(begun=table.clock, seconds=seconds))
        lay(draft, actor, BREATHLESS)
        seen = "d100_breath_lost_seen"
        add_log_line(draft, actor, "d100_breath_lost", *self.RULES, seen=seen, seconds=seconds, reckoning=reasons)
        record_result(draft, actor, breath=seconds)


class SetBreath(GmActorRequest):
    """The GM changes how long a breath lasts, counted from when it was lost."""

    RULES = ("CF-ASPHYX-1",)
    NEEDS = (lambda table, command: need_breathless(table, command.actor),)
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS, description="how long"), Asks("d100_seconds")]

    def decide(self, draft: Draft) -> None:
        """Set the length; the rolls begin after it."""
        breath, clock = need_breathless(draft.table, self.actor), draft.table.clock
        rolls_made = asphyxiation_rules.over_by(breath.begun, self.seconds, 0, clock, settings_of(draft.table))
        set_breath(draft, self.actor, replace(breath, seconds=self.seconds, made=rolls_made))
        add_log_line(draft, self.actor, "d100_breath_set", "CF-ASPHYX-1", numbers=True, seconds=self.seconds)


class BreatheAgain(GmActorRequest):
    """A character has air again; the GM may let some of its levels last."""

    RULES = ("CF-ASPHYX-10", "CF-ASPHYX-11")
    NEEDS = (lambda table, command: need_breathless(table, command.actor),)
    lasting: Annotated[
        int, Meta(ge=0, le=9, description="levels that stay until the GM lets them go"), Asks("d100_lasting")
    ] = 0

    def decide(self, draft: Draft) -> None:
        """Let the levels go away, one a minute, except those that the GM lets last (CF-ASPHYX-10, CF-ASPHYX-11)."""
        actor, moment = self.actor, draft.table.clock
        set_breath(draft, actor, None)
        lift(draft, actor, BREATHLESS)
        fatigue = fatigue_of(draft.table, actor)
        if self.lasting:
            fatigue = fatigue_rules.make_lasting(fatigue, self.lasting, moment)
        set_fatigue(draft, actor, fatigue_rules.start_recovery(fatigue, "asphyxiation", moment))
        lasting = fatigue_of(draft.table, actor).of("lasting")
        levels = lasting.levels if lasting else 0
        seen = "d100_breathes_seen"
        add_log_line(draft, actor, "d100_breathes", "CF-ASPHYX-10", "CF-ASPHYX-11", seen=seen, lasting=levels)


# ---- the clock -------------------------------------------------------------------------------------------------------


def next_roll(table: Table, actor: str) -> ScheduledEvent | None:
    """Return the next roll of a character without air; None if it has air, or is spared (CF-ASPHYX-4, CF-ASPHYX-5)."""
    breath = session_state(table).breathless.get(actor)
    if breath is None:
        return None
    rolls_made, settings = breath.made, settings_of(table)
    rolls = asphyxiation_rules.rolls(actor, breath.begun, breath.seconds, rolls_made, settings, exerted=breath.exerted)
    return replace(rolls[0], name=f"breath:{actor}", every=None) if rolls else None


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in in_story(table):
        event = next_roll(table, actor)
        if event is not None:
            yield event


def breath_roll(table: Table, actor: str) -> CheckRoll:
    """Return the Endurance roll of a character without air (CF-ASPHYX-12)."""
    against = asphyxiation_rules.endurance_chance(
        skill_of(table, actor, ENDURANCE), fatigue_level(table, actor), settings_of(table)
    )
    return CheckRoll(actor=actor, name=ENDURANCE, skill=skill_of(table, actor, ENDURANCE), bearings=against.bearings)


def _roll(draft: Draft, due: DueEvent) -> None:
    """Ask for the roll at the end of the Round (CF-ASPHYX-4)."""
    actor = due.name.partition(":")[2]
    breath = need_breathless(draft.table, actor)
    set_breath(draft, actor, replace(breath, made=breath.made + 1, exerted=True))
    call_for_check(draft, Check(then=BreathRoll(), what=stored_phrase("air"), rolls=(breath_roll(draft.table, actor),)))


class BreathRoll(Frozen, CheckPurpose, tag_field="then", tag="breath"):
    """The Endurance roll of a character without air."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the levels that the roll costs, unless it is too late (CF-ASPHYX-5 to CF-ASPHYX-9)."""
        if is_dead(draft.table, result.actor):
            return
        actor, roll = result.actor, result.rolls[0]
        breath = session_state(draft.table).breathless.get(actor)
        if breath is not None and roll.level == "critical" and settings_of(draft.table).asphyx_critical != "round":
            set_breath(draft, actor, replace(breath, exerted=False))
        add_log_line(
            draft,
            actor,
            "d100_suffocates" if roll.roll else "d100_suffocates_helpless",  # 0: no dice were thrown
            "CF-ASPHYX-4",
            RULES[roll.level],
            seen="d100_suffocates_seen" if roll.roll else "d100_suffocates_helpless",
            public=("roll", "level"),
            roll=roll.roll,
            skill=roll.value,
            level=roll.level,
            reckoning=skill_calculation(effective_skills(draft.table, result.check)[0]),
        )
        dice = asphyxiation_rules.levels_dice(roll.level)
        levels = EffectRoll(
            then=BreathLevels(),
            actor=actor,
            dice=dice,
            word="d100_breath_levels",
            best="least",
            lucky=result.check.lucky,
        )
        roll_effect(draft, levels, secret=result.check.secret)


class BreathLevels(Frozen, EffectPurpose, tag_field="then", tag="breath"):
    """The levels of Fatigue that a roll without air costs."""

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Add the levels."""
        if result.value and not is_dead(draft.table, result.actor):
            add_fatigue_and_log(draft, result.actor, "asphyxiation", result.value, "CF-ASPHYX-9")


SUFFOCATION = EventSource("breath", _entries, _roll, dice=True)
