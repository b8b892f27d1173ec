"""The odds beside what can be done: seen, clicked, read in full, gone with the look at a hand, and switched off."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from tests.journeys.kit import Desk
from tests.journeys.screen import texts_of
from tests.journeys.test_journey_dice import TABLE
from vtt.campaign.odds_choice import ODDS_SETTING
from vtt.panels.options_page import OptionsPage
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import OddsReading
from vtt.shared.option_fields import ChoiceOption
from vtt.shell.campaigns import campaign_loading


def figures(desk: Desk) -> dict[str, str]:
    """Return the figures that are seen beside the offers, by what the buttons are called."""
    return {
        tile.accessibleName(): tile.odds_figure.words
        for tile in desk.page.table_room.offers.tiles
        if tile.odds is not None and tile.odds_figure is not None and tile.odds.isVisible()
    }


def settle(desk: Desk) -> None:
    """Wait until no odds are still to come."""
    desk.wait(lambda: not any(reading.is_busy for reading in desk.house.window.findChildren(OddsReading)))


def open_odds(desk: Desk, words: str) -> list[str]:
    """Click the figure beside an offer, and return what is read then."""
    tile = next(t for t in desk.page.table_room.offers.tiles if t.accessibleName() == words)
    assert tile.odds is not None
    desk.click(tile.odds)
    desk.wait(lambda: bool(desk.house.window.findChildren(OddsPanel)))
    return texts_of(desk.house.window.findChildren(OddsPanel)[-1])


def switch_off(desk: Desk) -> None:
    """Choose on the options page that no odds are shown."""
    desk.go_to("options")
    page = desk.page.show_room("options")
    assert isinstance(page, OptionsPage)
    field = page.ways[ODDS_SETTING].field
    assert isinstance(field, ChoiceOption)
    desk.click(field.combo, QPoint(8, field.combo.height() // 2))
    desk.press("Up")
    desk.press("Return")
    desk.go_to("table")


def card_plates(desk: Desk) -> list[str]:
    """Return the chances that are read on the cards."""
    items = desk.table.table_scene.items()
    texts = [item.text() for item in items if isinstance(item, QGraphicsSimpleTextItem)]
    return [text for text in texts if text.endswith(" %")]


@pytest.mark.journey
@pytest.mark.rule("FI-CORE-3", "FI-FATE-9")
def test_a_player_reads_the_odds_of_a_roll_and_of_a_chip(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))
    hard = {"kind": "try_roll", "seat": "tom", "actor": "frost", "name": "reflex", "tn": 14}
    desk.open_table({**TABLE, "commands": [hard]})
    desk.click_seat("Tom")
    desk.wait(lambda: bool(figures(desk)))
    throw = figures(desk)["Roll the dice"]
    read = open_odds(desk, "Roll the dice")
    assert f"Success: {throw}" in read
    assert {"Result", "Success with 1 raise", "Failure", "Assumptions", "Calculation"} <= {*read}
    desk.picture("odds-1-in-full")
    desk.press("Escape")
    desk.click_offer("Roll the dice")
    desk.wait(lambda: any("→" in words for words in figures(desk).values()))
    desk.picture("odds-2-chips")
    switch_off(desk)
    settle(desk)
    assert figures(desk) == {}


@pytest.mark.journey
@pytest.mark.rule("IM-ACT-1")
def test_the_odds_of_cards_are_seen_while_they_are_looked_at(desk: Desk) -> None:
    desk.open_table(json.loads((game_folder("imaginality") / "demo.json").read_bytes()))
    desk.click_offer("Play a card for Finch", seat="Jonas")
    settle(desk)
    assert card_plates(desk) == []
    with desk.hold_to_look("Jonas"):
        desk.wait(lambda: len(card_plates(desk)) > 3)
        desk.picture("odds-3-cards")
    assert card_plates(desk) == []
    settle(desk)
    assert card_plates(desk) == []
