"""Rules of short rests, in steps of a quarter of an hour, and of nights (CF-REST, CF-X-18, CF-TIME-2)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.game_calendar import clock_of, units
from engine.rulesets.classic_fantasy.game_calendar import numbers as time_numbers
from engine.rulesets.classic_fantasy.health.fatigue_rules import (
    Fatigue,
    begin_rest,
    level_named,
    recovered,
    remove_levels,
)
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

RestAction = Literal["eat_ration", "pray_or_study", "first_aid", "healing", "cast_spells", "prepare_spell", "dither"]
"""The action of a character in one step; without a choice it dithers (CF-REST-10)."""


class ActionRow(Frozen):
    """A row of CF-T-REST.

    Attributes:
        steps: the number of steps that the action takes.
        per_day: how often it is possible in a day; None for no limit.
        magic: Magic Points that it restores.
        light: light activity, which lets the Winded recover.
        slept_hours: the hours of sleep needed before it.
    """

    steps: int = 1
    per_day: int | None = None
    magic: int = 0
    light: bool = False
    slept_hours: int = 0


class FatigueRelief(Frozen):
    """The highest level that an action helps against, and the number of levels."""

    up_to: str
    levels: int


class RestTables(Frozen):
    """The file `rules/rest.toml`."""

    actions: Mapping[RestAction, ActionRow]
    eating: FatigueRelief
    light: FatigueRelief
    poor_night_share: int


numbers = rules_table(RULESET, "rest", RestTables)


class RestState(Frozen):
    """The values of a character that a rest may change.

    The moments when it last ate, and woke after a full night, are None for never. It has done some steps of the action
    that it is `doing`. A ration would end the hunger.
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


class RestStep(Frozen):
    """The result of a step of rest, with what has happened in order.

    `ready` is the action that is to be carried out by its own rules now that its time is spent: care, spells.
    """

    after: RestState
    notes: tuple[Message, ...] = ()
    ready: RestAction | None = None


def rations_today(person: RestState, moment: int, settings: Settings = CATALOGUE) -> int:
    """Return the rations eaten on this day, which ends with a night's sleep or at midnight (CF-AMB-24)."""
    if person.ate is None:
        return 0
    if settings.rest_ration_day == "calendar":
        return int(clock_of(person.ate)[0] == clock_of(moment)[0])
    return int(person.woke is None or person.woke <= person.ate)


def check_action(person: RestState, action: RestAction, moment: int, settings: Settings = CATALOGUE) -> None:
    """Raise Refused for an action that is not possible in the step that begins now (CF-REST-3, CF-REST-9)."""
    row = numbers().actions[action]
    if action == "eat_ration":
        if person.rations < 1:
            raise Refused("d100_no_ration", "CF-REST-3")
        if row.per_day is not None and rations_today(person, moment, settings) >= row.per_day:
            raise Refused("d100_ration_today", "CF-REST-3", "CF-AMB-24")
    if row.slept_hours and (person.woke is None or person.slept_hours < row.slept_hours):
        raise Refused("d100_needs_sleep", "CF-REST-9", hours=row.slept_hours)


def rest_step(
    person: RestState,
    action: RestAction,
    moment: int,
    healing_rate: int,
    settings: Settings = CATALOGUE,
    *,
    cause: Cause | None = None,
) -> RestStep:
    """Return the result of a quarter of an hour: first the rest itself, then the action (CF-REST-2 to -10).

    Short rests are complete rest while they last (CF-AMB-22). A ration helps against the `cause` that the GM names;
    else against the one with most levels.

    Raises:
        Refused: the action is not possible.
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
    return RestStep(
        after=replace(
            after, fatigue=tired, magic=magic, doing=None if finished else action, done=0 if finished else done
        ),
        notes=tuple(notes),
        ready=action if finished and action in _CARRIED_OUT else None,
    )


_CARRIED_OUT = frozenset[RestAction]({"first_aid", "healing", "cast_spells", "prepare_spell"})


def _relieved(fatigue: Fatigue, relief: FatigueRelief, moment: int, cause: Cause | None) -> Fatigue:
    helps = fatigue.level <= level_named(relief.up_to)
    return remove_levels(fatigue, relief.levels, moment, cause) if helps else fatigue


class Waking(Frozen):
    """The result of a night; with `uses`, abilities limited by the day can be used again (CF-TIME-2)."""

    after: RestState
    uses: bool
    notes: tuple[Message, ...] = ()


def wake(person: RestState, moment: int, hours: int, *, safe: bool) -> Waking:
    """Return what a night's sleep restores, except the fatigue that rest removes (CF-X-18, CF-TIME-2).

    Less than a full night restores nothing. Danger and discomfort halve the Magic Points restored.
    """
    if hours < time_numbers().sleep_hours:
        return Waking(after=person, uses=False)
    divisor = 1 if safe else numbers().poor_night_share
    gain = math.ceil(Fraction(person.magic_most, divisor))
    magic = max(person.magic, min(person.magic_most, person.magic + gain))
    params: dict[str, Json] = {"points": magic - person.magic}
    return Waking(
        after=replace(person, magic=magic, woke=moment, slept_hours=hours),
        uses=True,
        notes=(Message(key="d100.rest.woke", params=params),),
    )
