"""A grenade that is thrown badly, rolls on, and catches two, of whom one lies behind a wall."""

from __future__ import annotations

import pytest

from tests.journeys.casualties import GUNNER, dice_fall, level, scene_of, wind
from tests.journeys.kit import Desk

THROWING = {"name": "throwing", "concentration": "grenade", "level": 3, "trait": "dexterity"}
THROWER = {"aptitudes": [THROWING], "weapons": [{"name": "Plasma grenade"}]}


@pytest.mark.journey
@pytest.mark.rule(
    "FI-THROW-1", "FI-THROW-3", "FI-THROW-4", "FI-AREA-5", "FI-BOOM-1", "FI-BOOM-3", "FI-BOOM-5", "FI-ARMOR-9"
)
def test_a_grenade_scatters_and_blasts_two_of_whom_one_has_cover(desk: Desk) -> None:
    who = {"frost": "tom", "chuk": "eva", "raider": "gm", "guard": "gm"}
    begin = {"kind": "start_session", "seat": "gm", "by_hand": True}
    desk.open_table(scene_of(begin, sheets={"frost": THROWER, "raider": GUNNER}, who=who))
    desk.click_offer("Throw a weapon without a card", seat="Ada")
    desk.answer(actor="Frost", weapon="Plasma grenade", target="Raider", distance=12)
    dice_fall(desk, d8=[4, 3, 2], d6=[5, 4], d12=[3])
    desk.click_offer("Roll the dice", seat="Tom")
    assert "Plasma grenade lands 5 m from the target, towards 3 o’clock as seen by Frost" in desk.read_log()
    desk.picture("grenade-1-scatters")

    desk.click_offer("Set off the Plasma grenade that Frost threw", seat="Ada")
    # Who was aimed at is ticked, with the metres that follow from the throw; the thrower is far enough off.
    desk.fill_in(victims={"Raider": {}, "Guard": {"distance": 12, "cover": 4}})
    desk.picture("grenade-2-victims")
    dice_fall(desk, d20=[7, 5, 11, 2, 3, 9, 15], d12=[3, 3, 3, 3], d10=[3, 3, 3], d8=[2, 2, 2])
    desk.answer()
    log = desk.read_log()
    assert "The explosion does 25 damage to Raider (dice 7, 5, 11, 2)" in log, "full dice within ten metres"
    assert any(line.startswith("The explosion does ") and " damage to Guard " in line for line in log), (
        "a die fewer, and a smaller one"
    )
    desk.picture("grenade-3-blast")

    # A place is found for each wound that is left once chips are spent; a blast does no more to the head.
    dice_fall(desk, d20=[20, 2, 12, 2], d6=[1, 2, 3, 4], d8=[8, 3, 4])
    desk.click_offer("Raider: accept the wounds", seat="Ada")
    found = {area: level(desk, "raider", area) for area in ("head", "right_leg", "right_arm", "guts")}
    assert found == {"head": 1, "right_leg": 2, "right_arm": 1, "guts": 0}
    assert wind(desk, "raider") == 2
    assert desk.read_log().count("Raider rolls Vigor (stun check) against 7") == 1, "one check, at the worst of them"
    desk.picture("grenade-4-first")
    dice_fall(desk, d20=[16], d6=[3], d8=[2, 3])
    desk.click_offer("Guard: accept the wounds", seat="Ada")
    assert "Guard is stunned" in desk.read_log()
    desk.picture("grenade-5-second")
    desk.reopen()
    assert "Guard, played by Ada: Wind 9, Guts 1, Stunned" in desk.spoken()
    assert (level(desk, "guard", "guts"), wind(desk, "guard")) == (1, 9)
