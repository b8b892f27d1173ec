"""A maimed limb is out of action for good: hands, weapons for both hands, running (FI-WOUND-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.continuation import name_of
from engine.core.manual_moves import LayCondition, SetLocation
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.actions.weapon_use import weapon_in_hand
from engine.rulesets.future_imperfect.combat.melee.melee_commands import CloseIn, Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres, PickUpPace
from engine.rulesets.future_imperfect.social.fear_commands import Flee
from tests.engine.rulesets.future_imperfect.attack_helpers import acting, armed, goes, values, why
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    counted,
    dealt,
    laid,
    play,
    rolling,
    running_conflict,
)

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
def test_without_the_main_hand_a_character_shoots_with_the_other(gone: str, hand: int | None) -> None:
    table = maimed(with_weapons(PISTOL), *ARMS[gone])
    shot = Shoot(**TOM, target="thug", weapon="Blast pistol", distance=5)
    if hand is None:
        assert why(table, shot) == "hand_lost"
    else:
        assert values(goes(table, shot).check).get("off_hand", 0) == hand
    assert values(goes(maimed(with_weapons(PISTOL), "right_arm", level=4), shot).check).get("off_hand", 0) == 0


@pytest.mark.rule("FI-WOUND-5", "FI-TWO-3")
@pytest.mark.parametrize("gone", ["right", "left"])
def test_with_one_hand_a_rifle_can_be_fired_but_a_pike_cannot_be_swung(gone: str) -> None:
    table = maimed(with_weapons(RIFLE, PIKE), *ARMS[gone])
    assert (
        values(goes(table, Shoot(**TOM, target="thug", weapon="Blast rifle", distance=5)).check)["one_handed_rifle"]
        == -2
    )
    assert why(table, Strike(**TOM, target="thug", weapon="Boarding pike")) == "hand_lost"
    assert goes(table, Strike(**TOM, target="thug")).check.rolls[0].name == "fighting: brawling", "limbs are left"


@pytest.mark.rule("FI-WOUND-5", "FI-TWO-1", "FI-THROW-1", "FI-AIM-4")
def test_actions_that_need_a_lost_hand_are_refused() -> None:
    two = with_weapons(PISTOL, KNIFE)
    both = Shoot(**TOM, target="thug", weapon="Blast pistol", distance=5, two_weapons=True)
    assert name_of(goes(two, both).check.then) == "attack"
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
    assert weapon_in_hand(table, "frost").weapon.name == "Boarding pike"
    assert weapon_in_hand(maimed(table, "left_arm"), "frost").weapon.unarmed
    fights = conflict(laid(sheets={"frost": armed("Blast pistol", hands=["right"])}))
    assert [part.value for part in rolling(play(fights, ROLL)).rolls[0].parts] == [-1], "a readied weapon slows"
    parts = [part.reason for part in rolling(play(maimed(fights, "right_arm"), ROLL)).rolls[0].parts]
    assert parts == ["wounds"]


@pytest.mark.rule("FI-WOUND-5")
@pytest.mark.parametrize("gone", ARMS)
def test_offers_need_only_the_hands_left(gone: str) -> None:
    table = maimed(with_weapons(PISTOL, PIKE, KNIFE), *ARMS[gone])
    offered = {offer.name: offer for offer in GAME.offers(table, "tom") if offer.denial is None}
    assert ("shoot:frost" in offered) is (gone != "both")
    strike = offered.get("strike:frost")
    weapons = [name for ask in strike.questions if ask.field == "weapon" for name in ask.choices] if strike else []
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
    assert running_conflict(play(mounted, GoMetres(**TOM, metres=20, going="riding"))).turns[-1].running, (
        "the mount's legs carry"
    )
    metres = {
        offer.name: offer.questions[0].most for offer in GAME.offers(table, "tom") if offer.name.startswith("go_")
    }
    assert metres["go_walking:frost"] == 4
    paced = next(offer for offer in GAME.offers(table, "tom") if offer.name == "pick_up_pace:frost")
    assert "walking" not in next(ask.choices for ask in paced.questions if ask.field == "going")


@pytest.mark.rule("FI-WOUND-5", "FI-MOVE-14")
def test_without_legs_a_character_drags_itself() -> None:
    table = maimed(acting({}, HANDS, "frost"), "left_leg", "right_leg")
    assert why(table, GoMetres(**TOM, metres=3)) == "leg_lost"
    dragged = goes(table, GoMetres(**TOM, metres=2))
    assert "drags_on" in dragged.lines
    assert why(dragged, GoMetres(**TOM, metres=1)) == "leg_lost"


@pytest.mark.rule("FI-WOUND-5", "FI-FEAR-7")
@pytest.mark.parametrize(("areas", "metres"), [((), 8), (("left_leg",), 4), (("left_leg", "right_leg"), 2)])
def test_a_flight_goes_as_far_as_the_legs_allow(areas: tuple[str, ...], metres: int) -> None:
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
