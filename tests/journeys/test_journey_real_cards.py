"""An evening with a real deck: hands stay in people's hands, and the screen is told what comes to lie face up."""

from __future__ import annotations

import pytest

from engine.presentation.dice_and_card_source import SourceKind
from tests.journeys.kit import Desk, script

HANDS = {
    "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
    "hand:tom": ["2H", "3H", "X", "4H", "5H", "6H", "7H"],
    "hand:eva": ["2D", "3D", "4D", "5D", "6D", "7D", "8D"],
    "deck": ["KC", "3C", "4C"],
}


@pytest.mark.journey
@pytest.mark.rule("IM-JOKER-1", "IM-JOKER-3", "IM-ACT-6", "IM-ACT-8", "IM-GM-2")
def test_a_joker_out_of_a_real_hand_is_told_when_it_is_turned_up(desk: Desk) -> None:
    desk.open_table(script(HANDS))
    assert [hot for hot in desk.table.table_scene.static_items.regions if hot.kind == "eye"]
    desk.choose_real("cards")
    assert desk.page.campaign.sources.cards is SourceKind.REAL
    assert not [hot for hot in desk.table.table_scene.static_items.regions if hot.kind == "eye"], "nobody looks here"
    desk.press("2")
    assert desk.faces_on_screen() == set()

    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="climb the wall")
    desk.drag("hand:tom#4", "committed:actor")
    desk.click_offer("Draw a card for the difficulty", seat="Ada")
    before = desk.truth
    desk.click_offer("Reveal the cards", seat="Ada")
    dialog = desk.telling()
    assert [field.caption for field in dialog.form.fields.values()] == ["Difficulty (Ada): drawn card", "Tomas"]
    desk.picture("real-2-asked")
    desk.write("9d")
    desk.write("x")
    desk.picture("real-3-joker")
    desk.press("Escape")
    assert desk.truth == before, "cancelled: nothing has happened"

    desk.click_offer("Reveal the cards", seat="Ada")
    desk.tell("9d", "x", "8c", "5d")
    assert desk.faces_on_screen() == {"9D", "X", "8C", "5D"}
    assert "Tomas succeeds: 13 against 9, margin +4" in desk.read_log()
    assert desk.faces_ever_seen() == {"9D", "X", "8C", "5D"}, "what was believed was never shown"
    desk.picture("real-4-revealed")
    desk.press("Ctrl+Z")
    desk.choose("Undo")
    assert desk.faces_on_screen() == set(), "one gesture"
    desk.press("Ctrl+Shift+Z")
    desk.click_offer("Finish the action", seat="Ada")
    assert set(desk.cards("discard")) == {"9D", "X", "8C", "5D"}
    assert len(desk.cards("hand:tom")) == 7
    desk.reopen()
    assert desk.page.campaign.sources.cards is SourceKind.REAL, "the campaign remembers how it is played"


@pytest.mark.journey
@pytest.mark.rule("IM-DMG-1", "IM-DMG-8", "IM-DMG-9", "IM-WOUND-6", "IM-WOUND-7")
def test_drawn_damage_is_typed_in_and_so_is_the_check_after_it(desk: Desk) -> None:
    desk.open_table(script(HANDS, options={"damage_mode": "bookkeeping"}))
    desk.choose_real("cards")
    desk.click_offer("Deal damage from a hazard", seat="Ada")
    desk.answer(target="Tomas", cards=2, what="a falling rock")
    desk.drag("deck", "committed:damage")
    desk.drag("deck", "committed:damage")
    desk.click_offer("Play no cards for resistance", seat="Tom")
    desk.click_offer("Reveal the cards", seat="Ada")
    dialog = desk.telling()
    desk.write("9d")
    grid = dialog.form.grid
    assert grid is not None
    desk.click(grid, grid.place_of("7D").center())
    desk.press("Return")
    assert desk.faces_on_screen() == {"9D", "7D"}
    assert any("16" in line for line in desk.read_log())
    desk.click_offer("Make the collapse check", seat="Ada")
    desk.tell("2d")
    assert desk.cards("drawn:collapse") == ("2D",)
    desk.picture("real-5-damage")
    desk.reopen()
