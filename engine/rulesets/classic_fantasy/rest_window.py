"""A short rest at the table, in which everybody does one thing each quarter of an hour, and a night (CF-REST)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, cast

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import resting
from engine.rulesets.classic_fantasy.at_table import (
    MAGIC,
    fatigue_of,
    healing_rate,
    pool,
    set_fatigue,
    set_pool,
)
from engine.rulesets.classic_fantasy.characters import person_of, rows_of
from engine.rulesets.classic_fantasy.clock import seconds_of, units
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.leading import need_leader, note_of
from engine.rulesets.classic_fantasy.mending import hurt_at
from engine.rulesets.classic_fantasy.passing import THEN, advance, need_quiet, set_resting
from engine.rulesets.classic_fantasy.procedures.evening import day_of, injury_of, set_day, set_injury
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.rest import Choice, Rest, rest
from engine.rulesets.classic_fantasy.recording import write, write_row
from engine.rulesets.classic_fantasy.resting import RestAction, Resting, check_action, rest_step
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import ASLEEP, HUNGRY, in_story, is_dead, lay, lift
from engine.table.frozen import Json, replace
from engine.table.table import Table

MOST_STEPS = 96
MOST_HOURS = 48


class BeginRest(Request):
    """The party rests for so many quarters of an hour."""

    RULES = ("CF-REST-1", "CF-REST-2")
    steps: Annotated[int, Meta(ge=1, le=MOST_STEPS, description="how many quarters of an hour")] = 4
    actors: Annotated[tuple[str, ...], Meta(description="who rests; none named are all characters of players")] = ()


class ChooseRest(Request):
    """A character chooses what to do in this quarter of an hour; once all have chosen, it passes."""

    RULES = ("CF-REST-2", "CF-REST-3", "CF-REST-4", "CF-REST-5", "CF-REST-9", "CF-REST-10")
    actor: ActorId
    action: Annotated[RestAction, Meta(description="what")]
    cause: Annotated[Cause | None, Meta(description="of which fatigue a ration helps; null for that with most")] = None


class RestOn(Request):
    """The GM lets the quarter of an hour pass; who has chosen nothing dithers."""

    RULES = ("CF-REST-2", "CF-REST-10")


class SetRest(Request):
    """The GM makes the rest longer or shorter."""

    RULES = ("CF-REST-2",)
    steps: Annotated[int, Meta(ge=1, le=MOST_STEPS, description="for how many quarters of an hour in all")]


class EndRest(Request):
    """The GM ends the rest, or something breaks it."""

    RULES = ("CF-REST-1", "CF-REST-7", "CF-FATIGUE-13")


class PrepareSpell(Request):
    """A character memorises or forgets a spell, once the time for it is spent."""

    RULES = ("CF-REST-9",)
    actor: ActorId
    spell: Annotated[str, Meta(description="which of its spell book")]
    memorise: Annotated[bool, Meta(description="memorise it; else forget it")] = True


class Sleep(Request):
    """The GM lets a night pass in sleep."""

    RULES = ("CF-TIME-2", "CF-X-18", "CF-FATIGUE-11", "CF-REST-9")
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS, description="how long")] = 8
    safe: Annotated[bool, Meta(description="neither in danger nor in discomfort")] = True
    actors: Annotated[tuple[str, ...], Meta(description="who sleeps; none named are all characters of players")] = ()


def party(table: Table, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Return those who are named, else the living characters of players."""
    living = in_story(table)
    if named:
        return tuple(actor for actor in living if actor in named)
    return tuple(actor for actor in living if not table.is_gm(table.actors[actor].seat) and table.actors[actor].seat)


def resting_of(table: Table, actor: str, now: Rest | None = None) -> Resting:
    """Return what a rest may change of somebody."""
    person, day = person_of(table, actor), day_of(table, actor)
    doing, done = now.doing.get(actor, (None, 0)) if now is not None else (None, 0)
    magic = pool(table, actor, MAGIC)
    return Resting(
        fatigue=fatigue_of(table, actor),
        magic=magic,
        magic_most=magic if person.magic_most is None else person.magic_most,
        rations=person.rations,
        ate=day.ate,
        woke=day.woke,
        slept_hours=day.slept_hours,
        hungry=table.actors[actor].has(HUNGRY),
        doing=doing,
        done=done,
    )


def _write_back(draft: Draft, actor: str, before: Resting, after: Resting) -> None:
    set_fatigue(draft, actor, after.fatigue)
    if after.magic != before.magic:
        set_pool(draft, actor, MAGIC, after.magic)
    if after.rations != before.rations:
        write(draft, actor, rations=after.rations)
    if not after.hungry:
        lift(draft, actor, HUNGRY)
    day = replace(day_of(draft.table, actor), ate=after.ate, woke=after.woke, slept_hours=after.slept_hours)
    if day != day_of(draft.table, actor):
        set_day(draft, actor, day)


# ---- a short rest ----------------------------------------------------------------------------------------------------


def need_rest(table: Table, *rules: str) -> Rest:
    """Return the rest at the front. Raises Refused if nobody rests, or something must be ended first."""
    now = rest(table)
    if now is None:
        raise Refused("d100_no_rest", *rules)
    if table.procedures[-1] is not now:
        raise Refused("d100_under_way", *rules)
    return now


def verify_begin(table: Table, command: BeginRest) -> None:
    """The GM, while nothing else is under way; somebody must rest."""
    need_gm(table, command, "CF-REST-1")
    need_quiet(table, "CF-REST-1")
    if not party(table, command.actors):
        raise Refused("d100_nobody_rests", "CF-REST-1")


def begin(draft: Draft, command: BeginRest) -> None:
    """Sit down."""
    members = party(draft.table, command.actors)
    set_resting(draft, members, True)
    draft.begin(Rest(steps=command.steps, members=members))
    names = [actor_name(draft.table, actor) for actor in members if not draft.table.actors[actor].secret]
    draft.note("d100_rest_begins", "CF-REST-1", "CF-REST-2", steps=command.steps, actors=names)


def verify_choose(table: Table, command: ChooseRest) -> None:
    """Whoever leads somebody who rests, for what can be done."""
    need_leader(table, command, command.actor, "CF-REST-2")
    now = need_rest(table, "CF-REST-2")
    if now.used_up:
        raise Refused("d100_rest_used_up", "CF-REST-2", steps=now.steps)
    if command.actor not in now.members or is_dead(table, command.actor):
        raise Refused("d100_rests_not", "CF-REST-2", actor=actor_name(table, command.actor))
    check_action(resting_of(table, command.actor, now), command.action, table.clock, settings_of(table))


def choose(draft: Draft, command: ChooseRest) -> None:
    """Note it; the last one's choice lets the time pass."""
    now = need_rest(draft.table)
    chosen = {**now.chosen, command.actor: Choice(action=command.action, cause=command.cause)}
    draft.become(replace(now, chosen=chosen))
    note_of(draft, command.actor, "d100_rest_chosen", "CF-REST-2", action=command.action)
    if all(actor in chosen for actor in now.members if not is_dead(draft.table, actor)):
        step(draft)


def verify_on(table: Table, command: RestOn | EndRest | SetRest) -> None:
    """The GM."""
    need_gm(table, command, "CF-REST-2")
    now = need_rest(table, "CF-REST-2")
    if isinstance(command, SetRest) and command.steps <= now.done:
        raise Refused("d100_rest_is_longer", "CF-REST-2", steps=now.done)


def rest_on(draft: Draft, command: RestOn) -> None:
    """Let it pass; a rest that has had all its quarters of an hour ends, and what was not carried out is left."""
    now = need_rest(draft.table)
    if now.used_up:
        finish(draft)
    else:
        step(draft)


def set_length(draft: Draft, command: SetRest) -> None:
    """Write it down."""
    draft.become(replace(need_rest(draft.table), steps=command.steps))
    draft.note("d100_rest_set", "CF-REST-2", steps=command.steps)


def step(draft: Draft) -> None:
    """Let a quarter of an hour pass, and all that was chosen for it come about (CF-REST-2 to CF-REST-10)."""
    advance(draft, units().rest_action_seconds, then="rest")


def _rested(draft: Draft, passed: Passing, whole: bool) -> None:
    now, began = rest(draft.table), passed.start
    if now is None or not whole:
        return
    doing = dict[str, tuple[RestAction, int]]()
    ready = dict[str, RestAction]()
    for actor in now.members:
        if actor not in in_story(draft.table):
            continue
        choice = now.chosen.get(actor, Choice())
        before, settings = resting_of(draft.table, actor, now), settings_of(draft.table)
        rate = healing_rate(draft.table, actor)
        found = rest_step(before, choice.action, began, rate, settings, cause=choice.cause)
        _write_back(draft, actor, before, found.after)
        if found.after.doing is not None:
            doing[actor] = (found.after.doing, found.after.done)
        if found.ready is not None:
            ready[actor] = found.ready
        note_of(draft, actor, "d100_rested", "CF-REST-2", action=choice.action, reckoning=found.notes)
    past = (*now.past, {actor: choice.action for actor, choice in now.chosen.items()})
    after = replace(now, done=now.done + 1, chosen={}, past=past, doing=doing, ready=ready, cast=())
    draft.become(after)
    draft.figure(rest_steps=after.done, clock=draft.table.clock)


def settle(draft: Draft) -> None:
    """End the rest at the front once all its time is spent and all that was chosen for it is carried out (CF-REST-2).

    Whoever casts may go on casting until then; afterwards a spell takes a moment, as it does elsewhere.
    """
    now = rest(draft.table)
    if now is None or draft.table.procedures[-1] is not now or not now.used_up:
        return
    alive = in_story(draft.table)
    if not any(actor in alive for actor in now.outstanding):
        finish(draft)


def end(draft: Draft, command: EndRest) -> None:
    """Rise; what takes several steps and is not done has come to nothing (CF-REST-7)."""
    finish(draft)


def finish(draft: Draft) -> None:
    """End the rest."""
    now = need_rest(draft.table)
    draft.finish(Rest)
    set_resting(draft, [actor for actor in now.members if actor in in_story(draft.table)], False)
    draft.note("d100_rest_ends", "CF-REST-1", steps=now.done, lost=[what for what, _ in now.doing.values()])


def leave(draft: Draft, actor: str) -> None:
    """Let a rest go on without somebody who has left the story; with nobody left it ends."""
    now = rest(draft.table)
    if now is None or actor not in now.members:
        return
    others = tuple(one for one in now.members if one != actor)
    draft.become(
        replace(
            now,
            members=others,
            chosen={one: choice for one, choice in now.chosen.items() if one in others},
            doing={one: what for one, what in now.doing.items() if one in others},
            ready={one: what for one, what in now.ready.items() if one in others},
            cast=tuple(one for one in now.cast if one in others),
        )
    )
    if not others:
        finish(draft)


def verify_prepare(table: Table, command: PrepareSpell) -> None:
    """Whoever leads a character that has spent the time, for a spell of its book."""
    need_leader(table, command, command.actor, "CF-REST-9")
    now = need_rest(table, "CF-REST-9")
    if now.ready.get(command.actor) != "prepare_spell":
        raise Refused("d100_not_ready", "CF-REST-9", actor=actor_name(table, command.actor))
    if _spell(table, command) is None:
        raise Refused("d100_not_in_book", "CF-REST-9", spell=command.spell[:60])


def _spell(table: Table, command: PrepareSpell) -> int | None:
    rows = rows_of(table.actors[command.actor], "spells")
    return next((place for place, row in enumerate(rows) if row.get("name") == command.spell), None)


def prepare(draft: Draft, command: PrepareSpell) -> None:
    """Tick it, or take the tick away."""
    now = need_rest(draft.table)
    write_row(draft, command.actor, "spells", _spell(draft.table, command), memorised=command.memorise)
    draft.become(replace(now, ready={who: what for who, what in now.ready.items() if who != command.actor}))
    key = "d100_memorised" if command.memorise else "d100_forgotten"
    note_of(draft, command.actor, key, "CF-REST-9", spell=command.spell)


# ---- a night ---------------------------------------------------------------------------------------------------------


def verify_sleep(table: Table, command: Sleep) -> None:
    """The GM, while nothing else is under way."""
    need_gm(table, command, "CF-TIME-2")
    need_quiet(table, "CF-TIME-2")
    for actor in command.actors:
        need_record(table, command.seat, actor)
    if not party(table, command.actors):
        raise Refused("d100_nobody_rests", "CF-TIME-2")


def sleep(draft: Draft, command: Sleep) -> None:
    """Rest completely, and wake."""
    sleepers = party(draft.table, command.actors)
    set_resting(draft, sleepers, True)
    for actor in sleepers:
        lay(draft, actor, ASLEEP)
    about: dict[str, Json] = {"sleepers": list(sleepers), "hours": command.hours, "safe": command.safe}
    advance(draft, command.hours * seconds_of("hour"), then="sleep", about=about)


def _slept(draft: Draft, now: Passing, whole: bool) -> None:
    """Wake; whoever was roused before the night was over has rested so far, and no more."""
    alive, hours = in_story(draft.table), cast("int", now.about["hours"])
    began = cast("Sequence[str]", now.about["sleepers"])
    sleepers = [actor for actor in began if actor in alive]
    for actor in began:
        if actor in draft.table.actors:
            lift(draft, actor, ASLEEP)
    if whole:
        draft.note("d100_night", "CF-TIME-2", hours=hours)
        for actor in sleepers:
            _wake(draft, actor, hours, safe=bool(now.about["safe"]))
    set_resting(draft, sleepers, False)


def _wake(draft: Draft, actor: str, hours: int, *, safe: bool) -> None:
    before = resting_of(draft.table, actor)
    waking = resting.wake(before, draft.table.clock, hours, safe=safe)
    _write_back(draft, actor, before, waking.after)
    if not waking.uses:
        return
    rows = tuple(
        {**row, "left": row["uses"]} if isinstance(row.get("uses"), int) else row
        for row in rows_of(draft.table.actors[actor], "abilities")
    )
    if rows:
        write(draft, actor, abilities=rows)
    for location in hurt_at(draft.table, actor):
        known = injury_of(draft.table, actor, location)
        if known is not None and known.strain and settings_of(draft.table).heal_strenuous == "until_rested":
            set_injury(draft, actor, location, replace(known, strain=0))
    note_of(draft, actor, "d100_awake", "CF-TIME-2", "CF-X-18", reckoning=waking.notes)


THEN["rest"] = _rested
THEN["sleep"] = _slept
MOVES = (
    Move(BeginRest, verify_begin, begin),
    Move(ChooseRest, verify_choose, choose),
    Move(RestOn, verify_on, rest_on),
    Move(SetRest, verify_on, set_length),
    Move(EndRest, verify_on, end),
    Move(PrepareSpell, verify_prepare, prepare),
    Move(Sleep, verify_sleep, sleep),
)
