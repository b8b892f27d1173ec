"""What becomes of wounds: set by hand on the figure, bled from, stopped in time, healed by the days."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton

from tests.journeys.casualties import dice_fall, level, scene_of, states, wind
from tests.journeys.kit import Desk
from vtt.table.input.hit_location_card import HitLocationCard

SURGEON = {
    "aptitudes": [
        {"name": "medicine", "concentration": kind, "level": 3, "trait": "dexterity"} for kind in ("surgery", "general")
    ]
}


def region(desk: Desk, actor: str, place: str) -> QPoint:
    """Return where to point for a place of a body."""
    hot = desk.table.table_scene.static_items.regions
    return next(spot.rect.center().toPoint() for spot in hot if spot.names == (actor, "location", place))


def on_card(desk: Desk, words: str) -> QPushButton:
    """Return a button of the card beside a body, by its name."""
    card = desk.table.findChild(HitLocationCard)
    assert isinstance(card, HitLocationCard)
    assert card.isVisible()
    return next(button for button in card.findChildren(QPushButton) if button.accessibleName() == words)


@pytest.mark.journey
@pytest.mark.rule(
    "FI-WOUND-1", "FI-WOUND-9", "FI-BLEED-1", "FI-BLEED-2", "FI-WIND-5", "FI-WIND-6", "FI-DEATH-1", "FI-DEATH-2"
)
def test_a_wound_that_is_set_by_hand_bleeds_to_death_unless_the_master_says_otherwise(desk: Desk) -> None:
    desk.open_table(scene_of(tracks={"chuk": {"Wind": 3}}, sheets={"chuk": {"wind_start": 4}}))
    desk.click_table(region(desk, "chuk", "guts"))
    desk.click(on_card(desk, "level 2 of 5"))
    desk.press("Escape")
    assert "Guts of Chuk: 2 of 5, Heavy" in desk.spoken()
    desk.press("Ctrl+Z")
    assert "Guts of Chuk: 0 of 5" in desk.spoken()
    desk.click_table(region(desk, "chuk", "guts"))
    desk.picture("bleeding-1-card")
    desk.click(on_card(desk, "level 4 of 5"))
    assert on_card(desk, "Bleeding").isChecked(), "a wound like this bleeds, whoever marked it"
    assert "Chuk: guts set manually to bleeding" in desk.read_log()
    desk.press("Escape")
    assert "Guts of Chuk: 4 of 5, Critical, Bleeding: 2 Wind per round" in desk.spoken()

    desk.click_offer("Start a conflict", seat="Ada")
    desk.answer(fighters=["Chuk", "Raider"])
    for left in (1, -1, -3):
        desk.click_offer("Start the countdown", seat="Ada")
        assert wind(desk, "chuk") == left
        shown = str(left).replace("-", "−")
        assert f"Chuk loses 2 Wind ({shown} left)" in desk.read_log()
        assert f"Wind of Chuk: {shown}" in desk.spoken()
    assert any(found.startswith("Chuk, played by Eva: Winded") for found in desk.spoken())
    desk.picture("bleeding-2-winded")
    desk.click_offer("Start the countdown", seat="Ada")
    assert "dead" in states(desk, "chuk"), "at minus what he began with"
    assert "Chuk, can no longer act, dead" in desk.steps()
    desk.picture("bleeding-3-dead")
    desk.reopen()

    desk.click_offer("Mark a character as alive", seat="Ada")
    desk.answer(actor="Chuk")
    assert "Chuk is alive again" in desk.read_log()
    assert "dead" not in states(desk, "chuk")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule(
    "FI-HEAL-1", "FI-HEAL-2", "FI-HEAL-3", "FI-HEAL-4", "FI-HEAL-6", "FI-HEAL-8", "FI-BLEED-3", "FI-HEAL-9"
)
def test_first_aid_in_time_stops_the_bleeding_and_days_heal_the_rest(desk: Desk) -> None:
    cut = {"kind": "set_location", "seat": "gm", "actor": "chuk", "location": "right_leg", "level": 3, "bleeding": True}
    desk.open_table(scene_of(cut, tracks={"chuk": {"Wind": 4}}, sheets={"frost": SURGEON}))
    desk.click_seat("Tom")
    assert "Treat a wound of Chuk: right leg" not in desk.offers(), "this takes a surgeon"
    desk.click_offer("Operate on a wound of Chuk: right leg", seat="Tom")
    assert any("(treating a wound: Chuk)" in words for words in desk.headline())
    dice_fall(desk, d8=[8, 2, 5, 3])
    desk.click_offer("Roll the dice", seat="Tom")
    assert "Chuk, right leg: the bleeding stops" in desk.read_log()
    assert "Right leg of Chuk: 2 of 5, Heavy" in desk.spoken()
    desk.picture("healing-1-stopped")
    desk.click_seat("Tom")
    assert not any("right leg" in words for words in desk.offers()), "an injury is treated once"

    desk.click_offer("Restore Wind of Chuk with medicine", seat="Tom")
    dice_fall(desk, d8=[7, 7, 7])
    desk.click_offer("Roll the dice", seat="Tom")
    assert "Chuk regains all Wind after 5 minutes" in desk.read_log()
    assert (wind(desk, "chuk"), desk.truth.clock) == (12, 300)

    desk.click_offer("Advance time by days", seat="Ada")
    desk.answer(days=5)
    assert "5 days pass: now day 6, 0:05:00" in desk.read_log()
    assert any("day 6, 0:05:00" in words for words in desk.spoken()), "and the clock on the table says so"
    desk.picture("healing-2-days")
    desk.click_offer("Roll natural healing: right leg", seat="Eva")
    dice_fall(desk, d8=[8, 3, 5])
    desk.click_offer("Roll the dice", seat="Eva")
    assert level(desk, "chuk", "right_leg") == 1
    assert "Chuk, right leg: the wound improves to Light" in desk.read_log()
    desk.picture("healing-3-better")
    desk.reopen()
    assert "Right leg of Chuk: 1 of 5, Light" in desk.spoken()
    desk.click_seat("Eva")
    assert not any("healing" in words for words in desk.offers()), "the next roll is five days off"
