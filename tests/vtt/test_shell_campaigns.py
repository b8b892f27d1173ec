"""How the table of a new campaign is laid."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.game import Game
from engine.rulesets.imaginality.deck import all_cards, decks_advised
from vtt.save.places import places_under
from vtt.shell import campaigns
from vtt.shell.campaigns import Laid
from vtt.shell.games import game_cards
from vtt.welcome.new_campaign import Plan
from vtt.welcome.people import Person


def new_table(folder: Path, players: int) -> Laid:
    people = (Person("Ada", gm=True), *(Person(f"Player {number}") for number in range(1, players + 1)))
    return campaigns.lay_new(Plan("Thursday", "imaginality", people, folder / "new.ktable"), places_under(folder))


@pytest.mark.rule("IM-DECK-2")
@pytest.mark.parametrize("players", [4, 5, 6, 8])
def test_a_new_table_has_as_many_decks_as_are_advised_and_the_first_page_says_so(tmp_path: Path, players: int) -> None:
    table = new_table(tmp_path, players).timeline.table
    decks = decks_advised(players, 7, 2)
    assert table.option("deck_count") == decks
    assert len(table.all_cards()) == 54 * decks
    (card,) = (card for card in game_cards() if card.id == "imaginality")
    assert card.advised(players).get("deck_count", 1) == decks


@pytest.mark.rule("IM-DECK-1")
def test_no_card_ever_comes_off_a_deck_that_lies_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal may be put off or refused: the deck is shuffled before anybody can draw, and each time otherwise."""
    monkeypatch.setattr(Game, "offers", lambda *_: ())
    seen = set()
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        laid = new_table(tmp_path / str(number), 4)
        assert not laid.timeline.entries, "nothing was dealt"
        deck = laid.timeline.table.zones["deck"].cards
        assert sorted(deck) == sorted(all_cards(1, 2))
        seen.add(deck)
    assert len(seen) == 3
    assert all_cards(1, 2) not in seen
