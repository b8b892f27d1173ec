"""Foes and encounters are the GM's: what is written there changes nothing that anybody else may know."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.core.manual_moves import SetList
from engine.core.redaction import redact
from engine.kit.content_editor.content_editor import HasContentEditor
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.cards.card_library import DECKS, ENCOUNTERS, FOES, GM_DECKS, library_of
from engine.rulesets.card_the_drawing.editor.card_editor import CardEditor
from engine.rulesets.card_the_drawing.printed_card_faces import decks_to_print
from engine.rulesets.loader import game_of

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
OTHERS = ("tom", "shared", "print")


def editor_of(game: Game) -> CardEditor:
    """Return the content editor of the game."""
    assert isinstance(game.ruleset, HasContentEditor)
    editor = game.ruleset.content_editor
    assert isinstance(editor, CardEditor)
    return editor


def saved(editor: CardEditor, table: Table, id_: str) -> Mapping[str, Json]:
    """Return a saved deck."""
    record = editor.record(table.lists, {}, DECKS, id_)
    assert record is not None
    return record


def prepared(name: str, *, by_hand: bool) -> tuple[Game, Table, History]:
    """A table on which the GM has written a foe of that name."""
    game = game_of("card_the_drawing")
    table = game.ruleset.new_table(SEATS, {key: spec.default for key, spec in game.ruleset.options.items()})
    if by_hand:
        table = _with_lists(table)
        command: Command = SetList(seat="gm", list=FOES, rows=({"id": "x", "name": name},))
    else:
        shop = editor_of(game)
        record = shop.with_value(FOES, shop.blank({}, table.options, FOES), "name", name)
        _, command = shop.save_command("gm", {}, table.options, FOES, record)
    outcome = game.apply(table, command, SeededChance(1))
    return game, outcome.table, History(table, (outcome.entry(),))


def _with_lists(table: Table) -> Table:
    return replace(table, lists={**table.lists, FOES: (), ENCOUNTERS: ()})


def with_deck(name: str, card: str) -> tuple[Game, Table, History]:
    """A table on which the GM has written a deck that nobody else may know, beside one that all know."""
    game = game_of("card_the_drawing")
    table = game.ruleset.new_table(SEATS, {key: spec.default for key, spec in game.ruleset.options.items()})
    table = replace(table, lists={**table.lists, DECKS: ({"id": "known", "name": "Known", "cards": {"punch": 2}},)})
    shop = editor_of(game)
    record: Mapping[str, Json] = {"name": name, "cards": {card: 3}, "secret": True}
    _, command = shop.save_command("gm", table.lists, table.options, DECKS, record)
    outcome = game.apply(table, command, SeededChance(1))
    return game, outcome.table, History(table, (outcome.entry(),))


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_a_deck_of_the_gms_changes_nothing_for_anybody_else() -> None:
    game, first_table, story = with_deck("Maw", "punch")
    _, two, other_story = with_deck("Zorbulax", "retreat")
    shop = editor_of(game)
    for viewer in OTHERS:
        view, other = game.view_for(first_table, viewer), game.view_for(two, viewer)
        assert view == other
        assert shop.entries(view.lists, view.options, DECKS) == shop.entries(other.lists, other.options, DECKS)
        redacted = [redact(s.table_at(0), s.entries[0].events, viewer, game.secret_lists) for s in (story, other_story)]
        assert redacted[0] == redacted[1]
        assert story.log(viewer) == other_story.log(viewer)
    assert story.entries[0].title == other_story.entries[0].title
    names = {entry.name for entry in shop.entries(game.view_for(first_table, "gm").lists, first_table.options, DECKS)}
    assert {"Maw", "Known"} <= names
    printed = [deck.name for deck in decks_to_print(library_of(first_table.lists), (), foes=False)]
    assert any("Known" in name for name in printed)
    assert not any("Maw" in name for name in printed), "what the GM prints for the players does not tell of it either"


@pytest.mark.rule("CD-UI-14")
def test_a_deck_that_is_told_to_all_leaves_the_gms_list_and_comes_back() -> None:
    game, table, _ = with_deck("Maw", "punch")
    shop = editor_of(game)
    (id_,) = (str(row["id"]) for row in table.lists[GM_DECKS])
    for secret in (False, True):
        record = shop.with_value(DECKS, saved(shop, table, id_), "secret", secret)
        kept, command = shop.save_command("gm", table.lists, {}, DECKS, record)
        table = game.apply(table, command, SeededChance(1)).table
        assert kept == id_, "foes that fight with it still find it"
        assert any(row["id"] == id_ for row in table.lists[DECKS]) is not secret
        assert any(row["id"] == id_ for row in table.lists[GM_DECKS]) is secret
        assert saved(shop, table, id_) == record
    table = game.apply(table, shop.delete_command("gm", table.lists, DECKS, id_), SeededChance(1)).table
    assert shop.record(table.lists, {}, DECKS, id_) is None


@pytest.mark.rule("CD-UI-25")
@pytest.mark.parametrize("by_hand", [True, False])
def test_what_the_gm_prepares_changes_nothing_for_anybody_else(*, by_hand: bool) -> None:
    game, first_table, story = prepared("Ogre", by_hand=by_hand)
    _, two, other_story = prepared("Zorbulax", by_hand=by_hand)
    for viewer in OTHERS:
        assert game.view_for(first_table, viewer) == game.view_for(two, viewer)
        assert not {FOES, ENCOUNTERS} & game.view_for(first_table, viewer).lists.keys()
        redacted = [redact(s.table_at(0), s.entries[0].events, viewer, game.secret_lists) for s in (story, other_story)]
        assert redacted[0] == redacted[1]
        assert story.log(viewer) == other_story.log(viewer)
    assert story.entries[0].title == other_story.entries[0].title
    assert "Ogre" in repr(game.view_for(first_table, "gm").lists[FOES])
    assert "Ogre" in repr(redact(story.table_at(0), story.entries[0].events, "gm", game.secret_lists))
    assert list(story.log("gm")), "the GM reads that it was written"


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_two_decks_never_come_to_have_one_id_and_none_writes_over_the_other() -> None:
    """A deck that all knew becomes the GM's alone; then somebody makes another of that name where it is not known."""
    game, table, _ = with_deck("Maw", "punch")
    shop = editor_of(game)
    table = replace(table, lists={**table.lists, FOES: ({"id": "hag", "name": "Hag", "deck": "known"},)})

    def save(viewer: str, record: Mapping[str, Json]) -> str:
        nonlocal table
        id_, command = shop.save_command("gm", game.view_for(table, viewer).lists, {}, DECKS, record)
        table = game.apply(table, command, SeededChance(1)).table
        return str(id_)

    hidden = save("gm", {**saved(shop, table, "known"), "secret": True})
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
    saved_id = save("gm", {**saved(shop, table, "known"), "secret": False})
    assert saved_id != "known"
    assert {row["name"] for row in table.lists[DECKS]} == {"Known", "Mine too"}
    assert table.lists[GM_DECKS] == ()
