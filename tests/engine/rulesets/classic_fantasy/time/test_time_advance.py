"""Time on the table: what ticks, heals, ends and kills, in one step or in many, and what is foreseen of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.events import Noted
from engine.core.manual_moves import SetLocation
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BREATHLESS,
    DEAD,
    DEADLINE,
    MAIMING,
    UNCONSCIOUS,
    lay,
)
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit
from engine.rulesets.classic_fantasy.hazards.poison_commands import POISONED
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath, SetBreath
from engine.rulesets.classic_fantasy.health.body_state import injury_of, need_location, set_hit_points, stabilise
from engine.rulesets.classic_fantasy.health.fatigue_commands import (
    EndCause,
    FatigueMagic,
    Refresh,
    RollEffort,
    SetResting,
    Weary,
)
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.health.healing_commands import Maim, SetCare, SetStrain, Strain
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime, advance
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.rulesets.classic_fantasy.travel.party_travel import CountAnew, SetWay, Walk
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from tests.engine.rulesets.classic_fantasy.table import (
    GAME,
    LUCKLESS,
    dice,
    hp,
    hurt,
    laid,
    notes,
    outcome,
    play,
    refused,
    skilled,
    with_states,
)
from tests.properties import examples

MINUTE, HOUR, DAY = 60, 3600, 86400
ENDURANCE = {"ana": skilled(Endurance=60, Healing=60), "bor": skilled(Endurance=48, Brawn=48, Healing=60)}


def later(table: Table, unit: ClockUnit, count: int = 1, **more: Any) -> Table:
    return play(table, AdvanceTime(seat="gm", unit=unit, count=count, **more))


# ---- healing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-EX-37", "CF-EX-38", "CF-HEAL-1", "CF-HEAL-2", "CF-HEAL-4")
def test_a_major_wound_heals_by_months_weeks_and_days_once_it_is_treated() -> None:
    table = hurt(laid(sheets=ENDURANCE), "ana", Abdomen=-6)
    assert need_location(table, "ana", "Abdomen").most == 6
    assert hp(later(table, "month", 3), "ana", "Abdomen") == -6
    table = play(table, SetCare(seat="gm", actor="ana", location="Abdomen", treated=True))
    seen = []
    for days in (30, 7, 7, 7, 1, 1):
        table = later(table, "day", days)
        seen.append(hp(table, "ana", "Abdomen"))
    assert seen == [-4, -2, 0, 2, 4, 6]
    assert table.clock == 53 * DAY
    assert injury_of(table, "ana", "Abdomen") is None


@pytest.mark.rule("CF-EX-103", "CF-HEAL-1")
def test_each_location_has_its_own_calendar() -> None:
    table = hurt(laid(sheets={"ana": {"con": 13, "siz": 11}}), "ana", Chest=2, Left_Arm=-1)
    seen = []
    for _ in range(14):
        table = later(table, "day")
        seen.append((hp(table, "ana", "Chest"), hp(table, "ana", "Left Arm")))
    assert seen[:2] == [(5, -1), (7, -1)]
    assert seen[6] == (7, 2)
    assert seen[7] == (7, 4), "from above zero on it heals by days"


@pytest.mark.rule("CF-HEAL-1")
def test_wounds_of_unknown_age_heal_from_the_moment_at_which_time_passes() -> None:
    known = hurt(laid(tracks=LUCKLESS), "ana", Chest=1)
    unknown = replace(known, procedures=laid().procedures)
    assert injury_of(unknown, "ana", "Chest") is None
    assert [hp(later(table, "day", 2), "ana", "Chest") for table in (known, unknown)] == [5, 5]


@pytest.mark.rule("CF-HEAL-3", "CF-AMB-40")
def test_strain_slows_one_period() -> None:
    table = hurt(laid(tracks=LUCKLESS), "ana", Chest=1)
    table = play(table, Strain(seat="gm", actor="ana"), chance=dice(d6=[5]))
    assert refused(table, Strain(seat="gm", actor="ana")).rules == ("CF-HEAL-3",)
    table = later(table, "day")
    assert hp(table, "ana", "Chest") == 1, "1d3 of 3 leaves nothing of a rate of 2"
    table = play(table, SetStrain(seat="gm", actor="ana", location="Chest", strain=1))
    assert hp(later(table, "day"), "ana", "Chest") == 2
    assert hp(later(table, "day", 2), "ana", "Chest") == 4


@pytest.mark.rule("CF-HEAL-5", "CF-HEAL-6", "CF-EX-40", "CF-AMB-37", "CF-AMB-38")
def test_an_untreated_major_wound_maims_after_days() -> None:
    table = hurt(laid(sheets=ENDURANCE), "ana", Left_Leg=-5)
    table = later(table, "day", 3)
    assert need_location(table, "ana", "Left Leg").most == 4
    assert not table.actors["ana"].has_condition(MAIMING)
    assert need_location(later(table, "month"), "ana", "Left Leg").most == 4, "it maims once"
    table = play(table, Maim(seat="gm", actor="ana", location="Left Leg", points=9))
    assert need_location(table, "ana", "Left Leg").most == 1


@pytest.mark.rule("CF-WOUND-15", "CF-WOUND-18", "CF-WOUND-22", "CF-HEAL-9", "CF-EX-41")
def test_a_deadline_kills_unless_it_is_prevented() -> None:
    table = hurt(laid(), "ana", Left_Leg=-5)
    table = with_states(table, lambda d: lay(d, "ana", DEADLINE, "Left Leg", until=d.table.clock + 600))
    assert later(table, "minute", 10).actors["ana"].has_condition(DEAD)
    saved = with_states(later(table, "minute", 2), lambda d: stabilise(d, "ana", None, by="magic"))
    saved = later(saved, "hour")
    assert not saved.actors["ana"].has_condition(DEAD)
    assert hp(saved, "ana", "Left Leg") == -5
    better = with_states(table, lambda d: set_hit_points(d, "ana", "Left Leg", -4))
    assert not better.actors["ana"].has_condition(DEADLINE), "no Major Wound any more"


@pytest.mark.rule("CF-WOUND-9", "CF-WOUND-14", "CF-AMB-36")
def test_the_unconscious_wake_in_their_time() -> None:
    table = hurt(laid(), "ana", Chest=-1)
    table = with_states(table, lambda d: lay(d, "ana", UNCONSCIOUS, "Chest", until=d.table.clock + 480, ends="time"))
    assert later(table, "minute", 7).actors["ana"].has_condition(UNCONSCIOUS)
    assert not later(table, "minute", 8).actors["ana"].has_condition(UNCONSCIOUS)
    felled = with_states(laid(), lambda d: lay(d, "ana", UNCONSCIOUS, "Left Leg", level=120, ends="stabilised"))
    felled = later(felled, "hour")
    assert felled.actors["ana"].has_condition(UNCONSCIOUS)
    felled = with_states(felled, lambda d: stabilise(d, "ana", "Left Leg", by="first_aid"))
    assert not later(felled, "minute", 2).actors["ana"].has_condition(UNCONSCIOUS)


# ---- fatigue ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-EX-50", "CF-FATIGUE-11", "CF-FATIGUE-1")
def test_rest_removes_exhaustion_level_by_level() -> None:
    table = play(laid(), Weary(seat="gm", actor="ana", cause="exertion", levels=4))
    table = play(table, SetResting(seat="tom", actor="ana"))
    seen = {}
    for half_minutes in (720, 360, 180, 15):
        for _ in range(half_minutes):
            table = later(table, "second", 30)
        seen[table.clock] = fatigue_level(table, "ana")
    assert seen == {6 * HOUR: 3, 9 * HOUR: 2, 10 * HOUR + 30 * MINUTE: 1, 10 * HOUR + 37 * MINUTE + 30: 0}
    assert table.actors["ana"].tracks["Fatigue"].value == 0


@pytest.mark.rule("CF-FATIGUE-13", "CF-AMB-22")
@pytest.mark.parametrize(("option", "left"), [("lose", 1), ("keep", 0)])
def test_rest_that_is_interrupted(option: str, left: int) -> None:
    table = play(laid(options={"fatigue_interrupt": option}), Weary(seat="gm", actor="ana", cause="exertion"))
    table = later(table, "minute", 4, rest=True)
    table = later(table, "minute", 1, rest=False)
    assert fatigue_level(later(table, "minute", 4, rest=True), "ana") == left


@pytest.mark.rule("CF-FATIGUE-2", "CF-EX-56")
@pytest.mark.parametrize(("roll", "level"), [(49, 1), (48, 0), (99, 1)])
def test_an_effort_costs_a_level_if_it_fails(roll: int, level: int) -> None:
    table = play(laid(sheets=ENDURANCE), RollEffort(seat="gm", actor="bor", skill="Brawn"))
    table = play(table, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=dice(d100=[roll]))
    assert fatigue_level(table, "bor") == level
    assert refused(laid(sheets=ENDURANCE), RollEffort(seat="gm", actor="bor", skill="Healing")).rules


@pytest.mark.rule("CF-FATIGUE-3", "CF-FATIGUE-10", "CF-FATIGUE-12", "CF-X-35", "CF-AMB-23", "CF-AMB-57")
def test_causes_of_fatigue_are_separate() -> None:
    table = play(
        laid(tracks=LUCKLESS),
        Weary(seat="gm", actor="ana", cause="disease", levels=2),
        Weary(seat="gm", actor="ana", cause="blood", levels=3),
    )
    assert fatigue_level(table, "ana") == 5
    table = play(table, FatigueMagic(seat="tom", actor="ana", potion=True), chance=dice(d6=[5]))
    assert [(one.cause, one.levels) for one in fatigue_of(table, "ana").causes] == [("blood", 3)]
    table = play(table, Refresh(seat="gm", actor="ana"))
    assert fatigue_level(later(table, "week", rest=True), "ana") == 2, "blood comes back only once it has stopped"
    table = play(table, EndCause(seat="gm", actor="ana", cause="blood"))
    assert fatigue_level(later(table, "day"), "ana") == 1
    dead = play(table, Weary(seat="gm", actor="ana", cause="other", levels=9))
    assert dead.actors["ana"].has_condition(DEAD)
    assert refused(dead, Weary(seat="gm", actor="ana", cause="other")).rules == ("CF-FATIGUE-10",)


@pytest.mark.rule("CF-EX-106", "CF-BLOOD-1", "CF-BLOOD-3")
def test_blood_and_exertion_go_away_side_by_side() -> None:
    table = play(laid(), AdvanceTime(seat="gm", unit="hour", count=9 * 24 + 10))
    table = play(table, Weary(seat="gm", actor="ana", cause="exertion", levels=2))
    table = play(table, Weary(seat="gm", actor="ana", cause="blood", levels=2))
    table = play(table, EndCause(seat="gm", actor="ana", cause="blood"))
    table = later(table, "hour", 2)
    table = play(table, SetResting(seat="tom", actor="ana"))
    seen = []
    for hours in (6, 3, 13, 24):
        table = later(table, "hour", hours)
        seen.append(fatigue_level(table, "ana"))
    assert seen == [3, 2, 1, 0]


@pytest.mark.rule("CF-BLOOD-1", "CF-BLOOD-2", "CF-X-31", "CF-BLOOD-5")
def test_bleeding_costs_a_level_at_the_start_of_each_round() -> None:
    move = SetLocation(seat="gm", actor="ana", location="Chest", level=3, bleeding=True)
    table = play(laid(tracks=LUCKLESS), move)
    assert fatigue_level(later(table, "combat_round", 3), "ana") == 3
    assert later(table, "minute").actors["ana"].has_condition(DEAD)
    stopped = with_states(later(table, "combat_round", 2), lambda d: stabilise(d, "ana", "Chest", by="first_aid"))
    assert fatigue_level(later(stopped, "minute"), "ana") == 2
    opened = play(stopped, Strain(seat="gm", actor="ana"))
    assert fatigue_level(later(opened, "combat_round"), "ana") == 3


# ---- breath ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-EX-44", "CF-EX-46", "CF-ASPHYX-1", "CF-ASPHYX-2", "CF-ASPHYX-3", "CF-ASPHYX-4")
def test_the_first_roll_falls_at_the_end_of_the_round_in_which_the_breath_runs_out() -> None:
    table = laid(sheets=ENDURANCE, tracks=LUCKLESS)
    for flags, seconds in (({"prepared": True}, 60), ({}, 30), ({"strenuous": True}, 12)):
        lost = play(table, LoseBreath(seat="gm", actor="ana", **flags))
        assert session_state(lost).breathless["ana"].seconds == seconds
    lost = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True))
    assert "d100_suffocates" not in notes(outcome(lost, AdvanceTime(seat="gm", unit="second", count=14)))
    told = notes(outcome(lost, AdvanceTime(seat="gm", unit="second", count=20), dice(d100=[7, 7])))
    assert told.count("d100_suffocates") == 2
    longer = play(lost, SetBreath(seat="gm", actor="ana", seconds=60))
    assert "d100_suffocates" not in notes(outcome(longer, AdvanceTime(seat="gm", unit="second", count=59)))


@pytest.mark.rule(
    "CF-EX-47", "CF-EX-49", "CF-ASPHYX-5", "CF-ASPHYX-6", "CF-ASPHYX-7", "CF-ASPHYX-8", "CF-ASPHYX-10", "CF-ASPHYX-11"
)
def test_lack_of_air_brings_fatigue_that_goes_away_by_the_minute() -> None:
    table = laid(sheets=ENDURANCE, options={"asphyx_fatigue_penalises": False}, tracks=LUCKLESS)
    table = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True))
    chance = dice(d100=[6, 7, 61, 99], d6=[4, 6])
    table = play(table, AdvanceTime(seat="gm", unit="second", count=30), chance=chance)
    assert fatigue_level(table, "ana") == 0 + 1 + 2 + 3
    clear = play(table, BreatheAgain(seat="gm", actor="ana"))
    assert fatigue_level(later(clear, "minute", 5), "ana") == 1
    assert fatigue_level(later(clear, "minute", 6), "ana") == 0
    kept = play(table, BreatheAgain(seat="gm", actor="ana", lasting=1))
    assert fatigue_level(later(kept, "hour"), "ana") == 1


@pytest.mark.rule("CF-ASPHYX-5", "CF-AMB-9")
@pytest.mark.parametrize(("spares", "levels", "strained"), [("round", 2, 3), ("until_next_exertion", 0, 1)])
def test_a_critical_without_air_spares_a_round_or_all_until_the_next_exertion(
    spares: str, levels: int, strained: int
) -> None:
    table = laid(sheets=ENDURANCE, tracks=LUCKLESS, options={"asphyx_critical": spares})
    table = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True))
    chance = dice(d100=[3, 7, 2])
    table = play(table, AdvanceTime(seat="gm", unit="second", count=15), chance=chance)
    table = play(table, AdvanceTime(seat="gm", unit="second", count=10), chance=dice(d100=[7, 7]))
    assert fatigue_level(table, "ana") == levels
    if spares != "round":
        table = play(table, Strain(seat="gm", actor="ana"))
    table = play(table, AdvanceTime(seat="gm", unit="second", count=5), chance=dice(d100=[7]))
    assert fatigue_level(table, "ana") == strained


@pytest.mark.rule("CF-ASPHYX-1", "CF-ASPHYX-10", "CF-ASPHYX-11")
def test_the_gm_takes_and_gives_air_and_sees_the_lasting_levels() -> None:
    lose, breathe = LoseBreath(seat="gm", actor="ana"), BreatheAgain(seat="gm", actor="ana")
    table = play(laid(sheets=ENDURANCE), lose)
    assert refused(table, lose).rules == ("CF-ASPHYX-1",)
    assert refused(laid(), breathe).rules == ("CF-ASPHYX-10",)
    for command in (lose, breathe, SetBreath(seat="gm", actor="ana", seconds=5)):
        where = laid() if command is lose else table
        assert refused(where, replace(command, seat="tom")).message.key == "refused.gm_only"
    (offer,) = (one for one in GAME.offers(table, "gm") if one.name == "d100_breathe")
    assert [ask.label.params for ask in offer.questions if ask.field == "lasting"] == [{"levels": 1}]
    assert table.actors["ana"].has_condition(BREATHLESS)
    assert not play(table, breathe).actors["ana"].has_condition(BREATHLESS)


@pytest.mark.rule("CF-ASPHYX-9", "CF-ASPHYX-12", "CF-HEAL-10", "CF-EX-43")
def test_lack_of_air_kills_and_no_spell_stops_it() -> None:
    tracks = {**LUCKLESS, "bor": {**LUCKLESS["bor"], "Magic": 9}}
    table = hurt(laid(sheets=ENDURANCE, tracks=tracks), "ana", Chest=-3)
    table = with_states(table, lambda d: lay(d, "ana", POISONED), lambda d: lay(d, "ana", DEADLINE, "Chest", until=9))
    table = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True))
    table = play(table, CastHealing(seat="eve", actor="bor", patient="ana", location="Chest", spell="cure_minor"))
    assert (table.actors["ana"].has_condition(POISONED), table.actors["ana"].has_condition(DEADLINE)) == (True, False)
    found = outcome(table, AdvanceTime(seat="gm", unit="minute", count=2), dice(d100=[98] * 20, d6=[6] * 20))
    assert found.table.actors["ana"].has_condition(DEAD)
    assert "d100_suffocates_helpless" in notes(found), "where nothing can be thrown, none is told"


# ---- the clock itself ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-TIME-1", "CF-TIME-3", "CF-TIME-4", "CF-TIME-6", "CF-TIME-10", "CF-EX-64", "CF-EX-65", "CF-AMB-61")
def test_distances_take_whole_rounds() -> None:
    heroes = {"ana": {}, "bor": {"species": "Human"}}
    table = laid(sheets=heroes)
    assert play(table, Walk(seat="gm", feet=300)).clock == 25 * MINUTE
    unmapped = play(table, SetWay(seat="gm", mapping=False))
    assert play(unmapped, Walk(seat="gm", feet=300)).clock == 5 * MINUTE
    shown = play(unmapped, SetWay(seat="gm", map_shown=True))
    assert play(shown, Walk(seat="gm", feet=300)).clock == 25 * MINUTE
    dwarf = laid(sheets={"bor": {"species": "Dwarf"}})
    walked = play(dwarf, Walk(seat="gm", feet=300))
    assert walked.clock == 35 * MINUTE
    assert session_state(walked).wandered == 35 * MINUTE
    assert session_state(play(walked, CountAnew(seat="gm"))).wandered == 0
    hurrying = play(table, SetWay(seat="gm", pace="combat_rounds"))
    assert play(hurrying, Walk(seat="gm", feet=40)).clock == 10


@pytest.mark.rule("CF-TIME-1")
def test_a_forecast_comes_true_and_changes_nothing() -> None:
    table = hurt(play(laid(), Weary(seat="gm", actor="bor", cause="exertion", levels=2)), "ana", Chest=1)
    before = table
    found = forecast(table, 2 * DAY, resting=tuple(table.actors))
    told = outcome(table, AdvanceTime(seat="gm", unit="day", count=2, rest=True))
    assert table == before
    assert found.unknown is None
    happened = [event.message for event in told.events if isinstance(event, Noted)][:-1]
    assert [line.message for line in found.lines] == happened
    smothered = play(laid(sheets=ENDURANCE), LoseBreath(seat="gm", actor="ana"))
    assert forecast(smothered, HOUR).unknown == 30, "dice decide what comes then"
    secret = replace(table, actors={**table.actors, "ana": replace(table.actors["ana"], secret=True)})
    assert not any("Chest" in str(line.message.params) for line in forecast(secret, 2 * DAY, viewer="eve").lines)


def _world(table: Table) -> object:
    """Return all but what only tells of the way to it."""
    return table.actors, table.clock, session_state(table)


@examples(25)
@given(
    st.integers(-9, 4),
    st.integers(-6, 6),
    st.integers(0, 6),
    st.integers(0, 3),
    st.lists(st.integers(1, 40 * HOUR), min_size=1, max_size=5),
    st.booleans(),
)
@pytest.mark.rule("CF-TIME-1", "CF-HEAL-2", "CF-FATIGUE-11")
def test_one_step_or_many_give_the_same_world(
    leg: int, chest: int, tired: int, bled: int, parts: list[int], treated: bool
) -> None:
    table = hurt(laid(sheets=ENDURANCE), "ana", Left_Leg=leg, Chest=chest)
    for cause, levels in (("exertion", tired), ("blood", bled)):
        if levels:
            table = play(table, Weary(seat="gm", actor="ana", cause=cause, levels=levels))  # type: ignore[arg-type]
    if bled:
        table = with_states(table, lambda d: lay(d, "ana", UNCONSCIOUS, "Chest", until=5000, ends="time"))
    if treated and leg <= -5:
        table = play(table, SetCare(seat="gm", actor="ana", location="Left Leg", treated=True))
    table = with_states(table, lambda d: advance(d, 1, rest=True))
    many = with_states(table, *(lambda d, n=n: advance(d, n) for n in parts))
    once = with_states(table, lambda d: advance(d, sum(parts)))
    assert _world(many) == _world(once)
    for place, spot in (("Left Leg", 5), ("Chest", 7)):
        assert hp(once, "ana", place) <= spot


@pytest.mark.rule("CF-TIME-1")
def test_only_the_gm_lets_time_pass() -> None:
    assert refused(laid(), AdvanceTime(seat="tom")).rules == ("CF-TIME-1",)


@pytest.mark.rule("CF-TIME-1", "CF-FATIGUE-10", "CF-HEAL-8")
def test_offers_have_a_preview_and_denials_a_rule() -> None:
    table = hurt(laid(sheets=ENDURANCE), "ana", Chest=1)
    offers = {offer.name: offer for offer in GAME.offers(table, "gm")}
    assert offers["d100_pass_any"].lazy
    told = GAME.complete_offer(table, offers["d100_pass_any"]).questions[0].told
    assert "hour" not in told, "where nothing happens there is nothing to read"
    assert "Chest" in say(told["day"])
    assert "day 2" in say(told["day"])
    assert any("Chest" in say(line) for line in GAME.view_for(table, "gm").under_way[0].reckoning)
    given = play(table, SetCare(seat="gm", actor="ana", location="Chest", aided=True))
    aid = {offer.name: offer for offer in GAME.offers(given, "tom")}["d100_tend:first_aid"]
    assert aid.denial is not None
    assert aid.denial.rules == ("CF-X-30",)
    assert not any(offer.name.startswith("d100_pass") for offer in GAME.offers(table, "tom"))
