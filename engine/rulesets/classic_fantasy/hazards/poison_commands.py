"""Poisons with the traits that the GM gives them: onset, resistance, duration and antidote (CF-X-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since, condition_ends, condition_of
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused, needed
from engine.model.conditions import Condition
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_conditions import condition_id, in_story, is_dead, lift
from engine.rulesets.classic_fantasy.character.character_sheet import untrained_value
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    ContestEnd,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, call_for_check, roll_of
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit, seconds_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import PACES, plain_name
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import RESISTANCES
from engine.rulesets.classic_fantasy.settings import settings_of

COMING: Final = "poison_coming"
"""Condition: a poison has been taken and has not set in yet; its end is when it does."""
POISONED: Final = "poisoned"
"""Condition: a poison works; its note says how, its end is when that is over."""
PoisonApplication = Literal["contact", "ingested", "inhaled", "injected"]
"""The way in which a poison enters the body."""
PoisonLength = Annotated[int, Meta(ge=0, le=9999)]


class Poison(Frozen):
    """A poison as the GM defines it; it is stored with the campaign, for the GM alone.

    Its potency is a skill against the victim's resistance. It sets in after the seconds of its onset, and works for
    those of its duration; 0 is for at once, and until the GM ends it. Effect and antidote are words.
    """

    name: str
    application: PoisonApplication = "ingested"
    potency: int = 50
    resistance: str = "Endurance"
    onset: int = 0
    duration: int = 0
    conditions: str = ""
    antidote: str = ""


POISONS: Final = "poisons"
POISON_RECORDS = TableRecords(POISONS, Poison)
"""The GM's list of poisons."""
known_poisons = POISON_RECORDS.all


def need_poison(table: Table, name: str) -> Poison:
    """Return a poison by its name. Raises Refused for an unknown one."""
    return needed(POISON_RECORDS.find(table, name), "d100_no_such_poison", "CF-X-37", poison=name[:60])


class MakePoison(GmRequest):
    """The GM writes a poison down; one of the same name is replaced."""

    RULES = ("CF-X-37", "CF-TRAP-12")
    name: Annotated[str, Meta(min_length=1, max_length=60, description="what it is called"), Asks("poison_name")]
    application: Annotated[PoisonApplication, Meta(description="how it gets into somebody"), Asks(optional=False)] = (
        "ingested"
    )
    potency: Annotated[
        int, Meta(ge=0, le=999, description="in per cent, against the victim's resistance"), Asks(optional=False)
    ] = 50
    resistance: Annotated[
        str, Meta(description="the skill that withstands it"), Asks(choices=RESISTANCES, own_words=True, optional=False)
    ] = "Endurance"
    onset: Annotated[PoisonLength, Meta(description="after how many of these it sets in; 0 for at once"), Asks()] = 0
    onset_in: Annotated[ClockUnit, Meta(description="of what"), Asks(choices=PACES)] = "minute"
    duration: Annotated[PoisonLength, Meta(description="for how many it works; 0 for until the GM ends it"), Asks()] = 0
    duration_in: Annotated[ClockUnit, Meta(description="of what"), Asks(choices=PACES)] = "hour"
    conditions: Annotated[
        str, Meta(max_length=200, description="what it does meanwhile, in words"), Asks("poison_does")
    ] = ""
    antidote: Annotated[str, Meta(max_length=200, description="what helps against it, in words"), Asks(rare=True)] = ""

    def verify(self, table: Table) -> None:
        """Allow the GM, for a poison with a name."""
        super().verify(table)
        if not plain_name(self.name):
            raise Refused("d100_poison_name", "CF-X-37")

    def decide(self, draft: Draft) -> None:
        """Save the poison."""
        settings = settings_of(draft.table)
        poison = Poison(
            name=plain_name(self.name),
            application=self.application,
            potency=self.potency,
            resistance=self.resistance.strip() or "Endurance",
            onset=self.onset * seconds_of(self.onset_in, settings),
            duration=self.duration * seconds_of(self.duration_in, settings),
            conditions=self.conditions.strip(),
            antidote=self.antidote.strip(),
        )
        POISON_RECORDS.write(draft, poison, last=True)
        _tell_gm(draft, "d100_poison_saved", poison.name)


class RemovePoison(GmRequest):
    """The GM takes a poison off the list."""

    RULES = ("CF-X-37",)
    FAR_REACHING = True
    NEEDS = (lambda table, command: need_poison(table, command.name),)
    name: Annotated[str, Meta(description="which"), Asks("which_poison")]

    def decide(self, draft: Draft) -> None:
        """Take the poison off the list."""
        POISON_RECORDS.remove(draft, self.name)
        _tell_gm(draft, "d100_poison_removed", self.name)


def _tell_gm(draft: Draft, key: str, name: str) -> None:
    draft.note(key, "CF-X-37", audience=(draft.table.gm(),), name=name)


# ---- effects ---------------------------------------------------------------------------------------------------------


class PoisonSomebody(GmActorRequest):
    """The GM poisons a character; when the poison sets in, its Potency is rolled against the victim's resistance."""

    RULES = ("CF-X-37", "CF-TRAP-12", "CF-TRAP-19", "CF-AMB-50")
    name: Annotated[str, Meta(description="which poison of the list"), Asks("which_poison")]

    def verify(self, table: Table) -> None:
        """Allow the GM, for a known poison and a living character that can roll to resist it."""
        super().verify(table)
        need_free(table)
        need_poison(table, self.name)
        if is_dead(table, self.actor):
            raise Refused("d100_not_now", "CF-X-37")

    def decide(self, draft: Draft) -> None:
        """Let the poison set in, now or after its onset."""
        poison = need_poison(draft.table, self.name)
        add_log_line(draft, self.actor, "d100_poison_given", "CF-X-37", application=poison.application)
        if poison.onset:
            _lay_poison(draft, self.actor, COMING, poison.name, draft.table.clock + poison.onset)
        else:
            _resist_poison(draft, self.actor, poison, CHECKS.open)


def _lay_poison(draft: Draft, actor: str, state: str, name: str, until: int | None, note: str = "") -> None:
    draft.lay_condition(actor, Condition(id=condition_id(state, name), name=state, note=note, until=until))


def _resist_poison(draft: Draft, actor: str, poison: Poison, open_roll: Callable[[Draft, Check], None]) -> None:
    value = untrained_value(draft.table, actor, poison.resistance)  # a poison is resisted all the same
    actor_roll = roll_of(draft.table, actor, poison.resistance, value=value)
    poison_roll = CheckRoll(name=poison.name, skill=poison.potency)
    then = PoisonContest(poison=poison.name)
    open_roll(draft, Check(then=then, rolls=(poison_roll, actor_roll), sort="opposed", what=poison.name))


class PoisonContest(Frozen, CheckPurpose, tag_field="then", tag="poison"):
    """A contest of a poison, by its name, and its victim."""

    poison: str

    def successes(self, table: Table) -> tuple[ContestEnd, ...]:
        """Return the ends without effect on the victim (CF-X-7)."""
        return ("resisting", "neither")

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply a poison that wins for its duration; if both fail, it has no effect (CF-X-7)."""
        actor = result.check.rolls[1].actor
        known_poison = POISON_RECORDS.find(draft.table, self.poison)
        if known_poison is None or is_dead(draft.table, actor):
            return
        if not result.succeeded:
            add_log_line(draft, actor, "d100_poison_withstood", "CF-X-37")
            return
        until = draft.table.clock + known_poison.duration if known_poison.duration else None
        _lay_poison(draft, actor, POISONED, known_poison.name, until, known_poison.conditions)
        add_log_line(draft, actor, "d100_poison_works", "CF-X-37", conditions=known_poison.conditions)


class EndPoison(GmActorRequest):
    """An antidote, or the GM's decision, ends the effect of a poison."""

    RULES = ("CF-X-37",)

    def verify(self, table: Table) -> None:
        """Allow the GM, for a poisoned character."""
        super().verify(table)
        if not is_poisoned(table, self.actor):
            raise Refused("d100_not_poisoned", "CF-X-37")

    def decide(self, draft: Draft) -> None:
        """End the poison of a character."""
        lift(draft, self.actor, COMING)
        lift(draft, self.actor, POISONED)
        add_log_line(draft, self.actor, "d100_poison_ends", "CF-X-37")


def is_poisoned(table: Table, actor: str) -> bool:
    """Say whether a poison works in a character, or will set in."""
    return table.actors[actor].has_condition(COMING) or table.actors[actor].has_condition(POISONED)


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    return condition_ends("poison", table, in_story(table), (COMING,))


def _run_due_poison(draft: Draft, due: DueEvent) -> None:
    actor, condition = condition_of(draft.table, due)
    draft.emit(ConditionGone(actor=actor, id=condition.id))
    known_poison = POISON_RECORDS.find(draft.table, condition.id.partition(":")[2])
    if known_poison is not None:
        _resist_poison(draft, actor, known_poison, call_for_check)


ONSETS = EventSource("poison", _entries, _run_due_poison, dice=True)
