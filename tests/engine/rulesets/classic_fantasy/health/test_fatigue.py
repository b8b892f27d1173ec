"""Breath, fatigue, rests and ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.rules_data import sheet_table
from engine.kit.schedule.calendar import Date
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.rulesets.classic_fantasy import game_calendar
from engine.rulesets.classic_fantasy.character.character_rules import movement as base_movement
from engine.rulesets.classic_fantasy.character.session_state import Cause, Pace
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.dice.success_levels import (
    EffectiveSkill,
    effective_skill,
    roll_result,
    success_level,
)
from engine.rulesets.classic_fantasy.game_calendar import SCHEDULE, calendar, units
from engine.rulesets.classic_fantasy.health import asphyxiation_rules
from engine.rulesets.classic_fantasy.health.fatigue_rules import (
    Fatigue,
    Recovery,
    action_points,
    add_levels,
    begin_rest,
    dead,
    effort_levels,
    end_rest,
    fatigue_modifier,
    initiative_step,
    level_named,
    make_lasting,
    movement,
    next_level_losses,
    numbers,
    recovered,
    remove_levels,
    row_of,
    start_recovery,
)
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction, RestState, check_action, rest_step, wake
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.travel import travel_rules
from engine.rulesets.classic_fantasy.travel.travel_rules import Journey
from engine.sheets.formulas.exact_numbers import format_number
from tests.engine.rulesets.classic_fantasy.vectors import check_cases, vectors_of

HOUR = 3600
CAUSES: tuple[Cause, ...] = ("exertion", "asphyxiation", "blood", "disease", "exposure")


def name_of(level: int) -> str:
    names: Mapping[int, str] = sheet_table("classic_fantasy", "fatigue", dict[int, str])
    return names[level]


def tired(level: str, cause: Cause = "exertion") -> Fatigue:
    return add_levels(Fatigue(), cause, level_named(level), 0)


def roll_moments(seconds: int, until: int, settings: Settings = CATALOGUE) -> tuple[Any, ...]:
    return tuple(one.at for one in SCHEDULE.due(asphyxiation_rules.rolls("ana", 0, seconds, 0, settings), 0, until))


def gasp(endurance: int, roll: int, fatigue: int = 0, settings: Settings = CATALOGUE) -> str:
    return asphyxiation_rules.levels_dice(
        roll_result(asphyxiation_rules.endurance_chance(endurance, fatigue, settings), roll).level
    )


def breathing_again(levels: int, lasting: int, minutes: int) -> str:
    choking = add_levels(Fatigue(), "asphyxiation", levels, 0)
    saved = start_recovery(make_lasting(choking, lasting, 100), "asphyxiation", 100)
    return name_of(recovered(saved, 100 + minutes * 60, 2).fatigue.level)


def fresher_after_hours(level: str, healing_rate: int) -> tuple[str, ...]:
    falls = recovered(begin_rest(tired(level), 0), 1000 * HOUR, healing_rate).falls
    return tuple(format_number(Fraction(fall.at) / HOUR) for fall in falls)


def fresh_after_hours(level: str, healing_rate: int) -> str | None:
    found = fresher_after_hours(level, healing_rate)
    return found[-1] if found else None


def able(level: str, feet: int = 20) -> tuple[int, int, int]:
    found = level_named(level)
    less = initiative_step(found)
    return total(movement(feet, found)), 12 + (less.value if less is not None else 0), total(action_points(2, found))


def tired_chance(skill: int, level: str, settings: Settings = CATALOGUE) -> EffectiveSkill:
    found = fatigue_modifier(level_named(level))
    return effective_skill(skill, bearings=() if found is None else (found,), settings=settings)


def tired_skill(skill: int, level: str, settings: Settings = CATALOGUE) -> int:
    return tired_chance(skill, level, settings).value


def may_act(level: str) -> str:
    row = row_of(level_named(level))
    return "never" if row.helpless else "gm" if row.desperate else "freely"


def effort(skill: int, roll: int) -> str:
    return name_of(add_levels(Fatigue(), "exertion", effort_levels(success_level(roll, skill)), 0).level)


def rest(level: str, actions: Sequence[RestAction], rations: int = 3, cause: Cause = "exertion") -> RestState:
    person = RestState(fatigue=tired(level, cause), rations=rations, hungry=True)
    for number, action in enumerate(actions):
        person = rest_step(person, action, number * units().rest_action_seconds, 2).after
    return person


def rested(level: str, actions: tuple[RestAction, ...], rations: int = 3, cause: Cause = "exertion") -> str:
    return name_of(rest(level, actions, rations, cause).fatigue.level)


def quelled(level: str) -> bool:
    return not rest(level, ["eat_ration"]).hungry


def seconds_left_of_rest(level: str, actions: tuple[RestAction, ...], healing_rate: int) -> Any:
    after = rest(level, actions)
    return next_level_losses(after.fatigue, healing_rate)[0].at - len(actions) * units().rest_action_seconds


def eaten_again(hours: int, slept: bool, woke_first: bool = False, settings: Settings = CATALOGUE) -> bool:
    person = RestState(rations=2, ate=20 * HOUR)
    if slept:
        person = wake(person, (19 if woke_first else 28) * HOUR, 8, safe=True).after
    try:
        check_action(person, "eat_ration", (20 + hours) * HOUR, settings)
    except Refused:
        return False
    return True


def prayed(magic: int, most: int, times: int) -> tuple[int, int]:
    person, moment = RestState(magic=magic, magic_most=most), 0
    for _ in range(times):
        person = rest_step(person, "pray_or_study", moment, 2).after
        moment += units().rest_action_seconds
    return person.magic, moment


def carried_out(actions: tuple[RestAction, ...]) -> tuple[RestAction | None, ...]:
    person, ready = RestState(), list[RestAction | None]()
    for number, action in enumerate(actions):
        step = rest_step(person, action, number * units().rest_action_seconds, 2)
        person = step.after
        ready.append(step.ready)
    return tuple(ready)


def corridor(feet: int, species: tuple[str, ...], mapped: bool, settings: Settings = CATALOGUE) -> Journey | None:
    per_round = total(travel_rules.round_feet([base_movement(one) or 0 for one in species], "exploration"))
    return travel_rules.journey(feet, per_round, "exploration", settings, mapped=mapped)


def bled_and_tired(moments: tuple[str, ...]) -> tuple[str, ...]:
    hurt = add_levels(add_levels(Fatigue(), "exertion", 2, 0), "blood", 2, 0)
    stopped = start_recovery(hurt, "blood", _moment("10 10:00:00"))
    resting_now = begin_rest(stopped, _moment("10 12:00:00"))
    return tuple(name_of(recovered(resting_now, _moment(moment), 2).fatigue.level) for moment in moments)


def _moment(text: str) -> int:
    day, _, hours = text.partition(" ")
    hour, minute, second = map(int, hours.split(":"))
    return calendar().moment(Date(year=1, month=1, day=int(day), hour=hour, minute=minute, second=second))


def noticed(skill: int, pace: Pace, dark: bool, carries_light: bool) -> tuple[str, int]:
    found = effective_skill(skill, bearings=travel_rules.enemy_perception(pace, dark=dark, carries_light=carries_light))
    return found.grade, found.value


def notices(skill: int, pace: Pace) -> tuple[str, int]:
    found = effective_skill(skill, bearings=travel_rules.own_perception(pace))
    return found.grade, found.value


def slept(magic: int, most: int, hours: int, safe: bool) -> tuple[int, bool]:
    waking = wake(RestState(magic=magic, magic_most=most), 100 * HOUR, hours, safe=safe)
    return waking.after.magic, waking.uses


def cured(causes: Mapping[Cause, int], levels: int, potion: bool) -> Mapping[str, int]:
    fatigue = Fatigue()
    for cause, count in causes.items():
        fatigue = add_levels(fatigue, cause, count, 0)
    but_not = numbers().magic.potion_not_for if potion else ()
    return {one.cause: one.levels for one in remove_levels(fatigue, levels, 0, but_not=but_not).causes}


HELPERS = {
    function.__name__: function
    for function in (
        roll_moments,
        gasp,
        breathing_again,
        fresher_after_hours,
        fresh_after_hours,
        able,
        tired_skill,
        effort,
        may_act,
        rested,
        quelled,
        seconds_left_of_rest,
        eaten_again,
        prayed,
        carried_out,
        corridor,
        bled_and_tired,
        noticed,
        notices,
        slept,
        cured,
    )
}


@pytest.mark.parametrize("cases", vectors_of("tired"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, HELPERS, asphyxiation_rules, game_calendar, travel_rules)


# ---- properties ------------------------------------------------------------------------------------------------------

TROUBLES = st.lists(st.tuples(st.sampled_from(CAUSES), st.integers(1, 4), st.integers(0, 5000)), max_size=5)


@st.composite
def weary(draw: st.DrawFn) -> Fatigue:
    fatigue, moment = Fatigue(), 0
    for cause, levels, later in draw(TROUBLES):
        moment += later
        fatigue = add_levels(fatigue, cause, levels, moment)
        if draw(st.booleans()):
            fatigue = start_recovery(fatigue, cause, moment + draw(st.integers(0, 500)))
    return begin_rest(fatigue, moment) if draw(st.booleans()) else fatigue


@pytest.mark.rule("CF-FATIGUE-11", "CF-FATIGUE-12", "CF-ASPHYX-10", "CF-BLOOD-3")
@given(weary(), st.integers(1, 7), st.lists(st.integers(0, 200_000), min_size=1, max_size=6))
def test_time_in_many_steps_is_time_in_one(fatigue: Fatigue, healing_rate: int, steps: list[int]) -> None:
    start = 30_000
    once = recovered(fatigue, start + sum(steps), healing_rate)
    many, moment = Recovery(fatigue=recovered(fatigue, start, healing_rate).fatigue), start
    falls = list(recovered(fatigue, start, healing_rate).falls)
    for step in steps:
        moment += step
        many = recovered(many.fatigue, moment, healing_rate)
        falls += many.falls
    assert many.fatigue == once.fatigue
    assert tuple(falls) == once.falls


@pytest.mark.rule("CF-FATIGUE-1", "CF-FATIGUE-10", "CF-FATIGUE-11")
@given(weary(), st.integers(1, 7))
def test_levels_go_away_one_by_one_and_what_has_not_eased_stays(fatigue: Fatigue, healing_rate: int) -> None:
    found = recovered(fatigue, 10**8, healing_rate)
    moments = [fall.at for fall in found.falls]
    assert moments == sorted(moments)
    assert sum(one.levels for one in found.fatigue.causes) == fatigue.level - len(moments)
    by_rest = [fall.at for fall in found.falls if fall.cause not in numbers().pace_seconds]
    assert len(set(by_rest)) == len(by_rest)
    if fatigue.level == dead():
        assert found.fatigue == fatigue
    for one in fatigue.causes:
        if one.eased is None and one.cause != "exertion":
            assert found.fatigue.of(one.cause) == one


@pytest.mark.rule("CF-FATIGUE-1", "CF-FATIGUE-3")
@given(TROUBLES)
def test_the_track_ends_with_death(troubles: list[tuple[Cause, int, int]]) -> None:
    fatigue = Fatigue()
    for cause, levels, moment in troubles:
        fatigue = add_levels(fatigue, cause, levels, moment)
    assert sum(one.levels for one in fatigue.causes) == min(dead(), sum(levels for _, levels, _ in troubles))


@pytest.mark.rule("CF-FATIGUE-13", "CF-AMB-22")
@pytest.mark.parametrize(("interrupt", "hours"), [("lose", 6), ("keep", 1)])
def test_rest_that_is_interrupted_begins_again_or_goes_on(interrupt: Any, hours: int) -> None:
    settings = Settings(fatigue_interrupt=interrupt)
    broken = end_rest(begin_rest(tired("Exhausted"), 0), 5 * HOUR, 2, settings)
    assert next_level_losses(broken, 2) == ()
    again = begin_rest(broken, 10 * HOUR)
    assert [fall.at for fall in next_level_losses(again, 2)] == [(10 + hours) * HOUR]


@pytest.mark.rule("CF-FATIGUE-14", "CF-FATIGUE-9")
def test_a_helpless_character_rests() -> None:
    assert tired("Incapacitated").resting is None
    out = add_levels(tired("Incapacitated"), "blood", 1, 77)
    assert out.resting == 77
    assert total(action_points(2, out.level)) == 0


@pytest.mark.rule("CF-ASPHYX-9")
def test_the_countdown_is_never_too_long() -> None:
    assert [asphyxiation_rules.rounds_left(level) for level in (0, 3, 7, 8, 9)] == [3, 2, 1, 1, 0]


@pytest.mark.rule("CF-ASPHYX-5", "CF-AMB-9")
def test_a_critical_spares_a_round_or_all_until_the_next_exertion() -> None:
    until = Settings(asphyx_critical="until_next_exertion")
    assert asphyxiation_rules.rolls("ana", 0, 12, 1, until, exerted=False) == ()
    assert asphyxiation_rules.rolls("ana", 0, 12, 1, until, exerted=True)[0].at == 20
    assert asphyxiation_rules.rolls("ana", 0, 12, 1, exerted=False)[0].at == 20


@pytest.mark.rule("CF-REST-3", "CF-AMB-23")
def test_the_gm_may_say_which_level_a_ration_takes() -> None:
    both = add_levels(add_levels(Fatigue(), "exertion", 1, 0), "blood", 3, 0)
    person = RestState(fatigue=both, rations=1)
    usual = rest_step(person, "eat_ration", 0, 1).after.fatigue
    chosen = rest_step(person, "eat_ration", 0, 1, cause="exertion").after.fatigue
    assert [(one.cause, one.levels) for one in usual.causes] == [("exertion", 1), ("blood", 2)]
    assert [(one.cause, one.levels) for one in chosen.causes] == [("blood", 3)]


@pytest.mark.rule("CF-REST-2", "CF-REST-3", "CF-REST-4")
@given(weary(), st.lists(st.sampled_from(["eat_ration", "dither", "pray_or_study", "cast_spells"]), max_size=6))
def test_rest_never_adds_fatigue_or_raises_the_dead(fatigue: Fatigue, actions: list[RestAction]) -> None:
    person = RestState(fatigue=fatigue, rations=9, magic_most=5)
    for number, action in enumerate(actions):
        before = person
        moment = 30_000 + number * units().rest_action_seconds
        person = rest_step(replace(person, ate=None), action, moment, 2).after
        assert 0 <= person.fatigue.level <= before.fatigue.level
        assert person.magic <= person.magic_most
        assert before.fatigue.level < dead() or person.fatigue.level == dead()
