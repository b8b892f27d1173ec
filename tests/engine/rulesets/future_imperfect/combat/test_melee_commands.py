"""Blows, reach, getting inside it, nets, and what an action has room for."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.codec import Codec
from engine.core.continuation import name_of
from engine.core.events import Noted
from engine.core.manual_moves import LayCondition
from engine.messages.texts import say
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, ThrowDice
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import BreakFree, Entangle
from engine.rulesets.future_imperfect.combat.melee.melee_commands import CloseIn, KeepDistance, SetClosed, Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    ACCEPT,
    DAMAGE,
    TAKE,
    THROW,
    acting,
    armed,
    brawler,
    goes,
    needs,
    values,
    why,
)
from tests.engine.rulesets.future_imperfect.table import GAME, counted, dice, laid, outcome, running_conflict

STRIKE = Strike(seat="gm", actor="frost", target="thug")
KNIFE = {"frost": armed("Vibro knife", hands=["right"], strength="2d8")}
CONSTABLE = {
    "frost": brawler(3),
    "thug": {**brawler(2), "weapons": [{"name": "Powered truncheon", "hand": "right"}]},
}


@pytest.mark.rule("FI-EX-17", "FI-MELEE-1", "FI-MELEE-2", "FI-MART-1")
def test_a_punch_has_to_beat_the_others_brawling() -> None:
    declared = goes(laid(sheets={"frost": brawler(2), "thug": brawler(2)}), STRIKE)
    assert needs(declared.check) == {"base_tn": 5, "fighting": 2}
    hit = goes(declared, THROW, d8=[8, 3, 1], d20=[3])
    assert hit.figures | {"total": 9, "tn": 7, "raises": 0, "area": "guts", "natural": 3} == hit.figures


@pytest.mark.rule("FI-MART-3", "FI-MART-1", "FI-DB-1")
def test_a_style_of_martial_arts_is_a_row_of_the_weapons_list() -> None:
    style = {"name": "Crane style", "concentration": "fighting: crane style", "db": "2", "properties": "unarmed"}
    learned = {"name": "fighting", "concentration": "crane style", "level": 3, "trait": "dexterity"}
    sheets = {"frost": {"aptitudes": [learned], "weapons": [{**style, "hand": "main"}]}, "thug": brawler(2)}
    kick = goes(laid(sheets=sheets), Strike(seat="gm", actor="frost", target="thug", weapon="Crane style"))
    assert (kick.check.rolls[0].dice.text, needs(kick.check)) == ("3d8", {"base_tn": 5, "fighting": 2})
    punch = goes(laid(sheets=sheets), Strike(seat="gm", actor="thug", target="frost"))
    assert needs(punch.check) == {"base_tn": 5, "fighting": 3, "reach": 2}


@pytest.mark.rule("FI-CLOSE-4", "FI-DB-4")
@pytest.mark.rule("FI-EX-19", "FI-DB-1", "FI-DB-3", "FI-CLOSE-1", "FI-CLOSE-2", "FI-CLOSE-3", "FI-CLOSE-5")
def test_a_constable_is_closed_in_on() -> None:
    table = acting(CONSTABLE, {"thug": "AS/2 QS/2", "frost": "KS JS"}, "thug")
    blow = Strike(seat="gm", actor="thug", target="frost")
    miss = goes(table, blow, THROW, d8=[5, 3])
    assert (miss.figures["tn"], miss.figures["total"]) == (8, 5)
    assert current_attack(miss.table) is None
    turn = goes(counted(goes(miss, EndTurn(seat="gm", actor="thug")).table, "K"), PlayCard(seat="tom", actor="frost"))
    close = CloseIn(seat="tom", actor="frost", target="thug")
    inside = goes(turn, close, THROW, d8=[8, 2, 2, 1])
    assert inside.figures["tn"] == 8
    assert running_conflict(inside.table).inside == (("frost", "thug"),)
    codec = Codec(GAME)
    written = codec.encode(inside.table)
    assert b'"closed":[["frost","thug"]]' in written, "the name that files have always had"
    assert running_conflict(codec.table(written)) == running_conflict(inside.table)
    free = goes(inside, Strike(seat="gm", actor="frost", target="thug", free=True))
    assert free.check.tn == 7, "the truncheon is no use as reach any more"
    back = goes(inside, EndTurn(seat="tom", actor="frost"))
    turn = goes(counted(back.table, "Q"), PlayCard(seat="gm", actor="thug"))
    hit = goes(turn, blow)
    assert needs(hit.check) == {"base_tn": 5, "fighting": 3, "closed_on": 1}
    done = goes(hit, THROW, DAMAGE, d8=[8, 3, 2], d20=[14], d6=[4, 3])
    assert done.figures["damage"] == 7, "no Strength with a weapon too long for the place"
    fist = goes(turn, Strike(seat="gm", actor="thug", target="frost", weapon="Brawling"))
    assert needs(fist.check) == {"base_tn": 5, "fighting": 3}
    punch = goes(fist, THROW, DAMAGE, d8=[8, 3, 2], d20=[14], d6=[5, 3])
    assert punch.figures["damage"] == 5, "another weapon is not in the way"
    apart = goes(turn, KeepDistance(seat="gm", actor="thug", target="frost"), THROW, d8=[8, 3, 2])
    assert (apart.figures["tn"], running_conflict(apart.table).inside) == (9, ())
    ruled = goes(inside, SetClosed(seat="gm", actor="frost", target="thug"))
    assert running_conflict(ruled.table).inside == ()
    assert why(ruled, KeepDistance(seat="gm", actor="thug", target="frost", free=True)) == "not_closed"
    assert why(table, CloseIn(seat="gm", actor="thug", target="frost")) == "weapon_not_shorter"


@pytest.mark.rule("FI-EX-18", "FI-DB-2", "FI-DB-3")
@pytest.mark.parametrize(("mode", "reach"), [("net", 0), ("absolute", 1)])
def test_size_counts_for_reach(mode: str, reach: int) -> None:
    sword = {**brawler(0), "weapons": [{"name": "Sword", "hand": "right"}]}
    table = laid(sheets={"frost": {**brawler(1), "size": 7}, "thug": sword}, options={"db_mode": mode})
    assert needs(goes(table, STRIKE).check).get("reach", 0) == reach


@pytest.mark.rule("FI-EX-23", "FI-DMG-6", "FI-DMG-7", "FI-DMG-10", "FI-CORE-13")
def test_strength_adds_no_more_than_the_weapon_does() -> None:
    came = goes(laid(sheets=KNIFE), STRIKE, THROW, DAMAGE, d8=[6, 5, 4, 7], d6=[2, 2], d20=[13])
    assert came.figures | {"damage": 8, "levels": 1} == came.figures
    assert came.harm.wounds == {"guts": 1}, "13 and 2 for a blow are the upper torso"


@pytest.mark.rule("FI-ARMOR-5", "FI-ARMOR-11")
def test_armour_that_stops_the_knife_stops_the_arm_behind_it() -> None:
    table = laid(sheets={**KNIFE, "thug": {"armour_value": 3}})
    came = goes(table, STRIKE, THROW, DAMAGE, d8=[6, 5], d20=[13])
    assert came.figures | {"stopped": "armour", "wounds": 0} == came.figures
    thin = laid(sheets={**KNIFE, "thug": {"armour_value": 1}})
    head = goes(thin, STRIKE, THROW, DAMAGE, d8=[6, 5, 3, 2], d20=[18], d4=[1, 2, 3, 3])
    assert head.figures | {"damage_die": 4, "damage_dice": 4, "damage": 9 + 3} == head.figures


@pytest.mark.rule("FI-DMG-9", "FI-FATE-8")
def test_where_the_group_likes_it_chips_help_strength() -> None:
    table = laid(
        sheets=KNIFE, options={"chips_on_strength_damage": True}, chips={"tom": {"white": 1}, "pot": {"white": 49}}
    )
    rolled = goes(table, STRIKE, THROW, ACCEPT, DAMAGE, d8=[6, 5], d6=[4, 4], d20=[13])
    assert name_of(rolled.check.then) == "strength_damage"
    done = goes(rolled, THROW, ACCEPT, d8=[3, 2])
    assert done.figures["damage"] == 8 + 3


@pytest.mark.rule("FI-EX-27", "FI-BRAWL-1", "FI-BRAWL-2", "FI-BRAWL-3", "FI-TV-31")
def test_a_bottle_takes_wind_and_every_second_wound() -> None:
    sheets = {"frost": {**brawler(2), "weapons": [{"name": "Bottle or chair leg", "hand": "right"}], "strength": "2d8"}}
    hit = goes(laid(sheets=sheets), STRIKE, THROW, DAMAGE, d8=[6, 5, 6, 2], d4=[4, 4, 1], d20=[13])
    assert hit.figures | {"damage": 15, "levels": 2} == hit.figures
    done = goes(hit, TAKE)
    assert (done.level("thug", "guts"), done.wind("thug")) == (1, 12 - 6)
    assert done.check.tn == 5


@pytest.mark.rule("FI-BRAWL-1", "FI-BRAWL-3", "FI-DMG-8", "FI-ARMOR-6", "FI-ARMOR-7")
def test_bare_hands_do_strength_alone_and_armour_lowers_it() -> None:
    sheets = {"frost": brawler(2, strength="2d12"), "thug": {"armour_value": 1}}
    came = goes(laid(sheets=sheets), STRIKE, THROW, DAMAGE, d8=[6, 5], d20=[13], d10=[9, 3])
    assert came.figures | {"damage": 9, "levels": 1, "wounds": 0} == came.figures
    assert came.wind("thug") == 9
    light = goes(laid(sheets={"frost": brawler(2)}), STRIKE, THROW, DAMAGE, d8=[6, 5], d20=[13], d6=[3, 2])
    assert light.wind("thug") == 12, "no level, no Wind"
    assert ["not_meant" in blow.lines for blow in (came, light)] == [True, False], "nothing comes instead of nothing"
    assert current_attack(light.table) is None
    coat = {"frost": brawler(2), "thug": {"armour_value": 1}}
    stopped = goes(laid(sheets=coat), STRIKE, THROW, DAMAGE, d8=[6, 5], d20=[13])
    assert stopped.figures["stopped"] == "armour"


@pytest.mark.rule("FI-BRAWL-4")
@pytest.mark.parametrize(("lethal", "wounds"), [(True, 2), (False, 1)])
def test_a_heavy_club_is_lethal_by_choice(*, lethal: bool, wounds: int) -> None:
    sheets = {"frost": {**brawler(2), "weapons": [{"name": "Pistol butt or axe handle", "hand": "right"}]}}
    blow = Strike(seat="gm", actor="frost", target="thug", lethal=lethal)
    came = goes(laid(sheets=sheets), blow, THROW, DAMAGE, d8=[6, 5], d20=[13], d6=[6, 3, 5, 4])
    assert came.figures | {"damage": 14, "levels": 2} == came.figures
    assert came.harm.wounds == {"guts": wounds}


@pytest.mark.rule("FI-EX-38", "FI-HITLOC-3", "FI-HITLOC-6", "FI-MELEE-3", "FI-MELEE-6", "FI-PSY-5", "FI-PSY-6")
def test_a_rider_strikes_high_and_size_does_not_make_it_harder() -> None:
    table = laid(sheets={**KNIFE, "thug": {**brawler(3), "size": 1}})
    blow = Strike(seat="gm", actor="frost", target="thug", height=True, called="")
    hit = goes(table, blow, THROW, d8=[8, 2, 3], d20=[16])
    assert hit.figures["location"] == "head"
    called = Strike(seat="gm", actor="frost", target="thug", called="arm", side="right", hand="off")
    shaken = goes(table, LayCondition(seat="gm", actor="thug", condition="unnerved"), called)
    assert values(shaken.check) == {"off_hand": -4, "called": -4}
    assert needs(shaken.check) == {"base_tn": 5, "fighting": 3, "unnerved": -3}


@pytest.mark.rule("FI-MELEE-4", "FI-MELEE-5", "FI-TWO-1", "FI-ACT-1", "FI-ACT-3")
def test_an_action_has_room_for_one_blow_or_one_with_each_hand() -> None:
    sheets = {"frost": armed("Vibro knife", "Blast pistol", hands=["right", "left"])}
    table = acting(sheets, {"frost": "AS KS", "thug": "QS/2"}, "frost")
    knife: dict[str, Any] = {"seat": "tom", "actor": "frost", "target": "thug", "weapon": "Vibro knife"}
    alone = goes(table, Strike(**knife), THROW, d8=[2, 3])
    assert why(alone, Strike(**knife)) == "action_spent"
    pistol: dict[str, Any] = {
        "seat": "tom",
        "actor": "frost",
        "target": "thug",
        "weapon": "Blast pistol",
        "hand": "off",
    }
    assert why(alone, Shoot(**pistol, two_weapons=True)) == "action_spent"
    both = goes(table, Strike(**knife, two_weapons=True))
    assert values(both.check) == {"two_weapons": -2}
    second = goes(goes(both, THROW, d8=[2, 3]), Shoot(**pistol, two_weapons=True))
    assert values(second.check) == {"two_weapons": -2, "off_hand": -4, "unaimed": -1}
    assert why(goes(second, THROW, d8=[2, 3]), Shoot(**pistol, two_weapons=True)) == "action_spent"


@pytest.mark.rule("FI-ACT-1")
def test_only_the_acting_character_attacks_and_outside_a_conflict_only_by_the_gm() -> None:
    table = acting(KNIFE, {"frost": "AS", "thug": "KS/2"}, "frost")
    assert why(table, Strike(seat="gm", actor="thug", target="frost")) == "not_your_turn"
    assert why(table, Strike(seat="eve", actor="frost", target="thug")) == "not_your_character"
    assert why(table, Strike(seat="tom", actor="frost", target="thug", free=True)) == "gm_only"
    assert why(laid(sheets=KNIFE), Strike(seat="tom", actor="frost", target="thug")) == "gm_only"
    stunned = goes(table, LayCondition(seat="gm", actor="frost", condition="stunned"))
    assert why(stunned, Strike(seat="tom", actor="frost", target="thug")) == "is_stunned"
    assert why(table, Strike(seat="tom", actor="frost", target="thug", weapon="Blast pistol")) == "not_for_blows"


@pytest.mark.rule("FI-ENT-1", "FI-ENT-2", "FI-ENT-3", "FI-ENT-4", "FI-ENT-5")
def test_a_lariat_catches_trips_and_can_be_broken() -> None:
    table = laid(sheets={"frost": armed("Lariat", hands=["right"])})
    throw = Entangle(seat="gm", actor="frost", target="thug", weapon="Lariat")
    opened = goes(table, throw)
    assert [roll.name for roll in opened.check.rolls] == ["fighting: lariat", "dexterity"]
    caught = goes(opened, THROW, d8=[7, 2, 5, 3])
    assert caught.states("thug") == {"entangled", "prone"}
    broken = goes(caught, BreakFree(seat="gm", actor="thug", way="break"), THROW, d6=[6, 3, 2])
    assert (broken.figures["tn"], broken.states("thug")) == (7, {"prone"})
    tied = goes(caught, BreakFree(seat="gm", actor="thug"))
    stays = goes(tied, ThrowDice(seat="gm"), d8=[7, 2, 7, 1])
    assert "entangled" in stays.states("thug"), "a tie is not enough for who began it"
    assert "entangled" not in goes(tied, THROW, d8=[7, 2, 6, 1]).states("thug")
    dragged = goes(tied, AddModifier(seat="gm", value=-2, why="dragged along"))
    assert "entangled" in goes(dragged, THROW, d8=[7, 2, 6, 1]).states("thug")
    only = goes(table, Entangle(seat="gm", actor="frost", target="thug", weapon="Lariat", hold=False), THROW)
    assert "entangled" not in only.states("thug")
    assert why(table, Entangle(seat="gm", actor="frost", target="thug", weapon="Sword")) == "does_not_entangle"


@pytest.mark.rule("FI-ENT-2")
@pytest.mark.parametrize("properties", ["entangle 7, fragile", "entangle 7"])
def test_whoever_breaks_free_is_not_told_that_a_sound_weapon_is_destroyed(properties: str) -> None:
    chain = {"name": "Chain", "concentration": "fighting: lariat", "properties": properties, "hand": "main"}
    table = laid(sheets={"frost": {**armed(), "weapons": [chain]}}, options={"entangle_break": "any"})
    throw = Entangle(seat="gm", actor="frost", target="thug", weapon="Chain")
    caught = goes(table, throw, THROW, d8=[7, 2, 5, 3])
    thrown = outcome(goes(caught, BreakFree(seat="gm", actor="thug", way="break")).table, THROW, dice(d6=[6, 3, 2]))
    line = [say(event.message) for event in thrown.events if isinstance(event, Noted)][-1]
    assert line == "Thug breaks free from Chain. If the weapon is fragile, it is destroyed"
