"""Fatigue at the table: efforts, causes that the GM names, rest, and levels that go away (CF-FATIGUE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import fatigue
from engine.rulesets.classic_fantasy.at_table import (
    fatigue_level,
    fatigue_of,
    healing_rate,
    set_fatigue,
    tire,
)
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.data import sheet_table
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.leading import figure_of, need_leader, note_of, word
from engine.rulesets.classic_fantasy.passing import need_quiet, set_resting
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import evening
from engine.rulesets.classic_fantasy.states import in_story, is_dead
from engine.rulesets.classic_fantasy.straining import exert
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.table.table import Table

MOST_LEVELS = 9


class RollEffort(Request):
    """The GM asks for a roll against exertion; a failure costs a level of Fatigue."""

    RULES = ("CF-FATIGUE-2", "CF-FATIGUE-4", "CF-FATIGUE-8")
    actor: ActorId
    skill: Annotated[str, Meta(description="Athletics, Brawn or Endurance")] = "Endurance"
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    strenuous: Annotated[bool, Meta(description="so strenuous that wounds heal worse for it (CF-HEAL-3)")] = True


class Weary(Request):
    """The GM lays levels of Fatigue of some cause on a character."""

    RULES = ("CF-FATIGUE-1", "CF-FATIGUE-3", "CF-FATIGUE-10", "CF-GEN-1")
    actor: ActorId
    cause: Annotated[Cause, Meta(description="what brings them")]
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many")] = 1


class Refresh(Request):
    """The GM takes levels of Fatigue away, of one cause or of any."""

    RULES = ("CF-FATIGUE-12", "CF-AMB-23")
    actor: ActorId
    levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS, description="how many")] = 1
    cause: Annotated[Cause | None, Meta(description="of which; null for the one that has most")] = None


class EndCause(Request):
    """The GM lets a cause of Fatigue be over: its levels go away from now on."""

    RULES = ("CF-FATIGUE-12", "CF-ASPHYX-11", "CF-BLOOD-3")
    actor: ActorId
    cause: Annotated[Cause, Meta(description="which")]


class FatigueMagic(Request):
    """A spell or a potion takes Fatigue away."""

    RULES = ("CF-X-35", "CF-AMB-57")
    actor: ActorId
    potion: Annotated[bool, Meta(description="a potion, which does not help against loss of blood")] = False


class SetResting(Request):
    """A character begins to rest completely, or is roused."""

    RULES = ("CF-FATIGUE-11", "CF-FATIGUE-13", "CF-FATIGUE-14")
    actor: ActorId
    rest: Annotated[bool, Meta(description="rests completely")] = True


def level_name(level: int) -> str:
    """Return what a level is called, such as `Winded`."""
    names: Mapping[int, str] = sheet_table("fatigue", dict[int, str])
    return names[min(max(level, 0), max(names))]


def tire_and_tell(draft: Draft, actor: str, cause: Cause, levels: int, *rules: str) -> None:
    """Bring levels of Fatigue on somebody, and tell; at the end of them is death (CF-FATIGUE-10)."""
    more = tire(draft, actor, cause, levels)
    level = fatigue_level(draft.table, actor)
    note_of(draft, actor, "d100_tires", "CF-FATIGUE-1", *rules, cause=cause, levels=more, level=level_name(level))
    figure_of(draft, actor, fatigue=level)
    if level >= fatigue.dead():
        note_of(draft, actor, "d100_tired_to_death", "CF-FATIGUE-10", cause=cause)


def tell_relief(draft: Draft, actor: str, before: int, *rules: str) -> None:
    """Tell how much fresher somebody is than before."""
    level = fatigue_level(draft.table, actor)
    note_of(draft, actor, "d100_freshens", *rules, levels=before - level, level=level_name(level))
    figure_of(draft, actor, fatigue=level)


def need_alive(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused for the dead."""
    if is_dead(table, actor):
        raise Refused("d100_is_dead", *rules, actor=actor_name(table, actor))


# ---- efforts ---------------------------------------------------------------------------------------------------------


def verify_effort(table: Table, command: RollEffort) -> None:
    """The GM, for somebody alive, with one of three skills."""
    need_gm(table, command, "CF-FATIGUE-2")
    need_record(table, command.seat, command.actor)
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_quiet(table, "CF-FATIGUE-2")
    if command.skill not in fatigue.numbers().effort.skills:
        known = list(fatigue.numbers().effort.skills)
        raise Refused("d100_effort_skill", "CF-FATIGUE-2", skill=command.skill[:40], known=known)
    roll_of(table, command.actor, command.skill)


def roll_effort(draft: Draft, command: RollEffort) -> None:
    """Open the roll; who rests has not rested on."""
    if command.strenuous:
        exert(draft, command.actor)
    else:
        set_resting(draft, (command.actor,), False)
    roll = roll_of(draft.table, command.actor, command.skill, command.grade)
    open_check(draft, Check(purpose="effort", what=word("effort"), rolls=(roll,)))


def _effort_made(draft: Draft, result: Decided) -> None:
    actor, level = result.check.rolls[0].actor, result.rolls[0].level
    levels = fatigue.effort_levels(level)
    if levels:
        tire_and_tell(draft, actor, "exertion", levels, "CF-FATIGUE-2")
    else:
        note_of(draft, actor, "d100_effort_borne", "CF-FATIGUE-2")


PURPOSES["effort"] = Purpose(_effort_made)


# ---- by hand, and by magic -------------------------------------------------------------------------------------------


def verify_weary(table: Table, command: Weary | Refresh | EndCause) -> None:
    """The GM, for somebody alive; what is taken away or ended must be there."""
    need_gm(table, command, "CF-FATIGUE-3")
    need_record(table, command.seat, command.actor)
    need_alive(table, command.actor, "CF-FATIGUE-10")
    if isinstance(command, Weary):
        return
    found = fatigue_of(table, command.actor)
    if (command.cause is None and not found.level) or (command.cause is not None and found.of(command.cause) is None):
        raise Refused("d100_not_tired", "CF-FATIGUE-12", actor=actor_name(table, command.actor))


def weary(draft: Draft, command: Weary) -> None:
    """Lay them on."""
    tire_and_tell(draft, command.actor, command.cause, command.levels, "CF-FATIGUE-3")


def refresh(draft: Draft, command: Refresh) -> None:
    """Take them away."""
    before, now = fatigue_of(draft.table, command.actor), draft.table.clock
    set_fatigue(draft, command.actor, fatigue.relieved(before, command.levels, now, command.cause))
    tell_relief(draft, command.actor, before.level, "CF-FATIGUE-12")


def end_cause(draft: Draft, command: EndCause) -> None:
    """From now on they go away."""
    found = fatigue_of(draft.table, command.actor)
    set_fatigue(draft, command.actor, fatigue.ease(found, command.cause, draft.table.clock))
    note_of(draft, command.actor, "d100_cause_ends", "CF-FATIGUE-12", cause=command.cause)


def verify_magic(table: Table, command: FatigueMagic) -> None:
    """Whoever leads the character, or the GM; there must be something to take away."""
    need_leader(table, command, command.actor, "CF-X-35")
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_quiet(table, "CF-X-35")
    if not fatigue_level(table, command.actor):
        raise Refused("d100_not_tired", "CF-X-35", actor=actor_name(table, command.actor))


def fatigue_magic(draft: Draft, command: FatigueMagic) -> None:
    """Throw for it."""
    magic, actor = fatigue.numbers().magic, command.actor
    dice, about = magic.potion if command.potion else magic.cure, {"potion": command.potion}
    levels = Effect(purpose="refreshing", actor=actor, dice=dice, word="d100_refreshing_dice", best="most", about=about)
    throw_for(draft, levels)


def _refreshed(draft: Draft, lying: Effect) -> None:
    before = fatigue_of(draft.table, lying.actor)
    spared = fatigue.numbers().magic.potion_not_for if lying.about["potion"] else ()
    set_fatigue(draft, lying.actor, fatigue.relieved(before, lying.value, draft.table.clock, but_not=spared))
    tell_relief(draft, lying.actor, before.level, "CF-X-35")


EFFECTS["refreshing"] = _refreshed


def verify_resting(table: Table, command: SetResting) -> None:
    """Whoever leads the character, or the GM."""
    need_leader(table, command, command.actor, "CF-FATIGUE-11")
    need_alive(table, command.actor, "CF-FATIGUE-10")
    need_quiet(table, "CF-FATIGUE-11")
    found = fatigue_of(table, command.actor)
    if (found.resting is not None) == command.rest:
        key = "d100_rests_already" if command.rest else "d100_rests_not"
        raise Refused(key, "CF-FATIGUE-11", actor=actor_name(table, command.actor))
    if not command.rest and fatigue.row_of(found.level).helpless:
        raise Refused("d100_cannot_rise", "CF-FATIGUE-14", actor=actor_name(table, command.actor))


def resting(draft: Draft, command: SetResting) -> None:
    """Begin, or end."""
    set_resting(draft, (command.actor,), command.rest)
    note_of(draft, command.actor, "d100_rests" if command.rest else "d100_rises", "CF-FATIGUE-11", "CF-FATIGUE-13")


# ---- the clock -------------------------------------------------------------------------------------------------------


_ENTRIES: Final = Remembered[tuple[Entry, ...]]()
"""What waits for each character: it is asked for after everything that happens to anybody."""


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    tired = evening(table).tired
    for actor in in_story(table):
        made_of = (table.actors[actor], tired.get(actor), table.options, table.scene)
        yield from _ENTRIES.get(actor, made_of, partial(_entries_of, table, actor))


def _entries_of(table: Table, actor: str) -> tuple[Entry, ...]:
    found = fatigue_of(table, actor)
    if not found.causes:
        return ()
    entries = fatigue.entries(found, healing_rate(table, actor), actor)
    return tuple(replace(entry, name=f"fatigue:{entry.name}") for entry in entries)


def _fall(draft: Draft, due: Due) -> None:
    _, cause, actor = due.name.split(":", 2)
    found = fatigue_of(draft.table, actor)
    falls = fatigue.next_falls(found, healing_rate(draft.table, actor))
    fall = next(fall for fall in falls if fall.cause == cause and fall.at == due.at)
    set_fatigue(draft, actor, fatigue.fallen(found, fall))
    rule = {"asphyxiation": "CF-ASPHYX-10", "blood": "CF-BLOOD-3"}.get(cause, "CF-FATIGUE-11")
    tell_relief(draft, actor, found.level, rule)


TICKS.append(Tick("fatigue", _entries, _fall))


MOVES = (
    Move(RollEffort, verify_effort, roll_effort),
    Move(Weary, verify_weary, weary),
    Move(Refresh, verify_weary, refresh),
    Move(EndCause, verify_weary, end_cause),
    Move(FatigueMagic, verify_magic, fatigue_magic),
    Move(SetResting, verify_resting, resting),
)
