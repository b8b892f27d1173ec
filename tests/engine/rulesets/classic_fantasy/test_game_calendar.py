"""The calendar, the order of due events, and the same result for one step or many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.schedule.calendar import Date
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.game_calendar import SCHEDULE, calendar, numbers, seconds_of, units
from engine.rulesets.classic_fantasy.settings import Settings
from engine.sheets.formulas.exact_numbers import Exact

KINDS = numbers().due_order
MOMENTS = st.one_of(st.integers(0, 100), st.integers(0, 200).map(lambda halves: Fraction(halves, 2)))
ENTRIES = st.lists(
    st.builds(
        ScheduledEvent,
        name=st.sampled_from("abcdef"),
        at=MOMENTS,
        kind=st.sampled_from(KINDS),
        every=st.one_of(st.none(), st.integers(1, 30), st.just(Fraction(15, 2)), st.just(Fraction(900, 7))),
        times=st.one_of(st.none(), st.integers(0, 5)),
    ),
    max_size=6,
    unique_by=lambda entry: entry.name,
)


def _due_events(entries: Iterable[ScheduledEvent], since: Exact, until: Exact) -> tuple[DueEvent, ...]:
    return tuple(SCHEDULE.due(entries, since, until))


@pytest.mark.rule("CF-TIME-1")
@given(ENTRIES, st.lists(MOMENTS, min_size=3, max_size=3).map(sorted))
def test_two_steps_have_the_same_due_events_as_one(entries: list[ScheduledEvent], moments: list[Exact]) -> None:
    since, middle, until = moments
    once = _due_events(entries, since, until)
    assert _due_events(entries, since, middle) + _due_events(entries, middle, until) == once
    assert all(since < one.at <= until for one in once)
    assert [(one.at, KINDS.index(one.kind)) for one in once] == sorted((one.at, KINDS.index(one.kind)) for one in once)
    for entry in entries:
        number = [one.number for one in _due_events([entry], -1, until)]
        assert number == list(range(1, len(number) + 1))
        assert entry.times is None or len(number) <= entry.times


@pytest.mark.rule("CF-TIME-3", "CF-T-TIME")
def test_end_of_round_events_come_before_start_of_round_events() -> None:
    entries = [
        ScheduledEvent(name=kind, at=5, kind=kind, every=5)
        for kind in ("bleeding", "heat", "action_points", "asphyxiation")
    ]
    assert [one.kind for one in _due_events(entries, 0, 5)] == ["asphyxiation", "action_points", "bleeding", "heat"]
    assert SCHEDULE.next_due(entries, 4) is None


class Candles(Frozen):
    """A world for the clock: each candle burns for some seconds, and lights the next one as it goes out."""

    ends: tuple[tuple[int, Exact], ...]
    story: tuple[tuple[Exact, int], ...] = ()


def candles(world: Candles) -> tuple[ScheduledEvent, ...]:
    return tuple(ScheduledEvent(name=f"candle:{number}", at=at) for number, at in world.ends)


def goes_out(world: Candles, one: DueEvent) -> Candles:
    number = int(one.name.partition(":")[2])
    left = tuple(candle for candle in world.ends if candle[0] != number)
    lit = ((number + 1, one.at + Fraction(number, 2)),) if number < 12 else ()
    return Candles(ends=(*left, *lit), story=(*world.story, (one.at, number)))


@pytest.mark.rule("CF-TIME-1")
@given(st.lists(st.integers(0, 30), min_size=1, max_size=5))
def test_a_world_is_the_same_after_one_step_or_many(steps: list[int]) -> None:
    start = Candles(ends=((1, 1), (20, Fraction(13, 2))))
    many, moment = start, 0
    for step in steps:
        moment += step
        many = SCHEDULE.run(many, moment, candles, goes_out)
    assert many == SCHEDULE.run(start, moment, candles, goes_out)
    assert max(Counter(many.story).values(), default=1) == 1


def test_what_would_happen_for_ever_at_one_moment_is_an_error() -> None:
    with pytest.raises(ValueError, match="again"):
        SCHEDULE.run(Candles(ends=((1, 1),)), 5, candles, lambda world, _: replace(world, story=()))
    with pytest.raises(ValueError, match="takes time"):
        _due_events([ScheduledEvent(name="a", at=0, every=0)], 0, 5)


@pytest.mark.rule("CF-AMB-39", "CF-HEAL-1")
@given(st.integers(0, 10**9), st.integers(5, 9), st.integers(28, 31), st.integers(360, 366))
def test_a_date_is_the_moment_that_it_came_from(moment: int, week: int, month: int, year: int) -> None:
    settings = Settings(calendar_week_days=week, calendar_month_days=month, calendar_year_days=year)
    assert calendar(settings).moment(calendar(settings).date(moment)) == moment
    assert seconds_of("week", settings) == week * units().day_seconds
    assert seconds_of("season", settings) == 3 * seconds_of("month", settings)


@pytest.mark.rule("CF-TIME-1", "CF-TIME-6", "CF-TIME-11", "CF-TIME-12", "CF-REST-2")
def test_the_clock_moves_by_every_unit_of_the_catalogue() -> None:
    assert calendar().date(0) == Date(year=1, month=1, day=1)
    assert (seconds_of("combat_round"), seconds_of("rest_action"), seconds_of("night")) == (5, 900, 28_800)
    assert seconds_of("exploration_round", mapped=False) == 60
    assert seconds_of("exploration_round", Settings(time_unmapped_minutes=5), mapped=False) == 300
    assert (seconds_of("week"), seconds_of("month")) == (604_800, 2_592_000)
