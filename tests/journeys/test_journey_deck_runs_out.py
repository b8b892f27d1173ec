"""The deck runs out in the middle of a draw: what is left is taken, the discards are shuffled in, and it goes on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.model.cards import standard_decks
from tests.journeys.kit import Desk, faces_of, script

GM = ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]
EVA = ["2H", "3H", "4H", "5H", "6H", "7H", "8H"]
DISCARDED = ["AS", "AH", "AD", "AC", "KS", "KH"]


def few_cards(tom: list[str], deck: list[str]) -> dict[str, object]:
    """Return a table on which no other cards are left."""
    kept = [*GM, *EVA, *tom, *deck, *DISCARDED]
    gone = [card for card in standard_decks(1, ("X", "X")) if card not in kept]
    return script(
        {"hand:gm": GM, "hand:eva": EVA, "hand:tom": tom, "deck": deck, "discard": DISCARDED},
        {"kind": "remove_cards", "seat": "gm", "cards": gone},
    )


@pytest.mark.journey
@pytest.mark.rule("IM-TV-22", "IM-DECK-4", "IM-DECK-5", "IM-HAND-4")
def test_a_refill_takes_what_is_left_and_goes_on_with_the_shuffled_discards(desk: Desk) -> None:
    desk.open_table(few_cards(["KC", "QC"], ["9D", "10D"]))
    assert {"Deck, 2 cards", "Discard, 6 cards, Ace of spades on top"} <= set(desk.spoken())
    desk.click_offer("Refill the hand", seat="Tom")
    hand = desk.cards("hand:tom")
    assert hand[:4] == ("KC", "QC", "9D", "10D"), "what was taken before the shuffle keeps its place and order"
    assert len(hand) == 7
    assert {*hand[4:], *desk.cards("deck")} == set(DISCARDED)
    assert {"Deck, 3 cards", "Discard, empty", "Seat of Tom, 7 cards in hand"} <= set(desk.spoken())
    assert desk.read_log()[-2:] == [
        "The discard pile is shuffled into the deck (6 cards)",
        "Tom refills the hand: 5 cards",
    ]
    assert faces_of(desk.table) == set(), "nobody has seen what was shuffled in"
    desk.picture("deck-1-refilled")
    with desk.hold_key(Qt.Key.Key_2):
        assert faces_of(desk.table) == set(hand)
    desk.reopen()
    assert desk.cards("hand:tom") == hand


@pytest.mark.journey
@pytest.mark.rule("IM-DECK-5", "IM-JOKER-1", "IM-TV-6")
def test_the_second_stand_in_of_a_joker_comes_from_the_shuffled_discards(desk: Desk) -> None:
    desk.open_table(few_cards(["X", "3C", "4C", "5C", "6C", "7C", "8C"], ["9D"]))
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="climb the wall")
    desk.drag("X", "committed:actor")
    first, second = desk.cards("standins:actor")
    assert first == "9D"
    assert second in DISCARDED
    assert {"Deck, 5 cards", "Discard, empty"} <= set(desk.spoken())
    assert desk.faces_on_screen() == set()
    desk.click_offer("Play a card for the difficulty", seat="Ada")
    desk.answer(cards="2S")
    desk.click_offer("Reveal the cards")
    assert desk.faces_on_screen() == {"X", first, second, "2S"}
    desk.click_offer("Finish the action")
    assert desk.cards("discard") == ("2S", second, first, "X")
    desk.reopen()
