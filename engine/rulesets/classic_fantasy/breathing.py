"""Somebody without air: a breath that runs out, and a roll each Round until it comes back (CF-ASPHYX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import asphyxia, fatigue
from engine.rulesets.classic_fantasy.at_table import fatigue_level, fatigue_of, set_fatigue
from engine.rulesets.classic_fantasy.characters import skill_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, call_for, chances, reckoning_of
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.grades import Level
from engine.rulesets.classic_fantasy.leading import figure_of, note_of, word
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import Breath, evening, set_breath
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import BREATHLESS, in_story, is_dead, lay, lift
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.tiring import need_alive, tire_and_tell
from engine.table.frozen import replace
from engine.table.table import Table

ENDURANCE = "Endurance"
MOST_SECONDS = 9999


RULES: Final[dict[Level, str]] = {
    "critical": "CF-ASPHYX-5",
    "success": "CF-ASPHYX-6",
    "failure": "CF-ASPHYX-7",
    "fumble": "CF-ASPHYX-8",
}


class LoseBreath(Request):
    """A character is without air from now on: under water, in smoke, strangled."""

    RULES = ("CF-ASPHYX-1", "CF-ASPHYX-2", "CF-ASPHYX-3")
    actor: ActorId
    prepared: Annotated[bool, Meta(description="could fill the lungs")] = False
    strenuous: Annotated[bool, Meta(description="exerts itself meanwhile")] = False


class SetBreath(Request):
    """The GM overrules how long a breath lasts, counted from when it was lost."""

    RULES = ("CF-ASPHYX-1",)
    actor: ActorId
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS, description="how long")]


class BreatheAgain(Request):
    """A character has air again; some of what it suffered may stay as the GM says."""

    RULES = ("CF-ASPHYX-10", "CF-ASPHYX-11")
    actor: ActorId
    lasting: Annotated[int, Meta(ge=0, le=9, description="levels that stay until the GM lets them go")] = 0


def verify_lose(table: Table, command: LoseBreath) -> None:
    """The GM, for somebody alive who has air."""
    need_gm(table, command, "CF-ASPHYX-1")
    need_record(table, command.seat, command.actor)
    need_alive(table, command.actor, "CF-ASPHYX-9")
    if command.actor in evening(table).breathless:
        raise Refused("d100_breathless_already", "CF-ASPHYX-1", actor=actor_name(table, command.actor))


def lose(draft: Draft, command: LoseBreath) -> None:
    """Begin to count."""
    table, actor = draft.table, command.actor
    parts = asphyxia.breath(
        skill_of(table, actor, ENDURANCE),
        prepared=command.prepared,
        strenuous=command.strenuous,
        fatigue=fatigue_level(table, actor),
        settings=settings_of(table),
    )
    seconds = max(0, total(parts))
    set_breath(draft, actor, Breath(begun=table.clock, seconds=seconds))
    lay(draft, actor, BREATHLESS)
    rules = ("CF-ASPHYX-1", "CF-ASPHYX-2", "CF-ASPHYX-3")
    note_of(draft, actor, "d100_breath_lost", *rules, seconds=seconds, reckoning=[part.words for part in parts])
    figure_of(draft, actor, breath=seconds)


def need_breathless(table: Table, actor: str) -> Breath:
    """Return since when somebody has no air. Raises Refused for who has."""
    found = evening(table).breathless.get(actor)
    if found is None:
        raise Refused("d100_has_air", "CF-ASPHYX-10", actor=actor_name(table, actor))
    return found


def verify_set(table: Table, command: SetBreath | BreatheAgain) -> None:
    """The GM, for somebody without air."""
    need_gm(table, command, "CF-ASPHYX-1")
    need_record(table, command.seat, command.actor)
    need_breathless(table, command.actor)


def set_length(draft: Draft, command: SetBreath) -> None:
    """Write it down; the rolls begin by it."""
    found = need_breathless(draft.table, command.actor)
    made = asphyxia.over_by(found.begun, command.seconds, 0, draft.table.clock, settings_of(draft.table))
    set_breath(draft, command.actor, replace(found, seconds=command.seconds, made=made))
    note_of(draft, command.actor, "d100_breath_set", "CF-ASPHYX-1", seconds=command.seconds)


def breathe(draft: Draft, command: BreatheAgain) -> None:
    """From now on the levels go away, one a minute; what the GM lets stay does not (CF-ASPHYX-10, CF-ASPHYX-11)."""
    actor, now = command.actor, draft.table.clock
    set_breath(draft, actor, None)
    lift(draft, actor, BREATHLESS)
    found = fatigue_of(draft.table, actor)
    if command.lasting:
        found = fatigue.make_lasting(found, command.lasting, now)
    set_fatigue(draft, actor, fatigue.ease(found, "asphyxiation", now))
    kept = fatigue_of(draft.table, actor).of("lasting")
    note_of(draft, actor, "d100_breathes", "CF-ASPHYX-10", "CF-ASPHYX-11", lasting=kept.levels if kept else 0)


# ---- the clock -------------------------------------------------------------------------------------------------------


def next_roll(table: Table, actor: str) -> Entry | None:
    """Return when somebody without air rolls next; None for who has air, or is spared (CF-ASPHYX-4, CF-ASPHYX-5)."""
    found = evening(table).breathless.get(actor)
    if found is None:
        return None
    made, settings = found.made, settings_of(table)
    rolls = asphyxia.rolls(actor, found.begun, found.seconds, made, settings, exerted=found.exerted)
    return replace(rolls[0], name=f"breath:{actor}", every=None) if rolls else None


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in in_story(table):
        found = next_roll(table, actor)
        if found is not None:
            yield found


def breath_roll(table: Table, actor: str) -> Roll:
    """Return the Endurance roll of somebody without air (CF-ASPHYX-12)."""
    against = asphyxia.endurance_chance(
        skill_of(table, actor, ENDURANCE), fatigue_level(table, actor), settings_of(table)
    )
    return Roll(actor=actor, name=ENDURANCE, skill=skill_of(table, actor, ENDURANCE), bearings=against.bearings)


def _roll(draft: Draft, due: Due) -> None:
    """Ask for a roll as the Round ends (CF-ASPHYX-4)."""
    actor = due.name.partition(":")[2]
    breath = need_breathless(draft.table, actor)
    set_breath(draft, actor, replace(breath, made=breath.made + 1, exerted=True))
    call_for(draft, Check(purpose="breath", what=word("air"), rolls=(breath_roll(draft.table, actor),)))


def _rolled(draft: Draft, result: Decided) -> None:
    """What the roll costs comes at once (CF-ASPHYX-5 to CF-ASPHYX-9)."""
    actor, went = result.check.rolls[0].actor, result.rolls[0]
    if is_dead(draft.table, actor):
        return
    breath = evening(draft.table).breathless.get(actor)
    if breath is not None and went.level == "critical" and settings_of(draft.table).asphyx_critical != "round":
        set_breath(draft, actor, replace(breath, exerted=False))
    note_of(
        draft,
        actor,
        "d100_suffocates" if went.roll else "d100_suffocates_helpless",  # 0 where nothing could be thrown
        "CF-ASPHYX-4",
        RULES[went.level],
        roll=went.roll,
        skill=went.value,
        level=went.level,
        reckoning=reckoning_of(chances(draft.table, result.check)[0]),
    )
    dice = asphyxia.levels_dice(went.level)
    levels = Effect(
        purpose="breath",
        actor=actor,
        dice=dice,
        word="d100_breath_levels",
        best="least",
        lucky=result.check.lucky,
    )
    throw_for(draft, levels, secret=result.check.secret)


def _levels(draft: Draft, lying: Effect) -> None:
    if lying.value and not is_dead(draft.table, lying.actor):
        tire_and_tell(draft, lying.actor, "asphyxiation", lying.value, "CF-ASPHYX-9")


PURPOSES["breath"] = Purpose(_rolled)
EFFECTS["breath"] = _levels
TICKS.append(Tick("breath", _entries, _roll, dice=True))


MOVES = (
    Move(LoseBreath, verify_lose, lose),
    Move(SetBreath, verify_set, set_length),
    Move(BreatheAgain, verify_set, breathe),
)
