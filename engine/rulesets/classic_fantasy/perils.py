"""Hazards that the group has made up, let loose on somebody, step by step (CF-GEN-1, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ConditionGone, ListSet
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import at_table, hazards, lapsing, states
from engine.rulesets.classic_fantasy import fatigue as tiring
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, call_for, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import Due, Entry, seconds_of
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.grades import Grade, Level
from engine.rulesets.classic_fantasy.harming import Places
from engine.rulesets.classic_fantasy.hazards import Armour, Hazard, OnSuccess
from engine.rulesets.classic_fantasy.leading import need_leader, note_of
from engine.rulesets.classic_fantasy.passing import Step
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.wounding import Harm
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.tiring import tire_and_tell
from engine.rulesets.classic_fantasy.wounding import hurt
from engine.table.conditions import Condition
from engine.table.frozen import Json, plain, replace
from engine.table.table import Table

HAZARDS: Final = "hazards"
IN_HAZARD: Final = "hazard"
"""Who is in a hazard: the condition's level counts the steps so far, its end is the next step."""


class SaveHazard(Request):
    """The GM writes a hazard down, for the campaign; one of the same name is replaced."""

    RULES = ("CF-GEN-1",)
    hazard: Annotated[Hazard, Meta(description="what it is")]


class MakeHazard(Request):
    """The GM makes a hazard up, part by part; one of the same name is replaced."""

    RULES = ("CF-GEN-1", "CF-UI-11")
    name: Annotated[str, Meta(min_length=1, max_length=60, description="what it is called")]
    damage: Annotated[str, Meta(description="dice for each location that is hurt, each step; empty for none")] = ""
    locations: Annotated[str, Meta(description="dice for how many locations, or `all`")] = "1"
    near: Annotated[bool, Meta(description="they are those nearest to where it touches; else dice say where")] = False
    armour: Annotated[Armour, Meta(description="which Armor Points help")] = "all"
    fatigue: Annotated[str, Meta(description="dice for levels of Fatigue, each step; empty for none")] = ""
    cause: Annotated[Cause, Meta(description="the cause that these levels have")] = "other"
    recovery: Annotated[Step | None, Meta(description="in what a level goes away once it is over; null as usual")] = (
        None
    )
    skill: Annotated[str, Meta(description="what is rolled against it; empty for nothing")] = ""
    grade: Annotated[Grade, Meta(description="how hard that is")] = "Standard"
    on_success: Annotated[OnSuccess, Meta(description="what is left for who succeeds")] = "nothing"
    every: Annotated[Step | None, Meta(description="from step to step; null for what happens once")] = None
    steps: Annotated[int, Meta(ge=0, le=9999, description="how many steps at the most; 0 for no end")] = 0
    notes: Annotated[str, Meta(max_length=500, description="what else the GM wants to be told")] = ""


class RemoveHazard(Request):
    """The GM takes a hazard off the list."""

    RULES = ("CF-GEN-1",)
    FAR_REACHING = True
    name: Annotated[str, Meta(description="which")]


class LetHazard(Request):
    """The GM lets a hazard loose on somebody; it goes on by itself until that is ended."""

    RULES = ("CF-GEN-1",)
    actor: ActorId
    name: Annotated[str, Meta(description="which hazard of the list")]
    start: Places = ()


class EndHazard(Request):
    """Somebody is out of a hazard."""

    RULES = ("CF-GEN-1",)
    actor: ActorId
    name: Annotated[str, Meta(description="which; empty for all")] = ""


def known_hazards(table: Table) -> tuple[Hazard, ...]:
    """Return the hazards of the group's list; a row that is none is left out."""
    found = list[Hazard]()
    for row in table.lists.get(HAZARDS, ()):
        try:
            found.append(msgspec.convert(row, Hazard))
        except msgspec.ValidationError:
            continue
    return tuple(found)


def need_hazard(table: Table, name: str) -> Hazard:
    """Return a hazard by its name. Raises Refused for one that nobody has written down."""
    found = next((one for one in known_hazards(table) if one.name == name), None)
    if found is None:
        raise Refused("d100_no_such_hazard", "CF-GEN-1", hazard=name[:60])
    return found


def plain_name(text: str) -> str:
    """Return a name without what would end it in the names of states."""
    return " ".join(text.replace(":", " ").split())


def hazard_of(table: Table, command: SaveHazard | MakeHazard) -> Hazard:
    """Return the hazard that a command writes down."""
    if isinstance(command, SaveHazard):
        return command.hazard
    settings = settings_of(table)
    return Hazard(
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
    """The GM, for one without faults."""
    need_gm(table, command, "CF-GEN-1")
    for fault in hazards.faults(hazard_of(table, command)):
        word = fault.key.rpartition(".")[2]
        raise Refused(word if fault.key.startswith("refused.") else f"d100_hazard_{word}", "CF-GEN-1", **fault.params)


def save(draft: Draft, command: SaveHazard | MakeHazard) -> None:
    """Write it down."""
    made = hazard_of(draft.table, command)
    rows = [row for row in draft.table.lists.get(HAZARDS, ()) if row.get("name") != made.name]
    new: Any = plain(msgspec.to_builtins(made))
    draft.emit(ListSet(name=HAZARDS, rows=(*rows, new)))
    draft.note("d100_hazard_saved", "CF-GEN-1", audience=(draft.table.gm(),), name=made.name)


def verify_remove(table: Table, command: RemoveHazard) -> None:
    """The GM, for one that is there and in which nobody is."""
    need_gm(table, command, "CF-GEN-1")
    need_hazard(table, command.name)
    held = states.condition_id(IN_HAZARD, command.name)
    if any(one.id == held for actor in table.actors.values() for one in actor.conditions):
        raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=command.name)


def remove(draft: Draft, command: RemoveHazard) -> None:
    """Take it off."""
    rows = draft.table.lists.get(HAZARDS, ())
    draft.emit(ListSet(name=HAZARDS, rows=tuple(row for row in rows if row.get("name") != command.name)))
    draft.note("d100_hazard_removed", "CF-GEN-1", audience=(draft.table.gm(),), name=command.name)


def verify_let(table: Table, command: LetHazard) -> None:
    """The GM, for a hazard that is known, where it touches a body that has such locations."""
    need_gm(table, command, "CF-GEN-1")
    need_leader(table, command, command.actor)
    need_free(table)
    hazard = need_hazard(table, command.name)
    for place in command.start:
        chart_of_actor(table, command.actor).place(place)
    if hazard.near and hazard.damage and hazard.locations != hazards.ALL and not command.start:
        raise Refused("d100_locations_named", "CF-GEN-1", count=1)
    if hazard.skill:
        roll_of(table, command.actor, hazard.skill)


def let(draft: Draft, command: LetHazard) -> None:
    """Take the first step at once."""
    hazard = need_hazard(draft.table, command.name)
    if hazard.every and hazard.steps != 1:
        held = Condition(
            id=f"{IN_HAZARD}:{command.name}",
            name=IN_HAZARD,
            level=1,
            note=", ".join(command.start),
            until=draft.table.clock + hazard.every,
        )
        draft.lay_condition(command.actor, held)
    note_of(draft, command.actor, "d100_hazard_begins", "CF-GEN-1", name=command.name)
    if hazard.notes:
        gm = (draft.table.gm(),)
        draft.note("d100_hazard_notes", "CF-GEN-1", audience=gm, name=command.name, text=hazard.notes)
    _step(draft, command.actor, hazard, command.start)


def _step(
    draft: Draft, actor: str, hazard: Hazard, start: tuple[str, ...], ask: Callable[[Draft, Check], None] = open_check
) -> None:
    if not hazard.skill:
        _strikes(draft, actor, hazard, start, None)
        return
    about = _about(hazard, start)
    roll = roll_of(draft.table, actor, hazard.skill, hazard.grade)
    ask(draft, Check(purpose="hazard", rolls=(roll,), what=hazard.name, about=about))


def _about(hazard: Hazard, start: tuple[str, ...]) -> dict[str, Json]:
    return {"hazard": hazard.name, "start": list(start)}


def _read(table: Table, about: Mapping[str, Json]) -> tuple[Hazard | None, tuple[str, ...]]:
    """Return the hazard of a roll or of dice, if it is still on the list, and where it touches."""
    start = about.get("start")
    hazard = next((one for one in known_hazards(table) if one.name == about.get("hazard")), None)
    return hazard, tuple(str(place) for place in start) if isinstance(start, list | tuple) else ()


def _rolled(draft: Draft, result: Decided) -> None:
    found = result.check
    hazard, places = _read(draft.table, found.about)
    if hazard is not None:
        _strikes(draft, found.rolls[0].actor, hazard, places, result.rolls[0].level, found.lucky)


def _strikes(
    draft: Draft,
    actor: str,
    hazard: Hazard,
    start: tuple[str, ...],
    level: Level | None,
    lucky: tuple[str, ...] = (),
) -> None:
    """Let a step do what it does: Fatigue of its cause, then damage to locations."""
    step = hazards.step(hazard, level)
    if not step.fatigue:
        _harms(draft, actor, hazard, start, step)
        return
    about: dict[str, Json] = {**_about(hazard, start), "level": level}
    levels = Effect(
        purpose="hazard",
        actor=actor,
        dice=step.fatigue,
        word="d100_hazard_levels",
        best="least",
        params={"what": hazard.name},
        about=about,
        lucky=lucky,
    )
    throw_for(draft, levels)


def _tires(draft: Draft, lying: Effect) -> None:
    actor, named = lying.actor, lying.about["level"]
    hazard, places = _read(draft.table, lying.about)
    if hazard is None:
        return
    step = hazards.step(hazard, next((level for level in get_args(Level) if level == named), None))
    levels = hazards.hazard_fatigue(replace(step, fatigue=lying.dice), lying.value)
    if levels:
        tire_and_tell(draft, actor, hazard.cause, levels, "CF-GEN-1", "CF-FATIGUE-3")
        recover(draft, actor, hazard)
    _harms(draft, actor, hazard, places, step)


def _harms(draft: Draft, actor: str, hazard: Hazard, start: tuple[str, ...], step: hazards.Step) -> None:
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
        hurt(draft, harm)
    elif not step.fatigue:
        note_of(draft, actor, "d100_hazard_spares", "CF-GEN-1", name=hazard.name)


def recover(draft: Draft, actor: str, hazard: Hazard) -> None:
    """Let the Fatigue of a hazard go away at its own pace, once somebody is out of it (CF-GEN-1)."""
    if not hazard.recovery:
        return
    found = tiring.paced(at_table.fatigue_of(draft.table, actor), hazard.cause, hazard.recovery)
    inside = states.condition_id(IN_HAZARD, hazard.name) in {held.id for held in draft.table.actors[actor].conditions}
    if not inside:
        found = tiring.ease(found, hazard.cause, draft.table.clock)
    at_table.set_fatigue(draft, actor, found)


def verify_end(table: Table, command: EndHazard) -> None:
    """The GM, for somebody who is in one."""
    need_gm(table, command, "CF-GEN-1")
    need_leader(table, command, command.actor)
    if not table.actors[command.actor].has(IN_HAZARD):
        raise Refused("d100_in_no_hazard", "CF-GEN-1")


def end(draft: Draft, command: EndHazard) -> None:
    """It touches nobody any more."""
    left = [states.place_of(held) for held in draft.table.actors[command.actor].named(IN_HAZARD)]
    states.lift(draft, command.actor, IN_HAZARD, command.name or None)
    for hazard in known_hazards(draft.table):
        if hazard.name in left and command.name in ("", hazard.name):
            recover(draft, command.actor, hazard)
    note_of(draft, command.actor, "d100_hazard_ends", "CF-GEN-1")


# ---- step by step ---------------------------------------------------------------------------------------------------


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in states.in_story(table):
        for held in table.actors[actor].named(IN_HAZARD):
            if held.until is not None:
                yield Entry(name=f"hazard:{actor}:{held.id}", at=held.until)


def _ticks(draft: Draft, due: Due) -> None:
    _, actor, found = due.name.split(":", 2)
    held = next(held for held in draft.table.actors[actor].conditions if held.id == found)
    name = held.id.partition(":")[2]
    hazard = next((one for one in known_hazards(draft.table) if one.name == name), None)
    if hazard is None or not hazard.every:
        draft.emit(ConditionGone(actor=actor, id=held.id))
        return
    steps = held.level + 1
    if hazard.steps and steps >= hazard.steps:
        draft.emit(ConditionGone(actor=actor, id=held.id))
    else:
        draft.lay_condition(actor, replace(held, level=steps, until=int(due.at) + hazard.every))
    _step(draft, actor, hazard, tuple(place for place in held.note.split(", ") if place), call_for)


PURPOSES["hazard"] = Purpose(_rolled)
EFFECTS["hazard"] = _tires
lapsing.ELSEWHERE.add(IN_HAZARD)
TICKS.append(Tick("hazard", _entries, _ticks, dice=True))
MOVES = (
    Move(SaveHazard, verify_save, save),
    Move(MakeHazard, verify_save, save),
    Move(RemoveHazard, verify_remove, remove),
    Move(LetHazard, verify_let, let),
    Move(EndHazard, verify_end, end),
)
