"""Poisons with the traits that the GM gives them: onset, resistance, duration and antidote (CF-X-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal

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
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, call_for_check, roll_of
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit, seconds_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import PACES, plain_name
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import RESISTANCES
from engine.rulesets.classic_fantasy.settings import settings_of

POISONS: Final = "poisons"
COMING: Final = "poison_coming"
"""Condition: a poison has been taken and has not set in yet; its end is when it does."""
POISONED: Final = "poisoned"
"""Condition: a poison works; its note says how, its end is when that is over."""
PoisonApplication = Literal["contact", "ingested", "inhaled", "injected"]
"""The way in which a poison enters the body."""
PoisonLength = Annotated[int, Meta(ge=0, le=9999)]


class Poison(Frozen):
    """A poison as the GM defines it; it is stored with the campaign, for the GM alone.

    Attributes:
        name: its name.
        application: the way in which it enters the body.
        potency: its skill against the victim's.
        resistance: the skill that resists it.
        onset: seconds until it sets in; 0 for at once.
        duration: seconds for which it works; 0 for until the GM ends it.
        conditions: its effect, in words.
        antidote: the antidote, in words.
    """

    name: str
    application: PoisonApplication = "ingested"
    potency: int = 50
    resistance: str = "Endurance"
    onset: int = 0
    duration: int = 0
    conditions: str = ""
    antidote: str = ""


POISON_RECORDS: Final = TableRecords(POISONS, Poison)
known_poisons = POISON_RECORDS.all


class MakePoison(Request):
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


class RemovePoison(Request):
    """The GM takes a poison off the list."""

    RULES = ("CF-X-37",)
    FAR_REACHING = True
    name: Annotated[str, Meta(description="which"), Asks("which_poison")]


class PoisonSomebody(Request):
    """The GM poisons a character; when the poison sets in, its Potency is rolled against the victim's resistance."""

    RULES = ("CF-X-37", "CF-TRAP-12", "CF-TRAP-19", "CF-AMB-50")
    actor: ActorId
    name: Annotated[str, Meta(description="which poison of the list"), Asks("which_poison")]


class EndPoison(Request):
    """An antidote, or the GM's decision, ends the effect of a poison."""

    RULES = ("CF-X-37",)
    actor: ActorId


# ---- the list --------------------------------------------------------------------------------------------------------


def need_poison(table: Table, name: str) -> Poison:
    """Return a poison by its name. Raises Refused for an unknown one."""
    known_poison = POISON_RECORDS.find(table, name)
    if known_poison is None:
        raise Refused("d100_no_such_poison", "CF-X-37", poison=name[:60])
    return known_poison


def verify_list(table: Table, command: MakePoison | RemovePoison) -> None:
    """Allow the GM; a new poison needs a name, and a removed one must exist."""
    need_gm(table, command, "CF-X-37")
    if isinstance(command, RemovePoison):
        need_poison(table, command.name)
    elif not plain_name(command.name):
        raise Refused("d100_poison_name", "CF-X-37")


def make(draft: Draft, command: MakePoison) -> None:
    """Save the poison."""
    settings = settings_of(draft.table)
    poison = Poison(
        name=plain_name(command.name),
        application=command.application,
        potency=command.potency,
        resistance=command.resistance.strip() or "Endurance",
        onset=command.onset * seconds_of(command.onset_in, settings),
        duration=command.duration * seconds_of(command.duration_in, settings),
        conditions=command.conditions.strip(),
        antidote=command.antidote.strip(),
    )
    POISON_RECORDS.write(draft, poison, last=True)
    _tell_gm(draft, "d100_poison_saved", poison.name)


def remove(draft: Draft, command: RemovePoison) -> None:
    """Take the poison off the list."""
    POISON_RECORDS.remove(draft, command.name)
    _tell_gm(draft, "d100_poison_removed", command.name)


def _tell_gm(draft: Draft, key: str, name: str) -> None:
    draft.note(key, "CF-X-37", audience=(draft.table.gm(),), name=name)


# ---- effects ---------------------------------------------------------------------------------------------------------


def verify_poison(table: Table, command: PoisonSomebody) -> None:
    """Allow the GM, for a known poison and a living character that can roll to resist it."""
    need_gm(table, command, "CF-X-37")
    need_controller(table, command, command.actor)
    need_free(table)
    need_poison(table, command.name)
    if character_conditions.is_dead(table, command.actor):
        raise Refused("d100_not_now", "CF-X-37")


def poison(draft: Draft, command: PoisonSomebody) -> None:
    """Let the poison set in, now or after its onset."""
    poison = need_poison(draft.table, command.name)
    add_log_line(draft, command.actor, "d100_poison_given", "CF-X-37", application=poison.application)
    if poison.onset:
        _lay_poison(draft, command.actor, COMING, poison.name, draft.table.clock + poison.onset)
    else:
        _resist_poison(draft, command.actor, poison, CHECKS.open)


def _lay_poison(draft: Draft, actor: str, state: str, name: str, until: int | None, note: str = "") -> None:
    condition = Condition(id=character_conditions.condition_id(state, name), name=state, note=note, until=until)
    draft.lay_condition(actor, condition)


def _resist_poison(draft: Draft, actor: str, poison: Poison, open_roll: Callable[[Draft, Check], None]) -> None:
    actor_roll = roll_of(
        draft.table, actor, poison.resistance, value=_untrained_value(draft.table, actor, poison.resistance)
    )
    poison_roll = CheckRoll(name=poison.name, skill=poison.potency)
    then = PoisonContest(poison=poison.name)
    open_roll(draft, Check(then=then, rolls=(poison_roll, actor_roll), sort="opposed", what=poison.name))


def _untrained_value(table: Table, actor: str, skill: str) -> int | None:
    """Return 0 for a skill that a character does not have: a poison is resisted all the same."""
    return None if character_sheet_of(table, actor).skill(skill) is not None else 0


class PoisonContest(Frozen, CheckPurpose, tag_field="then", tag="poison"):
    """A contest of a poison, by its name, and its victim."""

    poison: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply a poison that wins for its duration; if both fail, it has no effect (CF-X-7)."""
        actor = result.check.rolls[1].actor
        known_poison = POISON_RECORDS.find(draft.table, self.poison)
        if known_poison is None or character_conditions.is_dead(draft.table, actor):
            return
        if not result.succeeded:
            add_log_line(draft, actor, "d100_poison_withstood", "CF-X-37")
            return
        until = draft.table.clock + known_poison.duration if known_poison.duration else None
        _lay_poison(draft, actor, POISONED, known_poison.name, until, known_poison.conditions)
        add_log_line(draft, actor, "d100_poison_works", "CF-X-37", conditions=known_poison.conditions)


def verify_end(table: Table, command: EndPoison) -> None:
    """Allow the GM, for a poisoned character."""
    need_gm(table, command, "CF-X-37")
    need_controller(table, command, command.actor)
    character = table.actors[command.actor]
    if not character.has_condition(COMING) and not character.has_condition(POISONED):
        raise Refused("d100_not_poisoned", "CF-X-37")


def end(draft: Draft, command: EndPoison) -> None:
    """End the poison of a character."""
    character_conditions.lift(draft, command.actor, COMING)
    character_conditions.lift(draft, command.actor, POISONED)
    add_log_line(draft, command.actor, "d100_poison_ends", "CF-X-37")


# ---- the clock -------------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in character_conditions.in_story(table):
        for condition in table.actors[actor].conditions_named(COMING):
            if condition.until is not None:
                yield ScheduledEvent(name=f"poison:{actor}:{condition.id}", at=condition.until)


def _run_due_poison(draft: Draft, due: DueEvent) -> None:
    _, actor, condition_id = due.name.split(":", 2)
    name = condition_id.partition(":")[2]
    draft.emit(ConditionGone(actor=actor, id=condition_id))
    known_poison = POISON_RECORDS.find(draft.table, name)
    if known_poison is not None:
        _resist_poison(draft, actor, known_poison, call_for_check)


ONSETS = EventSource("poison", _entries, _run_due_poison, dice=True)
MOVES = (
    Move(MakePoison, verify_list, make),
    Move(RemovePoison, verify_list, remove),
    Move(PoisonSomebody, verify_poison, poison),
    Move(EndPoison, verify_end, end),
)
