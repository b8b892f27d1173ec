"""From the hit to the wound and back to health: location, armour, damage, chips, Wind, stun, and the Master's word."""

from __future__ import annotations

import pytest

from tests.journeys.casualties import GUNNER, VEST, dice_fall, level, scene_of, states, wind
from tests.journeys.kit import Desk

SHOT_AT_CHUK = {"actor": "Raider", "target": "Chuk", "distance": 30}


def shows(desk: Desk, words: str) -> bool:
    """Say whether a screen reader finds something on the table that is called just so."""
    return words in desk.spoken()


@pytest.mark.journey
@pytest.mark.rule("FI-HITLOC-1", "FI-HITLOC-4", "FI-HITLOC-8", "FI-ARMOR-2", "FI-ARMOR-3", "FI-ARMOR-11", "FI-DMG-4")
@pytest.mark.rule("FI-DMG-5", "FI-FATE-15", "FI-FATE-16", "FI-FATE-18", "FI-WOUND-2", "FI-WOUND-9", "FI-WIND-1")
@pytest.mark.rule("FI-WIND-4", "FI-STUN-1", "FI-STUN-4", "FI-STUN-5")
def test_a_shot_goes_through_the_vest_and_a_chip_saves_some_skin(desk: Desk) -> None:
    chips = {"eva": {"white": 1}, "tom": {"red": 1}}
    desk.open_table(scene_of(sheets={"raider": GUNNER, "chuk": VEST}, chips=chips))
    desk.click_offer("Shoot without a card", seat="Ada")
    desk.answer(**SHOT_AT_CHUK)
    desk.picture("wounds-1-declared")
    dice_fall(desk, d8=[8, 5, 3, 8, 1], d20=[10])
    desk.click_offer("Roll the dice", seat="Ada")
    assert "Chuk is hit: vitals; 1 raise left" in desk.headline()
    assert shows(desk, "Guts of Chuk: 0 of 5, armour 2, hit location")
    assert shows(desk, "Left arm of Chuk: 0 of 5, the hit can be moved here")
    desk.picture("wounds-2-located")
    dice_fall(desk, d6=[6, 5, 4, 3, 2])
    desk.click_offer("Roll damage", seat="Ada")
    assert "Damage dice (d6): 6+2, 5, 4, 3" in desk.read_log(), "one die more for vitals, all of them a step smaller"
    assert "3 pending wounds for Chuk: Blast rifle" in desk.headline()
    desk.picture("wounds-3-damage")

    desk.click_seat("Tom")
    refused = desk.denials()["Chuk: cancel up to 2 wounds with a red chip"]
    why = "The player of this character still has 1 chip. Only this player can cancel the wounds."
    assert refused == f"Not possible: {why}"
    desk.click_offer("Chuk: cancel up to 1 wound with a white chip", seat="Eva")
    assert "2 pending wounds for Chuk: Blast rifle" in desk.headline()
    desk.click_seat("Tom")
    assert "Chuk: cancel up to 2 wounds with a red chip" in desk.offers(), "now a friend may help"
    dice_fall(desk, d6=[6, 4, 1])
    desk.click_offer("Chuk: accept the wounds", seat="Eva")
    assert (level(desk, "chuk", "guts"), wind(desk, "chuk")) == (2, 1)
    assert "Chuk loses 11 Wind (1 left)" in desk.read_log(), "a die for each wound that chips left"
    assert shows(desk, "Guts of Chuk: 2 of 5, Heavy, armour 2, hit location")

    dice_fall(desk, d8=[5, 3])
    desk.click_offer("Roll the dice", seat="Eva")
    desk.picture("wounds-4-stun")
    assert "Chuk fails" in desk.headline()
    desk.click_offer("Accept the roll", seat="Eva")
    assert any(found.startswith("Chuk, played by Eva: Stunned") for found in desk.spoken())
    desk.picture("wounds-5-stunned")
    desk.click_offer("Chuk: recover from stun", seat="Eva")
    dice_fall(desk, d8=[8, 3, 4])
    desk.click_offer("Roll the dice", seat="Eva")
    desk.click_offer("Accept the roll", seat="Eva")
    assert states(desk, "chuk") == set()
    desk.reopen()
    assert shows(desk, "Guts of Chuk: 2 of 5, Heavy, armour 2")
    assert shows(desk, "Wind of Chuk: 1")


@pytest.mark.journey
@pytest.mark.rule(
    "FI-CORE-8", "FI-CORE-9", "FI-HITLOC-5", "FI-DMG-1", "FI-DMG-4", "FI-WIND-5", "FI-STUN-6", "FI-DEATH-2"
)
def test_real_dice_are_typed_in_and_the_master_overrules_location_and_damage(desk: Desk) -> None:
    desk.open_table(scene_of(sheets={"raider": GUNNER, "chuk": VEST}))
    desk.choose_real("dice")
    desk.click_offer("Shoot without a card", seat="Ada")
    desk.answer(**SHOT_AT_CHUK)
    desk.click_offer("Roll the dice", seat="Ada")
    dialog = desk.telling()
    for face in ("0", "5", "3", "0", "1"):  # a d8 that shows nought shows an eight, and is thrown again
        desk.write(face)
    captions = [field.caption for field in dialog.form.fields.values()]
    assert [("again" in caption) for caption in captions] == [False, False, False, True, True, False]
    assert captions[-1].startswith("d20"), "the attack hits, and its place is asked in the same breath"
    desk.picture("typed-1-chain")
    desk.tell("7")
    assert "Raider rolls Shooting: blast rifle: 17 − 3 = 14 against 6 (dice 8+8+1, 5, 3)" in desk.read_log()
    assert "Chuk is hit: lower torso; 1 raise left" in desk.headline()

    desk.click_offer("Change the hit location or the target", seat="Ada")
    desk.answer(location="Head")
    assert shows(desk, "Head of Chuk: 0 of 5, hit location")
    desk.picture("typed-2-ruled-place")
    desk.click_offer("Roll damage", seat="Ada")
    desk.tell("1", "2", "3", "4", "5")
    assert "Damage dice (d8): 1, 2, 3, 4, 5" in desk.read_log(), "two dice more for the head, which no vest covers"
    assert "The hit on Chuk does 15 damage (Size 6): 2 wounds" in desk.read_log()
    desk.press("Ctrl+Z")
    desk.choose("Undo")
    desk.click_offer("Change the damage", seat="Ada")
    desk.answer(damage=10)
    assert "1 pending wound for Chuk: Blast rifle" in desk.headline()
    desk.picture("typed-3-ruled-damage")
    desk.click_offer("Chuk: accept the wounds", seat="Eva")
    desk.tell("0", "0", "2")
    assert wind(desk, "chuk") == -2, "6 and 6 and 2 of 12"
    assert "Chuk is winded" in desk.read_log()
    desk.click_offer("Roll the dice", seat="Eva")
    desk.tell("1", "1", "4")  # a bust, and for how many hours
    assert states(desk, "chuk") == {"winded", "unconscious"}
    desk.picture("typed-4-out")
    desk.reopen()
    assert shows(desk, "Head of Chuk: 1 of 5, Light")
    assert shows(desk, "Wind of Chuk: −2")
    assert "Chuk stays unconscious for 4 hours" in desk.read_log()


@pytest.mark.journey
@pytest.mark.rule("FI-HITLOC-1", "FI-HITLOC-2", "FI-HITLOC-9", "FI-WOUND-1", "FI-WOUND-5", "FI-BLEED-1", "FI-DMG-5")
def test_somebody_with_six_limbs_is_hit_on_one_of_his_own(desk: Desk) -> None:
    who = {"frost": "tom", "chuk": "eva", "oom": "gm"}
    oom = {"race": "Hexapod", "size": 8}
    desk.open_table(scene_of(sheets={"frost": GUNNER, "oom": oom}, who=who))
    desk.click_offer("Shoot without a card", seat="Ada")
    desk.answer(actor="Frost", target="Oom", distance=10)
    dice_fall(desk, d8=[8, 5, 3, 2], d20=[2])
    desk.click_offer("Roll the dice", seat="Tom")
    assert "Oom is hit: right hindleg" in desk.headline()
    assert shows(desk, "Right hindleg of Oom: 0 of 5, hit location")
    desk.picture("oom-1-hit")
    dice_fall(desk, d8=[8, 8, 8, 2, 2, 4])
    desk.click_offer("Roll damage", seat="Tom")
    assert "The hit on Oom does 32 damage (Size 8): 4 wounds" in desk.read_log()
    dice_fall(desk, d6=[1, 2, 3, 4], d8=[8, 8, 8, 8, 2, 1])
    desk.click_offer("Oom: accept the wounds", seat="Ada")
    assert "Oom is not stunned" in desk.read_log()
    desk.picture("oom-2-hurt")
    desk.reopen()
    assert (level(desk, "oom", "right_hindleg"), wind(desk, "oom")) == (4, 2)
    assert shows(desk, "Right hindleg of Oom: 4 of 5, Critical, Bleeding: 2 Wind per round")
