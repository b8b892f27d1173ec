"""The countdown of a firefight by mouse: an aimed shot over several ranks, active defense, a burst, and the next round.

How the round begins is in `test_journey_firefight`.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from engine.model.frozen import replace
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from tests.engine.rulesets.future_imperfect.table import dealt, running_conflict
from tests.journeys.crew import fighting, hidden
from tests.journeys.kit import Desk
from vtt.widgets.message_dialog import MessageDialog


def call_down_to(desk: Desk, rank: str) -> None:
    """Let the Master call one rank after the other."""
    while f"Round 1: {rank}" not in desk.headline():
        desk.click_offer("Call the next rank", seat="Ada")


def click_limb(desk: Desk, actor: str, area: str) -> None:
    """Click on a part of a body."""
    spots = [spot for spot in desk.table.table_scene.static_items.regions if spot.names == (actor, "location", area)]
    desk.click_table(spots[0].rect.center().toPoint())


@pytest.mark.journey
@pytest.mark.rule("FI-AIM-2", "FI-AIM-4", "FI-AIM-5", "FI-CALL-1", "FI-CALL-3", "FI-SHOOT-2")
@pytest.mark.rule("FI-DEFEND-1", "FI-DEFEND-2", "FI-DEFEND-4", "FI-DEFEND-6", "FI-DEFEND-7", "FI-RES-9")
def test_an_aim_grows_by_ranks_and_a_defense_costs_the_highest_card(desk: Desk) -> None:
    hands = {"frost": "KS 9H", "chuk": "10D 4H", "vex": "QH/2 6C/2", "brute": "5D/2 8C/2"}
    desk.open_table_of(dealt(fighting(chips=False), **hands), real=("dice",))
    desk.click_offer("Start the countdown", seat="Ada")
    call_down_to(desk, "King")
    desk.click_offer("Frost: aim", seat="Tom")
    desk.answer(target="Vex", weapon="Blast rifle")
    assert desk.cards("laid:frost") == ("KS",)
    call_down_to(desk, "Queen")
    assert "Frost, is still to act, aims at Vex: 1 counter (−3)" in desk.steps(), "before anybody of that rank acts"
    desk.click_offer("Vex: put the card in reserve", seat="Ada")
    call_down_to(desk, "10")
    assert "Frost: aims at Vex +0" in desk.headline(), "the ranks that are over make room for it"
    desk.picture("aim-1-counters")

    # Brute pays with the highest card in hand, wherever it lies, and throws himself down.
    desk.click_offer("Chuk: act", seat="Eve")
    desk.click_offer("Chuk: shoot")
    desk.answer(target="Brute", weapon="Blast pistol", distance=10)
    desk.click_offer("Brute: dodge", seat="Ada")
    desk.answer(how="Drop prone")
    desk.tell("7", "2")
    assert {"Brute discards 8♣ to defend", "Brute is prone"} <= set(desk.read_log()), "paid with the throw"
    assert "Brute defends with a total of 7: the target number is now 7" in desk.read_log()
    desk.click_offer("Roll the dice", seat="Eve")
    desk.tell("7", "2")
    assert "Chuk misses Brute" in desk.read_log(), "7 − 1 is not enough any more"
    before = desk.truth
    desk.press("Ctrl+Z")
    question = QApplication.activeModalWidget()
    assert isinstance(question, MessageDialog)
    assert "Chuk rolls Shooting: blast pistol: 7 − 1 = 6 against 7 (dice 7, 2)" in question.text
    desk.choose("Undo")
    assert "Chuk misses Brute" not in desk.read_log()
    desk.press("Ctrl+Shift+Z")
    assert desk.truth == before, "what was typed in comes again, and is not asked for"
    desk.click_offer("Chuk: end the turn", seat="Eve")

    # Vex has a card in reserve: it is the highest, whatever is left in hand.
    call_down_to(desk, "9")
    desk.click_offer("Frost: act", seat="Tom")
    desk.click_offer("Frost: fire the aimed shot at Vex (+2)")
    desk.answer(target="Vex", weapon="Blast rifle", distance=40, called="Leg (−4)", side="Left")
    assert any("Called shot, leg: −4. Aim: +2. Target number: 7" in words for words in desk.spoken())
    desk.click_offer("Vex: dodge", seat="Ada")
    desk.answer(how="Jump behind cover")
    desk.tell("0", "1", "2")
    assert "Vex discards Q♥ to defend" in desk.read_log()
    assert desk.cards("cards:vex") == ("6C/2",)
    assert "Vex defends with a total of 10: the target number is now 10" in desk.read_log()
    desk.picture("aim-2-defended")
    desk.click_offer("Roll the dice", seat="Tom")
    desk.tell("0", "0", "3", "5", "4")
    assert desk.read_log()[-3:] == [
        "Frost rolls Shooting: blast rifle: 13 − 2 = 11 against 10 (dice 8+5, 8+4, 3)",
        "Frost hits Vex",
        "Vex is hit: left leg",
    ], "no die says where"
    assert running_conflict(desk.truth).fighters["frost"].aim is None
    desk.picture("aim-3-hit")
    hidden(desk, "4H", "6C/2", "5D/2")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("FI-AUTO-1", "FI-AUTO-2", "FI-AUTO-3", "FI-AUTO-4", "FI-AUTO-6", "FI-HITLOC-1", "FI-HITLOC-4")
@pytest.mark.rule("FI-COVER-1", "FI-COVER-2", "FI-INIT-14", "FI-JOKER-6", "FI-JOKER-9", "FI-RES-5", "FI-RES-6")
def test_a_burst_on_two_targets_and_the_round_after_it(desk: Desk) -> None:
    table = dealt(fighting(chips=False), frost="AS XR", chuk="AH")
    marked = replace(running_conflict(table), reshuffle=("crew",))
    table = replace(table, procedures=tuple(marked if p is running_conflict(table) else p for p in table.procedures))
    desk.open_table_of(table, real=("dice",))
    desk.click_offer("Start the countdown", seat="Ada")
    call_down_to(desk, "Ace")
    desk.click_offer("Frost: act", seat="Tom")
    desk.click_offer("Frost: fire a burst (Blast rifle)")
    desk.point_out("guard")
    desk.point_out("sentry")
    assert desk.asked().chosen == ("guard", "sentry"), "and nobody whom the weapon was aimed at before"
    desk.picture("burst-0-targets")
    desk.click(desk.asked().confirm_button)
    shares = {"Guard": {"distances": 10, "rounds": 2, "dice": 2}, "Sentry": {"distances": 15, "rounds": 1, "dice": 1}}
    desk.fill_in(targets=shares)
    desk.picture("burst-1-shares")
    desk.answer()
    assert "Guard: Frost rolls Shooting: blast rifle against 5" in desk.headline()
    desk.click_offer("Guard: set cover", seat="Ada")
    desk.answer(obstacle="Small tree, bricks, iron plating", places=["Left arm"])
    desk.click_offer("Roll the dice", seat="Tom")
    desk.tell("0", "6", "0", "0", "3", "11")
    assert desk.read_log()[-3:] == [
        "Frost rolls Shooting: blast rifle: 27 − 4 = 23 against 5 (dice 8+8+8+3, 6)",
        "Frost hits Guard with 3 raises",
        "Guard is hit: left arm",
    ], "each die is read at −1 for the second target, and the weapon is not aimed"
    assert "Guard is hit: left arm; 2 raises left" in desk.headline(), "one of three brought the second round"
    desk.picture("burst-2-behind-a-tree")

    # The arm is behind the tree, the other one is not: a click on it moves the hit there.
    click_limb(desk, "guard", "right_arm")
    assert "Guard is hit: right arm; 1 raise left" in desk.headline()
    desk.picture("burst-3-moved")
    desk.click_offer("Roll damage")
    desk.tell("2", "3", "4")
    desk.click_offer("Guard: accept the wounds", seat="Ada")
    desk.tell("2", "5", "4", "13")
    assert desk.truth.actors["guard"].has_condition(character_conditions.STUNNED)
    assert "Guard is hit: left arm; 1 raise left" in desk.headline(), "the second round, with the raise that is left"
    desk.click_offer("Roll damage", seat="Tom")
    assert "Armour or cover deflects the hit on Guard: no wounds" in desk.read_log()
    assert "Sentry: Frost rolls Shooting: blast rifle against 5" in desk.headline()
    assert any(name.startswith("Wind of Sentry") for name in desk.spoken()), "who is attacked now is to be seen"
    desk.picture("burst-4-sentry")
    desk.click_offer("Roll the dice")
    desk.tell("7")
    assert "Frost misses Sentry" in desk.read_log()
    assert current_attack(desk.truth) is None
    desk.click_offer("Frost: end the turn")

    # An unused red Joker is laid off, the reserve stays; who keeps it draws no other card.
    desk.click_offer("Chuk: put the card in reserve")
    desk.click_offer("End the round", seat="Ada")
    assert desk.read_log()[-2:] == ["After a black Joker the deck of the crew is shuffled", "Round 2"]
    assert desk.cards("reserve:chuk") == ("AH",)
    assert len(desk.cards("deck:crew")) == 53
    assert desk.cards("discard:crew") == ()
    desk.picture("burst-5-round-2")
    desk.click_offer("Chuk: keep the reserve card", seat="Eve")
    assert "Chuk draws no cards and keeps the reserve card" in desk.read_log()
    assert "Frost: roll Reflex" in desk.offers()
    hidden(desk, "XR")
    desk.reopen()
