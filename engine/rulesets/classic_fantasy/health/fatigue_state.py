"""The fatigue of a character on the table: a condition for each cause, its times, and the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from engine.core.draft import Draft
from engine.core.events import ConditionGone, ConditionSet
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import DEAD, FATIGUE, condition_id, is_dead, lay
from engine.rulesets.classic_fantasy.character.resource_pools import set_pool
from engine.rulesets.classic_fantasy.character.session_state import Cause, FatigueTimes, session_state, with_value_of
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.fatigue_rules import Fatigue, FatigueCause

FATIGUE_TRACK: Final = "Fatigue"

CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)


# ---- fatigue ---------------------------------------------------------------------------------------------------------


def fatigue_of(table: Table, actor: str) -> Fatigue:
    """Return the fatigue of a character."""
    times = session_state(table).tired.get(actor) or FatigueTimes()
    all_causes = tuple(
        FatigueCause(
            cause=cause,
            levels=levels,
            since=times.since.get(cause, 0),
            eased=times.eased.get(cause),
            pace=times.paces.get(cause),
        )
        for cause, levels in _levels_by_cause(table.actors[actor]).items()
        if levels > 0
    )
    return Fatigue(causes=all_causes, resting=times.resting, rested=times.rested)


def _levels_by_cause(character: Actor) -> Mapping[Cause, int]:
    causes = dict[Cause, int]()
    for condition in character.conditions_named(FATIGUE):
        cause: Cause = condition.note if condition.note in CAUSES else "other"
        causes[cause] = causes.get(cause, 0) + condition.level
    return causes


def fatigue_level(table: Table, actor: str) -> int:
    """Return a character's level of Fatigue (CF-FATIGUE-1)."""
    return fatigue_level_of(table.actors[actor])


def fatigue_level_of(character: Actor) -> int:
    """Return the level of Fatigue in a character's conditions, whatever their times (CF-FATIGUE-1, CF-FATIGUE-12)."""
    if not character.conditions:
        return 0
    return min(fatigue_rules.dead(), sum(max(0, levels) for levels in _levels_by_cause(character).values()))


def set_fatigue(draft: Draft, actor: str, fatigue: Fatigue) -> None:
    """Write the fatigue of a character: a condition for each cause, and the track; its end is death (CF-FATIGUE-10)."""
    conditions = {
        condition_id(FATIGUE, cause.cause): Condition(
            id=condition_id(FATIGUE, cause.cause), name=FATIGUE, level=cause.levels, note=cause.cause
        )
        for cause in fatigue.causes
        if cause.levels > 0
    }
    for old_condition in draft.table.actors[actor].conditions_named(FATIGUE):
        if old_condition.id not in conditions:
            draft.emit(ConditionGone(actor=actor, id=old_condition.id))
    present = {old_condition.id: old_condition for old_condition in draft.table.actors[actor].conditions}
    for name, condition in conditions.items():
        if present.get(name) != condition:
            draft.emit(ConditionSet(actor=actor, condition=condition))
    times = FatigueTimes(
        since={cause.cause: cause.since for cause in fatigue.causes},
        eased={cause.cause: cause.eased for cause in fatigue.causes if cause.eased is not None},
        resting=fatigue.resting,
        rested=fatigue.rested,
        paces={cause.cause: cause.pace for cause in fatigue.causes if cause.pace is not None},
    )
    session = session_state(draft.table)
    if session.tired.get(actor, FatigueTimes()) != times:
        tired = with_value_of(session.tired, actor, times if times != FatigueTimes() else None)
        draft.set_outermost(replace(session, tired=tired))
    set_pool(draft, actor, FATIGUE_TRACK, fatigue.level, most=fatigue_rules.dead())
    if fatigue.level >= fatigue_rules.dead() and not is_dead(draft.table, actor):
        lay(draft, actor, DEAD)


def add_fatigue(draft: Draft, actor: str, cause: Cause, levels: int) -> int:
    """Add levels of Fatigue to a character, and return by how many its level has risen (CF-FATIGUE-3)."""
    before = fatigue_of(draft.table, actor)
    set_fatigue(draft, actor, fatigue_rules.add_levels(before, cause, levels, draft.table.clock))
    return fatigue_level(draft.table, actor) - before.level


def follow_track(draft: Draft, actor: str) -> None:
    """Update the causes from a track edited by hand: more is exertion, less is taken from any cause (CF-AMB-23)."""
    track = draft.table.actors[actor].tracks.get(FATIGUE_TRACK)
    fatigue = fatigue_of(draft.table, actor)
    if track is None or track.value == fatigue.level:
        return
    moment, added = draft.table.clock, track.value - fatigue.level
    changed = (
        fatigue_rules.add_levels(fatigue, "exertion", added, moment)
        if added > 0
        else fatigue_rules.remove_levels(fatigue, -added, moment)
    )
    set_fatigue(draft, actor, changed)


def fatigue_modifiers(table: Table, actor: str, skill: str = "", against: str = "") -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of a character's fatigue to its skill rolls (CF-FATIGUE-4)."""
    modifier = fatigue_rules.fatigue_modifier(fatigue_level(table, actor))
    return () if modifier is None else (modifier,)
