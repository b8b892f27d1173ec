"""Time that waits for a roll or an answer on its way, and goes on by itself (CF-TIME-1, CF-LUCK-7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.continuation import name_of
from engine.core.events import LocationSet, Noted, Rolled, TrackSet
from engine.core.history import HistoryEntry
from engine.core.manual_moves import LayCondition, SetClock, SetLocation
from engine.core.redaction import redact
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import ASLEEP, MAIMING
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, CallOff, RuleDie, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll, current_check
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound
from engine.rulesets.classic_fantasy.damage.damage_commands import AcceptConsequences, AcceptDamage, WaiveLuck
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.game_calendar import seconds_of
from engine.rulesets.classic_fantasy.hazards.burning_commands import SetAlight
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import LetHazard, MakeHazard
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath
from engine.rulesets.classic_fantasy.health.body_state import need_location
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.healing_commands import SetCare
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, RestOn, Sleep
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.luck.luck_eligibility import luck_awaited, luck_options_of
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime, StopTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TimePassage
from engine.rulesets.classic_fantasy.time.time_preview import next_scheduled
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.rulesets.classic_fantasy.wounds.wound_rules import LEVELS, level_of
from engine.sheets.formulas.exact_numbers import Exact
from tests.engine.rulesets.classic_fantasy.table import (
    GAME,
    dice,
    hp,
    laid,
    names,
    notes,
    outcome,
    play,
    refused,
    skilled,
    told_again,
)
from tests.properties import examples

SKILLS = skilled(Endurance=60, First_Aid=60, Healing=60)
SHEETS = {"ana": SKILLS, "bor": SKILLS, "orc": SKILLS}


def breathless(**more: Any) -> Table:
    """Return a table on which Ana has air for 12 seconds; she rolls at 15, 20, 25 and so on."""
    return play(laid(sheets=SHEETS, **more), LoseBreath(seat="gm", actor="ana", strenuous=True))


def let_stand(table: Table, chance: Any = None) -> Table:
    """Answer whatever time waits for in the plainest way, until nothing is left to answer."""
    thrown = chance or SeededChance(1)
    for _ in range(2000):
        step = plainest(table)
        if step is None:
            return table
        table = GAME.apply(table, step, thrown).table
    raise AssertionError("it never ends")


def lavish(table: Table) -> Command | None:
    """Return what throws again by luck whatever can be."""
    for actor in luck_awaited(table):
        if "reroll" in {one.use for one in luck_options_of(table, actor) if one.refused is None}:
            return SpendLuck(seat="gm", actor=actor, use="reroll")
    return None


def plainest(table: Table) -> Command | None:
    """Return the command that accepts the front procedure as it is."""
    front = table.procedures[-1]
    if isinstance(front, Check):
        unthrown = any(roll.thrown is None and roll.stands is None for roll in front.rolls)
        return ThrowDice(seat="gm") if unthrown else AcceptRoll(seat="gm")
    if isinstance(front, EffectRoll):
        return AcceptRoll(seat="gm")
    if isinstance(front, DamageProcess):
        return {"luck": WaiveLuck(seat="gm"), "consequences": AcceptConsequences(seat="gm")}.get(
            front.stage, AcceptDamage(seat="gm")
        )
    return None


@pytest.mark.rule("CF-ASPHYX-4", "CF-LUCK-7", "CF-TIME-1", "CF-UI-4")
def test_time_waits_for_a_roll_that_luck_could_change_and_goes_on_by_itself() -> None:
    table = play(breathless(), AdvanceTime(seat="gm", unit="minute"))
    assert table.clock == 15
    found = current_check(table)
    assert found is not None
    assert name_of(found.then) == "breath"
    assert "d100_stop_time" in names(table, "gm")
    assert "d100_stop_time" not in names(table, "tom")
    assert refused(table, AdvanceTime(seat="gm")).rules == ("CF-TIME-1",)
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[61]))
    table = play(table, SpendLuck(seat="tom", actor="ana", use="swap"), chance=dice())
    assert table.clock == 20, "16 is a success, nobody can change it any more, and the next roll is due"
    assert fatigue_level(table, "ana") == 1
    assert table.actors["ana"].tracks["Luck"].value == 2
    table = play(table, RuleDie(seat="gm", face=1), AcceptRoll(seat="tom"))
    assert fatigue_level(table, "ana") == 1, "the GM may lay the die"
    assert table.clock == 25
    table = play(table, CallOff(seat="gm"))
    assert (table.clock, fatigue_level(table, "ana")) == (30, 1)
    told = outcome(play(table, BreatheAgain(seat="gm", actor="ana")), CallOff(seat="gm"))
    assert told.table.clock == 60
    assert [type(one) for one in told.table.procedures] == [SessionState]
    assert "d100_time_passed" in notes(told)


@pytest.mark.rule("CF-TIME-1", "CF-AMB-42")
def test_dice_fall_at_once_where_nobody_could_change_them() -> None:
    luckless = breathless(tracks={"ana": {"Luck": 0}})
    table = play(luckless, AdvanceTime(seat="gm", unit="second", count=20), chance=dice(d100=[30, 30]))
    assert (table.clock, fatigue_level(table, "ana"), current_check(table)) == (20, 2, None)
    foe = laid(sheets=SHEETS)
    foe = replace(foe, actors={**foe.actors, "orc": replace(foe.actors["orc"], secret=True)})
    foe = play(foe, LoseBreath(seat="gm", actor="orc", strenuous=True))
    done = outcome(foe, AdvanceTime(seat="gm", unit="second", count=16), dice(d100=[30]))
    assert fatigue_level(done.table, "orc") == 1
    seen = redact(foe, done.events, "tom")
    assert not any(isinstance(event, Rolled) for event in seen)
    assert "Orc" not in str(seen)


@pytest.mark.rule("CF-TIME-1", "CF-TIME-3", "CF-BLOOD-1", "CF-FIRE-7")
@pytest.mark.parametrize("seconds", [15, 18])
def test_what_falls_due_together_with_a_roll_still_happens_once_it_is_answered(seconds: int) -> None:
    table = play(breathless(), SetLocation(seat="gm", actor="bor", location="Chest", level=3, bleeding=True))
    table = play(table, AdvanceTime(seat="gm", unit="second", count=seconds))
    assert (table.clock, fatigue_level(table, "bor")) == (15, 2), "the end of a Round comes before the next one's start"
    table = play(table, ThrowDice(seat="tom"), AcceptRoll(seat="tom"), chance=dice(d100=[30]))
    assert (table.clock, fatigue_level(table, "bor")) == (seconds, 3)
    burning = play(breathless(), AdvanceTime(seat="gm", unit="second", count=14))
    burning = play(burning, SetAlight(seat="gm", actor="bor", locations=("Chest",), intensity=1))
    burning = play(burning, AdvanceTime(seat="gm", unit="second", count=seconds - 14))
    assert current_check(burning) is not None
    burning = play(burning, CallOff(seat="gm"))
    assert (burning.clock, isinstance(burning.procedures[-1], DamageProcess)) == (15, True)


@pytest.mark.rule("CF-TIME-1", "CF-HEAL-5", "CF-FIRE-7")
def test_a_wound_that_time_has_dealt_has_its_deadline_from_then_on() -> None:
    table = play(laid(sheets=SHEETS), SetLocation(seat="gm", actor="bor", location="Abdomen", level=-5))
    table = play(table, SetAlight(seat="gm", actor="bor", locations=("Abdomen",), intensity=2))
    table = let_stand(play(table, AdvanceTime(seat="gm", unit="second", count=6)))
    assert need_location(table, "bor", "Abdomen").level == "major"
    assert table.clock == 6
    assert table.actors["bor"].has_condition(MAIMING)


@pytest.mark.rule("CF-TIME-1")
def test_the_gm_can_stop_time_and_what_was_asked_is_still_answered() -> None:
    table = play(breathless(), AdvanceTime(seat="gm", unit="minute"))
    assert refused(table, StopTime(seat="tom")).rules == ("CF-TIME-1",)
    table = play(table, StopTime(seat="gm"))
    table = play(table, ThrowDice(seat="tom"), AcceptRoll(seat="tom"), chance=dice(d100=[30]))
    assert (table.clock, fatigue_level(table, "ana")) == (15, 1)
    assert refused(table, StopTime(seat="gm")).rules == ("CF-TIME-1",)
    assert let_stand(play(table, AdvanceTime(seat="gm", unit="second", count=5))).clock == 20


@pytest.mark.rule("CF-TIME-1", "CF-TIME-3", "CF-LUCK-5", "CF-REST-2", "CF-TIME-2", "CF-AMB-32")
def test_what_time_passes_for_comes_once_it_is_over() -> None:
    fighting = play(breathless(), StartFight(seat="gm", fighters=("ana", "orc")))
    now = current_combat(fighting)
    assert now is not None
    order = replace(now, order=("ana", "orc"), turn="ana", lucky=("ana",))
    fighting = replace(fighting, procedures=(*fighting.procedures[:-1], order), clock=10)
    waiting = play(fighting, EndRound(seat="gm"), ThrowDice(seat="tom"), chance=dice(d100=[61]))
    assert current_combat(waiting) == order, "the next Round has not begun"
    assert "d100_luck:reroll" in names(waiting, "tom") or any("reroll" in name for name in names(waiting, "tom"))
    begun = play(waiting, SpendLuck(seat="tom", actor="ana", use="reroll"), chance=dice(d100=[1]))
    after = current_combat(begun)
    assert after is not None
    assert (after.number, begun.clock) == (now.number + 1, 15)

    resting = play(breathless(), BeginRest(seat="gm", steps=2), RestOn(seat="gm"))
    halted = rest(resting)
    assert halted is not None
    assert (halted.done, resting.clock) == (0, 15)
    resting = play(resting, BreatheAgain(seat="gm", actor="ana"), CallOff(seat="gm"))
    halted = rest(resting)
    assert halted is not None
    assert (halted.done, resting.clock) == (1, 900)

    asleep = play(breathless(), Sleep(seat="gm", hours=8))
    roused = play(asleep, StopTime(seat="gm"), CallOff(seat="gm"))
    assert not session_state(roused).tired.get("bor")
    slept = play(asleep, BreatheAgain(seat="gm", actor="ana"), CallOff(seat="gm"))
    assert session_state(slept).days["bor"].slept_hours == 8

    hurt = play(breathless(), SetLocation(seat="gm", actor="bor", location="Chest", level=1))
    tending = play(hurt, Tend(seat="gm", actor="ana", patient="bor", location="Chest", how="first_aid"))
    assert tending.clock == 15
    tending = play(tending, BreatheAgain(seat="gm", actor="ana"), CallOff(seat="gm"))
    found = current_check(tending)
    assert found is not None
    assert (name_of(found.then), tending.clock) == ("tending", 900)


@pytest.mark.rule("CF-FIRE-7", "CF-FIRE-9", "CF-TIME-1", "CF-TIME-3")
def test_a_fire_burns_round_by_round_however_the_clock_is_moved() -> None:
    """The same dice give the same burns, in one long time or second by second; no Round is skipped."""
    table = laid(sheets=SHEETS, tracks={"ana": {"Luck": 0}})
    table = play(table, SetAlight(seat="gm", actor="ana", locations=("Chest",), intensity=1))
    ends = []
    for parts in ([20], [5] * 4, [1] * 20, [3, 11, 6]):
        thrown, now = SeededChance(7), table
        for seconds in parts:
            now = GAME.apply(now, AdvanceTime(seat="gm", unit="second", count=seconds), thrown).table
            now = let_stand(now, thrown)
        assert now.clock == 20
        ends.append((now.actors, session_state(now)))
    assert ends[0][0] != table.actors
    assert all(end == ends[0] for end in ends)


@pytest.mark.rule("CF-TIME-1", "CF-TIME-2")
def test_where_too_much_happens_time_stops_and_a_night_that_was_not_slept_gives_nothing() -> None:
    table = play(laid(sheets=SHEETS), MakeHazard(seat="gm", name="Drip", fatigue="0", every="second", damage=""))
    table = play(table, LetHazard(seat="gm", actor="orc", name="Drip"))
    told = outcome(table, Sleep(seat="gm", hours=8))
    assert "d100_time_stops" in notes(told)
    assert "d100_night" not in notes(told)
    assert told.table.clock < 8 * 3600
    assert [type(one) for one in told.table.procedures] == [SessionState]
    assert not told.table.actors["ana"].has_condition(ASLEEP)


@examples(20)
@given(
    st.integers(0, 2**20),
    st.lists(st.integers(1, 40), min_size=1, max_size=6),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 2),
    st.booleans(),
)
@pytest.mark.rule("CF-TIME-1", "CF-ASPHYX-4", "CF-FIRE-7", "CF-BLOOD-1", "CF-HEAL-1", "CF-UI-8", "CF-LUCK-7")
def test_one_step_or_many_with_rolls_on_the_way(
    seed: int, parts: list[int], luck: int, burns: bool, bled: int, spends: bool
) -> None:
    """Time that waits for rolls gives the same world in one step or in many; each gesture is exact when done again."""
    table = laid(sheets=SHEETS, tracks={"ana": {"Luck": luck}})
    table = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True), AdvanceTime(seat="gm", unit="second"))
    table = play(table, SetLocation(seat="gm", actor="bor", location="Chest", level=3, bleeding=bled > 1))
    table = play(table, Weary(seat="gm", actor="bor", cause="asphyxiation", levels=1 + bled))
    cold = MakeHazard(seat="gm", name="Cold", fatigue="1d3", every="combat_round", steps=3)
    table = play(table, cold, LetHazard(seat="gm", actor="ana", name="Cold"), chance=dice(d6=[1]))
    if burns:
        table = play(table, SetAlight(seat="gm", actor="bor", locations=("Left Leg",), intensity=1))
    ends = []
    for steps in (parts, [sum(parts)], [1] * sum(parts)):
        thrown, now = SeededChance(seed), table
        tables, entries = [table], list[HistoryEntry]()
        for seconds in steps:
            step: Command | None = AdvanceTime(seat="gm", unit="second", count=seconds)
            while step is not None:
                done = GAME.apply(now, step, thrown)
                now = done.table
                tables.append(now)
                entries.append(done.entry())
                step = (lavish(now) if spends else None) or plainest(now)
        told_again(tables, entries)
        assert not any(isinstance(one, TimePassage) for one in now.procedures)
        ends.append((now.actors, now.clock, session_state(now)))
    assert ends[0] == ends[1] == ends[2]
    for actor in ("ana", "bor"):
        body = ends[0][0][actor].body
        assert body is not None
        assert all(spot.most is None or spot.level <= spot.most for spot in body.locations.values())
    assert hp(table, "bor", "Chest") >= 3


@pytest.mark.rule("CF-TIME-1")
def test_a_clock_that_is_set_by_hand_lets_all_happen_on_the_way() -> None:
    table = breathless(tracks={"ana": {"Luck": 0}})
    thrown = [dice(d100=[30, 30, 30]) for _ in range(2)]
    by_hand = outcome(table, SetClock(seat="gm", seconds=25), thrown[0]).table
    by_rule = outcome(table, AdvanceTime(seat="gm", unit="second", count=25), thrown[1]).table
    assert (by_hand.actors, by_hand.clock, session_state(by_hand)) == (by_rule.actors, 25, session_state(by_rule))
    waits = play(breathless(), SetClock(seat="gm", seconds=60))
    assert waits.clock == 15
    assert refused(waits, SetClock(seat="gm", seconds=90)).rules == ("CF-TIME-1",)
    assert let_stand(waits).clock == 60


@pytest.mark.rule("CF-TIME-1")
@pytest.mark.parametrize("back", [1, 3600, 80_000])
def test_all_that_lasts_is_as_long_ago_and_as_far_ahead_at_a_clock_that_was_set_back(back: int) -> None:
    def coming(table: Table) -> list[tuple[Exact, str]]:
        events = next_scheduled(table, table.clock, table.clock + seconds_of("year"))
        return sorted((due.at - table.clock, due.name) for due in events if due.kind not in ("birthday", "burning"))

    table = play(
        laid(sheets=SHEETS),
        AdvanceTime(seat="gm", unit="day"),
        Weary(seat="gm", actor="bor", cause="exertion"),
        AdvanceTime(seat="gm", unit="minute", rest=True),
        SetLocation(seat="gm", actor="bor", location="Chest", level=2),
        SetLocation(seat="gm", actor="orc", location="Right Arm", level=-1),
        LayCondition(seat="gm", actor="orc", condition="Stunned", until=200_000),
        LoseBreath(seat="gm", actor="ana", strenuous=True),
    )
    earlier = play(table, SetClock(seat="gm", seconds=table.clock - back))
    assert earlier.clock == table.clock - back
    assert {name.partition(":")[0] for _, name in coming(table)} >= {"breath", "fatigue", "healing", "until"}
    assert coming(earlier) == coming(table)
    assert play(earlier, SetClock(seat="gm", seconds=0)).clock == 0


@pytest.mark.rule("CF-TIME-2")
def test_a_question_in_the_night_finds_the_character_asleep() -> None:
    asleep = play(breathless(), Sleep(seat="gm", hours=8))
    assert asleep.actors["bor"].has_condition(ASLEEP)
    assert not play(asleep, StopTime(seat="gm")).actors["bor"].has_condition(ASLEEP)
    assert not play(laid(), Sleep(seat="gm", hours=8)).actors["bor"].has_condition(ASLEEP)


@examples(25)
@given(
    st.dictionaries(st.sampled_from(("Head", "Chest", "Left Leg", "Right Arm")), st.integers(-9, 4), min_size=1),
    st.sets(st.sampled_from(("Head", "Chest", "Left Leg", "Right Arm"))),
    st.integers(1, 80),
    st.integers(0, 6),
)
@pytest.mark.rule("CF-TIME-1", "CF-HEAL-1", "CF-HEAL-2", "CF-HEAL-5", "CF-WOUND-22", "CF-FATIGUE-11")
def test_time_crosses_each_threshold_once_and_heals_no_further_than_there_is_room(
    wounds: dict[str, int], treated: set[str], days: int, tired: int
) -> None:
    table = laid(sheets=SHEETS)
    table = play(table, *(SetLocation(seat="gm", actor="ana", location=at, level=hp) for at, hp in wounds.items()))
    for place in treated & wounds.keys():
        if need_location(table, "ana", place).level == "major":
            table = play(table, SetCare(seat="gm", actor="ana", location=place, treated=True))
    if tired:
        table = play(table, Weary(seat="gm", actor="ana", cause="exertion", levels=tired))
    done = outcome(table, AdvanceTime(seat="gm", unit="day", count=days, rest=True))
    body = table.actors["ana"].body
    assert body is not None
    levels = {at: [level_of(spot.level, spot.most or 0)] for at, spot in body.locations.items()}
    fatigue = [fatigue_level(table, "ana")]
    for event in done.events:
        match event:
            case LocationSet(actor="ana", name=place, location=spot):
                assert spot.most is not None
                assert spot.level <= spot.most, "no more than there is room for"
                levels[place].append(level_of(spot.level, spot.most))
            case TrackSet(actor="ana", name="Fatigue", track=track):
                assert track is not None
                fatigue.append(track.value)
            case _:
                pass
    for place, seen in levels.items():
        order = [LEVELS.index(level) for level in seen]
        assert order == sorted(order, reverse=True), f"{place} goes {seen}: time alone makes nothing worse"
    assert fatigue == sorted(set(fatigue), reverse=True), "level by level"
    once = ("log.d100_maimed", "log.d100_dies_of_wound")
    notes_told = [event.message for event in done.events if isinstance(event, Noted)]
    told = [(one.key, str(one.params.get("location"))) for one in notes_told if one.key in once]
    assert len(told) == len(set(told)), told
