"""Foes and encounters are the GM's: what is written there changes nothing that anybody else may know."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.play.chance import Seeded
from engine.play.game import Game
from engine.play.moves import SetList
from engine.play.redact import redact
from engine.play.timeline import Timeline
from engine.rulesets.card_the_drawing.faces import decks_to_print
from engine.rulesets.card_the_drawing.library import DECKS, ENCOUNTERS, FOES, GM_DECKS, library_of
from engine.rulesets.registry import game_of
from engine.table.frozen import Json, replace
from engine.table.seats import Role, Seat
from engine.table.table import Table

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
OTHERS = ("tom", "shared", "print")


def prepared(name: str, *, by_hand: bool) -> tuple[Game, Table, Timeline]:
    """A table on which the GM has written a foe of that name."""
    game = game_of("card_the_drawing")
    table = game.ruleset.lay_table(SEATS, {key: spec.default for key, spec in game.ruleset.options.items()})
    if by_hand:
        table = _with_lists(table)
        command = SetList(seat="gm", list=FOES, rows=({"id": "x", "name": name},))
    else:
        shop = game.ruleset.workshop  # type: ignore[attr-defined]
        record = shop.with_value(FOES, shop.blank({}, table.options, FOES), "name", name)
        _, command = shop.saving("gm", {}, table.options, FOES, record)
    outcome = game.apply(table, command, Seeded(1))
    return game, outcome.table, Timeline(table, (outcome.entry(),))


def _with_lists(table: Table) -> Table:
    return replace(table, lists={**table.lists, FOES: (), ENCOUNTERS: ()})


def with_deck(name: str, card: str) -> tuple[Game, Table, Timeline]:
    """A table on which the GM has written a deck that nobody else may know, beside one that all know."""
    game = game_of("card_the_drawing")
    table = game.ruleset.lay_table(SEATS, {key: spec.default for key, spec in game.ruleset.options.items()})
    table = replace(table, lists={**table.lists, DECKS: ({"id": "known", "name": "Known", "cards": {"punch": 2}},)})
    shop = game.ruleset.workshop  # type: ignore[attr-defined]
    record = {"name": name, "cards": {card: 3}, "secret": True}
    _, command = shop.saving("gm", table.lists, table.options, DECKS, record)
    outcome = game.apply(table, command, Seeded(1))
    return game, outcome.table, Timeline(table, (outcome.entry(),))


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_a_deck_of_the_gms_changes_nothing_for_anybody_else() -> None:
    game, one, story = with_deck("Maw", "punch")
    _, two, other_story = with_deck("Zorbulax", "retreat")
    shop = game.ruleset.workshop  # type: ignore[attr-defined]
    for viewer in OTHERS:
        view, other = game.view_for(one, viewer), game.view_for(two, viewer)
        assert view == other
        assert shop.entries(view.lists, view.options, DECKS) == shop.entries(other.lists, other.options, DECKS)
        told = [redact(s.table_at(0), s.entries[0].events, viewer, game.secret_lists) for s in (story, other_story)]
        assert told[0] == told[1]
        assert story.log(viewer) == other_story.log(viewer)
    assert story.entries[0].title == other_story.entries[0].title
    names = {entry.name for entry in shop.entries(game.view_for(one, "gm").lists, one.options, DECKS)}
    assert {"Maw", "Known"} <= names
    printed = [deck.name for deck in decks_to_print(library_of(one.lists), (), foes=False)]
    assert any("Known" in name for name in printed)
    assert not any("Maw" in name for name in printed), "what the GM prints for the players does not tell of it either"


@pytest.mark.rule("CD-UI-14")
def test_a_deck_that_is_told_to_all_leaves_the_gms_list_and_comes_back() -> None:
    game, table, _ = with_deck("Maw", "punch")
    shop = game.ruleset.workshop  # type: ignore[attr-defined]
    (id_,) = (str(row["id"]) for row in table.lists[GM_DECKS])
    for secret in (False, True):
        record = shop.with_value(DECKS, shop.record(table.lists, {}, DECKS, id_), "secret", secret)
        kept, command = shop.saving("gm", table.lists, {}, DECKS, record)
        table = game.apply(table, command, Seeded(1)).table
        assert kept == id_, "foes that fight with it still find it"
        assert any(row["id"] == id_ for row in table.lists[DECKS]) is not secret
        assert any(row["id"] == id_ for row in table.lists[GM_DECKS]) is secret
        assert shop.record(table.lists, {}, DECKS, id_) == record
    table = game.apply(table, shop.removing("gm", table.lists, DECKS, id_), Seeded(1)).table
    assert shop.record(table.lists, {}, DECKS, id_) is None


@pytest.mark.rule("CD-UI-25")
@pytest.mark.parametrize("by_hand", [True, False])
def test_what_the_gm_prepares_changes_nothing_for_anybody_else(*, by_hand: bool) -> None:
    game, one, story = prepared("Ogre", by_hand=by_hand)
    _, two, other_story = prepared("Zorbulax", by_hand=by_hand)
    for viewer in OTHERS:
        assert game.view_for(one, viewer) == game.view_for(two, viewer)
        assert not {FOES, ENCOUNTERS} & game.view_for(one, viewer).lists.keys()
        told = [redact(s.table_at(0), s.entries[0].events, viewer, game.secret_lists) for s in (story, other_story)]
        assert told[0] == told[1]
        assert story.log(viewer) == other_story.log(viewer)
    assert story.entries[0].title == other_story.entries[0].title
    assert "Ogre" in repr(game.view_for(one, "gm").lists[FOES])
    assert "Ogre" in repr(redact(story.table_at(0), story.entries[0].events, "gm", game.secret_lists))
    assert list(story.log("gm")), "the GM reads that it was written"


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_two_decks_never_come_to_have_one_id_and_none_writes_over_the_other() -> None:
    """A deck that all knew becomes the GM's alone; then somebody makes another of that name where it is not known."""
    game, table, _ = with_deck("Maw", "punch")
    shop = game.ruleset.workshop  # type: ignore[attr-defined]
    table = replace(table, lists={**table.lists, FOES: ({"id": "hag", "name": "Hag", "deck": "known"},)})

    def save(viewer: str, record: Mapping[str, Json]) -> str:
        nonlocal table
        id_, command = shop.saving("gm", game.view_for(table, viewer).lists, {}, DECKS, record)
        table = game.apply(table, command, Seeded(1)).table
        return str(id_)

    hidden = save("gm", {**shop.record(table.lists, {}, DECKS, "known"), "secret": True})
    assert hidden != "known"
    assert [row["deck"] for row in table.lists[FOES]] == [hidden], "who fights with it still does"
    again = save("shared", {"name": "Known", "cards": {"retreat": 1}})
    assert again == "known"
    library = library_of(table.lists)
    assert (library.decks[hidden].cards, library.decks["known"].cards) == ({"punch": 2}, {"retreat": 1})
    before = len(table.lists[GM_DECKS])
    for cards in ({"punch": 1}, {"punch": 4}):
        save("shared", {"name": "Maw", "cards": cards, "secret": True})
    assert len(table.lists[GM_DECKS]) == before + 2, "where nobody sees the GM's decks, a new one takes none's place"
    # A file of before may hold two of one id: what the GM does to theirs leaves the other as it is.
    both: Mapping[str, Json] = {"id": "known", "name": "Mine", "cards": {"punch": 9}}
    table = replace(table, lists={**table.lists, GM_DECKS: (both,)})
    save("gm", {**both, "name": "Mine too", "secret": True})
    assert [row["name"] for row in table.lists[DECKS]] == ["Known"]
    told = save("gm", {**shop.record(table.lists, {}, DECKS, "known"), "secret": False})
    assert told != "known"
    assert {row["name"] for row in table.lists[DECKS]} == {"Known", "Mine too"}
    assert table.lists[GM_DECKS] == ()
