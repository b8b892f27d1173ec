"""How much a tired group has to do: what is asked is pointed out on the table, and what has one answer is not asked.

Every click, drag, held button and key counts one. The comments say what the same scene took with a dialog for every
question and a held key for every look.
"""

from __future__ import annotations

import pytest

from engine.rulesets.future_imperfect.conditions import character_conditions
from tests.engine.rulesets.future_imperfect.table import dealt
from tests.journeys.casualties import GUNNER, VEST, dice_fall, scene_of
from tests.journeys.crew import fighting, hidden
from tests.journeys.kit import Desk, script
from tests.journeys.test_journey_battle import card, health, told

STRIKE_AT_MOST = 10  # 16
SHOT_AT_MOST = 8  # 12
ROUND_AT_MOST = 20  # 28
PASS_THE_CARD = "Nobody interrupts before or after the card"

ALLEY = script(
    {
        "hand:gm": ["5C", "10C", "6C", "7C", "8C", "9C", "4C"],
        "hand:tom": ["3H", "QH", "4H", "5H", "7H", "8H", "9H"],
        "hand:eva": ["QD", "6H", "3D", "6D", "5D", "4D", "2D"],
        "deck": ["7S", "5S", "KS"],
    }
)


@pytest.mark.journey
@pytest.mark.rule("IM-HTH-1", "IM-HTH-3", "IM-HTH-4", "IM-HTH-11", "IM-DMG-1", "IM-DMG-4", "IM-WOUND-3")
def test_a_strike_with_block_and_wound(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_seat("Ada")
    before = desk.input.gestures
    desk.click_offer("Clerk: attack hand-to-hand")
    assert set(desk.asked().choices) == {"tom", "sally"}, "nobody strikes themselves"
    desk.picture("few-1-target")
    desk.point_out("tom")
    assert desk.table.question_input.bubble is None, "the weapon is the one in the hand"
    desk.look_and_choose("Ada", "10C")
    assert desk.seat_shown() == "Tom"
    desk.look_and_choose("Tom", "3H")
    assert desk.read_log()[-2:] == ["Tomas blocks", "Tom plays 1 card face down"]
    assert desk.faces_on_screen() == set()
    desk.click_offer("Reveal the cards")
    desk.click_offer("Deal damage")
    desk.look_and_choose("Ada", "9C")
    desk.look_and_choose("Tom", "4H")
    desk.click_offer("Reveal the cards")
    assert "Tomas takes a light wound of 5 points: few restrictions" in desk.read_log()
    desk.click_offer("Finish the action")
    assert desk.input.gestures - before <= STRIKE_AT_MOST
    assert [found.level for found in desk.truth.actors["tom"].conditions] == [5]
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-HTH-4", "IM-JOKER-1")
def test_what_was_not_asked_can_be_changed_and_a_question_can_be_left(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.click_offer("Clerk: attack hand-to-hand", seat="Ada")
    desk.press("Escape")
    assert desk.table.question_input.bubble is None
    assert desk.read_log() == []
    desk.click_offer("Clerk: attack hand-to-hand")
    desk.answer(target="Tomas", weapon="Club")
    assert desk.read_log()[-1] == "Clerk attacks Tomas (Club)"
    desk.press("Ctrl+Z")
    desk.press("Alt+6")
    desk.press("Return")
    assert desk.read_log()[-1] == "Clerk attacks Tomas (Unarmed)", "the first answer has the keyboard"


@pytest.mark.journey
@pytest.mark.rule("IM-HTH-1", "FI-INIT-10")
def test_again_as_before_is_one_press(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.press("Ctrl+R")
    assert desk.said() == "There is nothing to repeat now."
    desk.click_offer("Clerk: attack hand-to-hand", seat="Ada")
    desk.answer(target="Sally", weapon="Club")
    desk.click_offer("Cancel the action", seat="Ada")
    before = desk.input.gestures
    desk.press("Ctrl+R")
    assert desk.input.gestures - before == 1
    assert desk.read_log()[-1] == "Clerk attacks Sally (Club)"
    desk.click_offer("Cancel the action", seat="Ada")
    desk.click_offer("Clerk: attack hand-to-hand")
    desk.picture("few-6-again")
    desk.click(desk.asked().again)
    assert desk.read_log()[-1] == "Clerk attacks Sally (Club)", "beside the question it is one press as well"


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-10", "FI-INIT-11")
def test_the_countdown_goes_on_to_the_next_card_in_one_press(desk: Desk) -> None:
    desk.open_table_of(dealt(fighting(chips=False), frost="9H", chuk="4D"))
    desk.click_offer("Start the countdown", seat="Ada")
    before = desk.input.gestures
    desk.click_offer("Count down to the next card", seat="Ada")
    assert desk.input.gestures - before == 1
    assert "Round 1: 9" in desk.headline()
    assert desk.faces_on_screen() == {"9H"}, "only what was called is turned up"
    assert desk.seat_shown() == "Tom"
    hidden(desk, "4D")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("FI-SHOOT-1", "FI-HITLOC-1", "FI-DMG-4", "FI-WOUND-2", "FI-STUN-1", "FI-STUN-4")
def test_a_shot_to_stun(desk: Desk) -> None:
    desk.open_table(scene_of(sheets={"raider": GUNNER, "chuk": VEST}))
    desk.click_seat("Ada")
    before = desk.input.gestures
    desk.click_offer("Shoot without a card")
    desk.picture("few-2-attacker")
    desk.point_out("raider")
    desk.picture("few-3-target")
    assert "raider" not in desk.asked().choices
    desk.point_out("chuk")
    desk.picture("few-4-distance")
    desk.press("Return")
    dice_fall(desk, d8=[8, 5, 3, 8, 1], d20=[10])
    desk.click_offer("Roll the dice")
    dice_fall(desk, d6=[6, 5, 4, 3, 2])
    desk.click_offer("Roll damage")
    dice_fall(desk, d6=[6, 4, 1])
    desk.click_offer("Chuk: accept the wounds")
    dice_fall(desk, d8=[5, 3])
    desk.click_offer("Roll the dice")
    assert desk.truth.actors["chuk"].has_condition(character_conditions.STUNNED)
    assert desk.input.gestures - before <= SHOT_AT_MOST
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("CD-PLAN-1", "CD-UI-5", "CD-UI-8", "CD-UI-9", "CD-EX-1")
def test_a_round_of_two_heroes_against_a_mob(desk: Desk) -> None:
    desk.open_table(told())
    before = desk.input.gestures
    for seat, hand, name, faces in (
        ("Tom", "hand:tom", "Tia", ("swing_blade", "take_cover")),
        ("Eva", "hand:eva", "Eli", ("punch", "retreat")),
        ("Ada", "cards:rats", "Rats", ("punch", "gm_gang_up")),
    ):
        for face in faces:
            desk.look_and_choose(seat, card(desk, hand, face))
        desk.picture(f"few-5-plan-{name}")
        desk.click_offer(f"{name}: lock the plan", seat=seat)
    targets = {"Choose targets for Swing Blade": "rats#1", "Choose targets for Gang Up": "eli"}
    while not any("Round 2" in words for words in desk.headline()):
        offers = desk.offers()
        asked = [offer for offer in offers if offer.startswith("Choose targets")]
        if PASS_THE_CARD in offers:
            desk.click_offer(PASS_THE_CARD)
        else:
            assert asked, offers
            punch = "tia" if desk.seat_shown() == "Ada" else "rats#2"
            desk.click_part("body", targets.get(asked[0], punch))
    assert desk.input.gestures - before <= ROUND_AT_MOST
    assert health(desk, 1) == 0
    desk.reopen()
