"""The intimidation: a gun in the hand is an advantage, and two cards are played as one (IM-EX-3)."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script

SHOP = script(
    {
        "hand:gm": ["2S", "3S", "5S", "6S", "7S", "9S", "10S"],
        "hand:tom": ["2H", "3H", "4H", "5H", "7H", "8H", "9H"],
        "hand:eva": ["2D", "6H", "3D", "6D", "5D", "4D", "7D"],
        "deck": ["AC", "KC", "QC"],
    }
)


@pytest.mark.journey
@pytest.mark.rule("IM-EX-3", "IM-ADV-1", "IM-ADV-2", "IM-ADV-3", "IM-VAL-2", "IM-GM-2", "IM-ACT-7", "IM-HAND-9")
def test_sally_intimidates_a_clerk_with_two_cards_and_the_clerk_is_not_impressed(desk: Desk) -> None:
    desk.open_table(SHOP)
    desk.click_offer("Sally: try an action", seat="Eva")
    desk.answer(what="hand it over", target="Clerk")
    desk.picture("shop-1-attempt")
    # One card is due; two at once are one too many, and they ease back.
    desk.drag(["6H", "6D"], "committed:actor")
    assert desk.cards("committed:actor") == ()
    assert desk.refusal() == "Only 1 more card fits here. This side plays up to 1 card."
    desk.picture("shop-2-too-many")

    desk.click_offer("Allow one more card for Sally", seat="Ada")
    assert "+1 card for Sally (advantage), now 2 in total" in desk.read_log()
    assert any("Sally" in side and "0 of 2 cards" in side and "advantage" in side for side in desk.steps())
    desk.picture("shop-3-advantage")
    desk.drag(["6H", "6D"], "committed:actor")
    assert desk.cards("committed:actor") == ("6H", "6D")
    assert desk.faces_on_screen() == set()
    assert desk.seat_shown() == "Ada"
    desk.picture("shop-4-laid")
    desk.drag("deck", "committed:opposition")
    assert desk.cards("drawn:opposition") == ("AC",)
    desk.click_offer("Reveal the cards")
    assert "Sally fails: 12 against 15, margin −3" in desk.read_log()
    assert desk.faces_on_screen() == {"6H", "6D", "AC"}
    desk.picture("shop-5-revealed")
    desk.click_offer("Finish the action")
    assert desk.cards("discard")[:3] == ("AC", "6D", "6H")
    assert desk.cards("hand:eva") == ("2D", "3D", "5D", "4D", "7D", "KC", "QC")
    desk.reopen()
