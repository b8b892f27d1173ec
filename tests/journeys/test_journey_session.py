"""An evening of Fate Chips: given back, awarded, dragged, spent for a friend, turned into bounty, kept in the end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from engine.core.chance import SeededChance
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from tests.journeys.casualties import SHOOTING, dice_fall, scene_of, wind
from tests.journeys.kit import LEFT, NONE, Desk, breathe
from vtt.shell.campaigns import campaign_loading

CHIPS = {
    "tom": {"white": 2},
    "eva": {"white": 1, "red": 3, "blue": 1},
    "pot": {"blue": 9, "red": 22, "white": 47},
}
FROST = {"aptitudes": [SHOOTING], "bounty": 2, "bounty_earned": 2}


def drag_chip(desk: Desk, bag: str, colour: str, target: str) -> None:
    """Drag the top chip of a stack to another bag."""
    scene = desk.table.table_scene
    drag_onto(desk, bag, colour, next(place.area.center().toPoint() for place in scene.bags if place.bag == target))


def place_of(desk: Desk, kind: str, name: str) -> QPoint:
    """Return the middle of a place on the table: the plate of a seat, the dice of a roll."""
    spots = desk.table.table_scene.static_items.regions
    return next(spot.rect.center().toPoint() for spot in spots if spot.kind == kind and name in spot.names)


def drag_onto(desk: Desk, bag: str, colour: str, end: QPoint) -> None:
    """Drag the top chip of a stack somewhere."""
    chip = desk.table.table_scene.chips.item(bag, colour, 0)
    assert chip is not None
    start = chip.middle.toPoint()
    view = desk.table.viewport()
    QTest.mousePress(view, LEFT, NONE, start)
    for step in range(1, 7):
        QTest.mouseMove(view, start + (end - start) * (step / 6))
    QTest.mouseRelease(view, LEFT, NONE, end)
    breathe()


def held(desk: Desk, bag: str) -> int:
    """Return how many chips are really in a bag."""
    return sum(desk.truth.chips[bag].values())


def in_all(desk: Desk) -> int:
    """Return how many chips there really are."""
    return sum(held(desk, bag) for bag in desk.truth.chips)


@pytest.mark.journey
@pytest.mark.rule(
    "FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-7", "FI-FATE-10", "FI-FATE-17", "FI-FATE-18", "FI-FATE-2"
)
def test_chips_are_awarded_with_a_reason_dragged_to_a_roll_and_spent_for_a_friend(desk: Desk) -> None:
    desk.open_table(scene_of(sheets={"frost": FROST}, chips=CHIPS, tracks={"chuk": {"Wind": 3}}))
    desk.click_offer("Start the session", seat="Ada")
    log = desk.read_log()
    assert log.index("Eva still has chips from the last session: 1 white, 3 red, 1 blue") < log.index(
        "Eva draws no chips"
    )
    assert (held(desk, "tom"), held(desk, "eva"), held(desk, "gm"), in_all(desk)) == (3, 5, 1, 85)
    desk.picture("session-1-begun")
    desk.click_offer("Award a chip", seat="Ada")
    desk.answer(bag="Tom", colour="Red", why="He told them the truth")
    assert "Tom gets a red chip: “He told them the truth”" in desk.read_log()
    reds = desk.truth.chips["tom"]["red"]

    desk.click_offer("Roll a Trait or an Aptitude", seat="Tom")
    desk.answer(name="Reflex", tn=9)
    dice_fall(desk, d8=[4, 5])
    desk.click_offer("Roll the dice", seat="Tom")
    assert "Frost fails" in desk.headline()
    dice_fall(desk, d8=[6])
    drag_chip(desk, "tom", "red", "pot")
    assert "Frost succeeds" in desk.headline(), "no question is asked: a red chip can mean one thing only"
    assert desk.truth.chips["tom"].get("red", 0) == reds - 1
    assert any("d8 from a red chip: 6, added to the highest" in words for words in desk.spoken())
    desk.picture("session-2-dragged")
    drag_chip(desk, "eva", "red", "pot")
    assert "The maximum in one action is 1 red chip." in desk.refusal()
    desk.picture("session-3-refused")
    desk.click_offer("Accept the roll", seat="Tom")

    desk.click_offer("Restore Wind with chips: Chuk", seat="Tom")
    desk.answer(chips={"white": 2})
    assert wind(desk, "chuk") == 12, "ten points would be more than he began with"
    assert "Chuk regains 9 Wind and now has 12" in desk.read_log()
    assert in_all(desk) == 85
    desk.picture("session-4-helped")
    desk.click_seat("Eva")
    assert not any("Wind" in words for words in desk.offers()), "nobody lacks any"
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("FI-FATE-9", "FI-FATE-10", "FI-FATE-18", "FI-FATE-2")
def test_a_chip_laid_on_the_dice_betters_them_and_one_laid_on_a_plate_is_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))  # after a bust no chip helps
    rolled = {"kind": "try_roll", "seat": "tom", "actor": "frost", "name": "reflex", "target": "chuk"}
    desk.open_table(scene_of(rolled, sheets={"frost": FROST}, chips={**CHIPS, "tom": {"white": 2, "red": 1}}))
    desk.click_offer("Roll the dice", seat="Ada")
    before = score(desk, 1)
    drag_onto(desk, "tom", "white", place_of(desk, "dice", "roll0"))
    assert desk.truth.chips["tom"] == {"white": 1, "red": 1}, "it went into the pot"
    assert any("from a white chip" in words for words in desk.spoken())
    desk.picture("session-6-on-the-dice")
    drag_onto(desk, "tom", "red", place_of(desk, "dice", "roll1"))
    assert desk.truth.chips["tom"] == {"white": 1}
    assert score(desk, 1) > before, "each lies on the dice that it betters"
    drag_onto(desk, "eva", "red", place_of(desk, "dice", "roll1"))
    assert "The maximum in one action is 1 red chip." in desk.refusal()
    desk.picture("session-7-refused-on-the-dice")

    drag_onto(desk, "eva", "red", place_of(desk, "seat", "tom"))
    assert desk.truth.chips["tom"] == {"white": 1, "red": 1}
    assert "Eva moves chips from Eva to Tom: 1 red" in desk.read_log()
    desk.click_table(chip_at(desk, "tom", "white"))
    desk.picture("session-8-in-hand")
    desk.click_table(place_of(desk, "seat", "eva"))
    assert "Tom moves chips from Tom to Eva: 1 white" in desk.read_log()
    desk.picture("session-9-given")
    desk.reopen()


def score(desk: Desk, roll: int) -> int:
    """Return what one of the rolls really comes to."""
    found = current_check(desk.truth)
    assert found is not None
    return score_of(desk.truth, found.rolls[roll]).total


def chip_at(desk: Desk, bag: str, colour: str) -> QPoint:
    """Return where the top chip of a stack is."""
    chip = desk.table.table_scene.chips.item(bag, colour, 0)
    assert chip is not None
    return chip.middle.toPoint()


@pytest.mark.journey
@pytest.mark.rule("FI-BOUNTY-2", "FI-BOUNTY-3", "FI-BOUNTY-4", "FI-BOUNTY-7", "FI-FATE-3", "FI-FATE-4", "FI-FATE-6")
@pytest.mark.rule("FI-BOUNTY-1")
def test_bounty_buys_a_level_and_what_is_stored_comes_back_before_anybody_draws(desk: Desk) -> None:
    begin = {"kind": "start_session", "seat": "gm", "by_hand": True}
    desk.open_table(scene_of(begin, sheets={"frost": FROST}, chips=CHIPS))
    desk.click_offer("Award bounty", seat="Ada")
    desk.answer(points=5, why="The lighthouse")
    assert "The GM awards 5 bounty: 2 for each character, 1 carried over: “The lighthouse”" in desk.read_log()
    desk.click_offer("Frost: raise an Aptitude (4 bounty available)", seat="Tom")
    desk.answer(aptitude="Shooting: blast rifle (4 bounty)", how="Every night on the gantry")
    bought = "Frost raises Shooting: blast rifle to level 4 for 4 bounty (0 left): “Every night on the gantry”"
    assert bought in desk.read_log()
    desk.click_seat("Tom")
    assert not any("raise an Aptitude" in words for words in desk.offers()), "nothing is left to pay with"

    before = {bag: desk.truth.chips.get(bag, {}) for bag in ("tom", "eva")}
    desk.click_offer("End the session", seat="Ada")
    desk.choose("End the session")  # found by its name in the list, so it asks first
    assert "Eva stores chips for the next session: 1 white, 3 red, 1 blue" in desk.read_log()
    assert "Between sessions" in desk.headline()
    desk.picture("session-5-ended")
    desk.reopen()
    assert {bag: desk.truth.chips.get(bag, {}) for bag in before} == before
    sheet = desk.truth.actors["frost"].sheet
    assert sheet["bounty"] == 0
    assert sheet["aptitudes"] == [{**SHOOTING, "level": 4, "raised": True}]

    desk.click_offer("Convert chips into bounty", seat="Tom")
    desk.answer(chips={"white": 1})
    assert desk.truth.actors["frost"].sheet["bounty"] == 1
    desk.click_offer("Start the session", seat="Ada")
    log = desk.read_log()
    start = next(at for at, line in enumerate(log) if line.startswith("Session 2"))
    told = [line for line in log[start:] if "still has chips" in line or "draws" in line]
    assert told[:2] == [
        "Tom still has chips from the last session: 1 white",
        "Eva still has chips from the last session: 1 white, 3 red, 1 blue",
    ]
    assert told[2].startswith("Tom draws chips from the pot: ")
    assert (held(desk, "tom"), held(desk, "eva"), held(desk, "gm"), in_all(desk)) == (3, 5, 1, 85)
    assert "Session 2" in desk.headline()
    desk.picture("session-6-next")
    desk.reopen()
