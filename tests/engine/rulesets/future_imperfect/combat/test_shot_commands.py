"""Shots, bursts and stray rounds, from the declaration to the hit location."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.manual_moves import LayCondition
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.future_imperfect.actions.preparation_commands import PrepareCard, SpoilPreparation
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, CallOff
from engine.rulesets.future_imperfect.combat.attack_commands import StopAttack
from engine.rulesets.future_imperfect.combat.hit_commands import RuleHit, SetCover, ShiftHit
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import CheckStrays, FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    DAMAGE,
    TAKE,
    THROW,
    acting,
    armed,
    goes,
    needs,
    values,
    why,
)
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play, running_conflict

RIFLE = {"frost": armed("Blast rifle", hands=["right"])}
SHOT = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)


@pytest.mark.rule("FI-EX-14", "FI-CORE-4", "FI-SHOOT-1", "FI-SHOOT-2", "FI-SHOOT-3", "FI-AIM-2", "FI-HITLOC-1")
def test_an_aimed_shot_of_three_dice_hits_without_a_raise() -> None:
    declared = goes(laid(sheets=RIFLE), SHOT)
    assert declared.check.rolls[0].dice.text == "3d8"
    assert declared.check.tn == 5
    came = goes(declared, THROW, d8=[3, 5, 7], d20=[16])
    assert came.figures | {"total": 7, "raises": 0, "bust": False, "location": "upper_torso", "area": "guts"} == (
        came.figures
    )
    assert came.attack.hits[0].natural == 16


@pytest.mark.rule(
    "FI-DMG-1", "FI-DMG-5", "FI-WOUND-2", "FI-WIND-1", "FI-STUN-1", "FI-STUN-4", "FI-HEAL-2", "FI-CORE-13"
)
def test_a_hit_goes_all_the_way_to_the_stun_check() -> None:
    hit = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[3, 5, 7], d20=[16])
    hurt = goes(hit, DAMAGE, d8=[4, 5, 5])
    assert hurt.figures | {"damage": 14, "levels": 2} == hurt.figures
    assert hurt.level("thug", "guts") == 0, "chips come first"
    taken = goes(hurt, TAKE, d6=[3, 6, 2])
    assert (taken.level("thug", "guts"), taken.wind("thug")) == (2, 12 - 11)
    assert taken.check.tn == 7
    assert values(taken.check) == {"wounds": -2}
    stunned = goes(taken, THROW, d6=[5, 4])
    assert stunned.states("thug") == {"stunned"}
    assert current_attack(stunned.table) is None
    (injury,) = stunned.table.actors["thug"].conditions_named("injury")
    assert (injury.note, injury.until) == ("guts", stunned.table.clock + 3600)


@pytest.mark.rule("FI-SHOOT-9", "FI-SHOOT-11", "FI-SHOOT-12")
@pytest.mark.rule("FI-EX-12", "FI-AIM-1", "FI-TWO-1", "FI-TWO-2", "FI-TWO-3", "FI-SHOOT-5", "FI-SHOOT-6", "FI-SHOOT-7")
def test_everything_that_makes_a_shot_hard_is_a_part_with_its_reason() -> None:
    table = laid(sheets={**RIFLE, "thug": {"size": 2}})
    shot = Shoot(
        seat="gm",
        actor="frost",
        target="thug",
        weapon="Blast rifle",
        distance=45,
        hand="off",
        two_weapons=True,
        one_handed=True,
        mounted=True,
        carried=True,
        called="head",
        rate=21,
        light="dark",
    )
    check = goes(table, shot).check
    assert values(check) == {
        "mounted": -2,
        "running": -4,
        "one_handed_rifle": -2,
        "two_weapons": -2,
        "off_hand": -4,
        "called": -6,
        "target_size": -2,
        "target_speed": -4,
        "dark": -4,
        "unaimed": -3,
    }
    assert needs(check) == {"base_tn": 5, "range": 2}
    windy = goes(table, shot, AddModifier(seat="tom", value=-1, why="a gale"))
    assert values(windy.check) == values(check) | {"other": -1}
    assert why(goes(windy, THROW, d8=[2, 3, 4]), AddModifier(seat="tom", value=9)) == "nothing_rolled"


@pytest.mark.rule("FI-EX-35", "FI-COVER-8", "FI-COVER-9", "FI-DARK-1", "FI-DARK-2", "FI-DARK-3")
def test_a_hidden_target_and_bad_light() -> None:
    table = laid(sheets=RIFLE)
    near: dict[str, Any] = {"seat": "gm", "actor": "frost", "target": "thug", "weapon": "Blast rifle", "counters": 3}
    assert values(goes(table, Shoot(**near, distance=10, light="dark", rate=20)).check) == {}
    assert values(goes(table, Shoot(**near, distance=30, light="dark", carries_light=True)).check) == {}
    assert values(goes(table, Shoot(**near, distance=30, light="pitch", hidden=True)).check) == {"hidden": -4}
    assert why(table, Shoot(**near, hidden=True, known=False)) == "target_unknown"
    assert why(table, Shoot(**near, light="disco")) == "no_such_light"


@pytest.mark.rule("FI-EX-9", "FI-EX-10", "FI-AREA-1", "FI-AREA-2", "FI-AREA-3", "FI-AREA-4", "FI-SHOOT-4")
def test_each_barrel_of_a_shotgun_has_its_own_roll_and_bonus_dice() -> None:
    sheets = {"chuk": armed("Double-barrelled shotgun", hands=["both"])}
    table = acting(sheets, {"chuk": "AS", "thug": "KS/2"}, "chuk")
    barrel = Shoot(seat="eve", actor="chuk", target="thug", weapon="Double-barrelled shotgun", distance=19)
    first = goes(table, barrel)
    assert first.check.rolls[0].dice.count == 3
    hit = goes(first, THROW, d8=[8, 7, 7, 4], d20=[16])
    done = goes(hit, DAMAGE, TAKE, THROW, d6=[1, 1, 1, 1, 2, 3, 5, 5])
    assert done.figures["damage_dice"] == 5
    assert done.table.actors["chuk"].sheet["weapons"][0]["ammunition"] == "1/2"  # type: ignore[index, call-overload]
    second = goes(done, barrel, THROW, d8=[2, 2, 2])
    assert second.table.actors["chuk"].sheet["weapons"][0]["ammunition"] == "0/2"  # type: ignore[index, call-overload]
    assert why(second.table, barrel) == "action_spent"


@pytest.mark.rule("FI-AREA-6", "FI-CORE-12", "FI-CORE-15", "FI-CORE-16")
def test_the_spread_of_a_shotgun_helps_unskilled_shooters() -> None:
    untaught = {**armed("Double-barrelled shotgun"), "aptitudes": []}
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Double-barrelled shotgun", distance=25, counters=1)
    declared = goes(laid(sheets={"frost": untaught}), shot)
    assert (declared.check.rolls[0].dice.text, declared.check.rolls[0].halved) == ("4d8", True)
    assert goes(declared, THROW, d8=[1, 1, 6, 7]).figures["total"] == 3
    assert goes(declared, THROW, d8=[1, 1, 1, 8, 8, 7]).figures["bust"]


@pytest.mark.rule(
    "FI-EX-11", "FI-AUTO-1", "FI-AUTO-2", "FI-AUTO-3", "FI-AUTO-7", "FI-STRAY-5", "FI-STRAY-6", "FI-STRAY-7"
)
def test_a_burst_hits_once_for_each_success_and_the_rest_may_stray() -> None:
    sheets = {"frost": armed("Heavy blaster")}
    burst = FireBurst(seat="gm", actor="frost", weapon="Heavy blaster", targets=("thug",), distances=(30,))
    rolled = goes(laid(sheets=sheets), burst, THROW, d8=[8, 4, 2, 3, 5, 7], d20=[2])
    assert rolled.figures | {"total": 12, "tn": 6, "hits": 2} == rolled.figures
    assert rolled.attack.marks[0].missed == 3
    first = goes(rolled, DAMAGE, d12=[1, 1, 1], d6=[2])
    assert (first.level("thug", "right_leg"), first.wind("thug")) == (0, 10), "below Size: a die of Wind alone"
    second = goes(first, DAMAGE, d12=[1, 1, 2], d6=[2])
    assert current_attack(second.table) is None
    (missed,) = session_state(second.table).missed
    assert (missed.rounds, missed.spread) == (3, True)
    assert second.figures["stray_metres"] == 2
    strays = goes(second, CheckStrays(seat="gm", bystanders=("guard", "chuk")), d6=[3, 2, 6, 6, 2], d20=[20, 7])
    assert strays.figures["strays"] == ["chuk", "guard"]
    assert [hit.target for hit in strays.attack.hits] == ["chuk", "guard"]
    assert strays.attack.raises == 0
    assert why(goes(strays, StopAttack(seat="gm")).table, CheckStrays(seat="gm", bystanders=("guard",))) == (
        "nothing_missed"
    )


@pytest.mark.rule("FI-TV-14", "FI-AUTO-4", "FI-AUTO-5", "FI-AUTO-6", "FI-TV-13", "FI-AUTO-7", "FI-STRAY-5")
def test_a_burst_is_split_over_targets_with_its_dice() -> None:
    table = laid(sheets={"frost": armed("Heavy blaster")})
    targets = ("thug", "guard", "chuk")
    asked: dict[str, Any] = {
        "seat": "gm",
        "actor": "frost",
        "weapon": "Heavy blaster",
        "targets": targets,
        "distances": (10, 40, 10),
    }
    assert why(table, FireBurst(**asked, rounds=(2, 2, 1), dice=(2, 2, 2))) == "split_dice"
    assert why(table, FireBurst(**asked, rounds=(2, 2, 2), dice=(2, 2, 1))) == "split_rounds"
    assert why(table, FireBurst(**asked)) == "split_rounds"
    first = goes(table, FireBurst(**asked, rounds=(2, 2, 1), dice=(2, 2, 1)))
    assert (first.check.rolls[0].dice.count, first.check.rolls[0].targets) == (2, 3)
    second = goes(first, THROW, d8=[6, 3])
    assert second.figures["total"] == 6 - 2 - 3
    assert (second.check.tn, second.attack.index) == (6, 1)
    none = goes(second, THROW, THROW, d8=[1, 2, 1])
    assert [(past.target, past.distance, past.rounds) for past in session_state(none.table).missed] == [
        ("thug", 10, 2),
        ("guard", 40, 2),
        ("chuk", 10, 1),
    ], "past whom they went says who stands in their way"
    beside = CheckStrays(seat="gm", bystanders=("thug",))
    assert why(none, beside) == "no_bystander"
    past_thug = goes(none, replace(beside, bystanders=("guard",)), d6=[6, 6])
    past_guard = goes(past_thug, beside, d6=[6, 2])
    assert [hit.target for hit in past_guard.attack.hits] == ["thug"]
    assert [past.target for past in session_state(past_guard.table).missed] == ["chuk"], (
        "the others are still to be tested"
    )
    third = goes(second, THROW, d8=[8, 2, 4])
    assert third.figures | {"total": 12 - 2 - 3, "hits": 1} == third.figures


@pytest.mark.rule("FI-AUTO-2", "FI-AUTO-6", "FI-TV-13")
def test_surplus_raises_of_a_burst_shift_its_hits() -> None:
    table = laid(sheets={"frost": armed("Blast rifle")})
    burst = FireBurst(seat="gm", actor="frost", weapon="Blast rifle", targets=("thug",))
    rolled = goes(table, burst, THROW, d8=[8, 4, 1, 8, 8, 1], d20=[9])
    assert rolled.figures | {"total": 25 - 3, "successes": 4, "hits": 3} == rolled.figures
    assert rolled.attack.raises == 1
    first = goes(rolled, ShiftHit(seat="tom", by=1), DAMAGE, d8=[1, 1, 1, 1], d6=[1], d20=[9])
    assert (first.attack.raises, len(first.attack.hits)) == (0, 2)


@pytest.mark.rule("FI-TV-17", "FI-HITLOC-3", "FI-HITLOC-4", "FI-HITLOC-8", "FI-DMG-4")
def test_a_raise_moves_the_location_after_the_die_is_seen() -> None:
    hit = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[2, 8, 2, 3], d20=[9])
    assert hit.attack.raises == 1
    assert why(hit.table, ShiftHit(seat="tom", by=2)) == "too_few_raises"
    moved = goes(hit, ShiftHit(seat="tom", by=1))
    assert moved.figures["location"] == "vitals"
    banners = [GAME.view_for(each.table, "tom").under_way[-1].outcome for each in (hit, moved)]
    left = [say(banner).partition("; ")[2] for banner in banners if banner is not None]
    assert left == ["1 raise left", ""], "a raise that has moved the hit is not left"
    back = goes(moved, ShiftHit(seat="tom", by=-1), ShiftHit(seat="tom", by=1))
    assert goes(back, DAMAGE, d8=[1, 1, 1, 1]).figures["damage_dice"] == 4


@pytest.mark.rule("FI-CALL-1", "FI-CALL-2", "FI-CALL-3", "FI-CALL-4", "FI-AUTO-5")
def test_a_called_shot_needs_no_location() -> None:
    table = laid(sheets=RIFLE)
    asked: dict[str, Any] = {"seat": "gm", "actor": "frost", "target": "thug", "weapon": "Blast rifle", "counters": 3}
    assert why(table, Shoot(**asked, called="hand")) == "side_wanted"
    hand = goes(table, Shoot(**asked, called="hand", side="left"), THROW, d8=[8, 4, 3, 6])
    assert hand.figures["place"] == "left_arm"
    assert why(hand.table, ShiftHit(seat="tom", by=0)) == "place_not_rolled"
    eye = goes(table, Shoot(**asked, called="eyeball"), THROW, d8=[8, 4, 3, 8, 2], d20=[1])
    assert values(goes(table, Shoot(**asked, called="eyeball")).check) == {"called": -10}
    assert (eye.figures["location"], eye.attack.hits[0].natural) == ("head", None)
    thing = goes(table, Shoot(**asked, thing="the rifle"), THROW, d8=[5, 5, 5])
    assert "thing_hit" in thing.lines
    assert current_attack(thing.table) is None


@pytest.mark.rule("FI-COVER-4", "FI-COVER-5", "FI-COVER-6", "FI-COVER-7", "FI-ARMOR-3")
@pytest.mark.rule("FI-EX-33", "FI-EX-34", "FI-COVER-1", "FI-COVER-2", "FI-COVER-3", "FI-ARMOR-9", "FI-WIND-3")
def test_a_covered_place_meets_the_cover_first() -> None:
    table = laid(sheets=RIFLE)
    declared = goes(table, SHOT, SetCover(seat="gm", target="thug", places=("left_arm",), obstacle="wood under 1 inch"))
    bricks = goes(declared, SetCover(seat="gm", target="thug", places=("lower_torso",), value=4), THROW, d8=[7, 6, 5])
    assert values(declared.check) == {}, "cover that leaves something to see makes no shot harder"
    assert bricks.attack.cover["thug"]["lower_torso"].value == 4
    stopped = goes(
        goes(declared, SetCover(seat="gm", target="thug", places=("lower_torso",), value=4)),
        THROW,
        DAMAGE,
        d8=[7, 6, 5],
        d20=[6],
    )
    assert stopped.figures | {"stopped": "cover", "wounds": 0} == stopped.figures
    assert stopped.wind("thug") == 12
    assert current_attack(stopped.table) is None
    arm = goes(declared, THROW, DAMAGE, d8=[7, 6, 5], d20=[11], d6=[1, 2, 3])
    assert arm.figures | {"damage_die": 6, "damage": 6} == arm.figures, "one step for PN 3 against AV 1"
    assert why(declared.table, SetCover(seat="gm", target="thug", places=("tail",), value=1)) == (
        "no_such_hit_location"
    )


@pytest.mark.rule("FI-EX-21", "FI-ARMOR-2", "FI-ARMOR-4", "FI-ARMOR-10", "FI-WIND-3", "FI-TV-26")
@pytest.mark.parametrize(("negated", "wind"), [(False, 12), (True, 9)])
def test_worn_armour_stops_a_pistol(*, negated: bool, wind: int) -> None:
    vest: dict[str, Any] = {"armour": [{"area": "upper torso", "value": 2, "name": "Flak vest"}]}
    table = laid(sheets={"frost": armed("Blast pistol"), "thug": vest}, options={"wind_on_negated": negated})
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast pistol", counters=1)
    came = goes(table, shot, THROW, DAMAGE, d8=[5, 6], d20=[16], d6=[3])
    assert came.figures["stopped"] == "armour"
    assert came.wind("thug") == wind
    assert current_attack(came.table) is None


@pytest.mark.rule("FI-TV-20", "FI-PRONE-1", "FI-PRONE-2")
@pytest.mark.parametrize(
    ("natural", "distance", "front", "passes"),
    [
        (6, 30, True, True),
        (10, 30, True, True),
        (12, 30, True, False),
        (20, 30, True, False),
        (6, 2, True, False),
        (6, 30, False, False),
    ],
)
def test_lying_down_helps_from_afar(natural: int, distance: int, *, front: bool, passes: bool) -> None:
    table = laid(sheets=RIFLE)
    table = goes(table, LayCondition(seat="gm", actor="thug", condition="prone")).table
    shot = Shoot(
        seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3, distance=distance, front=front
    )
    came = goes(table, shot, THROW, DAMAGE, d8=[7, 6, 5, 1, 1, 1, 1, 1], d20=[natural])
    assert ("over_prone" in came.lines) is passes
    assert ("damage_done" in came.lines) is not passes


@pytest.mark.rule("FI-HITLOC-3", "FI-HITLOC-5", "FI-STRAY-2")
def test_point_blank_and_a_hostage_in_the_way() -> None:
    table = laid(sheets=RIFLE)
    asked: dict[str, Any] = {"seat": "gm", "actor": "frost", "target": "thug", "weapon": "Blast rifle", "counters": 3}
    high = goes(table, Shoot(**asked, point_blank=True), THROW, d8=[7, 6, 5], d20=[18])
    assert high.figures["location"] == "head"
    low = goes(table, Shoot(**asked, point_blank=True, low=True), THROW, d8=[7, 6, 5], d20=[6])
    assert low.figures["place"] == "right_leg"
    hostage = goes(high, RuleHit(seat="gm", target="chuk"), d20=[12])
    assert hostage.attack.hits[0].target == "chuk"
    assert hostage.figures["place"] == "right_arm"
    ruled = goes(hostage, RuleHit(seat="gm", location="head"), DAMAGE, d8=[2, 2, 2, 2, 2])
    assert ruled.figures | {"damage": 10, "levels": 1} == ruled.figures
    assert why(high.table, RuleHit(seat="tom", location="head")) == "gm_only"


@pytest.mark.rule("FI-STRAY-1", "FI-STRAY-3", "FI-STRAY-4", "FI-SHOOT-10")
def test_a_missed_single_shot_may_hit_a_bystander() -> None:
    missed = goes(laid(sheets=RIFLE), SHOT, THROW, d8=[1, 3, 4])
    assert "rounds_went_past" in missed.lines
    asked = CheckStrays(seat="gm", bystanders=("guard", "chuk"))
    assert goes(missed, asked, d6=[2, 6]).figures["strays"] == []
    hit = goes(missed, asked, d6=[6, 1], d20=[19])
    assert hit.figures["strays"] == ["chuk"]
    done = goes(hit, DAMAGE, d8=[1, 1, 1], d6=[4])
    assert done.wind("chuk") == 8
    assert why(missed.table, CheckStrays(seat="gm", bystanders=("thug",))) == "no_bystander"


@pytest.mark.rule("FI-CORE-9", "FI-CORE-21")
def test_an_attack_can_be_called_off_until_its_dice_have_fallen() -> None:
    table = acting({"frost": armed("Blast pistol")}, {"frost": "AS", "thug": "KS/2"}, "frost")
    shot = Shoot(seat="tom", actor="frost", target="thug", weapon="Blast pistol")
    declared = goes(table, shot)
    assert why(declared, CallOff(seat="tom")) == "stop_it_instead"
    stopped = goes(declared, StopAttack(seat="tom"))
    assert current_attack(stopped.table) is None
    hit = goes(stopped, shot, THROW, d8=[6, 7])
    assert why(hit.table, StopAttack(seat="tom")) == "dice_have_fallen"
    assert current_attack(goes(hit, StopAttack(seat="gm")).table) is None
    is_rare = [
        next(offer.rare for offer in GAME.offers(at.table, "gm") if offer.name == "stop_attack")
        for at in (declared, hit, goes(hit, DAMAGE, d6=[6, 5, 4]))
    ]
    assert is_rare == [False, True, True], "beside the buttons for chips and wounds it would be pressed by mistake"


@pytest.mark.rule("FI-EX-35", "FI-SHOOT-7", "FI-SHOOT-8")
@pytest.mark.parametrize(("course", "rate"), [("other", 16), ("opposite", 24), ("same", 8)])
def test_the_relative_rate_comes_from_the_moves_of_both(course: str, rate: int) -> None:
    table = acting(RIFLE, {"thug": "AS/2 KS/2", "frost": "QS"}, "thug")
    run = GoMetres(seat="gm", actor="thug", metres=8)
    table = goes(table, run, EndTurn(seat="gm", actor="thug")).table
    table = goes(counted(table, "K"), PlayCard(seat="gm", actor="thug"), run, EndTurn(seat="gm", actor="thug")).table
    mine = GoMetres(seat="tom", actor="frost", metres=8)
    table = goes(counted(table, "Q"), PlayCard(seat="tom", actor="frost"), mine).table
    shot = Shoot(seat="tom", actor="frost", target="thug", weapon="Blast rifle", course=course)  # type: ignore[arg-type]
    played = goes(table, shot)
    assert played.attack.marks[0].rate == rate
    assert ("target_speed" in values(played.check)) is (rate > 20)
    ruled = goes(table, replace(shot, rate=21))
    assert values(ruled.check)["target_speed"] == -4, "what the table says goes before what it reckons"


@pytest.mark.rule("FI-EX-3", "FI-CALL-4", "FI-SHOOT-12")
def test_a_weapon_is_shot_out_of_hands_that_stay_whole_and_its_bearer_falls_back() -> None:
    sheets = {"chuk": armed("Blast MMG", hands=["both"]), "thug": armed("Blast rifle", hands=["right"])}
    table = counted(dealt(conflict(laid(sheets=sheets), "chuk", "thug"), chuk="JS 7S", thug="10S/2"), "J")
    table = play(table, PrepareCard(seat="eve", actor="chuk", what="Blast MMG"))
    table = play(counted(table, "10"), PlayCard(seat="gm", actor="thug"))
    shot = Shoot(seat="gm", actor="thug", target="chuk", weapon="Blast rifle", thing="the machine gun")
    played = goes(table, shot, AddModifier(seat="gm", value=-2, why="a small thing"))
    assert values(played.check) == {"unaimed": -3, "other": -2}
    hit = goes(played, THROW, d8=[8, 3, 2, 3])
    assert hit.lines[-1] == "thing_hit"
    assert (current_attack(hit.table), hit.states("chuk"), hit.wind("chuk")) == (None, set(), 12)
    assert running_conflict(hit.table).fighters["chuk"].preparation is not None, "what becomes of it is the GM's to say"
    gone = goes(hit, SpoilPreparation(seat="gm", actor="chuk"), EndTurn(seat="gm", actor="thug"))
    back = goes(
        counted(gone.table, "7"), PlayCard(seat="eve", actor="chuk"), GoMetres(seat="eve", actor="chuk", metres=8)
    )
    assert back.figures["moved"] == 8
