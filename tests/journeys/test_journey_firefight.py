"""A firefight of Future Imperfect by mouse: chips are drawn, cards are dealt, and a declared attack is interrupted.

The other half of the round is in `test_journey_gunfire`.
"""

from __future__ import annotations

import pytest

from engine.model.table import Table
from engine.presentation.dice_and_card_source import SourceKind
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard, ReserveCard
from tests.engine.rulesets.future_imperfect.table import counted, dealt, play, running_conflict, stacked
from tests.journeys.crew import EVERYBODY, crew, fighting, hidden
from tests.journeys.kit import Desk

HANDS = {"frost": "XR AS 9H", "chuk": "7H", "vex": "AH/2 6C/2", "brute": "QC/2 JD/2", "guard": "10S/2 5D/2"}


def held(desk: Desk, bag: str) -> int:
    """Return how many chips somebody has."""
    return sum(desk.truth.chips[bag].values())


@pytest.mark.journey
@pytest.mark.rule("FI-FATE-1", "FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-INIT-1", "FI-INIT-8", "FI-INIT-15")
def test_an_evening_begins_with_chips_drawn_blind_and_extras_share_a_hand(desk: Desk) -> None:
    desk.open_table_of(crew({"eve": {"blue": 2}, "pot": {"blue": 8, "red": 25, "white": 50}}))
    desk.click_offer("Start the session", seat="Ada")
    log = desk.read_log()
    assert log[0].startswith("Session 1 ·"), "a session without a date shows when it began"
    assert log[1] == "Eve still has chips from the last session: 2 blue"
    assert [line.split(" draws chips from the pot: ")[0] for line in log[2:]] == ["Tom", "Eve", "Ada"]
    assert {bag: held(desk, bag) for bag in ("tom", "eve", "gm", "pot")} == {"tom": 3, "eve": 3, "gm": 1, "pot": 78}
    desk.picture("fire-1-session")

    desk.click_offer("Start a conflict")
    desk.answer(fighters=EVERYBODY)
    desk.click_offer("Share a hand of cards between extras")
    desk.picture("fire-2-shares")
    desk.answer()
    assert desk.read_log()[-1] == "Guard, Sentry share one hand of cards", "those who are alike were ticked already"
    assert "waiting for Tom, Eve, Ada" in desk.steps()
    assert {"Deck of the crew, 54 cards", "Deck of the GM, 54 cards"} <= set(desk.spoken())
    assert "Roll Reflex for all extras" in desk.offers()
    desk.picture("fire-3-drawing")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-2", "FI-INIT-3", "FI-INIT-6", "FI-INIT-7", "FI-INIT-15", "FI-FATE-9", "FI-FATE-21")
@pytest.mark.rule("FI-JOKER-3", "FI-JOKER-4", "FI-JOKER-6", "FI-JOKER-7", "FI-CORE-8")
def test_cards_are_drawn_by_real_dice_and_chips_and_jokers_take_and_give(desk: Desk) -> None:
    table = stacked(fighting(), "crew", "XR AS 9H 4C XB KD 7H")
    desk.open_table_of(stacked(table, "master", "AH/2 6C/2 QC/2 JD/2 10S/2 5D/2"))
    desk.choose_real("dice")
    desk.click_offer("Frost: roll Reflex", seat="Tom")
    desk.tell("0", "5", "2")
    assert desk.read_log()[-1] == "Frost rolls Reflex: 10 − 3 = 7 against 3 (dice 8+2, 5)", (
        "the 8 brought a field of its own"
    )
    desk.picture("draw-1-thrown")
    desk.click_offer("Frost: spend a white chip (2 available)")
    desk.tell("8", "8", "1")
    assert "Frost succeeds, 2 raises" in desk.headline()
    assert desk.truth.chips["tom"] == {"white": 1, "red": 1}
    desk.click_offer("Accept the roll")
    assert len(desk.cards("hand:tom")) == 4

    # The red Joker is kept besides two; one who takes it for one of the two loses nothing by that.
    desk.click_offer("Frost: keep 2 cards")
    desk.picture("draw-2-keeps")
    desk.answer(cards=["hand:tom#1", "hand:tom#2"])
    assert desk.cards("hand:tom") == ("XR", "AS", "9H")
    assert desk.cards("discard:crew") == ("4C",)
    assert desk.seat_shown() == "Eve", "the bar goes on to whoever has not drawn"

    desk.click_offer("Chuk: roll Reflex")
    desk.tell("0", "4", "3")
    desk.click_offer("Accept the roll")
    assert "Chuk draws the black Joker and loses cards: black Joker, K♦" in desk.read_log()
    assert desk.cards("hand:eve") == ("7H",)
    assert running_conflict(desk.truth).reshuffle == ("crew",)
    assert not any("Chuk: keep" in words for words in desk.offers()), "there is nothing to choose"

    desk.click_offer("Roll Reflex for all extras", seat="Ada")
    asked = desk.telling().form.about
    assert asked.text() == "Vex: Reflex", "the dialog says whose dice it asks for"
    desk.write("5")
    desk.write("3")
    assert asked.text() == "Brute: Reflex"
    desk.picture("draw-3-whose")
    desk.tell("4", "2", "5", "2")
    assert [desk.cards(f"cards:{name}") for name in ("vex", "brute", "guard")] == [
        ("AH/2", "6C/2"),
        ("QC/2", "JD/2"),
        ("10S/2", "5D/2"),
    ]
    desk.picture("draw-3-all")
    desk.click_offer("Start the countdown")
    assert desk.faces_ever_seen() == {"4C", "XB", "KD"}, "what was laid off lies open"
    hidden(desk, *" ".join(HANDS.values()).split())
    desk.reopen()
    assert desk.page.campaign.sources.dice is SourceKind.REAL


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-10", "FI-INIT-11", "FI-RES-1", "FI-RES-3", "FI-RES-4", "FI-ACT-1", "FI-AIM-12")
def test_a_declared_shot_waits_while_the_reserve_comes_before_it(desk: Desk) -> None:
    desk.open_table_of(dealt(fighting(chips=False), **HANDS), real=("dice",))
    desk.click_offer("Start the countdown", seat="Ada")
    desk.click_offer("Call the next rank")
    assert desk.faces_on_screen() == {"AS", "AH/2"}, "only what was called is turned up"
    assert desk.seat_shown() == "Tom", "spades go before hearts"
    assert "Frost, acts now, A♠" in desk.steps()
    desk.picture("count-1-ace")
    desk.click_offer("Frost: put the card in reserve")
    assert desk.cards("reserve:frost") == ("AS",)
    assert desk.faces_on_screen() == {"AH/2"}

    desk.click_offer("Vex: act", seat="Ada")
    desk.click_offer("Vex: shoot")
    desk.answer(target="Chuk", weapon="Blast pistol", distance=10)
    assert "waiting for Ada, Tom, Eve" in desk.steps(), "who may answer before the dice fall"
    desk.click_seat("Eve")
    assert {"Chuk: dodge", "Chuk: act with the red Joker"} <= set(desk.offers())
    desk.click_seat("Tom")
    assert desk.offers() == ["Frost: act with the reserve card", "Frost: act with the red Joker"]
    desk.picture("count-2-declared")
    desk.click_offer("Frost: act with the reserve card")
    assert "Frost against Vex (interrupting)" in desk.steps()
    assert desk.cards("reserve:frost") == ("AS",), "nothing is paid before the dice fall"
    desk.click_offer("Roll the dice")
    desk.tell("7", "3")
    assert desk.cards("reserve:frost") == ()
    desk.click_offer("Roll the dice", seat="Ada")
    desk.tell("5", "2")
    assert desk.read_log()[-2:] == ["Frost is faster and acts first", "Frost acts with the reserve card A♠"]
    assert any(line.startswith("Vex, ") and line.endswith("attack interrupted") for line in desk.steps())
    desk.picture("count-3-faster")
    desk.click_offer("Frost: shoot")
    desk.answer(target="Vex", weapon="Blast rifle", distance=10)
    desk.click_offer("Roll the dice")
    desk.tell("2", "1", "3")
    desk.click_offer("Frost: end the turn")
    assert desk.seat_shown() == "Ada"
    assert any(words.startswith("waiting for Ada") for words in desk.steps())
    assert desk.read_log()[-2:] == [
        "Vex shoots at Chuk with Blast pistol",
        "Vex rolls Shooting: blast pistol against 6",
    ], "it is taken up again"
    desk.picture("count-4-taken-up")
    desk.click_offer("Roll the dice")
    desk.tell("2", "3")
    assert "Vex misses Chuk" in desk.read_log()
    desk.click_offer("Vex: end the turn")
    assert desk.cards("discard:master") == ("AH/2",)
    assert "Call the next rank" in desk.offers()
    hidden(desk, "XR", "9H", "7H", "6C/2", "QC/2", "JD/2", "10S/2", "5D/2")
    desk.reopen()


def shot_at(table: Table) -> Table:
    """Return a table on which Frost holds a reserve, and Vex has declared a shot at Chuk."""
    table = play(counted(table, "A"), ReserveCard(seat="tom", actor="frost"), PlayCard(seat="gm", actor="vex"))
    return play(table, Shoot(seat="gm", actor="vex", target="chuk", weapon="Blast pistol", distance=10))


@pytest.mark.journey
@pytest.mark.rule("FI-JOKER-2", "FI-JOKER-3", "FI-RES-4", "FI-RES-5", "FI-SHOOT-3", "FI-DMG-5", "FI-WIND-2")
def test_the_red_joker_goes_first_and_whom_it_stuns_fires_no_more(desk: Desk) -> None:
    desk.open_table_of(shot_at(dealt(fighting(chips=False), **HANDS)), real=("dice",))
    desk.click_offer("Frost: act with the red Joker", seat="Tom")
    desk.picture("red-1-which")
    desk.answer(card="hand:tom#0")
    assert desk.read_log()[-1] == "Frost acts with the red Joker", "without a roll"
    assert desk.cards("reserve:frost") == ("AS",), "it is no action card"
    desk.click_offer("Frost: shoot")
    desk.answer(target="Vex", weapon="Blast rifle", distance=10)
    desk.click_offer("Roll the dice")
    desk.tell("0", "2", "3", "1", "17")
    assert "Vex is hit: upper torso" in desk.read_log()
    desk.picture("red-2-hit")
    desk.click_offer("Roll damage")
    desk.tell("7", "7", "6")
    assert "The hit on Vex does 20 damage (Size 6): 3 wounds" in desk.read_log()
    desk.click_offer("Vex: accept the wounds", seat="Ada")
    desk.tell("4", "3", "2", "2", "3")
    assert "Vex loses 9 Wind (3 left)" in desk.read_log()
    assert "Vex is stunned" in desk.read_log()
    desk.picture("red-3-stunned")
    desk.click_offer("Frost: end the turn", seat="Tom")
    assert "Vex can no longer attack: the attack is lost" in desk.read_log()
    assert running_conflict(desk.truth).turns[-1].fighter == "vex"
    assert desk.seat_shown() == "Ada"
    assert "Vex: shoot" not in desk.offers()
    desk.picture("red-4-lost")
    desk.click_offer("Vex: end the turn")
    hidden(desk, "9H", "7H", "6C/2", "QC/2", "JD/2", "10S/2", "5D/2")
    desk.reopen()
