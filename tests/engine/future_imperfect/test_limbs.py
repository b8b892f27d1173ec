"""A maimed limb is out of action for good: hands, weapons for both hands, running (FI-WOUND-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.play.moves import LayCondition, SetLocation
from engine.rulesets.future_imperfect.aiming import AimCard
from engine.rulesets.future_imperfect.blows import CloseIn, Strike
from engine.rulesets.future_imperfect.drawing import RollReflex
from engine.rulesets.future_imperfect.fears import Flee
from engine.rulesets.future_imperfect.moving import GoMetres, PickUpPace
from engine.rulesets.future_imperfect.shots import Shoot
from engine.rulesets.future_imperfect.striking import guard_of
from engine.rulesets.future_imperfect.throws import ThrowWeapon
from engine.rulesets.future_imperfect.turns import EndTurn, PlayCard
from engine.table.frozen import Json
from engine.table.table import Table
from tests.engine.future_imperfect.skirmish import acting, armed, goes, values, why
from tests.engine.future_imperfect.table import GAME, conflict, counted, dealt, laid, now, play, rolling

TOM: dict[str, Any] = {"seat": "tom", "actor": "frost"}
HANDS = {"frost": "AS KS", "thug": "2S/2"}
WORST = 5
ROLL = RollReflex(**TOM)
ARMS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "right": ("right_arm",),
    "left": ("left_arm",),
    "both": ("right_arm", "left_arm"),
}


def maimed(table: Table, *areas: str, actor: str = "frost", level: int = WORST) -> Table:
    """Return the table with limbs of a character at the worst level, and no roll that follows it."""
    for area in areas:
        table = play(table, SetLocation(seat="gm", actor=actor, location=area, level=level))
    return table


def with_weapons(*rows: Mapping[str, Json], **more: Json) -> Table:
    return acting({"frost": {"weapons": [dict(row) for row in rows], **more}}, HANDS, "frost")


PISTOL = {"name": "Blast pistol", "hand": "right", "ammunition": "20/20"}
RIFLE = {"name": "Blast rifle", "hand": "both", "ammunition": "30/30"}
PIKE = {"name": "Boarding pike", "hand": "both", "speed": "1"}
KNIFE = {"name": "Vibro knife", "hand": "left"}


@pytest.mark.rule("FI-WOUND-5", "FI-TWO-2")
@pytest.mark.parametrize(("gone", "hand"), [("none", 0), ("right", -4), ("left", 0), ("both", None)], ids=str)
def test_whose_main_hand_is_gone_shoots_with_the_other(gone: str, hand: int | None) -> None:
    table = maimed(with_weapons(PISTOL), *ARMS[gone])
    shot = Shoot(**TOM, target="thug", weapon="Blast pistol", distance=5)
    if hand is None:
        assert why(table, shot) == "hand_lost"
    else:
        assert values(goes(table, shot).check).get("off_hand", 0) == hand
    assert values(goes(maimed(with_weapons(PISTOL), "right_arm", level=4), shot).check).get("off_hand", 0) == 0


@pytest.mark.rule("FI-WOUND-5", "FI-TWO-3")
@pytest.mark.parametrize("gone", ["right", "left"])
def test_with_one_hand_a_rifle_is_fired_one_handed_and_a_pike_not_swung(gone: str) -> None:
    table = maimed(with_weapons(RIFLE, PIKE), *ARMS[gone])
    assert (
        values(goes(table, Shoot(**TOM, target="thug", weapon="Blast rifle", distance=5)).check)["one_handed_rifle"]
        == -2
    )
    assert why(table, Strike(**TOM, target="thug", weapon="Boarding pike")) == "hand_lost"
    assert goes(table, Strike(**TOM, target="thug")).check.rolls[0].name == "fighting: brawling", "limbs are left"


@pytest.mark.rule("FI-WOUND-5", "FI-TWO-1", "FI-THROW-1", "FI-AIM-4")
def test_what_takes_a_hand_that_is_gone_is_not_done() -> None:
    two = with_weapons(PISTOL, KNIFE)
    both = Shoot(**TOM, target="thug", weapon="Blast pistol", distance=5, two_weapons=True)
    assert goes(two, both).check.purpose == "attack"
    assert why(maimed(two, "left_arm"), both) == "hand_lost"
    handless = maimed(with_weapons(KNIFE, PISTOL), *ARMS["both"])
    assert why(handless, ThrowWeapon(**TOM, target="thug", weapon="Vibro knife", distance=5)) == "hand_lost"
    called = counted(dealt(conflict(laid(sheets={"frost": armed("Blast pistol")})), **HANDS), "A")
    aim = AimCard(**TOM, target="thug", weapon="Blast pistol")
    play(called, aim)
    assert why(maimed(called, *ARMS["both"]), aim) == "hand_lost"
    assert goes(handless, Strike(**TOM, target="thug")).check.rolls[0].name == "fighting: brawling"
    assert why(handless, CloseIn(**TOM, target="thug")) == "weapon_not_shorter", "that takes no weapon"


@pytest.mark.rule("FI-WOUND-5", "FI-MELEE-2", "FI-AIM-3")
def test_a_weapon_in_a_hand_that_is_gone_neither_defends_nor_slows() -> None:
    table = laid(sheets={"frost": {"weapons": [PIKE, RIFLE]}})
    assert guard_of(table, "frost").weapon.name == "Boarding pike"
    assert guard_of(maimed(table, "left_arm"), "frost").weapon.unarmed
    fights = conflict(laid(sheets={"frost": armed("Blast pistol", hands=["right"])}))
    assert [part.value for part in rolling(play(fights, ROLL)).rolls[0].parts] == [-1], "a readied weapon slows"
    parts = [part.reason for part in rolling(play(maimed(fights, "right_arm"), ROLL)).rolls[0].parts]
    assert parts == ["wounds"]


@pytest.mark.rule("FI-WOUND-5")
@pytest.mark.parametrize("gone", ARMS)
def test_only_what_hands_can_still_do_is_offered(gone: str) -> None:
    table = maimed(with_weapons(PISTOL, PIKE, KNIFE), *ARMS[gone])
    offered = {offer.name: offer for offer in GAME.offers(table, "tom") if offer.denial is None}
    assert ("shoot:frost" in offered) is (gone != "both")
    strike = offered.get("strike:frost")
    weapons = [name for ask in strike.asks if ask.field == "weapon" for name in ask.choices] if strike else []
    assert ("Boarding pike" in weapons) is (gone == "none")
    for offer in offered.values():
        if offer.name.split(":")[0] in ("shoot", "strike", "close_in"):
            play(table, offer.command)
    free = {offer.name: offer for offer in GAME.offers(table, "gm") if offer.name.startswith("free_")}
    for offer in free.values():
        play(table, offer.command)


@pytest.mark.rule("FI-WOUND-5", "FI-MOVE-2", "FI-MOVE-7")
def test_a_maimed_leg_walks_and_does_not_run() -> None:
    table = maimed(acting({}, HANDS, "frost"), "left_leg")
    walk = GoMetres(**TOM, metres=4)
    assert why(table, GoMetres(**TOM, metres=5)) == "leg_lost"
    assert why(table, PickUpPace(**TOM)) == "leg_lost"
    walked = play(table, walk, EndTurn(**TOM))
    play(counted(walked, "K"), PlayCard(**TOM), walk)
    mounted = maimed(acting({"frost": {"mount_rate": 20}}, HANDS, "frost"), "left_leg", "right_leg")
    assert now(play(mounted, GoMetres(**TOM, metres=20, going="riding"))).turns[-1].running, "the mount's legs carry"
    metres = {offer.name: offer.asks[0].most for offer in GAME.offers(table, "tom") if offer.name.startswith("go_")}
    assert metres["go_walking:frost"] == 4
    paced = next(offer for offer in GAME.offers(table, "tom") if offer.name == "pick_up_pace:frost")
    assert "walking" not in next(ask.choices for ask in paced.asks if ask.field == "going")


@pytest.mark.rule("FI-WOUND-5", "FI-MOVE-14")
def test_without_legs_one_drags_oneself_along() -> None:
    table = maimed(acting({}, HANDS, "frost"), "left_leg", "right_leg")
    assert why(table, GoMetres(**TOM, metres=3)) == "leg_lost"
    dragged = goes(table, GoMetres(**TOM, metres=2))
    assert "drags_on" in dragged.lines
    assert why(dragged, GoMetres(**TOM, metres=1)) == "leg_lost"


@pytest.mark.rule("FI-WOUND-5", "FI-FEAR-7")
@pytest.mark.parametrize(("areas", "metres"), [((), 8), (("left_leg",), 4), (("left_leg", "right_leg"), 2)])
def test_terror_carries_one_as_far_as_legs_do(areas: tuple[str, ...], metres: int) -> None:
    table = maimed(counted(dealt(conflict(laid()), frost="AS"), "A"), *areas)
    table = play(table, LayCondition(seat="gm", actor="frost", condition="terrified", level=1))
    assert goes(table, Flee(**TOM)).figures["metres"] == metres
    if areas:
        assert why(table, Flee(**TOM, pace=True)) == "leg_lost"


@pytest.mark.rule("FI-WOUND-5", "FI-HITLOC-9")
def test_a_body_of_another_chart_has_hands_and_legs_of_its_own() -> None:
    table = acting({"frost": {"chart": "six_limbed", **armed("Blast pistol", hands=["right"])}}, HANDS, "frost")
    shot = Shoot(**TOM, target="thug", weapon="Blast pistol", distance=5)
    assert values(goes(maimed(table, "right_arm"), shot).check)["off_hand"] == -4
    assert why(maimed(table, "right_hindleg"), GoMetres(**TOM, metres=5)) == "leg_lost"
