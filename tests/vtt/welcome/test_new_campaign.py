"""The table of a new campaign."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import Say
from engine.presentation.game import Game
from engine.rulesets.imaginality.deck.deck_commands import all_cards, decks_advised
from tests.on_screen import put_up
from vtt.shared.game_choices import game_cards
from vtt.shell.campaigns import campaign_loading
from vtt.shell.campaigns.campaign_loading import CampaignStart
from vtt.storage.backups import list_backups
from vtt.storage.campaign_opening import OpenedCampaign
from vtt.system.user_folders import folders_under
from vtt.welcome.new_campaign_dialog import NewCampaignPlan
from vtt.welcome.people_list import PeopleList, SeatEntry
from vtt.widgets.look.theme import Theme, ThemeHub


def new_table(folder: Path, players: int) -> CampaignStart:
    people = (SeatEntry("Ada", gm=True), *(SeatEntry(f"Player {number}") for number in range(1, players + 1)))
    return campaign_loading.start_new(
        NewCampaignPlan("Thursday", "imaginality", people, folder / "new.ktable"), folders_under(folder)
    )


@pytest.mark.rule("IM-DECK-2")
@pytest.mark.parametrize("players", [4, 5, 6, 8])
def test_a_new_table_has_as_many_decks_as_are_advised_and_the_first_page_says_so(tmp_path: Path, players: int) -> None:
    table = new_table(tmp_path, players).history.table
    decks = decks_advised(players, 7, 2)
    assert table.option("deck_count") == decks
    assert len(table.all_cards()) == 54 * decks
    (card,) = (card for card in game_cards() if card.id == "imaginality")
    assert card.advised(players).get("deck_count", 1) == decks


@pytest.mark.rule("IM-DECK-1")
def test_no_card_ever_comes_off_a_deck_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal may be put off or refused: the deck is shuffled before anybody can draw, and each time otherwise."""
    monkeypatch.setattr(Game, "offers", lambda *_: ())
    seen = set()
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        laid = new_table(tmp_path / str(number), 4)
        assert not laid.history.entries, "nothing was dealt"
        deck = laid.history.table.zones["deck"].cards
        assert sorted(deck) == sorted(all_cards(1, 2))
        seen.add(deck)
    assert len(seen) == 3
    assert all_cards(1, 2) not in seen


def test_the_first_click_on_a_proposed_name_selects_it_and_the_next_one_does_not(qtbot: QtBot) -> None:
    people = PeopleList(ThemeHub(Theme()), (SeatEntry("GM", gm=True), SeatEntry("Player 1")))
    qtbot.addWidget(people)
    put_up(people)
    people.rows[0].gm.setFocus()
    name, end = people.rows[1].name, QPoint(people.rows[1].name.width() - 8, 8)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(name, left, none, end)
    QTest.keyClicks(name, "Mia")
    assert people.people[1].name == "Mia"
    people.rows[0].gm.setFocus()
    QTest.mouseClick(name, left, none, end)
    QTest.keyClicks(name, "s")
    assert people.people[1].name == "Mias", "a name of one's own is not lost"


def test_a_demo_restarts_in_its_one_file_and_keeps_a_backup_of_what_was_played(tmp_path: Path) -> None:
    places = folders_under(tmp_path)

    def start() -> OpenedCampaign:
        return campaign_loading.start_demo("imaginality", places.campaigns, places).keep()

    with closing(start().store) as store:
        store.keep_setting("sound", 3)
    for _ in range(3):
        opened = start()
        with closing(opened.store):
            length = len(opened.history.entries)
            outcome = opened.game.apply(
                opened.history.table, Say(seat="gm", text="Played on."), campaign_loading.chance()
            )
            opened.store.commit(outcome.entry(), length + 1, outcome.table)
        assert opened.earlier is not None
        assert len(list(places.campaigns.iterdir())) == 1
    last = start()
    with closing(last.store):
        kept = list_backups(last.backups)
        assert len(kept) == 4, "each that was played in"
        with closing(campaign_loading.open_file(kept[0].path, places, view_only=True).store) as store:
            assert store.revision > 1
    # Another window has it, and somebody's own campaign has its name.
    other = next(places.campaigns.iterdir())
    with closing(campaign_loading.open_file(other, places).store), closing(start().store) as second:
        assert second.path != other
    other.unlink()
    own = campaign_loading.start_new(
        NewCampaignPlan("Mine", "imaginality", (SeatEntry("Ada", gm=True), SeatEntry("Tom")), other), places
    )
    own.keep().store.close()
    before = other.read_bytes()
    with closing(start().store) as third:
        assert third.path == second.path
    assert other.read_bytes() == before


def test_a_demo_in_which_nothing_was_done_leaves_no_backup(tmp_path: Path) -> None:
    places = folders_under(tmp_path)
    for _ in range(3):
        opened = campaign_loading.start_demo("classic_fantasy", places.campaigns, places).keep()
        opened.store.close()
        assert opened.earlier is None
        assert list_backups(opened.backups) == ()
    assert len(list(places.campaigns.iterdir())) == 1
