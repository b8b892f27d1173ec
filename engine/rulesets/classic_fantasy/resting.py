"""Rests in steps of a quarter of an hour, and nights (CF-REST, CF-X-18, CF-TIME-2)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.clock import day_of, units
from engine.rulesets.classic_fantasy.clock import numbers as time_numbers
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.fatigue import (
    Cause,
    Fatigue,
    begin_rest,
    level_named,
    recovered,
    relieved,
)
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen, Json, replace

RestAction = Literal["eat_ration", "pray_or_study", "first_aid", "healing", "cast_spells", "prepare_spell", "dither"]
"""What somebody does in one step; dithering is what all do who choose nothing (CF-REST-10)."""


class ActionRow(Frozen):
    """A row of CF-T-REST.

    Attributes:
        steps: after how many steps it is done.
        per_day: how often in a day; None for as often as one likes.
        magic: Magic Points that it gives.
        light: light activity, at which the Winded get their breath back.
        slept_hours: so much sleep must lie before.
    """

    steps: int = 1
    per_day: int | None = None
    magic: int = 0
    light: bool = False
    slept_hours: int = 0


class Relief(Frozen):
    """What helps up to which level, and by how many."""

    up_to: str
    levels: int


class Night(Frozen):
    """What a bad night leaves."""

    poor_share: int


class RestTables(Frozen):
    """The file `rules/resting.toml`."""

    actions: Mapping[RestAction, ActionRow]
    eating: Relief
    light: Relief
    night: Night


@cache
def numbers() -> RestTables:
    """Return the numbers of rest."""
    found: RestTables = tables("resting", RestTables)
    return found


class Resting(Frozen):
    """What a rest may change of somebody.

    Attributes:
        fatigue: all that tires.
        magic: Magic Points left.
        magic_most: the most of them.
        rations: how many are left.
        ate: when the last ration was eaten; None for never.
        woke: when the last full night's sleep has ended; None for never.
        slept_hours: how long that was.
        hungry: a ration would quell it.
        doing: what was begun and is not done yet.
        done: how many steps of that are done.
    """

    fatigue: Fatigue = Fatigue()
    magic: int = 0
    magic_most: int = 0
    rations: int = 0
    ate: int | None = None
    woke: int | None = None
    slept_hours: int = 0
    hungry: bool = False
    doing: RestAction | None = None
    done: int = 0


class Step(Frozen):
    """What a step of rest has come to.

    Attributes:
        after: what somebody is then.
        notes: what has happened, in order.
        ready: what is to be carried out now that its time is spent, by rules of its own: care, spells.
    """

    after: Resting
    notes: tuple[Message, ...] = ()
    ready: RestAction | None = None


def rations_today(person: Resting, moment: int, settings: Settings = CATALOGUE) -> int:
    """Return how many rations were eaten on this day, which ends with a night's sleep or at midnight (CF-AMB-24)."""
    if person.ate is None:
        return 0
    if settings.rest_ration_day == "calendar":
        return int(day_of(person.ate) == day_of(moment))
    return int(person.woke is None or person.woke <= person.ate)


def check_action(person: Resting, action: RestAction, moment: int, settings: Settings = CATALOGUE) -> None:
    """Raise Refused for what somebody cannot do in the step that begins now (CF-REST-3, CF-REST-9)."""
    row = numbers().actions[action]
    if action == "eat_ration":
        if person.rations < 1:
            raise Refused("d100_no_ration", "CF-REST-3")
        if row.per_day is not None and rations_today(person, moment, settings) >= row.per_day:
            raise Refused("d100_ration_today", "CF-REST-3", "CF-AMB-24")
    if row.slept_hours and (person.woke is None or person.slept_hours < row.slept_hours):
        raise Refused("d100_needs_sleep", "CF-REST-9", hours=row.slept_hours)


def rest_step(
    person: Resting,
    action: RestAction,
    moment: int,
    healing_rate: int,
    settings: Settings = CATALOGUE,
    *,
    cause: Cause | None = None,
) -> Step:
    """Return what a quarter of an hour comes to: the rest itself first, then what was done in it (CF-REST-2 to -10).

    Args:
        person: as the step begins.
        action: what is done.
        moment: when the step begins.
        healing_rate: of the character; short rests are complete rest as long as they last (CF-AMB-22).
        settings: the group's choices.
        cause: of which cause the GM wants a ration's level taken; None for the one that has most.

    Raises:
        Refused: it cannot be done.
    """
    check_action(person, action, moment, settings)
    row, end = numbers().actions[action], moment + units().rest_action_seconds
    notes = list[Message]()
    rested = recovered(begin_rest(person.fatigue, moment), end, healing_rate)
    tired = rested.fatigue
    if rested.falls:
        notes.append(Message(key="d100.rest.rested", params={"levels": len(rested.falls)}))
    after = replace(person, fatigue=tired)
    if action == "eat_ration":
        tired = _relieved(tired, numbers().eating, end, cause)
        after = replace(after, rations=person.rations - 1, ate=moment, hungry=False)
        notes.append(Message(key="d100.rest.ate", params={"levels": after.fatigue.level - tired.level}))
    if row.light:
        relieved_by_light = _relieved(tired, numbers().light, end, None)
        if relieved_by_light.level < tired.level:
            notes.append(Message(key="d100.rest.light", params={}))
        tired = relieved_by_light
    magic = max(person.magic, min(person.magic_most, person.magic + row.magic))
    if magic > person.magic:
        notes.append(Message(key="d100.rest.magic", params={"points": magic - person.magic}))
    done = (person.done if person.doing == action else 0) + 1
    finished = done >= row.steps
    return Step(
        after=replace(
            after,
            fatigue=tired,
            magic=magic,
            doing=None if finished else action,
            done=0 if finished else done,
        ),
        notes=tuple(notes),
        ready=action if finished and action in _CARRIED_OUT else None,
    )


_CARRIED_OUT = frozenset[RestAction]({"first_aid", "healing", "cast_spells", "prepare_spell"})


def _relieved(fatigue: Fatigue, relief: Relief, moment: int, cause: Cause | None) -> Fatigue:
    helps = fatigue.level <= level_named(relief.up_to)
    return relieved(fatigue, relief.levels, moment, cause) if helps else fatigue


class Waking(Frozen):
    """What somebody has after a night.

    Attributes:
        after: what somebody is then.
        uses: all that can be used so often in a day can be used again (CF-TIME-2).
        notes: what has happened.
    """

    after: Resting
    uses: bool
    notes: tuple[Message, ...] = ()


def wake(person: Resting, moment: int, hours: int, *, safe: bool) -> Waking:
    """Return what a night's sleep gives back, but for the fatigue that rest takes away (CF-X-18, CF-TIME-2).

    Args:
        person: who has slept.
        moment: of waking.
        hours: of sleep; less than a full night gives nothing back.
        safe: neither in danger nor in discomfort, which leave half of the Magic Points.
    """
    if hours < time_numbers().sleep.hours:
        return Waking(after=person, uses=False)
    share = 1 if safe else numbers().night.poor_share
    gain = math.ceil(Fraction(person.magic_most, share))
    magic = max(person.magic, min(person.magic_most, person.magic + gain))
    params: dict[str, Json] = {"points": magic - person.magic}
    return Waking(
        after=replace(person, magic=magic, woke=moment, slept_hours=hours),
        uses=True,
        notes=(Message(key="d100.rest.woke", params=params),),
    )
