"""Commands of a short rest, with an action a quarter of an hour, and of a night's sleep (CF-REST)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.schedule.time_flow import PassedTime, TimePurpose
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import (
    ASLEEP,
    HUNGRY,
    in_story,
    is_dead,
    lay,
    lift,
    party,
)
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, rows_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import write, write_row
from engine.rulesets.classic_fantasy.character.resource_pools import MAGIC, pool, set_pool
from engine.rulesets.classic_fantasy.character.session_state import Cause, DailyNeeds, session_state
from engine.rulesets.classic_fantasy.game_calendar import seconds_of, units
from engine.rulesets.classic_fantasy.health import rest_rules
from engine.rulesets.classic_fantasy.health.body_state import healing_rate, injury_of, set_injury
from engine.rulesets.classic_fantasy.health.fatigue_rules import begin_rest, end_rest, row_of
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_of, set_fatigue
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest, RestChoice, rest
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction, RestState, check_action, rest_step
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance, need_idle

MOST_STEPS = 96
MOST_HOURS = 48


def resting_of(table: Table, actor: str, rest_now: Rest | None = None) -> RestState:
    """Return the values of a character that a rest may change."""
    sheet, day = character_sheet_of(table, actor), session_state(table).days.get(actor, DailyNeeds())
    doing, done = rest_now.doing.get(actor, (None, 0)) if rest_now is not None else (None, 0)
    magic = pool(table, actor, MAGIC)
    return RestState(
        fatigue=fatigue_of(table, actor),
        magic=magic,
        magic_most=magic if sheet.magic_most is None else sheet.magic_most,
        rations=sheet.rations,
        ate=day.ate,
        woke=day.woke,
        slept_hours=day.slept_hours,
        hungry=table.actors[actor].has_condition(HUNGRY),
        doing=doing,
        done=done,
    )


def _write_back(draft: Draft, actor: str, before: RestState, after: RestState) -> None:
    set_fatigue(draft, actor, after.fatigue)
    if after.magic != before.magic:
        set_pool(draft, actor, MAGIC, after.magic)
    if after.rations != before.rations:
        write(draft, actor, rations=after.rations)
    if not after.hungry:
        lift(draft, actor, HUNGRY)
    session = session_state(draft.table)
    day = DailyNeeds(ate=after.ate, woke=after.woke, slept_hours=after.slept_hours)
    if day != session.days.get(actor, DailyNeeds()):
        draft.set_outermost(replace(session, days={**session.days, actor: day}))


def set_resting(draft: Draft, actors: Sequence[str], rest: bool) -> None:
    """Let characters begin or end complete rest; incapacitated ones rest in any case (CF-FATIGUE-14)."""
    settings, moment = settings_of(draft.table), draft.table.clock
    for actor in actors:
        times = session_state(draft.table).tired.get(actor)
        if not rest and (times is None or times.resting is None):
            continue  # it does not rest, so its fatigue need not be calculated
        fatigue = fatigue_of(draft.table, actor)
        if rest:
            set_fatigue(draft, actor, begin_rest(fatigue, moment))
        elif not row_of(fatigue.level).helpless:
            set_fatigue(draft, actor, end_rest(fatigue, moment, healing_rate(draft.table, actor), settings))


# ---- a short rest ----------------------------------------------------------------------------------------------------


def need_rest(table: Table, *rules: str) -> Rest:
    """Return the rest in progress. Raises Refused if there is none, or another procedure must end first."""
    rest_now = needed(rest(table), "d100_no_rest", *rules)
    if table.procedures[-1] is not rest_now:
        raise Refused("d100_under_way", *rules)
    return rest_now


class BeginRest(GmRequest):
    """The party rests for a number of quarters of an hour."""

    RULES = ("CF-REST-1", "CF-REST-2")
    steps: Annotated[
        int,
        Meta(ge=1, le=MOST_STEPS, description="how many quarters of an hour"),
        Asks("d100_quarters", optional=False),
    ] = 4
    actors: Annotated[
        tuple[str, ...],
        Meta(description="who rests; none named are all characters of players"),
        Asks("d100_who", most=NO_LIMIT),
    ] = ()

    def verify(self, table: Table) -> None:
        """Allow only the GM, while nothing else is in progress, and with at least one member."""
        super().verify(table)
        need_idle(table, self)
        if not party(table, self.actors):
            raise Refused("d100_nobody_rests", "CF-REST-1")

    def decide(self, draft: Draft) -> None:
        """Begin the rest."""
        members = party(draft.table, self.actors)
        set_resting(draft, members, True)
        draft.push_procedure(Rest(steps=self.steps, members=members))
        names = [actor_name(draft.table, actor) for actor in members if not draft.table.actors[actor].secret]
        draft.note("d100_rest_begins", "CF-REST-1", "CF-REST-2", steps=self.steps, actors=names)


class ChooseRest(CharacterRequest):
    """A character chooses its action for this quarter of an hour; once all have chosen, it passes."""

    RULES = ("CF-REST-2", "CF-REST-3", "CF-REST-4", "CF-REST-5", "CF-REST-9", "CF-REST-10")
    action: Annotated[RestAction, Meta(description="what")]
    cause: Annotated[Cause | None, Meta(description="of which fatigue a ration helps; null for that with most")] = None

    def verify(self, table: Table) -> None:
        """Allow the player of a resting character, for a possible action."""
        super().verify(table)
        rest_now = need_rest(table, "CF-REST-2")
        if rest_now.used_up:
            raise Refused("d100_rest_used_up", "CF-REST-2", steps=rest_now.steps)
        if self.actor not in rest_now.members or is_dead(table, self.actor):
            raise Refused("d100_rests_not", "CF-REST-2", actor=actor_name(table, self.actor))
        check_action(resting_of(table, self.actor, rest_now), self.action, table.clock, settings_of(table))

    def decide(self, draft: Draft) -> None:
        """Write the choice; the last one lets the time pass."""
        rest_now = need_rest(draft.table)
        chosen = {**rest_now.chosen, self.actor: RestChoice(action=self.action, cause=self.cause)}
        draft.replace_procedure(replace(rest_now, chosen=chosen))
        add_log_line(draft, self.actor, "d100_rest_chosen", "CF-REST-2", action=self.action)
        if all(actor in chosen for actor in rest_now.members if not is_dead(draft.table, actor)):
            step(draft)


class RestOn(GmRequest):
    """The GM lets the quarter of an hour pass; characters that have not chosen dither."""

    RULES = ("CF-REST-2", "CF-REST-10")
    NEEDS = (lambda table, command: need_rest(table, "CF-REST-2"),)

    def decide(self, draft: Draft) -> None:
        """Let the time pass; a rest with no quarters of an hour left ends, and actions not carried out are lost."""
        if need_rest(draft.table).used_up:
            finish(draft)
        else:
            step(draft)


class SetRest(GmRequest):
    """The GM makes the rest longer or shorter."""

    RULES = ("CF-REST-2",)
    steps: Annotated[
        int, Meta(ge=1, le=MOST_STEPS, description="for how many quarters of an hour in all"), Asks("d100_quarters")
    ]

    def verify(self, table: Table) -> None:
        """Allow only the GM, in a rest; what has passed cannot be taken off."""
        super().verify(table)
        rest_now = need_rest(table, "CF-REST-2")
        if self.steps <= rest_now.done:
            raise Refused("d100_rest_is_longer", "CF-REST-2", steps=rest_now.done)

    def decide(self, draft: Draft) -> None:
        """Set the number of steps."""
        draft.replace_procedure(replace(need_rest(draft.table), steps=self.steps))
        draft.note("d100_rest_set", "CF-REST-2", steps=self.steps)


class EndRest(GmRequest):
    """The GM ends the rest, or it is interrupted."""

    RULES = ("CF-REST-1", "CF-REST-7", "CF-FATIGUE-13")
    NEEDS = (lambda table, command: need_rest(table, "CF-REST-2"),)

    def decide(self, draft: Draft) -> None:
        """End the rest; actions of several steps that are not finished have no effect (CF-REST-7)."""
        finish(draft)


def step(draft: Draft) -> None:
    """Let a quarter of an hour pass, with all chosen actions (CF-REST-2 to CF-REST-10)."""
    advance(draft, units().rest_action_seconds, RestQuarter())


class RestQuarter(Frozen, TimePurpose, tag_field="then", tag="rest"):
    """A quarter of an hour of a rest."""

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Carry out the chosen actions."""
        rest_now = rest(draft.table)
        if rest_now is not None and result.whole:
            _apply_rest_steps(draft, rest_now, result.start)


def _apply_rest_steps(draft: Draft, rest_now: Rest, began: int) -> None:
    doing = dict[str, tuple[RestAction, int]]()
    ready = dict[str, RestAction]()
    for actor in rest_now.members:
        if actor not in in_story(draft.table):
            continue
        choice = rest_now.chosen.get(actor, RestChoice())
        before, settings = resting_of(draft.table, actor, rest_now), settings_of(draft.table)
        rate = healing_rate(draft.table, actor)
        outcome = rest_step(before, choice.action, began, rate, settings, cause=choice.cause)
        _write_back(draft, actor, before, outcome.after)
        if outcome.after.doing is not None:
            doing[actor] = (outcome.after.doing, outcome.after.done)
        if outcome.ready is not None:
            ready[actor] = outcome.ready
        add_log_line(draft, actor, "d100_rested", "CF-REST-2", action=choice.action, reckoning=outcome.notes)
    past = (*rest_now.past, {actor: choice.action for actor, choice in rest_now.chosen.items()})
    # Who is in the middle of an action of several steps goes on with it, unless the player chooses another one.
    goes_on = {actor: RestChoice(action=action) for actor, (action, _) in doing.items()}
    after = replace(rest_now, done=rest_now.done + 1, chosen=goes_on, past=past, doing=doing, ready=ready, cast=())
    draft.replace_procedure(after)
    draft.record_results(rest_steps=after.done, clock=draft.table.clock)


def settle(draft: Draft) -> None:
    """End the rest once all its time is spent and all chosen actions are carried out (CF-REST-2).

    A caster may cast more spells until then; after the rest a spell takes a moment, as elsewhere.
    """
    rest_now = rest(draft.table)
    if rest_now is None or draft.table.procedures[-1] is not rest_now or not rest_now.used_up:
        return
    alive = in_story(draft.table)
    if not any(actor in alive for actor in rest_now.outstanding):
        finish(draft)


def finish(draft: Draft) -> None:
    """End the rest."""
    rest_now = need_rest(draft.table)
    draft.pop_procedure(Rest)
    set_resting(draft, [actor for actor in rest_now.members if actor in in_story(draft.table)], False)
    draft.note("d100_rest_ends", "CF-REST-1", steps=rest_now.done, lost=_unfinished(draft.table, rest_now))


def _unfinished(table: Table, rest_now: Rest) -> list[str]:
    """Return the names of the unfinished actions, each once; those of secret characters are for nobody to read."""
    actors = table.actors
    open_doing = (it for actor, (it, _) in rest_now.doing.items() if actor in actors and not actors[actor].secret)
    return [say(Message(key=f"word.{action}")) for action in dict.fromkeys(open_doing)]


def leave(draft: Draft, actor: str) -> None:
    """Continue a rest without a character that has left the story; without members it ends."""
    rest_now = rest(draft.table)
    if rest_now is None or actor not in rest_now.members:
        return
    others = tuple(member for member in rest_now.members if member != actor)
    draft.replace_procedure(
        replace(
            rest_now.without_ready(actor),
            members=others,
            chosen={member: choice for member, choice in rest_now.chosen.items() if member != actor},
            doing={member: action for member, action in rest_now.doing.items() if member != actor},
            cast=tuple(member for member in rest_now.cast if member != actor),
        )
    )
    if not others:
        finish(draft)


class PrepareSpell(CharacterRequest):
    """A character memorises or forgets a spell, after the time for it."""

    RULES = ("CF-REST-9",)
    spell: Annotated[str, Meta(description="which of its spell book"), Asks("d100_spell")]
    memorise: Annotated[bool, Meta(description="memorise it; else forget it"), Asks("d100_memorise")] = True

    def verify(self, table: Table) -> None:
        """Allow the player of a character that has spent the time, for a spell of its book."""
        super().verify(table)
        rest_now = need_rest(table, "CF-REST-9")
        if rest_now.ready.get(self.actor) != "prepare_spell":
            raise Refused("d100_not_ready", "CF-REST-9", actor=actor_name(table, self.actor), action="prepare_spell")
        if self._row(table) is None:
            raise Refused("d100_not_in_book", "CF-REST-9", spell=self.spell[:60])

    def decide(self, draft: Draft) -> None:
        """Mark the spell as memorised, or remove the mark."""
        write_row(draft, self.actor, "spells", self._row(draft.table), memorised=self.memorise)
        draft.replace_procedure(need_rest(draft.table).without_ready(self.actor))
        key = "d100_memorised" if self.memorise else "d100_forgotten"
        add_log_line(draft, self.actor, key, "CF-REST-9", spell=self.spell)

    def _row(self, table: Table) -> int | None:
        rows = rows_of(table.actors[self.actor], "spells")
        return next((place for place, row in enumerate(rows) if row.get("name") == self.spell), None)


# ---- a night ---------------------------------------------------------------------------------------------------------


class Sleep(GmRequest):
    """The GM lets a night's sleep pass."""

    RULES = ("CF-TIME-2", "CF-X-18", "CF-FATIGUE-11", "CF-REST-9")
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS, description="how long"), Asks("d100_hours", optional=False)] = 8
    safe: Annotated[bool, Meta(description="neither in danger nor in discomfort"), Asks("d100_safe")] = True
    actors: Annotated[tuple[str, ...], Meta(description="who sleeps; none named are all characters of players")] = ()

    def verify(self, table: Table) -> None:
        """Allow only the GM, while nothing else is in progress."""
        super().verify(table)
        need_idle(table, self)
        for actor in self.actors:
            need_readable_record(table, self.seat, actor)
        if not party(table, self.actors):
            raise Refused("d100_nobody_rests", "CF-TIME-2")

    def decide(self, draft: Draft) -> None:
        """Let the party rest completely until it wakes."""
        sleepers = party(draft.table, self.actors)
        set_resting(draft, sleepers, True)
        for actor in sleepers:
            lay(draft, actor, ASLEEP)
        night = Night(sleepers=sleepers, hours=self.hours, safe=self.safe)
        advance(draft, self.hours * seconds_of("hour"), night)


class Night(Frozen, TimePurpose, tag_field="then", tag="sleep"):
    """A night's sleep."""

    sleepers: tuple[str, ...]
    hours: int
    safe: bool

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Wake up; a night that was interrupted counts only as rest so far."""
        alive = in_story(draft.table)
        sleepers = [actor for actor in self.sleepers if actor in alive]
        for actor in self.sleepers:
            if actor in draft.table.actors:
                lift(draft, actor, ASLEEP)
        if result.whole:
            draft.note("d100_night", "CF-TIME-2", hours=self.hours)
            for actor in sleepers:
                _wake(draft, actor, self.hours, safe=self.safe)
        set_resting(draft, sleepers, False)


def _wake(draft: Draft, actor: str, hours: int, *, safe: bool) -> None:
    before = resting_of(draft.table, actor)
    waking = rest_rules.wake(before, draft.table.clock, hours, safe=safe)
    _write_back(draft, actor, before, waking.after)
    if not waking.uses:
        return
    rows = tuple(
        {**row, "left": row["uses"]} if isinstance(row.get("uses"), int) else row
        for row in rows_of(draft.table.actors[actor], "abilities")
    )
    if rows:
        write(draft, actor, abilities=rows)
    for location in wounded_location_names(draft.table, actor):
        injury = injury_of(draft.table, actor, location)
        if injury is not None and injury.strain and settings_of(draft.table).heal_strenuous == "until_rested":
            set_injury(draft, actor, location, replace(injury, strain=0))
    add_log_line(draft, actor, "d100_awake", "CF-TIME-2", "CF-X-18", reckoning=waking.notes)
