"""How the table of a new campaign is laid."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.play.game import Game
from engine.play.moves import Say
from engine.rulesets.imaginality.deck import all_cards, decks_advised
from vtt.save.backups import list_backups
from vtt.save.opening import Opened
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


def test_a_demo_begins_anew_in_the_one_file_that_it_has_and_what_was_played_is_not_lost(tmp_path: Path) -> None:
    places = places_under(tmp_path)

    def start() -> Opened:
        return campaigns.lay_demo("imaginality", places.campaigns, places).keep()

    with closing(start().store) as store:
        store.keep_setting("sound", 3)
    for _ in range(3):
        opened = start()
        with closing(opened.store):
            length = len(opened.timeline.entries)
            outcome = opened.game.apply(opened.timeline.table, Say(seat="gm", text="Played on."), campaigns.chance())
            opened.store.commit(outcome.entry(), length + 1, outcome.table)
        assert opened.earlier is not None
        assert len(list(places.campaigns.iterdir())) == 1
    last = start()
    with closing(last.store):
        kept = list_backups(last.backups)
        assert len(kept) == 4, "each that was played in"
        with closing(campaigns.open_file(kept[0].path, places, view_only=True).store) as store:
            assert store.revision > 1
    # Another window has it, and somebody's own campaign has its name.
    other = next(places.campaigns.iterdir())
    with closing(campaigns.open_file(other, places).store), closing(start().store) as second:
        assert second.path != other
    other.unlink()
    own = campaigns.lay_new(Plan("Mine", "imaginality", (Person("Ada", gm=True), Person("Tom")), other), places)
    own.keep().store.close()
    before = other.read_bytes()
    with closing(start().store) as third:
        assert third.path == second.path
    assert other.read_bytes() == before


def test_a_demo_in_which_nothing_was_done_leaves_no_backup(tmp_path: Path) -> None:
    places = places_under(tmp_path)
    for _ in range(3):
        opened = campaigns.lay_demo("classic_fantasy", places.campaigns, places).keep()
        opened.store.close()
        assert opened.earlier is None
        assert list_backups(opened.backups) == ()
    assert len(list(places.campaigns.iterdir())) == 1
